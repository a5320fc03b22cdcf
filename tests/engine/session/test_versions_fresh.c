/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_fresh.c -- what could not be told apart gets fresh rounds, and these decide by what told the two apart best:
 * by processor time where wall time held what others took, unless the manifest says what decides. */
#include "support/stored.h"

#include <math.h>

#include <assay/random.h>

#include "base/owned.h"
#include "design/manifest.h"
#include "session/versions_run.h"

static const char manifest[] = "experiment: search\n"
                               "levels: [{name: execution, count: 20}]\n"
                               "systems: [{name: here, build: 'sh \"{source}/build.sh\"'}]\n"
                               "benchmarks: [{name: sort, run: ./sort}]\n";

static double noise(const struct stored_at *at, uint32_t kind)
{
    struct assay_random random;
    assay_random_init(&random, 2026, ASSAY_RANDOM_TEST, kind,
                      (uint32_t)(1 + at->execution + 100 * at->system));
    return assay_random_normal(&random);
}

/* The same program twice. It only computes, 3 % around 0.1 s, and is put off its processor so often that wall time is half as
 * long again, by 30 %. */
static double value_of(const void *context, const struct stored_at *at)
{
    (void)context;
    const double user = 0.1 * exp(0.03 * noise(at, 1));
    if (strcmp(at->metric, "wall") == 0)
        return 1.5 * user * exp(0.3 * noise(at, 2));
    if (strcmp(at->metric, "user") == 0)
        return user;
    return strcmp(at->metric, "voluntary_switches") == 0     ? 1
           : strcmp(at->metric, "involuntary_switches") == 0 ? 20
                                                             : 0;
}

/* Two commits of a repository in the fixture's directory, each kept as a version, and rounds that both had. */
static void measure(struct fixture *fixture, char commits[2][42])
{
    static const char *const metrics[] =
        {"wall", "user", "system_time", "voluntary_switches", "involuntary_switches", NULL},
                             *const units[] = {"s", "s", "s", "", ""};
    char command[512], names[2][VERSION_LABEL + 1];
    (void)snprintf(
        command, sizeof command,
        "cd %s && git init -q . && for i in 1 2; do git -c user.name=n -c user.email=n@n "
        "commit -q --allow-empty -m \"subject $i\"; git rev-parse HEAD; done",
        fixture->directory);
    FILE *git = popen(command, "r");
    for (size_t i = 0; git != NULL && i < 2; i++)
        assert_non_null(fgets(commits[i], sizeof commits[i], git));
    assert_int_equal(pclose(git), 0);
    struct stored_experiment made = {.name = "search",
                                     .metrics = metrics,
                                     .units = units,
                                     .executions = 20,
                                     .manifest = manifest,
                                     .source = fixture->directory,
                                     .value = value_of};
    for (size_t i = 0; i < 2; i++) {
        commits[i][40] = '\0';
        (void)snprintf(names[i], sizeof names[i], "%.*s", VERSION_LABEL, commits[i]);
        made.label = names[i];
        made.commit = commits[i];
        (void)stored_add(fixture, &made);
    }
    made.label = made.commit = NULL;
    made.systems = (const char *const[]){names[0], names[1], NULL};
    (void)stored_add(fixture, &made);
}

static struct design *read_design(struct fixture *fixture, const char *text)
{
    struct design *design = NULL;
    assert_stored(fixture, manifest_parse(text, strlen(text), "assay.yaml", fixture->directory,
                                          &design, &fixture->error));
    return design;
}

static void fresh_rounds(void **state)
{
    struct fixture *fixture = *state;
    char commits[2][42], range[100], named[sizeof manifest + 40];
    measure(fixture, commits);
    (void)snprintf(range, sizeof range, "%s..%s", commits[0], commits[1]);
    (void)snprintf(named, sizeof named, "%sdecides: wall\n", manifest);
    const struct {
        const char *text, *decides;
        double left_s;
    } cases[] = {{manifest, "user+system", 60}, {named, "wall", 60}, {manifest, NULL, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct versions_request request = {.range = range,
                                                 .store = fixture->path,
                                                 .bisect = true,
                                                 .confidence = 0.95,
                                                 .left_s = cases[i].left_s};
        struct versions_found found;
        struct design *design = read_design(fixture, cases[i].text);
        assert_stored(fixture, versions_expand(design, &request, &found, &fixture->error));
        assert_int_equal(found.finding.n_measured, 2);
        assert_int_equal(found.finding.pairs[0].say, VERSIONS_OPEN);
        assert_int_equal(found.finding.pairs[0].n_together, 1);
        assert_int_equal(found.complete, cases[i].decides == NULL); /* no time is left for more */
        if (cases[i].decides != NULL) {
            assert_true(found.fresh_s == cases[i].left_s);
            assert_int_equal(design->n_systems, 2);
            assert_non_null(design->decides);
            assert_string_equal(design->decides, cases[i].decides);
            assert_int_equal(design->stop.rule, STOP_ANYTIME);
            assert_true(strstr(design->manifest, cases[i].decides) != NULL);
        }
        versions_finding_fini(&found.finding);
        design_free(&design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {fixture_test(fresh_rounds)};
    return cmocka_run_group_tests_name("versions_fresh", tests, NULL, NULL);
}

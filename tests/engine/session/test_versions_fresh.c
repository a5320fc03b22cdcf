/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions_fresh.c -- what could not be told apart gets fresh rounds, and these decide by what told the two apart best:
 * by processor time where wall time held what others took, unless the manifest says what decides. What overlapped too little
 * side by side is measured in rounds. */
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

enum { COMMITS = 3 };

/* Commits of a repository in the fixture's directory, the first `kept` of them versions of the experiment `made`. */
static void make_commits(struct fixture *fixture, struct stored_experiment made, size_t kept,
                         char commits[COMMITS][42])
{
    char command[512], label[VERSION_LABEL + 1];
    (void)snprintf(
        command, sizeof command,
        "cd %s && git init -q . && for i in 1 2 3; do git -c user.name=n -c user.email=n@n "
        "commit -q --allow-empty -m \"subject $i\"; git rev-parse HEAD; done",
        fixture->directory);
    FILE *git = popen(command, "r");
    for (size_t i = 0; git != NULL && i < COMMITS; i++)
        assert_non_null(fgets(commits[i], sizeof commits[i], git));
    assert_int_equal(pclose(git), 0);
    made.overlap = 0;
    for (size_t i = 0; i < COMMITS; i++) {
        commits[i][40] = '\0';
        (void)snprintf(label, sizeof label, "%.*s", VERSION_LABEL, commits[i]);
        made.label = label;
        made.commit = commits[i];
        if (i < kept)
            (void)stored_add(fixture, &made);
    }
}

/* Both in the same rounds. */
static void measure_both(struct fixture *fixture, struct stored_experiment made, const char *older,
                         const char *newer)
{
    char names[2][VERSION_LABEL + 1];
    (void)snprintf(names[0], sizeof names[0], "%.*s", VERSION_LABEL, older);
    (void)snprintf(names[1], sizeof names[1], "%.*s", VERSION_LABEL, newer);
    made.systems = (const char *const[]){names[0], names[1], NULL};
    (void)stored_add(fixture, &made);
}

/* Two commits, each kept as a version, and rounds that both had. */
static void measure(struct fixture *fixture, char commits[COMMITS][42])
{
    static const char *const metrics[] =
        {"wall", "user", "system_time", "voluntary_switches", "involuntary_switches", NULL},
                             *const units[] = {"s", "s", "s", "", ""};
    const struct stored_experiment made = {.name = "search",
                                           .metrics = metrics,
                                           .units = units,
                                           .executions = 20,
                                           .manifest = manifest,
                                           .source = fixture->directory,
                                           .value = value_of};
    make_commits(fixture, made, 2, commits);
    measure_both(fixture, made, commits[0], commits[1]);
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
    char commits[COMMITS][42], range[100], named[sizeof manifest + 40];
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
            /* the second look at the only pair, at one of two clocks */
            assert_true(fabs(found.confidence - (1 - 0.05 / 4 / 2)) < 1e-12);
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

/* ---- side by side ---- */

static const char beside[] = "experiment: search\n"
                             "order: slices\n"
                             "levels: [{name: execution, count: 20}]\n"
                             "systems: [{name: here}]\n"
                             "benchmarks: [{name: sort, run: ./sort}]\n";

/* The second takes 30 % more. */
static double step_of(const void *context, const struct stored_at *at)
{
    (void)context;
    return (at->system == 0 ? 0.1 : 0.13) * exp(0.01 * noise(at, 3));
}

static struct stored_experiment side_by_side(const struct fixture *fixture, double overlap)
{
    static const char *const metrics[] = {"user+system", NULL}, *const units[] = {"s"};
    return (struct stored_experiment){.name = "search",
                                      .metrics = metrics,
                                      .units = units,
                                      .executions = 20,
                                      .manifest = beside,
                                      .source = fixture->directory,
                                      .overlap = overlap,
                                      .value = step_of};
}

static struct design *expand(struct fixture *fixture, const char *text, const char *first,
                             const char *last, double left_s, struct versions_found *found)
{
    char range[100];
    (void)snprintf(range, sizeof range, "%s..%s", first, last);
    const struct versions_request request = {.range = range,
                                             .store = fixture->path,
                                             .bisect = true,
                                             .confidence = 0.95,
                                             .left_s = left_s};
    struct design *design = read_design(fixture, text);
    assert_stored(fixture, versions_expand(design, &request, found, &fixture->error));
    return design;
}

static void is_in_rounds(const struct design *design, size_t systems)
{
    assert_int_equal(design->n_systems, systems);
    assert_int_equal(design->order.by, ORDER_ROUNDS);
    assert_int_equal(design->order.asked, ORDER_SLICES);
    assert_non_null(design->order.because);
    assert_string_equal(design->decides, "user+system");
    assert_true(strstr(design->manifest, "asked: slices") != NULL);
}

static void what_overlaps_too_little_is_measured_in_rounds(void **state)
{
    struct fixture *fixture = *state;
    const assay_warnings little = ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP);
    char commits[COMMITS][42];
    struct versions_found found;
    make_commits(fixture, side_by_side(fixture, 0), 2, commits);
    measure_both(fixture, side_by_side(fixture, 0.7), commits[0], commits[1]);
    struct design *design = expand(fixture, beside, commits[0], commits[1], 60, &found);
    const struct versions_pair *pair = &found.finding.pairs[0];
    assert_int_equal(pair->say, VERSIONS_OPEN);
    assert_true(pair->lower > 1.25); /* and yet it is open */
    assert_true(pair->withheld == little && pair->doubts == little && found.doubts == little);
    assert_true(found.fresh_s == 60);
    is_in_rounds(design, 2);
    versions_finding_fini(&found.finding);
    design_free(&design);

    design = expand(fixture, beside, commits[0], commits[1], 1, &found);
    assert_true(found.complete && found.finding.pairs[0].withheld == little);
    assert_int_equal(design->order.by, ORDER_SLICES); /* nothing is measured, and nothing changed */
    versions_finding_fini(&found.finding);
    design_free(&design);
}

/* ---- what is open beside a step, and before one ---- */

/* Three versions, 2 % of noise: the last takes more by this. */
static double last_of(const void *context, const struct stored_at *at)
{
    const double *more = context;
    return 0.1 * (at->system == 2 ? 1 + *more : 1) * exp(0.02 * noise(at, 4));
}

static void measure_three(struct fixture *fixture, const double *more, char commits[COMMITS][42])
{
    static const char *const metrics[] = {"wall", NULL}, *const units[] = {"s"};
    static char names[COMMITS][VERSION_LABEL + 1];
    struct stored_experiment made = {.name = "search",
                                     .metrics = metrics,
                                     .units = units,
                                     .executions = 20,
                                     .manifest = manifest,
                                     .source = fixture->directory,
                                     .value = last_of,
                                     .context = more};
    make_commits(fixture, made, COMMITS, commits);
    for (size_t i = 0; i < COMMITS; i++)
        (void)snprintf(names[i], sizeof names[i], "%.*s", VERSION_LABEL, commits[i]);
    made.systems = (const char *const[]){names[0], names[1], names[2], NULL};
    (void)stored_add(fixture, &made);
}

static void expand_three(struct fixture *fixture, char commits[COMMITS][42], bool timed,
                         struct versions_found *found, char first[VERSION_LABEL + 1])
{
    char range[100];
    (void)snprintf(range, sizeof range, "%s..%s", commits[0], commits[2]);
    const struct versions_request request = {.range = range,
                                             .store = fixture->path,
                                             .bisect = true,
                                             .confidence = 0.95,
                                             .left_s = 60,
                                             .timed = timed};
    struct design *design = read_design(fixture, manifest);
    assert_stored(fixture, versions_expand(design, &request, found, &fixture->error));
    (void)snprintf(first, VERSION_LABEL + 1, "%s", design->systems[0].name);
    design_free(&design);
}

/* Where both halves are open, that which seems to differ goes first. */
static void what_seems_to_differ_goes_first(void **state)
{
    struct fixture *fixture = *state;
    char commits[COMMITS][42], first[VERSION_LABEL + 1];
    struct versions_found found;
    const double more = 0.02;
    measure_three(fixture, &more, commits);
    expand_three(fixture, commits, false, &found, first);
    assert_int_equal(found.finding.pairs[0].say, VERSIONS_OPEN);
    assert_int_equal(found.finding.pairs[1].say, VERSIONS_OPEN);
    assert_true(found.fresh_s == 30);
    assert_memory_equal(first, commits[1], VERSION_LABEL);
    versions_finding_fini(&found.finding);
}

/* A step that is what the ends differ by ends a search, unless time was given for more. */
static void a_step_is_enough_without_time_for_more(void **state)
{
    struct fixture *fixture = *state;
    char commits[COMMITS][42], first[VERSION_LABEL + 1];
    struct versions_found found;
    const double more = 0.3;
    measure_three(fixture, &more, commits);
    expand_three(fixture, commits, false, &found, first);
    assert_int_equal(found.finding.pairs[0].say, VERSIONS_OPEN);
    assert_true(found.complete && found.finding.decided && !found.finding.whole);
    versions_finding_fini(&found.finding);
    expand_three(fixture, commits, true, &found, first);
    assert_true(found.fresh_s == 60 && !found.complete);
    assert_memory_equal(first, commits[0], VERSION_LABEL);
    versions_finding_fini(&found.finding);
}

/* What the rounds say stands, and a version between the two is measured in rounds with them. */
/* A middle has two neighbours: refused before anything is measured. */
static void an_order_of_two_searches_nothing(void **state)
{
    static const char duet[] = "experiment: search\n"
                               "order: duet\n"
                               "levels: [{name: execution, count: 20}]\n"
                               "systems: [{name: here}]\n"
                               "benchmarks: [{name: sort, run: ./sort}]\n";
    struct fixture *fixture = *state;
    const struct versions_request request = {.range = "HEAD~1..HEAD", .bisect = true};
    struct versions_found found;
    struct design *design = read_design(fixture, duet);
    assert_int_equal(versions_expand(design, &request, &found, &fixture->error), ASSAY_USAGE);
    assert_non_null(strstr(fixture->error.text, "order=slices"));
    assert_int_equal(design->n_systems, 1);
    design_free(&design);
}

static void a_step_that_rounds_found_is_halved_in_rounds(void **state)
{
    struct fixture *fixture = *state;
    char commits[COMMITS][42];
    struct versions_found found;
    const char *middle;
    struct stored_experiment ends = side_by_side(fixture, 0);
    make_commits(fixture, ends, 1, commits);
    middle = commits[1];
    ends.label = "end";
    ends.commit = commits[2];
    (void)stored_add(fixture, &ends);
    measure_both(fixture, side_by_side(fixture, 0.7), commits[0], commits[2]);
    measure_both(fixture, side_by_side(fixture, 0), commits[0], commits[2]);
    struct design *design = expand(fixture, beside, commits[0], commits[2], 60, &found);
    assert_int_equal(found.n_new, 1);
    assert_true(found.fresh_s == 0);
    is_in_rounds(design, 3);
    assert_string_equal(design->systems[1].commit, middle);
    versions_finding_fini(&found.finding);
    design_free(&design);
}

/* Enough of an overlap: the step is one, and all goes on as the manifest has it. */
static void what_overlaps_is_halved_side_by_side(void **state)
{
    struct fixture *fixture = *state;
    char commits[COMMITS][42];
    struct versions_found found;
    struct stored_experiment ends = side_by_side(fixture, 0);
    make_commits(fixture, ends, 1, commits);
    ends.label = "end";
    ends.commit = commits[2];
    (void)stored_add(fixture, &ends);
    measure_both(fixture, side_by_side(fixture, 0.87), commits[0], commits[2]);
    struct design *design = expand(fixture, beside, commits[0], commits[2], 60, &found);
    assert_int_equal(found.n_new, 1);
    assert_true(found.doubts == 0);
    assert_int_equal(design->order.by, ORDER_SLICES);
    assert_null(design->order.because);
    versions_finding_fini(&found.finding);
    design_free(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {fixture_test(fresh_rounds),
                                       fixture_test(what_overlaps_too_little_is_measured_in_rounds),
                                       fixture_test(an_order_of_two_searches_nothing),
                                       fixture_test(a_step_that_rounds_found_is_halved_in_rounds),
                                       fixture_test(what_seems_to_differ_goes_first),
                                       fixture_test(a_step_is_enough_without_time_for_more),
                                       fixture_test(what_overlaps_is_halved_side_by_side)};
    return cmocka_run_group_tests_name("versions_fresh", tests, NULL, NULL);
}

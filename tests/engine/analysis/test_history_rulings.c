/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history_rulings.c -- what people said of changes and of names, kept in the store and laid beside what is found. */
#include "support/versions.h"

#include <string.h>

static const struct name_list all;

/* What a gate says of the newest five versions, and how many changes somebody spoke of. */
static bool is_slower(struct fixture *fixture, size_t *n_ruled, bool *outgrown)
{
    const struct history_request request = versions_request(fixture);
    struct history history;
    versions_find(fixture, &request, &history);
    *n_ruled = 0;
    *outgrown = false;
    for (size_t s = 0; s < history.finding.n; s++)
        for (size_t k = 0; k < history.finding.series[s].finding.n; k++) {
            const struct history_ruling *ruling = history_ruling(&history.finding.series[s], k);
            *n_ruled += ruling != NULL;
            *outgrown = *outgrown || (ruling != NULL && ruling->outgrown);
            if (ruling != NULL)
                assert_string_equal(ruling->why, "a price that we pay");
        }
    const bool slower = history_is_slower(&history.finding, 5);
    history_fini(&history);
    return slower;
}

/* Accepted, a step alarms no more, also when it is told a version beside; rejected it does again. */
static void accepted(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    size_t n;
    bool outgrown;
    versions_add(fixture, 10, 6, 1.2, (struct stored_experiment){.name = "n"});
    assert_true(is_slower(fixture, &n, &outgrown));
    assert_int_equal(n, 0);
    assert_stored(fixture, history_rule(&request, RULING_ACCEPTED, "v06", &all,
                                        "a price that we pay", &n, &fixture->error));
    assert_int_equal(n, 1);
    assert_false(is_slower(fixture, &n, &outgrown));
    assert_int_equal(n, 1);
    assert_false(outgrown);
    assert_stored(fixture, history_rule(&request, RULING_REJECTED, "v06", &all,
                                        "a price that we pay", &n, &fixture->error));
    assert_true(is_slower(fixture, &n, &outgrown));
    assert_int_equal(n, 1);
}

static struct store_ruling ruling_of(const char *version, const char *metric, double lower,
                                     double upper)
{
    return (struct store_ruling){.kind = RULING_ACCEPTED,
                                 .version = (char *)version,
                                 .benchmark = (char *)"sort",
                                 .metric = (char *)metric,
                                 .lower = lower,
                                 .upper = upper,
                                 .why = (char *)"a price that we pay"};
}

/* The step of a half at the sixth version, accepted as this: does it alarm? */
static bool alarms(struct fixture *fixture, struct store_ruling ruling, size_t *n, bool *grown)
{
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_rule(store, &ruling, 1, &fixture->error));
    store_close(&store);
    return is_slower(fixture, n, grown);
}

/* What was accepted as a fifth is no more that when it turns out to be a half. */
static void outgrown(void **state)
{
    struct fixture *fixture = *state;
    struct store_ruling of_another = ruling_of("v07", "wall", NAN, NAN);
    size_t n;
    bool grown;
    versions_add(fixture, 10, 6, 1.5, (struct stored_experiment){.name = "n"});
    assert_true(alarms(fixture, ruling_of("v03", "wall", 1.4, 1.6), &n, &grown));
    assert_int_equal(n, 0); /* three versions away it is another one */
    assert_true(alarms(fixture, ruling_of("v05", "max_rss", 1.4, 1.6), &n, &grown));
    assert_int_equal(n, 0); /* and so is another metric's */
    assert_true(alarms(fixture, ruling_of("v05", "user+system", 1.1, 1.3), &n, &grown));
    assert_int_equal(n, 0); /* the other clock's, where the two lie apart */
    assert_false(alarms(fixture, ruling_of("v05", "user+system", 1.4, 1.6), &n, &grown));
    assert_int_equal(n, 1); /* one version beside its place, of the other clock */
    assert_true(alarms(fixture, ruling_of("v06", "wall", 1.1, 1.3), &n, &grown));
    assert_true(grown);
    of_another.system = (char *)"O2"; /* a lone system is any; without an interval whatever it is */
    assert_false(alarms(fixture, of_another, &n, &grown));
    assert_false(grown);
}

static void nothing_to_rule(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    const char *names[] = {"fft"};
    const struct name_list fft = {names, 1};
    size_t n;
    for (unsigned v = 1; v <= 10; v++) {
        char commit[41];
        (void)snprintf(commit, sizeof commit, "%07x%033x", 0xabc0000 + v, 0);
        (void)version_add(fixture, (struct version_level){v, v < 6 ? 1 : 1.2, 0.002},
                          (struct stored_experiment){.name = "n", .commit = commit});
    }
    assert_int_equal(
        history_rule(&request, RULING_ACCEPTED, "v05", &all, NULL, &n, &fixture->error),
        ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "at v05; the newest one is at v06 (sort)"));
    assert_int_equal(
        history_rule(&request, RULING_ACCEPTED, "v06", &fft, NULL, &n, &fixture->error),
        ASSAY_MISSING);
    assert_int_equal(
        history_rule(&request, RULING_ACCEPTED, "abc000", &all, NULL, &n, &fixture->error),
        ASSAY_MISSING); /* too short for a commit */
    assert_stored(fixture, history_rule(&request, RULING_ACCEPTED, "abc0006", &all, NULL, &n,
                                        &fixture->error));
    assert_int_equal(n, 1);
}

static void nothing_ever(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    size_t n;
    versions_add(fixture, 6, 9, 1, (struct stored_experiment){.name = "n"});
    assert_int_equal(
        history_rule(&request, RULING_ACCEPTED, "v05", &all, NULL, &n, &fixture->error),
        ASSAY_MISSING);
    assert_string_equal(fixture->error.text, "no change is told at v05, nor at any other version");
}

/* "sort" until the fourth version, "sorting" from the fifth on: one series with its step, once somebody said so. */
static void renamed(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    static const char *const later[] = {"sorting", NULL};
    struct history history;
    for (unsigned v = 1; v <= 8; v++)
        (void)version_add(
            fixture, (struct version_level){v, v < 5 ? 1 : 1.5, 0.002},
            (struct stored_experiment){.name = "n", .benchmarks = v < 5 ? NULL : later});
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, 2);
    assert_int_equal(history_gone(&history.finding, &history.finding.series[0]), 3);
    history_fini(&history);
    assert_int_equal(history_rename(&request, "sort", "nothing", NULL, &fixture->error),
                     ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "the history has no benchmark \"nothing\""));
    assert_stored(fixture, history_rename(&request, "sort", "sorting", "clearer", &fixture->error));
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, 1);
    assert_string_equal(history.finding.series[0].benchmark, "sorting");
    assert_int_equal(history.finding.series[0].n, 8);
    assert_int_equal(history.finding.series[0].finding.changes[0].at, 4);
    assert_int_equal(history.finding.n_renames, 1);
    assert_string_equal(history.finding.renames[0].before, "sort");
    assert_string_equal(history.finding.renames[0].why, "clearer");
    history_fini(&history);
}

static void two_benchmarks(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    static const char *const both[] = {"sort", "sorting", NULL};
    versions_add(fixture, 4, 9, 1, (struct stored_experiment){.name = "n", .benchmarks = both});
    assert_int_equal(history_rename(&request, "sort", "sorting", NULL, &fixture->error),
                     ASSAY_INVALID);
    assert_string_equal(
        fixture->error.text,
        "v01 measured both sort and sorting: two benchmarks, and not two names of one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(accepted),     fixture_test(outgrown), fixture_test(nothing_to_rule),
        fixture_test(nothing_ever), fixture_test(renamed),  fixture_test(two_benchmarks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

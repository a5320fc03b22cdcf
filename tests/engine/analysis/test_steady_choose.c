/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_steady_choose.c -- when benchmarks are steady, and keeping which iterations are live. */
#include "support/stored.h"

#include <math.h>
#include <string.h>

#include "analysis/steady_analyse.h"

enum { EACH = 60, WARM = 20 };

/* "warm" is five times as slow for its first twenty iterations, "flat" is not. Processor time likewise. */
static double value(const void *context, const struct stored_at *at)
{
    const bool warms = at->benchmark == 0 && at->iteration < WARM;
    const double noise =
        sin(12.9898 * (double)(at->iteration + 1) + 78.233 * (double)(at->execution + 3));
    (void)context;
    return (warms ? 5 : 1) * (1 + 0.005 * noise);
}

static int64_t add(struct fixture *fixture, size_t iterations)
{
    static const char *const benchmarks[] = {"warm", "flat", NULL};
    const struct stored_experiment made = {.name = "n",
                                           .benchmarks = benchmarks,
                                           .executions = 4,
                                           .iterations = iterations,
                                           .value = value};
    return stored_add(fixture, &made);
}

static void read_experiment(struct fixture *fixture, struct store *store, int64_t id,
                            struct input *input)
{
    const struct source_request request = {.stored = true};
    struct remarks remarks = {0};
    assert_stored(fixture,
                  input_of_experiment(&request, store, id, input, &remarks, &fixture->error));
    remarks_fini(&remarks);
}

static void analyse(struct fixture *fixture, const struct input *input,
                    struct steady_finding *finding)
{
    const struct steady_request request = STEADY_REQUEST_DEFAULTS;
    assert_stored(fixture, steady_analyse(input, &request, finding, &fixture->error));
}

/* The states' own warm-up, kept for each benchmark, is what is read from then on. */
static void automatic(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct input input;
    struct steady_finding finding;
    struct remarks remarks = {0};
    const int64_t id = add(fixture, EACH);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    read_experiment(fixture, store, id, &input);
    analyse(fixture, &input, &finding);
    assert_int_equal(finding.n, 2);
    assert_int_equal(finding.n_short, 0);
    assert_int_equal(finding.rows[0].state.warmup, WARM);
    assert_int_equal(finding.rows[1].state.warmup, 0);
    const struct manifest_count counts = steady_counts(&finding, true);
    assert_string_equal(counts.level, "iteration");
    assert_true(counts.sets_warmup);
    assert_int_equal(counts.warmup, WARM); /* of all, what the one needs that needs most */
    assert_true(counts.count >= 1);
    assert_stored(fixture, steady_choose(store, &input, 0, &finding, &remarks, &fixture->error));
    assert_int_equal(remarks.n, 2);
    assert_string_equal(remarks.items[0].text, "warm on it: live from iteration 21, automatic.");
    assert_string_equal(remarks.items[1].text, "flat on it: live from iteration 1, automatic.");
    remarks_fini(&remarks);
    steady_finding_fini(&finding);
    input_fini(&input);
    read_experiment(fixture, store, id, &input);
    assert_int_equal(input.series[0].decided, ASSAY_DECIDED_AUTOMATIC);
    assert_int_equal(input.series[0].live_from, WARM);
    assert_int_equal(input.series[0].live.shape.count[1], EACH - WARM);
    input_fini(&input);
    store_close(&store);
}

/* By hand it is the same one for all, and stands in for the automatic one until that is asked for. */
static void by_hand(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct input input;
    struct steady_finding finding;
    struct remarks remarks = {0};
    const int64_t id = add(fixture, EACH);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    read_experiment(fixture, store, id, &input);
    analyse(fixture, &input, &finding);
    assert_stored(fixture, steady_choose(store, &input, 31, &finding, &remarks, &fixture->error));
    assert_int_equal(remarks.n, 2);
    assert_string_equal(remarks.items[1].text, "flat on it: live from iteration 31, by hand.");
    remarks_fini(&remarks);
    remarks = (struct remarks){0};
    assert_int_equal(steady_choose(store, &input, EACH + 1, &finding, &remarks, &fixture->error),
                     ASSAY_INVALID);
    assert_string_equal(
        fixture->error.text,
        "warm on it: iteration 61 cannot be the first live one: an execution has 60");
    steady_finding_fini(&finding);
    input_fini(&input);
    read_experiment(fixture, store, id, &input);
    assert_int_equal(input.series[1].live_from, 30);
    analyse(fixture, &input, &finding);
    assert_int_equal(steady_counts(&finding, false).warmup, 30);
    assert_int_equal(steady_counts(&finding, true).warmup, WARM);
    steady_finding_fini(&finding);
    input_fini(&input);
    store_close(&store);
}

/* Executions alone have nothing to choose among; too few iterations have no state, and their row says so. */
static void nothing_to_choose(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct input input;
    struct steady_finding finding;
    struct remarks remarks = {0};
    const int64_t plain = add(fixture, 0), few = add(fixture, 2);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    for (int i = 0; i < 2; i++) {
        read_experiment(fixture, store, i == 0 ? plain : few, &input);
        analyse(fixture, &input, &finding);
        assert_int_equal(finding.n, 2);
        assert_int_equal(finding.n_short, 2);
        assert_string_not_equal(finding.rows[0].problem.text, "");
        assert_int_equal(steady_counts(&finding, true).count, 1);
        assert_int_equal(steady_choose(store, &input, 0, &finding, &remarks, &fixture->error),
                         ASSAY_UNDEFINED);
        assert_non_null(strstr(fixture->error.text, "nothing here has iterations"));
        assert_int_equal(steady_choose(store, &input, 2, &finding, &remarks, &fixture->error),
                         i == 0 ? ASSAY_UNDEFINED : ASSAY_OK);
        steady_finding_fini(&finding);
        input_fini(&input);
    }
    assert_int_equal(remarks.n, 2);
    remarks_fini(&remarks);
    store_close(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {fixture_test(automatic), fixture_test(by_hand),
                                       fixture_test(nothing_to_choose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_same.c -- versions of the same program: what they differ by, and that no change lies between them. */
#include "support/oracle.h"

#include <math.h>

#include <assay/history.h>
#include <assay/random.h>

enum { VERSIONS = 24, EACH = 4 }; /* six programs of four versions */

static const struct assay_history_options options = {.confidence = 0.95};

static void make(struct assay_random *random, double sd, double step,
                 struct assay_history_point versions[VERSIONS], unsigned program[VERSIONS])
{
    for (size_t i = 0; i < VERSIONS; i++) {
        const double mean = exp((i >= VERSIONS / 2 ? step : 0) + sd * assay_random_normal(random));
        versions[i] = (struct assay_history_point){
            .summary = {.mean = mean, .s2 = 1e-6 * mean * mean, .r = 5}};
        program[i] = 1 + (unsigned)(i / EACH);
    }
}

static void floor_by_hand(void **state)
{
    (void)state;
    const double means[] = {1, exp(0.02), 5, exp(0.01), 7, exp(0.04), 9};
    const unsigned program[] = {1, 1, 2, 1, 0, 3, 0};
    struct assay_history_point versions[7];
    for (size_t i = 0; i < 7; i++)
        versions[i] = (struct assay_history_point){.summary = {means[i], 0, 1}};
    const struct assay_history_same same = assay_history_floor(versions, program, 7);
    assert_int_equal(same.n_programs, 1);
    assert_int_equal(same.n_versions, 3);
    assert_close(same.df, 2, 0, 0);
    assert_close(same.sd, 0.01, 1e-12, 0); /* 0, 2, 1 % */
    assert_true(isnan(assay_history_floor(versions, program + 4, 3).sd));
}

static void floor_is_the_noise(void **state)
{
    (void)state;
    struct assay_random random;
    double sum = 0;
    assay_random_init(&random, 12, ASSAY_RANDOM_TEST, 0, 0);
    for (int run = 0; run < 1000; run++) {
        struct assay_history_point versions[VERSIONS];
        unsigned program[VERSIONS];
        make(&random, 0.01, 0.3, versions, program);
        const struct assay_history_same same = assay_history_floor(versions, program, VERSIONS);
        sum += same.sd * same.sd;
    }
    assert_close(sqrt(sum / 1000), 0.01, 0.02, 0); /* 18 000 degrees of freedom: 0.5 % */
}

/* Steps of 2.5 sd: each that is found lies between two programs, most at the true place. */
static void steps_between_programs(void **state)
{
    (void)state;
    enum { RUNS = 300 };
    struct assay_random random;
    size_t before = 0, found = 0, right = 0, right_before = 0, alarms = 0, alarms_before = 0;
    assay_random_init(&random, 13, ASSAY_RANDOM_TEST, 0, 0);
    for (int run = 0; run < 2 * RUNS; run++) {
        struct assay_history_point versions[VERSIONS];
        unsigned program[VERSIONS];
        struct assay_history history;
        const bool step = run < RUNS;
        make(&random, 0.01, step ? 0.025 : 0, versions, program);
        assert_int_equal(assay_history_find(versions, VERSIONS, &options, &history, NULL),
                         ASSAY_OK);
        before += step && history.n > 0;
        alarms_before += !step && history.n > 0;
        for (size_t k = 0; k < history.n; k++)
            right_before += step && history.changes[k].at == VERSIONS / 2;
        assert_int_equal(
            assay_history_settle(versions, program, VERSIONS, &options, &history, NULL), ASSAY_OK);
        found += step && history.n > 0;
        alarms += !step && history.n > 0;
        for (size_t k = 0; k < history.n; k++) {
            const struct assay_change *change = &history.changes[k];
            assert_true(program[change->at] != program[change->at - 1]);
            assert_true(change->from < change->at && change->at < change->to);
            right += step && change->at == VERSIONS / 2;
        }
        assay_history_fini(&history);
    }
    print_message("found %zu, then %zu; at the place %zu, then %zu; false %zu, then %zu of %d\n",
                  before, found, right_before, right, alarms_before, alarms, RUNS);
    assert_true(found + 6 >= before && found > 280);
    assert_true(right > right_before + 30 && right > 270);
    assert_true(alarms <= 6 && alarms_before >= 10); /* what is clear no more is left out */
}

static void one_program_never_changes(void **state)
{
    (void)state;
    struct assay_random random;
    struct assay_history_point versions[VERSIONS];
    unsigned program[VERSIONS];
    struct assay_history history;
    assay_random_init(&random, 14, ASSAY_RANDOM_TEST, 0, 0);
    make(&random, 0.001, 0.5, versions, program);
    for (size_t i = 0; i < VERSIONS; i++)
        program[i] = 9;
    for (int rule = ASSAY_HISTORY_CHANGEPOINTS; rule <= ASSAY_HISTORY_OTAVA; rule++) {
        struct assay_history_options any = options;
        any.rule = (enum assay_history_rule)rule;
        if (rule == ASSAY_HISTORY_KT2006)
            continue; /* wants intervals */
        assert_int_equal(assay_history_find(versions, VERSIONS, &any, &history, NULL), ASSAY_OK);
        assert_true(history.n > 0);
        assert_int_equal(assay_history_settle(versions, program, VERSIONS, &any, &history, NULL),
                         ASSAY_OK);
        assert_int_equal(history.n, 0);
        assay_history_fini(&history);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floor_by_hand),
        cmocka_unit_test(floor_is_the_noise),
        cmocka_unit_test(steps_between_programs),
        cmocka_unit_test(one_program_never_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

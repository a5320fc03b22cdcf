/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rules.c -- rules of stopping and tests of fit, as METHODS C3 and C6 say. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/simulate_checks.h>

static const struct assay_simulate_options options = {.confidence = 0.95, .seed = 1};

/* Within three standard errors of a published share in per cent, and of its rounding. */
static void assert_share(double share, double n, double percent, double published_se)
{
    double p = percent / 100;
    assert_close(share, p, 0, 3 * hypot(sqrt(p * (1 - p) / n), published_se / 100) + 0.0005);
}

/* METHODS C3: coverage and mean number of units of fixed, peek, peek from 10 on, Stein, fresh, anytime.
 * 0: not published. Its standard errors are 0.3 to 0.6 points. */
static void methods_c3(void **state)
{
    (void)state;
    enum { N = REPETITIONS(800) };
    static const struct {
        enum assay_simulate_distribution distribution;
        double precision;
        size_t least, fixed;
        double coverage[ASSAY_SIMULATE_RULES], units[ASSAY_SIMULATE_RULES];
    } rows[] = {
        {ASSAY_SIMULATE_NORMAL,
         .05,
         3,
         7,
         {94.9, 92.1, 95.1, 95.0, 94.7, 99.5},
         {7, 6, 10, 9, 14, 13}},
        {ASSAY_SIMULATE_NORMAL,
         .025,
         10,
         18,
         {95.2, 93.7, 93.7, 94.9, 95.2, 99.6},
         {18, 17, 17, 21, 31, 40}},
        {ASSAY_SIMULATE_LOGNORMAL,
         .025,
         3,
         18,
         {88.5, 80.5, 87.2, 85.2, 88.8, 97.3},
         {18, 11, 15, 30, 34, 31}},
        {ASSAY_SIMULATE_BIMODAL,
         .025,
         3,
         18,
         {85.0, 77.0, 72.5, 76.2, 81.8, 96.1},
         {18, 10, 17, 31, 36, 31}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assay_stopping_design design = {.distribution = rows[i].distribution,
                                               .sd = 0.05,
                                               .precision = rows[i].precision,
                                               .least = rows[i].least,
                                               .fixed = rows[i].fixed,
                                               .expected = 2.4 * (double)rows[i].fixed};
        struct assay_simulate_tally tallies[ASSAY_SIMULATE_RULES] = {0};
        assert_int_equal(assay_simulate_stopping(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        for (size_t k = 0; k < ASSAY_SIMULATE_RULES; k++) {
            assert_int_equal(tallies[k].experiments, N);
            assert_share((double)tallies[k].covered / N, N, rows[i].coverage[k], 0.6);
            /* whole numbers were published; means of so few experiments are right to a fifth */
            assert_close((double)tallies[k].units / N, rows[i].units[k], 0.2, 0.6);
        }
    }
}

/* METHODS C6: rejections in per cent by the bootstrap without rounding, at 30 and 100 values; with
 * it 3 to 7.8, by the tables nearly none. */
static void methods_c6(void **state)
{
    (void)state;
    enum { N = REPETITIONS(150) };
    static const struct {
        size_t n;
        double tick, unrounded;
    } rows[] = {{30, .1, 6}, {30, .5, 48}, {100, .25, 49}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct assay_fit_size_design design = {rows[i].n, rows[i].tick};
        struct assay_simulate_tally tallies[ASSAY_SIMULATE_FIT_TESTS] = {0};
        assert_int_equal(assay_simulate_fit_size(&design, &options, 0, N, tallies, NULL), ASSAY_OK);
        const struct assay_simulate_tally *t = tallies;
        assert_share((double)t[ASSAY_SIMULATE_TEST_UNROUNDED].above[0] / N, N, rows[i].unrounded,
                     2);
        assert_share((double)t[ASSAY_SIMULATE_TEST_ROUNDED].above[0] / N, N, 5, 1);
        assert_int_equal(t[0].covered + t[0].above[0], N);
    }
    struct assay_fit_size_design exact = {30, 0};
    struct assay_simulate_tally tallies[ASSAY_SIMULATE_FIT_TESTS] = {0};
    assert_int_equal(assay_simulate_fit_size(&exact, &options, 0, N, tallies, NULL), ASSAY_OK);
    assert_true(tallies[ASSAY_SIMULATE_TEST_TABLES].above[0] <= 2);
    assert_share((double)tallies[ASSAY_SIMULATE_TEST_UNROUNDED].above[0] / N, N, 5, 0);
}

/* Threads and parts change nothing. */
static void same_tallies(void **state)
{
    (void)state;
    struct assay_simulate_options threads = options;
    struct assay_stopping_design stopping = {ASSAY_SIMULATE_BIMODAL, 0.05, 0.025, 20, 3, 18};
    struct assay_fit_size_design size = {30, 0.25};
    struct assay_simulate_tally whole[2][ASSAY_SIMULATE_RULES] = {0};
    struct assay_simulate_tally parts[2][ASSAY_SIMULATE_RULES] = {0};
    threads.n_threads = 1;
    assert_int_equal(assay_simulate_stopping(&stopping, &threads, 0, 40, whole[0], NULL), ASSAY_OK);
    assert_int_equal(assay_simulate_fit_size(&size, &threads, 0, 20, whole[1], NULL), ASSAY_OK);
    threads.n_threads = 3;
    assert_int_equal(assay_simulate_stopping(&stopping, &threads, 9, 40, parts[0], NULL), ASSAY_OK);
    assert_int_equal(assay_simulate_stopping(&stopping, &threads, 0, 9, parts[0], NULL), ASSAY_OK);
    assert_int_equal(assay_simulate_fit_size(&size, &threads, 0, 20, parts[1], NULL), ASSAY_OK);
    assert_memory_equal(whole, parts, sizeof whole);
}

static void edges(void **state)
{
    (void)state;
    struct assay_error error;
    struct assay_simulate_tally tallies[ASSAY_SIMULATE_RULES] = {0};
    struct assay_stopping_design stopping = {ASSAY_SIMULATE_GAMMA, 0.05, 0.025, 20, 3, 18};
    assert_int_equal(assay_simulate_stopping(&stopping, &options, 0, 1, tallies, &error),
                     ASSAY_INVALID);
    stopping.distribution = ASSAY_SIMULATE_NORMAL, stopping.least = 1;
    assert_int_equal(assay_simulate_stopping(&stopping, &options, 0, 1, tallies, &error),
                     ASSAY_INVALID);
    struct assay_fit_size_design size = {5, 0};
    assert_int_equal(assay_simulate_fit_size(&size, &options, 0, 1, tallies, &error),
                     ASSAY_INVALID);
    size = (struct assay_fit_size_design){30, -1};
    assert_int_equal(assay_simulate_fit_size(&size, &options, 0, 1, tallies, &error),
                     ASSAY_INVALID);
    assert_null(assay_simulate_rule_name(ASSAY_SIMULATE_RULES));
    assert_string_equal(assay_simulate_fit_test_name(ASSAY_SIMULATE_TEST_ROUNDED), "rounded");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_c3),
        cmocka_unit_test(methods_c6),
        cmocka_unit_test(same_tallies),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

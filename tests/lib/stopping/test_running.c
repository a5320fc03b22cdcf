/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_running.c -- running moments give the intervals that the whole samples give. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>
#include <assay/stopping.h>

enum { N = 200 };

/* Moments of n units and where they would lie without a rule: the interval of confidence 0.95. */
static double t_squared(size_t n)
{
    const double t = assay_t_critical(0.95, (double)n - 1);
    return t * t;
}

static void mean_by_hand(void **state)
{
    (void)state;
    struct assay_running_mean running = {0};
    struct assay_interval interval;
    const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    for (size_t i = 0; i < 8; i++)
        assay_running_mean_add(&running, values[i]);
    assert_int_equal(running.n, 8);
    assert_close(running.mean, 5, 1e-15, 0);
    assert_close(running.m2, 32, 1e-15, 0);
    assert_int_equal(assay_stopping_mean(&running, 4, &interval, NULL), ASSAY_OK);
    assert_int_equal(interval.kind, ASSAY_BOUNDED);
    /* 2 sqrt(32 / 7 / 8) = 1.5118578920369088 */
    assert_close(interval.upper, 5 + 1.5118578920369088, 1e-15, 0);
    assert_close(assay_stopping_half_width(5, &interval), 1.5118578920369088 / 5, 1e-14, 0);
    assert_int_equal(assay_stopping_mean(&running, INFINITY, &interval, NULL), ASSAY_OK);
    assert_int_equal(interval.kind, ASSAY_ALL);
    assert_true(isinf(assay_stopping_half_width(5, &interval)));
}

static void mean_as_of_the_sample(void **state)
{
    (void)state;
    double x[N];
    struct assay_running_mean running = {0};
    struct assay_random random;
    assay_random_init(&random, 11, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t n = 1; n <= N; n++) {
        x[n - 1] = 1e-3 * (1 + 1e-4 * assay_random_normal(&random));
        assay_running_mean_add(&running, x[n - 1]);
        if (n < 2)
            continue;
        const struct assay_sample sample = assay_sample_flat(x, n);
        struct assay_estimate estimate;
        struct assay_interval interval;
        assert_int_equal(assay_mean_anytime(&sample, 100, 0.95, &estimate, NULL), ASSAY_OK);
        assert_int_equal(
            assay_stopping_mean(&running, assay_anytime_critical(n, 100, 0.95), &interval, NULL),
            ASSAY_OK);
        assert_int_equal(interval.kind, estimate.interval.kind);
        assert_close(interval.lower, estimate.interval.lower, 1e-12, 0);
        assert_close(interval.upper, estimate.interval.upper, 1e-12, 0);
    }
}

static void check_ratio(const struct assay_running_pair *running, const double *x, const double *y,
                        size_t n, double tolerance)
{
    const struct assay_sample a = assay_sample_flat(x, n), b = assay_sample_flat(y, n);
    struct assay_estimate plain;
    struct assay_interval interval;
    assert_int_equal(assay_ratio_paired(&a, &b, 0.95, &plain, NULL), ASSAY_OK);
    assert_int_equal(assay_stopping_ratio(running, t_squared(n), &interval, NULL), ASSAY_OK);
    assert_int_equal(interval.kind, plain.interval.kind);
    assert_close(interval.lower, plain.interval.lower, tolerance, 0);
    assert_close(interval.upper, plain.interval.upper, tolerance, 0);
}

/* Drift of thirty times what the rounds differ by, a speedup of three, values of a thousandth. */
static void ratio_under_drift(void **state)
{
    (void)state;
    double x[N], y[N];
    struct assay_running_pair running = {0};
    struct assay_random random;
    assay_random_init(&random, 12, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t n = 1; n <= N; n++) {
        const double drift = 1 + 0.03 * assay_random_normal(&random);
        x[n - 1] = 3e-3 * drift * (1 + 0.001 * assay_random_normal(&random));
        y[n - 1] = 1e-3 * drift * (1 + 0.001 * assay_random_normal(&random));
        assay_running_pair_add(&running, x[n - 1], y[n - 1]);
        if (n >= 2)
            check_ratio(&running, x, y, n, 1e-12);
    }
}

/* What they share is a million times what they differ by: the width keeps its digits. */
static void ratio_keeps_digits(void **state)
{
    (void)state;
    double x[N], y[N];
    struct assay_running_pair running = {0};
    struct assay_random random;
    struct assay_estimate plain;
    struct assay_interval interval;
    assay_random_init(&random, 13, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < N; i++) {
        x[i] = 1 + 0.3 * assay_random_uniform(&random);
        y[i] = x[i] * (1 + 1e-7 * assay_random_normal(&random));
        assay_running_pair_add(&running, x[i], y[i]);
    }
    const struct assay_sample a = assay_sample_flat(x, N), b = assay_sample_flat(y, N);
    assert_int_equal(assay_ratio_paired(&a, &b, 0.95, &plain, NULL), ASSAY_OK);
    assert_int_equal(assay_stopping_ratio(&running, t_squared(N), &interval, NULL), ASSAY_OK);
    assert_close(interval.upper - interval.lower, plain.interval.upper - plain.interval.lower, 1e-6,
                 0);
}

/* Signs, an unbounded set, a new mean of 0, a first value of 0. */
static void odd_ratios(void **state)
{
    (void)state;
    static const double cases[][2][4] = {{{-1, -2, -1.5, -1.2}, {2, 3, 2.5, 2.1}},
                                         {{1, -1.5, 2, -1}, {5, 6, 5.5, 5.2}},
                                         {{3, 4, 5, 4}, {1, -1, 2, -2}},
                                         {{3, 4, 5, 4}, {0, 1, 2, 1}},
                                         {{0, 4, 5, 4}, {2, 1, 2, 1}},
                                         {{1, 1, 1, 1}, {2, 2, 2, 2}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct assay_running_pair running = {0};
        for (size_t i = 0; i < 4; i++)
            assay_running_pair_add(&running, cases[k][0][i], cases[k][1][i]);
        check_ratio(&running, cases[k][0], cases[k][1], 4, 1e-11);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_running_mean mean = {0};
    struct assay_running_pair pair = {0};
    struct assay_interval interval = {.lower = 7, .upper = 8};
    assay_running_mean_add(&mean, 1);
    assay_running_pair_add(&pair, 1, 2);
    assert_int_equal(assay_stopping_mean(&mean, 4, &interval, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_stopping_ratio(&pair, 4, &interval, NULL), ASSAY_UNDEFINED);
    assay_running_mean_add(&mean, 2);
    assert_int_equal(assay_stopping_mean(&mean, NAN, &interval, NULL), ASSAY_INVALID);
    assay_running_pair_add(&pair, -1, 2);
    assert_int_equal(assay_stopping_ratio(&pair, 4, &interval, NULL), ASSAY_UNDEFINED);
    assay_running_pair_add(&pair, NAN, 2);
    assert_int_equal(assay_stopping_ratio(&pair, 4, &interval, NULL), ASSAY_INVALID);
    assert_true(interval.lower == 7 && interval.upper == 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_by_hand),      cmocka_unit_test(mean_as_of_the_sample),
        cmocka_unit_test(ratio_under_drift), cmocka_unit_test(ratio_keeps_digits),
        cmocka_unit_test(odd_ratios),        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

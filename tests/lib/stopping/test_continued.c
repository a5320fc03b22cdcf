/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_continued.c -- pilots whose values count: whole runs, planned from the pilot's spread and judged by all. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/finding.h>
#include <assay/interval.h>
#include <assay/random.h>
#include <assay/stopping.h>
#include <assay/typical.h>

static const double x[] = {9, 10, 11, 10, 10, 10}, y[] = {10, 11, 12.5, 10.5, 11, 11};

/* Mean 10, variance 0.4, of six; a pilot of three: t of two degrees of freedom is 4.30265273. */
static void by_hand(void **state)
{
    (void)state;
    const struct assay_sample six = assay_sample_flat(x, 6);
    struct assay_estimate found, plain;
    assert_int_equal(assay_mean_continued(&six, 3, 0.95, &found, NULL), ASSAY_OK);
    assert_close(found.interval.upper - 10, 4.302652729911275 * sqrt(0.4 / 6), 1e-10, 0);
    assert_close(found.interval.lower, 20 - found.interval.upper, 1e-12, 0);
    assert_true(found.interval.df == 2 && found.estimate == 10);
    assert_string_equal(found.interval.method, "continued t on top-level means");
    /* No more than the pilot: the plain one. */
    assert_int_equal(assay_mean_continued(&six, 6, 0.95, &found, NULL), ASSAY_OK);
    assert_int_equal(assay_mean_interval(&six, 0.95, &plain, NULL), ASSAY_OK);
    assert_close(found.interval.upper, plain.interval.upper, 1e-14, 0);
    assert_int_equal(assay_stopping_continued(30), 40);
    assert_int_equal(assay_stopping_continued(5), 7);
    assert_int_equal(assay_stopping_continued(3), 4);
}

/* Where the pilot is as good as all, Fieller's set is the plain one; with fewer it is wider, on whatever scale and with whichever
 * system first. */
static void ratios(void **state)
{
    (void)state;
    double large[6];
    for (size_t i = 0; i < 6; i++)
        large[i] = 1e9 * y[i];
    const struct assay_sample a = assay_sample_flat(x, 6), b = assay_sample_flat(y, 6),
                              c = assay_sample_flat(large, 6);
    struct assay_estimate plain, all, few, scaled, turned;
    assert_int_equal(assay_ratio_paired(&a, &b, 0.95, &plain, NULL), ASSAY_OK);
    assert_int_equal(assay_ratio_continued(&a, &b, 9, 0.95, &all, NULL), ASSAY_OK);
    assert_int_equal(assay_ratio_continued(&a, &b, 3, 0.95, &few, NULL), ASSAY_OK);
    assert_int_equal(assay_ratio_continued(&a, &c, 3, 0.95, &scaled, NULL), ASSAY_OK);
    assert_int_equal(assay_ratio_continued(&b, &a, 3, 0.95, &turned, NULL), ASSAY_OK);
    assert_true(all.interval.lower == plain.interval.lower && all.interval.df == 5);
    assert_true(few.interval.lower < plain.interval.lower && few.interval.df == 2);
    assert_close(scaled.interval.upper, 1e9 * few.interval.upper, 1e-9, 0);
    assert_close(turned.interval.upper * few.interval.lower, 1, 1e-12, 0);
    assert_string_equal(few.interval.method, "fieller-paired-continued");
}

/* The typical run: order statistics as they are, from 12 rounds on; t of the pilot before. */
static void typical(void **state)
{
    (void)state;
    double sorted[15];
    struct assay_typical plain, found;
    const struct assay_typical_rule rule = {.stopping = ASSAY_STOPPED_CONTINUED, .pilot = 3};
    for (size_t i = 0; i < 15; i++)
        sorted[i] = 0.01 * (double)(i * i);
    for (size_t n = 6; n <= 15; n += 9) {
        const struct assay_view view = {sorted, n};
        assert_int_equal(assay_typical_interval(view, NULL, 0.95, &plain, NULL), ASSAY_OK);
        assert_int_equal(assay_typical_interval(view, &rule, 0.95, &found, NULL), ASSAY_OK);
        if (n == 6)
            assert_true(found.ratio.interval.upper > plain.ratio.interval.upper &&
                        found.ratio.interval.df == 2);
        else
            assert_true(found.ratio.interval.upper == plain.ratio.interval.upper &&
                        found.order == plain.order);
    }
}

static void bad_input(void **state)
{
    (void)state;
    const struct assay_sample six = assay_sample_flat(x, 6);
    const struct assay_typical_rule rule = {.stopping = ASSAY_STOPPED_CONTINUED, .pilot = 1};
    struct assay_estimate found;
    struct assay_typical of_rounds;
    assert_int_equal(assay_mean_continued(&six, 1, 0.95, &found, NULL), ASSAY_INVALID);
    assert_int_equal(assay_mean_continued(&six, 3, 95, &found, NULL), ASSAY_INVALID);
    assert_int_equal(assay_ratio_continued(&six, &six, 0, 0.95, &found, NULL), ASSAY_INVALID);
    assert_int_equal(
        assay_typical_interval((struct assay_view){x, 2}, &rule, 0.95, &of_rounds, NULL),
        ASSAY_INVALID);
}

/* ---- whole runs ---- */

enum { MOST = 4000, N = REPETITIONS(20000) };

struct outcome {
    double covered, plain, units, width; /* shares; means; width relative to what was asked for */
};

/* As a session: a pilot, a number from its variance with the caution that plans take, and no fewer than a third more. precision:
 * that `fits` times the pilot's units would be needed if the variance were known. */
static struct outcome run(size_t pilot, double fits, double confidence, uint32_t unit)
{
    static double values[MOST];
    struct outcome outcome = {0};
    const double z = assay_t_critical(confidence, 1e9), precision = z / sqrt(fits * (double)pilot),
                 t = z * assay_stopping_caution(pilot, confidence);
    for (uint32_t k = 0; k < N; k++) {
        struct assay_random random;
        struct assay_running_mean mean = {0};
        struct assay_estimate found, plain;
        assay_random_init(&random, 536, ASSAY_RANDOM_TEST, k, unit);
        for (; mean.n < pilot; assay_running_mean_add(&mean, values[mean.n]))
            values[mean.n] = assay_random_normal(&random);
        mean.mean = 1; /* so that a precision relative to it is that of the noise */
        size_t n = assay_stopping_stein(&mean, precision, t * t, MOST);
        n = n < assay_stopping_continued(pilot) ? assay_stopping_continued(pilot) : n;
        for (size_t i = pilot; i < n; i++)
            values[i] = assay_random_normal(&random);
        const struct assay_sample sample = assay_sample_flat(values, n);
        assert_int_equal(assay_mean_continued(&sample, pilot, confidence, &found, NULL), ASSAY_OK);
        assert_int_equal(assay_mean_interval(&sample, confidence, &plain, NULL), ASSAY_OK);
        outcome.covered += (found.interval.lower <= 0 && found.interval.upper >= 0) / (double)N;
        outcome.plain += (plain.interval.lower <= 0 && plain.interval.upper >= 0) / (double)N;
        outcome.units += (double)n / N;
        outcome.width += (found.interval.upper - found.interval.lower) / 2 / precision / N;
    }
    return outcome;
}

/* Three standard errors of 20 000 are 0.46 points of 95 %, 0.21 of 99 %. */
static void it_covers(void **state)
{
    (void)state;
    static const size_t pilots[] = {5, 10, 30};
    static const double fits[] = {1, 2, 4}, confidences[] = {0.95, 0.99};
    for (uint32_t i = 0; i < 18; i++) {
        const double confidence = confidences[i / 9],
                     error = sqrt(confidence * (1 - confidence) / N);
        const struct outcome outcome = run(pilots[i % 3], fits[i / 3 % 3], confidence, i);
        assert_true(outcome.covered >= confidence - 3 * error);
        assert_true(outcome.width < 1.3);
    }
}

/* What the quantile is for: the plain interval says too much. */
static void the_plain_one_does_not(void **state)
{
    (void)state;
    const struct outcome outcome = run(5, 2, 0.95, 40);
    assert_true(outcome.plain < 0.935 && outcome.covered > 0.95);
}

/* A fresh run of as many units in all has fewer to judge by: a third narrower is what the pilot's values give. */
static void they_are_worth_it(void **state)
{
    (void)state;
    const struct outcome kept = run(30, 2, 0.95, 41);
    const double fresh = assay_t_critical(0.95, kept.units - 30 - 1) / sqrt(kept.units - 30);
    const double asked = assay_t_critical(0.95, 1e9) / sqrt(60);
    assert_true(kept.width < 1.01 && kept.width * asked < 0.75 * fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),           cmocka_unit_test(ratios),
        cmocka_unit_test(typical),           cmocka_unit_test(bad_input),
        cmocka_unit_test(it_covers),         cmocka_unit_test(the_plain_one_does_not),
        cmocka_unit_test(they_are_worth_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stopping.c -- intervals of runs that look at their values: constants, coverage over whole
 * runs. The full table of stopping rules is made by bench/stopping. */
#include "support/oracle.h"

#include <math.h>

#include <assay/interval.h>
#include <assay/random.h>

/* Jennison & Turnbull 2000, table 2.3, alpha 0.05: C_B(K, 0.05), printed to three decimals. */
static void published_constants(void **state)
{
    (void)state;
    static const double printed[] = {1.960, 1.977, 2.004, 2.024, 2.040,
                                     2.053, 2.063, 2.072, 2.080, 2.087};
    for (size_t n = 1; n <= 10; n++) {
        double confidence;
        assert_int_equal(assay_look_confidence(n, n, 0.95, &confidence, NULL), ASSAY_OK);
        /* At the last look z is the constant itself. */
        assert_close(1 - confidence, erfc(printed[n - 1] / sqrt(2)), 0, 1.2e-4);
    }
}

static void looks_grow_looser(void **state)
{
    (void)state;
    double before = 1, confidence;
    for (size_t look = 1; look <= 4; look++) {
        assert_int_equal(assay_look_confidence(look, 4, 0.95, &confidence, NULL), ASSAY_OK);
        assert_true(confidence < before && confidence >= 0.95);
        before = confidence;
    }
    assert_int_equal(assay_look_confidence(5, 4, 0.95, &confidence, NULL), ASSAY_INVALID);
    assert_int_equal(assay_look_confidence(0, 4, 0.95, &confidence, NULL), ASSAY_INVALID);
    assert_int_equal(assay_look_confidence(1, 51, 0.95, &confidence, NULL), ASSAY_INVALID);
    assert_int_equal(assay_look_confidence(1, 2, 1, &confidence, NULL), ASSAY_INVALID);
}

/* F5 as it is written down. */
static void anytime_by_hand(void **state)
{
    (void)state;
    const double n = 20, g = 8.5 / 30, k = 1 + n * g;
    const double q = exp(2 / n * (0.5 * log(k) - log(0.05)));
    assert_close(assay_anytime_critical(20, 30, 0.95), (n - 1) * (q - 1) / (1 - q / k), 1e-13, 0);
    assert_true(isinf(assay_anytime_critical(2, 30, 0.95)));
    assert_true(isnan(assay_anytime_critical(1, 30, 0.95)));
    assert_true(isnan(assay_anytime_critical(5, 0, 0.95)));
    /* It is wider than t everywhere. */
    for (size_t r = 3; r < 2000; r = r * 3 / 2 + 1) {
        double t = assay_t_critical(0.95, (double)r - 1);
        assert_true(assay_anytime_critical(r, 30, 0.95) > t * t);
    }
}

/* ---- false alarms when nothing changed, looking after every round ---- */

enum { ROUNDS = 60, RUNS = REPETITIONS(800) };

struct alarms {
    size_t plain, anytime, looks;
};

static bool excludes_1(const struct assay_estimate *estimate)
{
    return estimate->interval.kind == ASSAY_BOUNDED &&
           (estimate->interval.lower > 1 || estimate->interval.upper < 1);
}

static void look_after_each_round(uint32_t run, struct alarms *alarms)
{
    double x[ROUNDS], y[ROUNDS];
    bool plain = false, anytime = false, looks = false;
    struct assay_random random;
    assay_random_init(&random, 4, ASSAY_RANDOM_TEST, run, 0);
    for (size_t n = 1; n <= ROUNDS; n++) {
        double drift = 5 * assay_random_normal(&random);
        x[n - 1] = 100 + drift + assay_random_normal(&random);
        y[n - 1] = 100 + drift + assay_random_normal(&random);
        if (n < 3)
            continue;
        struct assay_sample a = assay_sample_flat(x, n), b = assay_sample_flat(y, n);
        struct assay_estimate estimate;
        assert_int_equal(assay_ratio_paired(&a, &b, 0.95, &estimate, NULL), ASSAY_OK);
        plain = plain || excludes_1(&estimate);
        assert_int_equal(assay_ratio_anytime(&a, &b, 30, 0.95, &estimate, NULL), ASSAY_OK);
        anytime = anytime || excludes_1(&estimate);
        if (n % (ROUNDS / 4) != 0)
            continue;
        assert_int_equal(assay_ratio_look(&a, &b, n / (ROUNDS / 4), 4, 0.95, &estimate, NULL),
                         ASSAY_OK);
        looks = looks || excludes_1(&estimate);
    }
    alarms->plain += plain;
    alarms->anytime += anytime;
    alarms->looks += looks;
}

static void false_alarms(void **state)
{
    (void)state;
    struct alarms alarms = {0, 0, 0};
    for (uint32_t run = 0; run < RUNS; run++)
        look_after_each_round(run, &alarms);
    double plain = (double)alarms.plain / RUNS, anytime = (double)alarms.anytime / RUNS,
           looks = (double)alarms.looks / RUNS;
    /* METHODS C3: 31 % at n = 50 by peeking, 0.8 % anytime, 5.2 % with four looks. s.e. 0.8 points.
     */
    assert_true(plain > 0.25 && plain < 0.42);
    assert_true(anytime < 0.03);
    assert_true(fabs(looks - 0.05) < 0.023);
}

static void unbounded_and_edges(void **state)
{
    (void)state;
    const double x[] = {10, 11, 9, 10, 12}, y[] = {11, 12, 10, 12, 13};
    struct assay_sample a = assay_sample_flat(x, 5), b = assay_sample_flat(y, 5),
                        two = assay_sample_flat(x, 2);
    struct assay_estimate estimate, plain;
    assert_int_equal(assay_ratio_anytime(&two, &two, 30, 0.95, &estimate, NULL), ASSAY_OK);
    assert_int_equal(estimate.interval.kind, ASSAY_ALL);
    assert_int_equal(assay_ratio_anytime(&a, &b, -1, 0.95, &estimate, NULL), ASSAY_INVALID);
    assert_int_equal(assay_mean_anytime(&a, 10, 0.95, &estimate, NULL), ASSAY_OK);
    assert_int_equal(assay_mean_interval(&a, 0.95, &plain, NULL), ASSAY_OK);
    assert_true(estimate.interval.upper > plain.interval.upper);
    assert_int_equal(assay_ratio_look(&a, &b, 1, 1, 0.95, &estimate, NULL), ASSAY_OK);
    assert_int_equal(assay_ratio_paired(&a, &b, 0.95, &plain, NULL), ASSAY_OK);
    assert_true(estimate.interval.lower == plain.interval.lower);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_constants), cmocka_unit_test(looks_grow_looser),
        cmocka_unit_test(anytime_by_hand),     cmocka_unit_test(false_alarms),
        cmocka_unit_test(unbounded_and_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

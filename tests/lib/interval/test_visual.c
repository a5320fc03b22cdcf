/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_visual.c -- Jain's three cases, and the ratio that tells the same. */
#include "support/oracle.h"

#include <math.h>

#include <assay/interval.h>
#include <assay/random.h>

static struct assay_detection of(const double *x, size_t n, const double *y, size_t m)
{
    struct assay_sample old_sample = assay_sample_flat(x, n), new_sample = assay_sample_flat(y, m);
    struct assay_detection out;
    struct assay_error error;
    if (assay_visual_detect(&old_sample, &new_sample, 0.95, &out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return out;
}

/* 9 10 11: mean 10, half-width 4.302653 / sqrt(3) = 2.484. */
static void three_cases(void **state)
{
    (void)state;
    const double x[] = {9, 10, 11}, far[] = {19, 20, 21}, near[] = {10, 11, 12},
                 between[] = {12.5, 13.5, 14.5};
    struct assay_detection d = of(x, 3, far, 3);
    assert_int_equal(d.overlap, ASSAY_OVERLAP_NONE);
    assert_true(d.differ && isnan(d.p));
    /* t(0.975, 2) in closed form */
    double half = sqrt(2 / (0.05 * 1.95) - 2) / sqrt(3);
    assert_close(d.ratio.interval.lower, (20 - half) / (10 + half), 1e-13, 0);
    assert_close(d.ratio.interval.upper, (20 + half) / (10 - half), 1e-13, 0);
    d = of(x, 3, near, 3);
    assert_int_equal(d.overlap, ASSAY_OVERLAP_CENTER);
    assert_true(!d.differ && isnan(d.p));
    d = of(x, 3, between, 3); /* 12.484 > 11.016; t = 3.5 / sqrt(2/3) = 4.2866 with 4 df */
    assert_int_equal(d.overlap, ASSAY_OVERLAP_SLIGHT);
    assert_true(d.differ && d.ratio.interval.lower > 1);
    double x4 = 18.375 / 22.375; /* t^2 / (t^2 + 4); the t distribution with 4 df in closed form */
    assert_close(d.p, 1 - sqrt(x4) * (1 + (1 - x4) / 2), 1e-13, 0);
    assert_close(d.ratio.interval.df, 4, 1e-13, 0);
}

/* Swapping the systems keeps the decision; the ratio excludes 1 exactly when they differ. */
static void decision_and_ratio_agree(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 8, ASSAY_RANDOM_TEST, 0, 0);
    size_t seen[3] = {0};
    for (int round = 0; round < 3000; round++) {
        double x[8], y[8];
        size_t n = 2 + assay_random_below(&random, 7), m = 2 + assay_random_below(&random, 7);
        double shift = 8 * assay_random_uniform(&random);
        for (size_t i = 0; i < 8; i++) {
            x[i] = 100 + 2 * assay_random_normal(&random);
            y[i] = 100 + shift + 3 * assay_random_normal(&random);
        }
        struct assay_detection d = of(x, n, y, m), swapped = of(y, m, x, n);
        assert_int_equal(d.overlap, swapped.overlap);
        assert_true(d.differ == swapped.differ);
        const struct assay_interval *set = &d.ratio.interval;
        bool excludes = set->kind == ASSAY_BOUNDED   ? (1 < set->lower || set->upper < 1)
                        : set->kind == ASSAY_RAY     ? 1 < set->lower
                        : set->kind == ASSAY_OUTSIDE ? set->lower < 1 && 1 < set->upper
                                                     : false;
        assert_true(excludes == d.differ);
        assert_true((d.p <= 0.05) == (d.overlap == ASSAY_OVERLAP_SLIGHT && d.differ));
        seen[d.overlap]++;
    }
    assert_true(seen[0] > 100 && seen[1] > 100 && seen[2] > 100);
}

static void edges(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3}, negative[] = {-1, -2, -3}, same[] = {5, 5}, other[] = {6, 6};
    struct assay_sample good = assay_sample_flat(x, 3), bad = assay_sample_flat(negative, 3),
                        one = assay_sample_flat(x, 1);
    struct assay_detection out;
    assert_int_equal(assay_visual_detect(&good, &bad, 0.95, &out, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_visual_detect(&one, &good, 0.95, &out, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_visual_detect(&good, &good, 1.5, &out, NULL), ASSAY_INVALID);
    assert_true(!of(same, 2, same, 2).differ);
    assert_true(of(same, 2, other, 2).differ);
    assert_close(of(same, 2, other, 2).ratio.interval.lower, 1.2, 1e-15, 0);
    /* An interval of old that reaches below zero bounds no ratio from above. */
    const double wide[] = {1, 9};
    struct assay_detection unbounded = of(wide, 2, other, 2);
    assert_int_equal(unbounded.ratio.interval.kind, ASSAY_RAY);
    assert_true((unbounded.ratio.warnings & ASSAY_WARNING(ASSAY_WARN_UNBOUNDED)) != 0);
}

/* Means 10 and 12.8, variances 4 of five values and 1 of twenty; Welch's p by R. */
static void unequal_sizes(void **state)
{
    (void)state;
    double x[5], y[20];
    for (size_t i = 0; i < 5; i++)
        x[i] = 10 + sqrt(1.6) * ((double)i - 2);
    for (size_t i = 0; i < 20; i++)
        y[i] = 12.8 + sqrt(0.95) * (i % 2 == 0 ? 1 : -1);
    const struct assay_detection d = of(x, 5, y, 20);
    assert_int_equal(d.overlap, ASSAY_OVERLAP_SLIGHT);
    assert_close(d.p, 0.032935418147924604, 1e-12, 0);
    assert_close(d.ratio.interval.df, 4.5119145439605584, 1e-12, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_cases),
        cmocka_unit_test(decision_and_ratio_agree),
        cmocka_unit_test(edges),
        cmocka_unit_test(unequal_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

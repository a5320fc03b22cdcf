/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_describe.c -- one sample described: numbers, levels that were not repeated, warnings. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/finding.h>
#include <assay/random.h>

static const double values[] = {9, 11, 5, 6, 16, 13, 12, 8, 15, 7, 10, 14};

static struct assay_description describe(size_t n_levels, const size_t *counts, const double *x)
{
    struct assay_sample sample = assay_sample_balanced(x, n_levels, counts);
    struct assay_description description;
    struct assay_error error;
    if (assay_describe(&sample, 0.95, &description, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return description;
}

static bool warns(const struct assay_description *description, enum assay_warning warning)
{
    return (description->warnings & ASSAY_WARNING(warning)) != 0;
}

/* TR Table V, old. */
static void by_hand(void **state)
{
    (void)state;
    struct assay_description d = describe(3, (size_t[]){3, 2, 2}, values);
    assert_int_equal(d.n, 12);
    assert_true(d.mean == 10.5 && d.min == 5 && d.max == 16 && d.median == 10.5);
    assert_true(d.q1 == 7.75 && d.q3 == 13.25);
    assert_close(d.sd, sqrt(13), 1e-15, 0);
    assert_close(d.interval.lower, 10.5 - 5.989039133583091, 1e-13, 0);
    assert_true(d.interval.df == 2 && d.interval.kind == ASSAY_BOUNDED);
    assert_close(d.level[0].t2, 2.3541666666666665, 1e-14, 0);
    assert_close(d.level[1].t2, 2.3333333333333335, 1e-14, 0);
    assert_close(d.level[2].t2, 9.1666666666666667, 1e-14, 0);
    assert_true(d.level[0].count == 3 && d.level[1].count == 2 && d.level[2].count == 2);
    assert_int_equal(d.warnings, ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS));
}

/* 3 x 1 x 4: the middle is no level; its place stays, without numbers. */
static void level_in_the_middle(void **state)
{
    (void)state;
    struct assay_description d = describe(3, (size_t[]){3, 1, 4}, values);
    struct assay_description e = describe(2, (size_t[]){3, 4}, values);
    assert_int_equal(d.n_levels, 3);
    assert_true(d.level[1].count == 1 && isnan(d.level[1].s2) && isnan(d.level[1].t2));
    assert_true(d.level[0].t2 == e.level[0].t2 && d.level[2].t2 == e.level[1].t2);
    assert_true(d.interval.lower == e.interval.lower && d.interval.upper == e.interval.upper);
    assert_true(warns(&d, ASSAY_WARN_LEVEL_MERGED) && !warns(&e, ASSAY_WARN_LEVEL_MERGED));
    assert_false(warns(&d, ASSAY_WARN_NO_HIGHER_LEVEL));
}

/* 1 x 1 x 12: the values are the highest level that was repeated. */
static void levels_above(void **state)
{
    (void)state;
    struct assay_description d = describe(3, (size_t[]){1, 1, 12}, values);
    assert_true(isnan(d.level[0].t2) && isnan(d.level[1].t2));
    assert_close(d.level[2].t2, 13, 1e-15, 0);
    assert_true(d.interval.df == 11 && d.level[0].count == 1 && d.level[2].count == 12);
    assert_true(warns(&d, ASSAY_WARN_NO_HIGHER_LEVEL) && !warns(&d, ASSAY_WARN_LEVEL_MERGED));
    struct assay_description flat = describe(1, (size_t[]){12}, values);
    assert_true(warns(&flat, ASSAY_WARN_NO_HIGHER_LEVEL));
    assert_false(warns(&flat, ASSAY_WARN_LEVEL_MERGED));
    assert_true(flat.interval.lower == d.interval.lower);
}

/* 6 x 2 x 1: executions that ran one iteration are the values. */
static void level_below(void **state)
{
    (void)state;
    struct assay_description d = describe(3, (size_t[]){6, 2, 1}, values);
    struct assay_description e = describe(2, (size_t[]){6, 2}, values);
    assert_true(warns(&d, ASSAY_WARN_LEVEL_MERGED));
    assert_true(isnan(d.level[2].t2) && d.level[1].t2 == e.level[1].t2);
    assert_true(d.level[0].t2 == e.level[0].t2 && d.interval.upper == e.interval.upper);
}

static void one_value(void **state)
{
    (void)state;
    struct assay_description d = describe(3, (size_t[]){1, 1, 1}, values);
    assert_true(d.n == 1 && d.mean == 9 && d.median == 9 && isnan(d.sd));
    assert_true(isnan(d.interval.lower) && isnan(d.interval.upper) && isnan(d.interval.df));
    assert_true(isnan(d.level[0].t2) && isnan(d.level[2].t2));
    assert_true(warns(&d, ASSAY_WARN_FEW_TOP_UNITS));
}

static void negative_components(void **state)
{
    (void)state;
    const double x[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
    struct assay_description d = describe(3, (size_t[]){3, 2, 2}, x);
    assert_true(d.level[1].t2 < 0 && !warns(&d, ASSAY_WARN_COMPONENT_NEGATIVE));
}

/* Normal values of a level that adds nothing lie below zero half the time: of 500 samples, some 250
 * did warn. Where each execution balances its own values, all do. */
static void opposed_components(void **state)
{
    (void)state;
    size_t n_negative = 0, n_warned = 0;
    for (uint32_t r = 0; r < 500; r++) {
        struct assay_random random;
        assay_random_init(&random, 83, ASSAY_RANDOM_TEST, r, 0);
        double x[100];
        for (size_t i = 0; i < 100; i++)
            x[i] = 100 + assay_random_normal(&random);
        struct assay_description d = describe(3, (size_t[]){5, 4, 5}, x);
        n_negative += d.level[0].t2 < 0 || d.level[1].t2 < 0;
        n_warned += warns(&d, ASSAY_WARN_COMPONENT_NEGATIVE);
        for (size_t i = 0; i < 100; i += 2) /* slow, fast, slow, fast */
            x[i + 1] = 200 - x[i] + 0.01 * assay_random_normal(&random);
        d = describe(2, (size_t[]){10, 10}, x);
        assert_true(d.level[0].t2 < 0 && d.level[0].opposed);
        assert_true(warns(&d, ASSAY_WARN_COMPONENT_NEGATIVE));
    }
    assert_true(n_negative > 250 && n_warned <= 6);
}

static void ticks(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 81, ASSAY_RANDOM_TEST, 0, 0);
    double fine[60], coarse[60], still[60];
    for (size_t i = 0; i < 60; i++) {
        fine[i] = 100 + assay_random_normal(&random);
        coarse[i] = round(fine[i] / 0.5) * 0.5;
        still[i] = 100;
    }
    struct assay_description d = describe(1, (size_t[]){60}, fine);
    assert_false(warns(&d, ASSAY_WARN_CLOCK_TICK));
    d = describe(1, (size_t[]){60}, coarse);
    assert_true(warns(&d, ASSAY_WARN_ROUNDED)); /* 2 % of the variance */
    assert_false(warns(&d, ASSAY_WARN_CLOCK_TICK));
    assert_close(d.step, 0.5, 1e-12, 0);
    for (size_t i = 0; i < 60; i++)
        coarse[i] = round(fine[i] / 2) * 2;
    d = describe(1, (size_t[]){60}, coarse);
    assert_true(warns(&d, ASSAY_WARN_CLOCK_TICK)); /* 4 / 12 of about 1.3 */
    assert_false(warns(&d, ASSAY_WARN_ROUNDED));
    d = describe(1, (size_t[]){60}, still);
    assert_true(warns(&d, ASSAY_WARN_CLOCK_TICK));
    assert_true(d.interval.lower == 100 && d.interval.upper == 100);
    /* a grid a hundred times finer than the spread is no tick to speak of, ties or not */
    for (size_t i = 0; i < 60; i++)
        coarse[i] = round(fine[i] / 0.01) * 0.01;
    d = describe(1, (size_t[]){60}, coarse);
    assert_false(warns(&d, ASSAY_WARN_CLOCK_TICK) || warns(&d, ASSAY_WARN_ROUNDED));
}

static void outliers(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 82, ASSAY_RANDOM_TEST, 0, 0);
    double x[200];
    for (size_t i = 0; i < 200; i++)
        x[i] = 100 + assay_random_normal(&random);
    struct assay_description d = describe(1, (size_t[]){200}, x);
    assert_false(warns(&d, ASSAY_WARN_OUTLIERS));
    double kept = x[7];
    x[7] = 115;
    d = describe(1, (size_t[]){200}, x);
    assert_true(warns(&d, ASSAY_WARN_OUTLIERS));
    x[7] = 108; /* 8 sd: far, but such tails are usual */
    d = describe(1, (size_t[]){200}, x);
    assert_false(warns(&d, ASSAY_WARN_OUTLIERS));
    x[7] = kept;
    x[9] = 85;
    d = describe(1, (size_t[]){200}, x);
    assert_true(warns(&d, ASSAY_WARN_OUTLIERS));
    d = describe(1, (size_t[]){9}, x);
    assert_false(warns(&d, ASSAY_WARN_OUTLIERS));
}

/* A long tail is no accident: each of these samples has values beyond 10 robust sd. */
static void tails_are_no_outliers(void **state)
{
    (void)state;
    static double x[1000];
    size_t n_warned = 0;
    for (uint32_t r = 0; r < 100; r++) {
        struct assay_random random;
        assay_random_init(&random, 84, ASSAY_RANDOM_TEST, r, 0);
        for (size_t i = 0; i < 1000; i++)
            x[i] = exp(0.72 * assay_random_normal(&random)); /* skewness 3 */
        struct assay_description d = describe(1, (size_t[]){1000}, x);
        n_warned += warns(&d, ASSAY_WARN_OUTLIERS);
    }
    assert_true(n_warned <= 8);
    x[17] = x[420] = x[901] = 60;
    struct assay_description d = describe(1, (size_t[]){1000}, x);
    assert_true(warns(&d, ASSAY_WARN_OUTLIERS) && d.far.n <= 10);
    assert_true(d.far.share > 0.5 && d.far.share < 1);
}

/* By hand: one value of 20 makes all but a little of the variance between 4 executions of 5. */
static void share_of_far_values(void **state)
{
    (void)state;
    double x[20], without[20], means[4];
    for (size_t i = 0; i < 20; i++)
        x[i] = 10 + 0.1 * (double)(i % 5) + 0.1 * (double)(i / 5);
    x[7] = 60;
    struct assay_description d = describe(2, (size_t[]){4, 5}, x);
    for (size_t i = 0; i < 20; i++)
        without[i] = i == 7 ? d.median : x[i];
    for (size_t e = 0; e < 4; e++) {
        means[e] = 0;
        for (size_t i = 0; i < 5; i++)
            means[e] += without[5 * e + i] / 5;
    }
    double rest = describe(1, (size_t[]){4}, means).level[0].s2;
    assert_true(d.far.n == 1 && warns(&d, ASSAY_WARN_OUTLIERS));
    assert_close(d.far.share, 1 - rest / d.level[0].s2, 1e-12, 0);
}

static void skew(void **state)
{
    (void)state;
    double x[8] = {1, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 1.01};
    struct assay_description d = describe(1, (size_t[]){8}, x);
    assert_false(warns(&d, ASSAY_WARN_SKEWED));
    x[3] = 9;
    d = describe(1, (size_t[]){8}, x);
    assert_true(warns(&d, ASSAY_WARN_SKEWED));
    for (size_t i = 0; i < 8; i++)
        x[i] = -x[i];
    d = describe(1, (size_t[]){8}, x);
    assert_true(warns(&d, ASSAY_WARN_SKEWED) && warns(&d, ASSAY_WARN_NONPOSITIVE_MEAN));
}

static void impossible_input(void **state)
{
    (void)state;
    struct assay_description d = {.n = 5};
    struct assay_error error;
    static const double bad[] = {INFINITY, -INFINITY, NAN, -NAN};
    static const size_t sizes[] = {2, 40, 64}; /* that are sorted in another way each */
    for (size_t i = 0; i < 12; i++) {
        double x[64];
        for (size_t j = 0; j < 64; j++)
            x[j] = 64 - (double)j;
        x[sizes[i % 3] / 2] = bad[i / 3];
        const struct assay_sample sample = assay_sample_flat(x, sizes[i % 3]);
        assert_int_equal(assay_describe(&sample, 0.95, &d, &error), ASSAY_INVALID);
    }
    struct assay_sample sample = assay_sample_flat(values, 0);
    assert_int_equal(assay_describe(&sample, 0.95, &d, &error), ASSAY_INVALID);
    sample = assay_sample_flat(values, 12);
    assert_int_equal(assay_describe(&sample, 0, &d, &error), ASSAY_INVALID);
    sample = assay_sample_flat(values, 1);
    assert_int_equal(assay_describe(&sample, 2, &d, &error), ASSAY_INVALID);
    assert_int_equal(d.n, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(level_in_the_middle),
        cmocka_unit_test(levels_above),
        cmocka_unit_test(level_below),
        cmocka_unit_test(one_value),
        cmocka_unit_test(negative_components),
        cmocka_unit_test(opposed_components),
        cmocka_unit_test(tails_are_no_outliers),
        cmocka_unit_test(share_of_far_values),
        cmocka_unit_test(ticks),
        cmocka_unit_test(outliers),
        cmocka_unit_test(skew),
        cmocka_unit_test(impossible_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare.c -- two samples compared: the papers' example, methods, verdicts, shares of pairs. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/finding.h>
#include <assay/random.h>

static const double old_values[] = {9, 11, 5, 6, 16, 13, 12, 8, 15, 7, 10, 14};
static const double new_values[] = {10, 12, 6, 7, 9, 1, 11, 4, 8, 5, 3, 2};

static const struct assay_compare_options usual = {.confidence = 0.95, .margin = 0.01};

static bool warns(const struct assay_comparison *comparison, enum assay_warning warning)
{
    return (comparison->warnings & ASSAY_WARNING(warning)) != 0;
}

static struct assay_comparison compare(const struct assay_sample *a, const struct assay_sample *b,
                                       const struct assay_compare_options *options)
{
    struct assay_comparison comparison;
    struct assay_error error;
    if (assay_compare(a, b, options, &comparison, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return comparison;
}

/* What `assay compare --method paper` must say of TR Table V. */
static void paper_table(void **state)
{
    (void)state;
    struct assay_sample a = assay_sample_balanced(old_values, 3, (size_t[]){3, 2, 2});
    struct assay_sample b = assay_sample_balanced(new_values, 3, (size_t[]){3, 2, 2});
    struct assay_compare_options options = usual;
    options.method = ASSAY_COMPARE_PAPER;
    struct assay_comparison c = compare(&a, &b, &options);
    assert_true(c.old_sample.mean == 10.5 && c.new_sample.mean == 6.5);
    assert_true(c.old_sample.level[0].s2 == 5.8125 && c.new_sample.level[0].s2 == 4.5625);
    assert_close(c.ratio.interval.lower, 0.10983437595252375, 1e-13, 0);
    assert_close(c.ratio.interval.upper, 1.7253015744072802, 1e-13, 0);
    assert_int_equal(c.verdict, ASSAY_INCONCLUSIVE);
    assert_true(warns(&c, ASSAY_WARN_PAPER_METHOD) && warns(&c, ASSAY_WARN_FEW_TOP_UNITS));
    assert_false(c.paired);
}

/* Every method names its interval and gives a ratio; auto pairs when rounds are. */
static void methods(void **state)
{
    (void)state;
    double x[32], y[32];
    struct assay_random random;
    assay_random_init(&random, 91, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < 32; i++) {
        x[i] = 100 + assay_random_normal(&random);
        y[i] = 90 + assay_random_normal(&random);
    }
    struct assay_sample a = assay_sample_balanced(x, 3, (size_t[]){8, 2, 2});
    struct assay_sample b = assay_sample_balanced(y, 3, (size_t[]){8, 2, 2});
    for (int method = ASSAY_COMPARE_AUTO; method <= ASSAY_COMPARE_KT2006; method++) {
        struct assay_compare_options options = usual;
        options.method = (enum assay_compare_method)method;
        options.n_threads = 1;
        struct assay_comparison c = compare(&a, &b, &options);
        assert_close(c.ratio.estimate, 0.9, 0.01, 0);
        assert_true(c.ratio.interval.lower < c.ratio.estimate);
        assert_true(c.ratio.interval.upper > c.ratio.estimate && c.ratio.interval.upper < 0.95);
        assert_int_equal(c.verdict, ASSAY_FASTER);
        assert_true(strlen(c.ratio.interval.method) > 0);
        assert_true(warns(&c, ASSAY_WARN_UNPAIRED));
    }
    struct assay_compare_options options = usual;
    options.rounds_paired = true;
    struct assay_comparison c = compare(&a, &b, &options);
    assert_true(c.paired && !warns(&c, ASSAY_WARN_UNPAIRED));
    assert_string_equal(c.ratio.interval.method, "fieller-paired");
    assert_false(warns(&c, ASSAY_WARN_PEEKED));
    options.stopping = ASSAY_STOPPED_PEEKED;
    c = compare(&a, &b, &options);
    assert_true(c.paired && warns(&c, ASSAY_WARN_PEEKED));
    options.stopping = ASSAY_STOPPED_CONTINUED; /* only the paired interval knows of the pilot that planned it */
    options.pilot = 5;
    c = compare(&a, &b, &options);
    assert_true(c.paired && !warns(&c, ASSAY_WARN_PEEKED));
    options.rounds_paired = false;
    c = compare(&a, &b, &options);
    assert_true(!c.paired && warns(&c, ASSAY_WARN_PEEKED));
    options.stopping = ASSAY_STOPPED_FIXED;
    options.method = ASSAY_COMPARE_FIELLER;
    c = compare(&a, &b, &options);
    assert_false(c.paired);
    options.more_is_better = true;
    assert_int_equal(compare(&a, &b, &options).verdict, ASSAY_SLOWER);
}

/* Equivalent by the 1 - 2a interval though the 1 - a interval sticks out of the margin. */
static void equivalence_takes_the_narrow_interval(void **state)
{
    (void)state;
    double x[20], y[20];
    for (size_t i = 0; i < 20; i++) {
        x[i] = 100 + (i % 2 == 0 ? 1 : -1);
        y[i] = x[i];
    }
    struct assay_sample a = assay_sample_flat(x, 20), b = assay_sample_flat(y, 20);
    struct assay_compare_options options = usual;
    struct assay_comparison c = compare(&a, &b, &options);
    double half_95 = (c.ratio.interval.upper - c.ratio.interval.lower) / 2;
    options.confidence = 0.9;
    double half_90 = 0;
    c = compare(&a, &b, &options);
    half_90 = (c.ratio.interval.upper - c.ratio.interval.lower) / 2;
    options = usual;
    options.margin = (half_95 + half_90) / 2;
    c = compare(&a, &b, &options);
    assert_true(c.ratio.interval.upper > 1 + options.margin);
    assert_int_equal(c.verdict, ASSAY_EQUIVALENT);
    options.margin = half_90 * 0.98;
    assert_int_equal(compare(&a, &b, &options).verdict, ASSAY_INCONCLUSIVE);
    options.confidence = 0.5; /* no 1 - 2a interval: never equivalent */
    options.margin = 0.5;
    assert_int_equal(compare(&a, &b, &options).verdict, ASSAY_INCONCLUSIVE);
}

static void shares_of_pairs(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 92, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 300; trial++) {
        double x[30], y[30], count = 0;
        size_t n = 2 + assay_random_below(&random, 29), m = 2 + assay_random_below(&random, 29);
        for (size_t i = 0; i < n; i++)
            x[i] = 10 + floor(4 * assay_random_uniform(&random));
        for (size_t j = 0; j < m; j++)
            y[j] = 9 + floor(4 * assay_random_uniform(&random));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++)
                count += y[j] < x[i] ? 1 : y[j] == x[i] ? 0.5 : 0;
        struct assay_sample a = assay_sample_flat(x, n), b = assay_sample_flat(y, m);
        assert_close(compare(&a, &b, &usual).p_superior, count / (double)(n * m), 1e-15, 0);
    }
}

/* One build only: executions are the highest level that was repeated, and they are paired. */
static void one_top_unit(void **state)
{
    (void)state;
    struct assay_sample a = assay_sample_balanced(old_values, 3, (size_t[]){1, 6, 2});
    struct assay_sample b = assay_sample_balanced(new_values, 3, (size_t[]){1, 6, 2});
    struct assay_sample a2 = assay_sample_balanced(old_values, 2, (size_t[]){6, 2});
    struct assay_sample b2 = assay_sample_balanced(new_values, 2, (size_t[]){6, 2});
    struct assay_compare_options options = usual;
    for (int pass = 0; pass < 2; pass++) {
        options.rounds_paired = pass == 1;
        struct assay_comparison c = compare(&a, &b, &options), d = compare(&a2, &b2, &options);
        assert_true(c.paired == options.rounds_paired && d.paired == c.paired);
        assert_true(c.ratio.interval.lower == d.ratio.interval.lower);
        assert_true(c.ratio.interval.upper == d.ratio.interval.upper);
        assert_true(warns(&c, ASSAY_WARN_NO_HIGHER_LEVEL));
        assert_true(isnan(c.old_sample.level[0].t2));
    }
}

/* Rounds that are not all there on both sides, or tops of different levels, are not paired. */
static void unequal_tops(void **state)
{
    (void)state;
    struct assay_sample a = assay_sample_balanced(old_values, 2, (size_t[]){6, 2});
    struct assay_sample fewer = assay_sample_balanced(new_values, 2, (size_t[]){5, 2});
    struct assay_sample below = assay_sample_balanced(new_values, 3, (size_t[]){1, 6, 2});
    struct assay_compare_options options = usual;
    options.rounds_paired = true;
    struct assay_comparison c = compare(&a, &fewer, &options);
    assert_true(!c.paired && warns(&c, ASSAY_WARN_UNPAIRED));
    struct assay_sample a3 = assay_sample_balanced(old_values, 3, (size_t[]){6, 2, 1});
    c = compare(&a3, &below, &options);
    assert_true(!c.paired && warns(&c, ASSAY_WARN_UNPAIRED));
}

/* METHODS B7: at the margin itself, a wrong verdict is as rare as 1 - confidence says. */
static void errors_at_the_margin(void **state)
{
    (void)state;
    enum { TRIALS = 3000, R = 8 };
    int equivalent = 0, slower = 0;
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        struct assay_random random;
        assay_random_init(&random, 93, ASSAY_RANDOM_TEST, trial, 0);
        double x[R], y[R];
        for (size_t j = 0; j < R; j++) {
            x[j] = 1 + 0.01 * assay_random_normal(&random);
            y[j] = 1.03 * (1 + 0.01 * assay_random_normal(&random));
        }
        struct assay_sample a = assay_sample_flat(x, R), b = assay_sample_flat(y, R);
        struct assay_estimate wide, narrow;
        enum assay_ratio_df df = ASSAY_DF_SATTERTHWAITE;
        assert_int_equal(assay_ratio_unpaired(&a, &b, 0.95, df, &wide, NULL), ASSAY_OK);
        assert_int_equal(assay_ratio_unpaired(&a, &b, 0.9, df, &narrow, NULL), ASSAY_OK);
        enum assay_verdict verdict =
            assay_verdict_of(&wide.interval, &narrow.interval, 0.03, false);
        equivalent += verdict == ASSAY_EQUIVALENT;
        slower += verdict == ASSAY_SLOWER;
    }
    assert_close(equivalent / (double)TRIALS, 0.05, 0, 3 * sqrt(0.05 * 0.95 / TRIALS));
    assert_close(slower / (double)TRIALS, 0.025, 0, 3 * sqrt(0.025 * 0.975 / TRIALS));
}

/* One far value in each: the interval of either mean covers less than it says, that of the ratio of
 * two skewed systems more (docs/coverage.md). */
static void skewness_is_of_means(void **state)
{
    (void)state;
    const double x[] = {1, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 3};
    const double y[] = {1.2, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 3.1};
    struct assay_sample a = assay_sample_flat(x, 8), b = assay_sample_flat(y, 8);
    struct assay_comparison comparison = compare(&a, &b, &usual);
    assert_true(comparison.old_sample.warnings & ASSAY_WARNING(ASSAY_WARN_SKEWED));
    assert_true(comparison.new_sample.warnings & ASSAY_WARNING(ASSAY_WARN_SKEWED));
    assert_false(warns(&comparison, ASSAY_WARN_SKEWED));
}

static void impossible_input(void **state)
{
    (void)state;
    struct assay_sample a = assay_sample_flat(old_values, 12),
                        one = assay_sample_flat(new_values, 1);
    struct assay_comparison c = {.margin = 77};
    struct assay_compare_options options = usual;
    struct assay_error error;
    assert_int_equal(assay_compare(&a, &one, &options, &c, &error), ASSAY_UNDEFINED);
    options.margin = -1;
    assert_int_equal(assay_compare(&a, &a, &options, &c, &error), ASSAY_INVALID);
    options = usual;
    options.confidence = 1;
    assert_int_equal(assay_compare(&a, &a, &options, &c, &error), ASSAY_INVALID);
    options = usual;
    options.method = (enum assay_compare_method)99;
    assert_int_equal(assay_compare(&a, &a, &options, &c, &error), ASSAY_INVALID);
    assert_close(c.margin, 77, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_table),
        cmocka_unit_test(methods),
        cmocka_unit_test(equivalence_takes_the_narrow_interval),
        cmocka_unit_test(shares_of_pairs),
        cmocka_unit_test(one_top_unit),
        cmocka_unit_test(unequal_tops),
        cmocka_unit_test(errors_at_the_margin),
        cmocka_unit_test(skewness_is_of_means),
        cmocka_unit_test(impossible_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

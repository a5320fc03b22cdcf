/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shares.c -- variance shares and the impact factor: by hand, scale, coverage. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>
#include <assay/random.h>

/* 000, Table III: S^2 3.5625, 2.58333, 16.5; T^2 2.27083, -5.66667, 16.5. */
static const double table_3[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
static const size_t counts_3[] = {3, 2, 2};

static void by_hand(void **state)
{
    (void)state;
    struct assay_sample sample = assay_sample_balanced(table_3, 3, counts_3);
    struct assay_share shares[ASSAY_MAX_LEVELS];
    assert_int_equal(assay_variance_shares(&sample, 0.95, shares, NULL), ASSAY_OK);
    double s3 = 3.5625, s2 = 2.5833333333333335 / 2, t3 = s3 - s2;
    assert_close(shares[0].t2, t3, 1e-13, 0);
    assert_close(shares[0].share, t3 / (t3 + 16.5), 1e-13, 0);
    assert_close(shares[0].df, t3 * t3 / (s3 * s3 / 2 + s2 * s2 / 3), 1e-12, 0);
    assert_true(shares[0].satterthwaite_lower < t3 && t3 < shares[0].satterthwaite_upper);
    assert_true(shares[0].lower < 0 && t3 < shares[0].upper);
    assert_true(shares[1].share == 0 && isnan(shares[1].satterthwaite_lower));
    assert_true(isnan(shares[1].df) && shares[1].lower < shares[1].t2);
    /* The lowest level is a plain variance: 6 df, chi-square quantiles 1.237344 and 14.449375. */
    assert_close(shares[2].df, 6, 1e-13, 0);
    assert_close(shares[2].lower, 6 * 16.5 / 14.449375335447922, 1e-12, 0);
    assert_close(shares[2].upper, 6 * 16.5 / 1.2373442457912025, 1e-12, 0);
    assert_close(shares[2].satterthwaite_upper, shares[2].upper, 1e-12, 0);
}

static void impact_by_hand(void **state)
{
    (void)state;
    struct assay_sample sample = assay_sample_balanced(table_3, 3, counts_3);
    struct assay_impact impact;
    assert_int_equal(assay_impact_factor(&sample, 0.95, &impact, NULL), ASSAY_OK);
    double t3 = 3.5625 - 2.5833333333333335 / 2;
    assert_close(impact.factor, sqrt(1 + t3 / 2.5833333333333335), 1e-13, 0);
    assert_close(impact.f, 2 * 3.5625 / 2.5833333333333335, 1e-13, 0);
    assert_true(impact.df1 == 2 && impact.df2 == 3);
    assert_true(impact.lower >= 1 && impact.lower <= impact.factor);
    assert_true(impact.upper >= impact.factor);
}

static void scale_changes_nothing_else(void **state)
{
    (void)state;
    double scaled[12], tiny[12];
    struct assay_share a[ASSAY_MAX_LEVELS], b[ASSAY_MAX_LEVELS], c[ASSAY_MAX_LEVELS];
    struct assay_impact one, other;
    for (size_t i = 0; i < 12; i++)
        scaled[i] = 1e9 * table_3[i], tiny[i] = 1e-100 * table_3[i];
    struct assay_sample x = assay_sample_balanced(table_3, 3, counts_3),
                        y = assay_sample_balanced(scaled, 3, counts_3),
                        z = assay_sample_balanced(tiny, 3, counts_3);
    assert_int_equal(assay_variance_shares(&x, 0.9, a, NULL), ASSAY_OK);
    assert_int_equal(assay_variance_shares(&y, 0.9, b, NULL), ASSAY_OK);
    assert_int_equal(assay_variance_shares(&z, 0.9, c, NULL), ASSAY_OK);
    assert_close(c[0].upper, 1e-200 * a[0].upper, 1e-12, 0);
    assert_close(c[1].lower, 1e-200 * a[1].lower, 1e-12, 0);
    assert_close(b[0].upper, 1e18 * a[0].upper, 1e-12, 0);
    assert_close(b[0].lower, 1e18 * a[0].lower, 1e-12, 0);
    assert_close(b[0].satterthwaite_upper, 1e18 * a[0].satterthwaite_upper, 1e-12, 0);
    assert_close(b[0].share, a[0].share, 1e-12, 0);
    assert_int_equal(assay_impact_factor(&x, 0.9, &one, NULL), ASSAY_OK);
    assert_int_equal(assay_impact_factor(&y, 0.9, &other, NULL), ASSAY_OK);
    assert_close(one.upper, other.upper, 1e-12, 0);
}

struct coverage {
    double impact, top, middle, satterthwaite; /* shares of the samples */
};

/* 8 builds x 6 executions x 4 iterations, 2000 samples: standard errors are 0.5 points. */
static struct coverage simulate(double sd_build, double sd_execution, double sd_iteration)
{
    enum { SAMPLES = 2000 };
    const size_t counts[] = {8, 6, 4};
    struct coverage covered = {0};
    double t2[] = {sd_build * sd_build, sd_execution * sd_execution, sd_iteration * sd_iteration};
    double true_impact = sqrt(1 + t2[0] / (t2[1] + t2[2] / 4));
    for (uint32_t k = 0; k < SAMPLES; k++) {
        double values[192], build = 0, execution = 0;
        struct assay_random random;
        assay_random_init(&random, 9, ASSAY_RANDOM_TEST, k, 0);
        for (size_t i = 0; i < 192; i++) {
            if (i % 24 == 0)
                build = sd_build * assay_random_normal(&random);
            if (i % 4 == 0)
                execution = sd_execution * assay_random_normal(&random);
            values[i] = 50 + build + execution + sd_iteration * assay_random_normal(&random);
        }
        struct assay_sample sample = assay_sample_balanced(values, 3, counts);
        struct assay_share s[ASSAY_MAX_LEVELS];
        struct assay_impact impact;
        assert_int_equal(assay_variance_shares(&sample, 0.95, s, NULL), ASSAY_OK);
        assert_int_equal(assay_impact_factor(&sample, 0.95, &impact, NULL), ASSAY_OK);
        covered.impact += impact.lower <= true_impact && true_impact <= impact.upper;
        covered.top += s[0].lower <= t2[0] && t2[0] <= s[0].upper;
        covered.middle += s[1].lower <= t2[1] && t2[1] <= s[1].upper;
        covered.satterthwaite +=
            s[0].satterthwaite_lower <= t2[0] && t2[0] <= s[0].satterthwaite_upper;
    }
    covered.impact /= SAMPLES;
    covered.top /= SAMPLES;
    covered.middle /= SAMPLES;
    covered.satterthwaite /= SAMPLES;
    return covered;
}

/* The F interval of the impact factor is exact. The modified large-sample limits hold at every size
 * of a component; Satterthwaite's only where it dominates. */
static void coverage(void **state)
{
    (void)state;
    struct coverage dominant = simulate(2, 1, 1);
    assert_true(fabs(dominant.impact - 0.95) < 0.015);
    assert_true(fabs(dominant.top - 0.95) < 0.015);
    assert_true(fabs(dominant.middle - 0.95) < 0.015);
    assert_true(fabs(dominant.satterthwaite - 0.95) < 0.02);
    struct coverage small = simulate(0.3, 0.5, 1);
    assert_true(fabs(small.top - 0.95) < 0.015);
    assert_true(fabs(small.middle - 0.95) < 0.015);
}

/* A level that adds nothing: its interval covers 0 as often as it says, which is what tells a
 * randomiser without effect; the impact factor's begins at 1. */
static void nothing_covers_zero(void **state)
{
    (void)state;
    struct coverage nothing = simulate(0, 0, 1);
    assert_true(fabs(nothing.top - 0.95) < 0.015);
    assert_true(fabs(nothing.middle - 0.95) < 0.015);
    assert_true(nothing.satterthwaite == 0);
}

static void edges(void **state)
{
    (void)state;
    const double flat[] = {1, 2, 3, 4}, same[] = {1, 1, 2, 2};
    const size_t counts[] = {2, 2};
    struct assay_sample one_level = assay_sample_flat(flat, 4),
                        no_spread = assay_sample_balanced(same, 2, counts);
    struct assay_impact impact;
    struct assay_share shares[ASSAY_MAX_LEVELS];
    assert_int_equal(assay_impact_factor(&one_level, 0.95, &impact, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_impact_factor(&no_spread, 0.95, &impact, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_impact_factor(&one_level, 2, &impact, NULL), ASSAY_INVALID);
    assert_int_equal(assay_variance_shares(&one_level, 0, shares, NULL), ASSAY_INVALID);
    assert_int_equal(assay_variance_shares(&no_spread, 0.95, shares, NULL), ASSAY_OK);
    assert_true(shares[0].share == 1 && shares[1].share == 0);
    const double constant[] = {5, 5, 5, 5};
    struct assay_sample nothing = assay_sample_balanced(constant, 2, counts);
    assert_int_equal(assay_variance_shares(&nothing, 0.95, shares, NULL), ASSAY_OK);
    assert_true(isnan(shares[0].share) && isnan(shares[1].share));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(impact_by_hand),
        cmocka_unit_test(scale_changes_nothing_else),
        cmocka_unit_test(coverage),
        cmocka_unit_test(nothing_covers_zero),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

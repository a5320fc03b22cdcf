/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ratio.c -- ratios of two means: the papers' examples, identities, coverage. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>
#include <assay/random.h>

static const double old_values[] = {9, 11, 5, 6, 16, 13, 12, 8, 15, 7, 10, 14};
static const double new_values[] = {10, 12, 6, 7, 9, 1, 11, 4, 8, 5, 3, 2};

/* TR Table V, with the papers' degrees of freedom. */
static void paper_table(void **state)
{
    (void)state;
    struct assay_sample a = assay_sample_balanced(old_values, 3, (size_t[]){3, 2, 2});
    struct assay_sample b = assay_sample_balanced(new_values, 3, (size_t[]){3, 2, 2});
    struct assay_top_summary old_summary, new_summary;
    assert_int_equal(assay_top_summarise(&a, &old_summary, NULL), ASSAY_OK);
    assert_int_equal(assay_top_summarise(&b, &new_summary, NULL), ASSAY_OK);
    assert_true(old_summary.mean == 10.5 && old_summary.s2 == 5.8125 && old_summary.r == 3);
    assert_true(new_summary.mean == 6.5 && new_summary.s2 == 4.5625);
    struct assay_estimate ratio;
    assert_int_equal(assay_ratio_unpaired(&a, &b, 0.95, ASSAY_DF_PAPER, &ratio, NULL), ASSAY_OK);
    assert_close(ratio.interval.lower, 0.10983437595252375, 1e-13, 0);
    assert_close(ratio.interval.upper, 1.7253015744072802, 1e-13, 0);
    assert_string_equal(assay_interval_kind_name(ratio.interval.kind), "bounded");
    assert_true((ratio.warnings & ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD)) != 0);
}

/* ISMM 10.2: given half-widths in place of variances; r is large so that t cancels out. */
static void paper_half_widths(void **state)
{
    (void)state;
    json_t *root = oracle_load("examples.json");
    const json_t *list = json_object_get(root, "examples");
    if (list == NULL)
        list = json_object_get(root, "cases");
    size_t i, found = 0;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        if (strncmp(json_string_value(json_object_get(one, "id")), "003-10.2-", 9) != 0)
            continue;
        const json_t *in = json_object_get(one, "inputs"), *out = json_object_get(one, "outputs");
        double x = oracle_number(in, "Y_old"), y = oracle_number(in, "Y_new");
        double h = oracle_number(in, "e_old") * x, g = oracle_number(in, "e_new") * y;
        struct assay_interval set;
        const struct assay_mean_pair pair = {x, y, h * h, g * g, 0};
        assert_int_equal(assay_fieller_set(&pair, 1, &set, NULL), ASSAY_OK);
        assert_close(set.lower, oracle_number(out, "lower"), 1e-12, 0);
        assert_close(set.upper, oracle_number(out, "upper"), 1e-12, 0);
        assert_close((set.upper - set.lower) / 2, oracle_number(out, "half_width_formula"), 1e-11,
                     0);
        found++;
    }
    assert_int_equal(found, 5);
    json_decref(root);
}

/* METHODS A3 (i) by hand: equal relative variances and counts pool; one system without variance
 * leaves the other's. */
static void satterthwaite(void **state)
{
    (void)state;
    struct assay_top_summary x = {10, 1, 5}, y = {20, 4, 5}, still = {20, 0, 7};
    struct assay_estimate ratio;
    assert_int_equal(assay_ratio_from_summaries(&x, &y, 0.95, ASSAY_DF_SATTERTHWAITE, &ratio, NULL),
                     ASSAY_OK);
    assert_close(ratio.interval.df, 8, 1e-14, 0);
    assert_int_equal(
        assay_ratio_from_summaries(&x, &still, 0.95, ASSAY_DF_SATTERTHWAITE, &ratio, NULL),
        ASSAY_OK);
    assert_close(ratio.interval.df, 4, 1e-14, 0);
    /* theta = 2, v_x = 0.2, v_y = 8 / 4 = 2: (2 + 0.8)^2 / (4 / 3 + 0.64 / 4) */
    struct assay_top_summary z = {20, 8, 4};
    assert_int_equal(assay_ratio_from_summaries(&x, &z, 0.95, ASSAY_DF_SATTERTHWAITE, &ratio, NULL),
                     ASSAY_OK);
    assert_close(ratio.interval.df, 7.84 / (4.0 / 3 + 0.16), 1e-14, 0);
    assert_int_equal(assay_ratio_from_summaries(&x, &z, 0.95, ASSAY_DF_PAPER, &ratio, NULL),
                     ASSAY_OK);
    assert_close(ratio.interval.df, 3, 0, 0);
}

struct drawn {
    double x[40], y[40];
    size_t r;
};

/* Rounds with a drift in common. */
static void draw(struct assay_random *random, struct drawn *d, double spread)
{
    d->r = 2 + assay_random_below(random, 12);
    for (size_t j = 0; j < d->r; j++) {
        double drift = 1 + spread * assay_random_normal(random);
        d->x[j] = 100 * drift * (1 + spread * assay_random_normal(random));
        d->y[j] = 80 * drift * (1 + spread * assay_random_normal(random));
    }
}

/* Theta is in the paired set iff a t test does not reject mean(y - theta x) = 0. */
static bool not_rejected(const struct drawn *d, double theta, double confidence, bool *near)
{
    double mean = 0, squares = 0, r = (double)d->r;
    for (size_t j = 0; j < d->r; j++)
        mean += (d->y[j] - theta * d->x[j]) / r;
    for (size_t j = 0; j < d->r; j++)
        squares += pow(d->y[j] - theta * d->x[j] - mean, 2);
    double t = fabs(mean) / sqrt(squares / (r - 1) / r), t0 = assay_t_critical(confidence, r - 1);
    *near = fabs(t - t0) < 1e-8 * t0;
    return t <= t0;
}

static void paired_set_by_t_tests(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 71, ASSAY_RANDOM_TEST, 0, 0);
    size_t unbounded = 0;
    for (int trial = 0; trial < 3000; trial++) {
        struct drawn d;
        draw(&random, &d, exp(-4 * assay_random_uniform(&random)));
        struct assay_sample a = assay_sample_flat(d.x, d.r), b = assay_sample_flat(d.y, d.r);
        struct assay_estimate ratio;
        assert_int_equal(assay_ratio_paired(&a, &b, 0.9, &ratio, NULL), ASSAY_OK);
        assert_close(ratio.interval.df, (double)d.r - 1, 0, 0);
        unbounded += ratio.interval.kind != ASSAY_BOUNDED;
        for (int i = 0; i < 10; i++) {
            double theta = tan(1.55 * (2 * assay_random_uniform(&random) - 1));
            bool near, inside = not_rejected(&d, theta, 0.9, &near);
            double low = ratio.interval.lower, high = ratio.interval.upper;
            bool in_set = ratio.interval.kind == ASSAY_OUTSIDE ? theta <= low || theta >= high
                                                               : theta >= low && theta <= high;
            if (!near)
                assert_true(inside == in_set);
        }
    }
    assert_true(unbounded > 50);
}

/* Swapping old and new gives the reciprocal set; permuting rounds, or scaling, changes nothing. */
static void identities(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 72, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 3000; trial++) {
        struct drawn d, e;
        draw(&random, &d, 0.03);
        e = d;
        for (size_t j = 0; j < d.r; j++) {
            e.x[j] = d.x[d.r - 1 - j] * 1e-9;
            e.y[j] = d.y[d.r - 1 - j] * 1e-9;
        }
        struct assay_sample a = assay_sample_flat(d.x, d.r), b = assay_sample_flat(d.y, d.r);
        struct assay_sample a2 = assay_sample_flat(e.x, d.r), b2 = assay_sample_flat(e.y, d.r);
        for (int pass = 0; pass < 2; pass++) {
            struct assay_estimate forth, back, moved, wide;
            if (pass == 0) {
                assay_ratio_paired(&a, &b, 0.9, &forth, NULL);
                assay_ratio_paired(&b, &a, 0.9, &back, NULL);
                assay_ratio_paired(&a2, &b2, 0.9, &moved, NULL);
                assay_ratio_paired(&a, &b, 0.95, &wide, NULL);
            } else {
                assay_ratio_unpaired(&a, &b, 0.9, ASSAY_DF_SATTERTHWAITE, &forth, NULL);
                assay_ratio_unpaired(&b, &a, 0.9, ASSAY_DF_SATTERTHWAITE, &back, NULL);
                assay_ratio_unpaired(&a2, &b2, 0.9, ASSAY_DF_SATTERTHWAITE, &moved, NULL);
                assay_ratio_unpaired(&a, &b, 0.95, ASSAY_DF_SATTERTHWAITE, &wide, NULL);
            }
            if (wide.interval.kind != ASSAY_BOUNDED)
                continue;
            assert_close(1 / forth.interval.lower, back.interval.upper, 1e-11, 0);
            assert_close(1 / forth.interval.upper, back.interval.lower, 1e-11, 0);
            assert_close(moved.interval.lower, forth.interval.lower, 1e-11, 0);
            assert_close(moved.interval.upper, forth.interval.upper, 1e-11, 0);
            assert_true(wide.interval.lower < forth.interval.lower);
            assert_true(wide.interval.upper > forth.interval.upper);
        }
    }
}

/* Rounds that share a drift a million times their own noise: the interval knows the noise only. */
static void paired_precision(void **state)
{
    (void)state;
    double x[6], y[6];
    for (size_t j = 0; j < 6; j++) {
        x[j] = 100 + (double)j;
        y[j] = x[j] * 0.5 * (1 + (j % 2 == 0 ? 1e-9 : -1e-9));
    }
    struct assay_sample a = assay_sample_flat(x, 6), b = assay_sample_flat(y, 6);
    struct assay_estimate ratio;
    assert_int_equal(assay_ratio_paired(&a, &b, 0.95, &ratio, NULL), ASSAY_OK);
    /* d_j / y is +-1e-9 nearly: sd 1.095e-9, t_5 2.5706 / sqrt 6 -> half-width about 5.75e-10 */
    assert_close((ratio.interval.upper - ratio.interval.lower) / 2, 5.75e-10, 2e-2, 0);
}

/* METHODS C1, three rows; 3 standard errors about the 200 000-experiment values. */
static double coverage(uint64_t seed, size_t r, double cv_x, double cv_y, enum assay_ratio_df df)
{
    enum { TRIALS = 6000 };
    int covered = 0;
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        struct assay_random random;
        assay_random_init(&random, seed, ASSAY_RANDOM_TEST, trial, 0);
        double x[10], y[10];
        for (size_t j = 0; j < r; j++) {
            x[j] = 1 + cv_x * assay_random_normal(&random);
            y[j] = 0.95 * (1 + cv_y * assay_random_normal(&random));
        }
        struct assay_sample a = assay_sample_flat(x, r), b = assay_sample_flat(y, r);
        struct assay_estimate ratio;
        assert_int_equal(assay_ratio_unpaired(&a, &b, 0.95, df, &ratio, NULL), ASSAY_OK);
        covered += ratio.interval.lower <= 0.95 && ratio.interval.upper >= 0.95;
    }
    return covered / (double)TRIALS;
}

static void assert_coverage(double actual, double expected)
{
    assert_close(actual, expected, 0, 3 * sqrt(expected * (1 - expected) / 6000) + 0.001);
}

static void coverage_as_designed(void **state)
{
    (void)state;
    assert_coverage(coverage(1, 3, 0.05, 0.05, ASSAY_DF_SATTERTHWAITE), 0.965);
    assert_coverage(coverage(2, 3, 0.05, 0.05, ASSAY_DF_PAPER), 0.987);
    assert_coverage(coverage(3, 5, 0.02, 0.08, ASSAY_DF_SATTERTHWAITE), 0.947);
    assert_coverage(coverage(4, 10, 0.05, 0.05, ASSAY_DF_PAPER), 0.963);
}

static void edges(void **state)
{
    (void)state;
    struct assay_estimate ratio = {.estimate = 4};
    struct assay_error error;
    const double zero[] = {-1, 0, 1}, x[] = {2, 2, 2}, y[] = {3, 3, 3, 3};
    struct assay_sample a = assay_sample_flat(zero, 3), b = assay_sample_flat(x, 3);
    struct assay_sample c = assay_sample_flat(y, 4), one = assay_sample_flat(x, 1);
    enum assay_ratio_df satterthwaite_df = ASSAY_DF_SATTERTHWAITE;
    assert_int_equal(assay_ratio_unpaired(&a, &b, 0.95, satterthwaite_df, &ratio, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_ratio_unpaired(&b, &one, 0.95, satterthwaite_df, &ratio, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_ratio_paired(&b, &c, 0.95, &ratio, &error), ASSAY_INVALID);
    assert_int_equal(assay_ratio_unpaired(&b, &c, 1, satterthwaite_df, &ratio, &error),
                     ASSAY_INVALID);
    assert_close(ratio.estimate, 4, 0, 0);
    assert_int_equal(assay_ratio_unpaired(&b, &c, 0.95, satterthwaite_df, &ratio, &error),
                     ASSAY_OK);
    assert_true(ratio.interval.lower == 1.5 && ratio.interval.upper == 1.5);
    assert_true((ratio.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK)) != 0);
    /* a new mean of 0: the set holds 0 */
    assert_int_equal(assay_ratio_paired(&b, &a, 0.95, &ratio, &error), ASSAY_OK);
    assert_true(ratio.interval.lower < 0 && ratio.interval.upper > 0 && ratio.estimate == 0);
    assert_true((ratio.warnings & ASSAY_WARNING(ASSAY_WARN_NONPOSITIVE_MEAN)) != 0);
}

/* A new mean of 0: Fieller in plain terms, with the covariance of the rounds. */
static void paired_about_nothing(void **state)
{
    (void)state;
    double x[] = {9, 10, 11, 10.5, 9.5}, y[] = {-2, -1, 0, 1, 2};
    const double q = 4.5447707203712611; /* R: qt(0.95, 4)^2 */
    const struct assay_mean_pair pair = {10, 0, 0.625 / 5, 2.5 / 5, 0.375 / 5};
    const struct assay_sample a = assay_sample_flat(x, 5), b = assay_sample_flat(y, 5);
    struct assay_interval expected;
    struct assay_estimate ratio;
    assert_int_equal(assay_fieller_set(&pair, q, &expected, NULL), ASSAY_OK);
    assert_int_equal(assay_ratio_paired(&a, &b, 0.9, &ratio, NULL), ASSAY_OK);
    assert_close(ratio.interval.lower, expected.lower, 1e-12, 0);
    assert_close(ratio.interval.upper, expected.upper, 1e-12, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_table),          cmocka_unit_test(paper_half_widths),
        cmocka_unit_test(satterthwaite),        cmocka_unit_test(paired_set_by_t_tests),
        cmocka_unit_test(identities),           cmocka_unit_test(paired_precision),
        cmocka_unit_test(coverage_as_designed), cmocka_unit_test(edges),
        cmocka_unit_test(paired_about_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare.c -- pair metrics of samples: twins against all pairs, intervals, refusals. */
#include "draws.h"

#include <assay/speedup.h>

#include <math.h>

static const struct assay_mixture planted_x = {2, {{0.7, 10, 1}, {0.3, 16, 1}}};
static const struct assay_mixture planted_y = {1, {{1, 11, 2}}};

static void draw(double *x, size_t n, const struct assay_mixture *mixture, uint32_t replicate,
                 uint32_t unit)
{
    struct assay_random random = stream_of(replicate, unit);
    for (size_t i = 0; i < n; i++)
        x[i] = draw_mixture(mixture, &random);
}

static struct assay_mixture_fit fit(const double *x, size_t n, size_t components)
{
    const struct assay_mixture_options options = {.components = components};
    struct assay_mixture_fit out;
    assert_int_equal(assay_mixture_fit_values((struct assay_view){x, n}, &options, &out, NULL),
                     ASSAY_OK);
    return out;
}

static struct assay_mixture_pair compare(const double *x, const double *y, size_t n, double delta)
{
    const struct assay_mixture_pair_options options = {
        .delta = delta, .confidence = 0.95, .replicates = 199, .seed = 3, .n_threads = 1};
    struct assay_sample a = assay_sample_flat(x, n), b = assay_sample_flat(y, n);
    struct assay_mixture_fit a_fit = fit(x, n, 2), b_fit = fit(y, n, 1);
    struct assay_mixture_pair pair;
    assert_int_equal(assay_mixture_compare(&a, &a_fit, &b, &b_fit, &options, &pair, NULL),
                     ASSAY_OK);
    return pair;
}

static void the_twins_are_means_over_all_pairs(void **state)
{
    (void)state;
    double x[40], y[40], i1 = 0, i2 = 0;
    draw(x, 40, &planted_x, 0, 90);
    draw(y, 40, &planted_y, 0, 91);
    for (size_t i = 0; i < 40; i++)
        for (size_t j = 0; j < 40; j++) {
            i1 += fabs(x[i] - y[j]) / 1600;
            i2 += (x[i] < y[j] + 0.5) / 1600.0;
        }
    struct assay_mixture_pair pair = compare(x, y, 40, 0.5);
    assert_close(pair.i1_values.estimate, i1, 1e-12, 0);
    assert_close(pair.i2_values.estimate, i2, 1e-12, 0);
    assert_close(pair.i1.estimate, i1, 0.05, 0);
    assert_close(pair.i2.estimate, i2, 0, 0.05);
    assert_true(pair.i2.interval.lower < pair.i2.estimate);
    assert_true(pair.i2.interval.upper > pair.i2.estimate);
}

/* 95 % asked; 80 samples have a standard error of 2.4 points. */
static void intervals_cover(void **state)
{
    (void)state;
    double i1, i2, x[60], y[60];
    uint32_t covered[4] = {0}, n_samples = 80;
    assert_int_equal(assay_mixture_distance(&planted_x, &planted_y, &i1, NULL), ASSAY_OK);
    assert_int_equal(assay_mixture_superiority(&planted_x, &planted_y, 0, &i2, NULL), ASSAY_OK);
    for (uint32_t r = 0; r < n_samples; r++) {
        draw(x, 60, &planted_x, r, 92);
        draw(y, 60, &planted_y, r, 93);
        struct assay_mixture_pair pair = compare(x, y, 60, 0);
        const struct assay_estimate *found[] = {&pair.i1, &pair.i2, &pair.i1_values,
                                                &pair.i2_values};
        for (size_t k = 0; k < 4; k++) {
            double truth = k % 2 == 0 ? i1 : i2;
            covered[k] += found[k]->interval.lower <= truth && truth <= found[k]->interval.upper;
        }
    }
    for (size_t k = 0; k < 4; k++)
        assert_true(covered[k] >= 0.87 * n_samples);
}

/* The share of pairs is one number with one interval wherever it is asked for. */
static void the_share_of_pairs_is_that_of_the_speedup_test(void **state)
{
    (void)state;
    double x[60], y[60];
    for (int apart = 0; apart < 2; apart++) {
        struct assay_speedup_effect effect;
        draw(x, 60, &planted_x, 5, 92);
        draw(y, 60, &planted_y, 5, 93);
        for (size_t i = 0; i < 60; i++)
            y[i] += apart * 100;
        const struct assay_mixture_pair pair = compare(x, y, 60, 0);
        const struct assay_interval *share = &pair.i2_values.interval;
        assert_int_equal(assay_speedup_effect_of((struct assay_view){y, 60},
                                                 (struct assay_view){x, 60}, false, 0.95, 0.01,
                                                 &effect, NULL),
                         ASSAY_OK);
        assert_close(pair.i2_values.estimate, effect.superiority, 1e-12, 0);
        assert_close(share->lower, effect.superiority_interval.lower, 1e-12, 0);
        assert_close(share->upper, effect.superiority_interval.upper, 1e-12, 0);
        assert_true(apart == 0 || (share->lower < 0.95 && pair.i2.interval.lower <= share->lower));
    }
}

static void few_top_units_have_no_interval(void **state)
{
    (void)state;
    const struct assay_mixture_pair_options options = {.confidence = 0.95, .n_threads = 1};
    const size_t counts[] = {3, 10};
    double x[30], y[30];
    draw(x, 30, &planted_x, 0, 94);
    draw(y, 30, &planted_y, 0, 95);
    struct assay_sample a = assay_sample_balanced(x, 2, counts);
    struct assay_sample b = assay_sample_balanced(y, 2, counts);
    struct assay_mixture_fit a_fit = fit(x, 30, 2), b_fit = fit(y, 30, 1);
    struct assay_mixture_pair pair;
    assert_int_equal(assay_mixture_compare(&a, &a_fit, &b, &b_fit, &options, &pair, NULL),
                     ASSAY_OK);
    assert_true(isnan(pair.i1.interval.lower) && isnan(pair.i2_values.interval.upper));
    assert_true(pair.i1.estimate > 0);
    assert_true((pair.i1.warnings & ASSAY_WARNING(ASSAY_WARN_BOOTSTRAP_REFUSED)) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_twins_are_means_over_all_pairs),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(the_share_of_pairs_is_that_of_the_speedup_test),
        cmocka_unit_test(few_top_units_have_no_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

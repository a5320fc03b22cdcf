/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quantile_anytime.c -- intervals of quantiles that may be looked at after every unit. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/bootstrap.h>
#include <assay/random.h>
#include <assay/typical.h>

enum { MOST = 50000 };
static double ranks[MOST]; /* 1, 2, 3 … */

static struct assay_statistic quantile(double probability)
{
    return (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, probability, 7};
}

static struct assay_interval at(const struct assay_pooled_values *pooled, double probability,
                                double expected, double confidence)
{
    const struct assay_statistic statistic = quantile(probability);
    struct assay_estimate estimate;
    assert_int_equal(
        assay_pooled_values_anytime(pooled, &statistic, expected, confidence, &estimate, NULL),
        ASSAY_OK);
    return estimate.interval;
}

/* Every number k of values below was tried, by R's lbeta: those of which the evidence is less than
 * log(1 / a) are held. */
static void orders_of_r(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        double units, probability, expected, confidence, lower, upper;
    } rows[] = {{60, 60, 0.9, 100, 0.95, 46, 60},
                {60, 60, 0.9, 100, 0.975, 45, 60},
                {40, 40, 0.9, 100, 0.95, -INFINITY, INFINITY}, /* 29, and no upper one */
                {240, 240, 0.9, 100, 0.95, 200, 229},
                {240, 240, 0.9, 100, 0.975, 199, 230},
                {1000, 1000, 0.9, 72, 0.95, 867, 930},
                {600, 60, 0.9, 100, 0.95, 456, 595},
                {2000, 100, 0.5, 100, 0.95, 699, 1302},
                {1000, 1000, 0.99, 240, 0.95, 978, 998},
                {317, 79.25, 0.75, 30, 0.9, 190, 279},
                {50000, 50000, 0.9, 100, 0.975, 44729, 45267},
                {300, 300, 0.1, 100, 0.95, 16, 48},
                {30, 30, 0.5, 5, 0.95, 7, 24}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct assay_pooled_values pooled = {{ranks, rows[i].n}, NULL, rows[i].units};
        const struct assay_interval interval =
            at(&pooled, rows[i].probability, rows[i].expected, rows[i].confidence);
        assert_true(interval.lower == rows[i].lower && interval.upper == rows[i].upper);
        assert_true((interval.kind == ASSAY_BOUNDED) == isfinite(rows[i].upper));
    }
}

/* Of single values the median is what the typical run takes of changes. */
static void median_is_the_typical_order(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 400; n++) {
        const struct assay_pooled_values pooled = {{ranks, n}, NULL, (double)n};
        const struct assay_interval interval = at(&pooled, 0.5, 60, 0.95);
        const size_t order = assay_median_order_anytime(n, assay_median_prior(60), 0.95);
        assert_true(order > 0 ? interval.lower == (double)order &&
                                    interval.upper == (double)(n + 1 - order)
                              : interval.kind == ASSAY_ALL);
    }
}

/* What a sample's values count for: all of them over those of its largest top unit that is repeated. */
static void counts_top_units(void **state)
{
    (void)state;
    enum { N = 1200 };
    static const size_t nested[] = {1, 120, 10};
    size_t first[] = {0, 4, 10, 10 + N / 2, N};
    const struct assay_statistic p90 = quantile(0.9), median = quantile(0.5);
    struct assay_estimate estimate;
    struct assay_pooled_values pooled = {{ranks, N}, NULL, 120};
    struct assay_sample sample = assay_sample_balanced(ranks, 3, nested);
    assert_int_equal(assay_quantile_anytime(&sample, &p90, 100, 0.95, &estimate, NULL), ASSAY_OK);
    assert_true(estimate.interval.upper == at(&pooled, 0.9, 100, 0.95).upper);
    assert_true(estimate.estimate == 1 + 0.9 * (N - 1));
    sample = (struct assay_sample){ranks, {.n_levels = 2, .count = {4}, .first = {first}}};
    pooled.units = 2; /* the third has half of all */
    assert_int_equal(assay_quantile_anytime(&sample, &median, 1, 0.1, &estimate, NULL), ASSAY_OK);
    assert_true(estimate.interval.lower == at(&pooled, 0.5, 1, 0.1).lower);
    sample = assay_sample_flat(ranks, N);
    assert_int_equal(assay_quantile_anytime(&sample, &p90, 100, 0.95, &estimate, NULL), ASSAY_OK);
    pooled.units = N;
    assert_true(estimate.interval.upper == at(&pooled, 0.9, 100, 0.95).upper);
}

/* Limits of either system at half of what may go wrong; the other way round it is the reciprocal. */
static void ratio_of_limits(void **state)
{
    (void)state;
    const struct assay_statistic p90 = quantile(0.9);
    const struct assay_sample a = assay_sample_flat(ranks, 300), b = assay_sample_flat(ranks, 500);
    const struct assay_pooled_values old_pooled = {{ranks, 300}, NULL, 300},
                                     new_pooled = {{ranks, 500}, NULL, 500};
    const struct assay_interval x = at(&old_pooled, 0.9, 100, 0.975),
                                y = at(&new_pooled, 0.9, 100, 0.975);
    struct assay_estimate ratio, turned;
    assert_int_equal(assay_quantile_ratio_anytime(&a, &b, &p90, 100, 0.95, &ratio, NULL), ASSAY_OK);
    assert_int_equal(assay_quantile_ratio_anytime(&b, &a, &p90, 100, 0.95, &turned, NULL),
                     ASSAY_OK);
    assert_close(ratio.interval.lower, y.lower / x.upper, 1e-15, 0);
    assert_close(ratio.interval.upper, y.upper / x.lower, 1e-15, 0);
    assert_close(turned.interval.lower, 1 / ratio.interval.upper, 1e-15, 0);
    assert_close(turned.estimate, 1 / ratio.estimate, 1e-15, 0);
    assert_true(ratio.interval.confidence == 0.95);
}

static void refused(void **state)
{
    (void)state;
    static const double negative[] = {-3, -2, -1, 1, 2, 3};
    const struct assay_statistic mean = {0}, median = quantile(0.5), most = quantile(1);
    const struct assay_sample sample = assay_sample_flat(ranks, 100),
                              below = assay_sample_flat(negative, 6);
    struct assay_estimate estimate;
    assert_int_equal(assay_quantile_anytime(&sample, &mean, 100, 0.95, &estimate, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_quantile_anytime(&sample, &median, 0, 0.95, &estimate, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_quantile_anytime(&sample, &median, 100, 1, &estimate, NULL),
                     ASSAY_INVALID);
    assert_int_equal(
        assay_quantile_ratio_anytime(&sample, &below, &median, 100, 0.95, &estimate, NULL),
        ASSAY_UNDEFINED);
    assert_int_equal(assay_quantile_anytime(&sample, &most, 100, 0.95, &estimate, NULL), ASSAY_OK);
    assert_int_equal(estimate.interval.kind, ASSAY_ALL);
}

/* ---- whole runs ---- */

enum { RUNS = 300, UNITS = 400, IN_UNIT = 4 };

/* The share of values below the truth in units that are all alike, or whose values are independent: does
 * the interval ever leave p90, looked at after each unit? */
static bool ever_left(struct assay_random *random, bool alike)
{
    double below = 0;
    for (size_t n = 1; n <= UNITS; n++) {
        double u = assay_random_uniform(random);
        for (size_t i = 0; i < IN_UNIT; i++, u = alike ? u : assay_random_uniform(random))
            below += u <= 0.9;
        const struct assay_pooled_values pooled = {{ranks, n * IN_UNIT}, NULL, (double)n};
        const struct assay_interval held = at(&pooled, 0.9, 100, 0.95);
        if (held.kind == ASSAY_BOUNDED && (below < held.lower || below >= held.upper))
            return true;
    }
    return false;
}

/* At most 5 % leave it, three standard errors of 300 runs above that: 8.8 %. Looking with the plain interval
 * some 40 % do. */
static void holds_at_every_look(void **state)
{
    (void)state;
    static const double most = 0.05 + 3 * 0.0126;
    size_t left[2] = {0, 0};
    for (uint32_t run = 0; run < RUNS; run++)
        for (uint32_t alike = 0; alike < 2; alike++) {
            struct assay_random random;
            assay_random_init(&random, 1704, ASSAY_RANDOM_SIMULATION, run, alike);
            left[alike] += ever_left(&random, alike == 1);
        }
    assert_true((double)left[0] / RUNS <= most && (double)left[1] / RUNS <= most);
    assert_true(left[1] > 0); /* and not because nothing is ever excluded */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_of_r),      cmocka_unit_test(median_is_the_typical_order),
        cmocka_unit_test(counts_top_units), cmocka_unit_test(ratio_of_limits),
        cmocka_unit_test(refused),          cmocka_unit_test(holds_at_every_look),
    };
    for (size_t i = 0; i < MOST; i++)
        ranks[i] = (double)(i + 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

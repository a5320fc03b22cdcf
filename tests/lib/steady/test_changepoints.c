/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_changepoints.c -- PELT against every segmentation, its costs, what long series get. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/steady.h>

#include "steady/changepoints.h"
#include "steady/logarithm.h"
#include "support/labelled.h"

enum { MOST = 120 };

/* Sums in another order: a few ulp of a cost of some hundreds. */
static const double ABS = 1e-9;

/* Random pieces of other mean and spread; a third of the series are rounded, so that they tie. */
static void fill_random(double *x, size_t n, unsigned replicate)
{
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, replicate, 0);
    double mean = 0, sd = 1;
    for (size_t i = 0; i < n; i++) {
        if (assay_random_below(&random, 15) == 0) {
            mean = 6 * assay_random_normal(&random);
            sd = exp(assay_random_normal(&random));
        }
        x[i] = mean + sd * assay_random_normal(&random);
        if (replicate % 3 == 0)
            x[i] = floor(x[i]);
    }
}

/* F6 without any pruning; best[t] of all segmentations of the first t values. */
static double exact(struct segment_cost *cost, double penalty, size_t least, size_t *previous)
{
    double best[MOST + 1];
    best[0] = -penalty;
    for (size_t t = 1; t <= cost->n; t++) {
        best[t] = INFINITY;
        for (size_t s = 0; s + least <= t; s++) {
            double length = (double)(t - s) / (double)cost->n;
            double v = best[s] + segment_cost_normal(cost, s, t) + penalty +
                       (cost->by_length ? log(length) : 0);
            if (v < best[t]) {
                best[t] = v;
                previous[t] = s;
            }
        }
    }
    return best[cost->n];
}

static void equals_exact_dynamic_programming(void **state)
{
    (void)state;
    double x[MOST];
    size_t previous[MOST + 1], changed = 0;
    for (unsigned i = 0; i < 1000; i++) {
        size_t n = 20 + i % (MOST - 20), least = 1 + i % 5;
        fill_random(x, n, i);
        struct segment_cost cost;
        struct assay_changepoints changes;
        struct assay_view view = {x, n};
        double penalty = (i % 2 == 0 ? 3 : 8) * log((double)n);
        assert_int_equal(
            segment_cost_init(&cost, view, ASSAY_COST_NORMAL, i % 3 == 0, i % 2 == 0, NULL),
            ASSAY_OK);
        assert_int_equal(pelt(&cost, penalty, least, &changes, NULL), ASSAY_OK);
        assert_close(changes.cost, exact(&cost, penalty, least, previous), 1e-12, ABS);
        size_t t = n, k = changes.n;
        for (; previous[t] > 0; t = previous[t])
            assert_true(k > 0 && changes.at[--k] == previous[t]);
        assert_int_equal(k, 0);
        changed += changes.n;
        assay_changepoints_fini(&changes);
        segment_cost_fini(&cost);
    }
    assert_true(changed > 2000);
}

/* 1, 3: mean 2, variance 1, so 2 (log 2 pi + 1); in thousands the same and 2 log 1e6. */
static void costs_by_hand(void **state)
{
    (void)state;
    for (double unit = 1; unit < 1e4; unit *= 1000) {
        double x[] = {unit, 3 * unit, 7 * unit};
        struct segment_cost cost;
        assert_int_equal(
            segment_cost_init(&cost, (struct assay_view){x, 3}, ASSAY_COST_NORMAL, 0, false, NULL),
            ASSAY_OK);
        assert_close(segment_cost_normal(&cost, 0, 2),
                     2 * (log(2 * 3.14159265358979324 * unit * unit) + 1), 1e-13, 0);
        segment_cost_fini(&cost);
    }
}

static void logarithm_is_libm_s(void **state)
{
    (void)state;
    for (double x = 1e-300; x < 1e300; x *= 1.0371)
        assert_close(logarithm(x), log(x), 4e-16, 4e-16);
    assert_true(logarithm(1) == 0);
}

static void vectors_give_the_same_bits(void **state)
{
    (void)state;
    static double x[1000];
    labelled_fill(LABEL_EXPONENTIAL, 3, x, 1000);
    struct segment_cost cost;
    struct assay_changepoints one, two;
    assert_int_equal(
        segment_cost_init(&cost, (struct assay_view){x, 1000}, ASSAY_COST_NORMAL, 0, false, NULL),
        ASSAY_OK);
    assert_int_equal(pelt(&cost, 30, 2, &one, NULL), ASSAY_OK);
    cost.wide = false;
    assert_int_equal(pelt(&cost, 30, 2, &two, NULL), ASSAY_OK);
    assert_true(one.cost == two.cost && one.n == two.n && one.n > 0);
    assert_memory_equal(one.at, two.at, one.n * sizeof *one.at);
    assay_changepoints_fini(&one);
    assay_changepoints_fini(&two);
    segment_cost_fini(&cost);
}

/* The cost by ranks: 0 for a piece on one side of every quantile; found where the values change. */
static void ranks_see_a_change_of_distribution(void **state)
{
    (void)state;
    double x[200], y[200];
    for (size_t i = 0; i < 200; i++) {
        x[i] = sin((double)(i * i)) + (i < 120 ? 0 : 4);
        y[i] = exp(x[i]);
    }
    struct assay_changepoint_options options = {.cost = ASSAY_COST_RANKS};
    struct assay_changepoints one, two;
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 200}, &options, &one, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_changepoints_find((struct assay_view){y, 200}, &options, &two, NULL),
                     ASSAY_OK);
    assert_int_equal(one.n, 1);
    assert_int_equal(one.at[0], 120);
    assert_int_equal(two.n, 1);
    assert_int_equal(two.at[0], 120);
    assert_true(one.cost == two.cost);
    assay_changepoints_fini(&one);
    assay_changepoints_fini(&two);
}

/* Quantiles lie as densely below the median as above it: turned around, the series costs the same. */
static void ranks_see_both_tails(void **state)
{
    (void)state;
    double x[60], y[60];
    struct assay_changepoint_options options = {.cost = ASSAY_COST_RANKS};
    struct assay_changepoints one, two;
    labelled_fill(LABEL_FLAT, 12, x, 60);
    for (size_t i = 0; i < 60; i++) {
        x[i] += i < 9 ? 0.1 : 0;
        y[i] = -x[i];
    }
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 60}, &options, &one, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_changepoints_find((struct assay_view){y, 60}, &options, &two, NULL),
                     ASSAY_OK);
    assert_int_equal(one.n, 1);
    assert_in_range(one.at[0], 9, 11); /* the two behind are high by chance */
    assert_int_equal(two.n, 1);
    assert_in_range(two.at[0], 9, 11);
    assert_close(one.cost, two.cost, 0.02, 0); /* a quantile is a value: not quite its mirror */
    assay_changepoints_fini(&one);
    assay_changepoints_fini(&two);
}

static void long_series_find_the_iteration(void **state)
{
    (void)state;
    enum { N = 60000 };
    double *x = malloc(N * sizeof *x);
    assert_non_null(x);
    labelled_fill(LABEL_FLAT, 1, x, N);
    for (size_t i = 0; i < N; i++)
        x[i] += i < 7 ? 1 : i < 41234 ? 0.05 : 0;
    struct assay_changepoint_options options = {0};
    struct assay_changepoints changes;
    assert_int_equal(assay_changepoints_find((struct assay_view){x, N}, &options, &changes, NULL),
                     ASSAY_OK);
    assert_int_equal(changes.n, 2);
    assert_int_equal(changes.at[0], 7);
    assert_int_equal(changes.at[1], 41234);
    assay_changepoints_fini(&changes);
    free(x);
}

/* A short burst lies between two places side by side: moved to their best iterations, its ends are
 * still as far apart as a segment must be long. */
static void ends_of_a_burst_stay_apart(void **state)
{
    (void)state;
    enum { N = 60000, LEAST = 4 };
    double *x = malloc(N * sizeof *x);
    assert_non_null(x);
    for (size_t length = 1; length <= 2; length++) {
        struct assay_changepoint_options options = {.cost = ASSAY_COST_NORMAL,
                                                    .min_segment = LEAST};
        struct assay_changepoints changes;
        for (size_t i = 0; i < N; i++)
            x[i] = (double)(i * i % 17) / 17 + (i >= 30000 && i < 30000 + length ? 50 : 0);
        assert_int_equal(
            assay_changepoints_find((struct assay_view){x, N}, &options, &changes, NULL), ASSAY_OK);
        assert_true(changes.n >= 2);
        for (size_t i = 1; i < changes.n; i++)
            assert_true(changes.at[i] >= changes.at[i - 1] + LEAST);
        assay_changepoints_fini(&changes);
    }
    free(x);
}

/* The bench counts thousands; here at most 2 of 100 for each kind of noise. */
static void false_changes_are_rare(void **state)
{
    (void)state;
    static const enum label kinds[] = {LABEL_FLAT, LABEL_LOGNORMAL, LABEL_BIMODAL, LABEL_OUTLIERS};
    double x[300];
    for (size_t k = 0; k < 4; k++) {
        unsigned found = 0;
        for (unsigned i = 0; i < 100; i++) {
            struct assay_changepoint_options options = {0};
            struct assay_changepoints changes;
            labelled_fill(kinds[k], 5000 + i, x, 300);
            assert_int_equal(
                assay_changepoints_find((struct assay_view){x, 300}, &options, &changes, NULL),
                ASSAY_OK);
            found += changes.n > 0;
            assay_changepoints_fini(&changes);
        }
        assert_true(found <= 2);
    }
}

static void edges(void **state)
{
    (void)state;
    double x[6] = {1, 1, 1, 1, 1, 1};
    struct assay_changepoint_options options = {0};
    struct assay_changepoints changes = {.n = 77};
    struct assay_error error;
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 3}, &options, &changes, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(changes.n, 77);
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 6}, &options, &changes, &error),
                     ASSAY_OK);
    assert_int_equal(changes.n, 0);
    assay_changepoints_fini(&changes);
    options.min_segment = 7;
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 6}, &options, &changes, &error),
                     ASSAY_INVALID);
    assert_string_equal(error.text, "a segment of at least 7 iterations does not fit into 6");
    options = (struct assay_changepoint_options){.penalty = ASSAY_PENALTY_GIVEN};
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 6}, &options, &changes, &error),
                     ASSAY_INVALID);
    options =
        (struct assay_changepoint_options){.cost = ASSAY_COST_RANKS, .penalty = ASSAY_PENALTY_MBIC};
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 6}, &options, &changes, &error),
                     ASSAY_INVALID);
    x[2] = NAN;
    options = (struct assay_changepoint_options){0};
    assert_int_equal(assay_changepoints_find((struct assay_view){x, 6}, &options, &changes, &error),
                     ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_exact_dynamic_programming),
        cmocka_unit_test(costs_by_hand),
        cmocka_unit_test(logarithm_is_libm_s),
        cmocka_unit_test(vectors_give_the_same_bits),
        cmocka_unit_test(ranks_see_a_change_of_distribution),
        cmocka_unit_test(ranks_see_both_tails),
        cmocka_unit_test(long_series_find_the_iteration),
        cmocka_unit_test(ends_of_a_burst_stay_apart),
        cmocka_unit_test(false_changes_are_rare),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

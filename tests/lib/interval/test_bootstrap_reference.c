/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bootstrap_reference.c -- resamples that R drew: their statistics, and each kind of limits. */
#include "lib/interval/resampled.h"

#include <math.h>
#include <stdlib.h>

#include <assay/assay.h>

/* The reference file's own tolerance: R sums in another order. */
static const double TOLERANCE = 1e-11;

static size_t *positions(const json_t *array, size_t *n)
{
    *n = json_array_size(array);
    size_t *index = malloc((*n + 1) * sizeof *index);
    for (size_t i = 0; i < *n; i++)
        index[i] = (size_t)json_integer_value(json_array_get(array, i));
    return index;
}

static double mean_at(struct assay_view view, const json_t *array)
{
    size_t n;
    size_t *index = positions(array, &n);
    const double mean = resampled_mean(view.x, index, n);
    free(index);
    return mean;
}

static void check_limits(const json_t *expected, const char *key, struct assay_view t,
                         double lower_tail, double upper_tail, enum assay_percentile_rule rule,
                         double tolerance)
{
    const json_t *pair = json_object_get(expected, key);
    double lower, upper;
    if (pair == NULL)
        return;
    assert_int_equal(assay_percentile_limits(t, lower_tail, upper_tail, rule, &lower, &upper, NULL),
                     ASSAY_OK);
    assert_close(lower, oracle_value(json_array_get(pair, 0)), tolerance, 0);
    assert_close(upper, oracle_value(json_array_get(pair, 1)), tolerance, 0);
}

static void check_percentiles(const json_t *expected, struct assay_view t, double tail)
{
    check_limits(expected, "percentile_type6", t, tail, tail, ASSAY_PERCENTILE_TYPE6, TOLERANCE);
    check_limits(expected, "percentile_type7", t, tail, tail, ASSAY_PERCENTILE_TYPE7, TOLERANCE);
    check_limits(expected, "percentile_order_statistic_alphaB", t, tail, tail,
                 ASSAY_PERCENTILE_ROUNDED, TOLERANCE);
    check_limits(expected, "percentile_boot_ci", t, tail, tail, ASSAY_PERCENTILE_INTERPOLATED,
                 TOLERANCE);
}

static void check_bca(const json_t *expected, struct assay_view x, struct assay_view t, double t0,
                      double confidence)
{
    struct assay_bca bca;
    /* The count below t0, and all that follows, hangs on the rounding of sums otherwise. */
    if (oracle_number(expected, "n_resamples_with_t_equal_t0_up_to_rounding") > 0)
        return;
    assert_int_equal(assay_bootstrap_bca(t0, t, x, confidence, &bca, NULL), ASSAY_OK);
    const json_t *tails = json_object_get(expected, "bca_adjusted_alpha");
    assert_close(bca.z0, oracle_number(expected, "z0"), TOLERANCE, 1e-14);
    assert_close(bca.acceleration, oracle_number(expected, "a"), TOLERANCE, 1e-14);
    assert_close(bca.lower_tail, oracle_value(json_array_get(tails, 0)), TOLERANCE, 0);
    assert_close(1 - bca.upper_tail, oracle_value(json_array_get(tails, 1)), TOLERANCE, 0);
    check_limits(expected, "bca_type7", t, bca.lower_tail, bca.upper_tail, ASSAY_PERCENTILE_TYPE7,
                 1e-10);
    check_limits(expected, "bca_type6", t, bca.lower_tail, bca.upper_tail, ASSAY_PERCENTILE_TYPE6,
                 1e-10);
    check_limits(expected, "bca_boot_ci", t, bca.lower_tail, bca.upper_tail,
                 ASSAY_PERCENTILE_INTERPOLATED, 1e-10);
}

static void check_flat(const json_t *input, const json_t *expected, double *t, size_t n_replicates)
{
    size_t n;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    const double confidence = oracle_number(input, "conf");
    struct assay_view view = {x, n}, replicates = {t, n_replicates};
    for (size_t b = 0; b < n_replicates; b++)
        t[b] = mean_at(view, json_array_get(json_object_get(input, "index0"), b));
    struct assay_moments all, of_t;
    assert_int_equal(assay_moments_of(view, &all, NULL), ASSAY_OK);
    assert_int_equal(assay_moments_of(replicates, &of_t, NULL), ASSAY_OK);
    assert_close(all.mean, oracle_number(expected, "t0"), TOLERANCE, 0);
    assert_close(of_t.mean, oracle_number(expected, "boot_mean"), TOLERANCE, 0);
    assert_close(sqrt(of_t.variance), oracle_number(expected, "boot_sd"), TOLERANCE, 0);
    check_bca(expected, view, replicates, all.mean, confidence);
    free(x);
}

static void check_ratio(const json_t *input, double *t, size_t n_replicates)
{
    size_t n_old, n_new;
    double *old = oracle_array(json_object_get(input, "old"), &n_old);
    double *new = oracle_array(json_object_get(input, "new"), &n_new);
    for (size_t b = 0; b < n_replicates; b++)
        t[b] = mean_at((struct assay_view){new, n_new},
                       json_array_get(json_object_get(input, "index0_new"), b)) /
               mean_at((struct assay_view){old, n_old},
                       json_array_get(json_object_get(input, "index0_old"), b));
    free(old);
    free(new);
}

/* [unit, [[child, [...]], …]] and [unit, [value positions]] to positions, depth first. */
static void flatten(const json_t *nodes, size_t *index, size_t *n)
{
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        if (json_is_integer(node)) {
            index[(*n)++] = (size_t)json_integer_value(node);
            continue;
        }
        index[(*n)++] = (size_t)json_integer_value(json_array_get(node, 0));
        flatten(json_array_get(node, 1), index, n);
    }
}

static void check_tree(const json_t *input, const json_t *expected, double *t, size_t n_replicates)
{
    size_t n_levels, counts[ASSAY_MAX_LEVELS], n;
    double *y = oracle_nested(json_object_get(input, "Y"), &n_levels, counts, &n);
    struct assay_sample sample = assay_sample_balanced(y, n_levels, counts);
    size_t *index = malloc(3 * n * sizeof *index);
    for (size_t b = 0; b < n_replicates; b++) {
        size_t n_index = 0;
        flatten(json_array_get(json_object_get(input, "index0_tree"), b), index, &n_index);
        t[b] = resampled_nested_mean(&sample, index, n_index);
        assert_close(t[b], oracle_value(json_array_get(json_object_get(expected, "t"), b)),
                     TOLERANCE, 0);
    }
    free(index);
    free(y);
}

static void reference_values(void **state)
{
    (void)state;
    json_t *root = oracle_load("bootstrap.json"), *cases = json_object_get(root, "cases");
    assert_int_equal(json_array_size(cases), 29);
    for (size_t c = 0; c < json_array_size(cases); c++) {
        const json_t *item = json_array_get(cases, c), *input = json_object_get(item, "input");
        const json_t *expected = json_object_get(item, "expected");
        size_t n = (size_t)oracle_number(input, "B");
        double *t = malloc(n * sizeof *t);
        if (json_object_get(input, "x") != NULL)
            check_flat(input, expected, t, n);
        else if (json_object_get(input, "Y") != NULL)
            check_tree(input, expected, t, n);
        else
            check_ratio(input, t, n);
        check_percentiles(expected, (struct assay_view){t, n},
                          (1 - oracle_number(input, "conf")) / 2);
        free(t);
    }
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

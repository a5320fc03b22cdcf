/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mean.c -- the interval of one mean against R, the papers, and simulation. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>
#include <assay/random.h>

/* t quantile and square root, 1e-12 as the oracle asks of quantiles; R's S2 of data with an offset
 * of 1e8 and more is itself good to 1e-8. */
static const double LIMITS = 1e-12, OFFSET_LIMITS = 1e-15;

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("varcomp.json");
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        const json_t *input = json_object_get(one, "input");
        const json_t *expected = json_object_get(one, "expected");
        size_t counts[ASSAY_MAX_LEVELS], n_levels, n;
        double *values = oracle_nested(json_object_get(input, "Y"), &n_levels, counts, &n);
        struct assay_sample sample = assay_sample_balanced(values, n_levels, counts);
        struct assay_estimate estimate;
        assert_int_equal(
            assay_mean_interval(&sample, oracle_number(input, "conf"), &estimate, NULL), ASSAY_OK);
        const json_t *ci = json_object_get(expected, "ci_t");
        double mean = oracle_number(expected, "grand_mean");
        double absolute = OFFSET_LIMITS * fabs(mean) + LIMITS;
        assert_close(estimate.interval.lower, oracle_value(json_array_get(ci, 0)), LIMITS,
                     absolute);
        assert_close(estimate.interval.upper, oracle_value(json_array_get(ci, 1)), LIMITS,
                     absolute);
        assert_close(estimate.interval.df, (double)counts[0] - 1, 0, 0);
        free(values);
    }
    assert_true(i >= 54);
    json_decref(root);
}

/* TR Table VI: the grand means of three replicates of a system. */
static void paper_means(void **state)
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
        if (strcmp(json_string_value(json_object_get(one, "id")), "000-table-VI") != 0)
            continue;
        const json_t *replicates = json_object_get(json_object_get(one, "inputs"), "replicates");
        const json_t *means = json_object_get(json_object_get(one, "outputs"), "grand_means");
        for (size_t k = 0; k < json_array_size(replicates); k++, found++) {
            size_t counts[ASSAY_MAX_LEVELS], n_levels, n;
            double *values = oracle_nested(json_array_get(replicates, k), &n_levels, counts, &n);
            struct assay_sample sample =
                assay_sample_balanced(values, 3, (size_t[]){counts[0], 2, counts[1] / 2});
            struct assay_estimate estimate;
            assert_int_equal(assay_mean_interval(&sample, 0.95, &estimate, NULL), ASSAY_OK);
            assert_close(estimate.estimate, oracle_value(json_array_get(means, k)), 1e-15, 0);
            free(values);
        }
    }
    assert_int_equal(found, 3);
    json_decref(root);
}

/* Wider with more confidence; moves and stretches with the data. */
static void identities(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 61, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 2000; trial++) {
        double x[30], y[30];
        size_t n = 2 + assay_random_below(&random, 29);
        for (size_t i = 0; i < n; i++) {
            x[i] = 5 + assay_random_normal(&random);
            y[i] = 1e9 * (x[i] + 3);
        }
        struct assay_sample a = assay_sample_flat(x, n), b = assay_sample_flat(y, n);
        struct assay_estimate narrow, wide, moved;
        assert_int_equal(assay_mean_interval(&a, 0.9, &narrow, NULL), ASSAY_OK);
        assert_int_equal(assay_mean_interval(&a, 0.99, &wide, NULL), ASSAY_OK);
        assert_int_equal(assay_mean_interval(&b, 0.9, &moved, NULL), ASSAY_OK);
        assert_true(wide.interval.lower < narrow.interval.lower);
        assert_true(wide.interval.upper > narrow.interval.upper);
        assert_close(moved.interval.lower, 1e9 * (narrow.interval.lower + 3), 1e-12, 1e-3);
        assert_close(moved.interval.upper, 1e9 * (narrow.interval.upper + 3), 1e-12, 1e-3);
    }
}

/* METHODS B3: an unbalanced inside leaves the coverage alone. 3 standard errors about 95 %. */
static void coverage_of_unbalanced_trees(void **state)
{
    (void)state;
    enum { TRIALS = 4000, TOP = 5 };
    int covered = 0;
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        struct assay_random random;
        assay_random_init(&random, 62, ASSAY_RANDOM_TEST, trial, 0);
        double values[TOP * 20];
        size_t first[TOP + 1] = {0}, n = 0;
        for (size_t u = 0; u < TOP; u++) {
            double top = 10 + assay_random_normal(&random);
            for (uint64_t i = 10 + assay_random_below(&random, 10); i > 0; i--)
                values[n++] = top + 0.5 * assay_random_normal(&random);
            first[u + 1] = n;
        }
        struct assay_sample sample = {values, {.n_levels = 2, .count = {TOP}, .first = {first}}};
        struct assay_estimate estimate;
        assert_int_equal(assay_mean_interval(&sample, 0.95, &estimate, NULL), ASSAY_OK);
        covered += estimate.interval.lower <= 10 && estimate.interval.upper >= 10;
    }
    assert_true(fabs(covered / (double)TRIALS - 0.95) < 3 * sqrt(0.95 * 0.05 / TRIALS));
}

static void edges(void **state)
{
    (void)state;
    struct assay_estimate estimate = {.estimate = 8};
    struct assay_error error;
    const double x[] = {1, 2, 2, 2};
    struct assay_sample one = assay_sample_balanced(x, 2, (size_t[]){1, 4});
    assert_int_equal(assay_mean_interval(&one, 0.95, &estimate, &error), ASSAY_UNDEFINED);
    struct assay_sample flat = assay_sample_flat(x, 4);
    assert_int_equal(assay_mean_interval(&flat, 95, &estimate, &error), ASSAY_INVALID);
    assert_string_equal(error.text, "confidence must lie in (0, 1), is 95");
    assert_close(estimate.estimate, 8, 0, 0);
    struct assay_sample constant = assay_sample_flat(x + 1, 3);
    assert_int_equal(assay_mean_interval(&constant, 0.95, &estimate, &error), ASSAY_OK);
    assert_true(estimate.interval.lower == 2 && estimate.interval.upper == 2);
    assert_int_equal(estimate.warnings, ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK) |
                                            ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases), cmocka_unit_test(paper_means),
        cmocka_unit_test(identities),   cmocka_unit_test(coverage_of_unbalanced_trees),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

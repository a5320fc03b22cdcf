/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quantile.c -- nine types of quantile against R, and their edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/random.h>

/* One interpolation between two doubles. */
static const double TIGHT = 1e-13;

/* True for a probability at which R 4.2.2 and later R differ by a fuzz (types 1 to 3). */
static bool sensitive(const json_t *expected, size_t i)
{
    const json_t *list = json_object_get(expected, "fuzz_sensitive");
    if (json_is_number(list))
        return (size_t)json_number_value(list) == i + 1;
    for (size_t k = 0; k < json_array_size(list); k++)
        if ((size_t)oracle_value(json_array_get(list, k)) == i + 1)
            return true;
    return false;
}

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    size_t n, n_probabilities;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    double *probabilities = oracle_array(json_object_get(input, "probs"), &n_probabilities);
    double *values = malloc(n_probabilities * sizeof *values);
    assert_non_null(values);
    for (int type = 1; type <= 9; type++) {
        char name[16];
        (void)snprintf(name, sizeof name, "type%d", type);
        const json_t *reference = json_object_get(expected, name);
        assert_int_equal(assay_quantiles((struct assay_view){x, n}, probabilities, n_probabilities,
                                         type, values, NULL),
                         ASSAY_OK);
        for (size_t i = 0; i < n_probabilities; i++)
            if (type > 3 || !sensitive(expected, i))
                assert_close(values[i], oracle_value(json_array_get(reference, i)), TIGHT, 0);
    }
    free(x);
    free(probabilities);
    free(values);
}

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("quantile.json");
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(root, "cases"), i, one) check_case(one);
    assert_true(i >= 29);
    json_decref(root);
}

/* The caller's order stays, the extremes are the quantiles 0 and 1, and all types rise with p. */
static void order_and_extremes(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 31, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 300; trial++) {
        double x[60], before[60], p[21], values[21], min = INFINITY, max = -INFINITY;
        size_t n = 1 + assay_random_below(&random, 60);
        for (size_t i = 0; i < n; i++) {
            x[i] = floor(10 * assay_random_normal(&random));
            min = fmin(min, x[i]);
            max = fmax(max, x[i]);
        }
        memcpy(before, x, n * sizeof *x);
        for (size_t i = 0; i < 21; i++)
            p[i] = (double)i / 20;
        for (int type = 1; type <= 9; type++) {
            assert_int_equal(assay_quantiles((struct assay_view){x, n}, p, 21, type, values, NULL),
                             ASSAY_OK);
            assert_true(values[0] == min && values[20] == max);
            for (size_t i = 1; i < 21; i++)
                assert_true(values[i] >= values[i - 1] - 1e-14); /* a rounding may fall */
        }
        double median;
        assert_int_equal(assay_median((struct assay_view){x, n}, &median, NULL), ASSAY_OK);
        assert_int_equal(
            assay_quantiles((struct assay_view){x, n}, (double[]){0.5}, 1, 7, values, NULL),
            ASSAY_OK);
        assert_close(median, values[0], 1e-15, 0);
        assert_memory_equal(before, x, n * sizeof *x);
    }
}

static void edges(void **state)
{
    (void)state;
    double value = 3;
    struct assay_error error;
    const double x[] = {5}, bad[] = {1, (double)NAN}, huge[] = {1.7e308, 1.6e308};
    struct assay_view one = {x, 1};
    assert_int_equal(assay_quantiles((struct assay_view){x, 0}, x, 0, 7, &value, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_quantiles(one, (double[]){1.5}, 1, 7, &value, &error), ASSAY_INVALID);
    assert_int_equal(assay_quantiles(one, (double[]){(double)NAN}, 1, 7, &value, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_quantiles(one, (double[]){0.5}, 1, 10, &value, &error), ASSAY_INVALID);
    assert_int_equal(assay_median((struct assay_view){bad, 2}, &value, &error), ASSAY_INVALID);
    assert_close(value, 3, 0, 0);
    assert_int_equal(assay_quantiles(one, (double[]){0.3}, 1, 6, &value, &error), ASSAY_OK);
    assert_close(value, 5, 0, 0);
    assert_int_equal(assay_median((struct assay_view){huge, 2}, &value, &error), ASSAY_OK);
    assert_close(value, 1.65e308, 1e-15, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(order_and_extremes),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

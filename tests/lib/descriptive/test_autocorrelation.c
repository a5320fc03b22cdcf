/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_autocorrelation.c -- against R and exact rationals; sums against the Fourier transform. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>
#include <assay/random.h>

/* The tolerance that acf.json names: rounding of R's own sums. */
static const double ABSOLUTE = 1e-11;
/* Against exact rationals only our own rounding is left; the offset series loses more. */
static const double ROUNDING = 1e-14;

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("acf.json"), *one;
    size_t i, checked = 0;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        json_t *input = json_object_get(one, "input"), *expected = json_object_get(one, "expected");
        size_t n, lags = (size_t)oracle_number(input, "lag_max");
        double *x = oracle_array(json_object_get(input, "x"), &n);
        double *values = malloc((lags + 1) * sizeof *values);
        enum assay_status status =
            assay_autocorrelation((struct assay_view){x, n}, lags, values, NULL);
        json_t *r = json_object_get(expected, "acf"), *exact = json_object_get(expected, "acf_hp");
        assert_int_equal(status,
                         isnan(oracle_value(json_array_get(r, 0))) ? ASSAY_UNDEFINED : ASSAY_OK);
        for (size_t lag = 0; status == ASSAY_OK && lag <= lags; lag++) {
            assert_close(values[lag], oracle_value(json_array_get(r, lag)), 0, ABSOLUTE);
            if (exact != NULL)
                assert_close(values[lag], oracle_value(json_array_get(exact, lag)), 0, ROUNDING);
            checked++;
        }
        assert_close(assay_autocorrelation_bound(n, 0.95),
                     oracle_number(expected, "white_noise_bound_95"), 1e-14, 0);
        free(values);
        free(x);
    }
    assert_true(checked > 500);
    json_decref(root);
}

/* 1 2 3 4: deviations -1.5 -0.5 0.5 1.5, c_0 = 5, lag sums 1.25, -1.5, -2.25 (over 4 all). */
static void by_hand(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4};
    double values[4];
    assert_int_equal(assay_autocorrelation((struct assay_view){x, 4}, 3, values, NULL), ASSAY_OK);
    const double expected[] = {1, 0.25, -0.3, -0.45};
    for (size_t i = 0; i < 4; i++)
        assert_close(values[i], expected[i], 1e-15, 0);
}

static double *noise(size_t n, double phi)
{
    double *x = malloc(n * sizeof *x), level = 0;
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < n; i++)
        x[i] = level = phi * level + assay_random_normal(&random);
    return x;
}

/* 128 lags and more go through the transform, fewer are summed: both must agree. */
static void transform_equals_sums(void **state)
{
    (void)state;
    static const size_t sizes[] = {129, 200, 255, 256, 257, 1000, 4097};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        size_t n = sizes[k];
        double *x = noise(n, 0.7), *few = malloc(n * sizeof *few), *all = malloc(n * sizeof *all);
        struct assay_view view = {x, n};
        assert_int_equal(assay_autocorrelation(view, 127, few, NULL), ASSAY_OK);
        assert_int_equal(assay_autocorrelation(view, n - 1, all, NULL), ASSAY_OK);
        for (size_t lag = 0; lag <= 127; lag++)
            assert_close(all[lag], few[lag], 0, 1e-13);
        double sum = 0; /* of all lags: the deviations sum to 0, so 1 + 2 sum = 0 */
        for (size_t lag = 1; lag < n; lag++)
            sum += all[lag];
        assert_close(sum, -0.5, 0, 1e-11);
        free(all);
        free(few);
        free(x);
    }
}

static void shift_scale_and_reversal(void **state)
{
    (void)state;
    enum { N = 200, LAGS = 150 };
    double *x = noise(N, 0.4), other[N], expected[LAGS + 1], values[LAGS + 1];
    static const double scales[] = {1e9, 1e-9, -3, 1e-300, 1e300};
    assert_int_equal(assay_autocorrelation((struct assay_view){x, N}, LAGS, expected, NULL), 0);
    for (size_t k = 0; k < 7; k++) {
        for (size_t i = 0; i < N; i++)
            other[i] = k < 5 ? scales[k] * x[i] : k == 5 ? x[i] + 1024 : x[N - 1 - i];
        assert_int_equal(assay_autocorrelation((struct assay_view){other, N}, LAGS, values, NULL),
                         ASSAY_OK);
        for (size_t lag = 0; lag <= LAGS; lag++)
            assert_close(values[lag], expected[lag], 0, 1e-12);
    }
    free(x);
}

/* Whole numbers keep all their bits under an offset of 2^50; the mean then needs more than a double.
 */
static void offset(void **state)
{
    (void)state;
    enum { N = 50, LAGS = 49 };
    double x[N], far[N], expected[N], values[N];
    struct assay_random random;
    assay_random_init(&random, 15, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < N; i++) {
        x[i] = (double)assay_random_below(&random, 8);
        far[i] = x[i] + 0x1p50;
    }
    assert_int_equal(assay_autocorrelation((struct assay_view){x, N}, LAGS, expected, NULL), 0);
    assert_int_equal(assay_autocorrelation((struct assay_view){far, N}, LAGS, values, NULL), 0);
    for (size_t lag = 0; lag <= LAGS; lag++)
        assert_close(values[lag], expected[lag], 0, 1e-13);
}

static void edges(void **state)
{
    (void)state;
    const double x[] = {1, 2, NAN}, same[] = {3, 3, 3};
    double values[4];
    struct assay_error error;
    assert_int_equal(assay_autocorrelation((struct assay_view){x, 0}, 0, values, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_autocorrelation((struct assay_view){x, 1}, 0, values, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_autocorrelation((struct assay_view){x, 2}, 2, values, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_autocorrelation((struct assay_view){x, 3}, 1, values, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_autocorrelation((struct assay_view){same, 3}, 1, values, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_autocorrelation((struct assay_view){x, 2}, 1, values, &error), ASSAY_OK);
    assert_close(values[1], -0.5, 1e-15, 0);
    assert_int_equal(assay_autocorrelation_lags(1), 0);
    assert_int_equal(assay_autocorrelation_lags(100), 20);
}

/* By hand: ranks 1 3 2 4 less 2.5: products -0.75 - 0.25 - 0.75 over squares 5. */
static void ranks(void **state)
{
    (void)state;
    struct assay_error error;
    const double x[] = {1, 300, 20, 4000}, tied[] = {1, 1, 2}, same[] = {2, 2, 2};
    double rho;
    assert_int_equal(assay_rank_autocorrelation((struct assay_view){x, 4}, &rho, &error), ASSAY_OK);
    assert_close(rho, -1.75 / 5, 1e-15, 0);
    /* midranks 1.5 1.5 3 less 2 */
    assert_int_equal(assay_rank_autocorrelation((struct assay_view){tied, 3}, &rho, &error),
                     ASSAY_OK);
    assert_close(rho, (0.25 - 0.5) / 1.5, 1e-15, 0);
    assert_int_equal(assay_rank_autocorrelation((struct assay_view){same, 3}, &rho, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_rank_autocorrelation((struct assay_view){x, 2}, &rho, &error),
                     ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(transform_equals_sums),
        cmocka_unit_test(shift_scale_and_reversal),
        cmocka_unit_test(offset),
        cmocka_unit_test(edges),
        cmocka_unit_test(ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

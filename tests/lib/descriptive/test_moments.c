/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moments.c -- moments on NIST's univariate sets and what must hold for any data. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/random.h>

static double digits(double actual, double expected)
{
    if (actual == expected)
        return 16;
    return expected == 0 ? -log10(fabs(actual)) : -log10(fabs(actual - expected) / fabs(expected));
}

static double text_number(const json_t *object, const char *key)
{
    return strtod(json_string_value(json_object_get(object, key)), NULL);
}

/* PiDigits comes as one string of digits. */
static double *data_of(const json_t *set, size_t *n)
{
    const json_t *data = json_object_get(set, "data");
    const char *text = json_string_value(data);
    if (text == NULL)
        return oracle_array(data, n);
    *n = strlen(text);
    double *x = malloc(*n * sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < *n; i++)
        x[i] = text[i] - '0';
    return x;
}

/* 15 digits of what an infinitely precise program gets from the same doubles. Against the certified
 * sd, the doubles themselves allow 13 everywhere but Mavro 13.1, Michelso 13.8, NumAcc3 9.5 and
 * NumAcc4 8.3 (the sd of 10000000.1 and .3 as doubles is 0.10000000056): no program gets more. */
static void nist_univariate(void **state)
{
    (void)state;
    json_t *root = oracle_load("nist_univariate.json");
    size_t i;
    json_t *set;
    json_array_foreach(json_object_get(root, "sets"), i, set)
    {
        size_t n;
        double *x = data_of(set, &n);
        struct assay_moments moments;
        assert_int_equal(assay_moments_of((struct assay_view){x, n}, &moments, NULL), ASSAY_OK);
        const json_t *exact = json_object_get(set, "exact_from_doubles");
        const json_t *certified = json_object_get(set, "certified");
        assert_true(digits(moments.mean, text_number(exact, "mean")) >= 15);
        assert_true(digits(sqrt(moments.variance), text_number(exact, "sd")) >= 15);
        assert_true(digits(moments.mean, text_number(certified, "mean")) >= 14.8);
        double attainable = digits(text_number(exact, "sd"), text_number(certified, "sd"));
        assert_true(digits(sqrt(moments.variance), text_number(certified, "sd")) >=
                    fmin(attainable - 0.05, 14.5));
        free(x);
    }
    assert_int_equal(i, 9);
    json_decref(root);
}

/* 2^k-fold values have 4^k-fold variances to the last bit, also where squares leave the range. */
static void scale_by_powers_of_two(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 51, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 400; trial++) {
        double x[80], y[80];
        size_t n = 2 + assay_random_below(&random, 79);
        int power = (int)assay_random_below(&random, 1001) - 500;
        for (size_t i = 0; i < n; i++) {
            x[i] = 1 + assay_random_uniform(&random);
            y[i] = ldexp(x[i], power);
        }
        struct assay_moments a, b;
        assert_int_equal(assay_moments_of((struct assay_view){x, n}, &a, NULL), ASSAY_OK);
        assert_int_equal(assay_moments_of((struct assay_view){y, n}, &b, NULL), ASSAY_OK);
        assert_true(b.mean == ldexp(a.mean, power));
        assert_true(b.variance == ldexp(a.variance, 2 * power));
        assert_true(b.min == ldexp(a.min, power) && b.max == ldexp(a.max, power));
    }
}

/* One far value in front, as a cold first iteration is, must not spoil the others. */
static void an_outlier_in_front(void **state)
{
    (void)state;
    double x[1001] = {1e9};
    for (size_t i = 1; i < 1001; i++)
        x[i] = 1 + (double)(i % 2);
    struct assay_moments moments;
    assert_int_equal(assay_moments_of((struct assay_view){x, 1001}, &moments, NULL), ASSAY_OK);
    assert_close(moments.mean, (1e9 + 1500) / 1001, 1e-15, 0);
    /* 250 + 1000 / 1001 * (1e9 - 1.5)^2 */
    assert_close(moments.sum_squares, 250 + 1000.0 / 1001 * (1e9 - 1.5) * (1e9 - 1.5), 1e-15, 0);
}

static void order_does_not_matter(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 52, ASSAY_RANDOM_TEST, 0, 0);
    double x[500], y[500];
    size_t order[500];
    for (size_t i = 0; i < 500; i++)
        x[i] = 1e6 + assay_random_normal(&random);
    assay_random_permutation(&random, 500, order);
    for (size_t i = 0; i < 500; i++)
        y[i] = x[order[i]];
    struct assay_moments a, b;
    assert_int_equal(assay_moments_of((struct assay_view){x, 500}, &a, NULL), ASSAY_OK);
    assert_int_equal(assay_moments_of((struct assay_view){y, 500}, &b, NULL), ASSAY_OK);
    assert_close(a.mean, b.mean, 0, 0);
    assert_close(a.variance, b.variance, 1e-15, 0);
}

/* The eight lanes are part of the definition: plain C in the same order gives the same bits, on
 * whatever registers the library was compiled for. */
static double lanes_by_hand(const double *x, size_t n)
{
    double high[8] = {0}, low[8] = {0};
    for (size_t i = 0; i < n / 8 * 8; i++) {
        volatile double sum = high[i % 8] + x[i], part = sum - high[i % 8];
        volatile double left = high[i % 8] - (sum - part), right = x[i] - part;
        low[i % 8] += left + right;
        high[i % 8] = sum;
    }
    double total = 0, rest = 0;
    for (size_t i = 0; i < 8 + n % 8; i++) {
        double term = i < 8 ? high[i] : x[n / 8 * 8 + i - 8];
        volatile double sum = total + term, part = sum - total;
        volatile double left = total - (sum - part), right = term - part;
        rest += left + right;
        if (i < 8)
            rest += low[i];
        total = sum;
    }
    return total + rest;
}

static void same_bits_everywhere(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 53, ASSAY_RANDOM_TEST, 0, 0);
    double x[2048];
    for (size_t i = 0; i < 2048; i++)
        x[i] = exp(3 * assay_random_normal(&random));
    struct assay_moments moments;
    assert_int_equal(assay_moments_of((struct assay_view){x, 2048}, &moments, NULL), ASSAY_OK);
    assert_true(moments.mean == lanes_by_hand(x, 2048) / 2048);
}

static void edges(void **state)
{
    (void)state;
    struct assay_moments moments = {.n = 77};
    struct assay_error error;
    const double one[] = {3}, nan[] = {1, (double)NAN}, inf[] = {1, 2, -INFINITY};
    const double wide[] = {-1.7e308, 1.7e308}, tiny[] = {5e-324, 1e-323};
    const double zeros[] = {0, 0, 0};
    assert_int_equal(assay_moments_of((struct assay_view){one, 0}, &moments, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_moments_of((struct assay_view){nan, 2}, &moments, &error),
                     ASSAY_INVALID);
    assert_string_equal(error.text, "values must be finite, value 2 is nan");
    assert_int_equal(assay_moments_of((struct assay_view){inf, 3}, &moments, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_moments_of((struct assay_view){wide, 2}, &moments, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_moments_of((struct assay_view){tiny, 2}, &moments, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(moments.n, 77);
    assert_int_equal(assay_moments_of((struct assay_view){one, 1}, &moments, &error), ASSAY_OK);
    assert_true(moments.mean == 3 && moments.sum_squares == 0 && isnan(moments.variance));
    assert_int_equal(assay_moments_of((struct assay_view){zeros, 3}, &moments, &error), ASSAY_OK);
    assert_true(moments.mean == 0 && moments.variance == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nist_univariate),      cmocka_unit_test(scale_by_powers_of_two),
        cmocka_unit_test(an_outlier_in_front),  cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(same_bits_everywhere), cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

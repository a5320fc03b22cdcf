/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_metrics.c -- I1 and I2 against 40-digit quadrature, Monte Carlo and identities. */
#include "draws.h"

#include <math.h>
#include <string.h>

static const double i1_relative = 1e-11, i2_absolute = 1e-12; /* as the reference states */

static double distance(const struct assay_mixture *x, const struct assay_mixture *y)
{
    double i1 = -1;
    assert_int_equal(assay_mixture_distance(x, y, &i1, NULL), ASSAY_OK);
    return i1;
}

static double below(const struct assay_mixture *x, const struct assay_mixture *y, double delta)
{
    double i2 = -1;
    assert_int_equal(assay_mixture_superiority(x, y, delta, &i2, NULL), ASSAY_OK);
    return i2;
}

static void check_case(const json_t *input, const json_t *expected)
{
    const json_t *mixtures = json_object_get(input, "mixtures"),
                 *draws = json_object_get(expected, "monte_carlo"), *entry;
    struct assay_mixture x = read_mixture(json_array_get(mixtures, 0));
    struct assay_mixture y = read_mixture(json_array_get(mixtures, 1));
    double delta = oracle_number(input, "delta"), i1 = distance(&x, &y);
    size_t i;
    assert_close(i1, oracle_number(expected, "I1_hp"), i1_relative, 0);
    assert_close(below(&x, &y, 0), oracle_number(expected, "I2_hp"), 0, i2_absolute);
    assert_close(below(&x, &y, delta), oracle_number(expected, "I2_delta_hp"), 0, i2_absolute);
    if (json_is_object(draws)) { /* 4 se: 42 cases are drawn */
        double n = oracle_number(draws, "n"), p = below(&x, &y, 0);
        assert_close(i1, oracle_number(draws, "I1"), 0, 4 * oracle_number(draws, "I1_se"));
        assert_close(p, oracle_number(draws, "I2"), 0, 4 * sqrt(p * (1 - p) / n) + 1e-9);
    }
    json_array_foreach(json_object_get(expected, "mean"), i, entry)
    {
        struct assay_mixture mixture = read_mixture(json_array_get(mixtures, i));
        assert_close(assay_mixture_mean(&mixture), oracle_value(entry), 1e-13, 1e-13);
        assert_close(assay_mixture_variance(&mixture),
                     oracle_value(json_array_get(json_object_get(expected, "variance"), i)), 1e-11,
                     0);
    }
}

static void as_the_reference(void **state)
{
    (void)state;
    json_t *file = oracle_load("varcore.json"), *item;
    size_t i;
    json_array_foreach(json_object_get(file, "cases"), i, item)
        check_case(json_object_get(item, "input"), json_object_get(item, "expected"));
    assert_true(i >= 42);
    json_decref(file);
}

static void as_the_worked_examples(void **state)
{
    (void)state;
    json_t *file = oracle_load("examples.json"), *item;
    json_t *list = json_is_array(file) ? file : json_object_get(file, "examples");
    size_t i, n_checked = 0;
    if (list == NULL)
        list = json_object_get(file, "cases");
    json_array_foreach(list, i, item)
    {
        if (strncmp(json_string_value(json_object_get(item, "id")), "004-E|Z|", 8) != 0)
            continue;
        const json_t *inputs = json_object_get(item, "inputs");
        double mean = oracle_number(inputs, "mu"), sd = oracle_number(inputs, "sigma");
        struct assay_mixture x = {1, {{1, mean, sd * sqrt(0.5)}}};
        struct assay_mixture y = {1, {{1, 0, sd * sqrt(0.5)}}};
        assert_close(distance(&x, &y), oracle_number(json_object_get(item, "outputs"), "E_abs"),
                     1e-13, 0);
        n_checked++;
    }
    assert_int_equal(n_checked, 5);
    json_decref(file);
}

static void identities(void **state)
{
    (void)state;
    struct assay_mixture x = {2, {{0.3, 1, 0.2}, {0.7, 2, 0.5}}}, y = {1, {{1, 1.5, 0.1}}};
    assert_close(distance(&x, &y), distance(&y, &x), 1e-15, 0);
    assert_close(below(&x, &y, 0) + below(&y, &x, 0), 1, 1e-15, 0);
    assert_close(below(&x, &y, 0.25), 1 - below(&y, &x, -0.25), 1e-14, 0);
    assert_close(below(&x, &x, 0), 0.5, 1e-15, 0);
    assert_close(distance(&y, &y), 0.1 * 2 / sqrt(3.14159265358979323846), 1e-14, 0);
    double i1 = distance(&x, &y);
    for (size_t k = 0; k < 2; k++)
        x.part[k].mean *= 1e9, x.part[k].sd *= 1e9;
    y.part[0].mean *= 1e9, y.part[0].sd *= 1e9;
    assert_close(distance(&x, &y), 1e9 * i1, 1e-14, 0);
}

static void refuses_what_is_no_mixture(void **state)
{
    (void)state;
    struct assay_mixture good = {1, {{1, 0, 1}}},
                         bad[] = {{0, {{1, 0, 1}}},   {1, {{0.5, 0, 1}}}, {1, {{1, 0, 0}}},
                                  {1, {{1, NAN, 1}}}, {1, {{-1, 0, 1}}},  {1, {{1, 0, INFINITY}}}};
    double out = 42;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(assay_mixture_distance(&good, &bad[i], &out, NULL), ASSAY_INVALID);
        assert_int_equal(assay_mixture_superiority(&bad[i], &good, 0, &out, NULL), ASSAY_INVALID);
    }
    assert_int_equal(assay_mixture_superiority(&good, &good, NAN, &out, NULL), ASSAY_INVALID);
    assert_true(out == 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_reference),
        cmocka_unit_test(as_the_worked_examples),
        cmocka_unit_test(identities),
        cmocka_unit_test(refuses_what_is_no_mixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

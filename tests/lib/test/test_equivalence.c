/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_equivalence.c -- two one-sided t tests. */
#include "support/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

/* tost.json: relative 1e-9. */
static const double REL = 1e-9;

static enum assay_equivalence_method method_of(const char *type)
{
    return strcmp(type, "paired") == 0    ? ASSAY_EQUIVALENCE_PAIRED
           : strcmp(type, "student") == 0 ? ASSAY_EQUIVALENCE_STUDENT
                                          : ASSAY_EQUIVALENCE_WELCH;
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    size_t n, m;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    double *y = oracle_array(json_object_get(input, "y"), &m);
    struct assay_equivalence out;
    assert_int_equal(
        assay_equivalence_test((struct assay_view){x, n}, (struct assay_view){y, m},
                               method_of(json_string_value(json_object_get(input, "type"))),
                               oracle_number(input, "low"), oracle_number(input, "high"),
                               1 - oracle_number(input, "alpha"), &out, NULL),
        ASSAY_OK);
    free(x);
    free(y);
    assert_close(out.estimate, oracle_number(expected, "difference"), REL, 1e-12);
    assert_close(out.standard_error, oracle_number(expected, "stderr"), REL, 0);
    assert_close(out.df, oracle_number(expected, "df"), REL, 0);
    assert_close(out.t_lower, oracle_number(expected, "t_lower"), REL, 1e-11);
    assert_close(out.t_upper, oracle_number(expected, "t_upper"), REL, 1e-11);
    assert_close(out.p_lower, oracle_number(expected, "p_lower_hp"), REL, 0);
    assert_close(out.p_upper, oracle_number(expected, "p_upper_hp"), REL, 0);
    assert_close(out.p, oracle_number(expected, "p_tost_hp"), REL, 0);
    assert_int_equal(out.equivalent, json_is_true(json_object_get(expected, "equivalent")));
    const json_t *ends = json_object_get(expected, "ci_1_minus_2alpha");
    assert_close(out.lower, oracle_value(json_array_get(ends, 0)), REL, 1e-11);
    assert_close(out.upper, oracle_value(json_array_get(ends, 1)), REL, 1e-11);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("tost.json", check_case, 46);
}

/* Equivalent exactly when the 1 - 2 alpha interval lies inside the limits. */
static void agrees_with_its_interval(void **state)
{
    (void)state;
    size_t yes = 0;
    for (uint32_t r = 0; r < 1000; r++) {
        struct assay_random random;
        assay_random_init(&random, 71, ASSAY_RANDOM_TEST, r, 0);
        double x[8], y[8];
        for (size_t i = 0; i < 8; i++) {
            x[i] = assay_random_normal(&random);
            y[i] = assay_random_normal(&random);
        }
        struct assay_equivalence out;
        double low = -2 * assay_random_uniform(&random), high = 2 * assay_random_uniform(&random);
        assert_int_equal(assay_equivalence_test(
                             (struct assay_view){x, 8}, (struct assay_view){y, 8},
                             (enum assay_equivalence_method)(r % 3), low, high, 0.9, &out, NULL),
                         ASSAY_OK);
        assert_int_equal(out.equivalent, low <= out.lower && out.upper <= high);
        yes += out.equivalent;
    }
    assert_true(yes > 100 && yes < 900);
}

static void edges(void **state)
{
    (void)state;
    struct assay_equivalence out = {.p = -1};
    struct assay_error error;
    double a[3] = {1, 2, 4}, c[3] = {5, 5, 5};
    struct assay_view x = {a, 3}, constant = {c, 3};
    enum assay_equivalence_method welch = ASSAY_EQUIVALENCE_WELCH;
    assert_int_equal(assay_equivalence_test(x, x, welch, 1, 1, 0.95, &out, &error), ASSAY_INVALID);
    assert_int_equal(assay_equivalence_test(x, x, welch, NAN, 1, 0.95, &out, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_equivalence_test(x, x, welch, -1, 1, 0.5, &out, &error), ASSAY_INVALID);
    assert_int_equal(assay_equivalence_test(x, x, welch, -1, 1, -3, &out, &error), ASSAY_INVALID);
    assert_int_equal(assay_equivalence_test(constant, constant, welch, -1, 1, 0.9, &out, &error),
                     ASSAY_UNDEFINED);
    assert_true(out.p == -1);
    assert_int_equal(assay_equivalence_test(x, x, welch, -INFINITY, 10, 0.95, &out, &error),
                     ASSAY_OK);
    assert_true(out.p_lower == 0 && out.equivalent && out.p == out.p_upper);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(agrees_with_its_interval),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

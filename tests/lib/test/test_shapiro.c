/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shapiro.c -- W and p against R 4.2 and 60-digit values, identities, edges, size. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

/* shapiro.json: W 1e-9, p 1e-6 relative; below 1e-10 the logarithm of p is compared. */
static const double W_REL = 1e-9, P_REL = 1e-6, LOG10_P_ABS = 1e-5;

static double *case_values(const json_t *input, size_t *n)
{
    const json_t *x = json_object_get(input, "x");
    if (x != NULL)
        return oracle_array(x, n);
    assert_string_equal(json_string_value(json_object_get(input, "generator")),
                        "x[i] = i, i = 1..5000");
    *n = 5000;
    double *values = malloc(*n * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < *n; i++)
        values[i] = (double)(i + 1);
    return values;
}

static double best_known(const json_t *expected, const char *name, const char *precise)
{
    return oracle_number(expected, json_object_get(expected, precise) != NULL ? precise : name);
}

static void check_case(const json_t *item)
{
    const json_t *expected = json_object_get(item, "expected");
    size_t n;
    double *x = case_values(json_object_get(item, "input"), &n);
    struct assay_shapiro actual = {NAN, NAN};
    struct assay_error error;
    enum assay_status status = assay_shapiro_test((struct assay_view){x, n}, &actual, &error);
    free(x);
    if (json_object_get(expected, "error") != NULL) {
        assert_int_equal(status, ASSAY_UNDEFINED);
        assert_true(isnan(actual.w));
        return;
    }
    assert_int_equal(status, ASSAY_OK);
    double p = best_known(expected, "p", "p_hp");
    assert_close(actual.w, best_known(expected, "W", "W_hp"), W_REL, 0);
    if (p < 1e-10)
        assert_close(log10(actual.p), log10(p), 0, LOG10_P_ABS);
    else
        assert_close(actual.p, p, P_REL, 0);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("shapiro.json", check_case, 90);
}

/* n = 3: W = (x3 - x1)^2 / 2 / sum of squares; for 0, 1, 3: 4.5 / (14/3) = 27/28. */
static void three_values_by_hand(void **state)
{
    (void)state;
    struct assay_shapiro out;
    assert_int_equal(assay_shapiro_test((struct assay_view){(double[]){3, 0, 1}, 3}, &out, NULL),
                     0);
    assert_close(out.w, 27.0 / 28, 1e-14, 0);
    assert_close(out.p, 6 / M_PI * (asin(sqrt(27.0 / 28)) - M_PI / 3), 1e-12, 0);
}

static void shift_and_scale_change_nothing(void **state)
{
    (void)state;
    static const double scales[] = {1e9, 1e-9, -1, 1e300, 1e-300, 0x1p-1040};
    double x[25], y[25];
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < 25; i++)
        x[i] = floor(1e6 * assay_random_normal(&random));
    struct assay_shapiro base, other;
    assert_int_equal(assay_shapiro_test((struct assay_view){x, 25}, &base, NULL), ASSAY_OK);
    for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
        for (size_t i = 0; i < 25; i++)
            y[i] = x[24 - i] * scales[s];
        assert_int_equal(assay_shapiro_test((struct assay_view){y, 25}, &other, NULL), ASSAY_OK);
        assert_close(other.w, base.w, 1e-12, 0);
    }
    for (size_t i = 0; i < 25; i++)
        y[i] = x[i] + 1e9;
    assert_int_equal(assay_shapiro_test((struct assay_view){y, 25}, &other, NULL), ASSAY_OK);
    assert_close(other.w, base.w, 1e-13, 0);
}

static void refuses_what_it_cannot_judge(void **state)
{
    (void)state;
    struct assay_shapiro out = {-1, -1};
    struct assay_error error;
    static double many[5001];
    for (size_t i = 0; i < 5001; i++)
        many[i] = (double)i;
    for (size_t n = 0; n < 3; n++)
        assert_int_equal(assay_shapiro_test((struct assay_view){many, n}, &out, &error),
                         ASSAY_UNDEFINED);
    assert_int_equal(assay_shapiro_test((struct assay_view){many, 5001}, &out, &error),
                     ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "5001"));
    double bad[4] = {1, NAN, 2, 3};
    assert_int_equal(assay_shapiro_test((struct assay_view){bad, 4}, &out, &error), ASSAY_INVALID);
    bad[1] = -INFINITY;
    assert_int_equal(assay_shapiro_test((struct assay_view){bad, 4}, &out, &error), ASSAY_INVALID);
    assert_true(out.w == -1);
    double wide[4] = {-1.7e308, 1.7e308, 0, 1e300};
    assert_int_equal(assay_shapiro_test((struct assay_view){wide, 4}, &out, &error), ASSAY_OK);
    assert_true(out.w > 0.7 && out.w <= 1);
}

/* 2000 normal samples of 20: about 5 % reject at 5 %; four standard errors of that share. */
static void holds_its_size(void **state)
{
    (void)state;
    size_t rejected = 0;
    for (uint32_t r = 0; r < 2000; r++) {
        double x[20];
        struct assay_random random;
        assay_random_init(&random, 2, ASSAY_RANDOM_TEST, r, 0);
        for (size_t i = 0; i < 20; i++)
            x[i] = assay_random_normal(&random);
        struct assay_shapiro out;
        assert_int_equal(assay_shapiro_test((struct assay_view){x, 20}, &out, NULL), ASSAY_OK);
        rejected += out.p <= 0.05;
    }
    assert_true(fabs((double)rejected / 2000 - 0.05) < 4 * sqrt(0.05 * 0.95 / 2000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(three_values_by_hand),
        cmocka_unit_test(shift_and_scale_change_nothing),
        cmocka_unit_test(refuses_what_it_cannot_judge),
        cmocka_unit_test(holds_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

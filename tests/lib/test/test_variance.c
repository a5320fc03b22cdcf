/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_variance.c -- the F test of two variances. */
#include "support/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

/* ftest.json: relative 1e-10; p against the 60-digit value, R's own has an absolute error. */
static const double REL = 1e-10;

static enum assay_alternative alternative_of(const char *name)
{
    return strcmp(name, "greater") == 0 ? ASSAY_GREATER
           : strcmp(name, "less") == 0  ? ASSAY_LESS
                                        : ASSAY_TWO_SIDED;
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    size_t n, m;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    double *y = oracle_array(json_object_get(input, "y"), &m);
    struct assay_variance_options options = {
        .alternative = alternative_of(json_string_value(json_object_get(input, "alt"))),
        .ratio = oracle_number(input, "ratio"),
        .confidence = oracle_number(input, "conf")};
    struct assay_variance_test actual;
    assert_int_equal(assay_variance_compare((struct assay_view){x, n}, (struct assay_view){y, m},
                                            &options, &actual, NULL),
                     ASSAY_OK);
    free(x);
    free(y);
    bool precise = json_object_get(expected, "p_hp") != NULL;
    assert_close(actual.f, oracle_number(expected, precise ? "F_hp" : "F"), REL, 0);
    assert_close(actual.p, oracle_number(expected, precise ? "p_hp" : "p"), REL, 0);
    assert_true(actual.df1 == oracle_number(expected, "df1"));
    assert_true(actual.df2 == oracle_number(expected, "df2"));
    assert_close(actual.ratio, oracle_number(expected, "estimate"), REL, 0);
    const json_t *ci = json_object_get(expected, "ci");
    assert_close(actual.lower, oracle_value(json_array_get(ci, 0)), REL, 0);
    assert_close(actual.upper, oracle_value(json_array_get(ci, 1)), REL, 0);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("ftest.json", check_case, 49);
}

/* n = m = 3: P(F_{2,2} > f) = 1 / (1 + f). Variances 4 and 1. */
static void six_values_by_hand(void **state)
{
    (void)state;
    struct assay_variance_options options = {.ratio = 1, .confidence = 0.5};
    struct assay_variance_test out;
    struct assay_view x = {(double[]){2, 6, 4}, 3}, y = {(double[]){1, 3, 2}, 3};
    assert_int_equal(assay_variance_compare(x, y, &options, &out, NULL), ASSAY_OK);
    assert_true(out.f == 4 && out.df1 == 2 && out.df2 == 2);
    assert_close(out.p, 0.4, 1e-14, 0);
    /* quartiles of F_{2,2}: 1/3 and 3 */
    assert_close(out.lower, 4.0 / 3, 1e-13, 0);
    assert_close(out.upper, 12, 1e-13, 0);
}

static void swap_scale_and_shift(void **state)
{
    (void)state;
    static const double scales[] = {1e9, 1e-9, 0x1p900, 0x1p-900};
    for (uint32_t r = 0; r < 400; r++) {
        struct assay_random random;
        assay_random_init(&random, 41, ASSAY_RANDOM_TEST, r, 0);
        double x[6], y[11], sx[6], sy[11], scale = scales[r % 4];
        for (size_t i = 0; i < 6; i++)
            sx[5 - i] = scale * ((x[i] = floor(1e6 * assay_random_normal(&random))) + 1000);
        for (size_t i = 0; i < 11; i++)
            sy[10 - i] = scale * (y[i] = floor(1e6 * assay_random_normal(&random)));
        struct assay_variance_options options = {.ratio = 1, .confidence = 0.95};
        struct assay_variance_test one, two;
        assert_int_equal(assay_variance_compare((struct assay_view){x, 6},
                                                (struct assay_view){y, 11}, &options, &one, NULL),
                         ASSAY_OK);
        assert_int_equal(assay_variance_compare((struct assay_view){sy, 11},
                                                (struct assay_view){sx, 6}, &options, &two, NULL),
                         ASSAY_OK);
        assert_close(one.f * two.f, 1, 1e-12, 0);
        assert_close(one.p, two.p, 1e-12, 0);
        assert_close(one.lower * two.upper, 1, 1e-11, 0);
        assert_int_equal(one.lower <= 1 && 1 <= one.upper, one.p >= 0.05);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_variance_options options = {.ratio = 1, .confidence = 0.95};
    struct assay_variance_test out = {.f = -1};
    struct assay_error error;
    double same[3] = {3, 3, 3}, good[3] = {1, 2, 4}, bad[3] = {1, 2, INFINITY};
    struct assay_view s = {same, 3}, g = {good, 3};
    assert_int_equal(assay_variance_compare(s, s, &options, &out, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "constant"));
    assert_int_equal(
        assay_variance_compare(g, (struct assay_view){good, 1}, &options, &out, &error),
        ASSAY_UNDEFINED);
    assert_int_equal(assay_variance_compare(g, (struct assay_view){bad, 3}, &options, &out, &error),
                     ASSAY_INVALID);
    options.ratio = 0;
    assert_int_equal(assay_variance_compare(g, g, &options, &out, &error), ASSAY_INVALID);
    options.ratio = 1;
    options.confidence = 1;
    assert_int_equal(assay_variance_compare(g, g, &options, &out, &error), ASSAY_INVALID);
    assert_true(out.f == -1);
    options.confidence = 0.95;
    assert_int_equal(assay_variance_compare(s, g, &options, &out, &error), ASSAY_OK);
    assert_true(out.f == 0 && out.p == 0 && out.upper == 0);
    assert_int_equal(assay_variance_compare(g, s, &options, &out, &error), ASSAY_OK);
    assert_true(out.f > DBL_MAX && out.p == 0 && out.lower > DBL_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(six_values_by_hand),
        cmocka_unit_test(swap_scale_and_shift),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

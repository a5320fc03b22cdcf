/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_student.c -- the t tests of one mean, two means (pooled and Welch) and pairs. */
#include "support/oracle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>
#include <assay/test.h>

/* ttest.json: relative 1e-10, 1e-8 for very small p. Our sums are compensated as R's are, so the
 * cases with an offset of 1e9 need no allowance; an end of an interval near zero does. */
static const double REL = 1e-10, SMALL_P_REL = 1e-8;

static enum assay_status run_type(const char *type, struct assay_view x, struct assay_view y,
                                  const struct assay_t_options *options, struct assay_t_test *out,
                                  struct assay_error *error)
{
    if (strcmp(type, "one") == 0)
        return assay_student_one(x, options, out, error);
    if (strcmp(type, "paired") == 0)
        return assay_paired_test(x, y, options, out, error);
    if (strcmp(type, "student") == 0)
        return assay_student_two(x, y, options, out, error);
    assert_string_equal(type, "welch");
    return assay_welch_test(x, y, options, out, error);
}

static enum assay_alternative alternative_of(const char *name)
{
    return strcmp(name, "greater") == 0 ? ASSAY_GREATER
           : strcmp(name, "less") == 0  ? ASSAY_LESS
                                        : ASSAY_TWO_SIDED;
}

static void check_numbers(const struct assay_t_test *actual, const json_t *expected)
{
    double p = oracle_number(expected, "p_hp");
    assert_close(actual->t, oracle_number(expected, "t_hp"), REL, 0);
    assert_close(actual->df, oracle_number(expected, "df_hp"), REL, 0);
    assert_close(actual->p, p, p < 1e-10 ? SMALL_P_REL : REL, 0);
    assert_close(actual->standard_error, oracle_number(expected, "stderr"), 1e-9, 0);
    const json_t *estimate = json_object_get(expected, "estimate");
    const json_t *ci = json_object_get(expected, "ci");
    /* R rounds the means to doubles before it subtracts them; that shows at an offset of 1e9. */
    double near_zero = 1e-9 * actual->standard_error + DBL_EPSILON * fabs(actual->mean_x);
    if (json_array_size(estimate) == 2) {
        assert_close(actual->mean_x, oracle_value(json_array_get(estimate, 0)), REL, 0);
        assert_close(actual->mean_y, oracle_value(json_array_get(estimate, 1)), REL, 0);
    } else {
        assert_close(actual->estimate, oracle_value(json_array_get(estimate, 0)), REL, near_zero);
    }
    assert_close(actual->lower, oracle_value(json_array_get(ci, 0)), REL, near_zero);
    assert_close(actual->upper, oracle_value(json_array_get(ci, 1)), REL, near_zero);
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    size_t n, m;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    double *y = oracle_array(json_object_get(input, "y"), &m);
    struct assay_t_options options = {
        .alternative = alternative_of(json_string_value(json_object_get(input, "alt"))),
        .mu = oracle_number(input, "mu"),
        .confidence = oracle_number(input, "conf")};
    struct assay_t_test actual = {.t = -1};
    enum assay_status status =
        run_type(json_string_value(json_object_get(input, "type")), (struct assay_view){x, n},
                 (struct assay_view){y, m}, &options, &actual, NULL);
    free(x);
    free(y);
    if (json_object_get(expected, "error") != NULL) {
        assert_int_equal(status, ASSAY_UNDEFINED);
        assert_true(actual.t == -1);
        return;
    }
    assert_int_equal(status, ASSAY_OK);
    check_numbers(&actual, expected);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("ttest.json", check_case, 92);
}

/* {1, 2, 3} against mu 1: t = 1 / sqrt(1/3), df 2, and P(|t_2| > t) = 1 - t / sqrt(2 + t^2). */
static void three_values_by_hand(void **state)
{
    (void)state;
    struct assay_t_options options = {.mu = 1, .confidence = 0.5};
    struct assay_t_test out;
    struct assay_view x = {(double[]){2, 3, 1}, 3};
    assert_int_equal(assay_student_one(x, &options, &out, NULL), ASSAY_OK);
    assert_close(out.t, sqrt(3), 1e-15, 0);
    assert_close(out.p, 1 - sqrt(3.0 / 5), 1e-13, 0);
    /* the upper quartile of t with 2 df is sqrt(2/3) */
    assert_close(out.upper, 2 + sqrt(2.0 / 3) / sqrt(3), 1e-13, 0);
    assert_close(out.lower, 2 - sqrt(2.0 / 3) / sqrt(3), 1e-13, 0);
}

static const char *const TYPES[] = {"one", "paired", "student", "welch"};

static void draw(struct assay_random *random, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = floor(0x1p20 * (3 + assay_random_normal(random)));
}

static void scale_shift_and_order(void **state)
{
    (void)state;
    static const double scales[] = {1e9, 1e-9, 0x1p900, 0x1p-900};
    for (uint32_t r = 0; r < 400; r++) {
        struct assay_random random;
        assay_random_init(&random, 31, ASSAY_RANDOM_TEST, r, 0);
        double x[7], y[7], sx[7], sy[7], scale = scales[r / 4 % 4];
        draw(&random, x, 7);
        draw(&random, y, 7);
        for (size_t i = 0; i < 7; i++) {
            sx[i] = x[6 - i] * scale;
            sy[i] = y[6 - i] * scale;
        }
        struct assay_t_options options = {.confidence = 0.95};
        struct assay_t_test one, two;
        const char *type = TYPES[r % 4];
        assert_int_equal(run_type(type, (struct assay_view){x, 7}, (struct assay_view){y, 7},
                                  &options, &one, NULL),
                         ASSAY_OK);
        assert_int_equal(run_type(type, (struct assay_view){sx, 7}, (struct assay_view){sy, 7},
                                  &options, &two, NULL),
                         ASSAY_OK);
        assert_close(two.t, one.t, 1e-12, 0);
        assert_close(two.p, one.p, 1e-12, 0);
        assert_close(two.lower, one.lower * scale, 1e-11, 1e-11 * two.standard_error);
        assert_close(two.estimate, one.estimate * scale, 1e-12, 0);
        if (r % 4 == 0)
            continue;
        /* Swap turns the signs around. */
        assert_int_equal(run_type(type, (struct assay_view){y, 7}, (struct assay_view){x, 7},
                                  &options, &two, NULL),
                         ASSAY_OK);
        assert_close(two.t, -one.t, 1e-13, 0);
        assert_close(two.p, one.p, 1e-13, 0);
        assert_close(two.lower, -one.upper, 1e-12, 1e-13 * one.standard_error);
        /* Shift of one sample moves the difference by as much. */
        for (size_t i = 0; i < 7; i++)
            y[i] += 1000;
        options.mu = -1000;
        assert_int_equal(run_type(type, (struct assay_view){x, 7}, (struct assay_view){y, 7},
                                  &options, &two, NULL),
                         ASSAY_OK);
        assert_close(two.t, one.t, 1e-12, 0);
    }
}

/* The interval holds mu exactly when the test at its level does not reject mu. */
static void interval_inverts_the_test(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 500; r++) {
        struct assay_random random;
        assay_random_init(&random, 32, ASSAY_RANDOM_TEST, r, 0);
        double x[5], y[9];
        draw(&random, x, 5);
        draw(&random, y, 9);
        struct assay_t_options options = {.alternative = (enum assay_alternative)(r % 3),
                                          .mu = 0x1p20 * 2 * assay_random_normal(&random),
                                          .confidence = 0.9};
        struct assay_t_test out;
        assert_int_equal(assay_welch_test((struct assay_view){x, 5}, (struct assay_view){y, 9},
                                          &options, &out, NULL),
                         ASSAY_OK);
        assert_int_equal(out.lower <= options.mu && options.mu <= out.upper, out.p >= 0.1);
    }
}

static void edges(void **state)
{
    (void)state;
    struct assay_t_options options = {.confidence = 0.95};
    struct assay_t_test out = {.t = -1};
    struct assay_error error;
    double bad[3] = {1, 2, NAN}, same[3] = {4, 4, 4}, other[3] = {5, 5, 5}, good[3] = {1, 2, 4};
    struct assay_view g = {good, 3};
    for (size_t k = 0; k < 4; k++) {
        for (size_t n = 0; n < 2; n++)
            assert_int_equal(run_type(TYPES[k], (struct assay_view){good, n},
                                      (struct assay_view){good, n}, &options, &out, &error),
                             ASSAY_UNDEFINED);
        assert_int_equal(run_type(TYPES[k], (struct assay_view){bad, 3}, g, &options, &out, &error),
                         ASSAY_INVALID);
        assert_int_equal(run_type(TYPES[k], (struct assay_view){same, 3},
                                  (struct assay_view){other, 3}, &options, &out, &error),
                         ASSAY_UNDEFINED);
        assert_non_null(strstr(error.text, "essentially constant"));
        options.confidence = 95;
        assert_int_equal(
            run_type(TYPES[k], (struct assay_view){other, 3}, g, &options, &out, &error),
            ASSAY_INVALID);
        assert_non_null(strstr(error.text, "95"));
        options.confidence = 1;
        assert_int_equal(
            run_type(TYPES[k], (struct assay_view){other, 3}, g, &options, &out, &error),
            ASSAY_INVALID);
        options.confidence = 0.95;
    }
    double near[3] = {1e9, 1e9, nextafter(1e9, 2e9)};
    assert_int_equal(assay_student_one((struct assay_view){near, 3}, &options, &out, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_paired_test(g, (struct assay_view){good, 2}, &options, &out, &error),
                     ASSAY_INVALID);
    options.mu = INFINITY;
    assert_int_equal(assay_student_one(g, &options, &out, &error), ASSAY_INVALID);
    assert_true(out.t == -1);
    options.mu = 0;
    /* One value against two: pooled only. */
    assert_int_equal(assay_student_two((struct assay_view){other, 1}, g, &options, &out, &error),
                     ASSAY_OK);
    assert_true(out.df == 2);
    double huge[3] = {-1.7e308, 1.7e308, 1.6e308}, tiny[3] = {1e-300, 2e-300, 4e-300};
    for (size_t k = 0; k < 4; k++) {
        struct assay_t_test plain, scaled;
        assert_int_equal(run_type(TYPES[k], (struct assay_view){huge, 3},
                                  (struct assay_view){tiny, 3}, &options, &out, &error),
                         ASSAY_OK);
        assert_true(isfinite(out.t) && out.p > 0 && out.p < 1);
        double zero[3] = {0, 0, 1}, tiny_zero[3] = {0, 0, 1e-300};
        assert_int_equal(
            run_type(TYPES[k], g, (struct assay_view){zero, 3}, &options, &plain, NULL), ASSAY_OK);
        assert_int_equal(run_type(TYPES[k], (struct assay_view){tiny, 3},
                                  (struct assay_view){tiny_zero, 3}, &options, &scaled, NULL),
                         ASSAY_OK);
        assert_close(scaled.t, plain.t, 1e-12, 0);
    }
}

/* 3000 experiments: the 90 % Welch interval covers 90 %, within four standard errors. */
static void covers_as_often_as_it_says(void **state)
{
    (void)state;
    double covered = 0, below_tenth = 0;
    struct assay_t_options options = {.confidence = 0.9};
    for (uint32_t r = 0; r < 3000; r++) {
        struct assay_random random;
        assay_random_init(&random, 33, ASSAY_RANDOM_TEST, r, 0);
        double x[10], y[20];
        for (size_t i = 0; i < 10; i++)
            x[i] = 5 + 3 * assay_random_normal(&random);
        for (size_t i = 0; i < 20; i++)
            y[i] = 5 + assay_random_normal(&random);
        struct assay_t_test out;
        assert_int_equal(assay_welch_test((struct assay_view){x, 10}, (struct assay_view){y, 20},
                                          &options, &out, NULL),
                         ASSAY_OK);
        covered += out.lower <= 0 && 0 <= out.upper;
        below_tenth += out.p <= 0.1;
    }
    assert_true(fabs(covered / 3000 - 0.9) < 4 * sqrt(0.09 / 3000));
    assert_true(covered + below_tenth == 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(three_values_by_hand),
        cmocka_unit_test(scale_shift_and_order),
        cmocka_unit_test(interval_inverts_the_test),
        cmocka_unit_test(edges),
        cmocka_unit_test(covers_as_often_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_proportion.c -- the four intervals of a proportion, and the trials needed. */
#include "support/oracle.h"

#include <math.h>

#include <assay/test.h>

/* proportions.json: relative 1e-10. */
static const double REL = 1e-10;

static struct assay_proportion run(uint64_t a, uint64_t b, enum assay_proportion_method method,
                                   double confidence, double precision)
{
    struct assay_proportion out;
    assert_int_equal(assay_proportion_interval(a, b, method, confidence, precision, &out, NULL),
                     ASSAY_OK);
    return out;
}

static void check_ends(const struct assay_proportion *actual, const json_t *ends)
{
    assert_close(actual->lower, oracle_value(json_array_get(ends, 0)), REL, 1e-15);
    assert_close(actual->upper, oracle_value(json_array_get(ends, 1)), REL, 1e-15);
}

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    uint64_t a = (uint64_t)oracle_number(input, "x"), b = (uint64_t)oracle_number(input, "n");
    double conf = oracle_number(input, "conf"), precision = oracle_number(input, "precision");
    struct assay_proportion wilson = run(a, b, ASSAY_PROPORTION_WILSON, conf, precision);
    assert_close(wilson.estimate, oracle_number(expected, "estimate"), 1e-15, 0);
    assert_true(isnan(wilson.needed) ? json_is_null(json_object_get(expected, "minimal_b"))
                                     : wilson.needed == oracle_number(expected, "minimal_b"));
    assert_int_equal(wilson.valid, oracle_number(expected, "validity") > 5);
    check_ends(&wilson, json_object_get(expected, "ci_wilson"));
    /* Cases of another hypothetical proportion than 1/2 have another correction. */
    struct assay_proportion corrected = run(a, b, ASSAY_PROPORTION_PROP_TEST, conf, precision);
    if (oracle_number(expected, "yates") == fmin(0.5, fabs((double)a - (double)b / 2)))
        check_ends(&corrected, json_object_get(expected, "ci_prop_test_cc"));
    struct assay_proportion exact = run(a, b, ASSAY_PROPORTION_EXACT, conf, precision);
    const json_t *precise = json_object_get(expected, "ci_clopper_pearson_hp");
    check_ends(&exact, precise != NULL ? precise : json_object_get(expected, "ci_clopper_pearson"));
    struct assay_proportion wald = run(a, b, ASSAY_PROPORTION_WALD, conf, precision);
    check_ends(&wald, json_object_get(expected, "ci_wald"));
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    oracle_each_case("proportions.json", check_case, 59);
}

/* The Speedup-Test's examples (METHODS A10, A11). */
static void printed_examples(void **state)
{
    (void)state;
    struct assay_proportion out = run(3, 4, ASSAY_PROPORTION_PROP_TEST, 0.95, 0.05);
    assert_close(out.lower, 0.2194265, 0, 5e-8);
    assert_close(out.upper, 0.9868088, 0, 5e-8);
    assert_true(out.needed == 289 && !out.valid);
    out = run(4, 4, ASSAY_PROPORTION_PROP_TEST, 0.95, 0.05);
    assert_close(out.lower, 0.3957730, 0, 5e-8);
    assert_true(out.upper == 1 && isnan(out.needed));
    /* the quirk: 5 of 10 has no correction */
    assert_true(run(5, 10, ASSAY_PROPORTION_PROP_TEST, 0.95, 0.05).lower ==
                run(5, 10, ASSAY_PROPORTION_WILSON, 0.95, 0.05).lower);
}

/* One of two: Clopper-Pearson's lower end solves 1 - (1 - p)^2 = alpha / 2. */
static void exact_by_hand(void **state)
{
    (void)state;
    struct assay_proportion out = run(1, 2, ASSAY_PROPORTION_EXACT, 0.9, 0.05);
    assert_close(out.lower, 1 - sqrt(0.95), 1e-13, 0);
    assert_close(out.upper, sqrt(0.95), 1e-13, 0);
}

/* None of b: the upper end is 1 - (alpha/2)^(1/b), also where libRmath's qbeta gives up. */
static void exact_of_many_trials(void **state)
{
    (void)state;
    for (uint64_t b = 1; b <= 1000000000000000; b *= 10) {
        struct assay_proportion out = run(0, b, ASSAY_PROPORTION_EXACT, 0.95, 0.05);
        assert_close(out.upper, -expm1(log(0.025) / (double)b), 1e-12, 0);
        out = run(1, b, ASSAY_PROPORTION_EXACT, 0.95, 0.05);
        assert_close(out.lower, -expm1(log1p(-0.025) / (double)b), 1e-12, 0);
    }
}

static void failures_mirror_successes(void **state)
{
    (void)state;
    for (uint64_t b = 1; b <= 40; b++)
        for (uint64_t a = 0; a <= b; a++)
            for (int k = ASSAY_PROPORTION_WILSON; k <= ASSAY_PROPORTION_WALD; k++) {
                enum assay_proportion_method method = (enum assay_proportion_method)k;
                struct assay_proportion one = run(a, b, method, 0.95, 0.05);
                struct assay_proportion two = run(b - a, b, method, 0.95, 0.05);
                assert_close(one.lower, 1 - two.upper, 1e-12, 1e-14);
                assert_true(one.lower <= one.estimate && one.estimate <= one.upper);
                struct assay_proportion wide = run(a, b, method, 0.99, 0.05);
                assert_true(wide.lower <= one.lower && wide.upper >= one.upper);
            }
}

static void edges(void **state)
{
    (void)state;
    struct assay_proportion out = {.estimate = -1};
    struct assay_error error;
    enum assay_proportion_method method = ASSAY_PROPORTION_WILSON;
    assert_int_equal(assay_proportion_interval(0, 0, method, 0.95, 0.05, &out, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_proportion_interval(3, 2, method, 0.95, 0.05, &out, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_proportion_interval(1, 2, method, 1, 0.05, &out, &error), ASSAY_INVALID);
    assert_int_equal(assay_proportion_interval(1, 2, method, 0.95, 0, &out, &error), ASSAY_INVALID);
    assert_true(out.estimate == -1);
    /* Tiny shares keep their digits: lower end of Wilson is c^2 / (upper (1 + z^2/n)). */
    out = run(1, 1000000000000000, method, 0.95, 0.05);
    assert_true(out.lower > 1e-16 && out.lower < 2e-16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(printed_examples),
        cmocka_unit_test(exact_by_hand),
        cmocka_unit_test(exact_of_many_trials),
        cmocka_unit_test(failures_mirror_successes),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

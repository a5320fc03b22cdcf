/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_classes.c -- classes of machines against R, and the maximum modulus. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/machine.h>

/* The oracle's tolerances: R's integrate, ptukey and qtukey reach 1e-6. */
static const double LIMITS = 1e-9, R_TAILS = 1e-6, P_VALUE = 1e-8;

enum { MOST = 64 };

/* Numbers classes in the order of their letters. */
static size_t read_classes(const json_t *names, size_t *class_of)
{
    size_t j, n = 0;
    json_t *name;
    json_array_foreach(names, j, name)
    {
        class_of[j] = (size_t)(json_string_value(name)[0] - 'A');
        n = class_of[j] + 1 > n ? class_of[j] + 1 : n;
    }
    return n;
}

static void check_pair(const json_t *limits, double actual, size_t end)
{
    const double lower = oracle_value(json_array_get(limits, 0)),
                 upper = oracle_value(json_array_get(limits, 1));
    assert_close(actual, end == 0 ? lower : upper, 0, R_TAILS * (upper - lower));
}

static void check_pairs(const struct assay_machine_classes *found, double confidence,
                        const json_t *expected)
{
    size_t at = 0;
    const json_t *limits = json_object_get(expected, "pairs_ci");
    for (size_t a = 0; a < found->n; a++)
        for (size_t b = a + 1; b < found->n; b++, at++) {
            const struct assay_machine_class_pair pair =
                assay_machine_class_pair_of(found, a, b, confidence);
            assert_close(pair.difference,
                         oracle_value(json_array_get(json_object_get(expected, "pairs_diff"), at)),
                         LIMITS, 0);
            check_pair(json_array_get(limits, at), pair.lower, 0);
            check_pair(json_array_get(limits, at), pair.upper, 1);
            assert_close(pair.p,
                         oracle_value(json_array_get(json_object_get(expected, "pairs_p_adj"), at)),
                         R_TAILS, 1e-9);
        }
    assert_int_equal(at, json_array_size(limits));
}

static void check_weighted(const struct assay_estimate *found, const json_t *limits)
{
    const double lower = oracle_value(json_array_get(limits, 0)),
                 upper = oracle_value(json_array_get(limits, 1));
    assert_close(log(found->interval.lower), lower, LIMITS, LIMITS * (upper - lower));
    assert_close(log(found->interval.upper), upper, LIMITS, LIMITS * (upper - lower));
}

static size_t checked;

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    if (json_object_get(input, "class") == NULL)
        return;
    checked++;
    size_t class_of[MOST], m;
    const size_t n = read_classes(json_object_get(input, "class"), class_of);
    double *d = oracle_array(json_object_get(input, "log_ratio"), &m);
    const double confidence = oracle_number(input, "conf");
    struct assay_machine_classes found;
    struct assay_error error;
    const enum assay_status status = assay_machine_classes_compare(
        (struct assay_view){d, m}, class_of, n, confidence, &found, &error);
    free(d);
    const json_t *refused = json_object_get(expected, "refused");
    if (refused != NULL) {
        assert_int_equal(status, ASSAY_UNDEFINED);
        assert_string_equal(error.text, json_string_value(refused));
        return;
    }
    assert_int_equal(status, ASSAY_OK);
    assert_close(found.df, oracle_number(expected, "df"), 0, 0);
    assert_close(found.s2, oracle_number(expected, "S2_pooled"), LIMITS, 0);
    assert_close(found.f, oracle_number(expected, "F"), LIMITS, 0);
    assert_close(found.p, oracle_number(expected, "p_class"), P_VALUE, 0);
    assert_close(found.modulus, oracle_number(expected, "smm"), R_TAILS, 0);
    assert_close(log(found.equal.estimate), oracle_number(expected, "stratified"), LIMITS, 0);
    assert_close(found.equal_se, oracle_number(expected, "stratified_se"), LIMITS, 0);
    check_weighted(&found.equal, json_object_get(expected, "stratified_ci"));
    check_weighted(&found.weighted, json_object_get(expected, "machine_weighted_ci"));
    for (size_t c = 0; c < n; c++) {
        const json_t *limits = json_array_get(json_object_get(expected, "class_ci"), c);
        assert_close(found.item[c].mean,
                     oracle_value(json_array_get(json_object_get(expected, "class_means"), c)),
                     LIMITS, 0);
        check_pair(limits, log(found.item[c].ratio.lower), 0);
        check_pair(limits, log(found.item[c].ratio.upper), 1);
    }
    check_pairs(&found, confidence, expected);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("machines.json", check_case, 36);
    assert_int_equal(checked, 5);
}

/* One mean: Student's t. Many degrees of freedom: independent normal deviates, Sidak's quantile. */
static void modulus_limits(void **state)
{
    (void)state;
    const double df[] = {1, 2, 3.5, 10, 200};
    for (size_t i = 0; i < 5; i++)
        assert_close(assay_maximum_modulus(0.95, 1, df[i]), assay_t_critical(0.95, df[i]), 1e-12,
                     0);
    const double sidak = assay_t_critical(pow(0.95, 0.25), 1e9);
    assert_close(assay_maximum_modulus(0.95, 4, 1e7), sidak, 1e-6, 0);
    assert_true(assay_maximum_modulus(0.95, 4, 5) > assay_maximum_modulus(0.95, 3, 5));
    assert_true(isnan(assay_maximum_modulus(0.95, 0, 5)) && isnan(assay_maximum_modulus(1, 2, 5)));
    assert_true(isnan(assay_maximum_modulus(0.95, 2, 0)));
}

/* Two classes: the F test is the square of t, whose interval Tukey's is. */
static void two_classes(void **state)
{
    (void)state;
    const double d[] = {0.01, 0.02, 0.04, 0.05, 0.03};
    const size_t class_of[] = {0, 0, 1, 1, 1};
    struct assay_machine_classes found;
    assert_int_equal(
        assay_machine_classes_compare((struct assay_view){d, 5}, class_of, 2, 0.95, &found, NULL),
        ASSAY_OK);
    const struct assay_machine_class_pair pair = assay_machine_class_pair_of(&found, 0, 1, 0.95);
    const double t = assay_t_critical(0.95, 3) * sqrt(found.s2 * (1.0 / 2 + 1.0 / 3));
    assert_close(pair.upper - pair.difference, t, 1e-4, 0);
    assert_close(pair.p, found.p, 1e-6, 0);
}

static void bad_input(void **state)
{
    (void)state;
    const double d[] = {0.01, 0.02, 0.04};
    const size_t beyond[] = {0, 1, 2}, empty[] = {0, 0, 0};
    struct assay_machine_classes found = {.n = 9};
    const struct assay_view three = {d, 3};
    assert_int_equal(assay_machine_classes_compare(three, beyond, 2, 0.95, &found, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_machine_classes_compare(three, empty, 2, 0.95, &found, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_machine_classes_compare(three, beyond, 3, 0.95, &found, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_machine_classes_compare(three, empty, 0, 0.95, &found, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_machine_classes_compare(three, empty, 1, 1, &found, NULL),
                     ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(modulus_limits),
        cmocka_unit_test(two_classes),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

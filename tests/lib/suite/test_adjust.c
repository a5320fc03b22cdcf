/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_adjust.c -- against R's p.adjust; what must hold for any p values; edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/random.h>
#include <assay/suite.h>

/* The tolerance that padjust.json names. */
static const double RELATIVE = 1e-13;

static const struct {
    enum assay_adjustment method;
    const char *key;
} methods[] = {
    {ASSAY_ADJUST_HOLM, "holm"},
    {ASSAY_ADJUST_HOCHBERG, "hochberg"},
    {ASSAY_ADJUST_BONFERRONI, "bonferroni"},
    {ASSAY_ADJUST_BH, "BH"},
    {ASSAY_ADJUST_BY, "BY"},
};
enum { N_METHODS = sizeof methods / sizeof methods[0] };

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("padjust.json"), *one;
    size_t i, checked = 0;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        size_t n;
        double *p = oracle_array(json_object_get(json_object_get(one, "input"), "p"), &n);
        double *adjusted = malloc((n + 1) * sizeof *adjusted);
        for (size_t k = 0; k < N_METHODS; k++) {
            json_t *expected = json_object_get(json_object_get(one, "expected"), methods[k].key);
            assert_int_equal(json_array_size(expected), n);
            assert_int_equal(assay_adjust(p, n, methods[k].method, adjusted, NULL), ASSAY_OK);
            for (size_t j = 0; j < n; j++, checked++)
                assert_close(adjusted[j], oracle_value(json_array_get(expected, j)), RELATIVE, 0);
        }
        free(adjusted);
        free(p);
    }
    assert_true(checked > 1000);
    json_decref(root);
}

/* Order of the input is kept, adjusted is never below p, never above 1; BH <= Hochberg <= Holm <=
 * Bonferroni, BH <= BY; in place works. */
static void identities(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 3, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 1000; round++) {
        double p[30], adjusted[N_METHODS][30], reversed[30];
        size_t n = 1 + assay_random_below(&random, 30);
        for (size_t i = 0; i < n; i++)
            p[i] = nearbyint((double)1000 * pow(assay_random_uniform(&random), 3)) / 1000;
        for (size_t k = 0; k < N_METHODS; k++) {
            assert_int_equal(assay_adjust(p, n, methods[k].method, adjusted[k], NULL), ASSAY_OK);
            for (size_t i = 0; i < n; i++)
                reversed[i] = p[n - 1 - i];
            assert_int_equal(assay_adjust(reversed, n, methods[k].method, reversed, NULL), 0);
            for (size_t i = 0; i < n; i++) {
                assert_true(reversed[n - 1 - i] == adjusted[k][i]);
                assert_true(adjusted[k][i] >= p[i] && adjusted[k][i] <= 1);
            }
        }
        for (size_t i = 0; i < n; i++) {
            assert_true(adjusted[3][i] <= adjusted[1][i] && adjusted[1][i] <= adjusted[0][i]);
            assert_true(adjusted[0][i] <= adjusted[2][i] && adjusted[3][i] <= adjusted[4][i]);
        }
    }
}

static void edges(void **state)
{
    (void)state;
    double p[] = {0.1, 1.1}, adjusted[] = {7, 7};
    assert_int_equal(assay_adjust(p, 0, ASSAY_ADJUST_BH, adjusted, NULL), ASSAY_INVALID);
    assert_int_equal(assay_adjust(p, 2, ASSAY_ADJUST_BH, adjusted, NULL), ASSAY_INVALID);
    p[1] = NAN;
    assert_int_equal(assay_adjust(p, 2, ASSAY_ADJUST_BH, adjusted, NULL), ASSAY_INVALID);
    p[1] = -1e-300;
    assert_int_equal(assay_adjust(p, 2, ASSAY_ADJUST_BH, adjusted, NULL), ASSAY_INVALID);
    assert_true(adjusted[0] == 7 && adjusted[1] == 7);
    p[0] = 0, p[1] = 1;
    assert_int_equal(assay_adjust(p, 2, ASSAY_ADJUST_HOLM, adjusted, NULL), ASSAY_OK);
    assert_true(adjusted[0] == 0 && adjusted[1] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(identities),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

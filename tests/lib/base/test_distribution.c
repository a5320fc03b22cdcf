/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_distribution.c -- distribution functions against 60-digit values. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include <assay/interval.h>

#include "base/distribution.h"

/* The oracle's own: 1e-10 in extreme tails and for extreme degrees of freedom. */
static const double USUAL = 1e-12, EXTREME = 1e-10, SMALLEST = 1e-310;
/* libRmath's qt(0.5) for a large df is 3e-16, not 0. */
static const double MEDIAN = 1e-15;

static double at(const json_t *input, const char *key, size_t i)
{
    return oracle_value(json_array_get(json_object_get(input, key), i));
}

static bool lower_at(const json_t *input, size_t i)
{
    const json_t *list = json_object_get(input, "lower.tail");
    return list == NULL || !json_is_false(json_is_array(list) ? json_array_get(list, i) : list);
}

static double value_of(const char *fn, const json_t *in, size_t i)
{
    bool lower = lower_at(in, i);
    double p = at(in, "p", i), q = at(in, "q", i), nu = at(in, "df", i);
    double nu1 = at(in, "df1", i), nu2 = at(in, "df2", i);
    double a = at(in, "shape1", i), b = at(in, "shape2", i);
    if (strcmp(fn, "pnorm") == 0)
        return pnorm(q, 0, 1, lower, 0);
    if (strcmp(fn, "qnorm") == 0)
        return normal_quantile(p, lower);
    if (strcmp(fn, "dnorm") == 0)
        return dnorm(at(in, "x", i), 0, 1, 0);
    if (strcmp(fn, "pt") == 0)
        return pt(q, nu, lower, 0);
    if (strcmp(fn, "qt") == 0)
        return qt(p, nu, lower, 0);
    if (strcmp(fn, "pf") == 0)
        return pf(q, nu1, nu2, lower, 0);
    if (strcmp(fn, "qf") == 0)
        return f_quantile(p, nu1, nu2, lower);
    if (strcmp(fn, "pchisq") == 0)
        return pchisq(q, nu, lower, 0);
    if (strcmp(fn, "qchisq") == 0)
        return qchisq(p, nu, lower, 0);
    if (strcmp(fn, "pbeta") == 0)
        return pbeta(q, a, b, lower, 0);
    assert_string_equal(fn, "qbeta");
    return qbeta(p, a, b, lower, 0);
}

static bool is_extreme(const char *fn, const json_t *in, size_t i, double expected)
{
    double nu = at(in, "df", i), p = at(in, "p", i), q = at(in, "q", i);
    return nu <= 0.5 || nu >= 1e6 || (fn[0] == 'p' && expected < 1e-100) || p < 1e-100 ||
           (strcmp(fn, "pnorm") == 0 && fabs(q) > 30);
}

static void oracle_cases(void **state)
{
    (void)state;
    json_t *root = oracle_load("distributions.json");
    size_t c, n = 0;
    json_t *one;
    json_array_foreach(json_object_get(root, "cases"), c, one)
    {
        const char *fn = json_string_value(json_object_get(one, "fn"));
        const json_t *in = json_object_get(one, "input");
        const json_t *hp = json_object_get(json_object_get(one, "expected"), "value_hp");
        for (size_t i = 0; i < json_array_size(hp); i++, n++) {
            double expected = oracle_value(json_array_get(hp, i));
            double actual = value_of(fn, in, i);
            double relative = is_extreme(fn, in, i, expected) ? EXTREME : USUAL;
            if (!oracle_close(actual, expected, relative, expected == 0 ? MEDIAN : SMALLEST))
                fail_msg("%s, value %zu: %.17g, expected %.17g",
                         json_string_value(json_object_get(one, "id")), i + 1, actual, expected);
        }
    }
    assert_true(c >= 138 && n > 1000);
    json_decref(root);
}

/* p(q(p)) = p, from both tails. */
static void quantiles_invert(void **state)
{
    (void)state;
    const double dfs[] = {0.7, 1, 2, 4.37, 30, 1e4};
    for (double p = 1e-10; p < 1; p = p < 0.01 ? p * 7 : p + 0.0171) {
        for (int lower = 0; lower < 2; lower++) {
            assert_close(pnorm(normal_quantile(p, lower != 0), 0, 1, lower, 0), p, 1e-13, 0);
            for (size_t i = 0; i < 36; i++) {
                double nu1 = dfs[i / 6], nu2 = dfs[i % 6];
                double x = f_quantile(p, nu1, nu2, lower != 0);
                assert_close(pf(x, nu1, nu2, lower, 0), p, 2e-12, 0);
            }
        }
    }
}

static void critical_values(void **state)
{
    (void)state;
    assert_close(assay_t_critical(0.95, 2), 4.302652729749462, 1e-14, 0);
    assert_close(assay_t_critical(0.5, 1), 1, 1e-14, 0);
    assert_close(assay_t_critical(0.95, INFINITY), 1.959963984540054, 1e-14, 0);
}

static void ends(void **state)
{
    (void)state;
    assert_true(isinf(normal_quantile(0, true)) && isnan(normal_quantile(2, true)));
    assert_close(normal_quantile(0.5, false), 0, 0, 0);
    assert_close(f_quantile(0, 3, 4, true), 0, 0, 0);
    assert_true(isinf(f_quantile(0, 3, 4, false)) && isnan(f_quantile(0.5, -1, 4, true)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(quantiles_invert),
        cmocka_unit_test(critical_values),
        cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

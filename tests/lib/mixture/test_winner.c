/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_winner.c -- I3 against quadrature in 40 digits, and its sum; the twin against all draws. */
#include "draws.h"

#include <math.h>
#include <stdlib.h>

static const double i3_absolute = 1e-8, sum_absolute = 1e-9;

static void check_case(const json_t *item)
{
    const json_t *input = json_object_get(item, "input");
    const json_t *expected = json_object_get(item, "expected");
    struct assay_mixture mixtures[16];
    double shares[16], sum = 0;
    const json_t *list = json_object_get(input, "mixtures");
    const json_t *wanted = json_object_get(expected, "I3_gauss_legendre");
    const json_t *other = json_object_get(expected, "I3_each_version_is_fastest");
    size_t n = json_array_size(list);
    for (size_t j = 0; j < n; j++)
        mixtures[j] = read_mixture(json_array_get(list, j));
    assert_int_equal(assay_mixture_winner(mixtures, n, shares, NULL), ASSAY_OK);
    for (size_t j = 0; j < n; j++) {
        assert_close(shares[j], oracle_value(json_array_get(other, j)), 0, i3_absolute);
        if (json_is_array(wanted))
            assert_close(shares[j], oracle_value(json_array_get(wanted, j)), 0, i3_absolute);
        sum += shares[j];
    }
    assert_close(sum, 1, 0, sum_absolute);
}

static void as_the_reference(void **state)
{
    (void)state;
    oracle_each_case("varcore.json", check_case, 42);
}

static void two_versions_agree_with_i2(void **state)
{
    (void)state;
    struct assay_mixture both[] = {{2, {{0.3, 1, 0.2}, {0.7, 2, 0.5}}}, {1, {{1, 1.5, 1e-4}}}};
    double shares[2], i2;
    assert_int_equal(assay_mixture_winner(both, 2, shares, NULL), ASSAY_OK);
    assert_int_equal(assay_mixture_superiority(&both[0], &both[1], 0, &i2, NULL), ASSAY_OK);
    assert_close(shares[0], i2, 0, 1e-13);
    assert_close(shares[0] + shares[1], 1, 0, 1e-13);
}

static void many_equal_versions_share_alike(void **state)
{
    (void)state;
    struct assay_mixture versions[12];
    double shares[12];
    for (size_t j = 0; j < 12; j++)
        versions[j] = (struct assay_mixture){2, {{0.5, 1e9, 1}, {0.5, 1e9 + 100, 3}}};
    assert_int_equal(assay_mixture_winner(versions, 12, shares, NULL), ASSAY_OK);
    for (size_t j = 0; j < 12; j++)
        assert_close(shares[j], 1.0 / 12, 0, 1e-9);
    assert_int_equal(assay_mixture_winner(versions, 1, shares, NULL), ASSAY_OK);
    assert_close(shares[0], 1, 0, 1e-13);
    assert_int_equal(assay_mixture_winner(versions, 0, shares, NULL), ASSAY_INVALID);
}

/* All draws of one value each, ties shared. */
static void count_draws(const struct assay_view *views, double shares[3])
{
    shares[0] = shares[1] = shares[2] = 0;
    double n = (double)(views[0].n * views[1].n * views[2].n);
    for (size_t i = 0; i < views[0].n; i++)
        for (size_t j = 0; j < views[1].n; j++)
            for (size_t k = 0; k < views[2].n; k++) {
                double x[] = {views[0].x[i], views[1].x[j], views[2].x[k]};
                double least = fmin(x[0], fmin(x[1], x[2]));
                int tied = (x[0] == least) + (x[1] == least) + (x[2] == least);
                for (int v = 0; v < 3; v++)
                    shares[v] += (x[v] == least) / (tied * n);
            }
}

static void the_twin_counts_all_draws(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 20; r++) {
        struct assay_random random = stream_of(r, 30);
        double x[3][9], shares[3], counted[3];
        struct assay_view views[3];
        for (size_t v = 0; v < 3; v++) {
            views[v] = (struct assay_view){x[v], 1 + (size_t)assay_random_below(&random, 9)};
            for (size_t i = 0; i < views[v].n; i++)
                x[v][i] = (double)assay_random_below(&random, r < 10 ? 5 : 1000);
        }
        count_draws(views, counted);
        assert_int_equal(assay_values_winner(views, 3, shares, NULL), ASSAY_OK);
        for (size_t v = 0; v < 3; v++)
            assert_close(shares[v], counted[v], 0, 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_reference),
        cmocka_unit_test(two_versions_agree_with_i2),
        cmocka_unit_test(many_equal_versions_share_alike),
        cmocka_unit_test(the_twin_counts_all_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

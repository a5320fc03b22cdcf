/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_independence.c -- midranks, tests of dependence, waves. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/random.h>
#include <assay/steady.h>

#include "steady/steady.h"

enum { N = 200, SERIES = 400 };

static void midranks_by_hand(void **state)
{
    (void)state;
    const double x[] = {3, 1, 3, 2, 3};
    double rank[5];
    assert_true(midranks((struct assay_view){x, 5}, rank));
    assert_true(rank[0] == 4 && rank[1] == 1 && rank[2] == 4 && rank[3] == 2 && rank[4] == 4);
}

static void fill(double *x, double phi, unsigned replicate)
{
    struct assay_random random;
    assay_random_init(&random, 21, ASSAY_RANDOM_TEST, replicate, 0);
    x[0] = assay_random_normal(&random);
    for (size_t i = 1; i < N; i++)
        x[i] = phi * x[i - 1] + assay_random_normal(&random);
}

/* Rejections at 5 %: of independent series 20 of 400 with a standard deviation of 4.4; the limits
 * are four of them away. Of AR(1) with 0.5 nearly all. */
static void rejects_what_depends(void **state)
{
    (void)state;
    double x[N];
    unsigned below[2][4] = {{0}};
    for (unsigned d = 0; d < 2; d++)
        for (unsigned i = 0; i < SERIES; i++) {
            struct assay_independence test;
            fill(x, d * 0.5, i);
            assert_int_equal(assay_independence_of((struct assay_view){x, N}, 99, i, &test, NULL),
                             ASSAY_OK);
            below[d][0] += test.ljung_box_p < 0.05;
            below[d][1] += test.rank_p < 0.05;
            below[d][2] += test.permutation_p <= 0.05;
            below[d][3] += test.odd_even_p < 0.05;
        }
    for (size_t t = 0; t < 4; t++)
        assert_in_range(below[0][t], 4, 38);
    for (size_t t = 0; t < 3; t++)
        assert_true(below[1][t] > SERIES * 95 / 100);
}

static void finds_waves(void **state)
{
    (void)state;
    double x[N], period, p;
    for (unsigned i = 0; i < 5; i++) {
        fill(x, 0, 900 + i);
        for (size_t j = 0; j < N; j++)
            x[j] += 1.5 * sin(2 * 3.14159265358979 * (double)j / 8);
        assert_int_equal(strongest_wave((struct assay_view){x, N}, &period, &p, NULL), ASSAY_OK);
        assert_true(p < 1e-6);
        assert_close(period, 8, 0.03, 0);
    }
    assert_int_equal(strongest_wave((struct assay_view){x, 15}, &period, &p, NULL), ASSAY_OK);
    assert_true(isnan(period) && isnan(p));
}

static void finds_alternation(void **state)
{
    (void)state;
    double x[N];
    struct assay_independence test;
    fill(x, 0, 1);
    for (size_t j = 0; j < N; j++)
        x[j] += j % 2 == 0 ? 1 : -1;
    assert_int_equal(assay_independence_of((struct assay_view){x, N}, 0, 1, &test, NULL), ASSAY_OK);
    assert_true(test.odd_even_p < 1e-10);
    assert_true(test.permutation_p <= 0.01);
}

/* Ranks do not change under a rising transformation, and neither does their p. */
static void ranks_are_free_of_scale(void **state)
{
    (void)state;
    double x[N], y[N];
    struct assay_independence one, two;
    fill(x, 0.2, 3);
    for (size_t j = 0; j < N; j++)
        y[j] = 1e9 * exp(x[j]);
    assert_int_equal(assay_independence_of((struct assay_view){x, N}, 50, 4, &one, NULL), ASSAY_OK);
    assert_int_equal(assay_independence_of((struct assay_view){y, N}, 50, 4, &two, NULL), ASSAY_OK);
    assert_true(one.rank_p == two.rank_p && one.permutation_p == two.permutation_p);
    assert_true(one.period_p == two.period_p && one.odd_even_p == two.odd_even_p);
    assert_true(one.shuffles <= 50 && one.lags == 10);
}

static void edges(void **state)
{
    (void)state;
    const double x[12] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    struct assay_independence test = {.lags = 99};
    assert_int_equal(assay_independence_of((struct assay_view){x, 12}, 0, 1, &test, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_independence_of((struct assay_view){x, 9}, 0, 1, &test, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(test.lags, 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(midranks_by_hand),
        cmocka_unit_test(rejects_what_depends),
        cmocka_unit_test(finds_waves),
        cmocka_unit_test(finds_alternation),
        cmocka_unit_test(ranks_are_free_of_scale),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

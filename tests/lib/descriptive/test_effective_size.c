/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_effective_size.c -- by hand, and against what theory says of autoregressive series. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>
#include <assay/random.h>

/* 1 2 3 4 has autocorrelations 1, .25, -.3, -.45: the first pair sums to 1.25, the second is
 * negative; tau = -1 + 2 * 1.25 = 1.5 and the size 4 / 1.5. */
static void by_hand(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4};
    struct assay_effective effective;
    assert_int_equal(assay_effective_size((struct assay_view){x, 4}, &effective, NULL), ASSAY_OK);
    assert_close(effective.tau, 1.5, 1e-14, 0);
    assert_close(effective.size, 4 / 1.5, 1e-14, 0);
}

/* Here the pairs sum to 103/312, 115/312, -1/312: the second is cut to the first (monotone). */
static void monotone(void **state)
{
    (void)state;
    const double x[] = {1, 2, 1, 1, 2, 0, 2, 0};
    struct assay_effective effective;
    assert_int_equal(assay_effective_size((struct assay_view){x, 8}, &effective, NULL), ASSAY_OK);
    assert_close(effective.tau, 25 / 78.0, 1e-13, 0);
    assert_close(effective.size, 624 / 25.0, 1e-13, 0);
}

/* 1 -1 1 -1 …: the mean is known far better than from independent values; the size is capped at
 * n^2.
 */
static void alternating(void **state)
{
    (void)state;
    double x[10];
    for (size_t i = 0; i < 10; i++)
        x[i] = i % 2 == 0 ? 1 : -1;
    struct assay_effective effective;
    assert_int_equal(assay_effective_size((struct assay_view){x, 10}, &effective, NULL), ASSAY_OK);
    assert_true(effective.size > 10 && effective.size <= 100);
}

/* The size of a first-order autoregressive series tends to n (1 - phi)/(1 + phi); the estimate of
 * one series of 40000 scatters by less than 15 %. */
static void autoregressive(void **state)
{
    (void)state;
    enum { N = 40000 };
    static const double phis[] = {0, 0.3, 0.8, 0.95};
    double *x = malloc(N * sizeof *x);
    for (uint32_t k = 0; k < 4; k++) {
        struct assay_random random;
        assay_random_init(&random, 11, ASSAY_RANDOM_TEST, k, 0);
        double level = 0;
        for (size_t i = 0; i < N; i++)
            x[i] = level = phis[k] * level + assay_random_normal(&random);
        struct assay_effective effective;
        assert_int_equal(assay_effective_size((struct assay_view){x, N}, &effective, NULL), 0);
        assert_close(effective.size, N * (1 - phis[k]) / (1 + phis[k]), 0.15, 0);
    }
    free(x);
}

static void edges(void **state)
{
    (void)state;
    const double same[] = {2, 2, 2, 2, 2}, infinite[] = {1, 2, INFINITY, 4};
    struct assay_effective effective;
    assert_int_equal(assay_effective_size((struct assay_view){same, 3}, &effective, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_effective_size((struct assay_view){same, 5}, &effective, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_effective_size((struct assay_view){infinite, 4}, &effective, NULL),
                     ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),        cmocka_unit_test(monotone), cmocka_unit_test(alternating),
        cmocka_unit_test(autoregressive), cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

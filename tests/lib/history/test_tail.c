/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tail.c -- the tail of a mean of few draws, against exact ones. */
#include "support/oracle.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

#include "history/series.h"

enum { N = 1000 };
static const double all = -INFINITY; /* never enough */

/* k of N are 1, the others 0: draws are binomial. */
static void binomial(void **state)
{
    (void)state;
    static const size_t ones[] = {50, 100, 200, 300};
    double x[N];
    for (size_t c = 0; c < sizeof ones / sizeof ones[0]; c++) {
        const double share = (double)ones[c] / N;
        for (size_t i = 0; i < N; i++)
            x[i] = i < ones[c] ? 1 : 0;
        for (int draws = 1; draws <= 20; draws++)
            for (int k = 1; k <= draws; k++) {
                const double mean = (double)k / draws;
                const double found = tail_log_probability(x, N, mean, draws, all);
                const double exact = pbinom(k - 1, draws, share, 0, 1);
                if (mean <= share + 1e-9)
                    assert_true(found > -1e-9);
                else
                    assert_true(found - exact > -log(6) && found - exact < log(2.1));
                if (k == draws) /* all of them: the bound is sharp */
                    assert_close(found, draws * log(share), 0, 1e-9);
            }
    }
}

/* Quantiles of the normal distribution: the mean of l draws is normal with variance 1 / l; the largest
 * of a thousand is at 3.3. */
static void normal(void **state)
{
    (void)state;
    double x[N];
    for (size_t i = 0; i < N; i++)
        x[i] = qnorm(((double)i + 0.5) / N, 0, 1, 1, 0);
    for (int draws = 5; draws <= 50; draws *= 2)
        for (double z = 2; z <= 4; z += 0.5)
            assert_close(tail_log_probability(x, N, z / sqrt(draws), draws, all),
                         pnorm(z, 0, 1, 0, 1), 0, 0.25);
}

static void identities(void **state)
{
    (void)state;
    static const double x[] = {0.1, -0.3, 2.5, 0.2, 0, -0.1, 1.75, 0.4, 0.4, -0.9};
    enum { COUNT = sizeof x / sizeof x[0] };
    double moved[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        moved[i] = 1e3 * x[i] - 77;
    for (double mean = 0.5; mean < 2.5; mean += 0.25)
        assert_close(tail_log_probability(moved, COUNT, 1e3 * mean - 77, 4, all),
                     tail_log_probability(x, COUNT, mean, 4, all), 0, 1e-6);
    double last = 0;
    for (double mean = 0.366; mean <= 2.5; mean += 0.001) {
        const double next = tail_log_probability(x, COUNT, mean, 6, all);
        assert_true(next <= last + 1e-9); /* farther out is less probable */
        last = next;
        for (double enough = -25; enough < 0; enough++) /* the same answer, sooner */
            assert_int_equal(tail_log_probability(x, COUNT, mean, 6, enough) <= enough,
                             next <= enough);
    }
}

static void edges(void **state)
{
    (void)state;
    static const double x[] = {1, 2, 3, 3}, same[] = {2, 2, 2};
    assert_true(tail_log_probability(x, 4, 3.0001, 2, all) == (double)-INFINITY);
    assert_true(tail_log_probability(x, 4, 2.25, 2, all) == 0);
    assert_true(tail_log_probability(x, 4, -9, 2, all) == 0);
    assert_close(tail_log_probability(x, 4, 3, 2, all), 2 * log(0.5), 0, 1e-9);
    assert_true(tail_log_probability(same, 3, 2, 5, all) == 0);
    assert_true(tail_log_probability(same, 3, 2.1, 5, all) == (double)-INFINITY);
    assert_true(tail_log_probability(NULL, 0, 1, 1, all) == (double)-INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binomial),
        cmocka_unit_test(normal),
        cmocka_unit_test(identities),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_energy.c -- the best split by ranks and partial sums against the sum over all pairs. */
#include "support/oracle.h"

#include <math.h>

#include <assay/random.h>

#include "history/series.h"

enum { MOST = 40 };

static double mean_distance(const double *x, size_t from, size_t to, size_t other, size_t end)
{
    double sum = 0, pairs = 0;
    for (size_t i = from; i < to; i++)
        for (size_t j = other == from ? i + 1 : other; j < end; j++) {
            sum += fabs(x[i] - x[j]);
            pairs++;
        }
    return pairs > 0 ? sum / pairs : 0;
}

static void equals_all_pairs(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 300; round++) {
        struct assay_random random;
        double x[MOST], scratch[6 * MOST + 6], best = -INFINITY, q;
        assay_random_init(&random, 7, ASSAY_RANDOM_TEST, round, 0);
        const size_t n = 4 + assay_random_below(&random, MOST - 3), least = 1 + round % 2;
        for (size_t i = 0; i < n; i++) /* ties in every third series */
            x[i] = round % 3 == 0 ? (double)assay_random_below(&random, 4)
                                  : assay_random_normal(&random);
        double values[MOST + 1];
        size_t at = 0;
        for (size_t k = least; k + least <= n; k++) {
            double energy = 2 * mean_distance(x, 0, k, k, n) - mean_distance(x, 0, k, 0, k) -
                            mean_distance(x, k, n, k, n);
            double value = (double)k * (double)(n - k) / (double)n * energy;
            values[k] = value;
            best = fmax(best, value);
        }
        assert_true(energy_scratch(n) <= sizeof scratch / sizeof *scratch);
        assert_true(energy_split(x, n, least, scratch, &at, &q));
        assert_close(q, best, 1e-10, 1e-10);
        assert_close(values[at], best, 1e-10, 1e-10);
    }
}

static void too_short(void **state)
{
    (void)state;
    double x[3] = {1, 2, 3}, scratch[24], q;
    size_t at;
    assert_false(energy_split(x, 3, 2, scratch, &at, &q));
    assert_false(energy_split(x, 1, 1, scratch, &at, &q));
    assert_true(energy_split(x, 2, 1, scratch, &at, &q));
    assert_int_equal(at, 1);
    assert_close(q, 1, 1e-12, 0); /* 1 1 / 2 times 2 |1 - 2| */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(equals_all_pairs),
                                       cmocka_unit_test(too_short)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_crossing.c -- a bound of the largest deviate of all splits: two versions exactly, more by
 * simulation. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/random.h>

#include "history/series.h"

enum { MOST = 150 };

/* One split only: the two-sided tail of a normal. */
static void two_versions(void **state)
{
    (void)state;
    const double weight[2] = {1, 3};
    assert_close(crossing_probability(weight, 0, 2, 1.959963984540054), 0.05, 1e-12, 0);
    assert_close(crossing_critical(2, 0.05), 1.959963984540054, 1e-4, 0);
}

static double largest_deviate(const double *weight, size_t n, struct assay_random *random)
{
    double w[MOST + 1] = {0}, wy[MOST + 1] = {0}, largest = 0;
    for (size_t i = 0; i < n; i++) {
        w[i + 1] = w[i] + weight[i];
        wy[i + 1] = wy[i] + sqrt(weight[i]) * assay_random_normal(random);
    }
    for (size_t k = 1; k < n; k++) {
        double before = w[k], after = w[n] - w[k];
        double difference = wy[k] / before - (wy[n] - wy[k]) / after;
        largest = fmax(largest, fabs(difference) / sqrt(1 / before + 1 / after));
    }
    return largest;
}

/* Never below the truth by more than chance, and at most twice it. */
static void bounds_the_simulated(void **state)
{
    (void)state;
    static const size_t sizes[] = {3, 10, 40, MOST};
    enum { REPLICATES = 20000 };
    for (size_t s = 0; s < 8; s++) {
        const size_t n = sizes[s % 4];
        double weight[MOST];
        for (size_t i = 0; i < n; i++)
            weight[i] = s < 4 ? 1 : 1 + (double)(i % 5) * 2;
        const double b = s < 4 ? crossing_critical(n, 0.05) : 2.9;
        const double bound = crossing_probability(weight, 0, n, b);
        if (s < 4)
            assert_close(bound, 0.05, 2e-3, 0);
        size_t reached = 0;
        for (uint32_t i = 0; i < REPLICATES / (1 + n / 40); i++) {
            struct assay_random random;
            assay_random_init(&random, 5, ASSAY_RANDOM_TEST, i, (uint32_t)s);
            reached += largest_deviate(weight, n, &random) >= b;
        }
        const double count = (double)(REPLICATES / (1 + n / 40));
        const double share = (double)reached / count, error = sqrt(share * (1 - share) / count);
        assert_true(share < bound + 4 * error);
        assert_true(share + 4 * error > bound / 2);
    }
}

static void falls_with_b(void **state)
{
    (void)state;
    double weight[MOST];
    for (size_t i = 0; i < MOST; i++)
        weight[i] = 1;
    double last = 1;
    for (double b = 0.1; b < 40; b *= 1.1) {
        double p = crossing_probability(weight, 0, MOST, b);
        assert_true(p >= 0 && p <= last);
        last = p;
    }
    assert_true(last < 1e-250);
    assert_true(crossing_critical(10, 0.05) < crossing_critical(100, 0.05));
    assert_true(crossing_critical(100, 0.05) < crossing_critical(100, 0.01));
    assert_true(crossing_probability(weight, 3, 4, 1) == 0);
}

/* The same from both ends. */
static double near_ends(double k, const void *context)
{
    const double n = *(const double *)context;
    return sqrt(1 / k + 1 / (n - k));
}

/* Long sums are taken in stretches, short ones place by place. */
static void sums_over_places(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 200, 257, 1000, 7000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t from = 1; from < 3; from++) {
            const size_t n = sizes[s];
            const double total = (double)(2 * from + n - 1);
            double sum = 0;
            for (size_t k = from; k < from + n; k++)
                sum += near_ends((double)k, &total);
            assert_close(sum_places(from, n, near_ends, &total) / sum, 1, n < 256 ? 1e-13 : 2e-5, 0);
        }
    /* by weights that are equal, through a table, nearly the same probability */
    double *weight = malloc(2000 * sizeof *weight);
    for (size_t i = 0; i < 2000; i++)
        weight[i] = 3;
    const double b = crossing_critical(2000, 0.01);
    assert_close(crossing_probability(weight, 0, 2000, b), 0.01, 5e-4, 0);
    free(weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_versions),
        cmocka_unit_test(sums_over_places),
        cmocka_unit_test(bounds_the_simulated),
        cmocka_unit_test(falls_with_b),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_partitions.c -- the dynamic programme against all partitions of twelve values. */
#include "draws.h"

#include <math.h>

#include "mixture/problem.h"

static double squares_of(const double *x, size_t first, size_t end)
{
    double mean = 0, sum = 0;
    for (size_t i = first; i < end; i++)
        mean += x[i] / (double)(end - first);
    for (size_t i = first; i < end; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum;
}

static double best_of_all(const double *x, size_t n)
{
    double best = HUGE_VAL;
    for (size_t a = 2; a + 4 <= n; a++)
        for (size_t b = a + 2; b + 2 <= n; b++)
            best = fmin(best, squares_of(x, 0, a) + squares_of(x, a, b) + squares_of(x, b, n));
    return best;
}

static void three_runs_of_least_squares(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 20; r++) {
        struct assay_random random = stream_of(r, 40);
        double x[12];
        struct mixture_problem problem;
        struct partitions partitions;
        for (size_t i = 0; i < 12; i++)
            x[i] = assay_random_normal(&random);
        assert_int_equal(mixture_problem_init(&problem, (struct assay_view){x, 12},
                                              ASSAY_LIKELIHOOD_DENSITY, -1, NULL),
                         ASSAY_OK);
        assert_int_equal(partitions_init(&partitions, &problem, 3, NULL), ASSAY_OK);
        size_t b = partitions.from[0][2 * 12 + 11], a = partitions.from[0][12 + b - 1];
        double found = squares_of(problem.thin, 0, a) + squares_of(problem.thin, a, b) +
                       squares_of(problem.thin, b, 12);
        assert_close(found, best_of_all(problem.thin, 12), 1e-10, 0);
        partitions_fini(&partitions);
        mixture_problem_fini(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(three_runs_of_least_squares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

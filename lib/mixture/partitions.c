/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partitions.c -- the best partitions of ascending values into runs, for every number of runs.
 * Source:   dynamic programming (Fisher 1958, JASA 53:789-798) under two criteria: squares within
 *           runs (k-means), and the classification likelihood with unequal variances.
 * Edge:     runs hold at least LEAST_RUN values; sds are floored so that ties cost something.
 * Checked:  tests/lib/mixture/test_partitions.c: against all partitions of a few values.
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "mixture/problem.h"

enum { LEAST_RUN = 2, CRITERIA = 2 };
static const double sd_floor = 0.02;

/* cost[criterion][first * n + last] */
static void fill_costs(const struct mixture_problem *problem, size_t n, double *cost[CRITERIA])
{
    for (size_t first = 0; first < n; first++) {
        double sum = 0, squares = 0, origin = problem->thin[first];
        for (size_t last = first; last < n; last++) {
            double x = problem->thin[last] - origin, count = (double)(last - first + 1);
            sum += x;
            squares += x * x;
            double within = fmax(squares - sum * sum / count, 0);
            double sd = sqrt(within / count) + sd_floor;
            bool short_run = last - first + 1 < LEAST_RUN;
            cost[0][first * n + last] = short_run ? HUGE_VAL : within;
            cost[1][first * n + last] = short_run ? HUGE_VAL : count * log(sd * (double)n / count);
        }
    }
}

static void solve(const double *cost, size_t n, size_t k_max, double *best, size_t *from)
{
    for (size_t last = 0; last < n; last++) {
        best[last] = cost[last];
        from[last] = 0;
    }
    for (size_t k = 1; k < k_max; k++) {
        const double *fewer = best + (k - 1) * n;
        for (size_t last = 0; last < n; last++) {
            double least = HUGE_VAL;
            size_t at = 0;
            for (size_t first = 1; first <= last; first++) {
                double total = fewer[first - 1] + cost[first * n + last];
                if (total < least) {
                    least = total;
                    at = first;
                }
            }
            best[k * n + last] = least;
            from[k * n + last] = at;
        }
    }
}

enum assay_status partitions_init(struct partitions *partitions,
                                  const struct mixture_problem *problem, size_t k_max,
                                  struct assay_error *error)
{
    size_t n = problem->n_thin;
    OWNED double *scratch = malloc((CRITERIA * n * n + k_max * n) * sizeof *scratch);
    *partitions = (struct partitions){.n = n, .k_max = k_max};
    partitions->from[0] = malloc(CRITERIA * k_max * n * sizeof(size_t));
    if (scratch == NULL || partitions->from[0] == NULL) {
        partitions_fini(partitions);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for partitions of %zu values", n);
    }
    partitions->from[1] = partitions->from[0] + k_max * n;
    double *cost[CRITERIA] = {scratch, scratch + n * n};
    fill_costs(problem, n, cost);
    for (size_t c = 0; c < CRITERIA; c++)
        solve(cost[c], n, k_max, scratch + CRITERIA * n * n, partitions->from[c]);
    return ASSAY_OK;
}

void partitions_fini(struct partitions *partitions)
{
    free(partitions->from[0]);
    partitions->from[0] = partitions->from[1] = NULL;
}

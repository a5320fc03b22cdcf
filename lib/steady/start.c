/* SPDX-License-Identifier: GPL-3.0-or-later */
/* start.c -- are the first iterations slower in all executions, however busy the machine was?
 * Source:   own. The quietest of the first one, two or four iterations against the quietest of as many
 *           successive ones, anywhere in the second half of the execution: its rank there is a p value that
 *           no stall makes small, and no dependence of neighbours. Over the executions the largest of these p,
 *           and that below which four fifths lie, by their beta distribution; the level is shared by both, three
 *           lengths and two sides.
 * Assumes:  executions independent of one another; no cycle (it was taken out before).
 * Edge:     fewer than three executions or ten iterations: nothing. Where ranks are too few to pass the
 *           level (three executions of 24) nothing, either: other looks see those. Ends at the last of the first
 *           quarter's iterations, one gap allowed, that is off by itself.
 * Checked:  tests/lib/steady/test_start.c; found under stalls, and false alarms: docs/evidence/steady.md. */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/view.h"
#include "descriptive/sorted.h"
#include "steady/start.h"

enum { LEAST_EXECUTIONS = 3, N_LENGTHS = 3 };
static const size_t lengths[N_LENGTHS] = {1, 2, 4};
static const double level = 0.001, end_level = 0.01, least_off = 0.01;

/* The least of side * x[0 .. length). */
static double quietest(const double *x, size_t length, double side)
{
    double least = INFINITY;
    for (size_t i = 0; i < length; i++)
        least = fmin(least, side * x[i]);
    return least;
}

/* Of the windows in the second half, how many are as far off as that at `at`; in (0, 1]. */
static double rank_p(struct assay_view x, size_t at, size_t length, double side)
{
    const double first = quietest(x.x + at, length, side);
    size_t n = 1, as_far = 1;
    for (size_t i = x.n / 2; i + length <= x.n; i++, n++)
        as_far += quietest(x.x + i, length, side) >= first;
    return (double)as_far / (double)n;
}

/* How probable is it that r of the executions lie so low? Of all, and of four fifths of them. */
static double combined_p(const struct assay_sample *sample, size_t at, size_t length, double side,
                         double *p)
{
    const size_t e = n_executions(sample), most = (4 * e + 4) / 5;
    for (size_t u = 0; u < e; u++)
        p[u] = rank_p(execution_values(sample, u), at, length, side);
    sort_doubles(p, e);
    const double all = pow(p[e - 1], (double)e);
    const double of_most = pbeta(p[most - 1], (double)most, (double)(e - most + 1), 1, 0);
    return fmin(1, 2 * fmin(all, of_most));
}

/* By how much each execution's window is off the median of its second half, relatively. */
static bool offsets(const struct assay_sample *sample, size_t length, double side, double *off)
{
    for (size_t u = 0; u < n_executions(sample); u++) {
        const struct assay_view x = execution_values(sample, u);
        double *sorted = NULL;
        if (view_sorted((struct assay_view){x.x + x.n / 2, x.n - x.n / 2}, &sorted, NULL) !=
            ASSAY_OK)
            return false;
        const double middle = sorted_median((struct assay_view){sorted, x.n - x.n / 2});
        free(sorted);
        off[u] = (quietest(x.x, length, side) - side * middle) / fabs(middle);
    }
    return true;
}

/* Half of the executions are off by more than what does not matter; counts those that are off at all. */
static bool count_off(const struct assay_sample *sample, struct start *start, double *off)
{
    size_t far = 0;
    if (!offsets(sample, start->until, start->side, off))
        return false;
    for (size_t u = 0; u < n_executions(sample); u++) {
        start->n_off += off[u] > least_off / 2;
        far += off[u] > least_off;
    }
    start->found = 2 * far > n_executions(sample);
    return true;
}

static size_t end_of(const struct assay_sample *sample, size_t shortest, const struct start *start,
                     double *scratch)
{
    size_t until = start->until;
    for (size_t i = until; i < shortest / 4 && i <= until + 1; i++)
        if (combined_p(sample, i, 1, start->side, scratch) <= end_level)
            until = i + 1;
    return until;
}

static struct start most_probable(const struct assay_sample *sample, size_t shortest,
                                  double *scratch)
{
    struct start start = {.p = 1};
    for (size_t k = 0; k < 2 * N_LENGTHS; k++) {
        const double side = k < N_LENGTHS ? 1 : -1;
        const size_t length = lengths[k % N_LENGTHS];
        const double p = length <= shortest / 4 ? combined_p(sample, 0, length, side, scratch) : 1;
        if (p < start.p)
            start = (struct start){.until = length, .side = side, .p = p};
    }
    return start;
}

enum assay_status start_find(const struct assay_sample *sample, struct start *out,
                             struct assay_error *error)
{
    size_t shortest = SIZE_MAX;
    *out = (struct start){.p = 1};
    for (size_t u = 0; u < n_executions(sample); u++) {
        const size_t n = execution_values(sample, u).n;
        shortest = n < shortest ? n : shortest;
    }
    if (n_executions(sample) < LEAST_EXECUTIONS || shortest < ASSAY_LEAST_ITERATIONS)
        return ASSAY_OK;
    double *scratch = malloc(n_executions(sample) * sizeof *scratch);
    bool done = scratch != NULL;
    if (done)
        *out = most_probable(sample, shortest, scratch);
    if (done && out->p <= level / (2 * N_LENGTHS)) {
        done = count_off(sample, out, scratch);
        if (done && out->found)
            out->until = end_of(sample, shortest, out, scratch);
    }
    free(scratch);
    return done ? ASSAY_OK
                : assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu executions",
                             n_executions(sample));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost.c -- the normal cost of a segment: m (log(2 pi s2) + 1), s2 the variance with divisor m.
 * Source:   Killick, Fearnhead & Eckley 2012, JASA 107:1590-1598; METHODS F6.
 * Assumes:  values within a segment near normal; heavy tails and modes are for the cost by ranks.
 * Edge:     the variance is at least tick^2 / 12, that of a rounded value, and at least what
 *           rounding leaves of the prefix sums: equal values cost little, not minus infinity.
 * Checked:  against the plain formula, and PELT against all segmentations (test_changepoints.c). */
#include "base/processor.h"
#include "steady/cost.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/sum.h"
#include "steady/logarithm.h"

static const double log_2pi = 1.8378770664093454836;

/* Every iteration of the first fifth of the places; then ever wider steps up to n: a warm-up of a
 * few iterations is seen in series of any length. */
static size_t fill_places(size_t n, size_t *place)
{
    if (n <= COST_MOST_PLACES) {
        for (size_t i = 0; i <= n; i++)
            place[i] = i;
        return n;
    }
    const size_t dense = COST_MOST_PLACES / 5, rest = COST_MOST_PLACES - dense;
    for (size_t i = 0; i <= dense; i++)
        place[i] = i;
    /* dense + i + b i^2 reaches n at i = rest. */
    const double b = ((double)(n - dense) - (double)rest) / ((double)rest * (double)rest);
    for (size_t i = 1; i <= rest; i++)
        place[dense + i] = dense + i + (size_t)(b * (double)i * (double)i);
    place[dense + rest] = n;
    return dense + rest;
}

/* (x - mean) / largest deviation, so that no square overflows or vanishes; a constant series is 0. */
static void prefix_sums(struct segment_cost *cost, struct assay_view view)
{
    double min, max;
    (void)sum_scan(view.x, view.n, &min, &max);
    const double power = sum_scale(min, max);
    const struct twofold mean = sum_moments_of(view.x, view.n, power).mean;
    const double furthest = fmax(power * max - mean.high, mean.high - power * min);
    const double scale = furthest > 0 ? furthest : 1;
    struct twofold sum = {0, 0}, squares = {0, 0};
    cost->sum[0] = cost->sum_squares[0] = 0;
    for (size_t i = 0; i < view.n; i++) {
        const double z = ((power * view.x[i] - mean.high) - mean.low) / scale;
        sum = twofold_add(sum, z);
        squares = twofold_add(squares, z * z);
        cost->sum[i + 1] = sum.high + sum.low;
        cost->sum_squares[i + 1] = squares.high + squares.low;
    }
    cost->log_scale = log(scale) - log(power);
}

static enum assay_status normal_init(struct segment_cost *cost, struct assay_view view, double tick,
                                     struct assay_error *error)
{
    cost->sum = malloc((view.n + 1) * sizeof *cost->sum);
    cost->sum_squares = malloc((view.n + 1) * sizeof *cost->sum_squares);
    if (cost->sum == NULL || cost->sum_squares == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    prefix_sums(cost, view);
    const double scaled = tick * exp(-cost->log_scale);
    cost->least_variance =
        fmax(scaled * scaled / 12, fmax(8 * DBL_EPSILON * cost->sum_squares[view.n], 1e-30));
    return ASSAY_OK;
}

static inline __attribute__((always_inline)) double normal_of(double m, double sum, double squares,
                                                              double least, double constant)
{
    const double inverse = 1 / m;
    const double variance = (squares - sum * sum * inverse) * inverse;
    return m * (constant + logarithm(variance > least ? variance : least));
}

double segment_cost_normal(const struct segment_cost *cost, size_t begin, size_t end)
{
    return normal_of((double)(end - begin), cost->sum[end] - cost->sum[begin],
                     cost->sum_squares[end] - cost->sum_squares[begin], cost->least_variance,
                     log_2pi + 1 + 2 * cost->log_scale);
}

/* The loop that takes nearly all the time: contiguous columns, no branch, no call. */
static inline __attribute__((always_inline)) void normal_loop(const struct segment_cost *cost,
                                                              size_t t,
                                                              struct candidates *candidates)
{
    const double end = (double)cost->place[t], sum = cost->sum[cost->place[t]],
                 squares = cost->sum_squares[cost->place[t]], least = cost->least_variance,
                 constant = log_2pi + 1 + 2 * cost->log_scale;
    const size_t n = candidates->n;
    const double *restrict best = candidates->best, *restrict place = candidates->place,
                           *restrict sums = candidates->sum,
                           *restrict sums_squares = candidates->sum_squares;
    double *restrict total = candidates->total;
    for (size_t i = 0; i < n; i++)
        total[i] = best[i] + normal_of(end - place[i], sum - sums[i], squares - sums_squares[i],
                                       least, constant);
}

static void cost_normal(const struct segment_cost *cost, size_t t, struct candidates *candidates)
{
    normal_loop(cost, t, candidates);
}

#if defined(__x86_64__) && defined(__GNUC__)
/* The same operations on four lanes in place of two: the same bits (test_changepoints.c). */
__attribute__((target("avx2"))) static void cost_normal_wide(const struct segment_cost *cost,
                                                             size_t t,
                                                             struct candidates *candidates)
{
    normal_loop(cost, t, candidates);
}

static bool is_wide(void)
{
    return PROCESSOR_HAS(avx2);
}
#else
#define cost_normal_wide cost_normal

static bool is_wide(void)
{
    return false;
}
#endif

void segment_costs(const struct segment_cost *cost, size_t t, struct candidates *candidates)
{
    if (cost->below != NULL)
        cost_ranks(cost, t, candidates);
    else if (cost->wide)
        cost_normal_wide(cost, t, candidates);
    else
        cost_normal(cost, t, candidates);
    if (!cost->by_length)
        return;
    const double end = (double)cost->place[t], n = (double)cost->n;
    for (size_t i = 0; i < candidates->n; i++)
        candidates->total[i] += logarithm((end - candidates->place[i]) / n);
}

enum assay_status segment_cost_init(struct segment_cost *cost, struct assay_view view,
                                    enum assay_changepoint_cost kind, double tick, bool by_length,
                                    struct assay_error *error)
{
    *cost = (struct segment_cost){.n = view.n, .by_length = by_length, .wide = is_wide()};
    const size_t most = view.n < COST_MOST_PLACES ? view.n : COST_MOST_PLACES;
    cost->place = malloc((most + 1) * sizeof *cost->place);
    if (cost->place == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu places", most);
    cost->n_places = fill_places(view.n, cost->place);
    enum assay_status status = kind == ASSAY_COST_RANKS ? cost_ranks_init(cost, view, error)
                                                        : normal_init(cost, view, tick, error);
    if (status != ASSAY_OK)
        segment_cost_fini(cost);
    return status;
}

void segment_cost_fini(struct segment_cost *cost)
{
    free(cost->place);
    free(cost->sum);
    free(cost->sum_squares);
    free(cost->below);
    free(cost->x_log_x);
    *cost = (struct segment_cost){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.c -- values sorted, standardised, padded; the tick; the floor of the sds.
 * Source:   METHODS A12 (bound the sd below), B12 (refuse ticks above the sd).
 * Edge:     the floor is the smaller of 0.005 sd and a tenth of the narrowest run of a tenth of the
 *           values (5 at least): narrow modes far apart stay possible, spikes on few values do not.
 *           With a tick it is no less than a sixth of it.
 * Checked:  tests/lib/mixture/test_fit.c.
 */
#include "mixture/problem.h"

#include <math.h>
#include <stdlib.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"

static const double relative_floor = 0.005, run_floor = 0.1;

static double narrowest_run(const double *x, size_t n)
{
    size_t run = n / 10 > 5 ? n / 10 : 5;
    double narrowest = x[n - 1] - x[0];
    for (size_t i = 0; i + run <= n; i++)
        narrowest = fmin(narrowest, x[i + run - 1] - x[i]);
    return narrowest;
}

static double floor_of(const double *x, size_t n, double tick)
{
    double run = narrowest_run(x, n), floor = relative_floor;
    if (run > 0)
        floor = fmin(floor, run_floor * run);
    return tick > 0 ? fmax(floor, tick / 6) : floor;
}

static size_t count_distinct(const double *x, size_t n)
{
    size_t distinct = 1;
    for (size_t i = 1; i < n; i++)
        distinct += x[i] != x[i - 1];
    return distinct;
}

static bool wants_rounding(enum assay_likelihood likelihood, double tick, double sd, size_t n,
                           size_t distinct)
{
    if (likelihood == ASSAY_LIKELIHOOD_AUTO)
        return tick >= 1e-3 * sd && distinct <= n - (n + 9) / 10;
    return likelihood == ASSAY_LIKELIHOOD_ROUNDED && tick > 0;
}

static size_t padded(size_t n)
{
    return (n + EM_TILE - 1) / EM_TILE * EM_TILE;
}

static struct em_problem fill_plain(const double *x, size_t n, double floor, double *values,
                                    double *weights)
{
    size_t room = padded(n);
    for (size_t i = 0; i < room; i++) {
        values[i] = i < n ? x[i] : x[n - 1];
        weights[i] = i < n;
    }
    return (struct em_problem){values, weights, room, (double)n, floor, 0, em_path_best()};
}

static struct em_problem fill_rounded(const double *x, size_t n, double floor, double tick,
                                      double *values, double *weights)
{
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        if (distinct == 0 || x[i] > values[distinct - 1] + 0.5 * tick) {
            values[distinct] = x[i];
            weights[distinct++] = 0;
        }
        weights[distinct - 1] += 1;
    }
    return (struct em_problem){values, weights, distinct, (double)n, floor, tick, NULL};
}

/* Storage: standardised values, full values and weights, thinned ones, each padded and on a boundary
 * of 64 bytes. */
static enum assay_status reserve(struct mixture_problem *problem, size_t n, double **parts,
                                 struct assay_error *error)
{
    size_t room = padded(n), thin = padded(THINNED_MOST);
    problem->storage = aligned_alloc(64, (3 * room + 3 * thin) * sizeof(double));
    if (problem->storage == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to fit a mixture to %zu values", n);
    for (size_t i = 0; i < 6; i++)
        parts[i] = problem->storage + (i <= 3 ? i * room : 3 * room + (i - 3) * thin);
    return ASSAY_OK;
}

static void thin(struct mixture_problem *problem, const double *x, double *const parts[6])
{
    size_t n = problem->n;
    problem->n_thin = n < THINNED_MOST ? n : THINNED_MOST;
    for (size_t i = 0; i < problem->n_thin; i++)
        parts[3][i] = x[(size_t)(((double)i + 0.5) * (double)n / (double)problem->n_thin)];
    problem->thin = parts[3];
    problem->thinned = problem->full;
    if (!(problem->full.tick > 0))
        problem->thinned =
            fill_plain(parts[3], problem->n_thin, problem->full.floor, parts[4], parts[5]);
}

static enum assay_status prepare(struct mixture_problem *problem, const double *sorted,
                                 enum assay_likelihood likelihood, struct assay_error *error)
{
    size_t n = problem->n;
    double *parts[6];
    double power = sum_scale(sorted[0], sorted[n - 1]);
    struct sum_moments moments = sum_moments_of(sorted, n, power);
    double sd = sqrt(moments.sum_squares / (double)n);
    if (!(sorted[n - 1] > sorted[0]) || !(sd > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "all %zu values are equal: there is no mixture to fit", n);
    problem->centre = moments.mean.high / power;
    problem->scale = sd / power;
    if (problem->tick < 0)
        problem->tick = tick_of_sorted(sorted, n);
    if (problem->tick > problem->scale)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the tick %g is larger than the spread (sd %g) of the values: measure "
                          "more work between two clock reads",
                          problem->tick, problem->scale);
    TRY(reserve(problem, n, parts, error));
    for (size_t i = 0; i < n; i++)
        parts[0][i] = (sorted[i] * power - moments.mean.high) / sd;
    double tick = isnan(problem->tick) ? 0 : problem->tick / problem->scale;
    bool rounded = wants_rounding(likelihood, tick, 1, n, count_distinct(parts[0], n));
    bool ties = count_distinct(parts[0], n) < n;
    double floor = floor_of(parts[0], n, rounded || ties ? tick : 0);
    if (rounded)
        problem->full = fill_rounded(parts[0], n, floor, tick, parts[1], parts[2]);
    else
        problem->full = fill_plain(parts[0], n, floor, parts[1], parts[2]);
    thin(problem, parts[0], parts);
    return ASSAY_OK;
}

enum assay_status mixture_problem_init(struct mixture_problem *problem, struct assay_view view,
                                       enum assay_likelihood likelihood, double tick,
                                       struct assay_error *error)
{
    OWNED double *sorted = NULL;
    *problem = (struct mixture_problem){.n = view.n, .tick = tick};
    TRY(view_check(view, ASSAY_MIXTURE_LEAST, "a mixture", error));
    TRY(view_sorted(view, &sorted, error));
    return prepare(problem, sorted, likelihood, error);
}

void mixture_problem_fini(struct mixture_problem *problem)
{
    free(problem->storage);
    problem->storage = NULL;
}

void mixture_standardise(const struct mixture_problem *problem, const struct assay_mixture *from,
                         struct assay_mixture *to)
{
    *to = *from;
    for (size_t k = 0; k < from->k; k++) {
        to->part[k].mean = (from->part[k].mean - problem->centre) / problem->scale;
        to->part[k].sd = fmax(from->part[k].sd / problem->scale, problem->full.floor);
    }
}

static int by_mean(const void *a, const void *b)
{
    const struct assay_gaussian *p = a, *q = b;
    if (p->mean != q->mean)
        return p->mean < q->mean ? -1 : 1;
    return (p->sd > q->sd) - (p->sd < q->sd);
}

void mixture_restore(const struct mixture_problem *problem, const struct assay_mixture *from,
                     struct assay_mixture *to)
{
    *to = *from;
    for (size_t k = 0; k < from->k; k++) {
        to->part[k].mean = problem->centre + problem->scale * from->part[k].mean;
        to->part[k].sd = problem->scale * from->part[k].sd;
    }
    qsort(to->part, to->k, sizeof to->part[0], by_mean);
}

double mixture_fit_one(const struct mixture_problem *problem, struct assay_mixture *out)
{
    *out = (struct assay_mixture){1, {{1, 0, 1}}};
    const struct em_effort effort = {problem->full.tick > 0 ? 400 : 4, 1e-14, 0};
    return em_run(&problem->full, out, &effort, -HUGE_VAL);
}

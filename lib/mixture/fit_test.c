/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_test.c -- does the mixture fit? Kolmogorov's distance with its law simulated.
 * Source:   METHODS A12, B12: draw from the fit, round to the same tick, fit again with as many
 *           parts, compare distances; p = (1 + #{D* >= D}) / (B + 1). Plain tables are wrong after
 *           fitting (size near 0), and without the rounding every tick would be a misfit (C6).
 * Assumes:  independent values. The refit begins at the fit drawn from, which is the truth there.
 * Edge:     rounded values: the distance is taken at the upper edges of the ticks. A drawn sample of
 *           equal values counts as distance 0.
 * Checked:  size 3 to 8 % at ticks 0, 0.1, 0.25, 0.5 sd: bench/mixture.c.
 */
#include <assay/random.h>
#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/try.h"
#include "base/view.h"
#include "mixture/problem.h"

enum { DEFAULT_REPLICATES = 999, FEWEST_REPLICATES = 99, DRAWN = 2000000 };
static const struct em_effort refit = {200, 1e-8, 0};

struct simulation {
    const struct assay_mixture_fit *fit;
    size_t n;
    double grid; /* a place of the grid */
    uint64_t seed;
    double *x;        /* of each thread: n values */
    double *distance; /* of each replicate; NaN: no memory */
};

/* Between the empirical distribution of ascending x and the mixture. */
static double distance_of(const double *x, size_t n, const struct assay_mixture *mixture,
                          double tick)
{
    double largest = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        double below = (double)i / (double)n;
        while (end < n && x[end] - x[i] <= 0.5 * tick)
            end++;
        if (!(tick > 0))
            largest = fmax(largest, fabs(assay_mixture_below(mixture, x[i]) - below));
        double edge = x[i] + 0.5 * tick;
        largest = fmax(largest, fabs(assay_mixture_below(mixture, edge) - (double)end / (double)n));
        if (i == 0 && tick > 0)
            largest = fmax(largest, assay_mixture_below(mixture, x[0] - 0.5 * tick));
        i = end;
    }
    return largest;
}

static double tick_used(const struct assay_mixture_fit *fit)
{
    return fit->tick > 0 ? fit->tick : 0;
}

/* On the standardised scale, where full.x may be the distinct values only: x are the caller's. */
static double refitted_distance(const struct simulation *simulation, double *x)
{
    const struct assay_mixture_fit *fit = simulation->fit;
    SCOPED(mixture_problem_fini) struct mixture_problem problem = {0};
    struct assay_mixture mixture;
    double distance = 0;
    enum assay_likelihood likelihood =
        fit->rounded ? ASSAY_LIKELIHOOD_ROUNDED : ASSAY_LIKELIHOOD_DENSITY;
    struct assay_view view = {x, simulation->n};
    enum assay_status status = mixture_problem_init(&problem, view, likelihood, fit->tick, NULL);
    if (status == ASSAY_NO_MEMORY)
        return (double)NAN;
    if (status == ASSAY_OK) {
        mixture_standardise(&problem, &fit->mixture, &mixture);
        (void)em_run(&problem.full, &mixture, &refit, -HUGE_VAL);
        mixture_restore(&problem, &mixture, &mixture);
        sort_doubles(x, simulation->n);
        distance = distance_of(x, simulation->n, &mixture, tick_used(fit));
    }
    return distance;
}

static double draw(const struct assay_mixture *mixture, struct assay_random *random)
{
    double target = assay_random_uniform(random), normal = assay_random_normal(random);
    size_t k = 0;
    while (k + 1 < mixture->k && target >= mixture->part[k].weight)
        target -= mixture->part[k++].weight;
    return mixture->part[k].mean + mixture->part[k].sd * normal;
}

static void simulate(size_t i, size_t thread, void *context)
{
    const struct simulation *simulation = context;
    double *x = simulation->x + thread * simulation->n, tick = tick_used(simulation->fit);
    struct assay_random random;
    assay_random_init(&random, simulation->seed, ASSAY_RANDOM_MIXTURE, (uint32_t)i + 1, 0);
    for (size_t j = 0; j < simulation->n; j++) {
        x[j] = draw(&simulation->fit->mixture, &random);
        if (tick > 0)
            x[j] = simulation->grid + tick * round((x[j] - simulation->grid) / tick);
    }
    simulation->distance[i] = refitted_distance(simulation, x);
}

static enum assay_status count(const struct simulation *simulation, size_t replicates, double d,
                               struct assay_mixture_test *out, struct assay_error *error)
{
    size_t farther = 0;
    for (size_t i = 0; i < replicates; i++) {
        if (isnan(simulation->distance[i]))
            return assay_fail(error, ASSAY_NO_MEMORY, "no memory to test the fit of %zu values",
                              simulation->n);
        farther += simulation->distance[i] >= d;
    }
    double p = (1 + (double)farther) / (1 + (double)replicates);
    *out = (struct assay_mixture_test){d, p, replicates};
    return ASSAY_OK;
}

/* About DRAWN values in all: p needs fewer digits the larger the sample. */
static size_t default_replicates(size_t n)
{
    size_t replicates = n > 0 ? DRAWN / n : DEFAULT_REPLICATES;
    replicates = replicates < DEFAULT_REPLICATES ? replicates : DEFAULT_REPLICATES;
    return replicates > FEWEST_REPLICATES ? replicates : FEWEST_REPLICATES;
}

enum assay_status assay_mixture_fit_test(struct assay_view view,
                                         const struct assay_mixture_fit *fit, size_t replicates,
                                         uint64_t seed, size_t n_threads,
                                         struct assay_mixture_test *out, struct assay_error *error)
{
    OWNED double *sorted = NULL;
    replicates = replicates != 0 ? replicates : default_replicates(view.n);
    TRY(view_check(view, ASSAY_MIXTURE_LEAST, "the fit test", error));
    TRY(assay_mixture_check(&fit->mixture, error));
    if (replicates > UINT32_MAX - 1)
        return assay_fail(error, ASSAY_INVALID, "%zu replicates are more than 2^32", replicates);
    TRY(view_sorted(view, &sorted, error));
    struct simulation simulation = {.fit = fit, .n = view.n, .grid = sorted[0], .seed = seed};
    simulation.x = malloc(parallel_threads(n_threads) * view.n * sizeof(double));
    simulation.distance = malloc(replicates * sizeof(double));
    enum assay_status status = ASSAY_OK;
    if (simulation.x == NULL || simulation.distance == NULL) {
        status =
            assay_fail(error, ASSAY_NO_MEMORY, "no memory to test the fit of %zu values", view.n);
    } else {
        double d = distance_of(sorted, view.n, &fit->mixture, tick_used(fit));
        parallel_for(replicates, n_threads, simulate, &simulation);
        status = count(&simulation, replicates, d, out, error);
    }
    free(simulation.x);
    free(simulation.distance);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effect_test.c -- main effects and interactions of a grid of cells.
 * Source:   METHODS H2; Greenhouse & Geisser 1959. M projects a round's cells on the effect; F = r |M mean z|^2
 *           over tr(M C M), C the covariance of the cells over rounds, with the degrees of freedom shrunk by
 *           eps = tr(MCM)^2 / (rank tr((MCM)^2)). Traces come from the rounds' inner products.
 *           Beside it the F of one variance for all cells.
 * Assumes:  rounds independent; the uncorrected and the pooled p also cells that vary alike and apart.
 * Edge:     no variance at all: F is infinite where there is an effect, and p 0; no effect either: p 1.
 * Checked:  tests/data/factors.json (anova and Greenhouse-Geisser of R 4.2.2: 1e-9).
 */
#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "factor/factor.h"

/* Along one dimension: less the mean over it (in the effect), or that mean (not in it). */
static void project(double *row, size_t levels, size_t stride, size_t cells, bool in_effect)
{
    for (size_t g = 0; g < cells; g++) {
        if (g / stride % levels != 0)
            continue;
        double mean = 0;
        for (size_t l = 0; l < levels; l++)
            mean += row[g + l * stride] / (double)levels;
        for (size_t l = 0; l < levels; l++) {
            double *at = &row[g + l * stride];
            *at = in_effect ? *at - mean : mean;
        }
    }
}

/* Means over rounds into mean[], rows become deviations from it. */
static void centre(double *z, size_t rounds, size_t cells, double *mean)
{
    for (size_t g = 0; g < cells; g++) {
        mean[g] = 0;
        for (size_t k = 0; k < rounds; k++)
            mean[g] += z[k * cells + g] / (double)rounds;
        for (size_t k = 0; k < rounds; k++)
            z[k * cells + g] -= mean[g];
    }
}

/* The residual variance after rounds and cells, of rows that are deviations from the cells' means. */
static double pooled_variance(const double *z, size_t rounds, size_t cells)
{
    double squares = 0;
    for (size_t k = 0; k < rounds; k++) {
        const double *row = z + k * cells;
        double level = 0;
        for (size_t g = 0; g < cells; g++)
            level += row[g] / (double)cells;
        for (size_t g = 0; g < cells; g++)
            squares += (row[g] - level) * (row[g] - level);
    }
    return squares / ((double)(rounds - 1) * (double)(cells - 1));
}

static double tail(double f, double df1, double df2)
{
    return isnan(f) ? 1 : isinf(f) ? 0 : pf(f, df1, df2, 0, 0);
}

static double quotient(double effect, double variance)
{
    if (variance > 0)
        return effect / variance;
    if (effect > 0)
        return (double)INFINITY;
    return (double)NAN;
}

struct projected {
    double *z, *mean; /* deviations of rounds and the mean, both projected */
    size_t rounds, cells;
    double rank, s2;
};

static void judge(const struct projected *p, struct assay_effect_test *out)
{
    const double r = (double)p->rounds, size = r * row_product(p->mean, p->mean, p->cells);
    double trace = 0, squared = 0;
    for (size_t j = 0; j < p->rounds; j++)
        for (size_t k = 0; k < p->rounds; k++) {
            const double one =
                row_product(p->z + j * p->cells, p->z + k * p->cells, p->cells) / (r - 1);
            trace += j == k ? one : 0;
            squared += one * one;
        }
    /* A projection of values about 10 leaves rounding of this size. */
    const double nothing = 1e4 * DBL_EPSILON * DBL_EPSILON * (double)p->cells;
    trace = trace <= nothing ? 0 : trace;
    const double size_seen = size <= r * nothing ? 0 : size;
    out->rounds = p->rounds;
    out->epsilon = trace > 0 ? trace * trace / (p->rank * squared) : 1;
    out->f = quotient(size_seen, trace);
    out->df1 = out->epsilon * p->rank;
    out->df2 = out->df1 * (r - 1);
    out->p = tail(out->f, out->df1, out->df2);
    out->uncorrected = tail(out->f, p->rank, p->rank * (r - 1));
    out->pooled_df = (r - 1) * (double)(p->cells - 1);
    out->pooled_f = quotient(size_seen / p->rank, p->s2 <= nothing ? 0 : p->s2);
    out->pooled_p = tail(out->pooled_f, p->rank, out->pooled_df);
}

static enum assay_status check(const struct assay_cells *cells, const struct assay_grid *grid,
                               unsigned effect, struct assay_error *error)
{
    size_t n = 1;
    for (size_t i = 0; i < grid->n_dimensions; i++) {
        n *= grid->level[i];
        if ((effect >> i & 1U) != 0 && grid->level[i] < 2)
            return assay_fail(error, ASSAY_UNDEFINED, "a factor with one value has no effect");
    }
    if (n != cells->cells || effect == 0 || grid->n_dimensions > 31 ||
        effect >> grid->n_dimensions != 0)
        return assay_fail(error, ASSAY_INVALID, "a grid of %zu cells does not fit %zu", n,
                          cells->cells);
    return ASSAY_OK;
}

static void project_all(struct projected *p, const struct assay_grid *grid, unsigned effect)
{
    size_t stride = p->cells;
    p->rank = 1;
    for (size_t i = 0; i < grid->n_dimensions; i++) {
        const bool in_effect = (effect >> i & 1U) != 0;
        const size_t levels = grid->level[i];
        stride /= levels;
        p->rank *= in_effect ? (double)(levels - 1) : 1;
        for (size_t k = 0; k < p->rounds; k++)
            project(p->z + k * p->cells, levels, stride, p->cells, in_effect);
        project(p->mean, levels, stride, p->cells, in_effect);
    }
}

enum assay_status assay_factor_test(const struct assay_cells *cells, const struct assay_grid *grid,
                                    unsigned effect, struct assay_effect_test *out,
                                    struct assay_error *error)
{
    struct projected p = {.cells = cells->cells};
    TRY(check(cells, grid, effect, error));
    TRY(cells_complete(cells, &p.z, &p.rounds, error));
    p.mean = calloc(p.cells, sizeof *p.mean);
    enum assay_status status = ASSAY_OK;
    if (p.mean != NULL) {
        centre(p.z, p.rounds, p.cells, p.mean);
        p.s2 = pooled_variance(p.z, p.rounds, p.cells);
        project_all(&p, grid, effect);
        judge(&p, out);
    } else {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu cells", p.cells);
    }
    free(p.mean);
    free(p.z);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pooled.c -- cells compared with one variance for all of them.
 * Source:   METHODS H2, `--error pooled`: ln t ~ round + cell by least squares, the rounds swept out; with lost
 *           cells the intra-block equations. Families: Tukey 1949 and Kramer 1956, Dunnett 1955.
 * Assumes:  cells vary alike and apart from each other. Where one varies five times as much, 17 of 100
 *           families of all pairs err; `spread` tells of it.
 * Edge:     cells that no rounds connect -> ASSAY_UNDEFINED.
 * Checked:  tests/data/factors.json (lm, emmeans of R 4.2.2: 1e-9; limits by Tukey 1e-6).
 */

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "factor/factor.h"

void assay_pooled_free(struct assay_pooled *pooled)
{
    if (pooled == NULL)
        return;
    free(pooled->mean);
    free(pooled->inverse);
    free(pooled);
}

/* The normal equations of the cells, rounds swept out, and their right side. */
static size_t sweep_rounds(const struct assay_cells *cells, double *matrix, double *right)
{
    const size_t n = cells->cells;
    size_t values = 0;
    for (size_t k = 0; k < cells->rounds; k++) {
        const double *row = cells->z + k * n;
        double there = 0, level = 0;
        for (size_t g = 0; g < n; g++)
            if (!isnan(row[g])) {
                there += 1;
                level += row[g];
            }
        for (size_t g = 0; g < n; g++) {
            if (isnan(row[g]))
                continue;
            values++;
            right[g] += row[g] - level / there;
            matrix[g * n + g] += 1;
            for (size_t h = 0; h < n; h++)
                if (!isnan(row[h]))
                    matrix[g * n + h] -= 1 / there;
        }
    }
    return values;
}

/* Inverts a symmetric positive definite matrix in place (Gauss and Jordan). False: it is singular. */
static bool invert(double *a, size_t n)
{
    for (size_t p = 0; p < n; p++) {
        const double pivot = a[p * n + p];
        if (!(pivot > 1e-9))
            return false;
        a[p * n + p] = 1;
        for (size_t j = 0; j < n; j++)
            a[p * n + j] /= pivot;
        for (size_t i = 0; i < n; i++) {
            const double factor = i == p ? 0 : a[i * n + p];
            if (factor == 0)
                continue;
            a[i * n + p] = 0;
            for (size_t j = 0; j < n; j++)
                a[i * n + j] -= factor * a[p * n + j];
        }
    }
    return true;
}

/* Adding a constant to the singular matrix changes no difference of cells. */
static enum assay_status solve(struct assay_pooled *out, const double *right,
                               struct assay_error *error)
{
    const size_t n = out->cells;
    for (size_t i = 0; i < n * n; i++)
        out->inverse[i] += 1 / (double)n;
    if (!invert(out->inverse, n))
        return assay_fail(error, ASSAY_UNDEFINED, "no rounds connect all cells");
    for (size_t g = 0; g < n; g++)
        for (size_t h = 0; h < n; h++)
            out->mean[g] += out->inverse[g * n + h] * right[h];
    return ASSAY_OK;
}

/* Residual squares, by cell into squares[], their numbers into counts[]. */
static void take_residuals(const struct assay_cells *cells, const struct assay_pooled *pooled,
                           double *squares, double *counts)
{
    for (size_t k = 0; k < cells->rounds; k++) {
        const double *row = cells->z + k * cells->cells;
        double there = 0, level = 0;
        for (size_t g = 0; g < cells->cells; g++)
            if (!isnan(row[g])) {
                there += 1;
                level += row[g] - pooled->mean[g];
            }
        for (size_t g = 0; g < cells->cells; g++) {
            const double residual = row[g] - pooled->mean[g] - level / there;
            if (isnan(residual))
                continue;
            squares[g] += residual * residual;
            counts[g] += 1;
        }
    }
}

static void take_variance(struct assay_pooled *out, size_t values, const double *squares,
                          const double *counts)
{
    double total = 0, least = INFINITY, most = 0;
    for (size_t g = 0; g < out->cells; g++) {
        const double own = squares[g] / counts[g];
        total += squares[g];
        least = fmin(least, own);
        most = fmax(most, own);
    }
    out->df = (double)values - (double)out->rounds - (double)out->cells + 1;
    out->s2 = total / out->df;
    out->spread = most > 0 ? sqrt(most / least) : 1;
    out->balanced = values == out->rounds * out->cells;
}

static size_t rounds_used(const struct assay_cells *cells)
{
    size_t used = 0;
    for (size_t k = 0; k < cells->rounds; k++) {
        bool any = false;
        for (size_t g = 0; g < cells->cells; g++)
            any |= !isnan(cells->z[k * cells->cells + g]);
        used += any;
    }
    return used;
}

static enum assay_status fit(const struct assay_cells *cells, struct assay_pooled *out,
                             struct assay_error *error)
{
    const size_t n = cells->cells;
    out->cells = n;
    out->rounds = rounds_used(cells);
    out->mean = calloc(n, sizeof *out->mean);
    out->inverse = calloc(n * n, sizeof *out->inverse);
    OWNED double *room = calloc(3 * n, sizeof *room);
    enum assay_status status = ASSAY_OK;
    if (out->mean == NULL || out->inverse == NULL || room == NULL) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu cells", n);
    } else {
        const size_t values = sweep_rounds(cells, out->inverse, room);
        status = solve(out, room, error);
        if (status == ASSAY_OK) {
            take_residuals(cells, out, room + n, room + 2 * n);
            take_variance(out, values, room + n, room + 2 * n);
        }
    }
    if (status == ASSAY_OK && !(out->df > 0))
        status = assay_fail(error, ASSAY_UNDEFINED, "too few rounds for the cells");
    return status;
}

enum assay_status assay_pooled_fit(const struct assay_cells *cells, struct assay_pooled **out,
                                   struct assay_error *error)
{
    TRY(cells_check(cells, 2, 2, error));
    struct assay_pooled *pooled = calloc(1, sizeof *pooled);
    if (pooled == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu cells", cells->cells);
    enum assay_status status = fit(cells, pooled, error);
    if (status == ASSAY_OK)
        *out = pooled;
    else
        assay_pooled_free(pooled);
    return status;
}

struct assay_pooled_about assay_pooled_describe(const struct assay_pooled *pooled)
{
    return (struct assay_pooled_about){pooled->s2, pooled->df, pooled->spread, pooled->balanced};
}

double pooled_se(const struct assay_pooled *pooled, struct assay_cell_pair pair)
{
    const double *v = pooled->inverse;
    const size_t n = pooled->cells, i = pair.first, j = pair.second;
    return sqrt(pooled->s2 * (v[i * n + i] + v[j * n + j] - 2 * v[i * n + j]));
}

double assay_pooled_critical(const struct assay_pooled *pooled, enum assay_pooled_family family,
                             double confidence)
{
    const size_t others = pooled->cells - 1;
    if (family == ASSAY_POOLED_ALONE || others == 0)
        return assay_t_critical(confidence, pooled->df);
    if (family == ASSAY_POOLED_TUKEY)
        return qtukey(confidence, 1, (double)pooled->cells, pooled->df, 1, 0) / M_SQRT2;
    if (!pooled->balanced) /* the integral is of equal correlations */
        return assay_t_critical(1 - (1 - confidence) / (double)others, pooled->df);
    return assay_dunnett_critical(confidence, others, pooled->df, true);
}

static double tail_of(const struct assay_pooled *pooled, enum assay_pooled_family family, double t)
{
    const size_t others = pooled->cells - 1;
    if (family == ASSAY_POOLED_TUKEY)
        return ptukey(t * M_SQRT2, 1, (double)pooled->cells, pooled->df, 0, 0);
    if (family == ASSAY_POOLED_DUNNETT && pooled->balanced)
        return assay_dunnett_tail(t, others, pooled->df, true);
    const double alone = 2 * pt(t, pooled->df, 0, 0);
    return family == ASSAY_POOLED_DUNNETT ? fmin(1, (double)others * alone) : alone;
}

struct assay_effect assay_pooled_pair(const struct assay_pooled *pooled,
                                      struct assay_cell_pair pair, enum assay_pooled_family family,
                                      double critical)
{
    const double none = (double)NAN;
    struct assay_effect effect = {
        .estimate = pooled->mean[pair.second] - pooled->mean[pair.first],
        .se = pooled_se(pooled, pair),
        .df = pooled->df,
        .rounds = pooled->rounds,
    };
    effect.exact = !(effect.se > 0);
    effect.lower = effect.exact ? none : effect.estimate - critical * effect.se;
    effect.upper = effect.exact ? none : effect.estimate + critical * effect.se;
    if (effect.exact)
        effect.p = effect.estimate == 0 ? 1 : 0;
    else
        effect.p = tail_of(pooled, family, fabs(effect.estimate) / effect.se);
    return effect;
}

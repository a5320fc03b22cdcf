/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c -- a line and a bend over ln n in each round.
 * Source:   METHODS H2: ordinary least squares within the round, so that slopes may vary between rounds as
 *           builds do; one line over all points claims too much there. The bend is the coefficient of
 *           (ln n)^2 beside the line, by the part of (ln n)^2 that no line explains.
 * Edge:     sizes must be above 0 and differ. Rounds that lack a size are left out.
 * Checked:  with exponent.c and crossover.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "factor/factor.h"

bool row_complete(const double *row, size_t cells)
{
    size_t g = 0;
    while (g < cells && !isnan(row[g]))
        g++;
    return g == cells;
}

enum assay_status cells_complete(const struct assay_cells *cells, double **z, size_t *rounds,
                                 struct assay_error *error)
{
    TRY(cells_check(cells, 1, 1, error));
    *z = malloc(cells->rounds * cells->cells * sizeof **z);
    if (*z == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", cells->rounds);
    *rounds = 0;
    for (size_t k = 0; k < cells->rounds; k++) {
        const double *row = cells->z + k * cells->cells;
        if (row_complete(row, cells->cells))
            memcpy(*z + (*rounds)++ * cells->cells, row, cells->cells * sizeof *row);
    }
    if (*rounds >= 2)
        return ASSAY_OK;
    free(*z);
    *z = NULL;
    return assay_fail(error, ASSAY_UNDEFINED, "%zu rounds have every cell; at least 2 must",
                      *rounds);
}

/* What a round's values are multiplied by: P weights of the slope, and of the bend. */
struct weights {
    double *slope, *bend;
    double centre;
};

static enum assay_status take_weights(const double *n, size_t sizes, double *room,
                                      struct weights *out, struct assay_error *error)
{
    const double p = (double)sizes;
    double *x = out->slope = room;
    double *square = out->bend = room + sizes;
    double sum = 0, squares = 0, cubes = 0, left = 0;
    for (size_t i = 0; i < sizes; i++) {
        if (!(n[i] > 0) || !isfinite(n[i]))
            return assay_fail(error, ASSAY_INVALID, "a size must be above 0, is %g", n[i]);
        x[i] = log(n[i]);
        sum += x[i];
    }
    out->centre = sum / p;
    for (size_t i = 0; i < sizes; i++) {
        x[i] -= out->centre;
        squares += x[i] * x[i];
        cubes += x[i] * x[i] * x[i];
    }
    if (!(squares > 1e-20))
        return assay_fail(error, ASSAY_UNDEFINED, "growth needs two sizes that differ");
    for (size_t i = 0; i < sizes; i++) {
        square[i] = x[i] * x[i] - squares / p - cubes / squares * x[i];
        left += square[i] * square[i];
    }
    const bool bends = sizes > 2 && left > 1e-12 * squares * squares;
    if (!bends)
        out->bend = NULL;
    for (size_t i = 0; i < sizes; i++) {
        x[i] /= squares;
        square[i] /= left;
    }
    return ASSAY_OK;
}

double row_product(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void fit_rounds(const double *z, size_t sizes, const struct weights *weights,
                       struct round_lines *out)
{
    for (size_t k = 0; k < out->rounds; k++) {
        const double *row = z + k * sizes;
        double sum = 0;
        for (size_t i = 0; i < sizes; i++)
            sum += row[i];
        out->level[k] = sum / (double)sizes;
        out->slope[k] = row_product(row, weights->slope, sizes);
        if (out->bend != NULL)
            out->bend[k] = row_product(row, weights->bend, sizes);
    }
}

enum assay_status round_lines_fit(const struct assay_cells *cells, const double *n,
                                  struct round_lines *out, struct assay_error *error)
{
    OWNED double *z = NULL;
    TRY(cells_complete(cells, &z, &out->rounds, error));
    const size_t sizes = cells->cells, rounds = out->rounds;
    OWNED double *room = calloc(2 * sizes, sizeof *room);
    out->level = calloc(3 * rounds, sizeof *out->level);
    struct weights weights = {0};
    enum assay_status status = ASSAY_OK;
    if (room == NULL || out->level == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", rounds);
    else
        status = take_weights(n, sizes, room, &weights, error);
    if (status == ASSAY_OK) {
        out->slope = out->level + rounds;
        out->bend = weights.bend == NULL ? NULL : out->slope + rounds;
        out->centre = weights.centre;
        fit_rounds(z, sizes, &weights, out);
    } else {
        free(out->level);
        out->level = NULL;
    }
    return status;
}

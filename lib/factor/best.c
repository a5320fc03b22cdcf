/* SPDX-License-Identifier: GPL-3.0-or-later */
/* best.c -- the lowest cell, and those that cannot be told from the best.
 * Source:   METHODS H2: a cell stays unless another is below it by t_{1 - a / (G - 1)} of their own error, one-
 *           sided. Gupta's (1965) subset with Hsu's (1984) reading, by Bonferroni as errors differ.
 * Assumes:  rounds independent, differences near normal.
 * Edge:     cells without two common rounds are not told apart; a difference that is the same in every
 *           round decides without t.
 * Checked:  tests/data/factors.json (exact); a lowest cell always stays; docs/coverage.md.
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/view.h"
#include "factor/factor.h"

/* Is `cell` certainly above `other`? */
static enum assay_status above(const struct assay_cells *cells, size_t cell, size_t other,
                               double share, double *values, bool *out, struct assay_error *error)
{
    struct assay_effect effect;
    cells_difference(cells, (struct assay_cell_pair){other, cell}, values);
    *out = false;
    const enum assay_status status =
        assay_effect_of((struct assay_view){values, cells->rounds}, 0.5, 1, &effect, error);
    if (status == ASSAY_UNDEFINED)
        return ASSAY_OK;
    if (status == ASSAY_OK && effect.exact)
        *out = effect.estimate > 0;
    else if (status == ASSAY_OK && effect.rounds > 1)
        *out = effect.estimate > qt(share, effect.df, 0, 0) * effect.se;
    return status;
}

/* The cell of the lowest mean: of the rounds that have all cells, or of all where there is none. */
static size_t lowest(const struct assay_cells *cells)
{
    const size_t n_cells = cells->cells;
    size_t complete = 0, best = 0;
    for (int pass = 0; pass < 2; pass++) {
        double least = INFINITY;
        for (size_t g = 0; g < n_cells; g++) {
            double sum = 0;
            size_t n = 0;
            for (size_t k = 0; k < cells->rounds; k++) {
                const double *row = cells->z + k * n_cells;
                if (isnan(row[g]) || (pass == 0 && !row_complete(row, n_cells)))
                    continue;
                sum += row[g];
                n++;
            }
            complete += pass == 0 ? n : 0;
            if (n > 0 && sum / (double)n < least) {
                least = sum / (double)n;
                best = g;
            }
        }
        if (complete > 0)
            break;
    }
    return best;
}

enum assay_status assay_factor_best(const struct assay_cells *cells, double confidence,
                                    struct assay_best *out, bool *tied, struct assay_error *error)
{
    enum assay_status status = cells_check(cells, 2, 2, error);
    if (status == ASSAY_OK)
        status = confidence_check(confidence, error);
    if (status != ASSAY_OK)
        return status;
    double *values = malloc(cells->rounds * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", cells->rounds);
    const double share = (1 - confidence) / (double)(cells->cells - 1);
    *out = (struct assay_best){.cell = lowest(cells),
                               .critical = qt(share, (double)cells->rounds - 1, 0, 0)};
    for (size_t i = 0; status == ASSAY_OK && i < cells->cells; i++) {
        bool beaten = false;
        for (size_t j = 0; status == ASSAY_OK && !beaten && j < cells->cells; j++)
            if (j != i)
                status = above(cells, i, j, share, values, &beaten, error);
        tied[i] = !beaten;
        out->ties += tied[i];
    }
    free(values);
    return status;
}

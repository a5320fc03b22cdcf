/* SPDX-License-Identifier: GPL-3.0-or-later */
/* best.c -- the lowest cell, and those that cannot be told from the best.
 * Source:   METHODS H2: a cell stays unless another is below it by t_{1 - a / (G - 1)} of their own error, one-
 *           sided. Gupta's (1965) subset with Hsu's (1984) reading, by Bonferroni as errors differ.
 * Assumes:  rounds independent, differences near normal.
 *           The front of several metrics: a cell leaves it when one other is certainly better in each metric, or the same
 *           in every round of it (not in all), each at a / (G (G - 1)): a false claim needs a false one in a metric where
 *           the other is not better, so that all that belong there stay with 1 - a (Berger 1982, Bonferroni).
 * Edge:     cells without two common rounds are not told apart; a difference that is the same in every
 *           round decides without t.
 * Checked:  tests/data/factors.json (exact); a lowest cell always stays; docs/coverage.md.
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "factor/factor.h"

enum standing { STANDS_OPEN, STANDS_SAME, STANDS_ABOVE };

/* Is `cell` certainly above `other`, or the same in every round? */
static enum assay_status above(const struct assay_cells *cells, size_t cell, size_t other,
                               double share, double *values, enum standing *out,
                               struct assay_error *error)
{
    struct assay_effect effect;
    cells_difference(cells, (struct assay_cell_pair){other, cell}, values);
    *out = STANDS_OPEN;
    const enum assay_status status =
        assay_effect_of((struct assay_view){values, cells->rounds}, 0.5, 1, &effect, error);
    if (status == ASSAY_UNDEFINED)
        return ASSAY_OK;
    if (status == ASSAY_OK && effect.exact)
        *out = effect.estimate > 0    ? STANDS_ABOVE
               : effect.estimate == 0 ? STANDS_SAME
                                      : STANDS_OPEN;
    else if (status == ASSAY_OK && effect.rounds > 1 &&
             effect.estimate > qt(share, effect.df, 0, 0) * effect.se)
        *out = STANDS_ABOVE;
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
    TRY(cells_check(cells, 2, 2, error));
    TRY(confidence_check(confidence, error));
    OWNED double *values = malloc(cells->rounds * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", cells->rounds);
    const double share = (1 - confidence) / (double)(cells->cells - 1);
    *out = (struct assay_best){.cell = lowest(cells),
                               .critical = qt(share, (double)cells->rounds - 1, 0, 0)};
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; status == ASSAY_OK && i < cells->cells; i++) {
        enum standing seen = STANDS_OPEN;
        for (size_t j = 0; status == ASSAY_OK && seen != STANDS_ABOVE && j < cells->cells; j++)
            if (j != i)
                status = above(cells, i, j, share, values, &seen, error);
        tied[i] = seen != STANDS_ABOVE;
        out->ties += tied[i];
    }
    return status;
}

/* Is cell i beaten by j in all metrics together? */
static enum assay_status beaten_by(const struct assay_cells *metrics, size_t n, size_t i, size_t j,
                                   double share, double *values, bool *out,
                                   struct assay_error *error)
{
    size_t held = 0, above_in = 0;
    enum assay_status status = ASSAY_OK;
    for (size_t m = 0; status == ASSAY_OK && m < n && held == m; m++) {
        enum standing seen;
        status = above(&metrics[m], i, j, share, values, &seen, error);
        held += seen != STANDS_OPEN;
        above_in += seen == STANDS_ABOVE;
    }
    *out = held == n && above_in > 0;
    return status;
}

enum assay_status assay_factor_front(const struct assay_cells *metrics, size_t n, double confidence,
                                     bool *kept, struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    size_t rounds = 1;
    for (size_t m = 0; m < n; m++) {
        TRY(cells_check(&metrics[m], 2, 2, error));
        rounds = metrics[m].rounds > rounds ? metrics[m].rounds : rounds;
        if (metrics[m].cells != metrics[0].cells)
            return assay_fail(error, ASSAY_INVALID, "metrics have different numbers of cells");
    }
    OWNED double *values = malloc(rounds * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", rounds);
    const size_t cells = metrics[0].cells;
    const double share = (1 - confidence) / ((double)cells * (double)(cells - 1));
    for (size_t i = 0; i < cells; i++) {
        bool beaten = false;
        for (size_t j = 0; !beaten && j < cells; j++)
            if (j != i)
                TRY(beaten_by(metrics, n, i, j, share, values, &beaten, error));
        kept[i] = !beaten;
    }
    return ASSAY_OK;
}

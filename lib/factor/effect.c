/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effect.c -- contrasts of cells, each by its own error.
 * Source:   METHODS H2. A contrast has one value in each round; its variance is taken from these, so that
 *           it belongs to the right stratum whatever cells share. Families by Bonferroni, p by Holm
 *           (1979): with own errors Tukey's quantile errs in 7 to 15 of 100 families. Without common
 *           rounds, Satterthwaite 1946 (METHODS H2).
 * Assumes:  rounds independent, contrasts near normal.
 * Edge:     a round that lacks one of the cells is left out; one round: no interval, p is NaN. The same
 *           value in all rounds: exact, p is 0 or 1, no interval (METHODS H8).
 * Checked:  tests/data/factors.json (t.test of R 4.2.2: 1e-9); pairs swapped; docs/coverage.md.
 */
#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <assay/suite.h>

#include "base/try.h"
#include "base/view.h"
#include "factor/factor.h"

/* What is left of a difference of logarithms when two clocks' values are in a fixed ratio. */
static const double ROUNDING = 64 * DBL_EPSILON;

static void decide(struct assay_effect *out, double confidence, size_t comparisons)
{
    out->lower = out->upper = out->p = (double)NAN;
    if (out->exact) {
        out->p = out->estimate == 0 ? 1 : 0;
        return;
    }
    if (!(out->se > 0) || !(out->df > 0))
        return;
    const double half = qt((1 - confidence) / (2 * (double)comparisons), out->df, 0, 0) * out->se;
    out->lower = out->estimate - half;
    out->upper = out->estimate + half;
    out->p = 2 * pt(fabs(out->estimate) / out->se, out->df, 0, 0);
}

enum assay_status assay_effect_of(struct assay_view values, double confidence, size_t comparisons,
                                  struct assay_effect *out, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    double sum = 0, most = 0;
    size_t r = 0;
    for (size_t k = 0; k < values.n; k++)
        if (!isnan(values.x[k])) {
            sum += values.x[k];
            most = fmax(most, fabs(values.x[k]));
            r++;
        }
    if (r == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "no round has all cells of the contrast");
    if (!isfinite(sum))
        return assay_fail(error, ASSAY_INVALID, "a contrast's value is not a finite number");
    const double n = (double)r, mean = sum / n;
    double squares = 0;
    for (size_t k = 0; k < values.n; k++)
        if (!isnan(values.x[k]))
            squares += (values.x[k] - mean) * (values.x[k] - mean);
    *out = (struct assay_effect){.estimate = mean, .df = n - 1, .rounds = r};
    out->exact = r > 1 && sqrt(squares / n) <= ROUNDING * fmax(1, most);
    if (out->exact && fabs(mean) <= ROUNDING)
        out->estimate = 0;
    out->se = r == 1 ? (double)NAN : out->exact ? 0 : sqrt(squares / (n - 1) / n);
    decide(out, confidence, comparisons > 0 ? comparisons : 1);
    return ASSAY_OK;
}

enum assay_status cells_check(const struct assay_cells *cells, size_t least_rounds,
                              size_t least_cells, struct assay_error *error)
{
    if (cells->cells < least_cells)
        return assay_fail(error, ASSAY_UNDEFINED, "a sweep needs at least %zu cells, has %zu",
                          least_cells, cells->cells);
    if (cells->rounds < least_rounds)
        return assay_fail(error, ASSAY_UNDEFINED, "a sweep needs at least %zu rounds, has %zu",
                          least_rounds, cells->rounds);
    for (size_t i = 0; i < cells->rounds * cells->cells; i++)
        if (isinf(cells->z[i]))
            return assay_fail(error, ASSAY_INVALID, "round %zu of cell %zu is not finite",
                              i / cells->cells + 1, i % cells->cells + 1);
    return ASSAY_OK;
}

void cells_difference(const struct assay_cells *cells, struct assay_cell_pair pair, double *values)
{
    for (size_t k = 0; k < cells->rounds; k++)
        values[k] =
            cells->z[k * cells->cells + pair.second] - cells->z[k * cells->cells + pair.first];
}

/* Holm's p over those that have one. */
static enum assay_status adjust(struct assay_effect *effects, size_t n, struct assay_error *error)
{
    OWNED double *p = malloc((n + 1) * sizeof *p);
    if (p == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu pairs", n);
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(effects[i].p))
            p[known++] = effects[i].p;
    enum assay_status status = ASSAY_OK;
    if (known > 0)
        status = assay_adjust(p, known, ASSAY_ADJUST_HOLM, p, error);
    for (size_t i = 0, at = 0; status == ASSAY_OK && i < n; i++)
        if (!isnan(effects[i].p))
            effects[i].p = p[at++];
    return status;
}

enum assay_status assay_factor_pairs(const struct assay_cells *cells,
                                     const struct assay_cell_pair *pairs, size_t n,
                                     double confidence, struct assay_effect *out,
                                     struct assay_error *error)
{
    TRY(cells_check(cells, 1, 2, error));
    OWNED double *values = malloc(cells->rounds * sizeof *values);
    if (values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", cells->rounds);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; status == ASSAY_OK && i < n; i++) {
        cells_difference(cells, pairs[i], values);
        const struct assay_view view = {values, cells->rounds};
        status = assay_effect_of(view, confidence, n, &out[i], error);
        if (status != ASSAY_UNDEFINED)
            continue;
        const double none = (double)NAN; /* no common round: this pair alone is unknown */
        out[i] = (struct assay_effect){
            .estimate = none, .se = none, .df = none, .lower = none, .upper = none, .p = none};
        status = ASSAY_OK;
    }
    return status == ASSAY_OK ? adjust(out, n, error) : status;
}

enum assay_status assay_effect_unpaired(const struct assay_view *values, const double *weights,
                                        size_t n, double confidence, size_t comparisons,
                                        struct assay_effect *out, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    double estimate = 0, variance = 0, quartic = 0;
    size_t rounds = 0;
    for (size_t i = 0; i < n; i++) {
        struct assay_effect one;
        TRY(assay_effect_of(values[i], confidence, 1, &one, error));
        if (one.rounds < 2)
            return assay_fail(error, ASSAY_UNDEFINED, "cell %zu has one value only", i + 1);
        const double part = weights[i] * weights[i] * one.se * one.se;
        estimate += weights[i] * one.estimate;
        variance += part;
        quartic += part * part / one.df;
        rounds = i == 0 || one.rounds < rounds ? one.rounds : rounds;
    }
    *out = (struct assay_effect){.estimate = estimate,
                                 .se = sqrt(variance),
                                 .df = variance * variance / quartic,
                                 .rounds = rounds,
                                 .exact = variance == 0};
    decide(out, confidence, comparisons > 0 ? comparisons : 1);
    return ASSAY_OK;
}

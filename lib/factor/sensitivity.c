/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity.c -- would this design notice a slowdown? Cells were slowed down by known doses.
 * Source:   METHODS H7: by round the slope of ln time over ln(1 + dose), by least squares, with t; from twelve rounds
 *           on from pairs of doses, their median with its order statistics as in H10, for stalls would hide the mean; the chance of a verdict by the
 *           noncentral t of R's mathlib.
 * Assumes:  paired rounds, differences of logarithms near normal. sd is that of any two cells: what cells
 *           leave about their means and those of the rounds, times the root of 2.
 * Edge:     a slope whose interval holds 1/2 -> open. Every value the same: exact, sees or blind by the
 *           estimate. sd 0: a slowdown beyond the margin is seen always.
 * Checked:  tests/lib/factor/test_sensitivity.c: slopes by hand, the interval's coverage, the verdicts' shares
 *           and the chance of detection against seeded simulation.
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>
#include <assay/typical.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"
#include "factor/factor.h"

static bool is_whole(const struct assay_cells *cells, size_t round)
{
    for (size_t i = 0; i < cells->cells; i++)
        if (!isfinite(cells->z[round * cells->cells + i]))
            return false;
    return true;
}

double assay_round_sd(const struct assay_cells *cells)
{
    const size_t n = cells->cells;
    double *cell = calloc(n + 1, sizeof *cell), squares = 0, rounds = 0;
    for (size_t k = 0; cell != NULL && k < cells->rounds; k++) {
        const double *z = &cells->z[k * n];
        if (!is_whole(cells, k))
            continue;
        const double level = plain_mean(z, n);
        rounds++;
        for (size_t i = 0; i < n; i++)
            cell[i] += z[i] - level;
    }
    for (size_t k = 0; cell != NULL && k < cells->rounds; k++) {
        const double *z = &cells->z[k * n];
        if (!is_whole(cells, k))
            continue;
        const double level = plain_mean(z, n);
        for (size_t i = 0; i < n; i++) {
            const double left = z[i] - level - cell[i] / rounds;
            squares += left * left;
        }
    }
    const double df = (rounds - 1) * ((double)n - 1);
    const double sd = cell != NULL && df > 0 ? sqrt(2 * squares / df) : (double)NAN;
    free(cell);
    return sd;
}

/* The error of a median of normal values is that of a mean of values with this much more spread. */
static const double median_spread = 1.2533141373155003;

double assay_round_sd_typical(const struct assay_cells *cells)
{
    const size_t n = cells->cells;
    OWNED double *left = malloc((cells->rounds * n + 1) * sizeof *left);
    size_t n_left = 0;
    for (size_t i = 1; left != NULL && i < n; i++) {
        struct assay_robust robust;
        size_t here = 0;
        for (size_t k = 0; k < cells->rounds; k++)
            if (is_whole(cells, k))
                left[n_left + here++] = cells->z[k * n + i] - cells->z[k * n];
        if (here < 2 ||
            assay_mad((struct assay_view){left + n_left, here}, &robust, NULL) != ASSAY_OK)
            continue;
        for (size_t k = 0; k < here; k++)
            left[n_left + k] -= robust.median;
        n_left += here;
    }
    struct assay_robust all = {.mad = (double)NAN};
    if (n_left > 1)
        (void)assay_mad((struct assay_view){left, n_left}, &all, NULL);
    return median_spread * all.mad;
}

static int by_size(const void *a, const void *b)
{
    const double *x = *(const double *const *)a, *y = *(const double *const *)b;
    return *x != *y ? (*x > *y) - (*x < *y) : (x > y) - (x < y);
}

/* The slope of each whole round as a sum of differences: the largest dose less the smallest, the next less the next.
 * Of noise alone it lies as often above 0 as below, however skewed the noise; that of least squares does not, which
 * harms the median of it and not the mean. */
static bool slopes_of_pairs(const struct assay_cells *cells, const double *size, double *slope)
{
    const size_t n = cells->cells;
    OWNED const double **order = calloc(n + 1, sizeof *order);
    double squares = 0;
    size_t whole = 0;
    if (order == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        order[i] = &size[i];
    qsort(order, n, sizeof *order, by_size);
    for (size_t i = 0; i < n; i++)
        squares += pow(log(*order[i] / *order[n - 1 - i]), 2) / 2;
    for (size_t k = 0; k < cells->rounds; k++) {
        if (!is_whole(cells, k))
            continue;
        slope[whole] = 0;
        for (size_t i = 0; i < n; i++)
            slope[whole] += log(*order[i] / *order[n - 1 - i]) / squares *
                            cells->z[k * n + (size_t)(order[i] - size)];
        whole++;
    }
    return true;
}

/* Their median in the mean's place, where there are rounds enough for its interval. */
static enum assay_status take_median(const struct assay_cells *cells, const double *size,
                                     double confidence, struct assay_effect *slope,
                                     struct assay_error *error)
{
    struct assay_typical typical;
    if (slope->exact || slope->rounds < ASSAY_TYPICAL_BY_ORDER)
        return ASSAY_OK;
    double *slopes = malloc(cells->rounds * sizeof *slopes);
    if (slopes == NULL || !slopes_of_pairs(cells, size, slopes)) {
        free(slopes);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", cells->rounds);
    }
    sort_doubles(slopes, slope->rounds);
    const enum assay_status status = assay_typical_interval(
        (struct assay_view){slopes, slope->rounds}, NULL, confidence, &typical, error);
    free(slopes);
    if (status != ASSAY_OK)
        return status;
    slope->estimate = log(typical.ratio.estimate);
    slope->lower = log(typical.ratio.interval.lower);
    slope->upper = log(typical.ratio.interval.upper);
    return ASSAY_OK;
}

enum assay_sight assay_sight_of(const struct assay_effect *slope, double seen, double too_much)
{
    const double lower = slope->exact ? slope->estimate : slope->lower;
    const double upper = slope->exact ? slope->estimate : slope->upper;
    return lower > too_much ? ASSAY_SIGHT_AMPLIFIES
           : lower > seen   ? ASSAY_SIGHT_SEES
           : upper < seen   ? ASSAY_SIGHT_BLIND
                            : ASSAY_SIGHT_OPEN;
}

static enum assay_status check_doses(const double *dose, size_t n, struct assay_error *error)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        if (!(dose[i] >= 0 && isfinite(dose[i])))
            return assay_fail(error, ASSAY_INVALID, "a dose must be 0 or more, is %g", dose[i]);
        any = any || dose[i] > 0;
    }
    if (n < 3 || dose[0] != 0 || dose[1] != 0 || !any)
        return assay_fail(error, ASSAY_INVALID,
                          "the first two cells must have no dose, and another one must have");
    return ASSAY_OK;
}

enum assay_status assay_sensitivity_of(const struct assay_cells *cells, const double *dose,
                                       double confidence, struct assay_sensitivity *out,
                                       struct assay_error *error)
{
    static const struct assay_cell_pair unchanged = {0, 1};
    struct assay_sensitivity found;
    TRY(check_doses(dose, cells->cells, error));
    OWNED double *size = malloc((cells->cells + 1) * sizeof *size);
    if (size == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < cells->cells; i++)
        size[i] = 1 + dose[i];
    TRY(assay_growth_exponent(cells, size, confidence, &found.answer, error));
    TRY(take_median(cells, size, confidence, &found.answer.slope, error));
    TRY(assay_factor_pairs(cells, &unchanged, 1, confidence, &found.unchanged, error));
    found.sight = assay_sight_of(&found.answer.slope, ASSAY_SIGHT_SEEN, ASSAY_SIGHT_TOO_MUCH);
    found.sd = assay_round_sd(cells);
    *out = found;
    return ASSAY_OK;
}

double assay_detection_rate(double slowdown, double margin, double sd, size_t rounds,
                            double confidence)
{
    if (!(slowdown > -1) || !(margin >= 0) || !(sd >= 0) || rounds < 2 ||
        !(confidence > 0 && confidence < 1))
        return (double)NAN;
    const double df = (double)rounds - 1, beyond = log1p(slowdown) - log1p(margin);
    if (sd == 0)
        return beyond > 0 ? 1 : 0;
    return pnt(qt((1 + confidence) / 2, df, 1, 0), df, beyond * sqrt((double)rounds) / sd, 0, 0);
}

double assay_detection_least(double chance, double margin, double sd, size_t rounds,
                             double confidence)
{
    double low = margin, high = 1e6;
    if (!(chance > 0 && chance < 1) ||
        isnan(assay_detection_rate(margin, margin, sd, rounds, confidence)))
        return (double)NAN;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
        const double middle = sqrt((1 + low) * (1 + high)) - 1;
        if (assay_detection_rate(middle, margin, sd, rounds, confidence) < chance)
            low = middle;
        else
            high = middle;
    }
    return high;
}

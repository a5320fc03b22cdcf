/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_percentile.c -- reading limits off the replicates.
 * Source:   METHODS A4 (order statistics), Hyndman & Fan 1996 (types 6, 7); Davison & Hinkley 1997,
 *           eq. 5.6 (interpolation on the normal scale); Efron 1987, JASA 82:171 (BCa).
 * Assumes:  replicates of one statistic, not NaN.
 * Edge:     a rank below 1 or above B gives the extreme replicate; constant influence -> no
 *           acceleration; all replicates on one side of the estimate -> BCa undefined.
 * Checked:  tests/data/bootstrap.json (R 4.2.2, package boot), relative 1e-11.
 */

#include <math.h>
#include <stdlib.h>

#include <Rmath.h>

#include "base/try.h"
#include "base/view.h"
#include "interval/bootstrap.h"

/* (B + 1) a is meant to be a whole number for the usual choices; 1e-9 forgives 1 - 0.9 / 2. */
double percentile_rank(size_t n, double tail)
{
    return floor(((double)n + 1) * tail + 1e-9);
}

static double at_rank(const double *sorted, size_t n, double rank)
{
    return sorted[(size_t)fmin(fmax(rank, 1), (double)n) - 1];
}

static double between_ranks(const double *sorted, size_t n, double rank)
{
    double whole = floor(rank), share = rank - whole;
    double below = at_rank(sorted, n, whole), above = at_rank(sorted, n, whole + 1);
    return share > 0 ? (1 - share) * below + share * above : below;
}

static double interpolated(const double *sorted, size_t n, double probability)
{
    double rank = ((double)n + 1) * probability, whole = trunc(rank);
    if (whole < 1 || whole >= (double)n || whole == rank)
        return at_rank(sorted, n, whole);
    double below = qnorm(whole / ((double)n + 1), 0, 1, 1, 0);
    double above = qnorm((whole + 1) / ((double)n + 1), 0, 1, 1, 0);
    double share = (qnorm(probability, 0, 1, 1, 0) - below) / (above - below);
    double lower = at_rank(sorted, n, whole);
    return lower + share * (at_rank(sorted, n, whole + 1) - lower);
}

/* The replicate at a probability; end_rank is the rank that the rule of order statistics gives. */
static double percentile(const double *sorted, size_t n, double probability, double end_rank,
                         enum assay_percentile_rule rule)
{
    switch (rule) {
    case ASSAY_PERCENTILE_ROUNDED: return at_rank(sorted, n, nearbyint(probability * (double)n));
    case ASSAY_PERCENTILE_TYPE6: return between_ranks(sorted, n, ((double)n + 1) * probability);
    case ASSAY_PERCENTILE_TYPE7: return between_ranks(sorted, n, 1 + ((double)n - 1) * probability);
    case ASSAY_PERCENTILE_INTERPOLATED: return interpolated(sorted, n, probability);
    case ASSAY_PERCENTILE_ORDER: break;
    }
    return at_rank(sorted, n, end_rank);
}

static bool is_tail(double tail)
{
    return tail > 0 && tail < 1;
}

enum assay_status assay_percentile_limits(struct assay_view replicates, double lower_tail,
                                          double upper_tail, enum assay_percentile_rule rule,
                                          double *lower, double *upper, struct assay_error *error)
{
    if (!is_tail(lower_tail) || !is_tail(upper_tail))
        return assay_fail(error, ASSAY_INVALID, "tails must lie in (0, 1), are %g and %g",
                          lower_tail, upper_tail);
    if (rule < ASSAY_PERCENTILE_ORDER || rule > ASSAY_PERCENTILE_INTERPOLATED)
        return assay_fail(error, ASSAY_INVALID, "percentile rule must be 0..4, is %d", (int)rule);
    TRY(view_check(replicates, 1, "a percentile interval", error));
    OWNED double *sorted = NULL;
    TRY(view_sorted(replicates, &sorted, error));
    *lower = percentile(sorted, replicates.n, lower_tail, percentile_rank(replicates.n, lower_tail),
                        rule);
    *upper = percentile(
        sorted, replicates.n, 1 - upper_tail,
        (double)replicates.n + 1 - fmax(percentile_rank(replicates.n, upper_tail), 1), rule);
    return ASSAY_OK;
}

/* sum l^3 / (6 (sum l^2)^1.5), from influence values scaled by their largest: no overflow. */
static double acceleration(struct assay_view influence)
{
    double mean = 0, largest = 0, squares = 0, cubes = 0;
    for (size_t i = 0; i < influence.n; i++)
        mean += influence.x[i] / (double)influence.n;
    for (size_t i = 0; i < influence.n; i++)
        largest = fmax(largest, fabs(influence.x[i] - mean));
    if (largest == 0)
        return 0;
    for (size_t i = 0; i < influence.n; i++) {
        double l = (influence.x[i] - mean) / largest;
        squares += l * l;
        cubes += l * l * l;
    }
    return cubes / (6 * squares * sqrt(squares));
}

static double corrected(double z0, double a, double z)
{
    return pnorm(z0 + (z0 + z) / (1 - a * (z0 + z)), 0, 1, 1, 0);
}

enum assay_status assay_bootstrap_bca(double estimate, struct assay_view replicates,
                                      struct assay_view influence, double confidence,
                                      struct assay_bca *out, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    TRY(view_check(replicates, 1, "BCa", error));
    TRY(view_check(influence, 2, "BCa", error));
    size_t below = 0;
    for (size_t i = 0; i < replicates.n; i++)
        below += replicates.x[i] < estimate;
    if (below == 0 || below == replicates.n)
        return assay_fail(
            error, ASSAY_UNDEFINED,
            "BCa needs replicates on both sides of the estimate; %zu of %zu are below", below,
            replicates.n);
    double z = qnorm((1 - confidence) / 2, 0, 1, 1, 0);
    double z0 = qnorm((double)below / (double)replicates.n, 0, 1, 1, 0);
    double a = acceleration(influence);
    *out = (struct assay_bca){.z0 = z0,
                              .acceleration = a,
                              .lower_tail = corrected(z0, a, z),
                              .upper_tail = 1 - corrected(z0, a, -z)};
    return ASSAY_OK;
}

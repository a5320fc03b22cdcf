/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fieller.c -- the confidence set of a ratio of two means.
 * Source:   Fieller 1954; METHODS A3 and F1. The set is {t: A t^2 - 2 B t + C <= 0} with
 *           A = x^2 - q vx, B = x y - q vxy, C = y^2 - q vy.
 * Assumes:  (x, y) near normal with the given (co)variances.
 * Edge:     A > 0: bounded. A = 0: a ray. A < 0: everything outside an open interval, or the whole
 *           line. All are results. |vxy| beyond sqrt(vx vy) is ASSAY_INVALID, x = vx = 0
 *           ASSAY_UNDEFINED.
 * Numbers:  after division by the magnitudes of x and y the discriminant is q d - q^2 (u w - c^2):
 *           no difference of nearly equal numbers when the set is narrow. The second root is C over
 *           A times the first.
 * Checked:  tests/data/fieller.json; the set found by testing each theta, 1e4 random inputs.
 */
#include <math.h>

#include "base/try.h"
#include "interval/common.h"

static void set_ends(struct assay_interval *out, enum assay_interval_kind kind, double lower,
                     double upper)
{
    out->kind = kind;
    out->lower = lower;
    out->upper = upper;
}

/* The roots of A t^2 - 2 B t + C, D > 0, A != 0, in ascending order. */
static void roots(double a, double b, double c, double root_d, double *low, double *high)
{
    double sum = b >= 0 ? b + root_d : b - root_d;
    double first = sum / a, second = sum == 0 ? first : c / sum;
    *low = fmin(first, second);
    *high = fmax(first, second);
}

void fieller_solve(const struct fieller_terms *terms, double q, struct assay_interval *out)
{
    double x = terms->x, y = terms->y;
    double a = x * x - q * terms->u;
    double b = x * y - q * terms->c;
    double c = y * y - q * terms->w;
    double d = b * b - a * c;
    if (x * x == 1 && y * y == 1)
        d = q * terms->d - q * q * (terms->u * terms->w - terms->c * terms->c);
    double low = -INFINITY, high = INFINITY;
    if (a > 0) {
        roots(a, b, c, sqrt(fmax(d, 0)), &low, &high);
        set_ends(out, ASSAY_BOUNDED, low, high);
    } else if (a == 0 && b != 0) {
        if (b > 0)
            low = c / (2 * b);
        else
            high = c / (2 * b);
        set_ends(out, ASSAY_RAY, low, high);
    } else if (a == 0 || d <= 0) {
        set_ends(out, ASSAY_ALL, low, high);
    } else {
        roots(a, b, c, sqrt(d), &low, &high);
        set_ends(out, ASSAY_OUTSIDE, low, high);
    }
}

static enum assay_status check(const struct assay_mean_pair *pair, double q,
                               struct assay_error *error)
{
    if (!isfinite(pair->x) || !isfinite(pair->y))
        return assay_fail(error, ASSAY_INVALID, "means must be finite, are %g and %g", pair->x,
                          pair->y);
    if (!(pair->vx >= 0 && pair->vy >= 0 && isfinite(pair->vx) && isfinite(pair->vy)))
        return assay_fail(error, ASSAY_INVALID,
                          "variances must be finite and not negative, are %g and %g", pair->vx,
                          pair->vy);
    if (!(fabs(pair->vxy) <= sqrt(pair->vx) * sqrt(pair->vy) * (1 + 1e-9)))
        return assay_fail(error, ASSAY_INVALID, "covariance %g does not fit variances %g and %g",
                          pair->vxy, pair->vx, pair->vy);
    if (!(q >= 0 && isfinite(q)))
        return assay_fail(error, ASSAY_INVALID, "the squared critical value must be >= 0, is %g",
                          q);
    if (pair->x == 0 && pair->vx == 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the mean of old is exactly 0: no ratio to it exists");
    return ASSAY_OK;
}

/* What a mean is measured in: its magnitude, or its standard error when it is 0. */
static double unit_of(double mean, double variance)
{
    if (mean != 0)
        return fabs(mean);
    return variance > 0 ? sqrt(variance) : 1;
}

struct assay_mean_pair mean_pair_of(const struct assay_top_summary *old_summary,
                                    const struct assay_top_summary *new_summary)
{
    return (struct assay_mean_pair){.x = old_summary->mean,
                                    .y = new_summary->mean,
                                    .vx = old_summary->s2 / (double)old_summary->r,
                                    .vy = new_summary->s2 / (double)new_summary->r};
}

enum assay_status assay_fieller_set(const struct assay_mean_pair *pair, double q,
                                    struct assay_interval *out, struct assay_error *error)
{
    TRY(check(pair, q, error));
    double x_unit = unit_of(pair->x, pair->vx), y_unit = unit_of(pair->y, pair->vy);
    struct fieller_terms terms = {
        .x = pair->x / x_unit,
        .y = pair->y / y_unit,
        .u = pair->vx / x_unit / x_unit,
        .w = pair->vy / y_unit / y_unit,
        .c = pair->vxy / x_unit / y_unit,
    };
    terms.d = terms.u + terms.w - 2 * terms.x * terms.y * terms.c;
    fieller_solve(&terms, q, out);
    out->lower *= y_unit / x_unit;
    out->upper *= y_unit / x_unit;
    return ASSAY_OK;
}

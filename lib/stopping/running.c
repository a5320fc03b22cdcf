/* SPDX-License-Identifier: GPL-3.0-or-later */
/* running.c -- top units as running moments, and the intervals that follow from them.
 * Source:   Welford 1962, Technometrics 4:419-420; METHODS A2 (mean), F1 and B5 (ratio in rounds).
 * Assumes:  as the interval whose critical value is given.
 * Edge:     fewer than 2 units, or an old mean of 0 -> ASSAY_UNDEFINED, *out untouched.
 * Numbers:  with a = x / x_1, e = y / y_1 - a and means A, E the relative difference of a round is
 *           y / ybar - x / xbar = (e - E - (a - A) E / A) / (A + E): its variance comes from those
 *           of e and a without subtracting nearly equal ones.
 * Checked:  tests/lib/stopping/test_running.c: the intervals of lib/interval, also under drift.
 */
#include <math.h>

#include "base/try.h"
#include "interval/common.h"
#include "stopping/stopping.h"

void assay_running_mean_add(struct assay_running_mean *running, double value)
{
    const double before = value - running->mean;
    running->n++;
    running->mean += before / (double)running->n;
    running->m2 += before * (value - running->mean);
}

double running_variance(const struct assay_running_mean *running)
{
    return running->m2 / (double)(running->n - 1);
}

void assay_running_pair_add(struct assay_running_pair *running, double old_value, double new_value)
{
    if (running->old_units.n == 0) {
        running->old_origin = old_value != 0 ? old_value : 1;
        running->new_origin = new_value != 0 ? new_value : 1;
    }
    assay_running_mean_add(&running->old_units, old_value);
    assay_running_mean_add(&running->new_units, new_value);
    const double n = (double)running->old_units.n, a = old_value / running->old_origin;
    const double e = new_value / running->new_origin - a;
    const double old_before = a - running->mean_old, before = e - running->mean_difference;
    running->mean_old += old_before / n;
    running->mean_difference += before / n;
    running->m2_old += old_before * (a - running->mean_old);
    running->m2_difference += before * (e - running->mean_difference);
    running->products += old_before * (e - running->mean_difference);
}

/* ---- intervals ---- */

static void set_all(struct assay_interval *out)
{
    out->kind = ASSAY_ALL;
    out->lower = -INFINITY;
    out->upper = INFINITY;
}

static enum assay_status check_units(size_t n, double squared, struct assay_error *error)
{
    if (n < 2)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "an interval needs at least 2 units of the top level, has %zu", n);
    if (!(squared >= 0))
        return assay_fail(error, ASSAY_INVALID, "the squared critical value must be >= 0, is %g",
                          squared);
    return ASSAY_OK;
}

enum assay_status assay_stopping_mean(const struct assay_running_mean *running, double squared,
                                      struct assay_interval *out, struct assay_error *error)
{
    TRY(check_units(running->n, squared, error));
    const double reach = sqrt(squared) * sqrt(running_variance(running) / (double)running->n);
    if (isfinite(squared)) {
        out->kind = ASSAY_BOUNDED;
        out->lower = running->mean - reach;
        out->upper = running->mean + reach;
    } else {
        set_all(out);
    }
    return ASSAY_OK;
}

/* Variances and covariance of the means, relative to them: Fieller's terms. */
static struct fieller_terms terms_of(const struct assay_running_pair *running)
{
    const double a = running->mean_old, e = running->mean_difference, b = a + e;
    const double divisor = (double)running->old_units.n * ((double)running->old_units.n - 1);
    const double s = running->m2_old, d = running->m2_difference, p = running->products, k = e / a;
    const double x_sign = copysign(1, running->old_units.mean);
    const double y_sign = copysign(1, running->new_units.mean);
    return (struct fieller_terms){
        .x = x_sign,
        .y = y_sign,
        .u = s / a / a / divisor,
        .w = (s + 2 * p + d) / b / b / divisor,
        .c = x_sign * y_sign * (s + p) / a / b / divisor,
        .d = fmax(0, d - 2 * k * p + k * k * s) / b / b / divisor,
    };
}

/* A mean of new that is 0 has no relative terms: Fieller in plain terms. */
static enum assay_status about_zero(const struct assay_running_pair *running, double squared,
                                    struct assay_interval *out, struct assay_error *error)
{
    const double n = (double)running->old_units.n, unit = running->old_origin * running->new_origin;
    const struct assay_mean_pair pair = {
        .x = running->old_units.mean,
        .vx = running_variance(&running->old_units) / n,
        .vy = running_variance(&running->new_units) / n,
        .vxy = unit * (running->m2_old + running->products) / n / (n - 1),
    };
    return assay_fieller_set(&pair, squared, out, error);
}

enum assay_status assay_stopping_ratio(const struct assay_running_pair *running, double squared,
                                       struct assay_interval *out, struct assay_error *error)
{
    const double x = running->old_units.mean, y = running->new_units.mean;
    TRY(check_units(running->old_units.n, squared, error));
    if (!isfinite(x) || !isfinite(y))
        return assay_fail(error, ASSAY_INVALID, "means must be finite numbers");
    if (x == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "the mean of old is 0: no ratio to it exists");
    if (!isfinite(squared)) {
        set_all(out);
        return ASSAY_OK;
    }
    if (y == 0)
        return about_zero(running, squared, out, error);
    const struct fieller_terms terms = terms_of(running);
    const double unit = fabs(y) / fabs(x);
    fieller_solve(&terms, squared, out);
    out->lower *= unit;
    out->upper *= unit;
    return ASSAY_OK;
}

double assay_stopping_half_width(double estimate, const struct assay_interval *interval)
{
    if (interval->kind != ASSAY_BOUNDED)
        return INFINITY;
    return (interval->upper - interval->lower) / 2 / fabs(estimate);
}

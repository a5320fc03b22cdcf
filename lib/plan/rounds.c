/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds.c -- two systems as one pilot of their ratio.
 * Source:   METHODS B5, A3: in paired rounds the ratio th = Y / X has the variance of d_j = y_j - th
 *           x_j. With values relative to their means that is the variance of the difference, which
 *           has levels, components and a mean (1, added) like any sample. Of systems measured apart
 *           the relative variances add (A3), with Satterthwaite's degrees of freedom.
 * Assumes:  in rounds, unit u of a level is the same round, or the same place in it, for both
 *           systems. What they do not share adds up; what they do share, drift above all, cancels.
 * Edge:     shapes that are not equal and balanced (a failed execution) are no rounds ->
 *           ASSAY_UNDEFINED: plan as measured apart then. Means of 0 or less likewise.
 * Checked:  the variance of top units is that of the paired differences, 1e-12; the half-width that
 *           a plan with the pilot's own counts predicts is that of assay_ratio_paired, which is not
 *           linear, to 0.5 %; scale and swap, 1e-9; shared drift cancels; independent systems give
 *           the sum of both, also measured apart, 1e-14: tests/lib/plan/test_rounds.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>

#include "base/try.h"
#include "plan/plan.h"

static bool same_shape(const struct assay_shape *a, const struct assay_shape *b)
{
    return a->n_levels == b->n_levels && assay_shape_balanced(a) && assay_shape_balanced(b) &&
           memcmp(a->count, b->count, a->n_levels * sizeof *a->count) == 0;
}

/* The mean, which values are made relative to. */
static enum assay_status mean_of(const struct assay_sample *sample, double *mean,
                                 struct assay_error *error)
{
    struct assay_moments moments;
    TRY(assay_sample_check(sample, error));
    TRY(assay_moments_of((struct assay_view){sample->values, assay_sample_size(sample)}, &moments,
                         error));
    *mean = moments.mean;
    if (*mean > 0)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_UNDEFINED,
                      "the mean is %g: a precision is a share of a positive mean", *mean);
}

enum assay_status assay_plan_from_rounds(const struct assay_sample *old_sample,
                                         const struct assay_sample *new_sample,
                                         const double *cost_s, struct assay_plan_pilot *out,
                                         struct assay_error *error)
{
    double old_mean, new_mean;
    TRY(mean_of(old_sample, &old_mean, error));
    TRY(mean_of(new_sample, &new_mean, error));
    if (!same_shape(&old_sample->shape, &new_sample->shape))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the two samples differ in shape: their rounds are no pairs");
    const size_t n = assay_sample_size(old_sample);
    OWNED double *difference = malloc(n * sizeof *difference);
    if (difference == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", n);
    for (size_t i = 0; i < n; i++)
        difference[i] = 1 + (new_sample->values[i] / new_mean - old_sample->values[i] / old_mean);
    const struct assay_sample sample = {difference, old_sample->shape};
    return assay_plan_from_pilot(&sample, cost_s, out, error);
}

/* ---- measured apart ---- */

/* NaN stands for a level that was not repeated: it adds nothing to the other's. */
static double add_relative(double a, double a_mean, double b, double b_mean)
{
    if (isnan(a) && isnan(b))
        return NAN;
    return (isnan(a) ? 0 : a / (a_mean * a_mean)) + (isnan(b) ? 0 : b / (b_mean * b_mean));
}

/* Satterthwaite's degrees of freedom of a sum of two variances; a NaN has no part in it. */
static double add_df(double a, double a_df, double b, double b_df)
{
    if (!(a > 0) || isnan(a_df))
        return b_df;
    if (!(b > 0) || isnan(b_df))
        return a_df;
    return (a + b) * (a + b) / (a * a / a_df + b * b / b_df);
}

/* Cumulants of a difference add; the kurtosis is over the square of the sum of both variances. */
static double add_kurtosis(const struct assay_plan_pilot *a, const struct assay_plan_pilot *b,
                           size_t level, double sum)
{
    const double a_share = a->kurtosis[level] > 0 ? a->t2[level] / (a->mean * a->mean) / sum : 0,
                 b_share = b->kurtosis[level] > 0 ? b->t2[level] / (b->mean * b->mean) / sum : 0;
    return a->kurtosis[level] * a_share * a_share + b->kurtosis[level] * b_share * b_share;
}

static void add_level(const struct assay_plan_pilot *a, const struct assay_plan_pilot *b,
                      size_t level, struct assay_plan_pilot *sum)
{
    const double a_square = a->mean * a->mean, b_square = b->mean * b->mean;
    sum->t2[level] = add_relative(a->t2[level], a->mean, b->t2[level], b->mean);
    sum->s2[level] = add_relative(a->s2[level], a->mean, b->s2[level], b->mean);
    sum->df[level] =
        add_df(a->s2[level] / a_square, a->df[level], b->s2[level] / b_square, b->df[level]);
    sum->upper[level] = a->upper[level] / a_square + b->upper[level] / b_square;
    sum->removed[level] = a->removed[level] && b->removed[level];
    sum->count[level] = fmin(a->count[level], b->count[level]);
    sum->kurtosis[level] = sum->t2[level] > 0 ? add_kurtosis(a, b, level, sum->t2[level]) : 0;
}

enum assay_status assay_plan_from_apart(const struct assay_plan_pilot *old_pilot,
                                        const struct assay_plan_pilot *new_pilot,
                                        struct assay_plan_pilot *out, struct assay_error *error)
{
    const struct assay_plan_pilot *a = old_pilot, *b = new_pilot;
    if (a->first != b->first || a->input.n_levels != b->input.n_levels)
        return assay_fail(error, ASSAY_UNDEFINED, "the two pilots do not repeat the same levels");
    struct assay_plan_pilot sum = {.first = a->first,
                                   .mean = 1,
                                   .units = a->units < b->units ? a->units : b->units,
                                   .dependence = fmax(a->dependence, b->dependence),
                                   .input.n_levels = a->input.n_levels};
    for (size_t i = 0; i < a->first + a->input.n_levels; i++)
        add_level(a, b, i, &sum);
    for (size_t i = 0; i < a->input.n_levels; i++) {
        sum.input.t2[i] = add_relative(a->input.t2[i], a->mean, b->input.t2[i], b->mean);
        sum.input.cost_s[i] = a->input.cost_s[i] + b->input.cost_s[i];
    }
    *out = sum;
    return ASSAY_OK;
}

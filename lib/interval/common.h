/* SPDX-License-Identifier: GPL-3.0-or-later */
/* common.h -- what several intervals share. */
#pragma once

#include <assay/interval.h>

#include "base/view.h"

/* Fewer top units than this leave a t interval very few degrees of freedom (METHODS C1). */
enum { FEW_TOP_UNITS = 5 };

/* assay_mean_interval when the summary is at hand. */
enum assay_status mean_interval_from_summary(const struct assay_top_summary *summary,
                                             double confidence, struct assay_estimate *out,
                                             struct assay_error *error);

/* The means of systems that were measured independently. */
struct assay_mean_pair mean_pair_of(const struct assay_top_summary *old_summary,
                                    const struct assay_top_summary *new_summary);

/* Wilson's interval of a share whose estimate has this variance, as if it were counted in so many pairs, at
 * most `most`; share_most: what the best of n_samples of one distribution has, of so many values each. */
struct assay_interval share_interval(double share, double variance, double df, double most,
                                     double confidence);
double share_most(double values, size_t n_samples);

/* What Fieller's set depends on, free of units: X and Y are the means divided by their magnitudes
 * (-1, 0 or 1), u and w the variances of X and Y, c their covariance, d = u + w - 2 X Y c the
 * variance of the relative difference. d is given apart because it keeps its digits when u, w and c
 * nearly cancel, as in paired rounds under drift. */
struct fieller_terms {
    double x, y, u, w, c, d;
};

/* Fills kind, lower and upper of the set of Y / X (METHODS F1). q >= 0. */
void fieller_solve(const struct fieller_terms *terms, double q, struct assay_interval *out);

/* How far an interval of a mean or of paired rounds reaches: the squared critical value for r rounds (INFINITY: everywhere),
 * the name of the method, and the degrees of freedom where they are not r - 1. */
struct critical {
    double (*squared)(const void *context, size_t r, double confidence);
    const void *context;
    const char *method;
    double df;
};

/* Degrees of freedom of r units whose number the first `pilot` chose. */
double continued_df(size_t pilot, size_t r);
enum assay_status continued_check(size_t pilot, struct assay_error *error);

/* assay_mean_interval and assay_ratio_paired with a critical value of their own. */
enum assay_status mean_by(const struct assay_sample *sample, double confidence,
                          const struct critical *critical, struct assay_estimate *out,
                          struct assay_error *error);
enum assay_status ratio_paired_by(const struct assay_sample *old_sample,
                                  const struct assay_sample *new_sample, double confidence,
                                  const struct critical *critical, struct assay_estimate *out,
                                  struct assay_error *error);

/* What z may reach at the first of n_looks looks, sqrt(k) less at look k, for all of them together to
 * keep the confidence; and the squared critical value for r rounds at a look. Finding the boundary
 * takes milliseconds. */
enum assay_status look_boundary(size_t n_looks, double confidence, double *out,
                                struct assay_error *error);
double look_squared(double bound, size_t look, size_t r);
double look_confidence_at(double bound, size_t look);

/* The sign test of a quantile as a martingale: its likelihood ratio mixed over a Beta prior of the share
 * of values that lie below. */
struct order_mixture {
    double units;       /* how many independent values the values count for */
    double probability; /* in (0, 1) */
    double prior[2];    /* > 0 */
};

/* Which order statistics of n values hold the quantile whenever one looks; 0: there is none. */
struct anytime_orders {
    size_t lower, upper;
};
struct anytime_orders anytime_orders(size_t n, const struct order_mixture *mixture,
                                     double confidence);

/* The ratio whose interval excludes 1 exactly when the two intervals of means are disjoint: the
 * quotients of their ends. ASSAY_UNDEFINED unless both means are positive. */
enum assay_status overlap_ratio(const struct assay_estimate *old_mean,
                                const struct assay_estimate *new_mean, const char *method,
                                struct assay_estimate *ratio, struct assay_error *error);

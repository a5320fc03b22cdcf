/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- where the variance sits, what a repetition costs, and how many to take. */
#ifndef ASSAY_PLAN_H
#define ASSAY_PLAN_H

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/sample.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* Variance by level (METHODS A1 for balanced data, B3 and F9 in general; both agree when balanced).
 * level[0] is the top. s2: mean over the parents of the sample variance of their children's means.
 * t2: the component that the level adds on its own, unbiased, may be negative. */
struct assay_component {
    double count; /* children per parent, the mean number when unbalanced */
    double s2;    /* NaN where no parent has two children */
    double t2;
};
struct assay_components {
    size_t n_levels;
    struct assay_component level[ASSAY_MAX_LEVELS];
    double mean; /* grand mean, children weighted equally at each level */
};

/* ASSAY_UNDEFINED when a level has no parent with two children: drop or merge it first
 * (assay_shape_drop_single). */
ASSAY_API enum assay_status assay_components_of(const struct assay_sample *sample,
                                                struct assay_components *out,
                                                struct assay_error *error);

/* The share that one level has in the variance of a single value, with an interval. */
struct assay_share {
    double t2;           /* the component, as assay_components_of; may be negative */
    double share;        /* max(t2, 0) / sum of max(t2, 0); NaN when all are 0 */
    double lower, upper; /* modified large-sample interval of t2; lower < 0 where the level may add
                            nothing */
    double df;           /* Satterthwaite's degrees of freedom of t2; NaN where t2 <= 0 */
    double satterthwaite_lower, satterthwaite_upper; /* never cover 0, and little else at df < 5 */
};

/* shares[0 .. n_levels - 1] from the top. Normal effects are assumed; for an unbalanced sample the
 * degrees of freedom are approximate. Errors as assay_components_of. */
ASSAY_API enum assay_status assay_variance_shares(const struct assay_sample *sample,
                                                  double confidence, struct assay_share *shares,
                                                  struct assay_error *error);

/* The impact factor of the top level (METHODS A7): by how much the standard deviation of a mean
 * grows when its executions come from different top units (binaries) instead of one. sqrt(1 +
 * T_L^2 / S_(L-1)^2), and 1, which is none, where T_L^2 is negative. The interval follows from the F
 * distribution for normal effects; its ends are never below 1. Needs two levels. */
struct assay_impact {
    double factor;
    double lower, upper;
    double f, df1, df2; /* the F statistic of "the top level adds nothing" */
    double p;           /* its upper tail */
};
ASSAY_API enum assay_status assay_impact_factor(const struct assay_sample *sample,
                                                double confidence, struct assay_impact *out,
                                                struct assay_error *error);

/* KT06 (17), kept under its name so that old results can be repeated: the mean
 * +- z sqrt(S_1^2/(r_1..r_L) + ... + S_L^2/r_L). It counts the lower levels twice and is wider than
 * its confidence says; the finding carries ASSAY_WARN_PAPER_METHOD. Levels that are not repeated
 * are dropped first. */
ASSAY_API enum assay_status assay_kt2006_interval(const struct assay_sample *sample,
                                                  double confidence, struct assay_estimate *out,
                                                  struct assay_error *error);

/* KT06's detector: a change iff the two intervals (17) are disjoint. */
ASSAY_API enum assay_status assay_kt2006_detect(const struct assay_sample *old_sample,
                                                const struct assay_sample *new_sample,
                                                double confidence, struct assay_detection *out,
                                                struct assay_error *error);

ASSAY_END_DECLS

#endif

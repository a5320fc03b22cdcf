/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- where the variance sits, what a repetition costs, and how many to take. */
#ifndef ASSAY_PLAN_H
#define ASSAY_PLAN_H

#include <assay/api.h>
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

ASSAY_END_DECLS

#endif

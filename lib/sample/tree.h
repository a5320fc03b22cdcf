/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.h -- one walk over a nested sample: unit means and variance by level. */
#pragma once

#include <assay/sample.h>

#include "base/sum.h"

struct tree_level {
    double s2; /* mean over the parents with two children or more of the variance of their child
                  means; NaN when there is none */
    double t2; /* the component that the level adds; NaN when s2 is, or the level below has none */
};

enum { TREE_TOP = 50 };

struct tree {
    struct twofold mean;  /* grand mean, children weighted equally at each level */
    size_t n_top;         /* units of the top level */
    double top[TREE_TOP]; /* means of the first ones */
    struct tree_level level[ASSAY_MAX_LEVELS];
};

/* Checks the sample and walks it. ASSAY_UNDEFINED when a variance lies outside the range of
 * doubles. */
enum assay_status tree_of(const struct assay_sample *sample, struct tree *out,
                          struct assay_error *error);

/* Means of all units of a level as high[u] + low[u]; low may be NULL (then rounded to double). */
enum assay_status tree_unit_means(const struct assay_sample *sample, size_t level, double *high,
                                  double *low, struct assay_error *error);

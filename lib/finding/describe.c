/* SPDX-License-Identifier: GPL-3.0-or-later */
/* describe.c -- one sample in numbers, and what limits them.
 * Source:   METHODS A1, A2, B3; quantiles of type 7.
 * Edge:     one value -> sd and the ends of the interval NaN. Levels that were not repeated keep
 *           their place with NaN for s2 and t2; the level above carries their variance.
 * Checked:  tests/lib/finding/test_describe.c.
 */

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "descriptive/sorted.h"
#include "finding/effective.h"
#include "interval/common.h"
#include "mixture/hidden.h"
#include "plan/plan.h"
#include "sample/shape.h"

/* Fewer means are few anyway, and the mean of more is near normal. */
static bool is_skewed(const struct tree *tree)
{
    return tree->n_top >= FEW_TOP_UNITS && tree->n_top < TREE_TOP &&
           doubts_skewed(tree->top, tree->n_top);
}

static void describe_pooled(struct assay_view sorted, struct assay_description *out)
{
    out->n = sorted.n;
    out->min = sorted.x[0];
    out->q1 = sorted_quantile(sorted, 0.25, 7);
    out->median = sorted_median(sorted);
    out->q3 = sorted_quantile(sorted, 0.75, 7);
    out->max = sorted.x[sorted.n - 1];
}

/* Puts the components of the levels that were kept into the places of the sample's own levels. */
static void describe_levels(const struct assay_shape *shape, const struct effective *effective,
                            const struct tree *tree, struct assay_description *out)
{
    out->n_levels = shape->n_levels;
    for (size_t k = 0, kept = 0; k < shape->n_levels; k++) {
        out->level[k] = (struct assay_component){assay_shape_mean_count(shape, k), (double)NAN,
                                                 (double)NAN, false};
        if (effective->removed[k])
            continue;
        out->level[k].s2 = tree->level[kept].s2;
        out->level[k].t2 = tree->level[kept].t2;
        out->level[k].opposed = component_opposed(&effective->sample.shape, tree, kept);
        if (out->level[k].opposed)
            out->warnings |= ASSAY_WARNING(ASSAY_WARN_COMPONENT_NEGATIVE);
        kept++;
    }
}

static enum assay_status describe_interval(const struct tree *tree, double confidence,
                                           struct assay_description *out, struct assay_error *error)
{
    if (tree->n_top < 2) {
        out->interval = (struct assay_interval){.lower = (double)NAN,
                                                .upper = (double)NAN,
                                                .confidence = confidence,
                                                .df = (double)NAN,
                                                .method = "t on top-level means",
                                                .kind = ASSAY_ALL};
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
        return confidence_check(confidence, error);
    }
    struct assay_top_summary summary = {tree->mean.high, tree->level[0].s2, tree->n_top};
    struct assay_estimate estimate;
    TRY(mean_interval_from_summary(&summary, confidence, &estimate, error));
    out->interval = estimate.interval;
    out->warnings |= estimate.warnings;
    return ASSAY_OK;
}

static double pooled_sd(const struct assay_sample *sample, struct assay_view sorted)
{
    const double scale = sum_scale(sorted.x[0], sorted.x[sorted.n - 1]);
    const struct sum_moments moments = sum_moments_of(sample->values, sorted.n, scale);
    return sorted.n > 1 ? sqrt(moments.sum_squares / (double)(sorted.n - 1)) / scale : (double)NAN;
}

enum assay_status describe_sorted(const struct assay_sample *sample, struct assay_view sorted,
                                  double confidence, struct assay_description *out,
                                  struct assay_error *error)
{
    struct effective effective;
    TRY(effective_init(&effective, sample, error));
    struct assay_description result = {.warnings = effective_warnings(&effective)};
    struct tree tree;
    enum assay_status status = tree_of(&effective.sample, &tree, error);
    if (status != ASSAY_OK)
        goto out;
    result.mean = tree.mean.high;
    describe_pooled(sorted, &result);
    describe_levels(&sample->shape, &effective, &tree, &result);
    status = describe_interval(&tree, confidence, &result, error);
    if (status != ASSAY_OK)
        goto out;
    if (is_skewed(&tree))
        result.warnings |= ASSAY_WARNING(ASSAY_WARN_SKEWED);
    result.sd = pooled_sd(sample, sorted);
    result.warnings |= doubts_of_values(sorted, result.sd, &result.step);
    status = far_values(&effective.sample, sorted, &result.far, error);
    if (status != ASSAY_OK)
        goto out;
    if (result.far.n > 0)
        result.warnings |= ASSAY_WARNING(ASSAY_WARN_OUTLIERS);
    bool hidden;
    status = modes_hidden(&effective.sample, sorted, &hidden, error);
    if (status != ASSAY_OK)
        goto out;
    if (hidden)
        result.warnings |= ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    if (!(result.mean > 0))
        result.warnings |= ASSAY_WARNING(ASSAY_WARN_NONPOSITIVE_MEAN);
    *out = result;
out:
    effective_fini(&effective);
    return status;
}

enum assay_status sample_sorted(const struct assay_sample *sample, struct assay_view *sorted,
                                double **storage, struct assay_error *error)
{
    enum assay_status status = shape_check(&sample->shape, error);
    if (status != ASSAY_OK || sample->values == NULL)
        return assay_sample_check(sample, error);
    size_t n = assay_sample_size(sample);
    status = view_sorted((struct assay_view){sample->values, n}, storage, error);
    if (status == ASSAY_OK)
        *sorted = (struct assay_view){*storage, n};
    return status;
}

enum assay_status assay_describe(const struct assay_sample *sample, double confidence,
                                 struct assay_description *out, struct assay_error *error)
{
    struct assay_view sorted;
    OWNED double *storage = NULL;
    TRY(sample_sorted(sample, &sorted, &storage, error));
    return describe_sorted(sample, sorted, confidence, out, error);
}

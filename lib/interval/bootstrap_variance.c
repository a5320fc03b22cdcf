/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_variance.c -- the exact variance of a resampled mean.
 * Source:   METHODS A4, written as a recursion so that it holds for unbalanced shapes too: m
 *           independent draws among the m children of a unit have variance (1/m) (variance of the
 *           children's means, divisor m, + mean of the variances within them). Balanced, this is
 *           A4's sum of (1 - 1/r) S^2 terms.
 * Edge:     one unit at every level -> 0.
 * Checked:  METHODS A4 through the variance components; the engine's replicates.
 */
#include "base/try.h"
#include "interval/bootstrap.h"
#include "interval/bootstrap_tree.h"

/* Mean and resampling variance of unit u of the parents at depth k. */
static void unit_variance(const struct resample_tree *tree, size_t k, size_t u, double *mean,
                          double *variance)
{
    const size_t begin = tree->first[k][u], end = tree->first[k][u + 1];
    const double n = (double)(end - begin);
    double between = 0, within = 0, running = 0;
    for (size_t i = begin; i < end; i++) {
        double child = tree->things[i], inner = 0;
        if (k + 1 < tree->depth)
            unit_variance(tree, k + 1, i, &child, &inner);
        /* Welford's recurrence: one pass, no cancellation. */
        double step = child - running;
        running += step / ((double)(i - begin) + 1);
        between += step * (child - running);
        within += inner;
    }
    *mean = running;
    *variance = (between / n + within / n) / n;
}

enum assay_status assay_bootstrap_variance(const struct assay_sample *sample,
                                           enum assay_bootstrap_mode mode, double *variance,
                                           struct assay_error *error)
{
    const struct assay_bootstrap_options options = {.mode = mode, .confidence = 0.95};
    struct assay_sample view;
    SCOPED(resample_tree_fini) struct resample_tree tree = {0};
    TRY(bootstrap_prepare(sample, 1, &options, true, &view, error));
    TRY(resample_tree_init(&tree, &view, resample_depth(&view.shape, mode), false, error));
    double mean;
    unit_variance(&tree, 0, 0, &mean, variance);
    return ASSAY_OK;
}

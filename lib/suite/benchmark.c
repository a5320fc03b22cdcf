/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark.c -- what a suite needs to know of one benchmark.
 * Source:   METHODS A2 (top-level means carry the interval), B5 (covariance of paired rounds).
 * Edge:     as assay_top_summarise; paired samples with unequal counts -> ASSAY_INVALID.
 * Checked:  against the summaries and the covariance worked by hand. */
#include <assay/suite.h>

#include <stdlib.h>

#include "base/try.h"

static enum assay_status covariance_of(const struct assay_sample *old_sample,
                                       const struct assay_sample *new_sample,
                                       const struct assay_suite_benchmark *b, double *covariance,
                                       struct assay_error *error)
{
    size_t r = b->old_summary.r;
    double *means = malloc(2 * r * sizeof *means);
    if (means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu means", 2 * r);
    enum assay_status status = assay_sample_unit_means(old_sample, 0, means, error);
    if (status == ASSAY_OK)
        status = assay_sample_unit_means(new_sample, 0, means + r, error);
    double sum = 0;
    for (size_t i = 0; status == ASSAY_OK && i < r; i++)
        sum += (means[i] - b->old_summary.mean) * (means[r + i] - b->new_summary.mean);
    free(means);
    if (status == ASSAY_OK)
        *covariance = sum / (double)(r - 1);
    return status;
}

enum assay_status assay_suite_benchmark_of(const struct assay_sample *old_sample,
                                           const struct assay_sample *new_sample, bool paired,
                                           double weight, struct assay_suite_benchmark *out,
                                           struct assay_error *error)
{
    struct assay_suite_benchmark b = {.paired = paired, .weight = weight};
    TRY(assay_top_summarise(old_sample, &b.old_summary, error));
    TRY(assay_top_summarise(new_sample, &b.new_summary, error));
    if (paired && b.old_summary.r != b.new_summary.r)
        return assay_fail(error, ASSAY_INVALID,
                          "paired rounds need equal counts; there are %zu old and %zu new units",
                          b.old_summary.r, b.new_summary.r);
    enum assay_status status = ASSAY_OK;
    if (paired)
        status = covariance_of(old_sample, new_sample, &b, &b.covariance, error);
    if (status == ASSAY_OK)
        *out = b;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorted_sample.h -- describing a sample whose values are at hand in ascending order too. */
#pragma once

#include <assay/finding.h>

/* Checks the sample's shape and sorts a copy of its values, which the caller frees through *storage.
 * Values that are not finite are left to describe_sorted. */
enum assay_status sample_sorted(const struct assay_sample *sample, struct assay_view *sorted,
                                double **storage, struct assay_error *error);

/* assay_describe with the sorted values given. */
enum assay_status describe_sorted(const struct assay_sample *sample, struct assay_view sorted,
                                  double confidence, struct assay_description *out,
                                  struct assay_error *error);

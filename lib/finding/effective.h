/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effective.h -- what describing and comparing share: a sample without the levels that were not
 * repeated, what its values say against their mean, and its values in ascending order. */
#pragma once

#include <stdbool.h>

#include <assay/finding.h>

struct effective {
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS]; /* levels of the sample as given */
    size_t top;                     /* the highest level that was repeated */
    struct assay_sample sample;     /* borrows the values, and owned */
};
enum assay_status effective_init(struct effective *effective, const struct assay_sample *sample,
                                 struct assay_error *error);
void effective_fini(struct effective *effective);

/* no-higher-level when nothing above the lowest kept level, or not the top one, was repeated;
 * level-merged when a level below a repeated one was not. */
assay_warnings effective_warnings(const struct effective *effective);

/* clock-tick or rounded, from values in ascending order; *step: of their grid, 0 where none shows. */
assay_warnings doubts_of_values(struct assay_view sorted, double sd, double *step);

/* Skewness of few numbers beyond twice its standard error under normality. */
bool doubts_skewed(const double *x, size_t n);

/* And nearly all of it on one side: tails to both make the interval of a mean too wide, not too narrow. */
bool doubts_one_sided(const double *x, size_t n);

/* The few values far from the rest that make most of the interval; n = 0 where none do. sorted: the
 * sample's values in ascending order. */
enum assay_status far_values(const struct assay_sample *sample, struct assay_view sorted,
                             struct assay_far *out, struct assay_error *error);

/* A sample with its farthest values at their median: n of them, whatever they make. */
struct far_sample {
    double *storage;
    struct assay_sample rest;
    size_t n;
};
enum assay_status far_left_out(const struct assay_sample *sample, struct far_sample *out,
                               struct assay_error *error);

/* Checks the sample's shape and sorts a copy of its values, which the caller frees through *storage.
 * Values that are not finite are left to describe_sorted. */
enum assay_status sample_sorted(const struct assay_sample *sample, struct assay_view *sorted,
                                double **storage, struct assay_error *error);

/* assay_describe with the sorted values given. */
enum assay_status describe_sorted(const struct assay_sample *sample, struct assay_view sorted,
                                  double confidence, struct assay_description *out,
                                  struct assay_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.h -- what the rooms of libassay ask of shapes and values before they compute. */
#pragma once

#include <assay/sample.h>

/* ASSAY_INVALID when the shape is malformed. */
enum assay_status shape_check(const struct assay_shape *shape, struct assay_error *error);

/* True when the shape carries offsets, though it may be balanced. */
bool shape_has_offsets(const struct assay_shape *shape);

/* The largest number of children that a parent has at a level (level 0: the top units). */
size_t shape_max_count(const struct assay_shape *shape, size_t level);

/* Smallest and largest of n >= 1 values; ASSAY_INVALID when one is not finite. */
enum assay_status values_check(const double *values, size_t n, double *min, double *max,
                               struct assay_error *error);

/* assay_sample_check, which also gives the range: one pass over the values does both. */
enum assay_status sample_check_range(const struct assay_sample *sample, double *min, double *max,
                                     struct assay_error *error);

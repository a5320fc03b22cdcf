/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changepoints.h -- what change points and states share. */
#pragma once

#include "steady/cost.h"
#include "steady/steady.h"

/* The segmentation of least cost by PELT: changes->at, n and cost. */
enum assay_status pelt(const struct segment_cost *cost, double penalty, size_t min_segment,
                       struct assay_changepoints *changes, struct assay_error *error);

/* Joins neighbouring segments whose values do not differ by the rank sum test, or, given a
 * dependence, whose means differ by no more than it brings about. */
enum assay_status confirm_changes(struct assay_view view, const struct dependence *dependence,
                                  struct assay_changepoints *changes, struct assay_error *error);

/* Two-sided p of the rank sum test of [a, b) against [b, c): exact where one side is short; 1 where
 * there is nothing to test. */
enum assay_status segments_p(struct assay_view view, size_t a, size_t b, size_t c, double *p,
                             struct assay_error *error);

/* Below this p two parts of a series of n values differ: the parts were chosen from the data. */
double segments_level(size_t n);

/* Where values are cut before squares are taken: three times the distance between the first and
 * last decile beyond them. */
struct fences {
    double low, high;
};
struct fences fences_of(const double *sorted, size_t n);

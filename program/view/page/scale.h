/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scale.h -- the scale of a column of charts: an axis of plots, its places in per cent of cells as wide as the window
 * makes them. */
#pragma once

#include <stdio.h>

#include "finding/finding.h"
#include "view/chart/plot_layout.h"

struct scale {
    struct plot_axis axis;
    struct plot_span span;
    double zero,
        margin; /* where an upright stands (NaN: none), and the log of the band around it */
    bool has_time, has_rate; /* of changes: less is better, more is better */
    double pixels;           /* how wide its place is at least; 0: as a column of a grid */
};

/* Of n comparisons the logarithms of their costs, so that right is worse for every metric: their estimates, and of their
 * intervals what there is room for. What few rows reach far beyond all others is off the scale. */
struct scale scale_of_changes(const struct comparison_finding *const *rows, size_t n);
/* Of one change with its interval, whole, beside no change with its margin (NaN: none). */
struct scale scale_of_change(const struct assay_estimate *ratio, double margin,
                             bool more_is_better);
/* From a smallest to a largest value of a unit. */
struct scale scale_of_values(const char *unit, double least, double most);

/* Its ticks, and of changes which side is better, as the content of the head of a column. */
void scale_print_head(FILE *stream, const struct scale *scale);
/* Where its ticks, zero and the margin are, as a style of what holds the column. */
void scale_print_style(FILE *stream, const struct scale *scale);

/* An estimate with its interval (NaN: none) as a picture of one line, in the colour and with the sign of this name. */
void scale_print_mark(FILE *stream, const struct scale *scale, const char *class, const char *sign,
                      const struct plot_point *at);
/* What several say together: as wide as its interval, highest at the estimate. */
void scale_print_diamond(FILE *stream, const struct scale *scale, const struct plot_point *at);
/* How the changes of all are distributed. */
void scale_print_distribution(FILE *stream, const struct scale *scale,
                              const struct comparison_finding *const *rows, size_t n);
/* The signs of the marks, once a page. */
void scale_print_signs(FILE *stream);

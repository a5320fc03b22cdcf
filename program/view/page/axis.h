/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis.h -- one scale for a column of changes: logarithms of costs, so that right is worse for every
 * metric, and a cut to a half is as long as a doubling. */
#pragma once

#include <stdio.h>

#include "finding/finding.h"

struct axis {
    double low, high;        /* logarithms of costs at its ends */
    double margin;           /* log(1 + margin) */
    bool has_time, has_rate; /* what it is of: less is better, more is better */
};

/* For these n comparisons: their estimates, and of their intervals what there is room for. What few
 * rows reach far beyond all others is off the scale. */
struct axis axis_of(const struct comparison_finding *const *rows, size_t n);

/* Gives the place and the words of each tick, so that these, this wide (0 to 100), lie beside one another. */
void axis_ticks(const struct axis *axis, double words,
                void (*tick)(void *context, double place, const char *text), void *context);
/* Its ticks and sides, as the content of the head of a column. */
void axis_print(FILE *stream, const struct axis *axis);
/* Where zero and the margin are, as a style of what holds the column. */
void axis_print_style(FILE *stream, const struct axis *axis);

/* Estimate and interval of one comparison as a picture of one line. */
void axis_print_mark(FILE *stream, const struct axis *axis, const struct comparison_finding *row);
/* How the changes of all are distributed. */
void axis_print_distribution(FILE *stream, const struct axis *axis,
                             const struct comparison_finding *const *rows, size_t n);
/* The signs of the marks, once a page. */
void axis_print_signs(FILE *stream);

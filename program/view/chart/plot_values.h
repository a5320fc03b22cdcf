/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_values.h -- what a page's charts hold, back as numbers. */
#pragma once

#include <jansson.h>

#include "view/chart/plot.h"

enum { PLOT_SYSTEMS = 6 }; /* in one chart: more are not told apart */

/* What the chart of a sample holds of a kind; NULL: nothing. */
const json_t *plot_chart_of(const json_t *sample, const char *kind);
/* Of the i-th system. */
enum canvas_ink plot_ink(size_t i);
/* An axis of the sample's values. */
void plot_value_axis(struct plot_axis *axis, const json_t *sample);
/* Where value i stood, counted from 1, of n values; two of each stretch are kept. */
double plot_position_of(size_t i, size_t kept, size_t n);

/* What chart_packed packed: value i, as far as it is there. */
struct plot_packed {
    size_t n;
    double low, step;
    const char *codes;
};
struct plot_packed plot_packed_of(const json_t *object);
double plot_packed_at(const struct plot_packed *packed, size_t i);

/* Where few far values would flatten a chart: beyond these they are drawn at the edge. */
struct plot_limits {
    double low, high;
    size_t beyond;
    double farthest;
};
struct plot_limits plot_limits_of(const json_t *const *samples, size_t n);
/* The value itself; counts those that lie beyond. */
double plot_limited(struct plot_limits *limits, double value);
/* Where some do, the axis ends there, and the plot's note says "3 far values stand at the edge, up to 217 ms." */
void plot_limit(struct plot *plot, struct plot_axis *axis, const struct plot_limits *limits);

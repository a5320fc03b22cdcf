/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_ticks.h -- how far an axis reaches, and the round values on it. */
#pragma once

#include "view/chart/plot.h"

struct plot_span {
    double low, high; /* logarithms, where the axis is one */
};

/* Of one of the plot's axes: what it asks for, else as far as the layers reach. */
struct plot_span plot_span_of(const struct plot *plot, const struct plot_axis *axis);

/* Gives value and words of each tick, so that along so many pixels they lie beside one another; 0: they
 * are below one another. */
void plot_ticks(const struct plot_axis *axis, const struct plot_span *span, double pixels,
                void (*tick)(void *context, double at, const char *text), void *context);
/* The widest of those below one another. */
double plot_ticks_width(const struct plot_axis *axis, const struct plot_span *span);

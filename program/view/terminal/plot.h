/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h -- intervals as small plots in a column, one scale for all rows: ├──●──┤ */
#pragma once

#include <stddef.h>

#include <assay/interval.h>

/* The scale of the column: positions are natural logarithms of ratios, so that a halving and a
 * doubling are equally far from no change. */
struct plot_axis {
    double low, high;
    int columns;
};

enum { PLOT_MAX_COLUMNS = 60, PLOT_TEXT = 4 * PLOT_MAX_COLUMNS };

/* The axis over n estimates: all their bounded intervals, no change, and the margin. Ratios beyond
 * 1/20 … 20 run off the edge. */
struct plot_axis plot_axis_of(const struct assay_estimate *estimates, size_t n, double margin,
                              int columns);

/* One row: `columns` signs wide, without trailing spaces; a faint line where nothing changes. */
void plot_row(const struct plot_axis *axis, const struct assay_estimate *estimate,
              char text[PLOT_TEXT]);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_runs.h -- executions one by one, as a kind of plot_kinds.h. */
#ifndef VIEW_CHART_PLOT_RUNS_H
#define VIEW_CHART_PLOT_RUNS_H

#include <jansson.h>

#include "view/chart/plot.h"

bool plot_runs(const json_t *const *samples, size_t n, const json_t *findings, struct plot *plot);

#endif

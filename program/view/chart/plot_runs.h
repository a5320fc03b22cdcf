/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_runs.h -- executions one by one, as a kind of plot_kinds.h. */
#pragma once

#include <jansson.h>

#include "view/chart/plot.h"

bool plot_runs(const json_t *const *samples, size_t n, const json_t *findings, struct plot *plot);

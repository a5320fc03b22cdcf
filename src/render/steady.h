/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h -- states of benchmarks as a screen and as JSON. */
#ifndef RENDER_STEADY_H
#define RENDER_STEADY_H

#include <assay/dataset.h>
#include <assay/steady.h>
#include <jansson.h>

#include "render/terminal.h"

/* One benchmark on one system. */
struct shown_state {
    const struct assay_series *series;
    struct assay_benchmark_state state;
    struct assay_error problem; /* status ASSAY_OK: none */
};

struct steady_view {
    const struct shown_state *rows;
    size_t n;
    bool plots; /* draw every execution, however many there are */
    bool quiet;
};

void steady_view_print(const struct terminal *terminal, const struct steady_view *view);

/* An entry of "benchmarks" as CONTRACT names it; with the series, their autocorrelations and shuffled
 * twins when `plots` asks. */
json_t *steady_json(const struct shown_state *shown, bool plots, uint64_t seed);

/* The values of execution u of a series, warm-up in front. */
struct assay_view steady_values(const struct assay_series *series, size_t u);

/* The run sequences of a benchmark on a system, an execution a line, and their range above. */
void steady_print_sequences(const struct terminal *terminal, const struct shown_state *row);

#endif

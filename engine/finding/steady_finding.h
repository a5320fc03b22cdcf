/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_finding.h -- states of benchmarks, as plain data. */
#pragma once

#include <assay/dataset.h>
#include <assay/steady.h>

/* One benchmark on one system. */
struct sample_state {
    const struct assay_series *series;
    struct assay_benchmark_state state;
    struct assay_error problem; /* status ASSAY_OK: none */
};

struct steady_finding {
    struct sample_state *rows;
    size_t n;
    size_t n_short; /* rows with too few iterations for a state */
};
void steady_finding_fini(struct steady_finding *finding);

/* Whether executions have iterations, in which something can warm up. Those that are the values, or have one each, do not. */
bool steady_has_iterations(const struct assay_series *series);

/* The values of execution u of a series, warm-up in front. */
struct assay_view steady_values(const struct assay_series *series, size_t u);

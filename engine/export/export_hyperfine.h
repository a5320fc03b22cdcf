/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_hyperfine.h -- what hyperfine's JSON and its tables tell of a command. */
#pragma once

#include "export/export.h"
#include "source/series_groups.h"

struct hyperfine_result {
    const struct assay_series *wall, *memory;        /* memory NULL: not measured */
    const char *command[5];                          /* the name in pieces, NULL behind the last */
    double mean, sd, median, user, system, min, max; /* seconds; NaN: not known */
};

struct hyperfine_results {
    struct hyperfine_result *items;
    size_t n;
};

/* One for each series of wall time, to be ended with hyperfine_results_fini. False: no memory. */
bool hyperfine_results_of(const struct assay_series *series, size_t n, struct export_report *report,
                          struct hyperfine_results *out);
void hyperfine_results_fini(struct hyperfine_results *results);

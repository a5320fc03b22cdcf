/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_names.h -- the names of systems, benchmarks and metrics by their numbers, kept for as long
 * as the store is open. */
#pragma once

#include "store/private.h"

struct sample_name {
    char *name; /* NULL: there is no such number */
    char *unit, *part;
    bool more_is_better;
};

struct sample_names {
    struct sample_list {
        struct sample_name *items; /* by number */
        size_t n;
    } metrics, systems, benchmarks;
};

/* ids: of metric, system and benchmark; those whose name is NULL are not asked for. Reads the tables when one of them is not known yet; false:
 * it is nowhere, or memory is out. */
bool sample_names_find(struct store *store, const int64_t ids[3], const struct sample_name **metric,
                       const struct sample_name **system, const struct sample_name **benchmark);

/* "suite/BM_Fft/1024": a part of a benchmark is one of its own to the analyses. */
const char *sample_benchmark(const struct sample_name *benchmark, const struct sample_name *metric,
                             char *text, size_t size);

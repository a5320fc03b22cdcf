/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_store.h -- series of foreign files become an experiment of the store. */
#pragma once

#include "source/input.h"

struct imported {
    int64_t first, last; /* experiments made: they stand one behind the other */
    int64_t experiment;  /* the last one, made now or before */
    size_t n_experiments, executions, values, warmup; /* made now */
    size_t n_known;                                   /* versions that were in the store already */
    size_t n_versions;                                /* to be imported, where each is by itself */
};

/* What an experiment is called, the version that it is of (NULL: none), and what files told of that
 * (NULL: nothing). */
struct import_names {
    const char *experiment, *version;
    const struct format_version *known;
};

/* Writes all selected series as one finished experiment. Each execution has its own round: nothing
 * is known of pairs. What is of a version and is in the store already, value for value, stays as it is.
 * Adds to *imported, also before an error. */
enum assay_status import_into_store(struct store *store, const struct input *input,
                                    const struct import_names *names, struct imported *imported,
                                    struct assay_error *error);

/* The same for each system by itself, in their order: it is the version, of the system that is told with it. */
enum assay_status import_versions(struct store *store, struct input *input, const char *experiment,
                                  struct imported *imported, struct assay_error *error);

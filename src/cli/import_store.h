/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_store.h -- series of foreign files become an experiment of the store. */
#ifndef CLI_IMPORT_STORE_H
#define CLI_IMPORT_STORE_H

#include "cli/input_options.h"

struct imported {
    int64_t first, last; /* experiments made: they stand one behind the other */
    int64_t experiment;  /* the last one, made now or before */
    size_t n_experiments, executions, values, warmup; /* made now */
    size_t n_known;                                   /* versions that were in the store already */
};

/* What an experiment is called, the version that it is of (NULL: none), and what files told of that
 * (NULL: nothing). */
struct import_names {
    const char *experiment, *version;
    const struct format_version *known;
};

/* Writes all selected series as one finished experiment. Each execution has its own round: nothing
 * is known of pairs. What is of a version and is in the store already, value for value, stays as it is.
 * Adds to *imported. Says on stderr what is wrong. */
enum exit_code import_into_store(const struct input *input, const struct import_names *names,
                                 const struct global_options *global, struct imported *imported);

/* The same for each system by itself, in their order: it is the version. */
enum exit_code import_versions(struct input *input, const char *experiment,
                               const struct global_options *global, struct imported *imported);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_store.h -- series of foreign files become an experiment of the store. */
#ifndef CLI_IMPORT_STORE_H
#define CLI_IMPORT_STORE_H

#include "cli/input.h"

struct imported {
    int64_t experiment;
    size_t executions;
};

/* Writes all selected series as one finished experiment called name. Each execution has its own
 * round: nothing is known of pairs. Says on stderr what is wrong. */
enum exit_code import_into_store(const struct input *input, const char *name,
                                 const struct global_options *global, struct imported *imported);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocated_run.h -- executions whose calls of malloc are counted, by who asked. */
#pragma once

#include "profile/code_map.h"
#include "profile/preloaded.h"

#define ALLOCATED_SOURCE "a library loaded before malloc"

struct allocated_run {
    struct preloaded preloaded;
};

/* ASSAY_SYSTEM: no file in memory can be opened. End with allocated_run_close in any case. */
enum assay_status allocated_run_open(struct allocated_run *run, struct assay_error *error);
void allocated_run_close(struct allocated_run *run);

/* Has the spawn's programs load what counts; false: it cannot. What it gets lasts until the end. */
bool allocated_run_begin(struct allocated_run *run, struct spawn *spawn);

/* What one place asked for. asker: the nearest function outside the languages' own libraries, or what called malloc where there is
 * none; program: the nearest one in the program itself, NULL: none called. NULL both: more places asked than there is room for. */
struct allocated {
    const struct code_place *asker, *program;
    uint64_t allocations, bytes;
};
typedef void (*allocated_take)(void *context, const struct allocated *allocated);

/* Gives the counts of all its processes, whose code is told to the map; *program: the file of the program that the first of them
 * became, NULL: not known. False: *why_not says why nothing was counted, as what the command is and a remedy. */
bool allocated_run_end(struct allocated_run *run, struct code_map *map,
                       const struct code_file **program, allocated_take take, void *context,
                       const char **why_not);

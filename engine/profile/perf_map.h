/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_map.h -- functions that a process compiled as it ran, as it tells them in /tmp/perf-PID.map: a line each, address and size
 * in hexadecimal, then the name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct perf_map_entry {
    uint64_t address, size;
    size_t line; /* later ones stand for what lies there now */
    const char *
        name; /* as the file has it but for what differs between two runs of one source: V8's mark of how far a function is
                         optimised, directories, places in the file */
};

struct perf_map {
    struct arena memory;
    struct perf_map_entry *items; /* by address */
    size_t n, room;
};

/* Lines that are none are left out. False: no memory. */
bool perf_map_read(struct perf_map *map, const char *text, size_t n);
/* The same of a process's file, if it was written at `since_s` (seconds since 1970) or later; without one the map is empty. */
bool perf_map_open(struct perf_map *map, int process, int64_t since_s);
void perf_map_fini(struct perf_map *map);

/* The name of the function that holds the address; NULL: none does. */
const char *perf_map_at(const struct perf_map *map, uint64_t address);

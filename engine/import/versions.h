/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions.h -- the versions of the measured programs that files name, and when they were made. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct format_version {
    char *system, *commit; /* what the values' system is called; the whole name of the commit */
    double time_ms;        /* since 1970; 0: unknown */
    const char *of;        /* the system that it is a version of, borrowed; NULL: nobody said */
    int64_t from;          /* the experiment of this store that measured it; 0: it came from elsewhere */
};

/* All zero is empty. */
struct format_versions {
    struct format_version *items;
    size_t n, room;
    bool sorted;
    bool named; /* a column of a table names them: its systems are versions, also where nothing tells their times */
};

/* False: no memory. */
bool format_versions_add(struct format_versions *versions, const char *system, const char *commit,
                         double time_ms);

/* The version that a system of this name is; NULL when no file said so. */
const struct format_version *format_versions_find(struct format_versions *versions,
                                                  const char *system);
void format_versions_fini(struct format_versions *versions);

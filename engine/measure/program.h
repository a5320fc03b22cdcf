/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h -- what a build made and how it is run, as numbers that are equal for the same program.
 *
 * Counted are every file below the build's directory (artefact.h; but for what build tools keep for
 * themselves), the shared libraries that its programs ask for, the benchmarks' commands with the
 * files that they name, their environment, and hooks that run between build and execution. What
 * stands in the directories in which commands run is a number of its own, for it matters only to
 * systems that do not share them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "design/design.h"

struct program {
    bool known; /* false: too much, or something could not be read */
    uint64_t digest;
    bool beside_known;
    uint64_t beside;
    uint64_t source;                /* of the path in which commands run */
    uint64_t size, text, data, bss; /* bytes of what was linked; else of all objects */
};

/* dir is the unit's build directory; the build took place between the two moments, seconds since
 * 1970. `kept` is the caller's file of records, which grows; or NULL. */
struct program program_of(const struct design *design, size_t system, const char *dir,
                          int64_t from_s, int64_t to_s, const char *kept);

/* The lines, and behind them one about the program (docs/store.md); to be freed. NULL: no memory. */
char *program_line(const struct program *program, const char *lines);

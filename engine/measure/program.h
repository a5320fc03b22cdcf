/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h -- what a build made and how it is run, as numbers that are equal for the same program.
 *
 * Counted are every file below the build's directory (artefact.h; but for what build tools keep for
 * themselves), the shared libraries that its programs ask for, the benchmarks' commands with the
 * files that they name, their environment, and hooks that run between build and execution. What
 * stands in the directories in which commands run is a number of its own, for it matters only to
 * systems that do not share them. Where executions could be followed, what these opened is another number (opened.h),
 * which decides where both sides have it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "design/design.h"
#include "measure/opened.h"

struct program {
    bool known; /* false: too much, or something could not be read */
    uint64_t digest;
    bool beside_known;
    uint64_t beside;
    uint64_t source;                /* of the path in which commands run */
    uint64_t size, text, data, bss; /* bytes of what was linked; else of all objects */
    uint64_t words;                 /* how it is run */
    bool opened_known;              /* its executions were followed: */
    uint64_t opened;                /* of how it is run, and of what they opened */
    struct opened files;            /* these, or a part of them and why; n 0: not to be told */
};

/* Which build of which system. */
struct program_place {
    const struct design *design;
    size_t system;
    const char *dir;      /* its build directory */
    int64_t from_s, to_s; /* the build took place between these moments, seconds since 1970 */
    const char *kept;     /* the caller's file of records, which grows; or NULL */
};

struct program program_of(const struct program_place *place);

/* What one execution of each benchmark has opened, as the tracer wrote it (trace.h). */
struct trace_text {
    char *bytes;
    size_t n;
};
/* n: of the first n benchmarks; why: what is not known beside that, or NULL. */
void program_add_opened(struct program *program, const struct program_place *place,
                        const struct trace_text *traces, size_t n, const char *why);

/* The lines, and behind them one about the program (docs/store.md); to be freed. NULL: no memory. */
char *program_line(const struct program *program, const char *lines);
void program_fini(struct program *program);

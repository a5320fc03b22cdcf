/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h -- builds whose code lies in a random, seeded order.
 *
 * `assay cc -- gcc …` stands for gcc. Without a seed it becomes gcc. With one, it has each function
 * compiled into a section of its own, and puts itself between the compiler driver and the linker
 * (gcc and clang look for `ld` in the directories that -B names): there every object file is at
 * hand, also those of a command that compiles and links at once. The order of functions is a pure
 * function of the seed and their names, so that it depends on neither paths nor parallel builds.
 *
 * A seed changes where code lies and nothing else. Where a linker other than the compiler's own is to
 * follow the order, the compiler's own links first: its messages and its exit code are the ones seen,
 * and what it refuses is refused. Files keep their order where the program hangs on it
 * (dependence.h). A link that fails in random order is done again as the compiler wanted it.
 */
#pragma once

#include <stdbool.h>

#include "measure/environment.h"

enum layout_linker { LAYOUT_AUTO, LAYOUT_LLD, LAYOUT_GOLD, LAYOUT_BFD, LAYOUT_MOLD };

struct layout_options {
    bool seeded; /* false: nothing is changed */
    uint64_t seed;
    enum layout_linker linker;
    size_t padding;       /* at most so many bytes are put before each function; 0: none */
    bool data;            /* also order variables */
    bool keep_objects;    /* leave object files and archives in their order */
    bool shuffle_objects; /* shuffle them also where what the program does hangs on their order */
    bool quiet;           /* nothing is said about an order that could not be given */
    const char *record;   /* file to which each link appends a line of JSON; NULL: none */
};

/* The runner gives ASSAY_SEED and the record's file (LAYOUT_RECORD_VARIABLE); in this environment
 * variable the options travel to the linker's side. */
#define LAYOUT_OPTIONS_VARIABLE "ASSAY_CC_OPTIONS"

enum { LAYOUT_MISSING = 127, LAYOUT_FAILED = 2, LAYOUT_PADDING_MOST = 65536 };

/* Runs the compiler's command line, NULL-terminated. Becomes the compiler where nothing has to be
 * done after it; else returns its exit code, or ends by the signal that ended it. LAYOUT_MISSING
 * when it is not there, LAYOUT_FAILED when no linker can order; both said on standard error. */
int layout_wrap(const struct layout_options *options, char **argv);

/* True when this process was started in the place of a linker by layout_wrap, under a linker's name. */
bool layout_is_linker(const char *program);
/* Runs as that linker; exit code as layout_wrap. */
int layout_link(char **argv);

/* ---- known slowdowns of named functions, put in between the compiler and the assembler ---- */

/* "MILLIONTHS FUNCTION" in LAYOUT_DOSE_VARIABLE asks for it (measure/environment.h). Here gcc tells which calls it
 * inlined. */
#define LAYOUT_INLINED_VARIABLE "ASSAY_CC_INLINED"

/* True when this process was started in the place of the assembler by layout_wrap. */
bool layout_is_assembler(const char *program);
/* Becomes that assembler; returns only where it cannot: the exit code. */
int layout_assemble(char **argv);

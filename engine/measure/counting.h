/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counting.h -- what counts instructions here: the processor's counters, or valgrind.
 *
 * Numbers of two sources are never put side by side: cachegrind counts what it translates, on the processor that it makes a
 * program believe in (libc chooses another memcpy there, a repeated string instruction is many), without the kernel.
 */
#pragma once

#include <assay/status.h>

#include "design/design.h"

#define COUNTING_PERF "perf"
/* Where valgrind is missing. */
#define COUNTING_REMEDY "install valgrind (Debian, Ubuntu, Fedora: the package valgrind)"

struct counting {
    enum design_counts_by by; /* COUNTS_AUTO: nothing counts them here */
    char source[64]; /* "perf", "valgrind-3.19.0", "valgrind-3.19.0 of iterations"; "": nothing */
};

/* Errors: ASSAY_USAGE where valgrind is asked for and missing, or would count what follows a clock. */
struct counter_sources;
enum assay_status counting_choose(const struct design *design, const struct counter_sources *sources,
                                  struct counting *out, struct assay_error *error);

/* A command's words behind valgrind's own and those of a tool (NULL-terminated); its program by its path, where the word has no
 * slash. NULL: no memory. */
char **counting_words(const char *const *tool, char *const *command, const char *path);
/* So much longer may it take than a timed one before it counts as hung, and so long at least: under valgrind 4 to 50 times are
 * usual, and a second to begin (docs/evidence/counts.md). */
double counting_timeout_s(double timed_s);

/* Instructions of all processes that left a file of cachegrind's in the directory: false where none did, or one of them is
 * no such file. */
bool counting_read(const char *directory, double *instructions);
/* The same of callgrind's. */
bool counting_read_callgrind(const char *directory, double *instructions);
/* Relocations of all programs whose loaders left a file there, as LD_DEBUG=statistics has them write it. */
bool counting_read_loader(const char *directory, double *relocations);

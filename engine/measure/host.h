/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.h -- what is known of the machine that measures: recorded with every experiment, because
 * numbers from machines in different states are not comparable. */
#pragma once

#include <stdbool.h>

#include "design/design.h"

/* One object, keys in a fixed order; what this machine does not tell is null, never zero.
 * docs/measuring.md lists them. The compiler ($CC, else cc) is only asked when builds are measured:
 * that starts a program. So are those of a design's systems (NULL: none). The caller frees it; NULL
 * when memory is short. */
char *host_json(const struct design *design, bool with_compiler);

/* The same for an experiment of the design, with the caller's environment (surroundings.h), and what counts its
 * instructions; NULL: nothing. */
char *host_run_json(const struct design *design, const char *counts);

/* Only those that move while the machine works: frequency, load, stolen time, pressure, throttling,
 * temperature, swap; cheap enough to be read again and again. */
char *host_state_json(void);

/* The program that compiles a system: what its manifest says; else CC of its environment or of its
 * build command (make CC=clang); else the first word there that is a compiler's name; else $CC, else
 * cc. In memory of the caller; NULL: nothing is built, or memory is out. */
char *compiler_of(const struct design *design, size_t system);

/* The first line of what it says of its version; false when it says nothing. Starts a program. */
bool compiler_version(const char *compiler, char *line, size_t size);

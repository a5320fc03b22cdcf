/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact.h -- what of a file counts for the program that it belongs to, as a number: equal for
 * files that do the same when they are loaded.
 *
 * Of ELF files count the sections that are loaded; not symbols, debug information and build ids.
 * Paths of the build, and the date and time at which it was compiled, read alike everywhere. Of
 * archives of objects count the members. Of other files count all bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What reads alike. */
struct artefact_place {
    /* Of the build and of its source, as they are written and as they are without links and
     * detours: the longest first; NULL: none */
    const char *paths[4];
    int64_t from_s, to_s; /* the build took place in between, seconds since 1970 */
};

struct artefact {
    uint64_t digest;
    bool counts;              /* something of it is loaded, or it is no ELF file */
    bool linked;              /* a program or a shared library */
    uint64_t text, data, bss; /* bytes, as size(1) counts them; of ELF files and archives of them */
};

/* Reads a file's bytes, which it may change. */
struct artefact artefact_of(unsigned char *bytes, size_t n, const struct artefact_place *place);

/* A text with the place's paths read alike; continued from hash. */
uint64_t artefact_hash(const struct artefact_place *place, uint64_t hash, const void *bytes,
                       size_t n);

/* What a linked file asks the loader for: `take` gets the names of shared libraries, and `search` its
 * own list of directories ("" where it has none) each time. */
typedef void (*artefact_need)(void *context, const char *library, const char *search);
void artefact_needs(const unsigned char *bytes, size_t n, artefact_need take, void *context);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_cache.h -- build directories that are kept, one for each system and seed, and taken again.
 *
 * What a build command reads cannot be known. So a build is the same only within one scope, which
 * the caller names: one experiment, or one commit of a work tree without changes.
 */
#pragma once

#include <assay/status.h>

#include "design/design.h"
#include "measure/record.h"

struct cached_build {
    char *dir;     /* all of equal length but for a padding that was drawn */
    bool ready;    /* it was built before, at that cost and time: */
    double cost_s; /* NaN: not known */
    int64_t start_ns;
    char *layout; /* what assay cc had recorded; NULL: nothing */
    int lock;     /* held while it is built */
};

/* $XDG_CACHE_HOME/assay/builds, else below ~/.cache, else in /tmp; made when it is missing, refused
 * unless it is private (private_directory.h). In memory of the caller. */
char *build_cache_directory(struct assay_error *error);

/* The directory of a build, empty unless it is ready. padding: bytes added to its path. */
enum assay_status build_cache_open(const char *directory, const char *scope,
                                   const struct design *design, const struct step *step,
                                   uint32_t padding, struct cached_build *out,
                                   struct assay_error *error);
/* After building: keeps it when it went well, and lets others at it. */
void build_cache_close(struct cached_build *build, const struct record *record);
/* Frees what the build holds but its directory's path. */
void build_cache_fini(struct cached_build *build);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.h -- YAML to design and back. docs/manifest.md describes the keys. */
#pragma once

#include <stdbool.h>

#include <assay/status.h>

#include "design/design.h"

/* Errors: ASSAY_USAGE when the file cannot be read or holds what is not allowed, located:
 * "assay.yaml:14:12: benchmarks[1].timeout: "sixty" is not a duration (write 60s, 5m or 1h)"; else
 * ASSAY_NO_MEMORY. */

/* Reads the file; {source} is its directory, and the design keeps the text as it stood. */
enum assay_status manifest_read(const char *path, struct design **out, struct assay_error *error);

/* The same from memory; name stands in messages, source becomes {source}. */
enum assay_status manifest_parse(const char *text, size_t length, const char *name,
                                 const char *source, struct design **out,
                                 struct assay_error *error);

/* A manifest that reads back as this design, in memory of the caller; NULL when memory is out. */
char *manifest_write(const struct design *design);

/* Counts into the text of a manifest that otherwise stays as it stands. */
struct manifest_count {
    const char *level;
    size_t count;
    bool sets_warmup; /* else the level's warm-up stays as it stands */
    size_t warmup;
};

/* The text with these counts in its `levels`, comments and layout kept, in memory of the caller.
 * Levels that the manifest does not name are a mistake. NULL: *error says why; name stands in it. */
char *manifest_set_counts(const char *text, size_t length, const char *name,
                          const struct manifest_count *counts, size_t n, struct assay_error *error);

/* Writes counts (and warm-up) into the manifest at path, which otherwise stays as it stands. After
 * an error the file is as it was. */
enum assay_status plan_write_counts(const char *path, const struct manifest_count *counts, size_t n,
                                    struct assay_error *error);

/* Whether that can be done, as far as can be seen before, so that nothing is shown of what cannot be
 * written. */
enum assay_status plan_check_counts(const char *path, const struct manifest_count *counts, size_t n,
                                    struct assay_error *error);

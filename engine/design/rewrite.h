/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rewrite.h -- counts into the text of a manifest that otherwise stays as it stands. */
#pragma once

#include <stdbool.h>

#include "design/manifest.h"

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

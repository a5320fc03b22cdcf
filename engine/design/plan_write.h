/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_write.h -- counts into a manifest on disk. */
#pragma once

#include "design/rewrite.h"

/* Writes counts (and warm-up) into the manifest at path, which otherwise stays as it stands. After
 * an error the file is as it was. */
enum assay_status plan_write_counts(const char *path, const struct manifest_count *counts, size_t n,
                                    struct assay_error *error);

/* Whether that can be done, as far as can be seen before, so that nothing is shown of what cannot be
 * written. */
enum assay_status plan_check_counts(const char *path, const struct manifest_count *counts, size_t n,
                                    struct assay_error *error);

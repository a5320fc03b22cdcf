/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_export.h -- the values of experiments as assay CSV. */
#pragma once

#include <stdio.h>

#include "store/store.h"

/* Writes these experiments (n 0: all). What does not fit its checksum is left out: ASSAY_SYSTEM then,
 * with all that is whole written, and remarks tell what was damaged before the last. */
enum assay_status store_export(struct store *store, const int64_t *ids, size_t n, FILE *stream,
                               struct remarks *remarks, struct assay_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_beside.h -- which two systems `assay why` is of, where the latest experiment is a version that was kept for histories. */
#pragma once

#include "source/input.h"
#include "store/profiles.h"

/* The newest experiment that measured this one's version beside others; 0: none, or it is no version. */
enum assay_status why_beside(struct store *store, const struct experiment_info *version,
                             int64_t *experiment, struct assay_error *error);

/* Of versions in their order: the two neighbours of which the newer one became slower most, with a verdict before those without.
 * *old: the place of the older one; of two systems they are these. */
enum assay_status why_choose_neighbours(struct store *store, int64_t experiment,
                                        const struct store_profiled *of, size_t *old,
                                        struct assay_error *error);

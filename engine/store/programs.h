/* SPDX-License-Identifier: GPL-3.0-or-later */
/* programs.h -- which program each system's builds gave. */
#pragma once

#include "store/private.h"

/* programs[i] is that of systems[i]; of a system without builds, or of an older store, none is known.
 * The caller has looked at the experiment's seal. */
enum assay_status store_programs(struct store *store, int64_t experiment, const int64_t *systems,
                                 size_t n, struct assay_program *programs,
                                 struct assay_error *error);

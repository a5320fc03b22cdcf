/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_choose.h -- which benchmark of several `assay why` explains. */
#pragma once

#include "analysis/why_analyse.h"
#include "source/input.h"
#include "store/profiles.h"

/* The one of that name, else (NULL) the one that a comparison with the request's margin finds slower most, by the metric that decides.
 * The request gets its name, why it was chosen, and whether it was found equivalent. ASSAY_MISSING: there is none of that name. */
enum assay_status why_choose_benchmark(struct store *store, int64_t experiment,
                                       const struct store_profiled *of, const char *name,
                                       struct arena *memory, struct why_request *request,
                                       struct assay_error *error);

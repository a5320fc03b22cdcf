/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_design.h -- the design of a run: a manifest's or that of commands given, and what is said beside.
 */
#pragma once

#include "design/design_request.h"

/* *manifest: the path that the design was read from, NULL for commands; *out is the caller's in any
 * case. Errors: ASSAY_USAGE, or what the system failed at. */
enum assay_status design_of(const struct design_request *request, struct design **out,
                            const char **manifest, struct assay_error *error);

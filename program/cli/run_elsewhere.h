/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_elsewhere.h -- is what seems slower slower on another machine, too? */
#pragma once

#include "session/session_verdict.h"

/* Compares, of the latest experiment in the store at path, what was slower at first. ASSAY_INVALID where it was
 * measured on a machine that the session's experiment was measured on, too, or does not say where. End `out` with
 * verdict_fini in any case. */
enum assay_status run_confirm_elsewhere(const struct session *session, const char *path,
                                        const struct verdict *first, struct verdict *out,
                                        struct assay_error *error);

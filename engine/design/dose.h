/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dose.h -- one system, several times: as it is, and slowed down by known shares. */
#pragma once

#include "design/design.h"
#include <assay/status.h>

struct dose_request {
    const char *system;   /* of the design; NULL: the first */
    const char *function; /* whose calls are slowed down; NULL: all is */
    const double *dose;   /* the first two are 0 */
    size_t n;
};

/* In place of the design's systems the one that is asked for, once for each dose; those of dose 0 are the same.
 * ASSAY_USAGE: there is no such system, a benchmark tells its values in a way that nothing can slow down, or there
 * is no build that could slow a function down. */
enum assay_status design_dose(struct design *design, const struct dose_request *request,
                              struct assay_error *error);

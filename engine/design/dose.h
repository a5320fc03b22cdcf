/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dose.h -- one system, several times: as it is, and slowed down by known shares. */
#ifndef DESIGN_DOSE_H
#define DESIGN_DOSE_H

#include "design/design.h"
#include <assay/status.h>

/* In place of the design's systems the one of this name (NULL: the first) once for each dose; those of dose 0 are
 * the same. ASSAY_USAGE: there is none of that name, or a benchmark tells its values in a way that nothing can slow
 * down. */
enum assay_status design_dose(struct design *design, const char *system, const double *dose,
                              size_t n, struct assay_error *error);

#endif

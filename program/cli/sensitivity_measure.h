/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity_measure.h -- measuring what a design sees, for `assay doctor --sensitivity` and `assay doctor --noise`. */
#pragma once

#include "cli/verb.h"
#include "design/design_request.h"
#include "design/dose.h"

struct sensitivity_request {
    struct design_request design;
    struct dose_request doses;
    const char *version; /* under which it is kept; NULL: none */
    bool gate;           /* EXIT_SLOWER where the promise of false alarms is not kept */
};

/* Measures, keeps it in the store, and prints it. */
enum exit_code sensitivity_measure(const struct sensitivity_request *request,
                                   const struct global_options *global);

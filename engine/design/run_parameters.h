/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_parameters.h -- -L and -P: every combination of parameter values. */
#pragma once

#include "design/design_request.h"

/* Combinations of values, the last parameter fastest; the design owns the texts. */
struct combinations {
    struct design_environment *items;
    size_t n; /* 0: no parameters */
};

/* Errors: ASSAY_USAGE, ASSAY_NO_MEMORY. */
enum assay_status run_combinations(const struct design_request *request, struct design *design,
                                   struct combinations *out, struct assay_error *error);

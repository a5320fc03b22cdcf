/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_surroundings.h -- what is asked of where and how commands run. */
#pragma once

#include "design/design_request.h"

/* Puts them into the design. Errors: ASSAY_USAGE, ASSAY_NO_MEMORY. */
enum assay_status run_surroundings_apply(const struct design_request *request,
                                         struct design *design, struct assay_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_again.h -- a run of a design that another verb asks for. */
#pragma once

#include "cli/verb.h"
#include "design/design_request.h"

/* What was measured; experiment 0: nothing that stands in one experiment. */
struct run_made {
    int64_t experiment;
    char *store; /* to be freed */
};

/* As `assay run`: measures and stores. What it means is for the caller to say. */
enum exit_code run_again(const struct design_request *request, const struct global_options *global,
                         struct run_made *made);

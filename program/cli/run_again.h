/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_again.h -- a run of a design that another verb asks for. */
#pragma once

#include <jansson.h>

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

/* ---- what that says of the first time (reproduce_compare.c) ---- */

/* Where the first time is to be had: by its name in the world from the store, else from the finding in this file
 * (NULL: none). */
struct reproduced {
    const char *uid, *path;
    const char *name; /* as it is called */
    const char *host; /* its facts, as JSON; NULL: none */
};

/* Prints it; with --json as "repetition" of the document, which it takes over. */
enum exit_code reproduce_compare(const struct reproduced *then, const struct run_made *made,
                                 json_t *document, const struct global_options *global);

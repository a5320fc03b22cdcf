/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reproduce_compare.h -- what a repetition says of the first time. */
#pragma once

#include <jansson.h>

#include "cli/run_again.h"

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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.h -- how the measuring of each experiment ended, below a screen and in a document. */
#ifndef CLI_STOPPING_H
#define CLI_STOPPING_H

#include <jansson.h>

#include "cli/input_options.h"

/* A line on stdout for each experiment whose measuring did not end at fixed counts; nothing under
 * --json or --quiet. */
void stopping_note(const struct input *input, const struct global_options *global);

/* The same as one text, to be freed; NULL: all ended at fixed counts. */
char *stopping_remark(const struct input *input);

/* Sets "stopping" of a single experiment; of several sources "sources", each with its own. */
void stopping_set(const struct input *input, json_t *document);

#endif

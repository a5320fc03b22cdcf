/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compilers.h -- the compilers that made the systems of an experiment, as its host's facts tell. */
#ifndef CLI_COMPILERS_H
#define CLI_COMPILERS_H

#include <jansson.h>

#include "cli/input_options.h"

/* {system: version}, owned by the caller; NULL: nothing is known of them. */
json_t *compilers_of(const struct input *input);
/* Sets "compilers" to that when the experiment recorded them. */
void compilers_json(const struct input *input, json_t *document);
/* One line, or one for each system when they differ. */
void compilers_note(const struct input *input, const struct global_options *global);

#endif

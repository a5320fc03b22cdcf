/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.h -- what a finding says of how its measuring ended. */
#ifndef CLI_STOPPING_H
#define CLI_STOPPING_H

#include <jansson.h>

#include "cli/input.h"

/* One line on stdout where the measuring of the one experiment did not end at fixed counts; nothing
 * under --json or --quiet. */
/* The sentence for the rule, to be freed; NULL for fixed counts. */
char *stopping_sentence(const struct input *input);

void stopping_note(const struct input *input, const struct global_options *global);

/* "stopping": {"rule", "precision", "expected", "looks", "pilot"} of a single experiment. */
void stopping_json(const struct input *input, json_t *document);

#endif

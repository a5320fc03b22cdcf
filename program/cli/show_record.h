/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_record.h -- what the store recorded of an experiment beside its values. */
#ifndef CLI_SHOW_RECORD_H
#define CLI_SHOW_RECORD_H

#include <jansson.h>

#include "cli/input_options.h"

/* "batch": {"min", "max"} of a sample whose iterations repeated their work, where the input's draws are
 * the batches. */
void show_record_batch(const struct input *input, const struct assay_series *series,
                       json_t *sample);
/* "failed_hooks": [{"system", "hook", "round", "position", "outcome", "code", "last_words"}], if any. */
void show_record_hooks(const struct input *input, json_t *document);
/* One sentence: how many hooks failed, and how the first did. */
void show_record_note(const struct input *input, const struct global_options *global);

#endif

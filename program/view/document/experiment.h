/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.h -- what is known of an experiment beside its values: how its measuring ended, which
 * compilers made its systems, hooks that failed; below a screen and in documents. */
#pragma once

#include <jansson.h>

#include "source/input.h"
#include "view/text/sentences.h"

/* A line for each experiment whose measuring did not end at fixed counts. */
void experiment_print_stopping(const struct terminal *terminal, const struct input *input);
/* The same as one text, to be freed; NULL: all ended at fixed counts. */
char *experiment_stopping(const struct input *input);
/* Appends a sentence: in which systems' builds assay cc moved the code. */
void experiment_note_layouts(const struct input *input, struct sentences *notes);
/* Appends one, or one for each system when they differ; nothing where they are not known. */
void experiment_note_compilers(const struct input *input, struct sentences *notes);
/* Appends one sentence: how many hooks failed, and how the first did. */
void experiment_note_hooks(const struct input *input, struct sentences *notes);

/* Sets "stopping" of a single experiment; of several sources "sources", each with its own. */
void experiment_set_stopping(const struct input *input, json_t *document);
/* "layouts", as view/document/layouts.h has them, of an experiment with builds. */
void experiment_set_layouts(const struct input *input, json_t *document);
/* "compilers": {system: version}, where the experiment recorded them. */
void experiment_set_compilers(const struct input *input, json_t *document);
/* "failed_hooks", as view/document/hooks.h has them, if any. */
void experiment_set_hooks(const struct input *input, json_t *document);
/* "batch": {"min", "max"} of a sample whose iterations repeated their work, where the input's draws are
 * the batches. */
void experiment_set_batch(const struct input *input, const struct assay_series *series,
                          json_t *sample);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.h -- what is known of an experiment beside its values: how its measuring ended, which
 * compilers made its systems, hooks that failed; below a screen and in documents. */
#pragma once

#include <jansson.h>

#include "analysis/comparison.h"
#include "design/design.h"
#include "source/input.h"
#include "store/store.h"
#include "view/text/sentences.h"

/* A line for each experiment that was not measured in rounds, or whose measuring did not end at fixed counts. */
void experiment_print_stopping(const struct terminal *terminal, const struct input *input);
/* How a single experiment was measured, where that is not in rounds or these were not asked for. */
void experiment_print_order(const struct terminal *terminal, const struct input *input);
/* As experiment_print_stopping, where the screen tells the order of measuring itself. */
void experiment_print_end(const struct terminal *terminal, const struct input *input);
/* The same as one text, to be freed; NULL: all ended at fixed counts. */
char *experiment_stopping(const struct input *input);
/* Appends a sentence: in which systems' builds assay cc moved the code. */
void experiment_note_layouts(const struct input *input, struct sentences *notes);
/* Appends one, or one for each system when they differ; nothing where they are not known. */
void experiment_note_compilers(const struct input *input, struct sentences *notes);
/* Appends one sentence: how many hooks failed, and how the first did. */
void experiment_note_hooks(const struct input *input, struct sentences *notes);

/* "Processor time, side by side on one processor, …", or why it was not; to be freed; NULL: rounds, as ever. */
char *order_sentence(const struct input_order *order);
/* What made a pilot choose slices, in a line; to be freed; NULL: none did. */
char *order_choice(const struct input_order *order);
/* What makes the answer side by side another one than that of rounds, where no pilot has said how far; to be freed; NULL: nothing
 * is known to. */
char *order_doubt(const struct input_source *source);
/* "slices of 5 ms, overlap 97 %", to be freed; NULL: no memory. */
char *order_lanes(const struct input_order *order);
/* "side by side on one processor", of the order of this name; "": pairs are not measured so. */
const char *order_pairs(const char *name);
/* Not in rounds, or in rounds against what was asked for. */
bool order_is_told(const struct input_order *order);
json_t *order_json(const struct input_source *source);

/* Sets "order" of a single experiment that has something to tell of it. */
void experiment_set_order(const struct input *input, json_t *document);
/* Sets "stopping" and "order" of a single experiment; of several sources "sources", each with its own. */
void experiment_set_stopping(const struct input *input, json_t *document);
/* "layouts", as layouts_json has them, of an experiment with builds. */
void experiment_set_layouts(const struct input *input, json_t *document);
/* "compilers": {system: version}, where the experiment recorded them. */
void experiment_set_compilers(const struct input *input, json_t *document);
/* "failed_hooks", as hooks_json has them, if any. */
void experiment_set_hooks(const struct input *input, json_t *document);
/* "batch": {"min", "max"} of a sample whose iterations repeated their work, where the input's draws are
 * the batches. */
void experiment_set_batch(const struct input *input, const struct assay_series *series,
                          json_t *sample);

/* What failed and is left out: a line below a screen, and "failed_executions" as
 * failures_json has them, if any. */
void experiment_print_failures(const struct terminal *terminal, const struct input *input);
void experiment_set_failures(const struct input *input, json_t *document);

/* ---- executions and builds that failed ---- */

/* [{"system", "benchmark", "outcome", "code", "n", "last_words"}] */
json_t *failures_json(const struct store_failure *failures, size_t n);

/* Which failed, how often, and how; of one benchmark its name is not said. To be freed; NULL: none did. */
char *failures_sentence(const json_t *failures, bool alone);

/* ---- the commands around units that failed while an experiment was measured ---- */

/* [{"system", "hook", "round", "position", "outcome", "code", "last_words"}] */
json_t *hooks_json(const struct store_hook *hooks, size_t n);

/* One sentence on such a list: how many failed, and how the first did; a name of more columns than
 * limit loses its middle (0: none does). To be freed; NULL: none failed. */
char *hooks_sentence(const json_t *hooks, int limit);

/* How one of the list ended: "ended with exit code 4". */
void hooks_say_ending(char text[64], const json_t *hook);

/* ---- what a finding says of how the code of its builds lay ---- */

/* "all", "some", "none", "same bytes"; NULL where nothing is known. */
const char *layout_name(enum randomised randomised);

/* [{"system", "builds", "random", "layout"}], layout as above. */
json_t *layouts_json(const struct store_layout *layouts, size_t n);

/* The sentence on such an array, to be freed; NULL where it has nothing to say: no builds, or builds that
 * were neither repeated nor randomised. limit: columns of a name, 0: all. */
char *layouts_sentence(const json_t *layouts, int limit);

/* Plain builds stand beside random ones. */
bool layouts_mixed(const json_t *layouts);

/* ---- what a finding says of how its measuring ended ---- */

/* The sentence for the rule, to be freed; NULL for fixed counts. most: the top units that it might have
 * measured; 0: not known. */
char *stopping_sentence(const struct design_stop *stop, size_t most);

/* The same where other sources stand beside: intervals are plain there (cli/input.c). */
char *stopping_sentence_beside(const struct design_stop *stop, size_t most);

/* {"rule", "precision", "expected", "looks", "pilot", "most"}; "most" only of rules that look. */
json_t *stopping_json(const struct design_stop *stop, size_t most);

/* The sentence on such an object; NULL also where it is none. */
char *stopping_sentence_of(const json_t *object);
char *stopping_sentence_of_beside(const json_t *object);

/* ---- what is said of series that cannot be paired ---- */

/* "max_rss was measured for O1 only and is left out. …", to be freed; NULL: no memory. */
char *unpaired_text(const struct unpaired *unpaired);
/* Warnings of the code "left-out" for a document. */
void unpaired_warn(const struct system_pair *pair, json_t *document);

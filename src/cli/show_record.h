/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_record.h -- what the store recorded of an experiment beside its values. */
#ifndef CLI_SHOW_RECORD_H
#define CLI_SHOW_RECORD_H

#include <jansson.h>

#include "cli/input_options.h"
#include "store/store.h"

struct show_record {
    struct store_hook *hooks; /* that failed */
    size_t n_hooks;
    struct store_draw *batches; /* repetitions of the work in an iteration, for each execution */
    size_t n_batches;
};

/* From the store of this path (NULL: the default one); files have nothing of it. Ends with
 * show_record_fini, also when it fails. */
enum assay_status show_record_read(const struct input *input, const char *store, bool with_batches,
                                   struct show_record *record, struct assay_error *error);
void show_record_fini(struct show_record *record);

/* "batch": {"min", "max"} of a sample whose iterations repeated their work. */
void show_record_batch(const struct show_record *record, const struct assay_series *series,
                       json_t *sample);
/* "failed_hooks": [{"system", "hook", "round", "position", "outcome", "code", "last_words"}], if any. */
void show_record_hooks(const struct show_record *record, json_t *document);
/* One sentence: how many hooks failed, and how the first did. */
void show_record_note(const struct show_record *record, const struct global_options *global);

#endif

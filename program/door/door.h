/* SPDX-License-Identifier: GPL-3.0-or-later */
/* door.h -- what the functions of assay/engine.h share.
 *
 * Each makes a request of its options, calls the analysis and gives its document, as the verb of that name does; nothing is
 * computed here. */
#pragma once

#include <assay/engine.h>
#include <jansson.h>

#include "base/arena.h"
#include "base/remarks.h"
#include "base/text_buffer.h"
#include "source/input.h"

struct assay_engine {
    char *store, *launcher; /* NULL: not given */
    double confidence;
    uint64_t seed;
    bool seed_given;
    size_t threads;
    char *remarks; /* of the last call; NULL: none */
};

/* A call from its beginning to its end. */
struct door_call {
    struct assay_engine *engine;
    struct arena memory;      /* of the request */
    struct remarks remarks;   /* on the way */
    struct name_list command; /* the words by which the program gives the same */
    struct assay_error error;
};
/* What must be given is not: ASSAY_INVALID. */
enum assay_status door_lacks(struct assay_engine_error *error);
struct door_call door_begin(struct assay_engine *engine, const char *verb);
/* One more word of the command line, or an option with its value where there is one. */
void door_word(struct door_call *call, const char *word);
void door_option(struct door_call *call, const char *option, const char *value);
/* Ends the call: the status, or ASSAY_NO_MEMORY where something was lost on the way. */
enum assay_status door_end(struct door_call *call, enum assay_status status,
                           struct assay_engine_error *error);
/* The same with a document, which is taken over (NULL: status says why): *json is its text. */
enum assay_status door_end_with(struct door_call *call, enum assay_status status, json_t *document,
                                char **json, struct assay_engine_error *error);

/* A struct that begins with its size into one of defaults: as much of it as the caller knows. ASSAY_INVALID: a size that
 * cannot be. */
enum assay_status door_take(struct door_call *call, void *own, size_t size, const void *given);

/* NaN, or 0 or more. ASSAY_USAGE: it is not. */
enum assay_status door_check_margin(struct door_call *call, double margin);

/* A list that ends with NULL; NULL: an empty one. */
struct name_list door_names(struct door_call *call, const char *const *names);

/* Reads what the source names, as `assay VERB` reads it. The input is ended with input_fini in any case. */
struct door_reading {
    bool all_metrics; /* where none is named, whatever the source says */
    bool occasions;
    bool no_statistic, no_warm_up; /* the verb has no such option: ASSAY_USAGE where one is given */
    const char *draws, *level;
};
enum assay_status door_read(struct door_call *call, const struct assay_engine_source *source,
                            const struct door_reading *how, struct input *input);
/* The request alone; *source is of defaults where the caller gave NULL. */
enum assay_status door_request(struct door_call *call, const struct assay_engine_source *given,
                               const struct door_reading *how, struct assay_engine_source *source,
                               struct source_request *request);
/* Reads what that asks for. */
enum assay_status door_read_request(struct door_call *call, const struct source_request *request,
                                    const char *warm_up, struct input *input);

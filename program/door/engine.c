/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c -- the handle of assay/engine.h, and what its functions share. */
#include "door/door.h"

#include <assay/assay.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

/* ---- the handle ---- */

static enum assay_status fail(struct assay_engine_error *error, enum assay_status status,
                              const char *text)
{
    struct door_call call = {.error = {.status = status}};
    (void)snprintf(call.error.text, sizeof call.error.text, "%s", text);
    return door_end(&call, status, error);
}

enum assay_status door_lacks(struct assay_engine_error *error)
{
    return fail(error, ASSAY_INVALID, "the handle, or where to put the answer, is NULL");
}

enum assay_status assay_engine_open(const struct assay_engine_options *given,
                                    struct assay_engine **engine, struct assay_engine_error *error)
{
    struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    struct door_call call = {0};
    if (engine == NULL)
        return door_lacks(error);
    *engine = NULL;
    if (door_take(&call, &options, sizeof options, given) != ASSAY_OK)
        return door_end(&call, ASSAY_INVALID, error);
    if (!(options.confidence > 0 && options.confidence < 1))
        return fail(error, ASSAY_INVALID, "confidence must lie inside (0, 1)");
    struct assay_engine *made = calloc(1, sizeof *made);
    if (made == NULL)
        return fail(error, ASSAY_NO_MEMORY, "out of memory");
    *made = (struct assay_engine){.store = options.store != NULL ? strdup(options.store) : NULL,
                                  .launcher =
                                      options.launcher != NULL ? strdup(options.launcher) : NULL,
                                  .confidence = options.confidence,
                                  .seed = options.seed,
                                  .seed_given = options.seed_given != 0,
                                  .threads = options.threads};
    if ((made->store == NULL) != (options.store == NULL) ||
        (made->launcher == NULL) != (options.launcher == NULL)) {
        assay_engine_close(&made);
        return fail(error, ASSAY_NO_MEMORY, "out of memory");
    }
    *engine = made;
    return ASSAY_OK;
}

void assay_engine_close(struct assay_engine **engine)
{
    if (engine == NULL || *engine == NULL)
        return;
    free((*engine)->store);
    free((*engine)->launcher);
    free((*engine)->remarks);
    free(*engine);
    *engine = NULL;
}

void assay_engine_free(char *text)
{
    free(text);
}

const char *assay_engine_version(void)
{
    return assay_version();
}

const char *assay_engine_remarks(const struct assay_engine *engine)
{
    return engine != NULL && engine->remarks != NULL ? engine->remarks : "";
}

/* ---- a call ---- */

void door_word(struct door_call *call, const char *word)
{
    const char **longer = arena_array(&call->memory, call->command.n + 1, sizeof *longer);
    if (longer == NULL)
        return;
    if (call->command.n > 0)
        memcpy(longer, call->command.items, call->command.n * sizeof *longer);
    longer[call->command.n] = word;
    call->command = (struct name_list){longer, call->command.n + 1};
}

void door_option(struct door_call *call, const char *option, const char *value)
{
    if (value == NULL)
        return;
    door_word(call, option);
    door_word(call, value);
}

struct door_call door_begin(struct assay_engine *engine, const char *verb)
{
    struct door_call call = {.engine = engine};
    free(engine->remarks);
    engine->remarks = NULL;
    view_begin();
    door_word(&call, "assay");
    door_word(&call, verb);
    door_word(&call, "--json");
    door_option(&call, "--store", engine->store);
    if (engine->confidence != ASSAY_CONFIDENCE_DEFAULT)
        door_option(&call, "--confidence",
                    arena_copy(&call.memory, decimal_of(engine->confidence).text));
    if (engine->seed_given)
        door_option(&call, "--seed",
                    arena_print(&call.memory, "%llu", (unsigned long long)engine->seed));
    return call;
}

/* What was said on the way, a line a sentence. */
static void keep_remarks(struct door_call *call)
{
    struct view_writer writer;
    FILE *stream = call->remarks.n > 0 ? view_open(&writer) : NULL;
    if (stream == NULL)
        return;
    for (size_t i = 0; i < call->remarks.n; i++)
        fprintf(stream, "%s\n", call->remarks.items[i].text);
    call->engine->remarks = view_close(&writer);
}

static void give_error(const struct assay_error *from, enum assay_status status,
                       struct assay_engine_error *to)
{
    struct assay_engine_error full = ASSAY_ENGINE_ERROR_DEFAULTS;
    if (to == NULL || to->size < sizeof to->size)
        return;
    full.size = to->size;
    full.status = (int)status;
    if (status != ASSAY_OK) {
        full.line = from->line;
        memcpy(full.field, from->field, sizeof full.field);
        memcpy(full.text, from->text, sizeof full.text);
    }
    memcpy(to, &full, to->size < sizeof full ? to->size : sizeof full);
}

enum assay_status door_end(struct door_call *call, enum assay_status status,
                           struct assay_engine_error *error)
{
    if (call->engine != NULL)
        keep_remarks(call);
    if (status == ASSAY_OK && (call->memory.lost || view_lost()))
        status = fail_no_memory(&call->error);
    give_error(&call->error, status, error);
    remarks_fini(&call->remarks);
    arena_fini(&call->memory);
    return status;
}

enum assay_status door_end_with(struct door_call *call, enum assay_status status, json_t *document,
                                char **json, struct assay_engine_error *error)
{
    *json = NULL;
    if (status == ASSAY_OK) {
        *json = VIEW_TEXT(stream, render_json_print(stream, document));
        document = NULL;
    }
    json_decref(document);
    status = door_end(call, status, error);
    if (status != ASSAY_OK) {
        free(*json);
        *json = NULL;
    }
    return status;
}

/* ---- what callers give ---- */

enum assay_status door_take(struct door_call *call, void *own, size_t size, const void *given)
{
    size_t known;
    if (given == NULL)
        return ASSAY_OK;
    memcpy(&known, given, sizeof known);
    if (known < sizeof known)
        return assay_fail(&call->error, ASSAY_INVALID,
                          "a struct says that it has %zu bytes: begin each with its _DEFAULTS",
                          known);
    memcpy(own, given, known < size ? known : size);
    return ASSAY_OK;
}

enum assay_status door_check_margin(struct door_call *call, double margin)
{
    if (isnan(margin) || (margin >= 0 && isfinite(margin)))
        return ASSAY_OK;
    return assay_fail(&call->error, ASSAY_USAGE, "the margin must be 0 or more, is %g", margin);
}

struct name_list door_names(struct door_call *call, const char *const *names)
{
    struct name_list list = {0};
    while (names != NULL && names[list.n] != NULL)
        list.n++;
    if (list.n == 0)
        return list;
    list.items = arena_array(&call->memory, list.n, sizeof *list.items);
    if (list.items == NULL)
        return (struct name_list){0};
    memcpy(list.items, names, list.n * sizeof *list.items);
    return list;
}

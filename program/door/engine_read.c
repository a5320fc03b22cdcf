/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine_read.c -- a source of assay/engine.h becomes a request, and is read. */
#include "door/door.h"

#include "base/failure.h"
#include "import/direct.h"

/* One option for each name. */
static void tell_list(struct door_call *call, const char *option, const struct name_list *names)
{
    for (size_t i = 0; i < names->n; i++)
        door_option(call, option, names->items[i]);
}

/* What the program would be called with. */
static void tell(struct door_call *call, const struct assay_engine_source *source,
                 const struct source_request *request)
{
    tell_list(call, "--system", &request->systems);
    tell_list(call, "--benchmark", &request->benchmarks);
    tell_list(call, "--metric", &request->metrics);
    tell_list(call, "--direction", &request->directions);
    door_option(call, "--format", source->format);
    door_option(call, "--level", source->level);
    door_option(call, "--level-of-files", source->level_of_files);
    door_option(call, "--as", source->declaration);
    door_option(call, "--statistic", source->statistic);
    door_option(call, "--warm-up", source->warm_up);
    if (source->stored)
        door_word(call, "--stored");
    if (source->partial)
        door_word(call, "--partial");
    /* What begins as options do stands behind what ends them. */
    bool like_option = false;
    for (size_t i = 0; i < request->arguments.n; i++)
        like_option |=
            request->arguments.items[i][0] == '-' && request->arguments.items[i][1] != '\0';
    if (like_option)
        door_word(call, "--");
    for (size_t i = 0; i < request->arguments.n; i++)
        door_word(call, request->arguments.items[i]);
}

/* Of a verb that has no such option nothing would repeat the answer. */
static enum assay_status check_words(struct door_call *call, const struct door_reading *how,
                                     const struct assay_engine_source *source)
{
    const char *field = how->no_statistic && source->statistic != NULL ? "statistic"
                        : how->no_warm_up && source->warm_up != NULL   ? "warm_up"
                                                                       : NULL;
    if (field == NULL)
        return ASSAY_OK;
    return assay_fail(&call->error, ASSAY_USAGE, "%s: assay %s takes none", field,
                      call->command.items[1]);
}

enum assay_status door_request(struct door_call *call, const struct assay_engine_source *given,
                               const struct door_reading *how, struct assay_engine_source *source,
                               struct source_request *request)
{
    *source = (struct assay_engine_source)ASSAY_ENGINE_SOURCE_DEFAULTS;
    TRY(door_take(call, source, sizeof *source, given));
    TRY(check_words(call, how, source));
    *request = (struct source_request){
        .arguments = door_names(call, source->names),
        .systems = door_names(call, source->systems),
        .benchmarks = door_names(call, source->benchmarks),
        .metrics = door_names(call, source->metrics),
        .directions = door_names(call, source->directions),
        .others_too = how->all_metrics || source->all_metrics != 0,
        .format = source->format != NULL ? format_named(source->format) : NULL,
        .level = source->level != NULL ? source->level : how->level,
        .level_of_files = source->level_of_files,
        .declaration = source->declaration,
        .stored = source->stored != 0,
        .partial = source->partial != 0,
        .occasions = how->occasions,
        .draws = how->draws,
        .store = call->engine->store,
        .has_question = source->statistic != NULL};
    if (call->memory.lost)
        return fail_no_memory(&call->error);
    if (source->format != NULL && request->format == NULL)
        return assay_fail(&call->error, ASSAY_USAGE, "format: there is no format \"%.60s\"",
                          source->format);
    if (source->declaration != NULL && source->format != NULL)
        return assay_fail(&call->error, ASSAY_USAGE,
                          "declaration says what format would say: give one of them");
    TRY(direct_check(&request->directions, &call->error));
    struct assay_error problem;
    if (request->has_question &&
        assay_question_parse(source->statistic, &request->question, &problem) != ASSAY_OK)
        return assay_fail(&call->error, ASSAY_USAGE, "statistic: %s", problem.text);
    tell(call, source, request);
    return ASSAY_OK;
}

static enum assay_status settle_warm_up(struct door_call *call, const char *text,
                                        struct input *input)
{
    enum warm_up_choice choice;
    size_t first;
    if (!warm_up_parse(text, &choice, &first))
        return assay_fail(&call->error, ASSAY_USAGE,
                          "warm_up: \"%.60s\" is not keep, cut or a number of iterations", text);
    return input_settle_warm_up(input, choice, first, &call->error);
}

enum assay_status door_read(struct door_call *call, const struct assay_engine_source *given,
                            const struct door_reading *how, struct input *input)
{
    struct assay_engine_source source;
    struct source_request request;
    *input = (struct input){0};
    TRY(door_request(call, given, how, &source, &request));
    return door_read_request(call, &request, source.warm_up, input);
}

enum assay_status door_read_request(struct door_call *call, const struct source_request *request,
                                    const char *warm_up, struct input *input)
{
    *input = (struct input){0};
    TRY(input_read(request, input, &call->remarks, &call->error));
    const enum assay_status status = settle_warm_up(call, warm_up, input);
    if (status != ASSAY_OK) {
        input_fini(input);
        *input = (struct input){0};
    }
    return status;
}

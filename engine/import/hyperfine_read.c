/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine_read.c -- JSON of `hyperfine --export-json`.
 * Source:   hyperfine 1.0 … 1.19, src/benchmark/benchmark_result.rs: seconds, shell time taken off;
 *           user and system are means, so they give no values here, and are counted.
 * Levels:   execution; each value is a whole process.
 * Names:    as in quick mode: commands that differ in more than their parameters are systems, and
 *           their parameters make benchmarks; else the commands are the systems. Beside other files
 *           the file is the system and the commands are benchmarks. A command given twice is two,
 *           as hyperfine compares it with itself.
 * Edge:     executions that ended with another code than 0 are left out and counted. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "import/gather.h"
#include "import/importer.h"

struct result {
    const char *command, *parameters, *template;
    struct pull_place times, memory, codes;
    bool has_times, has_memory, has_codes, has_processor;
};

struct results {
    struct result *items;
    size_t n, room;
    bool have_parameters, templates_differ; /* all have; any two do */
};

enum { LONGEST = 4096 }; /* of what people write on a command line */

/* The text with each `value` in it replaced by {name}; a text that grows too long stays. */
static const char *replaced(struct pull *json, const char *text, const char *name,
                            const char *value)
{
    char out[LONGEST];
    const char *const whole = text;
    size_t n = 0;
    for (const char *at; value[0] != '\0' && (at = strstr(text, value)) != NULL;) {
        int size = snprintf(out + n, sizeof out - n, "%.*s{%s}", (int)(at - text), text, name);
        if (size < 0 || (size_t)size >= sizeof out - n)
            return whole;
        n += (size_t)size;
        text = at + strlen(value);
    }
    return n > 0 ? pull_print(json, "%.*s%s", (int)n, out, text) : text;
}

/* "n=10, m=2", and the command with placeholders in the places of these values. */
static void read_parameters(struct pull *json, struct result *result)
{
    const char *text = result->command;
    pull_object(json);
    while (pull_key(json)) {
        const char *name = pull_key_text(json), *value = pull_string(json);
        result->parameters = pull_join(json, result->parameters, name, value);
        text = replaced(json, text, name, value);
    }
    result->template = text;
}

static void note_place(struct pull *json, struct pull_place *place, bool *has)
{
    *has = pull_peek(json) == PULL_ARRAY;
    *place = pull_here(json);
    pull_skip(json);
}

static void read_result(struct pull *json, struct result *result)
{
    struct pull_place parameters = {0};
    *result = (struct result){.command = "", .parameters = "", .template = ""};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "command"))
            result->command = pull_string(json);
        else if (pull_key_is(json, "times"))
            note_place(json, &result->times, &result->has_times);
        else if (pull_key_is(json, "memory_usage_byte"))
            note_place(json, &result->memory, &result->has_memory);
        else if (pull_key_is(json, "exit_codes"))
            note_place(json, &result->codes, &result->has_codes);
        else {
            if (pull_key_is(json, "parameters") && pull_peek(json) == PULL_OBJECT)
                parameters = pull_here(json);
            result->has_processor |= pull_key_is(json, "user") || pull_key_is(json, "system");
            pull_skip(json);
        }
    }
    result->template = result->command;
    if (json->failed || parameters.p == NULL)
        return;
    const struct pull_place after = pull_here(json);
    pull_go(json, parameters);
    read_parameters(json, result);
    pull_go(json, after);
}

static void collect(struct pull *json, struct results *results)
{
    pull_array(json);
    while (pull_item(json)) {
        if (!array_more(&results->items, results->n, &results->room)) {
            pull_no_memory(json);
            return;
        }
        read_result(json, &results->items[results->n]);
        results->n += !json->failed;
    }
}

/* ---- names ---- */

static bool have_parameters(const struct results *results)
{
    for (size_t i = 0; i < results->n; i++)
        if (results->items[i].parameters[0] == '\0')
            return false;
    return true;
}

static bool templates_differ(const struct results *results)
{
    for (size_t i = 1; i < results->n; i++)
        if (strcmp(results->items[i].template, results->items[0].template) != 0)
            return true;
    return false;
}

static void set_names(const struct results *results, const struct format_options *options,
                      const struct result *result, struct importer_series *series)
{
    const bool parameters = results->have_parameters, several = results->templates_differ;
    if (!options->alone) {
        if (results->n == 1)
            return; /* two files of one command each compare these */
        series->benchmark = parameters && !several ? result->parameters : result->command;
    } else if (parameters && several) {
        series->system = result->template;
        series->benchmark = result->parameters;
    } else {
        series->system = parameters ? result->parameters : result->command;
    }
}

/* By which two files can be seen to be of two. */
static void tell_command(const struct results *results, const struct format_options *options)
{
    struct format_summary *summary = options->summary;
    if (summary != NULL && results->n == 1)
        (void)snprintf(summary->command, sizeof summary->command, "%s", results->items[0].command);
}

/* ---- values ---- */

/* Codes that are not 0 are failures; null was a signal. *codes is empty when nothing is known. */
static void read_codes(struct pull *json, const struct result *result, struct numbers *codes)
{
    codes->n = 0;
    if (!result->has_codes)
        return;
    pull_go(json, result->codes);
    numbers_take(codes, json, 0);
}

/* Takes the values of executions that failed away; returns how many these were. */
static size_t drop_failed(struct numbers *values, const struct numbers *codes)
{
    size_t n = 0;
    for (size_t i = 0; i < values->n; i++)
        if (i >= codes->n || codes->x[i] == 0)
            values->x[n++] = values->x[i];
    const size_t failed = values->n - n;
    values->n = n;
    return failed;
}

static void add_array(struct importer *importer, struct pull_place place,
                      const struct numbers *codes, const struct importer_series *series, bool count)
{
    struct pull *json = &importer->json;
    pull_go(json, place);
    numbers_take(&importer->values, json, 0);
    const size_t n_times = importer->values.n;
    const size_t failed = drop_failed(&importer->values, codes);
    importer_keep_finite(importer, 0);
    bool some = importer->values.n > 0;
    importer_add(importer, series, NULL);
    if (count)
        importer_skip(importer, failed, "failed executions");
    if (count && n_times == 0)
        importer_skip(importer, 1, "results without times");
    if (failed > 0 && some)
        importer_warn_failed(importer, series);
}

/* Which one of this command and these parameters it is, from 1; 0: no memory. */
static int64_t count_like(struct gather *likes, const struct result *result)
{
    int64_t *counter = gather_counter(likes, result->command, result->parameters);
    return counter != NULL ? ++*counter : 0;
}

static void add_result(struct importer *importer, const struct results *results, size_t index,
                       int64_t number, struct numbers *codes)
{
    struct pull *json = &importer->json;
    const struct result *result = &results->items[index];
    struct importer_series series = {.metric = "wall", .unit = unit_of("s"), .lowest = "execution"};
    if (!result->has_times) {
        importer_skip(importer, 1, "results without times");
        return;
    }
    set_names(results, importer->options, result, &series);
    const char **name = importer->options->alone ? &series.system : &series.benchmark;
    if (number > 1)
        *name = pull_print(json, "%s (%" PRId64 ")", *name, number);
    read_codes(json, result, codes);
    add_array(importer, result->times, codes, &series, true);
    importer_skip(importer, result->has_processor, "means of user and system time");
    if (!result->has_memory)
        return;
    series.metric = "max_rss";
    series.unit = unit_of("byte");
    add_array(importer, result->memory, codes, &series, false);
}

/* Adds what was collected, also when the text ended too early behind it. */
static void add_results(struct importer *importer, const struct results *results)
{
    struct pull *json = &importer->json;
    struct numbers codes = {NULL, 0, 0};
    struct gather likes;
    const bool cut = json->failed && json->cut && importer->options->partial;
    if (cut)
        json->failed = false;
    gather_init(&likes, 2);
    for (size_t i = 0; i < results->n && !json->failed; i++) {
        const int64_t number = count_like(&likes, &results->items[i]);
        if (number == 0)
            pull_no_memory(json);
        else
            add_result(importer, results, i, number, &codes);
    }
    gather_fini(&likes);
    json->failed |= cut;
    free(codes.x);
}

static void read_hyperfine(struct importer *importer)
{
    struct results results = {0};
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_find(json, "results"))
        collect(json, &results);
    pull_finish(json);
    results.have_parameters = have_parameters(&results);
    results.templates_differ = templates_differ(&results);
    tell_command(&results, importer->options);
    add_results(importer, &results);
    free(results.items);
}

const struct format format_hyperfine = {
    .name = "hyperfine",
    .what = "hyperfine JSON",
    .opening = '{',
    .keys = {"results", "command", "times"},
    .take = read_hyperfine,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* criterion.c -- sample.json of criterion.rs, and what cargo-criterion prints.
 * Source:   bheisler/criterion.rs: {"sampling_mode", "iters": [...], "times": [...]}, before 0.4
 *           [[iters], [times]]; times are nanoseconds of the whole sample. cargo-criterion
 *           --message-format=json: a line for each benchmark, {"reason": "benchmark-complete", "id",
 *           "iteration_count": [...], "measured_values": [...], "unit"}, and others.
 * Levels:   iteration; a value is the mean over the iterations of one sample.
 * Names:    in cargo-criterion's lines the id. sample.json has none: the directory above has them, or
 *           the file's name stands for them. */
#include <stdlib.h>
#include <string.h>

#include "import/format.h"
#include "import/json_lines.h"

static void divide(struct importer *importer, const struct numbers *iterations)
{
    struct pull *json = &importer->json;
    if (json->failed)
        return;
    if (iterations->n != importer->values.n) {
        pull_fail(json, "%zu counts of iterations and %zu times; there must be as many",
                  iterations->n, importer->values.n);
        return;
    }
    size_t n = 0;
    for (size_t i = 0; i < iterations->n; i++) {
        if (iterations->x[i] > 0)
            importer->values.x[n++] = importer->values.x[i] / iterations->x[i];
        else
            importer_skip(importer, 1, "samples without iterations");
    }
    importer->values.n = n;
}

/* Takes an array of numbers away from the importer's values. */
static void read_iterations(struct importer *importer, struct numbers *iterations)
{
    struct numbers times = importer->values;
    importer->values = *iterations;
    importer->values.n = 0;
    importer_numbers(importer, 0);
    *iterations = importer->values;
    importer->values = times;
}

static void read_times(struct importer *importer)
{
    importer->values.n = 0;
    importer_numbers(importer, -9);
}

static void read_pair(struct importer *importer, struct numbers *iterations)
{
    struct pull *json = &importer->json;
    pull_array(json);
    for (size_t i = 0; pull_item(json); i++) {
        if (i == 0)
            read_iterations(importer, iterations);
        else if (i == 1)
            read_times(importer);
        else
            pull_skip(json);
    }
}

static void read_object(struct importer *importer, struct numbers *iterations)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "iters"))
            read_iterations(importer, iterations);
        else if (pull_key_is(json, "times"))
            read_times(importer);
        else
            pull_skip(json);
    }
}

static void read_sample(struct importer *importer, struct numbers *iterations)
{
    const struct importer_series series = {
        .metric = "wall", .unit = unit_of("s"), .lowest = "iteration"};
    if (pull_peek(&importer->json) == PULL_ARRAY)
        read_pair(importer, iterations);
    else
        read_object(importer, iterations);
    pull_finish(&importer->json);
    divide(importer, iterations);
    importer_add(importer, &series, NULL);
}

/* ---- cargo-criterion ---- */

/* Of one line; the places of what is read when its unit is known. */
struct message {
    const char *reason, *id, *unit;
    struct pull_place counts, values;
};

static void read_message(struct pull *json, struct message *message)
{
    *message = (struct message){"", "", "ns", {0}, {0}};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "reason")) {
            message->reason = pull_string(json);
        } else if (pull_key_is(json, "id")) {
            message->id = pull_string(json);
        } else if (pull_key_is(json, "unit")) {
            message->unit = pull_string(json);
        } else {
            if (pull_key_is(json, "iteration_count"))
                message->counts = pull_here(json);
            else if (pull_key_is(json, "measured_values"))
                message->values = pull_here(json);
            pull_skip(json);
        }
    }
}

static void add_message(struct importer *importer, const struct message *message,
                        struct numbers *iterations)
{
    struct pull *json = &importer->json;
    struct importer_series series = {
        .benchmark = message->id, .unit = unit_of(message->unit), .lowest = "iteration"};
    series.metric = strcmp(series.unit.name, "s") == 0 ? "wall" : "value";
    const struct pull_place after = pull_here(json);
    pull_go(json, message->counts);
    read_iterations(importer, iterations);
    pull_go(json, message->values);
    importer_numbers(importer, series.unit.power);
    importer_skip(importer, importer->values.n == 0, "benchmarks without values");
    divide(importer, iterations);
    importer_add(importer, &series, NULL);
    pull_go(json, after);
}

static void read_messages(struct importer *importer, struct numbers *iterations)
{
    struct pull *json = &importer->json;
    while (json_lines_next(importer)) {
        const struct pull_mark mark = pull_mark(json);
        struct message message;
        read_message(json, &message);
        if (json->failed)
            break;
        if (message.counts.p != NULL && message.values.p != NULL)
            add_message(importer, &message, iterations);
        else if (strcmp(message.reason, "benchmark-complete") == 0)
            importer_skip(importer, 1, "benchmarks without values");
        pull_forget(json, mark);
    }
}

static bool are_messages(const struct format_text *text)
{
    static const char values[] = "\"measured_values\"";
    return json_lines_probe(text, "reason") &&
           memmem(text->text, text->size, values, sizeof values - 1) != NULL;
}

static void read_criterion(struct importer *importer)
{
    struct numbers iterations = {NULL, 0, 0};
    if (are_messages(importer->text))
        read_messages(importer, &iterations);
    else
        read_sample(importer, &iterations);
    free(iterations.x);
}

static bool probe(const struct format_text *text)
{
    if (are_messages(text))
        return true;
    static const char *const keys[] = {"iters", "times", NULL}, *const none[] = {NULL};
    if (pull_probe(text, '{', keys))
        return true;
    struct assay_error error;
    struct pull json;
    pull_init(&json, text, &error);
    if (!pull_probe(text, '[', none) || pull_peek(&json) != PULL_ARRAY)
        return false;
    pull_array(&json);
    return pull_item(&json) && pull_peek(&json) == PULL_ARRAY;
}

const struct format format_criterion = {
    .name = "criterion",
    .what = "criterion.rs sample.json or cargo-criterion JSON",
    .probe = probe,
    .take = read_criterion,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_db.c -- the JSON that ReBench sends to ReBenchDB.
 * Source:   smarr/ReBenchDB src/shared/api.ts; data[].d[] = {in, it, m: [{c, v}]}; newer ones
 *           {in, m: [[v, ...] | null, ...]}, one array a criterion. In the first ones keys are
 *           run_id, input_size and so on.
 * Levels:   execution (in, the invocation) > iteration (it). Warm-up is part of the values.
 * Names:    the executor is the system; benchmark with input size, variable value, cores, machine
 *           and tag.
 * Edge:     criteria may stand behind the data that use them. Profiles are left out and counted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/importer.h"

enum { MOST_CRITERIA = 64 };

struct criteria {
    size_t n; /* 1 + the largest index */
    const char *name[MOST_CRITERIA], *unit[MOST_CRITERIA];
    int power[MOST_CRITERIA]; /* of ten, to the unit that values are kept in */
};

struct payload {
    struct importer importer;
    struct criteria criteria;
    struct numbers values[MOST_CRITERIA]; /* of the invocation at hand */
    double invocation;                    /* NaN: none yet */
    const char *system, *benchmark;
};

static void read_criterion(struct pull *json, struct criteria *criteria)
{
    double index = -1;
    const char *name = "", *unit = "";
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "i"))
            pull_number(json, 0, &index);
        else if (pull_key_is(json, "c"))
            name = pull_string(json);
        else if (pull_key_is(json, "u"))
            unit = pull_string(json);
        else
            pull_skip(json);
    }
    if (json->failed)
        return;
    if (!(index >= 0 && index < MOST_CRITERIA) || index != floor(index)) {
        pull_fail(json, "a criterion has an index from 0 to %d", MOST_CRITERIA - 1);
        return;
    }
    size_t i = (size_t)index;
    criteria->name[i] = name;
    criteria->unit[i] = unit;
    criteria->power[i] = unit_of(unit).power;
    criteria->n = i >= criteria->n ? i + 1 : criteria->n;
}

/* ---- what was run ---- */

static const char *read_name(struct pull *json)
{
    const char *name = "";
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name"))
            name = pull_string(json);
        else
            pull_skip(json);
    }
    return name;
}

static void read_suite(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "executor"))
            payload->system = read_name(json);
        else
            pull_skip(json);
    }
}

static void read_benchmark(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name"))
            payload->benchmark = pull_string(json);
        else if (pull_key_is(json, "suite"))
            read_suite(payload);
        else
            pull_skip(json);
    }
}

/* The detail that the key at hand names, or NULL. */
static const char *detail_of(struct pull *json)
{
    static const char *const names[][2] = {{"inputSize", "input_size"}, {"varValue", "var_value"},
                                           {"extraArgs", "extra_args"}, {"cores", "cores"},
                                           {"machine", "machine"},      {"tag", "tag"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (pull_key_is(json, names[i][0]) || pull_key_is(json, names[i][1]))
            return names[i][0];
    return NULL;
}

static void read_run(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    const char *details = "";
    pull_object(json);
    while (pull_key(json)) {
        const char *key = detail_of(json);
        if (pull_key_is(json, "benchmark")) {
            read_benchmark(payload);
        } else if (key != NULL) {
            const char *value = pull_string(json);
            if (value[0] != '\0')
                details = pull_join(json, details, key, value);
        } else {
            pull_skip(json);
        }
    }
    if (details[0] != '\0')
        payload->benchmark = pull_print(json, "%s (%s)", payload->benchmark, details);
}

/* ---- values ---- */

static void add_criterion(struct payload *payload, size_t i, const char *label)
{
    struct importer *importer = &payload->importer;
    const char *name = payload->criteria.name[i];
    const bool known = name != NULL && i < payload->criteria.n;
    struct importer_series series = {.system = payload->system,
                                     .benchmark = payload->benchmark,
                                     .unit = unit_of(known ? payload->criteria.unit[i] : "1"),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    series.metric = !known ? "value"
                    : strcmp(name, "total") == 0 && unit_is_time(payload->criteria.unit[i]) ? "wall"
                                                                                            : name;
    importer_add_from(importer, &series, &label, &payload->values[i]);
}

static void add_invocation(struct payload *payload)
{
    char label[32];
    (void)snprintf(label, sizeof label, "%.0f", payload->invocation);
    for (size_t i = 0; i < MOST_CRITERIA; i++)
        if (payload->values[i].n > 0)
            add_criterion(payload, i, label);
}

static void take_value(struct payload *payload, size_t criterion, double x)
{
    if (!isfinite(x))
        importer_skip(&payload->importer, 1, "values that are no finite number");
    else if (!numbers_append(&payload->values[criterion], x))
        pull_no_memory(&payload->importer.json);
}

static bool is_criterion(struct pull *json, double index)
{
    if (!json->failed && (!(index >= 0 && index < MOST_CRITERIA) || index != floor(index)))
        pull_fail(json, "a value is of a criterion from 0 to %d", MOST_CRITERIA - 1);
    return !json->failed;
}

static void read_value(struct payload *payload, double index)
{
    struct pull *json = &payload->importer.json;
    double x;
    if (!is_criterion(json, index))
        return;
    pull_number(json, payload->criteria.power[(size_t)index], &x);
    take_value(payload, (size_t)index, x);
}

/* {"c": criterion, "v": value}; a value that stands first waits for its criterion. */
static void read_pair(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    double index = -1;
    struct pull_place value = {0};
    bool known = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "c")) {
            pull_number(json, 0, &index);
            known = true;
        } else if (pull_key_is(json, "v") && known) {
            read_value(payload, index);
        } else {
            if (pull_key_is(json, "v"))
                value = pull_here(json);
            pull_skip(json);
        }
    }
    if (json->failed || value.p == NULL)
        return;
    const struct pull_place after = pull_here(json);
    pull_go(json, value);
    read_value(payload, index);
    if (!json->failed)
        pull_go(json, after);
}

/* Objects {c, v} of one iteration, or arrays of values, one a criterion. */
static void read_measures(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    pull_array(json);
    for (size_t i = 0; pull_item(json); i++) {
        enum pull_kind kind = pull_peek(json);
        if (kind == PULL_OBJECT) {
            read_pair(payload);
        } else if (kind == PULL_ARRAY) {
            if (!is_criterion(json, (double)i))
                return;
            pull_array(json);
            while (pull_item(json)) {
                double x;
                pull_number(json, payload->criteria.power[i], &x);
                take_value(payload, i, x);
            }
        } else {
            pull_skip(json);
        }
    }
}

static void begin_invocation(struct payload *payload, double invocation)
{
    if (invocation != payload->invocation)
        add_invocation(payload);
    payload->invocation = invocation;
}

static void read_point(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    double invocation = 1;
    struct pull_place measures = {0};
    bool known = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "in")) {
            pull_number(json, 0, &invocation);
            known = true;
        } else if (pull_key_is(json, "m") && known) {
            begin_invocation(payload, invocation);
            read_measures(payload);
        } else {
            if (pull_key_is(json, "m"))
                measures = pull_here(json);
            pull_skip(json);
        }
    }
    if (json->failed || measures.p == NULL)
        return;
    const struct pull_place after = pull_here(json);
    begin_invocation(payload, invocation);
    pull_go(json, measures);
    read_measures(payload);
    if (!json->failed)
        pull_go(json, after);
}

static void read_points(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    payload->invocation = (double)NAN;
    pull_array(json);
    while (pull_item(json))
        read_point(payload);
    if (!json->failed)
        add_invocation(payload);
}

static void read_entry(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    struct pull_place points = {0};
    payload->system = NULL;
    payload->benchmark = "";
    const struct pull_mark mark = pull_mark(json);
    bool known = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "runId") || pull_key_is(json, "run_id")) {
            read_run(payload);
            known = true;
        } else if (pull_key_is(json, "d") && known) {
            read_points(payload);
        } else {
            if (pull_key_is(json, "d"))
                points = pull_here(json);
            importer_skip(&payload->importer, pull_key_is(json, "p"), "runs with a profile only");
            pull_skip(json);
        }
    }
    if (points.p != NULL && !json->failed) {
        const struct pull_place after = pull_here(json);
        pull_go(json, points);
        read_points(payload);
        if (!json->failed)
            pull_go(json, after);
    }
    pull_forget(json, mark);
}

static void read_criteria(struct payload *payload)
{
    struct pull *json = &payload->importer.json;
    pull_array(json);
    while (pull_item(json))
        read_criterion(json, &payload->criteria);
}

static enum assay_status read_payload(const struct format_text *text,
                                      const struct format_options *options,
                                      struct assay_dataset *dataset, struct format_error *error)
{
    struct payload payload = {.invocation = (double)NAN};
    struct pull *json = &payload.importer.json;
    struct pull_place data = {0};
    importer_init(&payload.importer, text, options, dataset, error);
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "criteria")) {
            read_criteria(&payload);
        } else if (pull_key_is(json, "data") && payload.criteria.n == 0) {
            data = pull_here(json); /* criteria come, or it is of profiles */
            pull_skip(json);
        } else if (pull_key_is(json, "data")) {
            pull_array(json);
            while (pull_item(json))
                read_entry(&payload);
        } else {
            pull_skip(json);
        }
    }
    pull_finish(json);
    if (data.p != NULL && !json->failed) {
        pull_go(json, data);
        pull_array(json);
        while (pull_item(json))
            read_entry(&payload);
    }
    for (size_t i = 0; i < MOST_CRITERIA; i++)
        free(payload.values[i].x);
    return importer_finish(&payload.importer);
}

/* The criteria stand behind all values: nobody looks for them. */
static bool probe(const struct format_text *text)
{
    static const char *const values[] = {"data", "runId", "d", NULL},
                             *const first[] = {"data", "run_id", "d", NULL},
                             *const profiles[] = {"data", "runId", "p", "nit", NULL};
    return pull_probe(text, '{', values) || pull_probe(text, '{', first) ||
           pull_probe(text, '{', profiles);
}

extern const struct format format_rebench_db;
const struct format format_rebench_db = {
    .name = "rebench-db",
    .what = "ReBenchDB payload JSON",
    .probe = probe,
    .read = read_payload,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pyperf.c -- JSON of pyperf and pyperformance (and perf, its older name).
 * Source:   psf/pyperf doc/json.rst, version 1.0; values are per loop already. Before, values were
 *           called samples, and metadata common_metadata.
 * Levels:   execution (a run) > iteration; warm-up values are kept apart.
 * Edge:     runs without values calibrate loops: left out and counted. Metadata may stand behind
 *           what it describes, and of one benchmark at the top.
 * Checked:  tests/engine/source/test_files.c against the counts of the published files. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "import/importer.h"

struct metadata {
    const char *name, *unit;                 /* "": not said */
    const char *system, *benchmark, *metric; /* of what assay exported; NULL: the tool's own */
};

static void read_metadata(struct pull *json, struct metadata *metadata)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name"))
            metadata->name = pull_string(json);
        else if (pull_key_is(json, "unit"))
            metadata->unit = pull_string(json);
        else if (pull_key_is(json, "assay_system"))
            metadata->system = pull_string(json);
        else if (pull_key_is(json, "assay_benchmark"))
            metadata->benchmark = pull_string(json);
        else if (pull_key_is(json, "assay_metric"))
            metadata->metric = pull_string(json);
        else
            pull_skip(json);
    }
}

static bool is_metadata(const struct pull *json)
{
    return pull_key_is(json, "metadata") || pull_key_is(json, "common_metadata");
}

/* Each is [loops, value]; in the oldest files the value alone. */
static void read_warmups(struct importer *importer, int power)
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        double x = 0;
        if (pull_peek(json) == PULL_NUMBER) {
            pull_number(json, power, &x);
        } else {
            pull_array(json);
            while (pull_item(json))
                pull_number(json, power, &x);
        }
        importer_value(importer, x);
    }
}

/* Values stand before warm-ups in the file, and behind them in the dataset. */
static void put_behind(struct importer *importer, struct numbers *live)
{
    struct numbers *values = &importer->values;
    const size_t n = importer->n_warmup = values->n;
    if (!array_hold(&values->x, n + live->n, &values->room)) {
        pull_no_memory(&importer->json);
        return;
    }
    if (live->n > 0)
        memcpy(values->x + n, live->x, live->n * sizeof *live->x);
    values->n += live->n;
}

static void exchange(struct numbers *a, struct numbers *b)
{
    const struct numbers kept = *a;
    *a = *b;
    *b = kept;
}

static void read_run(struct importer *importer, struct numbers *live,
                     const struct importer_series *series, size_t index)
{
    struct pull *json = &importer->json;
    const struct pull_mark mark = pull_mark(json);
    const int power = series->unit.power;
    bool has_values = false;
    live->n = 0;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "values") || pull_key_is(json, "samples")) {
            exchange(&importer->values, live);
            importer->values.n = 0;
            importer_numbers(importer, power);
            exchange(live, &importer->values);
            has_values = true;
        } else if (pull_key_is(json, "warmups")) {
            importer_clear(importer);
            read_warmups(importer, power);
        } else {
            pull_skip(json);
        }
    }
    put_behind(importer, live);
    importer_skip(importer, has_values && importer->values.n == 0, "runs without values");
    if (has_values) {
        const char *label = importer_label(importer, index);
        importer_add(importer, series, &label);
    } else {
        importer_clear(importer);
        importer_skip(importer, 1, "calibration runs");
    }
    pull_forget(json, mark);
}

static const char *metric_of(const struct unit *unit)
{
    if (strcmp(unit->name, "s") == 0)
        return "wall";
    return strcmp(unit->name, "byte") == 0 ? "memory" : "value";
}

static void read_runs(struct importer *importer, const struct metadata *metadata)
{
    struct pull *json = &importer->json;
    struct importer_series series = {.benchmark = metadata->name[0] != '\0' ? metadata->name : NULL,
                                     .unit = unit_of(metadata->unit[0] == '\0' ? "s"
                                                     : strcmp(metadata->unit, "integer") == 0
                                                         ? "1"
                                                         : metadata->unit),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    series.metric = metadata->metric != NULL ? metadata->metric : metric_of(&series.unit);
    series.system = metadata->system;
    if (metadata->benchmark != NULL)
        series.benchmark = metadata->benchmark;
    struct numbers live = {NULL, 0, 0};
    size_t index = 0;
    pull_array(json);
    while (pull_item(json))
        read_run(importer, &live, &series, ++index);
    importer_skip(importer, index == 0, "benchmarks without runs");
    free(live.x);
}

static void read_benchmark(struct importer *importer, const struct metadata *top)
{
    struct pull *json = &importer->json;
    struct metadata metadata = *top;
    struct pull_place runs = {0};
    pull_object(json);
    while (pull_key(json)) {
        if (is_metadata(json))
            read_metadata(json, &metadata);
        else if (pull_key_is(json, "runs") && metadata.name[0] != '\0')
            read_runs(importer, &metadata);
        else
            pull_note(json, "runs", &runs);
    }
    if (runs.p != NULL && importer_reopen(importer)) {
        pull_go(json, runs); /* cut short before the name: the whole runs are the file's */
        read_runs(importer, &metadata);
        importer_close_again(importer);
    }
    if (json->failed || runs.p == NULL)
        return;
    const struct pull_place after = pull_here(json);
    pull_go(json, runs);
    read_runs(importer, &metadata);
    pull_go(json, after);
}

static void read_benchmarks(struct importer *importer, const struct metadata *top)
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json))
        read_benchmark(importer, top);
}

/* The metadata at the top, wherever they stand: pyperf writes them behind the values. Passing these
 * costs a tenth of reading them. What is wrong on the way there is found again. */
static void find_metadata(struct pull *json, struct metadata *top)
{
    const struct pull_place start = pull_here(json);
    pull_object(json);
    while (pull_key(json)) {
        if (is_metadata(json))
            read_metadata(json, top);
        else
            pull_skip(json);
    }
    pull_again(json, start);
}

static void read_pyperf(struct importer *importer)
{
    struct metadata top = {.name = "", .unit = ""};
    struct pull *json = &importer->json;
    find_metadata(json, &top);
    pull_object(json);
    while (pull_find(json, "benchmarks"))
        read_benchmarks(importer, &top);
    pull_finish(json);
}

static bool probe(const struct format_text *text)
{
    static const char *const live[] = {"benchmarks", "runs", "values", NULL};
    static const char *const calibrating[] = {"benchmarks", "runs", "warmups", NULL};
    return pull_probe(text, '{', live) || pull_probe(text, '{', calibrating);
}

const struct format format_pyperf = {
    .name = "pyperf",
    .what = "pyperf JSON",
    .probe = probe,
    .take = read_pyperf,
};

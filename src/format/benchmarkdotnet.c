/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmarkdotnet.c -- full JSON of BenchmarkDotNet (JsonExporter.Full and .Brief).
 * Source:   dotnet/BenchmarkDotNet JsonExporterBase.cs; nanoseconds.
 * Levels:   execution (launch) > iteration, from the measurements of mode Workload and stage
 *           Result; Workload Warmup is kept as warm-up. Where they do not stand, or are fewer than
 *           Statistics.OriginalValues, these are one flat list of iterations.
 * Edge:     overhead and pilot measurements calibrate: left out and counted. */
#include <string.h>

#include "format/importer.h"

struct measurement {
    bool workload;
    const char *stage;
    double launch, operations, nanoseconds; /* the latter in seconds */
};

static void read_measurement(struct pull *json, struct measurement *m)
{
    *m = (struct measurement){.stage = "", .launch = 1, .operations = 1};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "IterationMode"))
            m->workload = strcmp(pull_string(json), "Workload") == 0;
        else if (pull_key_is(json, "IterationStage"))
            m->stage = pull_string(json);
        else if (pull_key_is(json, "LaunchIndex"))
            pull_number(json, 0, &m->launch);
        else if (pull_key_is(json, "Operations"))
            pull_number(json, 0, &m->operations);
        else if (pull_key_is(json, "Nanoseconds"))
            pull_number(json, -9, &m->nanoseconds);
        else
            pull_skip(json);
    }
}

/* The values of this stage and launch; warm-up first when it is asked for. Returns how many
 * measurements belong to other stages. */
static size_t take_stage(struct importer *importer, struct pull_place place, const char *stage,
                         double launch, double *last_launch)
{
    struct pull *json = &importer->json;
    size_t other = 0;
    pull_go(json, place);
    pull_array(json);
    while (pull_item(json)) {
        struct measurement m;
        read_measurement(json, &m);
        if (m.launch > *last_launch)
            *last_launch = m.launch;
        const bool wanted = m.workload && strcmp(m.stage, stage) == 0;
        if (wanted && m.launch == launch)
            importer_value(importer, m.nanoseconds / m.operations);
        other += !wanted && !(m.workload && strcmp(m.stage, "Warmup") == 0);
    }
    return other;
}

static size_t count_items(struct pull *json, struct pull_place place)
{
    size_t n = 0;
    if (place.p == NULL)
        return 0;
    pull_go(json, place);
    pull_array(json);
    while (pull_item(json)) {
        pull_skip(json);
        n++;
    }
    return n;
}

static void add_launches(struct importer *importer, struct pull_place measurements,
                         const struct importer_series *flat)
{
    enum { MOST_LAUNCHES = 10000 };
    struct pull *json = &importer->json;
    struct importer_series series = *flat;
    double last = 1;
    series.levels = importer_execution_iteration;
    series.n_levels = 2;
    for (double launch = 1; launch <= last && launch < MOST_LAUNCHES && !json->failed; launch++) {
        const char *label = pull_print(json, "%.0f", launch);
        (void)take_stage(importer, measurements, "Warmup", launch, &last);
        importer->n_warmup = importer->values.n;
        size_t other = take_stage(importer, measurements, "Result", launch, &last);
        if (launch == 1)
            importer_skip(importer, other, "measurements of overhead, pilot and raw stages");
        importer_add(importer, &series, &label);
    }
}

static void read_statistics(struct pull *json, struct pull_place *values)
{
    if (pull_peek(json) != PULL_OBJECT) {
        pull_skip(json); /* null: the benchmark failed */
        return;
    }
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "OriginalValues"))
            *values = pull_here(json);
        pull_skip(json);
    }
}

static void read_benchmark(struct importer *importer)
{
    struct pull *json = &importer->json;
    struct importer_series series = {
        .benchmark = "", .metric = "wall", .unit = unit_of("ns"), .lowest = "iteration"};
    struct pull_place values = {0}, measurements = {0};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "FullName")) {
            series.benchmark = pull_string(json);
        } else if (pull_key_is(json, "Statistics")) {
            read_statistics(json, &values);
        } else {
            if (pull_key_is(json, "Measurements") && pull_peek(json) == PULL_ARRAY)
                measurements = pull_here(json);
            pull_skip(json);
        }
    }
    if (json->failed)
        return;
    const struct pull_place after = pull_here(json);
    const size_t n = count_items(json, values);
    size_t results = 0;
    double launch = 0;
    if (measurements.p != NULL) {
        for (double last = 1; ++launch <= last && launch < 100;)
            (void)take_stage(importer, measurements, "Result", launch, &last);
        results = importer->values.n;
        importer_clear(importer);
    }
    if (results > 0 && results >= n) {
        add_launches(importer, measurements, &series);
    } else if (n > 0) {
        pull_go(json, values);
        importer_numbers(importer, -9);
        importer_add(importer, &series, NULL);
        if (measurements.p != NULL)
            importer_skip(importer, count_items(json, measurements),
                          "measurements behind the kept values");
    } else {
        importer_skip(importer, 1, "benchmarks without results");
    }
    if (!json->failed)
        pull_go(json, after);
}

static enum assay_status read_dotnet(const struct format_text *text,
                                     const struct format_options *options,
                                     struct assay_dataset *dataset, struct format_error *error)
{
    struct importer importer;
    importer_init(&importer, text, options, dataset, error);
    return importer_read_items(&importer, "Benchmarks", read_benchmark);
}

static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {"Benchmarks", "HostEnvironmentInfo", NULL};
    return pull_probe(text, '{', keys);
}

extern const struct format format_benchmarkdotnet;
const struct format format_benchmarkdotnet = {
    .name = "benchmarkdotnet",
    .what = "BenchmarkDotNet JSON",
    .probe = probe,
    .read = read_dotnet,
};

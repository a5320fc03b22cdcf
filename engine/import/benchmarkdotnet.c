/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmarkdotnet.c -- full JSON of BenchmarkDotNet (JsonExporter.Full and .Brief).
 * Source:   dotnet/BenchmarkDotNet JsonExporterBase.cs; nanoseconds.
 * Levels:   execution (launch) > iteration, from the measurements of mode Workload and stage
 *           Result; Workload Warmup is kept as warm-up. Where they do not stand, or are fewer than
 *           Statistics.OriginalValues, these are one flat list of iterations; where neither stands,
 *           the mean is one value, counted as a summary.
 * Names:    the full name; before there was one, namespace, type, method and parameters. Jobs
 *           (runtimes, settings) are systems where a file has several; beside other files they
 *           stand in the benchmark's name.
 * Edge:     overhead and pilot measurements calibrate: left out and counted. Until 0.10 the mode told
 *           the stage: Result, MainWarmup. Memory for one operation is the metric allocated. */
#include <math.h>
#include <string.h>

#include "import/dotnet_measurements.h"

#include "base/owned.h"

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

/* One benchmark of the file; places of what is read when its name is known. */
struct benchmark {
    const char *full_name, *display, *space, *type, *method, *parameters;
    struct pull_place values, mean, measurements;
    double allocated; /* NaN: not measured */
};

static void read_statistics(struct pull *json, struct benchmark *benchmark)
{
    if (pull_peek(json) != PULL_OBJECT) {
        pull_skip(json); /* null: the benchmark failed */
        return;
    }
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "OriginalValues"))
            benchmark->values = pull_here(json);
        else if (pull_key_is(json, "Mean") && pull_peek(json) == PULL_NUMBER)
            benchmark->mean = pull_here(json);
        pull_skip(json);
    }
}

static void read_memory(struct pull *json, struct benchmark *benchmark)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "BytesAllocatedPerOperation") && pull_peek(json) == PULL_NUMBER)
            pull_number(json, 0, &benchmark->allocated);
        else
            pull_skip(json);
    }
}

static void read_fields(struct pull *json, struct benchmark *benchmark)
{
    const struct {
        const char *key, **text;
    } texts[] = {{"FullName", &benchmark->full_name}, {"DisplayInfo", &benchmark->display},
                 {"Namespace", &benchmark->space},    {"Type", &benchmark->type},
                 {"Method", &benchmark->method},      {"Parameters", &benchmark->parameters}};
    enum { N_TEXTS = sizeof texts / sizeof texts[0] };
    *benchmark = (struct benchmark){"", "", "", "", "", "", {0}, {0}, {0}, (double)NAN};
    pull_object(json);
    while (pull_key(json)) {
        size_t i = 0;
        while (i < N_TEXTS && !pull_key_is(json, texts[i].key))
            i++;
        if (i < N_TEXTS) {
            *texts[i].text = pull_string(json);
        } else if (pull_key_is(json, "Statistics")) {
            read_statistics(json, benchmark);
        } else if (pull_key_is(json, "Memory") && pull_peek(json) == PULL_OBJECT) {
            read_memory(json, benchmark);
        } else {
            if (pull_key_is(json, "Measurements") && pull_peek(json) == PULL_ARRAY)
                benchmark->measurements = pull_here(json);
            pull_skip(json);
        }
    }
}

/* ---- names ---- */

static const char *name_benchmark(struct pull *json, const struct benchmark *b)
{
    if (b->full_name[0] != '\0')
        return b->full_name;
    return dotnet_name(json, b->space, b->type, b->method, b->parameters);
}

/* The job of "Type.Method: Job-XYZ(Runtime=.NET 8.0) [n=1]". "": none is told. */
static const char *job_of(struct pull *json, const char *display)
{
    const char *colon = strstr(display, ": ");
    if (colon == NULL)
        return "";
    const char *job = colon + 2, *end = strstr(job, " [");
    return dotnet_job(json, job, end != NULL ? (size_t)(end - job) : strlen(job));
}

/* True when benchmarks of the file are of different jobs. What is wrong on the way is found again. */
static bool find_jobs(struct pull *json)
{
    const struct pull_place start = pull_here(json);
    const char *first = NULL;
    bool several = false;
    pull_object(json);
    while (pull_key(json)) {
        if (!pull_key_is(json, "Benchmarks") || pull_peek(json) != PULL_ARRAY) {
            pull_skip(json);
            continue;
        }
        pull_array(json);
        while (pull_item(json)) {
            const struct pull_mark mark = pull_mark(json);
            struct benchmark benchmark;
            read_fields(json, &benchmark);
            const char *job = job_of(json, benchmark.display);
            several |= first != NULL && strcmp(first, job) != 0;
            if (first == NULL)
                first = job;
            else
                pull_forget(json, mark);
        }
    }
    pull_again(json, start);
    return several;
}

/* ---- one benchmark ---- */

static void add_times(struct importer *importer, const struct benchmark *benchmark,
                      const struct importer_series *series)
{
    struct pull *json = &importer->json;
    const size_t n = count_items(json, benchmark->values);
    SCOPED(dotnet_measurements_fini) struct dotnet_measurements measurements = {0};
    if (benchmark->measurements.p != NULL) {
        pull_go(json, benchmark->measurements);
        dotnet_measurements_read(&measurements, json);
    }
    if (measurements.n_results > 0 && measurements.n_results >= n) {
        dotnet_measurements_add(&measurements, importer, series);
    } else if (n > 0) {
        pull_go(json, benchmark->values);
        importer_numbers(importer, -9);
        importer_add(importer, series, NULL);
        importer_skip(importer, measurements.n + measurements.n_other,
                      "measurements behind the kept values");
    } else if (benchmark->mean.p != NULL) {
        double mean;
        pull_go(json, benchmark->mean);
        pull_number(json, -9, &mean);
        importer_value(importer, mean);
        importer_summary(importer, 1);
        importer_add(importer, series, NULL);
    } else {
        importer_skip(importer, 1, "benchmarks without results");
    }
}

static void read_benchmark(struct importer *importer)
{
    const bool *several_jobs = importer->context;
    struct pull *json = &importer->json;
    struct benchmark benchmark;
    read_fields(json, &benchmark);
    if (json->failed)
        return;
    const struct pull_place after = pull_here(json);
    const struct importer_series series =
        dotnet_series(importer, name_benchmark(json, &benchmark),
                      *several_jobs ? job_of(json, benchmark.display) : "");
    add_times(importer, &benchmark, &series);
    dotnet_add_allocated(importer, &series, benchmark.allocated);
    pull_go(json, after);
}

static void read_dotnet(struct importer *importer)
{
    bool several_jobs = find_jobs(&importer->json);
    importer->context = &several_jobs;
    importer_read_items(importer, "Benchmarks", read_benchmark);
}

const struct format format_benchmarkdotnet = {
    .name = "benchmarkdotnet",
    .what = "BenchmarkDotNet JSON",
    .opening = '{',
    .keys = {"Benchmarks", "HostEnvironmentInfo"},
    .take = read_dotnet,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dotnet_measurements.c -- measurements of BenchmarkDotNet by launch and stage.
 * Source:   dotnet/BenchmarkDotNet Measurement.cs, JsonExporterBase.cs; for the CSV see
 *           dotnet_table.c.
 * Speed:    the list is read once, however many launches it holds.
 * Edge:     until 0.10 the mode told the stage: Result, MainWarmup. A measurement that names no
 *           launch is of the first. */
#include "import/dotnet_measurements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum stage { OTHER, WARMUP, RESULT };

static enum stage stage_of(const char *mode, const char *stage)
{
    if (strcmp(mode, "Result") == 0)
        return RESULT;
    if (strcmp(mode, "MainWarmup") == 0)
        return WARMUP;
    if (strcmp(mode, "Workload") != 0)
        return OTHER;
    return strcmp(stage, "Result") == 0 ? RESULT : strcmp(stage, "Warmup") == 0 ? WARMUP : OTHER;
}

void dotnet_measurements_keep(struct dotnet_measurements *measurements,
                              const struct dotnet_fields *fields, struct pull *json)
{
    const enum stage stage = stage_of(fields->mode, fields->stage);
    if (stage == OTHER) {
        measurements->n_other++;
        return;
    }
    if (!array_more(&measurements->items, measurements->n, &measurements->room)) {
        pull_no_memory(json);
        return;
    }
    const double seconds = fields->seconds / fields->operations;
    measurements->items[measurements->n] =
        (struct dotnet_measurement){.launch = isfinite(fields->launch) ? fields->launch : 1,
                                    .seconds = seconds,
                                    .place = measurements->n,
                                    .result = stage == RESULT};
    measurements->n++;
    measurements->n_results += stage == RESULT && isfinite(seconds);
}

static void read_fields(struct dotnet_fields *fields, struct pull *json)
{
    *fields = (struct dotnet_fields){.mode = "", .stage = "", .launch = 1, .operations = 1};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "IterationMode"))
            fields->mode = pull_string(json);
        else if (pull_key_is(json, "IterationStage"))
            fields->stage = pull_string(json);
        else if (pull_key_is(json, "LaunchIndex"))
            pull_number(json, 0, &fields->launch);
        else if (pull_key_is(json, "Operations"))
            pull_number(json, 0, &fields->operations);
        else if (pull_key_is(json, "Nanoseconds"))
            pull_number(json, -9, &fields->seconds);
        else
            pull_skip(json);
    }
}

void dotnet_measurements_read(struct dotnet_measurements *measurements, struct pull *json)
{
    const struct pull_mark mark = pull_mark(json);
    pull_array(json);
    while (pull_item(json)) {
        struct dotnet_fields fields;
        read_fields(&fields, json);
        if (!json->failed)
            dotnet_measurements_keep(measurements, &fields, json);
        pull_forget(json, mark);
    }
}

/* By launch, warm-up before results, else as in the file. */
static int in_order(const void *a, const void *b)
{
    const struct dotnet_measurement *x = a, *y = b;
    if (x->launch != y->launch)
        return x->launch < y->launch ? -1 : 1;
    if (x->result != y->result)
        return x->result ? 1 : -1;
    return x->place < y->place ? -1 : x->place > y->place;
}

void dotnet_measurements_add(struct dotnet_measurements *measurements, struct importer *importer,
                             const struct importer_series *flat)
{
    struct importer_series series = *flat;
    series.levels = importer_execution_iteration;
    series.n_levels = 2;
    if (measurements->n > 0)
        qsort(measurements->items, measurements->n, sizeof measurements->items[0], in_order);
    for (size_t i = 0; i < measurements->n;) {
        const double launch = measurements->items[i].launch;
        char label[32];
        for (; i < measurements->n && measurements->items[i].launch == launch; i++) {
            importer_value(importer, measurements->items[i].seconds);
            if (!measurements->items[i].result)
                importer->n_warmup = importer->values.n;
        }
        (void)snprintf(label, sizeof label, "%.15g", launch);
        importer_add(importer, &series, &(const char *){label});
    }
    importer_skip(importer, measurements->n_other,
                  "measurements of overhead, pilot and raw stages");
}

void dotnet_measurements_fini(struct dotnet_measurements *measurements)
{
    free(measurements->items);
    *measurements = (struct dotnet_measurements){0};
}

const char *dotnet_job(struct pull *json, const char *job, size_t size)
{
    const char *open = memchr(job, '(', size);
    if (size > 4 && memcmp(job, "Job-", 4) == 0 && open != NULL && job[size - 1] == ')')
        return pull_copy(json, open + 1, size - 1 - (size_t)(open + 1 - job));
    return pull_copy(json, job, size);
}

const char *dotnet_name(struct pull *json, const char *space, const char *type, const char *method,
                        const char *parameters)
{
    return pull_print(json, "%s%s%s%s%s%s%s%s", space, space[0] != '\0' ? "." : "", type,
                      type[0] != '\0' ? "." : "", method, parameters[0] != '\0' ? "(" : "",
                      parameters, parameters[0] != '\0' ? ")" : "");
}

struct importer_series dotnet_series(struct importer *importer, const char *benchmark,
                                     const char *job)
{
    const bool told = job[0] != '\0', alone = importer->options->alone;
    return (struct importer_series){
        .system = told && alone ? job : NULL,
        .benchmark =
            told && !alone ? pull_print(&importer->json, "%s [%s]", benchmark, job) : benchmark,
        .metric = "wall",
        .unit = unit_of("ns"),
        .lowest = "iteration"};
}

void dotnet_add_allocated(struct importer *importer, const struct importer_series *times,
                          double bytes)
{
    struct importer_series series = *times;
    if (!isfinite(bytes) || importer->json.failed)
        return;
    series.metric = "allocated";
    series.unit = unit_of("byte");
    importer_value(importer, bytes);
    importer_add(importer, &series, NULL);
}

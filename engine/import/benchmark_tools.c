/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark_tools.c -- JSON of Julia's BenchmarkTools.jl (BenchmarkTools.save).
 * Source:   JuliaCI/BenchmarkTools.jl serialization.jl: [versions, [[type, fields], ...]], a group's
 *           data being {name: [type, fields]}; trials.jl: nanoseconds, by evaluation already.
 * Levels:   iteration; all samples share one process.
 * Names:    those of the groups, group/group/benchmark; a trial that was saved alone has the file's.
 * Edge:     memory and allocations are of one sample, so one value a trial. An estimate (a median, a
 *           minimum) is counted as a summary; what is no trial (judgements, ratios, parameters) is
 *           left out and counted. Before 1.0 types may begin with "BenchmarkTools.". */
#include "import/importer.h"

#define NO_TRIAL "values that are no trial"

/* One value, or an array of them, of this metric. */
static void read_metric(struct importer *importer, const char *benchmark, const char *metric,
                        const char *unit)
{
    struct pull *json = &importer->json;
    const struct importer_series series = {
        .benchmark = benchmark, .metric = metric, .unit = unit_of(unit), .lowest = "iteration"};
    double x;
    if (pull_peek(json) == PULL_ARRAY) {
        importer_numbers(importer, series.unit.power);
        importer_skip(importer, importer->values.n == 0 && strcmp(metric, "wall") == 0,
                      "trials without times");
    } else {
        pull_number(json, series.unit.power, &x);
        importer_value(importer, x);
    }
    importer_add(importer, &series, NULL);
}

/* A Trial, or a TrialEstimate, whose fields are named in the singular. */
static void read_trial(struct importer *importer, const char *benchmark)
{
    static const struct {
        const char *key, *metric, *unit;
    } fields[] = {{"times", "wall", "ns"},      {"time", "wall", "ns"},
                  {"gctimes", "gctime", "ns"},  {"gctime", "gctime", "ns"},
                  {"memory", "allocated", "B"}, {"allocs", "allocations", "1"}};
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        size_t i = 0;
        while (i < sizeof fields / sizeof fields[0] && !pull_key_is(json, fields[i].key))
            i++;
        if (i < sizeof fields / sizeof fields[0])
            read_metric(importer, benchmark, fields[i].metric, fields[i].unit);
        else
            pull_skip(json);
    }
}

static void read_typed(struct importer *importer, const char *name);

static void read_members(struct importer *importer, const char *name)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        const struct pull_mark mark = pull_mark(json);
        const char *key = pull_key_text(json);
        if (name == NULL)
            read_typed(importer, key);
        else if (strlen(name) + strlen(key) < ASSAY_LONGEST_NAME)
            read_typed(importer, pull_print(json, "%s/%s", name, key));
        else
            pull_fail(json, "the names of a benchmark's groups have more than %d bytes together",
                      ASSAY_LONGEST_NAME);
        pull_forget(json, mark);
    }
}

static void read_group(struct importer *importer, const char *name)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_find(json, "data"))
        read_members(importer, name);
}

/* The fields of a value of this type. */
static void read_fields(struct importer *importer, const char *type, const char *name)
{
    static const char package[] = "BenchmarkTools.";
    if (strncmp(type, package, sizeof package - 1) == 0)
        type += sizeof package - 1;
    if (strcmp(type, "BenchmarkGroup") == 0) {
        read_group(importer, name);
    } else if (strcmp(type, "Trial") == 0) {
        read_trial(importer, name);
    } else if (strcmp(type, "TrialEstimate") == 0) {
        read_trial(importer, name);
        importer_summary(importer, 1);
    } else {
        pull_skip(&importer->json);
        importer_skip(importer, 1, NO_TRIAL);
    }
}

/* [type, fields]; anything else is none of the package's. */
static void read_typed(struct importer *importer, const char *name)
{
    struct pull *json = &importer->json;
    if (pull_peek(json) != PULL_ARRAY) {
        pull_skip(json);
        importer_skip(importer, 1, NO_TRIAL);
        return;
    }
    const char *type = "";
    pull_array(json);
    while (pull_item(json))
        if (pull_peek(json) == PULL_STRING)
            type = pull_string(json);
        else
            read_fields(importer, type, name);
}

static void read_tools(struct importer *importer)
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        if (pull_peek(json) != PULL_ARRAY) { /* the versions */
            pull_skip(json);
            continue;
        }
        pull_array(json);
        while (pull_item(json))
            read_typed(importer, NULL);
    }
    pull_finish(json);
}

const struct format format_benchmark_tools = {
    .name = "benchmark-tools",
    .what = "BenchmarkTools.jl JSON",
    .opening = '[',
    .keys = {"Julia", "BenchmarkTools"},
    .take = read_tools,
};

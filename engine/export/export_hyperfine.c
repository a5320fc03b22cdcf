/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_hyperfine.c -- JSON as `hyperfine --export-json` writes it.
 * Source:   hyperfine 1.15, src/benchmark/benchmark_result.rs; stddev with n - 1, null for one run.
 * Edge:     it knows times of executions only: other metrics are counted, higher levels flattened.
 *           user and system times, of which it wants means, are null where they were not measured.
 * Checked:  tests/loss/failures (an_export_for_hyperfine): each field against its definition. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/design.h"
#include "export/export_hyperfine.h"

/* The series of all metrics, and which are of the same benchmark on the same system. */
struct metrics {
    const struct assay_series *series;
    struct series_groups groups;
};

static const struct assay_series *find(const struct metrics *metrics, size_t wall,
                                       const char *metric)
{
    const struct series_groups *groups = &metrics->groups;
    const size_t group = groups->of[wall];
    for (size_t k = groups->start[group]; k < groups->start[group + 1]; k++)
        if (strcmp(metrics->series[groups->member[k]].metric, metric) == 0)
            return &metrics->series[groups->member[k]];
    return NULL;
}

static void write_number(FILE *stream, const char *name, double x)
{
    fprintf(stream, ",\n   \"%s\": %s", name, isfinite(x) ? decimal_of(x).text : "null");
}

static double mean_of(const struct assay_series *series)
{
    struct assay_moments moments;
    if (series == NULL || assay_moments_of(export_view(series), &moments, NULL) != ASSAY_OK)
        return (double)NAN;
    return moments.mean;
}

static void write_array(FILE *stream, const char *name, struct assay_view view)
{
    fprintf(stream, ",\n   \"%s\": [", name);
    for (size_t i = 0; i < view.n; i++)
        fprintf(stream, "%s%s", i > 0 ? ", " : "", decimal_of(view.x[i]).text);
    fputc(']', stream);
}

static bool has_pair(const struct design_environment *pairs, const char *name)
{
    for (size_t i = 0; pairs != NULL && i < pairs->n; i++)
        if (strcmp(pairs->names[i], name) == 0)
            return true;
    return false;
}

/* Those that the others do not say anew. */
static void write_pairs(FILE *stream, const struct design_environment *pairs,
                        const struct design_environment *others, bool *any)
{
    for (size_t i = 0; pairs != NULL && i < pairs->n; i++) {
        if (has_pair(others, pairs->names[i]))
            continue;
        fputs(*any ? ", " : ",\n   \"parameters\": {", stream);
        export_json_text(stream, pairs->names[i]);
        fputs(": ", stream);
        export_json_text(stream, pairs->values[i]);
        *any = true;
    }
}

/* What a design knows beside the values: only executions that ended well gave some. */
static void write_design(FILE *stream, const struct design *design, const struct assay_series *wall)
{
    const struct design_system *system = design_system_named(design, wall->system);
    const struct design_benchmark *benchmark = design_benchmark_named(design, wall->benchmark);
    const struct design_environment *of_system = system != NULL ? &system->parameters : NULL;
    const struct design_environment *of_benchmark =
        benchmark != NULL ? &benchmark->parameters : NULL;
    bool any = false;
    fputs(",\n   \"exit_codes\": [", stream);
    for (size_t i = 0; i < export_n_live(wall); i++)
        fputs(i > 0 ? ", 0" : "0", stream);
    fputc(']', stream);
    write_pairs(stream, of_system, of_benchmark, &any);
    write_pairs(stream, of_benchmark, NULL, &any);
    if (any)
        fputc('}', stream);
}

static void write_result(FILE *stream, const struct hyperfine_result *result,
                         const struct design *design)
{
    const struct assay_series *wall = result->wall, *memory = result->memory;
    fputs("  {\n   \"command\": ", stream);
    export_json_joined(stream, result->command);
    write_number(stream, "mean", result->mean);
    write_number(stream, "stddev", result->sd);
    write_number(stream, "median", result->median);
    write_number(stream, "user", result->user);
    write_number(stream, "system", result->system);
    write_number(stream, "min", result->min);
    write_number(stream, "max", result->max);
    write_array(stream, "times", export_view(wall));
    if (memory != NULL && export_n_live(memory) == export_n_live(wall))
        write_array(stream, "memory_usage_byte", export_view(memory));
    if (design != NULL)
        write_design(stream, design, wall);
    fputs("\n  }", stream);
}

/* ---- what a command's values say ---- */

static bool has_one_benchmark(const struct assay_series *series, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (strcmp(series[i].benchmark, series[0].benchmark) != 0)
            return false;
    return true;
}

static bool is_part(const struct assay_series *series)
{
    return strcmp(series->metric, "max_rss") == 0 || strcmp(series->metric, "user") == 0 ||
           strcmp(series->metric, "system_time") == 0;
}

/* *n counts those that have values. False: no memory. */
static bool take_result(const struct metrics *metrics, size_t row, bool one_system,
                        bool one_benchmark, struct hyperfine_results *out)
{
    struct assay_moments moments;
    double median = (double)NAN;
    const struct assay_series *wall = &metrics->series[row];
    const bool one = one_benchmark || one_system;
    if (assay_moments_of(export_view(wall), &moments, NULL) != ASSAY_OK)
        return true;
    if (assay_median(export_view(wall), &median, NULL) == ASSAY_NO_MEMORY)
        return false;
    out->items[out->n++] = (struct hyperfine_result){
        .wall = wall,
        .memory = find(metrics, row, "max_rss"),
        .command = {one && !one_benchmark ? wall->benchmark : wall->system, one ? "" : " (",
                    one ? "" : wall->benchmark, one ? "" : ")", NULL},
        .mean = moments.mean,
        .sd = sqrt(moments.variance),
        .median = median,
        .user = mean_of(find(metrics, row, "user")),
        .system = mean_of(find(metrics, row, "system_time")),
        .min = moments.min,
        .max = moments.max,
    };
    return true;
}

bool hyperfine_results_of(const struct assay_series *series, size_t n, struct export_report *report,
                          struct hyperfine_results *out)
{
    struct metrics metrics = {.series = series};
    const bool one_system = export_has_one_system(series, n),
               one_benchmark = has_one_benchmark(series, n);
    *out = (struct hyperfine_results){calloc(n + 1, sizeof *out->items), 0};
    if (out->items == NULL ||
        !series_groups_init(&metrics.groups, n, SERIES_SYSTEM | SERIES_BENCHMARK, series_itself,
                            series)) {
        hyperfine_results_fini(out);
        return false;
    }
    bool done = true;
    for (size_t i = 0; i < n && done; i++) {
        if (!export_is_wall(&series[i])) {
            report->n_series += !is_part(&series[i]);
            continue;
        }
        report->n_warmup += export_n_warmup(&series[i]);
        report->flattened |= series[i].live.shape.n_levels > 1;
        done = take_result(&metrics, i, one_system, one_benchmark, out);
    }
    series_groups_fini(&metrics.groups);
    if (!done)
        hyperfine_results_fini(out);
    return done;
}

void hyperfine_results_fini(struct hyperfine_results *results)
{
    free(results->items);
    *results = (struct hyperfine_results){NULL, 0};
}

static enum assay_status write_hyperfine(FILE *stream, const struct assay_series *series, size_t n,
                                         const struct export_options *options,
                                         struct export_report *report, struct assay_error *error)
{
    SCOPED(hyperfine_results_fini) struct hyperfine_results results = {0};
    if (!hyperfine_results_of(series, n, report, &results))
        return fail_no_memory(error);
    fputs("{\n \"results\": [\n", stream);
    for (size_t i = 0; i < results.n; i++) {
        fputs(i > 0 ? ",\n" : "", stream);
        write_result(stream, &results.items[i], options->design);
    }
    fputs("\n ]\n}\n", stream);
    return export_end(stream, true, error);
}

extern const struct exporter exporter_hyperfine;
const struct exporter exporter_hyperfine = {"hyperfine", "hyperfine JSON", write_hyperfine};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_bmf.c -- Bencher Metric Format, so that a value with its interval enters a tracker.
 * Source:   bencher.dev, "Bencher Metric Format": {benchmark: {measure: {value, lower_value,
 *           upper_value}}}; its built-in measure latency is in nanoseconds.
 * Edge:     ends that are not known are left out. */
#include <math.h>
#include <string.h>

#include "format/export.h"
#include "format/series_groups.h"
#include "memory/decimal.h"

static bool write_measure(FILE *stream, const struct assay_series *series,
                          const struct export_options *options, struct export_report *report)
{
    struct assay_description d;
    struct assay_error error;
    const double factor = export_is_wall(series) ? 1e9 : 1;
    const enum assay_status status = export_describe(series, options, &d, &error);
    report->no_memory = status == ASSAY_NO_MEMORY;
    if (status != ASSAY_OK) {
        (void)snprintf(report->problem, sizeof report->problem, "%.255s", error.text);
        return false;
    }
    export_json_text(stream, export_is_wall(series) ? "latency" : series->metric);
    fprintf(stream, ": {\"value\": %s", decimal_of(d.mean * factor).text);
    if (isfinite(d.interval.lower))
        fprintf(stream, ", \"lower_value\": %s", decimal_of(d.interval.lower * factor).text);
    if (isfinite(d.interval.upper))
        fprintf(stream, ", \"upper_value\": %s", decimal_of(d.interval.upper * factor).text);
    fputc('}', stream);
    return true;
}

/* The measures of one benchmark of one system: a group. */
static bool write_benchmark(FILE *stream, const struct assay_series *series,
                            const struct series_groups *groups, size_t group, bool one_system,
                            const struct export_options *options, struct export_report *report)
{
    const struct assay_series *first = &series[series_group_first(groups, group)];
    export_json_joined(stream,
                       (const char *const[]){one_system ? "" : first->system,
                                             one_system ? "" : ": ", first->benchmark, NULL});
    fputs(": {", stream);
    for (size_t k = groups->start[group]; k < groups->start[group + 1]; k++) {
        if (k > groups->start[group])
            fputs(", ", stream);
        if (!write_measure(stream, &series[groups->member[k]], options, report))
            return false;
    }
    fputc('}', stream);
    return true;
}

static bool write_bmf(FILE *stream, const struct assay_series *series, size_t n,
                      const struct export_options *options, struct export_report *report)
{
    const bool one_system = export_has_one_system(series, n);
    struct series_groups groups;
    report->no_memory =
        !series_groups_init(&groups, n, SERIES_SYSTEM | SERIES_BENCHMARK, series_itself, series);
    if (report->no_memory)
        return false;
    bool done = true;
    fputc('{', stream);
    for (size_t group = 0; group < groups.n && done; group++) {
        fputs(group > 0 ? ",\n " : "\n ", stream);
        done = write_benchmark(stream, series, &groups, group, one_system, options, report);
    }
    fputs("\n}\n", stream);
    series_groups_fini(&groups);
    return done && ferror(stream) == 0;
}

extern const struct exporter exporter_bmf;
const struct exporter exporter_bmf = {"bmf", "Bencher Metric Format", write_bmf, true};

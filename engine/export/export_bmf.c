/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_bmf.c -- Bencher Metric Format, so that a value with its interval enters a tracker.
 * Source:   bencher.dev, "Bencher Metric Format": {benchmark: {measure: {value, lower_value,
 *           upper_value}}}; its built-in measure latency is in nanoseconds.
 * Edge:     ends that are not known are left out. */
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"
#include "source/series_groups.h"

/* Of those that are built in, and of plain numbers, the unit is known: latency, and throughput of operations. */
static bool is_measure_with_unit(const struct assay_series *series)
{
    return export_is_wall(series) || strcmp(series->unit, "1") == 0 ||
           (strcmp(series->metric, "throughput") == 0 && strcmp(series->unit, "op/s") == 0);
}

static enum assay_status write_measure(FILE *stream, const struct assay_series *series,
                                       const struct export_options *options,
                                       struct assay_error *error)
{
    struct assay_estimate value;
    const double factor = export_is_wall(series) ? 1e9 : 1;
    TRY(export_value(series, options, &value, error));
    export_json_text(stream, export_is_wall(series) ? "latency" : series->metric);
    fprintf(stream, ": {\"value\": %s", decimal_of(value.estimate * factor).text);
    if (isfinite(value.interval.lower))
        fprintf(stream, ", \"lower_value\": %s", decimal_of(value.interval.lower * factor).text);
    if (isfinite(value.interval.upper))
        fprintf(stream, ", \"upper_value\": %s", decimal_of(value.interval.upper * factor).text);
    fputc('}', stream);
    return ASSAY_OK;
}

/* The measures of one benchmark of one system: a group. */
static enum assay_status write_benchmark(FILE *stream, const struct assay_series *series,
                                         const struct series_groups *groups, size_t group,
                                         bool one_system, const struct export_options *options,
                                         struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    const struct assay_series *first = &series[series_group_first(groups, group)];
    export_json_joined(stream,
                       (const char *const[]){one_system ? "" : first->system,
                                             one_system ? "" : ": ", first->benchmark, NULL});
    fputs(": {", stream);
    for (size_t k = groups->start[group]; k < groups->start[group + 1] && status == ASSAY_OK; k++) {
        if (k > groups->start[group])
            fputs(", ", stream);
        status = write_measure(stream, &series[groups->member[k]], options, error);
    }
    fputc('}', stream);
    return status;
}

static enum assay_status write_bmf(FILE *stream, const struct assay_series *series, size_t n,
                                   const struct export_options *options,
                                   struct export_report *report, struct assay_error *error)
{
    const bool one_system = export_has_one_system(series, n);
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    for (size_t i = 0; i < n; i++)
        if (!is_measure_with_unit(&series[i]) && report->n_unitless++ == 0)
            report->unitless = series[i].metric;
    if (!series_groups_init(&groups, n, SERIES_SYSTEM | SERIES_BENCHMARK, series_itself, series))
        return fail_no_memory(error);
    enum assay_status status = ASSAY_OK;
    fputc('{', stream);
    for (size_t group = 0; group < groups.n && status == ASSAY_OK; group++) {
        fputs(group > 0 ? ",\n " : "\n ", stream);
        status = write_benchmark(stream, series, &groups, group, one_system, options, error);
    }
    fputs("\n}\n", stream);
    return status == ASSAY_OK ? export_end(stream, true, error) : status;
}

extern const struct exporter exporter_bmf;
const struct exporter exporter_bmf = {"bmf", "Bencher Metric Format", write_bmf, true,
                                      .statistic = true};

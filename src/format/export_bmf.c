/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_bmf.c -- Bencher Metric Format, so that a value with its interval enters a tracker.
 * Source:   bencher.dev, "Bencher Metric Format": {benchmark: {measure: {value, lower_value,
 *           upper_value}}}; its built-in measure latency is in nanoseconds.
 * Edge:     ends that are not known are left out. */
#include <math.h>
#include <string.h>

#include "format/export.h"

static bool write_measure(FILE *stream, const struct assay_series *series,
                          const struct export_options *options, struct export_report *report)
{
    struct assay_description d;
    struct assay_error error;
    const double factor = export_is_wall(series) ? 1e9 : 1;
    const enum assay_status status = export_describe(series, options, &d, &error);
    report->no_memory = status == ASSAY_NO_MEMORY;
    if (status != ASSAY_OK) {
        (void)snprintf(report->problem, sizeof report->problem, "%s", error.text);
        return false;
    }
    export_json_text(stream, export_is_wall(series) ? "latency" : series->metric);
    fprintf(stream, ": {\"value\": %s", export_number_of(d.mean * factor).text);
    if (isfinite(d.interval.lower))
        fprintf(stream, ", \"lower_value\": %s", export_number_of(d.interval.lower * factor).text);
    if (isfinite(d.interval.upper))
        fprintf(stream, ", \"upper_value\": %s", export_number_of(d.interval.upper * factor).text);
    fputc('}', stream);
    return true;
}

static bool same_benchmark(const struct assay_series *a, const struct assay_series *b)
{
    return strcmp(a->system, b->system) == 0 && strcmp(a->benchmark, b->benchmark) == 0;
}

static bool is_first(const struct assay_series *series, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_benchmark(&series[i], &series[index]))
            return false;
    return true;
}

static bool write_bmf(FILE *stream, const struct assay_series *series, size_t n,
                      const struct export_options *options, struct export_report *report)
{
    const bool one_system = export_has_one_system(series, n);
    fputc('{', stream);
    for (size_t i = 0; i < n; i++) {
        if (!is_first(series, i))
            continue;
        fputs(i > 0 ? ",\n " : "\n ", stream);
        export_json_joined(stream, (const char *const[]){one_system ? "" : series[i].system,
                                                         one_system ? "" : ": ",
                                                         series[i].benchmark, NULL});
        fputs(": {", stream);
        for (size_t j = i; j < n; j++) {
            if (!same_benchmark(&series[i], &series[j]))
                continue;
            if (j > i)
                fputs(", ", stream);
            if (!write_measure(stream, &series[j], options, report))
                return false;
        }
        fputc('}', stream);
    }
    fputs("\n}\n", stream);
    return ferror(stream) == 0;
}

extern const struct exporter exporter_bmf;
const struct exporter exporter_bmf = {"bmf", "Bencher Metric Format", write_bmf, true};

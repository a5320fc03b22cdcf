/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_tak.c -- records of tak, a line for each benchmark of each system, as git notes keep them:
 *           assay export --to tak | git notes --ref tak append -F - COMMIT.
 * Source:   jdx/tak, its modules record (fields, their order, schema 1) and measure: instructions are the fewest of all
 *           executions, as its comparison takes the fewest of all records; times in ms, p50 is the upper of two middle ones.
 * Names:    the tool is "self", as tak names a project's own program; of several systems it is the system. The runner, by
 *           which tak keeps apart what must not be compared, is "assay" with the class of machine, where that is known: tak
 *           counts no children and assay does, so that a record of either has no place in the other's series.
 * Edge:     when it was measured is not known: the epoch.
 * Checked:  tests/engine/export/test_export_counts.c. */
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"
#include "source/series_groups.h"

static bool is_count(const struct assay_series *series)
{
    return strcmp(series->metric, "instructions") == 0;
}

/* Before the latest metric of a line stands a comma. */
static void write_metric(FILE *stream, bool *any, const char *name, const char *number)
{
    fprintf(stream, "%s\"%s\":%s", *any ? "," : "", name, number);
    *any = true;
}

static enum assay_status write_wall(FILE *stream, bool *any, const struct assay_series *series,
                                    struct assay_error *error)
{
    enum { MILLI = 3 };
    const struct assay_view view = export_view(series);
    const double upper_middle = (double)(view.n / 2 + 1) / (double)view.n;
    struct assay_moments moments;
    double p50;
    TRY(assay_moments_of(view, &moments, error));
    TRY(assay_quantiles(view, &upper_middle, 1, 1, &p50, error));
    write_metric(stream, any, "wall_max_ms", export_number_shifted(moments.max, MILLI).text);
    write_metric(stream, any, "wall_mean_ms", export_number_shifted(moments.mean, MILLI).text);
    write_metric(stream, any, "wall_min_ms", export_number_shifted(moments.min, MILLI).text);
    write_metric(stream, any, "wall_n", decimal_of((double)view.n).text);
    write_metric(stream, any, "wall_p50_ms", export_number_shifted(p50, MILLI).text);
    return ASSAY_OK;
}

static void write_labels(FILE *stream, const struct assay_series *first, bool one_system,
                         const struct export_options *options)
{
    fputs("{\"v\":1,\"bench\":", stream);
    export_json_text(stream, first->benchmark);
    fputs(",\"tool\":", stream);
    export_json_text(stream, one_system ? "self" : first->system);
    fputs(",\"runner\":", stream);
    const struct input *input = options->input;
    OWNED char *class = input != NULL && input->record.n_machines == 1
                            ? store_machine_class(&input->record.machines[0])
                            : NULL;
    export_json_joined(stream,
                       (const char *const[]){"assay", class != NULL ? " on " : NULL, class, NULL});
    fputs(",\"ts\":", stream);
    /* To the second, of the execution that was measured first. */
    enum { TO_THE_SECOND = 19 };
    char text[EXPORT_TIME];
    const int64_t ns = first->occasion != NULL ? first->occasion[0].start_ns : 0;
    fprintf(stream, "\"%.*sZ\"", TO_THE_SECOND,
            ns != 0 ? export_time(ns, text) : "1970-01-01T00:00:00");
}

/* Metrics stand in the order of their names: instructions before wall. */
static enum assay_status write_record(FILE *stream, const struct assay_series *count,
                                      const struct assay_series *wall, bool one_system,
                                      const struct export_options *options,
                                      struct assay_error *error)
{
    bool any = false;
    write_labels(stream, wall != NULL ? wall : count, one_system, options);
    fputs(",\"metrics\":{", stream);
    if (count != NULL) {
        struct assay_moments moments;
        TRY(assay_moments_of(export_view(count), &moments, error));
        write_metric(stream, &any, "instructions", export_number_shifted(moments.min, 0).text);
    }
    if (wall != NULL)
        TRY(write_wall(stream, &any, wall, error));
    fputs("}}\n", stream);
    return ASSAY_OK;
}

/* What of a group has a place. */
static void take_group(const struct assay_series *series, const struct series_groups *groups,
                       size_t group, const struct assay_series **count,
                       const struct assay_series **wall, struct export_report *report)
{
    *count = *wall = NULL;
    for (size_t k = groups->start[group]; k < groups->start[group + 1]; k++) {
        const struct assay_series *one = &series[groups->member[k]];
        report->n_series += !is_count(one) && !export_is_wall(one);
        report->n_warmup += export_n_warmup(one);
        report->flattened |= one->live.shape.n_levels > 1;
        if (is_count(one))
            *count = one;
        else if (export_is_wall(one))
            *wall = one;
    }
}

static enum assay_status write_tak(FILE *stream, const struct assay_series *series, size_t n,
                                   const struct export_options *options,
                                   struct export_report *report, struct assay_error *error)
{
    const bool one_system = export_has_one_system(series, n);
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, n, SERIES_SYSTEM | SERIES_BENCHMARK, series_itself, series))
        return fail_no_memory(error);
    for (size_t group = 0; group < groups.n; group++) {
        const struct assay_series *count, *wall;
        take_group(series, &groups, group, &count, &wall, report);
        if (count != NULL || wall != NULL)
            TRY(write_record(stream, count, wall, one_system, options, error));
    }
    return export_end(stream, true, error);
}

extern const struct exporter exporter_tak;
const struct exporter exporter_tak = {"tak", "a record of tak", write_tak, .summary = true,
                                      .occasions = true};

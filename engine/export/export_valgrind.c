/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_valgrind.c -- counts of one system as callgrind.out and cachegrind.out: each benchmark is a function, and each count an
 * event. For callgrind_annotate, KCachegrind, cg_annotate, cg_diff, and as a baseline of gungraun (callgrind.out.base@NAME).
 * Names:    the functions' file is "???", as valgrind writes what it does not know: cg_diff matches functions by their files. The
 *           system is the file that is written.
 * Source:   Callgrind Format Specification, version 1; cachegrind: "desc:", "cmd:", "events:", then costs and "summary:".
 *           gungraun, its module callgrind::parser: wants the first line, "pid:", "cmd:", "events:" and a total.
 * Edge:     one number of an event stands for all executions: their mean, to the whole number, which is said where they
 *           differ. Only what all benchmarks have counted has a column; times and other fractions have none.
 * Checked:  tests/engine/export/test_export_counts.c; callgrind_annotate, cg_annotate and cg_diff by tests/peers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>
#include <assay/descriptive.h>

#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"
#include "import/valgrind_names.h"
#include "source/series_groups.h"

/* All that is exported, by metric and by benchmark. */
struct counts {
    const struct assay_series *series;
    struct series_groups metrics, benchmarks;
    bool *is_event; /* by metric */
    double *sums;   /* by metric */
};

static void counts_fini(struct counts *counts)
{
    series_groups_fini(&counts->metrics);
    series_groups_fini(&counts->benchmarks);
    free(counts->is_event);
    free(counts->sums);
}

/* The mean of all live values, as a whole number. */
static double count_of(const struct assay_series *series)
{
    struct assay_moments moments;
    return assay_moments_of(export_view(series), &moments, NULL) == ASSAY_OK ? round(moments.mean)
                                                                             : 0;
}

static bool is_whole(const struct assay_series *series)
{
    enum { MOST_BITS = 53 };
    const struct assay_view view = export_view(series);
    for (size_t i = 0; i < view.n; i++)
        if (view.x[i] < 0 || view.x[i] != floor(view.x[i]) || view.x[i] > ldexp(1, MOST_BITS))
            return false;
    return view.n > 0 && strcmp(series->unit, "s") != 0;
}

static bool are_equal(const struct assay_series *series)
{
    const struct assay_view view = export_view(series);
    for (size_t i = 1; i < view.n; i++)
        if (view.x[i] != view.x[0])
            return false;
    return true;
}

/* Whether all benchmarks have it once, in whole numbers. */
static bool is_event(const struct counts *counts, size_t metric)
{
    const struct series_groups *groups = &counts->metrics;
    bool whole = series_group_size(groups, metric) == counts->benchmarks.n;
    for (size_t k = groups->start[metric]; k < groups->start[metric + 1]; k++)
        whole = whole && is_whole(&counts->series[groups->member[k]]);
    return whole;
}

static void take_events(struct counts *counts, struct export_report *report)
{
    for (size_t m = 0; m < counts->metrics.n; m++) {
        const struct series_groups *groups = &counts->metrics;
        counts->is_event[m] = is_event(counts, m);
        for (size_t k = groups->start[m]; k < groups->start[m + 1]; k++) {
            const struct assay_series *one = &counts->series[groups->member[k]];
            report->n_warmup += export_n_warmup(one);
            if (counts->is_event[m])
                counts->sums[m] += count_of(one);
            report->n_series += !counts->is_event[m];
            report->n_rounded += counts->is_event[m] && !are_equal(one);
        }
    }
}

static bool counts_init(struct counts *counts, const struct assay_series *series, size_t n)
{
    counts->series = series;
    return series_groups_init(&counts->metrics, n, SERIES_METRIC, series_itself, series) &&
           series_groups_init(&counts->benchmarks, n, SERIES_BENCHMARK, series_itself, series) &&
           (counts->is_event = calloc(n, sizeof *counts->is_event)) != NULL &&
           (counts->sums = calloc(n, sizeof *counts->sums)) != NULL;
}

/* A name in one line; of events it is one word. */
static void write_name(FILE *stream, const char *name, bool one_word)
{
    OWNED char *visible = export_visible(name);
    for (const char *c = visible; c != NULL && *c != '\0'; c++)
        fputc(one_word && *c == ' ' ? '_' : *c, stream);
}

static void write_events(FILE *stream, const struct counts *counts)
{
    fputs("events:", stream);
    for (size_t m = 0; m < counts->metrics.n; m++) {
        const char *metric = counts->series[series_group_first(&counts->metrics, m)].metric;
        if (!counts->is_event[m])
            continue;
        fputc(' ', stream);
        write_name(stream, strcmp(metric, "instructions") == 0 ? "Ir" : metric, true);
    }
    fputc('\n', stream);
}

static void write_totals(FILE *stream, const char *key, const struct counts *counts)
{
    fputs(key, stream);
    for (size_t m = 0; m < counts->metrics.n; m++)
        if (counts->is_event[m])
            fprintf(stream, " %.0f", counts->sums[m]);
    fputc('\n', stream);
}

/* What the benchmark has of the metric; it has one. */
static double count_at(const struct counts *counts, size_t benchmark, size_t metric)
{
    const struct series_groups *groups = &counts->metrics;
    for (size_t k = groups->start[metric]; k < groups->start[metric + 1]; k++)
        if (counts->benchmarks.of[groups->member[k]] == benchmark)
            return count_of(&counts->series[groups->member[k]]);
    return 0;
}

static void write_benchmarks(FILE *stream, const struct counts *counts)
{
    fputs("fl=???\n", stream);
    for (size_t b = 0; b < counts->benchmarks.n; b++) {
        fputs("fn=", stream);
        write_name(stream, counts->series[series_group_first(&counts->benchmarks, b)].benchmark,
                   false);
        fputs("\n0", stream);
        for (size_t m = 0; m < counts->metrics.n; m++)
            if (counts->is_event[m])
                fprintf(stream, " %.0f", count_at(counts, b, m));
        fputc('\n', stream);
    }
}

static enum assay_status counts_of(struct counts *counts, const struct assay_series *series,
                                   size_t n, const char *what, struct export_report *report,
                                   struct assay_error *error)
{
    TRY(export_one_system(series, n, what, error));
    if (!counts_init(counts, series, n))
        return fail_no_memory(error);
    take_events(counts, report);
    return ASSAY_OK;
}

static enum assay_status write_callgrind(FILE *stream, const struct assay_series *series, size_t n,
                                         const struct export_options *options,
                                         struct export_report *report, struct assay_error *error)
{
    SCOPED(counts_fini) struct counts counts = {0};
    (void)options;
    TRY(counts_of(&counts, series, n, "files of callgrind", report, error));
    fprintf(stream,
            "# callgrind format\nversion: 1\ncreator: " VALGRIND_OF_ASSAY "%s\npid: 0\n"
            "cmd: " VALGRIND_COMMAND "\npart: 1\n\npositions: line\n",
            assay_version());
    write_events(stream, &counts);
    write_totals(stream, "summary:", &counts);
    fputc('\n', stream);
    write_benchmarks(stream, &counts);
    write_totals(stream, "\ntotals:", &counts);
    return export_end(stream, true, error);
}

static enum assay_status write_cachegrind(FILE *stream, const struct assay_series *series, size_t n,
                                          const struct export_options *options,
                                          struct export_report *report, struct assay_error *error)
{
    SCOPED(counts_fini) struct counts counts = {0};
    (void)options;
    TRY(counts_of(&counts, series, n, "files of cachegrind", report, error));
    fputs("desc: what was counted: benchmarks, means of their executions\n"
          "cmd: " VALGRIND_COMMAND "\n",
          stream);
    write_events(stream, &counts);
    write_benchmarks(stream, &counts);
    write_totals(stream, "summary:", &counts);
    return export_end(stream, true, error);
}

extern const struct exporter exporter_callgrind, exporter_cachegrind;
const struct exporter exporter_callgrind = {"callgrind", "callgrind.out", write_callgrind,
                                            .summary = true};
const struct exporter exporter_cachegrind = {"cachegrind", "cachegrind.out", write_cachegrind,
                                             .summary = true};

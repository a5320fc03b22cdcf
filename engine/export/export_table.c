/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_table.c -- tables for pull requests (Markdown) and papers (LaTeX with booktabs).
 * Layout:   one system: benchmark, mean, interval, values. Several: each new system against the
 *           first, with the interval of the change and the verdict of assay_compare.
 * Edge:     what cannot be compared has a dash. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "export/export.h"
#include "export/export_pairs.h"
#include "export/markup_text.h"

struct style {
    const char *between, *end; /* of cells, of rows */
    bool latex;
};

static const struct style markdown = {" | ", " |\n", false}, latex = {" & ", " \\\\\n", true};

static void write_text(FILE *stream, const struct style *style, const char *name)
{
    (style->latex ? latex_text : markdown_text)(stream, name);
}

static void write_percent(FILE *stream, const struct style *style)
{
    fputs(style->latex ? "\\,\\%" : " %", stream);
}

/* A time by the unit that gives 1 to 999; anything else as it stands. */
static void write_quantity(FILE *stream, const struct style *style, double x, const char *unit)
{
    static const struct {
        double least;
        const char *name, *latex;
        double factor;
    } times[] = {{1, "s", "s", 1},
                 {1e-3, "ms", "ms", 1e3},
                 {1e-6, "µs", "\\textmu s", 1e6},
                 {0, "ns", "ns", 1e9}};
    if (strcmp(unit, "s") != 0) {
        fprintf(stream, "%.5g ", x);
        write_text(stream, style, strcmp(unit, "1") == 0 ? "" : unit);
        return;
    }
    size_t i = 0;
    while (fabs(x) < times[i].least)
        i++;
    /* Four digits, also where the last ones are zeros: 2.090 beside 2.127. */
    const double shown = x * times[i].factor;
    const int before = fabs(shown) >= 1 ? (int)floor(log10(fabs(shown))) + 1 : 1;
    fprintf(stream, "%.*f%s%s", before < 4 ? 4 - before : 0, shown, style->latex ? "\\," : " ",
            style->latex ? times[i].latex : times[i].name);
}

static void begin_row(FILE *stream, const struct style *style, const struct assay_series *series,
                      bool one_metric)
{
    if (!style->latex)
        fputs("| ", stream);
    write_text(stream, style, series->benchmark);
    if (!one_metric) {
        fputs(" (", stream);
        write_text(stream, style, series->metric);
        fputc(')', stream);
    }
}

static void begin_table(FILE *stream, const struct style *style, const char *const *heads, size_t n)
{
    if (style->latex) {
        fputs("\\begin{tabular}{l", stream);
        for (size_t i = 1; i < n; i++)
            fputc('r', stream);
        fputs("}\n\\toprule\n", stream);
    } else {
        fputs("| ", stream);
    }
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            fputs(style->between, stream);
        write_text(stream, style, heads[i]);
    }
    fputs(style->end, stream);
    if (style->latex) {
        fputs("\\midrule\n", stream);
        return;
    }
    for (size_t i = 0; i < n; i++)
        fputs(i == 0 ? "|---" : "|---:", stream);
    fputs("|\n", stream);
}

static void end_table(FILE *stream, const struct style *style)
{
    if (style->latex)
        fputs("\\bottomrule\n\\end{tabular}\n", stream);
}

/* ---- one system ---- */

/* False: no memory. */
static bool write_sample(FILE *stream, const struct style *style, const struct assay_series *series,
                         const struct export_options *options, bool one_metric)
{
    struct assay_estimate d;
    const enum assay_status status = export_value(series, options, &d, NULL);
    const bool known = status == ASSAY_OK;
    if (status == ASSAY_NO_MEMORY)
        return false;
    begin_row(stream, style, series, one_metric);
    fputs(style->between, stream);
    if (known)
        write_quantity(stream, style, d.estimate, series->unit);
    fputs(style->between, stream);
    if (known && isfinite(d.interval.lower) && isfinite(d.interval.upper) && d.estimate != 0) {
        fprintf(stream, style->latex ? "$\\pm$ %.2g" : "± %.2g",
                50 * (d.interval.upper - d.interval.lower) / fabs(d.estimate));
        write_percent(stream, style);
    } else {
        fputs(style->latex ? "--" : "–", stream);
    }
    fprintf(stream, "%s%zu%s", style->between, export_n_live(series), style->end);
    return true;
}

/* ---- a pair ---- */

static void write_change(FILE *stream, const struct style *style, const struct assay_comparison *c)
{
    const char *verdict = assay_verdict_name(c->verdict);
    const char *minus = style->latex ? "$-$" : "−";
    const double change = 100 * (c->ratio.estimate - 1),
                 lower = 100 * (c->ratio.interval.lower - 1),
                 upper = 100 * (c->ratio.interval.upper - 1);
    fprintf(stream, "%s%.1f", change < 0 ? minus : "+", fabs(change));
    write_percent(stream, style);
    fputs(style->between, stream);
    if (isfinite(lower) && isfinite(upper)) {
        fprintf(stream, "%s%.1f … ", lower < 0 ? minus : "+", fabs(lower));
        fprintf(stream, "%s%.1f", upper < 0 ? minus : "+", fabs(upper));
        write_percent(stream, style);
    } else {
        fputs(style->latex ? "--" : "–", stream);
    }
    fputs(style->between, stream);
    write_text(stream, style, verdict);
}

/* False: no memory. */
static bool write_pair(FILE *stream, const struct style *style,
                       const struct assay_series *old_series, const struct assay_series *new_series,
                       const struct export_options *options, bool one_metric)
{
    struct assay_compare_options how = options->stopped;
    how.confidence = options->confidence;
    how.margin = options->margin;
    how.more_is_better = old_series->more_is_better;
    how.rounds_paired = assay_series_paired(old_series, new_series);
    how.question = export_question(old_series, options);
    how.paired_level = assay_series_paired_level(old_series);
    how.without_bootstrap = true; /* the table has no place for that check */
    struct assay_comparison c;
    const enum assay_status status =
        assay_compare(&old_series->live, &new_series->live, &how, &c, NULL);
    if (status == ASSAY_NO_MEMORY)
        return false;
    begin_row(stream, style, old_series, one_metric);
    fputs(style->between, stream);
    if (status == ASSAY_OK) {
        write_quantity(stream, style, c.old_value, old_series->unit);
        fputs(style->between, stream);
        write_quantity(stream, style, c.new_value, new_series->unit);
        fputs(style->between, stream);
        write_change(stream, style, &c);
    } else {
        const char *dash = style->latex ? "--" : "–";
        for (int i = 0; i < 5; i++)
            fprintf(stream, "%s%s", i > 0 ? style->between : "", dash);
    }
    fputs(style->end, stream);
    return true;
}

/* ---- all ---- */

static bool has_one_metric(const struct assay_series *series, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (strcmp(series[i].metric, series[0].metric) != 0)
            return false;
    return true;
}

/* Tables of pairs, one below the other. */
struct tables {
    FILE *stream;
    const struct style *style;
    const struct assay_series *series;
    const struct export_options *options;
    bool one_metric;
    size_t n_unpaired; /* series that had no place in a table where they might stand */
};

/* "change", "change (p90)" where one statistic alone was asked for. */
static void change_title(const struct export_options *options, char *title, size_t size)
{
    char name[ASSAY_STATISTIC_TEXT];
    const struct input *input = options->input;
    const struct assay_question question = input != NULL
                                               ? input_question(input, NULL)
                                               : (struct assay_question){.basis = ASSAY_BASIS_BOTH};
    assay_question_name(&question, name);
    const bool one = question.basis != ASSAY_BASIS_BOTH;
    (void)snprintf(title, size, "change%s%s%s", one ? " (" : "", one ? name : "", one ? ")" : "");
}

/* The table of one system beside the first; pairs tells of that system. */
static bool write_pairs(struct tables *tables, const struct export_pairs *pairs, size_t system)
{
    const struct assay_series *series = tables->series;
    const size_t n_old = series_group_size(&pairs->systems, 0);
    const char *new_system = series[series_group_first(&pairs->systems, system)].system;
    size_t n_paired = 0;
    char interval[48];
    (void)snprintf(interval, sizeof interval, "%g %% interval", 100 * tables->options->confidence);
    char change[ASSAY_STATISTIC_TEXT + 16];
    change_title(tables->options, change, sizeof change);
    const char *heads[] = {"benchmark", series[0].system, new_system, change, interval, "verdict"};
    begin_table(tables->stream, tables->style, heads, 6);
    for (size_t k = 0; k < n_old; k++) {
        const size_t old = pairs->systems.member[k], other = pairs->partner[pairs->likes.of[old]];
        if (other == SIZE_MAX)
            continue;
        n_paired++;
        if (!write_pair(tables->stream, tables->style, &series[old], &series[other],
                        tables->options, tables->one_metric))
            return false;
    }
    end_table(tables->stream, tables->style);
    tables->n_unpaired += n_old + series_group_size(&pairs->systems, system) - 2 * n_paired;
    return true;
}

static bool write_systems(struct tables *tables, size_t n)
{
    struct export_pairs pairs;
    if (!export_pairs_init(&pairs, tables->series, n))
        return false;
    bool done = true;
    for (size_t system = 1; system < pairs.systems.n && done; system++) {
        if (system > 1)
            fputc('\n', tables->stream);
        export_pairs_choose(&pairs, system);
        done = write_pairs(tables, &pairs, system);
    }
    export_pairs_fini(&pairs);
    return done;
}

/* "mean", "p90"; "value" where they are not alike. */
static void value_title(const struct assay_series *series, size_t n,
                        const struct export_options *options, char title[ASSAY_STATISTIC_TEXT])
{
    for (size_t i = 0; i < n; i++) {
        char name[ASSAY_STATISTIC_TEXT];
        const struct assay_question question = export_question(&series[i], options);
        const struct assay_statistic statistic = assay_question_alone(&question);
        assay_statistic_name(&statistic, name);
        strcpy(title, i == 0 || strcmp(title, name) == 0 ? name : "value");
    }
}

static bool write_one_system(FILE *stream, const struct style *style,
                             const struct assay_series *series, size_t n,
                             const struct export_options *options)
{
    char interval[48];
    (void)snprintf(interval, sizeof interval, "%g %% interval", 100 * options->confidence);
    char value[ASSAY_STATISTIC_TEXT] = "mean";
    value_title(series, n, options, value);
    const char *heads[] = {"benchmark", value, interval, "values"};
    const bool one_metric = has_one_metric(series, n);
    begin_table(stream, style, heads, 4);
    for (size_t i = 0; i < n; i++)
        if (!write_sample(stream, style, &series[i], options, one_metric))
            return false;
    end_table(stream, style);
    return true;
}

static enum assay_status write_tables(FILE *stream, const struct style *style,
                                      const struct assay_series *series, size_t n,
                                      const struct export_options *options,
                                      struct export_report *report, struct assay_error *error)
{
    struct tables tables = {stream, style, series, options, has_one_metric(series, n), 0};
    const bool done = export_has_one_system(series, n)
                          ? write_one_system(stream, style, series, n, options)
                          : write_systems(&tables, n);
    report->n_unpaired = tables.n_unpaired;
    if (!done)
        return fail_no_memory(error);
    if (options->remark != NULL) {
        fputs(style->latex ? "% " : "\n", stream);
        write_text(stream, style, options->remark);
        fputc('\n', stream);
    }
    return export_end(stream, true, error);
}

static enum assay_status write_markdown(FILE *stream, const struct assay_series *series, size_t n,
                                        const struct export_options *options,
                                        struct export_report *report, struct assay_error *error)
{
    return write_tables(stream, &markdown, series, n, options, report, error);
}

static enum assay_status write_latex(FILE *stream, const struct assay_series *series, size_t n,
                                     const struct export_options *options,
                                     struct export_report *report, struct assay_error *error)
{
    return write_tables(stream, &latex, series, n, options, report, error);
}

extern const struct exporter exporter_markdown, exporter_latex;
const struct exporter exporter_markdown = {"markdown", "a Markdown table", write_markdown, true,
                                           .statistic = true};
const struct exporter exporter_latex = {"latex", "a LaTeX table (booktabs)", write_latex, true,
                                        .statistic = true};

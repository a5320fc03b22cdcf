/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_table.c -- tables for pull requests (Markdown) and papers (LaTeX with booktabs).
 * Layout:   one system: benchmark, mean, interval, values. Several: of each new system columns with its
 *           value, its change against the first, the interval of that and the verdict of assay_compare.
 * Edge:     what cannot be compared has a dash; so has the value of a system whose change is that of the typical run, in a
 *           row of means. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"
#include "export/markup_text.h"
#include "source/series_groups.h"

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

static bool is_left(const char *head)
{
    return strcmp(head, "verdict") == 0;
}

static void begin_table(FILE *stream, const struct style *style, const char *const *heads, size_t n)
{
    if (style->latex) {
        fputs("\\begin{tabular}{l", stream);
        for (size_t i = 1; i < n; i++)
            fputc(is_left(heads[i]) ? 'l' : 'r', stream);
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
        fputs(i == 0 || is_left(heads[i]) ? "|---" : "|---:", stream);
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

static void write_dashes(FILE *stream, const struct style *style, int n)
{
    while (n-- > 0)
        fprintf(stream, "%s%s", style->between, style->latex ? "--" : "–");
}

static void write_change(FILE *stream, const struct style *style, const struct assay_comparison *c)
{
    const char *minus = style->latex ? "$-$" : "−";
    const double change = 100 * (c->ratio.estimate - 1),
                 lower = 100 * (c->ratio.interval.lower - 1),
                 upper = 100 * (c->ratio.interval.upper - 1);
    fprintf(stream, "%s%s%.1f", style->between, change < 0 ? minus : "+", fabs(change));
    write_percent(stream, style);
    if (c->typical_first)
        fputs(" (typical run)", stream);
    if (isfinite(lower) && isfinite(upper)) {
        fprintf(stream, "%s%s%.1f … ", style->between, lower < 0 ? minus : "+", fabs(lower));
        fprintf(stream, "%s%.1f", upper < 0 ? minus : "+", fabs(upper));
        write_percent(stream, style);
    } else {
        write_dashes(stream, style, 1);
    }
    fputs(style->between, stream);
    write_text(stream, style, assay_verdict_name(c->verdict));
}

/* ASSAY_OK, or why there is no comparison. */
static enum assay_status compare_pair(const struct assay_series *old_series,
                                      const struct assay_series *new_series,
                                      const struct export_options *options,
                                      struct assay_comparison *c)
{
    struct assay_compare_options how = options->stopped;
    how.confidence = options->confidence;
    how.margin = options->margin;
    how.more_is_better = old_series->more_is_better;
    how.rounds_paired = assay_series_paired(old_series, new_series);
    how.question = export_question(old_series, options);
    how.paired_level = assay_series_paired_level(old_series);
    how.without_bootstrap = true; /* the table has no place for that check */
    return assay_compare(&old_series->live, &new_series->live, &how, c, NULL);
}

/* ---- all ---- */

static bool has_one_metric(const struct assay_series *series, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (strcmp(series[i].metric, series[0].metric) != 0)
            return false;
    return true;
}

/* Systems beside the first. */
struct systems {
    struct series_groups systems, likes; /* likes: the same benchmark, metric and unit */
    size_t *beside;                      /* by system: the series of the row; SIZE_MAX: none */
    struct assay_comparison *found;      /* by system, where it can be compared */
    bool *known;
    const char **heads;
    size_t n_paired;
};

static void systems_fini(struct systems *all)
{
    series_groups_fini(&all->systems);
    series_groups_fini(&all->likes);
    free(all->beside);
    free(all->found);
    free(all->known);
    free(all->heads);
}

/* False: no memory. */
static bool systems_init(struct systems *all, const struct assay_series *series, size_t n)
{
    const unsigned like = SERIES_BENCHMARK | SERIES_METRIC | SERIES_UNIT;
    *all = (struct systems){0};
    if (series_groups_init(&all->systems, n, SERIES_SYSTEM, series_itself, series) &&
        series_groups_init(&all->likes, n, like, series_itself, series)) {
        all->beside = calloc(all->systems.n, sizeof *all->beside);
        all->found = calloc(all->systems.n, sizeof *all->found);
        all->known = calloc(all->systems.n, sizeof *all->known);
        all->heads = calloc(4 * all->systems.n, sizeof *all->heads);
    }
    return all->beside != NULL && all->found != NULL && all->known != NULL && all->heads != NULL;
}

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

static void begin_systems(FILE *stream, const struct style *style,
                          const struct assay_series *series, const struct export_options *options,
                          const struct systems *all)
{
    char change[ASSAY_STATISTIC_TEXT + 16], interval[48];
    size_t n = 0;
    change_title(options, change, sizeof change);
    (void)snprintf(interval, sizeof interval, "%g %% interval", 100 * options->confidence);
    all->heads[n++] = "benchmark";
    for (size_t system = 0; system < all->systems.n; system++) {
        all->heads[n++] = series[series_group_first(&all->systems, system)].system;
        if (system == 0)
            continue;
        all->heads[n++] = change;
        all->heads[n++] = interval;
        all->heads[n++] = "verdict";
    }
    all->heads[n++] = "values";
    begin_table(stream, style, all->heads, n);
}

/* Finds what stands beside a series of the first system, and compares them. False: no memory. */
static bool compare_row(const struct assay_series *series, size_t old,
                        const struct export_options *options, struct systems *all)
{
    const struct series_groups *likes = &all->likes;
    const size_t like = likes->of[old];
    for (size_t system = 0; system < all->systems.n; system++) {
        all->beside[system] = SIZE_MAX;
        all->known[system] = false;
    }
    for (size_t k = likes->start[like]; k < likes->start[like + 1]; k++) {
        const size_t other = likes->member[k], system = all->systems.of[other];
        if (system == 0)
            continue;
        all->beside[system] = other;
        all->n_paired++;
        const enum assay_status status =
            compare_pair(&series[old], &series[other], options, &all->found[system]);
        all->known[system] = status == ASSAY_OK;
        if (status == ASSAY_NO_MEMORY)
            return false;
    }
    return true;
}

/* "40", "35 … 40" of the systems of a row */
static void write_counts(FILE *stream, const struct style *style, const struct assay_series *series,
                         size_t old, const struct systems *all)
{
    size_t least = export_n_live(&series[old]), most = least;
    for (size_t system = 1; system < all->systems.n; system++) {
        if (all->beside[system] == SIZE_MAX)
            continue;
        const size_t n = export_n_live(&series[all->beside[system]]);
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    fprintf(stream, "%s%zu", style->between, least);
    if (most > least)
        fprintf(stream, " … %zu", most);
}

/* The system whose old value the row shows: of a typical run only where all are of one. */
static size_t old_of(const struct systems *all)
{
    size_t first = all->systems.n;
    for (size_t system = all->systems.n - 1; system > 0; system--)
        if (all->known[system] &&
            (first == all->systems.n || !all->found[system].typical_first ||
             all->found[first].typical_first))
            first = system;
    return first;
}

static void write_row(FILE *stream, const struct style *style, const struct assay_series *series,
                      size_t old, const struct systems *all)
{
    const char *unit = series[old].unit;
    const size_t first = old_of(all);
    if (first < all->systems.n) {
        fputs(style->between, stream);
        write_quantity(stream, style, all->found[first].old_value, unit);
    } else {
        write_dashes(stream, style, 1);
    }
    for (size_t system = 1; system < all->systems.n; system++) {
        if (!all->known[system]) {
            write_dashes(stream, style, 4);
            continue;
        }
        if (all->found[system].typical_first == all->found[first].typical_first) {
            fputs(style->between, stream);
            write_quantity(stream, style, all->found[system].new_value, unit);
        } else {
            write_dashes(stream, style, 1);
        }
        write_change(stream, style, &all->found[system]);
    }
    write_counts(stream, style, series, old, all);
    fputs(style->end, stream);
}

static bool has_partner(const struct systems *all)
{
    for (size_t system = 1; system < all->systems.n; system++)
        if (all->beside[system] != SIZE_MAX)
            return true;
    return false;
}

/* A benchmark a row; of each new system its value, the change, the interval and the verdict. */
static bool write_systems(FILE *stream, const struct style *style,
                          const struct assay_series *series, size_t n,
                          const struct export_options *options, size_t *n_unpaired)
{
    SCOPED(systems_fini) struct systems all = {0};
    const bool one_metric = has_one_metric(series, n);
    bool done = systems_init(&all, series, n);
    if (done)
        begin_systems(stream, style, series, options, &all);
    const size_t n_old = done ? series_group_size(&all.systems, 0) : 0;
    for (size_t k = 0; k < n_old && done; k++) {
        const size_t old = all.systems.member[k];
        done = compare_row(series, old, options, &all);
        if (!done || !has_partner(&all))
            continue;
        begin_row(stream, style, &series[old], one_metric);
        write_row(stream, style, series, old, &all);
    }
    if (done) {
        end_table(stream, style);
        *n_unpaired = (all.systems.n - 1) * n_old + (n - n_old) - 2 * all.n_paired;
    }
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
    const bool done = export_has_one_system(series, n)
                          ? write_one_system(stream, style, series, n, options)
                          : write_systems(stream, style, series, n, options, &report->n_unpaired);
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

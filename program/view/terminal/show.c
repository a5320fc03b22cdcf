/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c -- the screen of `assay show`: what was measured, its tables, and notes. */
#include "view/terminal/show.h"

#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/attribution.h"
#include "view/text/first_run.h"
#include "view/text/note.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- what executions used and what they waited for, where that was much of their time ---- */

/* "7.6", "52"; "–" where it is not known. */
static void put_number(struct table *table, struct column column, double number)
{
    if (isnan(number))
        table_put(table, column, STYLE_PLAIN, "\u2013");
    else
        table_put(table, column, STYLE_PLAIN, number < 10 ? "%.2g" : "%.0f", number);
}

static bool is_known(const struct sample_finding *row)
{
    return !isnan(row->waited.processors) && strcmp(row->series->metric, "wall") == 0;
}

/* What gives way; it stands behind --metric all. */
enum { FAULTS = 1 };

static struct table *table_of(const struct show_view *view)
{
    struct table *table = table_new(0);
    bool runnable = false;
    for (size_t i = 0; i < view->n; i++)
        runnable = runnable || !isnan(view->rows[i].waited.runnable_s);
    for (size_t i = 0; i < view->n; i++) {
        const struct waited *waited = &view->rows[i].waited;
        if (!is_known(&view->rows[i]))
            continue;
        table_row(table);
        show_names_put(table, &view->rows[i], false);
        table_put(table, COLUMN_RIGHT("processors"), STYLE_PLAIN, "%.2f", waited->processors);
        if (runnable)
            table_put(table, COLUMN_RIGHT("without one"), STYLE_PLAIN, "%s",
                      isnan(waited->runnable_s) ? "\u2013"
                                                : quantity_alone(waited->runnable_s, "s").text);
        put_number(table, COLUMN_RIGHT("put off"), waited->pushed);
        put_number(table, COLUMN_RIGHT("waited itself"), waited->gave_up);
        put_number(table, COLUMN_RIGHT("page faults", .part = FAULTS), waited->faults);
        put_number(table, COLUMN_RIGHT("with a disk", .part = FAULTS), waited->disk_faults);
    }
    return table;
}

/* Of several that others disturbed as much, processor time decides between them. */
static bool are_fought_over(const struct show_view *view)
{
    size_t n = 0, fought = 0;
    for (size_t i = 0; i < view->n; i++) {
        n += is_known(&view->rows[i]);
        fought += view->rows[i].beside.fought;
    }
    return show_count_distinct(view, SERIES_SYSTEM) > 1 && n > 1 && fought == n;
}

/* What they computed meanwhile: of few, each. */
static void say_beside(const struct terminal *terminal, const struct show_view *view)
{
    enum { MOST = 3 };
    size_t n = 0;
    for (size_t i = 0; i < view->n; i++) {
        const struct sample_finding *row = &view->rows[i];
        OWNED char *text = sample_waiting(row);
        if (text == NULL || n++ >= MOST)
            continue;
        if (view->n > 1)
            terminal_sentence(terminal, "  ", "%s on %s: %s", row->series->benchmark,
                              row->series->system, text);
        else
            terminal_paragraph(terminal, "  ", text);
    }
    if (n > MOST)
        terminal_sentence(terminal, "  ", "Likewise %zu more: --metric user,system_time", n - MOST);
    if (are_fought_over(view))
        terminal_sentence(terminal, "  ",
                          "Processor time decides between them: assay compare says how.");
}

/* What executions waited for, where they did for much of their time, or all is wanted. */
static void show_waited_print(const struct terminal *terminal, const struct show_view *view,
                              const struct table_fit *fit)
{
    static const double mostly_busy = 0.9;
    bool known = false, waited = sentences_all_wanted();
    for (size_t i = 0; i < view->n; i++) {
        known = known || is_known(&view->rows[i]);
        waited = waited || view->rows[i].waited.processors < mostly_busy;
    }
    if (!known || !waited)
        return;
    terminal_printf(terminal, STYLE_PLAIN, "\n  What an execution used and waited for:\n");
    enum { READABLE = 14, SHORT = 8 };
    const struct table_fit fits[] = {
        *fit,
        {.gap = fit->gap, .names = fit->names, .names_least = READABLE},
        {.gap = fit->gap, .names = fit->names, .names_least = SHORT, .without = FAULTS}};
    struct table *table = table_of(view);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    table_print(terminal, &table);
    say_beside(terminal, view);
    if (isnan(view->pressure))
        terminal_sentence(
            terminal, "  ",
            "How long something on the machine waited for a processor was not recorded.");
    else
        terminal_sentence(terminal, "  ",
                          "Something on the machine waited for a processor in %.0f %% of the time.",
                          100 * view->pressure);
}

/* ---- what the tables of `assay show` share ---- */

const struct assay_series *show_series_of(const void *rows, size_t row)
{
    return ((const struct sample_finding *)rows)[row].series;
}

size_t show_count_distinct(const struct show_view *view, enum series_key key)
{
    return series_groups_count(view->n, key, show_series_of, view->rows);
}

void show_names_put(struct table *table, const struct sample_finding *row, bool metric)
{
    table_put_name(table, COLUMN_LEFT("benchmark"), row->series->benchmark, TABLE_FITTED);
    table_put_name(table, COLUMN_LEFT("system"), row->series->system, TABLE_FITTED);
    if (metric)
        table_put_name(table, COLUMN_LEFT("metric"), row->series->metric, 20);
}

/* ---- what the rows share ---- */

static void common_shape(const struct show_view *view, char *text, size_t size)
{
    shape_words(view->rows[0].series, view->machines, text, size);
    for (size_t i = 1; i < view->n; i++) {
        char other[256];
        shape_words(view->rows[i].series, view->machines, other, sizeof other);
        if (strcmp(text, other) != 0) {
            (void)snprintf(text, size, "different numbers of repetitions");
            return;
        }
    }
}

/* ---- head ---- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* On one line where there is room. */
static void print_answer(const struct terminal *terminal, const char *answer, const char *limits)
{
    const int columns = answer != NULL ? terminal_columns(answer) : 0;
    const bool beside =
        limits == NULL ||
        (terminal->width >= 80 && columns + 2 + terminal_columns(limits) <= terminal->width);
    if (columns < terminal->width && answer != NULL)
        terminal_puts(terminal, STYLE_STRONG, answer);
    if (columns >= terminal->width)
        terminal_paragraph(terminal, "", answer);
    else if (!beside)
        terminal_puts(terminal, STYLE_PLAIN, ",\n");
    if (limits != NULL)
        terminal_printf(terminal, STYLE_PLAIN, "%s%s",
                        beside && columns < terminal->width ? ", " : "  ", limits);
    fputc('\n', terminal->stream);
}

/* "fft-1024 on O2: mean wall 1.184 ms, 95 % CI 1.171 … 1.197 ms"; of the others where the first run stands apart. */
static void print_sentence(const struct terminal *terminal, const struct sample_finding *row)
{
    const double value = first_run_value(row)->estimate;
    const struct assay_interval *interval = &first_run_value(row)->interval;
    const double half_width = (interval->upper - interval->lower) / 2;
    const struct quantity_scale scale =
        quantity_scale_spread(row->series->unit, &value, 1, &half_width, 1);
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&row->statistic, statistic);
    OWNED char *answer = view_said(
        "%.32s on %.32s: %s %.24s %s%s", row->series->benchmark, row->series->system, statistic,
        row->series->metric, quantity_of(value, &scale).text, row->has_rest ? first_run_words : "");
    const bool up_to = interval_is_up_to(interval, row->description.min);
    OWNED char *limits =
        isfinite(half_width)
            ? view_format("%s CI %s%s%s", confidence_text(interval->confidence).text,
                          up_to ? "" : quantity_bare(interval->lower, &scale).text,
                          up_to ? "up to " : " \u2026 ", quantity_of(interval->upper, &scale).text)
            : NULL;
    print_answer(terminal, answer, limits);
}

static void print_facts(const struct terminal *terminal, const struct show_view *view)
{
    char shape[256];
    common_shape(view, shape, sizeof shape);
    const size_t systems = show_count_distinct(view, SERIES_SYSTEM),
                 benchmarks = show_count_distinct(view, SERIES_BENCHMARK);
    const bool one_metric = show_count_distinct(view, SERIES_METRIC) == 1;
    terminal_sentence(terminal, "", "%.40s%s%zu system%s \u00b7 %zu benchmark%s%s%.24s \u00b7 %s",
                      view->title != NULL ? view->title : "", view->title != NULL ? " \u00b7 " : "",
                      systems, plural(systems), benchmarks, plural(benchmarks),
                      one_metric ? " \u00b7 " : "", one_metric ? view->rows[0].series->metric : "",
                      shape);
}

/* ---- notes ---- */

/* No time is below zero: a clock that was set, or a difference that noise turned. */
static void note_negative(const struct show_view *view, struct sentences *notes)
{
    const struct sample_finding *worst = NULL;
    size_t rows = 0, n = 0, of = 0;
    for (size_t i = 0; i < view->n; i++) {
        const struct sample_finding *row = &view->rows[i];
        const size_t negative = row->description.min < 0 ? series_negative_times(row->series) : 0;
        if (negative == 0)
            continue;
        n += negative;
        of += assay_sample_size(&row->series->live);
        rows++;
        if (worst == NULL || row->description.min < worst->description.min)
            worst = row;
    }
    OWNED char *text =
        worst == NULL
            ? NULL
            : view_format("%zu of %zu times %s negative (down to %s), as no time is. Look at the "
                          "clock that measured; compare wants --allow-negative.",
                          n, of, n == 1 ? "is" : "are",
                          quantity_alone(worst->description.min, worst->series->unit).text);
    if (text != NULL)
        sentences_note(notes, rows == 1 ? worst->series->benchmark : NULL, text, HARM_SIGN);
}

/* Of times: a first run that stands apart; whether it does. */
static bool add_first_run(const struct show_view *view, const struct sample_finding *row)
{
    OWNED char *text = strcmp(row->series->unit, "s") == 0 ? first_run_note(row) : NULL;
    if (text != NULL)
        sentences_note(view->notes,
                       show_count_distinct(view, SERIES_BENCHMARK) > 1 ? row->series->benchmark
                                                                       : NULL,
                       text, HARM_SIGN);
    return text != NULL;
}

static void add_notes(const struct terminal *terminal, const struct show_view *view)
{
    OWNED struct note_subject *subjects = view_room(view->n, sizeof *subjects);
    const bool metrics = show_count_distinct(view, SERIES_METRIC) > 1;
    for (size_t i = 0; subjects != NULL && i < view->n; i++) {
        const struct sample_finding *row = &view->rows[i];
        assay_warnings warnings = sample_warnings(row) | told_warnings(&row->series->told);
        if (add_first_run(view, row)) /* that is what lies far and makes the tail */
            warnings &= ~(ASSAY_WARNING(ASSAY_WARN_OUTLIERS) | ASSAY_WARNING(ASSAY_WARN_SKEWED));
        subjects[i] = note_subject_of(warnings, row->series, row->description.interval.df);
        subjects[i].metric = metrics ? row->series->metric : NULL;
        subjects[i].system = row->series->system;
        subjects[i].is_equal = row->description.min == row->description.max;
        note_subject_sample(&subjects[i], &row->description);
    }
    if (subjects != NULL)
        notes_of(subjects, view->n, terminal->width / 2, view->notes);
    note_negative(view, view->notes);
}

static void print_decisions(const struct terminal *terminal, const struct show_view *view)
{
    OWNED const struct assay_series **series = view_room(view->n, sizeof *series);
    for (size_t i = 0; series != NULL && i < view->n; i++)
        series[i] = view->rows[i].series;
    if (series != NULL)
        decisions_print(terminal, series, view->n);
}

/* A quantile takes values on both sides of it. */
static void print_too_few(const struct terminal *terminal, const struct show_view *view)
{
    size_t i = 0;
    while (i < view->n && (view->rows[i].statistic.kind == ASSAY_STATISTIC_MEAN ||
                           view->rows[i].value.interval.kind == ASSAY_BOUNDED))
        i++;
    if (i == view->n)
        return;
    const struct sample_finding *row = &view->rows[i];
    char name[ASSAY_STATISTIC_TEXT];
    const double least = assay_quantile_values(&row->statistic, view->confidence);
    assay_statistic_name(&row->statistic, name);
    fputc('\n', terminal->stream);
    terminal_sentence(terminal, "  ",
                      "No interval holds the %s of so few: of single executions %.0f would do.",
                      name, least);
}

static void print_left_out(const struct terminal *terminal, const struct show_view *view)
{
    if (view->n_left_out == 0)
        return;
    OWNED char *text = VIEW_TEXT(stream, {
        for (size_t i = 0; i < view->n_left_out; i++)
            view_say(stream, "%s %.32s", i > 0 ? "," : "", view->left_out[i]);
    });
    if (text != NULL) {
        fputc('\n', terminal->stream);
        terminal_sentence(terminal, "  ", "Also measured:%s. Show them with --metric all.", text);
    }
}

/* What fills more than a screen is cut to the first samples, in all tables alike; a line
 * that says that one is left takes as much as that one. */
static size_t rows_shown(const struct show_view *view)
{
    enum { MOST = 12, MOST_OF_LEVELS = 6 }; /* these stand in two tables */
    size_t most = MOST;
    for (size_t i = 0; i < view->n; i++)
        if (view->rows[i].description.n_levels > 1)
            most = MOST_OF_LEVELS;
    return view->n > most + 1 && !sentences_all_wanted() ? most : view->n;
}

void show_view_print(const struct terminal *terminal, const struct show_view *view)
{
    if (view->n == 1)
        print_sentence(terminal, &view->rows[0]);
    print_facts(terminal, view);
    if (view->measured_on != NULL)
        terminal_sentence(terminal, "", "%s", view->measured_on);
    fputc('\n', terminal->stream);
    struct show_view shown = *view;
    shown.n = rows_shown(view);
    const struct table_fit fit = show_means_print(terminal, &shown);
    if (shown.n < view->n)
        terminal_printf(terminal, STYLE_PLAIN, "  and %zu more: --details\n", view->n - shown.n);
    show_levels_print(terminal, &shown, &fit);
    attribution_print(terminal, view->rows, view->n, shown.n, view->confidence);
    if (view->notes == NULL)
        return;
    print_too_few(terminal, &shown);
    show_waited_print(terminal, &shown, &fit);
    print_decisions(terminal, &shown);
    print_left_out(terminal, view);
    add_notes(terminal, view);
}

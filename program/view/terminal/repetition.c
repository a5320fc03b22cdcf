/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition.c -- an experiment against its repetition: each system with itself, and each verdict, the worst first. */
#include "view/terminal/repetition.h"

#include <inttypes.h>
#include <math.h>

#include "view/medium/screen.h"
#include "view/text/verdict.h"

/* Both tables and what is said of them are a short screen; JSON has all. */
enum { MOST_ROWS = 6, NAME_LIMIT = 24 };

static void cell_benchmark(struct table *table, const struct assay_series *series)
{
    table_name(table, STYLE_STRONG, series->benchmark, NAME_LIMIT);
    table_name(table, STYLE_PLAIN, series->metric, NAME_LIMIT);
}

static void cell_change(struct table *table, const struct assay_estimate *ratio)
{
    if (isnan(ratio->estimate))
        table_cell(table, STYLE_PLAIN, "–");
    else
        table_cell(table, STYLE_PLAIN, "%s",
                   percent_signed(100 * (ratio->estimate - 1), verdict_decimals(ratio)).text);
}

static void print_more(const struct terminal *terminal, size_t n)
{
    if (n > MOST_ROWS)
        terminal_sentence(terminal, "  ", "… and %zu more: --json has all", n - MOST_ROWS);
}

static void print_series(const struct terminal *terminal, const struct repetition *repetition)
{
    struct table *table = table_new(2);
    const double confidence = repetition->series[0].ratio.interval.confidence;
    table_left(table, "benchmark", "metric", "system");
    table_right(table, "now : then", interval_title(confidence).text);
    table_left(table, "verdict");
    for (size_t i = 0; i < repetition->n_series && i < MOST_ROWS; i++) {
        const struct repeated_series *row = &repetition->series[i];
        table_row(table);
        cell_benchmark(table, row->series);
        table_name(table, STYLE_PLAIN, row->series->system, NAME_LIMIT);
        cell_change(table, &row->ratio);
        table_cell(table, STYLE_PLAIN, "%s",
                   verdict_range(&row->ratio, verdict_decimals(&row->ratio)).text);
        table_verdict(table, row->verdict);
    }
    fputc('\n', terminal->stream);
    table_print(terminal, &table);
    print_more(terminal, repetition->n_series);
}

static void print_pairs(const struct terminal *terminal, const struct repetition *repetition)
{
    static const char *const titles[] = {"benchmark", "metric", "new",     "against",
                                         "then",      "now",    "verdicts"};
    struct table *table = table_new(2);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        table_left(table, titles[i]);
    for (size_t i = 0; i < repetition->n_pairs && i < MOST_ROWS; i++) {
        const struct repeated_pair *pair = &repetition->pairs[i];
        table_row(table);
        cell_benchmark(table, pair->now->old_series);
        table_name(table, STYLE_PLAIN, pair->now->new_series->system, NAME_LIMIT);
        table_name(table, STYLE_PLAIN, pair->now->old_series->system, NAME_LIMIT);
        table_verdict(table, pair->then->finding.verdict);
        table_verdict(table, pair->now->finding.verdict);
        table_cell(table, pair->agrees ? STYLE_SAME : STYLE_BAD, "%s",
                   pair->agrees ? "agree" : "differ");
    }
    fputc('\n', terminal->stream);
    table_print(terminal, &table);
    print_more(terminal, repetition->n_pairs);
}

static void print_lone(const struct terminal *terminal, const struct lone_series *lone, size_t n,
                       const char *when)
{
    for (size_t i = 0; i < n && i < MOST_ROWS; i++)
        terminal_sentence(
            terminal, "  ", "measured %s only, and compared with nothing: %.40s, %.40s on %.40s",
            when, lone[i].series->benchmark, lone[i].series->metric, lone[i].series->system);
    print_more(terminal, n);
}

void repetition_print(const struct terminal *terminal, const struct repetition *repetition,
                      int64_t experiment, const char *then)
{
    terminal_sentence(terminal, "",
                      "Experiment %" PRId64
                      " repeats %.40s: %zu of %zu moved, %zu of %zu verdicts differ",
                      experiment, then, repetition->n_moved, repetition->n_series,
                      repetition->n_differ, repetition->n_pairs);
    print_series(terminal, repetition);
    if (repetition->n_pairs > 0)
        print_pairs(terminal, repetition);
    size_t n_then = 0;
    while (n_then < repetition->n_lone && !repetition->lone[n_then].now)
        n_then++;
    fputs(repetition->n_lone > 0 ? "\n" : "", terminal->stream);
    print_lone(terminal, repetition->lone, n_then, "then");
    print_lone(terminal, repetition->lone + n_then, repetition->n_lone - n_then, "now");
}

void repetition_print_notes(const struct terminal *terminal, const struct repetition *repetition)
{
    fputc('\n', terminal->stream);
    terminal_sentence(terminal, "  ", "%s; what moved did so by more than the margin, %s.",
                      repetition->of_finding
                          ? "Against the intervals of the finding's means, for its values are not "
                            "in this store: wider than a comparison of values"
                          : "Values against values, unpaired",
                      percent_plain(100 * repetition->margin, 1).text);
    if (repetition->busy)
        terminal_sentence(terminal, "  ",
                          "The machine was busy: wall time of two times tells what others did as "
                          "well, and no verdict rests on it.");
    if (repetition->host_fact != NULL)
        terminal_sentence(terminal, "  ",
                          "Measured on another host or in another state of it (%s differs): what "
                          "moved may be the host.",
                          repetition->host_fact);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_event.c -- the changes of one version as a block of the screen. What moved many series to one side is
 * one row, and who moved most is said; --details lists them all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/history.h"
#include "view/text/form.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* A version's table as it is made. */
struct event {
    const struct history_view *view;
    size_t version;
    struct table *table;
};

/* "fft on O2 (user)": what tells the series apart, behind `before`. */
static void name_cell(const struct event *event, const struct history_row *series,
                      const char *before)
{
    const bool metric = history_metrics_differ(event->view->finding),
               system = series->system != NULL;
    OWNED char *name =
        view_format("%s%s%s%s%s%s%s", before, series->benchmark, system ? " on " : "",
                    system ? series->system : "", metric ? " (" : "", metric ? series->metric : "",
                    metric ? ")" : "");
    table_name(event->table, STYLE_PLAIN, name != NULL ? name : series->benchmark, TABLE_FITTED);
}

static enum style style_of(enum assay_verdict verdict)
{
    return verdict == ASSAY_SLOWER ? STYLE_BAD : verdict == ASSAY_FASTER ? STYLE_GOOD : STYLE_OPEN;
}

/* The verdict, and in brackets what was said of the change. */
static void ruling_cell(struct table *table, const struct history_row *series, size_t k)
{
    const enum assay_verdict verdict = history_verdict(series, &series->finding.changes[k]);
    const struct history_ruling *ruling = history_ruling(series, k);
    const bool accepted = history_is_accepted(series, k);
    const bool rises = series->finding.changes[k].ratio.estimate > 1;
    table_cell(table, accepted ? STYLE_FAINT : style_of(verdict), "%s%s%s",
               history_word(series, verdict, rises),
               assay_warm_up_moves(&series->warm_up) ? ", warming up" : "",
               ruling == NULL     ? ""
               : accepted         ? ", accepted"
               : ruling->accepted ? ", no longer the one accepted"
                                  : ", rejected");
}

static void change_row(const struct event *event, const struct history_row *series, size_t k,
                       const char *before)
{
    struct table *table = event->table;
    const struct assay_change *change = &series->finding.changes[k];
    const double means[] = {change->before, change->after};
    const struct quantity_scale scale = quantity_scale_of(series->unit, means, 2);
    const struct assay_interval *interval = &change->ratio.interval;
    const int decimals = verdict_decimals(&change->ratio);
    const double exact = history_exact_step(change);
    table_row(table);
    name_cell(event, series, before);
    table_cell(table, STYLE_STRONG, "%s", history_change_words(change).text);
    if (exact != 0)
        table_cell(table, STYLE_PLAIN, "exact");
    else if (interval->kind == ASSAY_BOUNDED)
        table_cell(
            table, STYLE_PLAIN, "%s",
            percent_range(100 * (interval->lower - 1), 100 * (interval->upper - 1), decimals).text);
    else
        table_cell(table, STYLE_PLAIN, "\u2013");
    ruling_cell(table, series, k);
    for (size_t i = 0; i < 2; i++)
        table_cell(table, STYLE_PLAIN, "%s",
                   exact != 0 ? quantity_whole(means[i]).text : quantity_of(means[i], &scale).text);
    if (sentences_all_wanted())
        table_cell(table, STYLE_FAINT, isnan(change->p) ? "\u2013" : "%.1g", change->p);
}

/* "  after v4 · these moved together · on another machine (b, of another class: …)" */
static void print_where(const struct terminal *terminal, const struct history_finding *history,
                        size_t version, size_t n)
{
    const struct history_version *at = &history->versions[version];
    terminal_printf(terminal, STYLE_PLAIN, "  after %.40s%s",
                    history->versions[version > 0 ? version - 1 : 0].label,
                    n > 1 ? " \u00b7 these moved together" : "");
    for (size_t i = 0; i < history->n_shared; i++)
        if (history->shared[i].version == version)
            terminal_printf(terminal, STYLE_STRONG, " \u00b7 all benchmarks, one event: %s",
                            percent_signed(100 * (history->shared[i].ratio - 1), 1).text);
    if (at->moved)
        terminal_printf(terminal, STYLE_OPEN, " \u00b7 on another machine (%.24s%s%.40s)",
                        at->machine, at->changed ? ", of another class: " : "",
                        at->changed ? at->machine_class : "");
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    OWNED char *subject =
        at->subject != NULL ? terminal_shorten(at->subject, terminal->width - 4) : NULL;
    if (subject != NULL)
        terminal_printf(terminal, STYLE_PLAIN, "  \"%s\"\n", subject);
}

/* "40 benchmarks  +3.0 … +8.1 %", and below it the one that moved most. */
static void fold_rows(const struct event *event, const struct history_together *fold)
{
    const struct history_finding *history = event->view->finding;
    struct table *table = event->table;
    const struct history_row *series = &history->series[fold->most];
    const bool named = series->system != NULL || history_metrics_differ(history);
    table_row(table);
    table_cell(table, STYLE_STRONG, "%zu %s", fold->n, named ? "series" : "benchmarks");
    table_cell(table, STYLE_STRONG, "%s",
               percent_range(fold->least_percent, fold->most_percent, 1).text);
    table_cell(table, STYLE_PLAIN, "\u2013");
    table_cell(table, style_of(fold->verdict), "%s",
               history_word(series, fold->verdict, fold->larger));
    for (int i = 0; i < 2; i++)
        table_cell(table, STYLE_PLAIN, "\u2013");
    if (sentences_all_wanted())
        table_cell(table, STYLE_FAINT, isnan(fold->p) ? "\u2013" : "<= %.1g", fold->p);
    change_row(event, series, fold->most_change, "most: ");
}

/* Adds the rows of what is folded, or of everything; how many changes that are. */
static size_t add_rows(const struct event *event)
{
    const struct history_finding *history = event->view->finding;
    struct history_together folded[4];
    size_t n_folded = 0, n = 0;
    for (int i = 0; i < 4 && !event->view->details; i++) {
        folded[n_folded] = history_together_at(history, event->version,
                                               i < 2 ? ASSAY_SLOWER : ASSAY_FASTER, i % 2 == 0);
        if (folded[n_folded].n < HISTORY_TOGETHER)
            continue;
        n += folded[n_folded].n;
        fold_rows(event, &folded[n_folded++]);
    }
    for (size_t i = 0; i < history->n; i++) {
        const size_t k = history_change_at(&history->series[i], event->version);
        bool shown = k != SIZE_MAX;
        for (size_t f = 0; f < n_folded && shown; f++)
            shown = !history_is_together(&history->series[i], k, &folded[f]);
        if (!shown)
            continue;
        change_row(event, &history->series[i], k, "");
        n++;
    }
    return n;
}

/* What gives way: the levels before and after. */
enum { MEANS = 1 };

static struct table *table_of(const struct history_finding *history)
{
    char title[32];
    struct table *table = table_new(0);
    (void)snprintf(title, sizeof title, "%s CI",
                   percent_rough(100 * history->rule.confidence, 6).text);
    table_left(table, "benchmark");
    table_right(table, "change", title);
    table_left(table, form_wanted() ? "verdict" : "");
    table_add(table, COLUMN_RIGHT("before", .part = MEANS));
    table_add(table, COLUMN_RIGHT("after", .part = MEANS));
    if (sentences_all_wanted())
        table_right(table, "p");
    return table;
}

/* "Values before are of another command: sleep 0.010 before, sleep 0.014 since." of each series that it bears on. */
static void print_manifests(const struct terminal *terminal, const struct history_finding *history,
                            size_t version)
{
    enum { MOST = 3 };
    OWNED char *last = NULL;
    for (size_t i = 0, n = 0; i < history->n && n < MOST; i++) {
        const struct history_row *series = &history->series[i];
        const size_t k = history_change_at(series, version);
        const struct around *around =
            k != SIZE_MAX && series->around != NULL ? series->around[k] : NULL;
        if (around == NULL)
            continue;
        char *words =
            verdict_manifest(around, series->benchmark, "Values before are of ", "before", "since");
        if (words != NULL && (last == NULL || strcmp(words, last) != 0)) {
            terminal_sentence(terminal, "  ", "%s.", words);
            n++;
        }
        free(words != NULL ? last : NULL);
        last = words != NULL ? words : last;
    }
}

void history_event_print(const struct terminal *terminal, const struct history_view *view,
                         size_t version)
{
    const struct history_finding *history = view->finding;
    const int more =
        (history->series[0].system != NULL ? 24 : 0) + (history_metrics_differ(history) ? 16 : 0);
    const struct table_fit fits[] = {{.gap = 3, .names = 32 + more},
                                     {.gap = 3, .names = 32 + more, .without = MEANS},
                                     {.gap = 3, .names = 16 + more, .without = MEANS},
                                     {.gap = 3, .names = 12 + more, .without = MEANS}};
    struct event event = {view, version, table_of(history)};
    table_fits(event.table, fits, sizeof fits / sizeof *fits);
    const size_t n = add_rows(&event);
    terminal_printf(terminal, STYLE_STRONG, "\n%.40s", history->versions[version].label);
    print_where(terminal, history, version, n);
    table_print(terminal, &event.table);
    print_manifests(terminal, history, version);
}

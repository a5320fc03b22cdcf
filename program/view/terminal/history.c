/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c -- the screen of `assay history`: what it rests on, an event a version, slopes. */
#include "view/terminal/history.h"

#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

char *history_slope_words(const struct history_finding *history, const struct history_row *series)
{
    const struct assay_slope *slope = &series->finding.slope;
    const struct assay_interval *interval = &slope->ratio.interval;
    const int decimals = verdict_decimals(&slope->ratio);
    return VIEW_TEXT(stream, {
        fprintf(stream, "drifts by %s from %s",
                percent_signed(100 * (slope->ratio.estimate - 1), decimals).text,
                history->versions[series->versions[0]].label);
        fprintf(
            stream, " to %s (%s), ", history->versions[series->versions[series->n - 1]].label,
            percent_range(100 * (interval->lower - 1), 100 * (interval->upper - 1), decimals).text);
        fprintf(stream, "%s a version, p %.1g",
                percent_rough(100 * (slope->per_version - 1), 2).text, slope->p);
    });
}

/* Marks the versions at which something changed; how many. changed: false for each before. */
static size_t mark_changed(const struct history_finding *history, bool *changed)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++) {
            bool *at =
                &changed[history->series[i].versions[history->series[i].finding.changes[k].at]];
            n += !*at;
            *at = true;
        }
    return n;
}

size_t history_count_events(const struct history_finding *history)
{
    OWNED bool *changed = view_room(history->n_versions + 1, sizeof *changed);
    return changed != NULL ? mark_changed(history, changed) : 0;
}

static bool any_slope(const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].finding.slope.beyond)
            return true;
    return false;
}

/* What has no version at which it changed: it does so all along. */
static void print_slopes(const struct terminal *terminal, const struct history_finding *history)
{
    if (!any_slope(history))
        return;
    terminal_puts(terminal, STYLE_STRONG, "\nslopes\n");
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        OWNED char *words =
            series->finding.slope.beyond ? history_slope_words(history, series) : NULL;
        if (words == NULL)
            continue;
        terminal_sentence(terminal, "  ", "%.32s%s%.24s %s: %s all along; %s.", series->benchmark,
                          series->system != NULL ? " on " : "",
                          series->system != NULL ? series->system : "", words,
                          history_word(series, history_slope_verdict(series),
                                       series->finding.slope.per_version > 1),
                          series->finding.n > 0 ? "the steps above come on top"
                                                : "no single version did it");
    }
}

void history_print(const struct terminal *terminal, const struct history_view *view)
{
    const struct history_finding *history = view->finding;
    OWNED bool *changed = view_room(history->n_versions, sizeof *changed);
    const size_t n = changed != NULL ? mark_changed(history, changed) : 0;
    history_title_print(terminal, view, n);
    if (!view->quiet)
        history_next_print(terminal, view);
    for (size_t v = 0; n > 0 && v < history->n_versions; v++)
        if (changed[v])
            history_event_print(terminal, view, v);
    print_slopes(terminal, history);
    if (!view->quiet) {
        SCOPED(sentences_fini) struct sentences sentences = {0};
        history_notes_of(history, &sentences);
        sentences_print(terminal, &sentences, NULL);
    }
}

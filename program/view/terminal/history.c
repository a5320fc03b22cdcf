/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c -- the screen of `assay history`: what it rests on, an event a version, slopes. */
#include "view/terminal/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/quantity.h"
#include "view/text/view_memory.h"

char *history_slope_words(const struct history_finding *history,
                          const struct series_history *series)
{
    const struct assay_slope *slope = &series->finding.slope;
    const struct assay_interval *interval = &slope->ratio.interval;
    const double half = 50 * (interval->upper - interval->lower);
    const int decimals = isfinite(half) ? percent_decimals(&half, 1) : 1;
    struct view_writer writer;
    FILE *stream = view_open(&writer);
    if (stream == NULL)
        return NULL;
    fprintf(stream, "drifts by %s from %s",
            percent_signed(100 * (slope->ratio.estimate - 1), decimals).text,
            history->versions[series->versions[0]].label);
    fprintf(stream, " to %s (%s), ", history->versions[series->versions[series->n - 1]].label,
            percent_range(100 * (interval->lower - 1), 100 * (interval->upper - 1), decimals).text);
    fprintf(stream, "%.2g %% a version, p %.1g", 100 * (slope->per_version - 1), slope->p);
    return view_close(&writer);
}

static size_t count_slopes(const struct history_finding *history)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += history->series[i].finding.slope.beyond;
    return n;
}

static size_t count_changes(const struct history_finding *history)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += history->series[i].finding.n;
    return n;
}

/* Marks the versions at which something changed; how many. changed: false for each before. */
static size_t mark_changed(const struct history_finding *history, bool *changed)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++) {
            bool *at = &changed[history->series[i].versions[history->series[i].finding.changes[k].at]];
            n += !*at;
            *at = true;
        }
    return n;
}

static void print_rate(const struct terminal *terminal, const struct history_finding *history)
{
    static const char *const words[] = {"change points", "each version against the one before",
                                        "intervals that do not meet (KT06)", "E-divisive",
                                        "Otava's rule"};
    terminal_printf(terminal, STYLE_PLAIN, "  %s", words[history->rule.rule]);
    if (history->statistic.kind != ASSAY_STATISTIC_MEAN) {
        char statistic[ASSAY_STATISTIC_TEXT];
        assay_statistic_name(&history->statistic, statistic);
        terminal_printf(terminal, STYLE_PLAIN, " \u00b7 %s", statistic);
    }
    if (history->rule.margin > 0)
        terminal_printf(terminal, STYLE_PLAIN, " \u00b7 margin %g %%", 100 * history->rule.margin);
    if (isnan(history->false_per_1000))
        terminal_puts(terminal, STYLE_PLAIN, " \u00b7 its rate of false alarms is not known\n");
    else
        terminal_printf(terminal, STYLE_PLAIN,
                        "%s at most %.2g false alarms in 1000 versions%s (%s over %zu series)\n",
                        terminal->width < 90 ? " \u00b7\n " : " \u00b7", history->false_per_1000,
                        terminal->width < 66 ? "\n " : "", history->adjustment, history->n);
}

char *history_detectable_words(const struct history_finding *history)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < history->n; i++) {
        const double step = 100 * history->series[i].finding.detectable;
        if (history->series[i].trouble[0] != '\0' || isnan(step))
            continue;
        least = fmin(least, step);
        most = fmax(most, step);
    }
    if (!isfinite(least))
        return NULL;
    if (most == 0)
        return view_format("any step would have been found: these values count exactly");
    if (least > 100)
        return view_format("too few versions to tell a step of 100 %% from noise between versions");
    if (most > 100)
        return view_format(
            "a step of %.2g %% or, by series, much more would have been found 8 times in 10",
            least);
    return least > 0.95 * most
               ? view_format("a step of %.2g %% would have been found 8 times in 10", most)
               : view_format("a step of %.2g \u2026 %.2g %%, by series, would have been found 8 "
                             "times in 10",
                             least, most);
}

/* "what versions share was taken out of 40 of 66 series: 20 … 93 % of their variance" */
static void print_common(const struct terminal *terminal, const struct history_finding *history)
{
    double least = INFINITY, most = 0;
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct assay_common *common = &history->series[i].common;
        if (history->series[i].adjusted == NULL || !(common->used > 0))
            continue;
        least = fmin(least, 100 * common->share);
        most = fmax(most, 100 * common->share);
        n++;
    }
    if (n == 0)
        return;
    terminal_printf(terminal, STYLE_PLAIN,
                    "  what the benchmarks of a version share was taken out of %zu of %zu series: "
                    "%.0f \u2026 %.0f %% of their noise\n",
                    n, history->n, least, most);
}

static void print_title(const struct terminal *terminal, const struct history_finding *history,
                        size_t events, struct terminal_names *names)
{
    const size_t n = count_changes(history), slopes = count_slopes(history);
    terminal_printf(terminal, STYLE_STRONG, "%zu version%s, %s \u2026 %s", history->n_versions,
                    history->n_versions == 1 ? "" : "s",
                    terminal_shown(names, history->versions[0].label, 24),
                    terminal_shown(names, history->versions[history->n_versions - 1].label, 24));
    terminal_printf(terminal, STYLE_PLAIN, " \u00b7 %zu series \u00b7 ", history->n);
    if (n == 0)
        terminal_puts(terminal, STYLE_STRONG, slopes == 0 ? "no change" : "no step");
    else
        terminal_printf(terminal, STYLE_STRONG, "%zu change%s", n, n == 1 ? "" : "s");
    if (events > 0 && events < n)
        terminal_printf(terminal, STYLE_STRONG, " at %zu version%s", events, events == 1 ? "" : "s");
    if (slopes > 0)
        terminal_printf(terminal, STYLE_STRONG, ", %zu slope%s", slopes, slopes == 1 ? "" : "s");
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_rate(terminal, history);
    char *detectable = history_detectable_words(history);
    if (detectable != NULL)
        terminal_printf(terminal, STYLE_PLAIN, "  %s\n", detectable);
    free(detectable);
    print_common(terminal, history);
}

/* What has no version at which it changed: it does so all along. */
static void print_slopes(const struct terminal *terminal, const struct history_finding *history,
                         struct terminal_names *names)
{
    if (count_slopes(history) == 0)
        return;
    terminal_puts(terminal, STYLE_STRONG, "\nslopes\n");
    for (size_t i = 0; i < history->n; i++) {
        const struct series_history *series = &history->series[i];
        char *words = series->finding.slope.beyond ? history_slope_words(history, series) : NULL;
        if (words == NULL)
            continue;
        terminal_sentence(
            terminal, "  ", "%s%s%s %s: %s all along; %s.",
            terminal_shown(names, series->benchmark, 32), series->system != NULL ? " on " : "",
            series->system != NULL ? terminal_shown(names, series->system, 24) : "",
            terminal_shown(names, words, 0), assay_verdict_name(history_slope_verdict(series)),
            series->finding.n > 0 ? "the steps above come on top" : "no single version did it");
        free(words);
    }
}

static void print_notes(const struct terminal *terminal, const struct history_finding *history)
{
    struct sentences sentences = {0};
    history_notes_of(history, &sentences);
    sentences_print(terminal, &sentences, NULL);
    sentences_fini(&sentences);
}

void history_print(const struct terminal *terminal, const struct history_view *view)
{
    const struct history_finding *history = view->finding;
    struct terminal_names names = {NULL, 0};
    bool *changed = view_room(history->n_versions, sizeof *changed);
    const size_t n = changed != NULL ? mark_changed(history, changed) : 0;
    print_title(terminal, history, n, &names);
    for (size_t v = 0; n > 0 && v < history->n_versions; v++)
        if (changed[v])
            history_event_print(terminal, view, v, &names);
    free(changed);
    print_slopes(terminal, history, &names);
    if (!view->quiet)
        print_notes(terminal, history);
    terminal_names_fini(&names);
}

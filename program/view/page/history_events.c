/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_events.c -- what moved many series at one version: named in the head, listed, and as bands behind the charts.
 *
 * What is of all rows (bands of events, shades of machines) is a background that their column shares, and no
 * element of any row.
 * Edge:     machines that change with nearly every version shade nothing: that is said in words. */

#include "view/page/history_page.h"
#include "view/page/html.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"

/* The event of a version that moved more series; n 0: none. */
static struct history_together event_at(const struct history_finding *history, size_t version)
{
    struct history_together event = {0};
    for (int i = 0; i < 4; i++) {
        const struct history_together one =
            history_together_at(history, version, i < 2 ? ASSAY_SLOWER : ASSAY_FASTER, i % 2 == 0);
        if (one.n >= HISTORY_TOGETHER && one.n > event.n)
            event = one;
    }
    return event;
}

/* "slower 20 series at v7 · 2026-08-03, +4.0 … +560.7 %; most: fft" */
static void print_words(FILE *stream, const struct history_look *look, size_t version,
                        const struct history_together *event)
{
    const struct history_finding *history = look->history;
    html_printf(stream, "<span class=\"verdict %s\">%s</span> <strong>%zu series at ",
                assay_verdict_name(event->verdict),
                history_word(&history->series[event->most], event->verdict, event->larger),
                event->n);
    history_version_link(stream, look, &history->versions[version]);
    history_date_print(stream, " \u00b7 ", &history->versions[version]);
    html_printf(stream, "</strong>, %s; most: ",
                percent_range(event->least_percent, event->most_percent, 1).text);
    history_link_begin(stream, look, &history->series[event->most]);
    history_name_print(stream, &history->series[event->most]);
    fputs("</a>.", stream);
    history_between_print(stream, look, version > 0 ? version - 1 : 0, version);
    if (history->versions[version].moved)
        fputs(" On another machine than the version before.", stream);
}

/* Who they are, unfolded. */
static void print_who(FILE *stream, const struct history_look *look, size_t version,
                      const struct history_together *event)
{
    const struct history_finding *history = look->history;
    fprintf(stream, "<details><summary>%zu series</summary><ul class=\"steps\">", event->n);
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        const size_t k = history_change_at(series, version);
        if (k == SIZE_MAX || !history_is_together(series, k, event))
            continue;
        fputs("<li>", stream);
        history_link_begin(stream, look, series);
        history_name_print(stream, series);
        html_printf(stream, "</a> %s</li>", history_change_text(&series->finding.changes[k]).text);
    }
    fputs("</ul></details>", stream);
}

void history_events_print(FILE *stream, const struct history_look *look)
{
    bool any = false;
    for (size_t v = look->history->n_versions; v-- > 0;) {
        const struct history_together event = event_at(look->history, v);
        if (event.n == 0)
            continue;
        fputs(any ? ""
                  : "<section id=\"events\"><h2>What moved together, the newest first</h2>\n"
                    "<ul class=\"events\">\n",
              stream);
        fprintf(stream, "<li id=\"v%zu\">", v);
        print_words(stream, look, v, &event);
        print_who(stream, look, v, &event);
        fputs("</li>\n", stream);
        any = true;
    }
    fputs(any ? "</ul></section>\n" : "", stream);
}

void history_events_head(FILE *stream, const struct history_look *look)
{
    size_t n = 0, newest = 0;
    for (size_t v = 0; v < look->history->n_versions; v++)
        if (event_at(look->history, v).n > 0) {
            n++;
            newest = v;
        }
    if (n == 0)
        return;
    const struct history_together event = event_at(look->history, newest);
    fputs("<p>Moved together: ", stream);
    print_words(stream, look, newest, &event);
    if (n > 1)
        html_printf(stream, " <a href=\"#events\">%zu more such version%s</a>", n - 1,
                    n == 2 ? "" : "s");
    fputs("</p>\n", stream);
}

/* ---- behind the charts ---- */

static double place_of(const struct history_finding *history, double version)
{
    return 100 * version / (double)history->n_versions;
}

/* Where the machine changed, what follows is shaded, until it changes again. */
static void print_shades(FILE *stream, const struct history_finding *history)
{
    size_t shifts = 0;
    for (size_t v = 1; v < history->n_versions; v++)
        shifts += history->versions[v].moved;
    if (shifts == 0 || 4 * shifts > history->n_versions)
        return;
    fputs(",linear-gradient(90deg", stream);
    bool shaded = false;
    for (size_t v = 1; v <= history->n_versions; v++) {
        if (v < history->n_versions && !history->versions[v].moved)
            continue;
        html_printf(stream, ",%s 0 %.2f%%", shaded ? "var(--shade)" : "transparent",
                    place_of(history, (double)v));
        shaded = !shaded;
    }
    fputs(")", stream);
}

void history_events_bands(FILE *stream, const struct history_finding *history)
{
    fputs(" style=\"--bands:linear-gradient(90deg,transparent 0", stream);
    for (size_t v = 0; v < history->n_versions; v++) {
        const struct history_together event = event_at(history, v);
        if (event.n == 0)
            continue;
        const double place = place_of(history, (double)v);
        fprintf(stream,
                ",transparent calc(%.2f%% - 2px),var(--line) 0 calc(%.2f%% + 2px),transparent 0",
                place, place);
    }
    fputs(",transparent)", stream);
    print_shades(stream, history);
    fputs("\"", stream);
}

static void print_count(FILE *stream, const struct history_look *look, size_t version,
                        const struct history_together *event, int line)
{
    const struct history_finding *history = look->history;
    const char *word = history_word(&history->series[event->most], event->verdict, event->larger);
    html_printf(
        stream, "<i style=\"left:%.2f%%\" class=\"line%d\"><a class=\"%s\" href=\"#v%zu\" title=\"",
        place_of(history, (double)version), line, assay_verdict_name(event->verdict), version);
    html_printf(stream, "%zu series %s at ", event->n, word);
    history_version_print(stream, &history->versions[version]);
    html_printf(stream, ", most: %s\">%zu</a></i>", history->series[event->most].benchmark,
                event->n);
}

void history_events_counts(FILE *stream, const struct history_look *look)
{
    enum { ROOM = 7, LINES = 2 }; /* per cent: a finger's width of a narrow window */
    double last[LINES] = {-ROOM, -ROOM};
    bool any = false;
    for (size_t v = 0; v < look->history->n_versions; v++) {
        const struct history_together event = event_at(look->history, v);
        const double place = place_of(look->history, (double)v);
        int line = 0;
        while (line < LINES && place - last[line] < ROOM)
            line++;
        if (event.n == 0 || line == LINES)
            continue;
        fputs(any ? "" : "<small>moved together:</small><span class=\"counts\">", stream);
        any = true;
        last[line] = place;
        print_count(stream, look, v, &event, line);
    }
    fputs(any ? "</span>" : "", stream);
}

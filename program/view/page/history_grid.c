/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_grid.c -- all series of a history below one another, on one axis of versions.
 *
 * What is of all rows (bands of events, shades of machines) is a background that their column shares, and no
 * element of any row.
 * Edge:     machines that change with nearly every version shade nothing: that is said in words. */
#include "view/page/history_page.h"

#include <math.h>
#include <stdlib.h>

#include "view/page/html.h"
#include "view/text/verdict.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

bool history_is_changed(const struct history_row *series)
{
    return series->finding.n > 0 || series->finding.slope.beyond;
}

void history_name_print(FILE *stream, const struct history_row *series)
{
    html_name(stream, series->benchmark);
    if (series->system != NULL)
        html_printf(stream, " on %s", series->system);
}

/* ---- events ---- */

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

static void print_event(FILE *stream, const struct history_finding *history, size_t version,
                        const struct history_together *event)
{
    const char *verdict = assay_verdict_name(event->verdict);
    html_printf(stream,
                "<li id=\"v%zu\"><span class=\"verdict %s\">%s</span> <strong>%zu series at ",
                version, verdict,
                history_word(&history->series[event->most], event->verdict, event->larger), event->n);
    history_version_print(stream, &history->versions[version]);
    html_printf(stream, "</strong>, %s: one event. Most: <a href=\"#s%zu\">",
                percent_range(event->least_percent, event->most_percent, 1).text, event->most);
    history_name_print(stream, &history->series[event->most]);
    fputs("</a>", stream);
    if (history->versions[version].moved)
        fputs(". On another machine than the version before", stream);
    fputs("</li>\n", stream);
}

void history_events_print(FILE *stream, const struct history_finding *history)
{
    bool any = false;
    for (size_t v = history->n_versions; v-- > 0;) {
        const struct history_together event = event_at(history, v);
        if (event.n == 0)
            continue;
        fputs(any ? ""
                  : "<section id=\"events\"><h2>What moved together, the newest first</h2>\n"
                    "<ul class=\"events\">\n",
              stream);
        print_event(stream, history, v, &event);
        any = true;
    }
    fputs(any ? "</ul></section>\n" : "", stream);
}

void history_events_count(FILE *stream, const struct history_finding *history)
{
    size_t n = 0;
    for (size_t v = 0; v < history->n_versions; v++)
        n += event_at(history, v).n > 0;
    if (n > 0)
        html_printf(stream, "<a href=\"#events\">%zu event%s moved %d and more series at once</a>",
                    n, n == 1 ? "" : "s", HISTORY_TOGETHER);
}

/* ---- the axis ---- */

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

/* A style of what holds the column. */
static void print_bands(FILE *stream, const struct history_finding *history)
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

/* How many series moved together, above their bands. */
static void print_counts(FILE *stream, const struct history_finding *history)
{
    enum { ROOM = 7 }; /* per cent: a finger's width of a narrow window */
    double last = -ROOM;
    fputs("<span class=\"ticks\">", stream);
    for (size_t v = 0; v < history->n_versions; v++) {
        const struct history_together event = event_at(history, v);
        const double place = place_of(history, (double)v);
        if (event.n == 0 || place - last < ROOM)
            continue;
        last = place;
        html_printf(stream, "<i style=\"left:%.2f%%\"><a class=\"%s\" href=\"#v%zu\" title=\"",
                    place, assay_verdict_name(event.verdict), v);
        history_version_print(stream, &history->versions[v]);
        fprintf(stream, "\">%zu</a></i>", event.n);
    }
    fputs("</span>", stream);
}

static void print_dates(FILE *stream, const struct history_finding *history)
{
    enum { TICKS = 4 };
    const size_t last = history->n_versions - 1;
    fputs("<span class=\"ticks dates\">", stream);
    for (size_t i = 0; i < TICKS; i++) {
        const size_t v = i * last / (TICKS - 1);
        if (i > 0 && v == (i - 1) * last / (TICKS - 1))
            continue;
        fprintf(stream,
                i == 0           ? "<i style=\"left:%.2f%%\" class=\"first\" title=\""
                : i == TICKS - 1 ? "<i style=\"left:%.2f%%\" class=\"last\" title=\""
                                 : "<i style=\"left:%.2f%%\" title=\"",
                place_of(history, (double)v + 0.5));
        history_version_print(stream, &history->versions[v]);
        fputs("\">", stream);
        if (!history_date_print(stream, "", &history->versions[v]))
            html_name(stream, history->versions[v].label);
        fputs("</i>", stream);
    }
    fputs("</span>", stream);
}

/* ---- rows ---- */

static const struct assay_change *newest_of(const struct history_row *series)
{
    return series->finding.n > 0 ? &series->finding.changes[series->finding.n - 1] : NULL;
}

static void print_newest(FILE *stream, const struct history_finding *history,
                         const struct history_row *series)
{
    const struct assay_change *change = newest_of(series);
    const enum assay_verdict verdict =
        change != NULL ? history_verdict(series, change) : history_slope_verdict(series);
    const bool rises =
        change != NULL ? change->ratio.estimate > 1 : series->finding.slope.per_version > 1;
    fputs("<td class=\"number\">", stream);
    if (change != NULL)
        html_text(stream, percent_signed(100 * (change->ratio.estimate - 1), 1).text);
    if (change == NULL && series->finding.slope.beyond)
        fputs("drifts", stream);
    fputs("</td><td>", stream);
    if (history_is_changed(series))
        html_printf(stream, "<span class=\"verdict %s\">%s</span>", assay_verdict_name(verdict),
                history_word(series, verdict, rises));
    fputs("</td><td class=\"since\" data-label=\"since\">", stream);
    if (change != NULL)
        history_version_print(stream, &history->versions[series->versions[change->at]]);
    fputs("</td><td class=\"number\" data-label=\"mean now\">", stream);
    const double mean = change != NULL  ? change->after
                        : series->n > 0 ? series->points[series->n - 1].summary.mean
                                        : (double)NAN;
    html_printf(stream, "%s</td>", quantity_alone(mean, series->unit).text);
}

static void print_row(FILE *stream, const struct history_finding *history, size_t number)
{
    const struct history_row *series = &history->series[number];
    OWNED char *name = series->system != NULL
                           ? view_format("%s on %s", series->benchmark, series->system)
                           : view_format("%s", series->benchmark);
    html_printf(
        stream,
        "<tr class=\"row\"><th scope=\"row\"><a class=\"name\" href=\"#s%zu\" title=\"%s\">",
        number, name != NULL ? name : "?");
    html_breakable(stream, name != NULL ? name : "?");
    fputs("</a></th>", stream);
    if (history_metrics_differ(history))
        html_printf(stream, "<td>%s</td>", series->metric);
    fputs("<td class=\"chart\">", stream);
    if (series->n > 0)
        history_thumbnail_print(stream, history, series);
    fputs("</td>", stream);
    print_newest(stream, history, series);
    fputs("</tr>\n", stream);
}

static void print_table(FILE *stream, const struct history_finding *history, const size_t *rows,
                        size_t n)
{
    fputs("<table class=\"grid timeline\"", stream);
    print_bands(stream, history);
    fputs("><caption class=\"heard\">Means over the versions, each on its own scale</caption>"
          "<thead><tr><th scope=\"col\">benchmark</th>",
          stream);
    fputs(history_metrics_differ(history) ? "<th scope=\"col\">metric</th>" : "", stream);
    fputs("<th scope=\"col\" class=\"chart\">", stream);
    print_counts(stream, history);
    print_dates(stream, history);
    fputs("</th><th scope=\"col\" class=\"number\">newest change</th><th scope=\"col\">verdict</th>"
          "<th scope=\"col\">since</th><th scope=\"col\" class=\"number\">mean now</th></tr>"
          "</thead><tbody>\n",
          stream);
    for (size_t i = 0; i < n; i++)
        print_row(stream, history, rows[i]);
    fputs("</tbody></table>\n", stream);
}

/* ---- their order ---- */

/* What its newest change costs, as a logarithm: large is worse. */
static double cost_of(const struct history_row *series)
{
    const struct assay_change *change = newest_of(series);
    const double size =
        change != NULL ? log(change->ratio.estimate) : log(series->finding.slope.per_version);
    return series->more_is_better ? -size : size;
}

static int worse_first(const void *a, const void *b, void *context)
{
    const struct history_finding *history = context;
    const double left = cost_of(&history->series[*(const size_t *)a]);
    const double right = cost_of(&history->series[*(const size_t *)b]);
    return (left < right) - (left > right);
}

void history_grid_print(FILE *stream, const struct history_finding *history)
{
    size_t *rows = view_room(history->n + 1, sizeof *rows), changed = 0, n = 0;
    for (size_t i = 0; rows != NULL && i < history->n; i++)
        if (history_is_changed(&history->series[i]))
            rows[changed++] = i;
    n = changed;
    for (size_t i = 0; rows != NULL && i < history->n; i++)
        if (!history_is_changed(&history->series[i]))
            rows[n++] = i;
    if (rows == NULL)
        return;
    qsort_r(rows, changed, sizeof *rows, worse_first, (void *)history);
    if (changed > 0)
        print_table(stream, history, rows, changed);
    if (n > changed) {
        html_printf(stream,
                    "<details class=\"fold\"%s><summary>%zu series without a change</summary>\n",
                    changed == 0 ? " open" : "", n - changed);
        print_table(stream, history, rows + changed, n - changed);
        fputs("</details>\n", stream);
    }
    free(rows);
}

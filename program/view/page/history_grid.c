/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_grid.c -- all series of a history below one another, on one axis of versions, the newest change first. */
#include <math.h>
#include <stdlib.h>

#include "view/page/history_page.h"
#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { RECENT = 10 }; /* versions, as `assay history --gate` has it */

/* ---- the axis ---- */

static void print_dates(FILE *stream, const struct history_finding *history)
{
    enum { TICKS = 3 };
    const size_t last = history->n_versions - 1;
    const bool by_name = history_is_one_day(history);
    fputs("<span class=\"ticks dates\">", stream);
    for (size_t i = 0; i < TICKS; i++) {
        const size_t v = i * last / (TICKS - 1);
        if (i > 0 && v == (i - 1) * last / (TICKS - 1))
            continue;
        fprintf(stream, "<i style=\"left:%.2f%%\" title=\"",
                100 * ((double)v + 0.5) / (double)history->n_versions);
        history_version_print(stream, &history->versions[v]);
        fputs("\">", stream);
        if (by_name || !history_date_print(stream, "", &history->versions[v]))
            html_name(stream, history->versions[v].label);
        fputs("</i>", stream);
    }
    fputs("</span>", stream);
}

/* ---- rows ---- */

static enum assay_verdict verdict_of(const struct history_row *series)
{
    const struct assay_change *change = history_newest_of(series);
    return change != NULL ? history_verdict(series, change) : history_slope_verdict(series);
}

static bool rises(const struct history_row *series)
{
    const struct assay_change *change = history_newest_of(series);
    return change != NULL ? change->ratio.estimate > 1 : series->finding.slope.per_version > 1;
}

/* The version of its newest change, from 1; of a drift, which is all along, the first; 0: it has none. */
static size_t since(const struct history_row *series)
{
    const struct assay_change *change = history_newest_of(series);
    return change != NULL ? series->versions[change->at] + 1 : series->finding.slope.beyond ? 1 : 0;
}

/* What it costs, as a logarithm: large is worse. */
static double cost_of(const struct history_row *series)
{
    const struct assay_change *change = history_newest_of(series);
    const double size = change != NULL                 ? log(change->ratio.estimate)
                        : series->finding.slope.beyond ? log(series->finding.slope.ratio.estimate)
                                                       : 0;
    return isfinite(size) ? series->more_is_better ? -size : size : 0;
}

static void print_newest(FILE *stream, const struct history_row *series)
{
    const struct assay_change *change = history_newest_of(series);
    const struct assay_slope *slope = &series->finding.slope;
    fputs("<td class=\"number\">", stream);
    if (change != NULL)
        html_text(stream, history_change_text(change).text);
    else if (slope->beyond)
        html_printf(stream, "drifts %s", change_short(slope->ratio.estimate).text);
    fputs("</td><td>", stream);
    if (history_is_changed(series))
        html_printf(stream, "<span class=\"verdict %s\">%s</span>",
                    assay_verdict_name(verdict_of(series)),
                    history_word(series, verdict_of(series), rises(series)));
    fputs("</td>", stream);
}

static void print_since(FILE *stream, const struct history_look *look,
                        const struct history_row *series)
{
    const struct history_finding *history = look->history;
    const struct assay_change *change = history_newest_of(series);
    fputs("<td class=\"since\" data-label=\"since\">", stream);
    if (change != NULL) {
        const size_t at = series->versions[change->at];
        history_version_link(stream, look, &history->versions[at]);
        history_date_print(stream, " \u00b7 ", &history->versions[at]);
        fputs("<small>", stream);
        history_between_print(stream, look, change->at > 0 ? series->versions[change->at - 1] : at,
                              at);
        fputs("</small>", stream);
    }
    fputs("</td>", stream);
}

static void print_mean(FILE *stream, const struct history_row *series)
{
    const struct assay_change *change = history_newest_of(series);
    const double mean = change != NULL  ? change->after
                        : series->n > 0 ? series->points[series->n - 1].summary.mean
                                        : (double)NAN;
    html_printf(stream, "<td class=\"number\" data-label=\"mean now\">%s</td>",
                quantity_alone(mean, series->unit).text);
}

/* What the script filters and sorts by. */
static void print_facts(FILE *stream, const struct history_finding *history,
                        const struct history_row *series, size_t order)
{
    const struct assay_change *change = history_newest_of(series);
    const bool recent = since(series) + RECENT > history->n_versions;
    html_printf(stream,
                "<tr class=\"row\" data-order=\"%zu\" data-newest=\"%zu\" data-worst=\"%.4g\"",
                order, since(series), cost_of(series));
    html_printf(stream, " data-effect=\"%.4g\" data-show=\"%s%s%s\">", fabs(cost_of(series)),
                history_is_changed(series) ? assay_verdict_name(verdict_of(series)) : "steady",
                change == NULL && series->finding.slope.beyond ? " drifts" : "",
                history_is_changed(series) && recent ? " recent" : "");
}

static void print_row(FILE *stream, const struct history_look *look, size_t number, size_t order)
{
    const struct history_finding *history = look->history;
    const struct history_row *series = &history->series[number];
    print_facts(stream, history, series, order);
    fputs("<th scope=\"row\"><a class=\"name\" href=\"#", stream);
    history_address_print(stream, history, series);
    fputs("\" title=\"", stream);
    history_name_print(stream, series);
    fputs("\">", stream);
    history_short_name_print(stream, look, number);
    fputs("</a></th>", stream);
    if (history_metrics_differ(history))
        html_printf(stream, "<td>%s</td>", series->metric);
    fputs("<td class=\"chart\">", stream);
    if (series->n > 0)
        history_thumbnail_print(stream, history, series, true);
    fputs("</td>", stream);
    print_newest(stream, series);
    print_since(stream, look, series);
    print_mean(stream, series);
    fputs("</tr>\n", stream);
}

static void print_table(FILE *stream, const struct history_look *look, const size_t *rows,
                        size_t from, size_t to)
{
    const struct history_finding *history = look->history;
    fputs("<table class=\"grid timeline\"", stream);
    history_events_bands(stream, history);
    fputs("><caption class=\"heard\">Means over the versions, each on its own scale</caption>"
          "<thead><tr><th scope=\"col\" data-sort=\"name\">benchmark</th>",
          stream);
    fputs(history_metrics_differ(history) ? "<th scope=\"col\">metric</th>" : "", stream);
    fputs("<th scope=\"col\" class=\"chart\">", stream);
    history_events_counts(stream, look);
    print_dates(stream, history);
    fputs("</th><th scope=\"col\" class=\"number\" data-sort=\"worst\">newest change</th><th "
          "scope=\"col\">verdict</th><th scope=\"col\" data-sort=\"newest\">since</th><th "
          "scope=\"col\" class=\"number\">mean now</th></tr></thead><tbody>\n",
          stream);
    for (size_t i = from; i < to; i++)
        print_row(stream, look, rows[i], i);
    fputs("</tbody></table>\n", stream);
}

/* ---- their order ---- */

/* The newest change first; of one version what is worse before what is better, the larger first. */
static int newest_first(const void *a, const void *b, void *context)
{
    const struct history_finding *history = context;
    const struct history_row *left = &history->series[*(const size_t *)a],
                             *right = &history->series[*(const size_t *)b];
    if (since(left) != since(right))
        return since(left) < since(right) ? 1 : -1;
    const double costs[] = {cost_of(left), cost_of(right)};
    if ((costs[0] > 0) != (costs[1] > 0))
        return costs[0] > 0 ? -1 : 1;
    const double sizes[] = {fabs(costs[0]), fabs(costs[1])};
    return sizes[0] != sizes[1] ? (sizes[0] < sizes[1]) - (sizes[0] > sizes[1])
                                : (left > right) - (left < right);
}

/* Places of the series, those that changed first; how many these are. NULL: no memory. To be freed. */
static size_t *in_order(const struct history_finding *history, size_t *changed)
{
    size_t *rows = view_room(history->n + 1, sizeof *rows), n = 0;
    *changed = 0;
    for (size_t i = 0; rows != NULL && i < history->n; i++)
        if (history_is_changed(&history->series[i]))
            rows[n++] = i;
    *changed = n;
    for (size_t i = 0; rows != NULL && i < history->n; i++)
        if (!history_is_changed(&history->series[i]))
            rows[n++] = i;
    if (rows != NULL)
        qsort_r(rows, *changed, sizeof *rows, newest_first, (void *)history);
    return rows;
}

static size_t count_shown(const struct history_finding *history, enum assay_verdict verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += history_is_changed(&history->series[i]) && verdict_of(&history->series[i]) == verdict;
    return n;
}

static void print_chip(FILE *stream, const char *value, const char *class, const char *words)
{
    html_printf(stream,
                "<label class=\"chip\"><input type=\"checkbox\" name=\"show\" value=\"%s\">"
                "<span class=\"%s\">%s</span></label>",
                value, class, words);
}

static void print_controls(FILE *stream, const struct history_finding *history)
{
    fputs("<form class=\"controls\" hidden><input id=\"search\" type=\"search\" "
          "aria-label=\"Names with these words\" placeholder=\"search\"><fieldset><legend "
          "class=\"heard\">show</legend>",
          stream);
    for (int i = 0; i < 2; i++) {
        const enum assay_verdict verdict = i == 0 ? ASSAY_SLOWER : ASSAY_FASTER;
        OWNED char *words =
            view_format("%zu %s", count_shown(history, verdict), assay_verdict_name(verdict));
        OWNED char *class = view_format("verdict %s", assay_verdict_name(verdict));
        if (words != NULL && class != NULL)
            print_chip(stream, assay_verdict_name(verdict), class, words);
    }
    print_chip(stream, "recent", "all", "recent");
    print_chip(stream, "steady", "steady", "no change");
    fputs("</fieldset><label>sort <select id=\"sort\"><option value=\"newest\">newest change "
          "first</option><option value=\"worst\">worst first</option><option value=\"best\">best "
          "first</option><option value=\"effect\">largest change</option><option "
          "value=\"name\">name</option></select></label><fieldset><legend "
          "class=\"heard\">scale</legend><label class=\"chip\"><input "
          "type=\"checkbox\" id=\"one-scale\"><span>one scale</span></label></fieldset><output "
          "class=\"found\" "
          "aria-live=\"polite\"></output><button type=\"button\" id=\"link\" class=\"save\">copy "
          "link</button></form>\n",
          stream);
}

void history_grid_print(FILE *stream, const struct history_look *look)
{
    const size_t n = look->history->n;
    size_t changed = 0;
    OWNED size_t *rows = in_order(look->history, &changed);
    if (rows == NULL)
        return;
    print_controls(stream, look->history);
    if (look->names.prefix[0] != '\0')
        html_printf(stream, "<p class=\"prefix\">All names begin with <code>%s</code></p>\n",
                    look->names.prefix);
    fputs("<div class=\"list\">\n", stream);
    const size_t seen = report_rows_seen(changed);
    if (changed > 0)
        print_table(stream, look, rows, 0, seen);
    if (seen < changed) {
        fprintf(stream, "<details class=\"fold\"><summary>%zu more that changed</summary>\n",
                changed - seen);
        print_table(stream, look, rows, seen, changed);
        fputs("</details>\n", stream);
    }
    if (n > changed) {
        html_printf(stream,
                    "<details class=\"fold\"%s><summary>%zu series without a change</summary>\n",
                    changed == 0 ? " open" : "", n - changed);
        print_table(stream, look, rows, changed, n);
        fputs("</details>\n", stream);
    }
    fputs("</div>\n", stream);
}

/* ---- small ---- */

void history_sparks_print(FILE *stream, const struct history_look *look, size_t most)
{
    const struct history_finding *history = look->history;
    size_t changed = 0;
    OWNED size_t *rows = in_order(history, &changed);
    fputs("<ul class=\"sparks\">\n", stream);
    for (size_t i = 0; rows != NULL && i < history->n && i < most; i++) {
        const struct history_row *series = &history->series[rows[i]];
        fputs("<li>", stream);
        history_link_begin(stream, look, series);
        fputs("<span class=\"name\" title=\"", stream);
        history_name_print(stream, series);
        fputs("\">", stream);
        history_short_name_print(stream, look, rows[i]);
        fputs("</span>", stream);
        if (series->n > 0)
            history_thumbnail_print(stream, history, series, false);
        fputs("</a>", stream);
        if (history_newest_of(series) != NULL) {
            const struct assay_change *change = history_newest_of(series);
            html_printf(stream, "<span class=\"verdict %s\">%s</span> at ",
                        assay_verdict_name(verdict_of(series)), history_change_text(change).text);
            html_name(stream, history->versions[series->versions[change->at]].label);
        } else {
            fputs(history_is_changed(series) ? "drifts" : "<span class=\"note\">no change</span>",
                  stream);
        }
        fputs("</li>\n", stream);
    }
    fputs("</ul>\n", stream);
    if (history->n > most)
        html_printf(stream, "<p class=\"note\"><a href=\"%s\">All %zu series</a></p>\n", look->home,
                    history->n);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_page.c -- the newest change and what to do about it, then all series on one axis, then each one: a picture, its
 * changes, its numbers.
 *
 * The grid of all series is the first screen; what else is there is folded or below. All numbers stand in
 * tables; the script zooms, searches, filters and sorts, and repeats the numbers of the version that is pointed at. */
#include "view/page/history_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/json.h"
#include "view/page/html.h"
#include "view/page/page.h"
#include "view/page/report_grid.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* Means of versions in tables: of larger histories --json has them. */
enum { MOST_ROWS = 20000 };

/* ---- versions ---- */

static void print_range(FILE *stream, const struct history_look *look, size_t before, size_t at)
{
    history_version_link(stream, look, &look->history->versions[before]);
    fputs(" \u2026 ", stream);
    history_version_link(stream, look, &look->history->versions[at]);
    history_date_print(stream, " \u00b7 ", &look->history->versions[at]);
    fputs("<br>", stream);
    history_between_print(stream, look, before, at);
}

static bool is_word(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0';
}

static bool is_known(const struct history_version *version)
{
    return version->commit != NULL && !version->dirty && is_word(version->commit);
}

/* What measures both in one experiment, to be copied, in an element; nothing where their commits are not known. */
static void print_command(FILE *stream, const char *element, const struct history_version *before,
                          const struct history_version *at)
{
    enum { SHORT = 12 };
    if (!is_known(before) || !is_known(at))
        return;
    html_printf(stream,
                "<%s><code class=\"command\">git checkout %.*s &amp;&amp; assay run --against "
                "%.*s</code></%s>\n",
                element, SHORT, at->commit, SHORT, before->commit, element);
}

/* ---- what changed ---- */

/* A link to the series, its verdict and its change. */
static void print_step(FILE *stream, const struct history_look *look,
                       const struct history_row *series, const struct assay_change *change)
{
    const enum assay_verdict verdict = history_verdict(series, change);
    fputs("<li>", stream);
    history_link_begin(stream, look, series);
    history_name_print(stream, series);
    html_printf(stream, "</a> <span class=\"verdict %s\">%s</span> %s</li>",
                assay_verdict_name(verdict),
                history_word(series, verdict, change->ratio.estimate > 1),
                history_change_text(change).text);
}

static void print_at(FILE *stream, const struct history_look *look, size_t version)
{
    const struct history_finding *history = look->history;
    fputs("<tr><th scope=\"row\">", stream);
    print_range(stream, look, version > 0 ? version - 1 : 0, version);
    fputs("</th><td class=\"wide\"><ul class=\"steps\">", stream);
    for (size_t i = 0; i < history->n; i++) {
        const size_t k = history_change_at(&history->series[i], version);
        if (k != SIZE_MAX)
            print_step(stream, look, &history->series[i], &history->series[i].finding.changes[k]);
    }
    fputs("</ul></td></tr>\n", stream);
}

static bool changed_at(const struct history_finding *history, size_t version)
{
    for (size_t i = 0; i < history->n; i++)
        if (history_change_at(&history->series[i], version) != SIZE_MAX)
            return true;
    return false;
}

/* The newest first; text until somebody unfolds it: of many changes it is long. */
static void print_summary(FILE *stream, const struct history_look *look)
{
    fputs("<details class=\"fold\" id=\"list\"><summary>All changes as a list, the newest first"
          "</summary><noscript><div class=\"scroll\" tabindex=\"0\" role=\"group\" "
          "aria-label=\"all changes\"><table class=\"steps\"><thead><tr><th "
          "scope=\"col\">between</th><th scope=\"col\">changed</th>"
          "</tr></thead>\n<tbody>\n",
          stream);
    for (size_t v = look->history->n_versions; v-- > 0;)
        if (changed_at(look->history, v))
            print_at(stream, look, v);
    fputs("</tbody></table></div></noscript></details>\n", stream);
}

/* ---- one series ---- */

static void print_change(FILE *stream, const struct history_look *look,
                         const struct history_row *series, size_t i)
{
    const struct history_finding *history = look->history;
    const struct assay_change *change = &series->finding.changes[i];
    const enum assay_verdict verdict = history_verdict(series, change);
    const size_t before = series->versions[change->at > 0 ? change->at - 1 : 0],
                 at = series->versions[change->at];
    fputs("<tr><td>", stream);
    print_range(stream, look, before, at);
    html_printf(stream,
                "</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td "
                "class=\"verdict %s\">%s%s</td><td class=\"number\">",
                history_change_text(change).text, history_range_text(change).text,
                assay_verdict_name(verdict),
                history_word(series, verdict, change->ratio.estimate > 1),
                history_is_accepted(series, i) ? ", accepted" : "");
    fprintf(stream, isnan(change->p) ? "\u2013</td><td>" : "%.2g</td><td>", change->p);
    print_command(stream, "span", &history->versions[before], &history->versions[at]);
    fputs("</td></tr>\n", stream);
}

/* The newest first. */
static void print_changes(FILE *stream, const struct history_look *look,
                          const struct history_row *series)
{
    html_printf(stream,
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"changes\">"
                "<table class=\"changed\"><thead><tr><th scope=\"col\">between</th><th "
                "scope=\"col\" class=\"number\">change</th><th scope=\"col\" "
                "class=\"number\">%s</th><th scope=\"col\">verdict</th><th scope=\"col\" "
                "class=\"number\">p</th><th scope=\"col\">measure both in one "
                "experiment</th></tr></thead><tbody>",
                interval_title(look->history->rule.confidence).text);
    for (size_t i = series->finding.n; i-- > 0;)
        print_change(stream, look, series, i);
    fputs("</tbody></table></div>\n", stream);
}

/* One scale for all means, with digits that follow the intervals. */
static struct quantity_scale scale_of_means(const struct history_row *series)
{
    OWNED double *means = malloc((series->n + 1) * sizeof *means);
    OWNED double *spreads = malloc((series->n + 1) * sizeof *spreads);
    struct quantity_scale scale =
        quantity_scale_of(series->unit, &series->points[0].summary.mean, 1);
    size_t n = 0;
    for (size_t i = 0; means != NULL && spreads != NULL && i < series->n; i++) {
        means[i] = series->points[i].summary.mean;
        spreads[n] = (series->points[i].upper - series->points[i].lower) / 2;
        n += isfinite(spreads[n]) != 0;
    }
    if (n > 0)
        scale = quantity_scale_spread(series->unit, means, series->n, spreads, n);
    return scale;
}

/* "16.80 ms" | "16.78 … 16.82 ms"; cells end where the next begins, for there are thousands. */
static void print_mean(FILE *stream, const struct assay_history_point *point,
                       const struct quantity_scale *scale)
{
    html_printf(stream, "<td>%s<td>", quantity_of(point->summary.mean, scale).text);
    if (isnan(point->lower)) {
        fputs("\u2013", stream);
    } else if (isfinite(point->lower) && isfinite(point->upper)) {
        html_printf(stream, "%s \u2026 %s", quantity_bare(point->lower, scale).text,
                    quantity_of(point->upper, scale).text);
    } else {
        fputs("no finite interval", stream);
    }
    fprintf(stream, "<td>%zu\n", point->summary.r);
}

/* A row says which version it is of where it is not that behind the row before. */
static void print_means(FILE *stream, const struct history_finding *history,
                        const struct history_row *series)
{
    const struct quantity_scale scale = scale_of_means(series);
    html_printf(stream,
                "<details class=\"data\"><summary>table</summary><div class=\"scroll\" "
                "tabindex=\"0\" role=\"group\" aria-label=\"means of all versions\"><table "
                "class=\"means\"><thead><tr><th scope=\"col\">version</th><th "
                "scope=\"col\">mean</th><th scope=\"col\">%s</th><th "
                "scope=\"col\">units</th></tr></thead><tbody>\n",
                interval_title(history->rule.confidence).text);
    for (size_t i = 0; i < series->n; i++) {
        const struct history_version *version = &history->versions[series->versions[i]];
        if (series->versions[i] == (i > 0 ? series->versions[i - 1] + 1 : 0))
            fputs("<tr><th scope=row>", stream);
        else
            fprintf(stream, "<tr data-version=%zu><th scope=row>", series->versions[i]);
        html_name(stream, version->label);
        fputs(version->dirty ? " (with changes in no commit)" : "", stream);
        fputs(version->anytime ? " (at any time)" : "", stream);
        print_mean(stream, &series->points[i], &scale);
    }
    fputs("</table></div></details>\n", stream);
}

static void print_found(FILE *stream, const struct history_row *series)
{
    const double step = 100 * series->finding.detectable;
    html_printf(stream, "<p>%zu version%s", series->n, series->n == 1 ? "" : "s");
    if (series->trouble[0] != '\0') {
        html_printf(stream, ": %s</p>\n", series->trouble);
        return;
    }
    fputs(history_is_changed(series)   ? ""
          : history_is_unknown(series) ? ": too few to know whether it changed"
                                       : ", no change",
          stream);
    if (!history_is_unknown(series) && step < 100)
        html_printf(stream, "; a step of %s would have been found 8 times in 10",
                    percent_rough(step, 2).text);
    fputs(".</p>\n", stream);
}

static void print_series(FILE *stream, const struct history_look *look, size_t number, bool means)
{
    const struct history_finding *history = look->history;
    const struct history_row *series = &history->series[number];
    fputs("<section class=\"series\" id=\"", stream);
    history_address_print(stream, history, series);
    fputs("\"><h3>", stream);
    history_name_print(stream, series);
    html_printf(stream, " \u00b7 %s", series->metric);
    fputs("</h3>\n<noscript>",
          stream); /* text until somebody comes: of hundreds it is most of the page */
    if (series->n > 0)
        history_picture_print(stream, history, series);
    print_found(stream, series);
    if (series->finding.slope.beyond) {
        const char *verdict = assay_verdict_name(history_slope_verdict(series));
        OWNED char *words = history_slope_words(history, series);
        html_printf(stream, "<p><span class=\"verdict %s\">%s</span> %s.</p>\n", verdict, verdict,
                    words != NULL ? words : "");
    }
    if (series->finding.n > 0)
        print_changes(stream, look, series);
    if (means && series->n > 0)
        print_means(stream, history, series);
    fputs("</noscript></section>\n", stream);
}

/* ---- the head ---- */

/* What to do about it, as a sentence and as what a shell takes. */
static void print_next(FILE *stream, const struct history_view *view)
{
    const struct history_finding *history = view->finding;
    const struct history_row *of = NULL;
    const struct assay_change *change = history_newest(history, &of);
    OWNED char *words = history_next_words(view);
    if (words == NULL)
        return;
    html_printf(stream, "<p class=\"next\">Next: %s</p>\n", words);
    if (change != NULL && change->at > 0)
        print_command(stream, "p", &history->versions[of->versions[change->at - 1]],
                      &history->versions[of->versions[change->at]]);
}

static void print_slopes(FILE *stream, const struct history_look *look)
{
    enum { MOST = 3 };
    const struct history_finding *history = look->history;
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (!series->finding.slope.beyond || n++ >= MOST)
            continue;
        fputs(n == 1 ? "<p>Drifts, no step: " : "; ", stream);
        history_link_begin(stream, look, series);
        history_name_print(stream, series);
        html_printf(stream, "</a> %s", change_short(series->finding.slope.ratio.estimate).text);
    }
    if (n > MOST)
        html_printf(stream, "; and %zu more", n - MOST);
    fputs(n > 0 ? ".</p>\n" : "", stream);
}

static void print_rule(FILE *stream, const struct history_finding *history)
{
    OWNED char *detectable = history_detectable_words(history);
    fputs("<p class=\"facts\">", stream);
    history_version_print(stream, &history->versions[0]);
    fputs(" to ", stream);
    history_version_print(stream, &history->versions[history->n_versions - 1]);
    if (detectable != NULL)
        html_printf(stream, " \u00b7 %s", detectable);
    html_printf(stream, " \u00b7 rule: %s", assay_history_rule_name(history->rule.rule));
    if (isfinite(history->false_per_1000))
        html_printf(stream, ", at most %.2g false alarms in 1000 versions (%s)",
                    history->false_per_1000, history->adjustment);
    fputs("</p>\n", stream);
}

static void print_header(FILE *stream, const struct history_view *view,
                         const struct history_look *look)
{
    const struct history_finding *history = view->finding;
    OWNED char *count = history_count_words(history, history_count_events(history));
    fputs("<header><h1>", stream);
    if (count != NULL) /* it begins a line */
        html_printf(stream, "%c%s", count[0] >= 'a' && count[0] <= 'z' ? count[0] - 32 : count[0],
                    count + 1);
    fputs("</h1>\n", stream);
    print_rule(stream, history);
    history_newest_print(stream, look);
    print_next(stream, view);
    history_events_head(stream, look);
    print_slopes(stream, look);
    fputs("</header>\n", stream);
}

/* What may make a step that no commit made comes first. */
static void print_notes(FILE *stream, const struct history_finding *history)
{
    SCOPED(sentences_fini) struct sentences sentences = {0};
    history_notes_of(history, &sentences);
    if (sentences.n > 0) {
        html_printf(stream,
                    "<details class=\"cautions\" id=\"notes\" open><summary>%zu caution%s</summary>"
                    "<ul class=\"caveats\">\n",
                    sentences.n, sentences.n == 1 ? "" : "s");
        html_sentences(stream, &sentences);
        fputs("</ul></details>\n", stream);
    }
}

static json_t *label_of(const struct history_version *version)
{
    OWNED char *text = VIEW_TEXT(memory, {
        fputs(version->label, memory);
        (void)history_date_print(memory, " \u00b7 ", version);
    });
    return render_json_text(text != NULL ? text : "?");
}

static void print_labels(FILE *stream, const struct history_finding *history)
{
    json_t *labels = JSON_LIST(i, history->n_versions, label_of(&history->versions[i]));
    fputs("<script type=\"application/json\" id=\"versions\">", stream);
    html_json(stream, labels);
    fputs("</script>\n", stream);
}

/* Of those that changed, or of the others, the ones from a place to another; returns how many there are. */
static size_t print_those(FILE *stream, const struct history_look *look, bool changed, size_t from,
                          size_t to, bool means)
{
    const struct history_finding *history = look->history;
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        if (history_is_changed(&history->series[i]) == changed) {
            if (n >= from && n < to)
                print_series(stream, look, i, means);
            n++;
        }
    return n;
}

static void print_folded(FILE *stream, const struct history_look *look, bool changed, size_t from,
                         bool means)
{
    const size_t n = print_those(stream, look, changed, 0, 0, means) - from;
    if (n == 0)
        return;
    fputs(n == look->history->n ? "<details class=\"fold\" open>" : "<details class=\"fold\">",
          stream);
    fprintf(stream, "<summary>%zu ", n);
    fputs(changed ? "more that changed</summary>\n" : "without a change</summary>\n", stream);
    (void)print_those(stream, look, changed, from, SIZE_MAX, means);
    fputs("</details>\n", stream);
}

/* Those that changed, the first of many; the others are folded where there are some that did. */
static void print_all_series(FILE *stream, const struct history_look *look, bool means)
{
    const size_t seen = report_rows_seen(print_those(stream, look, true, 0, 0, means));
    (void)print_those(stream, look, true, 0, seen, means);
    print_folded(stream, look, true, seen, means);
    print_folded(stream, look, false, 0, means);
}

static void print_main(FILE *stream, const struct history_view *view,
                       const struct history_look *look)
{
    const struct history_finding *history = view->finding;
    size_t points = 0;
    for (size_t i = 0; i < history->n; i++)
        points += history->series[i].n;
    print_header(stream, view, look);
    print_notes(stream, history);
    history_grid_print(stream, look);
    history_events_print(stream, look);
    if (history_count_events(history) > 0)
        print_summary(stream, look);
    fputs("<section id=\"one-by-one\"><h2>One by one</h2>\n<p class=\"note\">Lines are means of "
          "versions, their bands the intervals; thick: the levels between the steps that were "
          "called; squares: versions off the levels beside them, and no step; arrows: means "
          "beyond the picture.</p>\n<p class=\"controls\" hidden><span>Zoom: Ctrl and wheel, or + "
          "and \u2212; move: drag, or the arrow keys; a double click shows all.</span></p>\n",
          stream);
    print_all_series(stream, look, points <= MOST_ROWS);
    if (points > MOST_ROWS)
        fputs("<p>The means of so many versions are not in tables here: <code>assay history --json"
              "</code> prints them.</p>\n",
              stream);
    fputs("</section>\n", stream);
}

void history_page_print(FILE *stream, const struct history_view *view,
                        const struct page_shell *shell, const struct history_ways *ways)
{
    const struct history_finding *history = view->finding;
    const struct history_version *last = &history->versions[history->n_versions - 1];
    const struct report_asset *script = &report_history;
    struct page_shell own = *shell;
    SCOPED(history_look_fini) struct history_look look = {0};
    own.kind = PAGE_HISTORY;
    own.at_ns = last->time_s * 1000000000;
    if (!history_look_of(history, &look)) {
        view_lose();
        return;
    }
    look.compare_url = shell->compare_url;
    look.ways = ways;
    page_begin_head(stream, "Performance over versions", &script, 1);
    page_end_series_head(stream);
    page_begin_main(stream, &own);
    print_main(stream, view, &look);
    page_end_main(stream, "Written");
    print_labels(stream, history);
    page_print_script(stream, script);
    fputs("</body>\n</html>\n", stream);
}

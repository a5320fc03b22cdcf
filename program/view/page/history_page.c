/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_page.c -- what changed at which version, then each series: a picture, its changes, its numbers.
 *
 * The grid of all series is the first screen; what else is there is folded or below. All numbers stand in
 * tables; the script zooms, searches and repeats the numbers of the version that is pointed at. */
#include "view/page/history_page.h"

#include <math.h>
#include <stdlib.h>

#include "view/document/json.h"
#include "view/page/html.h"
#include "view/page/page.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

#include <assay/assay.h>

/* Means of versions in tables: of larger histories --json has them. */
enum { MOST_ROWS = 20000 };

/* ---- versions ---- */

static void print_version(FILE *stream, const struct history_version *version)
{
    html_name(stream, version->label);
    fputs(version->dirty ? " (with changes in no commit)" : "", stream);
}

static void print_range(FILE *stream, const struct history_finding *history, size_t before,
                        size_t at, const char *compare_url)
{
    const struct history_version *old = &history->versions[before], *new = &history->versions[at];
    const bool linked = compare_url != NULL && old->commit != NULL && new->commit != NULL;
    if (linked)
        html_printf(stream, "<a href=\"%s%s...%s\">", compare_url, old->commit, new->commit);
    print_version(stream, old);
    fputs(" … ", stream);
    print_version(stream, new);
    fputs(linked ? "</a>" : "", stream);
}

/* ---- what changed ---- */

/* A link to the series, its verdict and its change. */
static void print_step(FILE *stream, const struct history_row *series, size_t number,
                       const struct assay_change *change)
{
    const enum assay_verdict verdict = history_verdict(series, change);
    fprintf(stream, "<li><a href=\"#s%zu\">", number);
    history_name_print(stream, series);
    html_printf(
        stream, "</a> <span class=\"verdict %s\">%s</span> %s</li>", assay_verdict_name(verdict),
        history_word(series, verdict, change->ratio.estimate > 1),
        percent_signed(100 * (change->ratio.estimate - 1), verdict_decimals(&change->ratio)).text);
}

/* What its commit says of itself. */
static void print_subject(FILE *stream, const struct history_version *version)
{
    if (version->subject == NULL)
        return;
    html_printf(stream, "<br><span class=\"note\">%s</span>", version->subject);
}

static void print_at(FILE *stream, const struct history_finding *history, size_t version,
                     const char *compare_url)
{
    fputs("<tr><th scope=\"row\">", stream);
    print_range(stream, history, version > 0 ? version - 1 : 0, version, compare_url);
    print_subject(stream, &history->versions[version]);
    fputs("</th><td class=\"wide\"><ul class=\"steps\">", stream);
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++) {
            const struct assay_change *change = &history->series[i].finding.changes[k];
            if (history->series[i].versions[change->at] == version)
                print_step(stream, &history->series[i], i, change);
        }
    fputs("</ul></td></tr>\n", stream);
}

/* The newest first. */
static void print_summary(FILE *stream, const struct history_finding *history,
                          const char *compare_url)
{
    OWNED bool *changed = calloc(history->n_versions + 1, sizeof *changed);
    fputs("<details class=\"fold\" id=\"list\"><summary>All changes as a list, the newest first"
          "</summary><div class=\"scroll\" tabindex=\"0\"><table class=\"steps\"><thead><tr><th "
          "scope=\"col\">between</th><th scope=\"col\">changed</th>"
          "</tr></thead>\n<tbody>\n",
          stream);
    for (size_t i = 0; changed != NULL && i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++)
            changed[history->series[i].versions[history->series[i].finding.changes[k].at]] = true;
    for (size_t v = history->n_versions; changed != NULL && v-- > 0;)
        if (changed[v])
            print_at(stream, history, v, compare_url);
    fputs("</tbody></table></div></details>\n", stream);
}

/* ---- one series ---- */

static void print_changes(FILE *stream, const struct history_finding *history,
                          const struct history_row *series, const char *compare_url)
{
    const struct quantity interval = interval_title(history->rule.confidence);
    html_printf(
        stream,
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">between</th><th "
        "scope=\"col\" class=\"number\">change</th><th scope=\"col\" class=\"number\">%s</th><th "
        "scope=\"col\">verdict</th><th scope=\"col\" class=\"number\">p</th></tr></thead><tbody>",
        interval.text);
    for (size_t i = 0; i < series->finding.n; i++) {
        const struct assay_change *change = &series->finding.changes[i];
        const struct assay_interval *ends = &change->ratio.interval;
        const enum assay_verdict verdict = history_verdict(series, change);
        const int decimals = verdict_decimals(&change->ratio);
        fputs("<tr><td>", stream);
        print_range(stream, history, series->versions[change->at - 1], series->versions[change->at],
                    compare_url);
        print_subject(stream, &history->versions[series->versions[change->at]]);
        html_printf(stream,
                    "</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td "
                    "class=\"verdict %s\">%s</td><td class=\"number\">",
                    percent_signed(100 * (change->ratio.estimate - 1), decimals).text,
                    percent_range(100 * (ends->lower - 1), 100 * (ends->upper - 1), decimals).text,
                    assay_verdict_name(verdict),
                    history_word(series, verdict, change->ratio.estimate > 1));
        fprintf(stream, isnan(change->p) ? "\u2013</td></tr>" : "%.2g</td></tr>", change->p);
    }
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

/* "16.80 ms" | "16.78 … 16.82 ms". */
static void print_mean(FILE *stream, const struct assay_history_point *point,
                       const struct quantity_scale *scale)
{
    html_printf(stream, "</th><td class=\"number\">%s</td><td class=\"number\">",
                quantity_of(point->summary.mean, scale).text);
    if (isnan(point->lower)) {
        fputs("\u2013", stream);
    } else if (isfinite(point->lower) && isfinite(point->upper)) {
        html_printf(stream, "%s \u2026 %s", quantity_bare(point->lower, scale).text,
                    quantity_of(point->upper, scale).text);
    } else {
        fputs("no finite interval", stream);
    }
    fprintf(stream, "</td><td class=\"number\">%zu</td></tr>\n", point->summary.r);
}

static void print_means(FILE *stream, const struct history_finding *history,
                        const struct history_row *series)
{
    const struct quantity_scale scale = scale_of_means(series);
    html_printf(
        stream,
        "<details class=\"data\"><summary>table</summary><div "
        "class=\"scroll\"><table><thead><tr><th scope=\"col\">version</th><th scope=\"col\" "
        "class=\"number\">mean</th><th scope=\"col\" class=\"number\">%s</th><th scope=\"col\" "
        "class=\"number\">units</th></tr></thead><tbody>\n",
        interval_title(history->rule.confidence).text);
    for (size_t i = 0; i < series->n; i++) {
        const struct history_version *version = &history->versions[series->versions[i]];
        fprintf(stream, "<tr data-version=\"%zu\"><th scope=\"row\">", series->versions[i]);
        print_version(stream, version);
        fputs(version->anytime ? " (at any time)" : "", stream);
        print_mean(stream, &series->points[i], &scale);
    }
    fputs("</tbody></table></div></details>\n", stream);
}

static void print_slope(FILE *stream, const struct history_finding *history,
                        const struct history_row *series)
{
    const char *verdict = assay_verdict_name(history_slope_verdict(series));
    OWNED char *words = history_slope_words(history, series);
    html_printf(stream, "<p><span class=\"verdict %s\">%s</span> %s.</p>\n", verdict, verdict,
                words != NULL ? words : "");
}

static void print_series(FILE *stream, const struct history_finding *history, size_t number,
                         const char *compare_url, bool means)
{
    const struct history_row *series = &history->series[number];
    fprintf(stream, "<section class=\"series\" id=\"s%zu\"><h3>", number);
    history_name_print(stream, series);
    html_printf(stream, " \u00b7 %s", series->metric);
    fputs("</h3>\n<noscript>",
          stream); /* text until somebody comes: of hundreds it is most of the page */
    if (series->n > 0)
        history_picture_print(stream, history, series);
    html_printf(stream, "<p>%zu version%s", series->n, series->n == 1 ? "" : "s");
    if (series->trouble[0] != '\0') {
        html_printf(stream, ": %s", series->trouble);
    } else {
        const double step = 100 * series->finding.detectable;
        fputs(history_is_changed(series)   ? "."
              : history_is_unknown(series) ? ": too few to know whether it changed"
                                           : ", no change",
              stream);
        if (!history_is_changed(series) && step < 100)
            html_printf(stream, " (a step of %s would have been found 8 times in 10)",
                        percent_rough(step, 2).text);
        fputs(history_is_changed(series) ? "" : ".", stream);
    }
    fputs("</p>\n", stream);
    if (series->finding.slope.beyond)
        print_slope(stream, history, series);
    if (series->finding.n > 0)
        print_changes(stream, history, series, compare_url);
    if (means && series->n > 0)
        print_means(stream, history, series);
    fputs("</noscript></section>\n", stream);
}

/* ---- the page ---- */

static void print_rule(FILE *stream, const struct history_finding *history)
{
    fputs("<p class=\"facts\">", stream);
    history_version_print(stream, &history->versions[0]);
    fputs(" to ", stream);
    history_version_print(stream, &history->versions[history->n_versions - 1]);
    html_printf(stream, ". Rule: %s", assay_history_rule_name(history->rule.rule));
    if (isfinite(history->false_per_1000))
        html_printf(stream, ", at most %.2g false alarms in 1000 versions (%s)",
                    history->false_per_1000, history->adjustment);
    fputs(".</p>\n", stream);
}

static void print_side(FILE *stream, const struct history_finding *history,
                       enum assay_verdict verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++)
            n += history_verdict(&history->series[i], &history->series[i].finding.changes[k]) ==
                 verdict;
    if (n > 0)
        html_printf(stream, "<span class=\"verdict %s\">%zu %s</span> ",
                    assay_verdict_name(verdict), n, assay_verdict_name(verdict));
}

static void print_header(FILE *stream, const struct history_finding *history, size_t changes)
{
    html_printf(stream, "<header><h1>%zu change%s in %zu series over %zu versions</h1>\n", changes,
                changes == 1 ? "" : "s", history->n, history->n_versions);
    print_rule(stream, history);
    if (changes > 0) {
        fputs("<p class=\"headline\">", stream);
        print_side(stream, history, ASSAY_SLOWER);
        print_side(stream, history, ASSAY_FASTER);
        history_events_count(stream, history);
        fputs("</p>\n", stream);
    }
    fputs("</header>\n", stream);
}

/* What may make a step that no commit made comes first. */
static void print_notes(FILE *stream, const struct history_finding *history)
{
    SCOPED(sentences_fini) struct sentences sentences = {0};
    history_notes_of(history, &sentences);
    if (sentences.n > 0) {
        fputs("<ul class=\"caveats\" id=\"notes\">\n", stream);
        html_sentences(stream, &sentences);
        fputs("</ul>\n", stream);
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

/* Those that changed; the others are folded where there are some that did. */
static void print_all_series(FILE *stream, const struct history_finding *history,
                             const char *compare_url, bool means)
{
    size_t changed = 0;
    for (size_t i = 0; i < history->n; i++)
        if (history_is_changed(&history->series[i])) {
            print_series(stream, history, i, compare_url, means);
            changed++;
        }
    if (changed == history->n)
        return;
    html_printf(stream, "<details class=\"fold\"%s><summary>%zu without a change</summary>\n",
                changed == 0 ? " open" : "", history->n - changed);
    for (size_t i = 0; i < history->n; i++)
        if (!history_is_changed(&history->series[i]))
            print_series(stream, history, i, compare_url, means);
    fputs("</details>\n", stream);
}

void history_page_print(FILE *stream, const struct history_finding *history,
                        const struct page_shell *shell)
{
    const char *compare_url = shell->compare_url;
    struct page_shell own = *shell;
    const struct report_asset *script = &report_history;
    size_t changes = 0, points = 0;
    for (size_t i = 0; i < history->n; i++) {
        changes += history->series[i].finding.n;
        points += history->series[i].n;
    }
    page_begin_head(stream, "Performance over versions", &script, 1);
    page_end_head(stream);
    own.kind = PAGE_HISTORY;
    page_begin_main(stream, &own);
    print_header(stream, history, changes);
    print_notes(stream, history);
    fputs(
        "<p class=\"controls\" hidden><input id=\"search\" type=\"search\" aria-label=\"Names with "
        "these words\" placeholder=\"search\"> <output class=\"found\"></output></p>\n",
        stream);
    history_grid_print(stream, history);
    history_events_print(stream, history);
    if (changes > 0)
        print_summary(stream, history, compare_url);
    fputs("<h2>One by one</h2>\n<p class=\"note\">Lines are means of versions, their bands the "
          "intervals; "
          "black: the levels between the steps that were called; squares: versions off the level "
          "before and after, and no step; arrows: means beyond the picture.</p>\n<p "
          "class=\"controls\" hidden><span>Zoom: Ctrl and wheel, or + and "
          "\u2212; move: drag, or the arrow keys; a double click shows all.</span></p>\n",
          stream);
    print_all_series(stream, history, compare_url, points <= MOST_ROWS);
    if (points > MOST_ROWS)
        fputs("<p>The means of so many versions are not in tables here: <code>assay history --json"
              "</code> prints them.</p>\n",
              stream);
    page_end_main(stream, "Written");
    print_labels(stream, history);
    page_print_script(stream, script);
    fputs("</body>\n</html>\n", stream);
}

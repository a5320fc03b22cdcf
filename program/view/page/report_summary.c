/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_summary.c -- one pair in a few lines: how many changed and how far, the suite, how the changes are
 * distributed; several systems in as few. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/finding_read.h"
#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* A cost as people know the metric: "+31 %" slower, or of a rate "−24 %". */
static double change_at(const struct system_pair *pair, size_t row, double cost)
{
    return 100 * ((pair->rows[row].old_series->more_is_better ? 1 / cost : cost) - 1);
}

static void print_extreme(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, size_t at, const char *word,
                          struct quantity change)
{
    const struct comparison_finding *row = &pair->rows[at];
    const size_t benchmark = report_benchmark(grid->view, row->old_series->benchmark);
    html_printf(stream, "%s: <a href=\"#", word);
    report_print_address(stream, grid, row->new_series);
    html_printf(stream, "\" title=\"%s\">%s", row->old_series->benchmark,
                grid->names.rest[benchmark]);
    for (size_t k = 0; k < grid->names.n_keys; k++) {
        const char *value = grid->names.value[benchmark * grid->names.n_keys + k];
        html_printf(stream, value != NULL ? " %s" : "", value);
    }
    html_printf(stream, "</a> <span class=\"nowrap\">%s</span>", change.text);
}

static void print_changed(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct verdict_group *group,
                          bool slower)
{
    if (isnan(group->mean)) {
        fputs("<td></td><td></td><td></td>", stream);
        return;
    }
    const size_t extreme = slower ? group->worst : group->best;
    const size_t mildest = slower ? group->best : group->worst;
    const double from = change_at(pair, mildest, slower ? group->least : group->most);
    const double to = change_at(pair, extreme, slower ? group->most : group->least);
    html_printf(stream, "<td class=\"number\">mean %s</td><td class=\"number\">",
                percent_signed(change_at(pair, extreme, group->mean), 1).text);
    if (group->n > 1)
        html_text(stream, percent_range(fmin(from, to), fmax(from, to), 1).text);
    fputs("</td><td class=\"wide\">", stream);
    const struct assay_estimate *ratio = &pair->rows[extreme].finding.ratio;
    print_extreme(stream, grid, pair, extreme, slower ? "worst" : "best",
                  percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)));
    fputs("</td>", stream);
}

/* What deciding the undecided would take, of those of which it is known. */
struct to_decide {
    size_t n, n_timed; /* by a fresh run */
    double seconds;
    size_t n_open; /* which may be no changes: a time for ±1 % */
    double low_s, high_s;
    size_t n_twice, n_ten; /* with at most so many times what was measured */
    const char *level;
};

static void add_to_decide(struct to_decide *all, const json_t *needed)
{
    const double units = finding_number(needed, "units"), more = finding_number(needed, "more_s"),
                 open = finding_number(needed, "one_percent_s"),
                 low = finding_number(needed, "one_percent_low_s"),
                 high = finding_number(needed, "one_percent_high_s");
    if (isfinite(open) && (isfinite(more) || !(units < 1e15))) {
        all->n_open++;
        all->low_s += isfinite(low) ? low : open;
        all->high_s += isfinite(high) ? high : open;
    } else if (isfinite(more)) {
        all->n_timed++;
        all->seconds += more;
    }
    if (!(units < 1e15))
        return;
    const double times = units / (double)finding_count(needed, "measured");
    all->n++;
    all->n_twice += times <= 2;
    all->n_ten += times <= 10;
    all->level = finding_text(needed, "level");
}

/* "2 could be decided in about 8 s, 3 known to ±1 % in 2 min to 5 min: assay plan": the times that stand in the list of
 * limits, too. */
static void print_times(FILE *stream, const struct to_decide *all)
{
    if (all->n_timed > 0)
        html_printf(stream, "%zu could be decided in about %s", all->n_timed,
                    duration_of(all->seconds).text);
    if (all->n_open > 0)
        html_printf(stream, "%s%zu%s known to \u00b11 %% in %s%s", all->n_timed > 0 ? ", " : "",
                    all->n_open, all->n_timed > 0 ? "" : " could be",
                    all->low_s < all->high_s ? "" : "about ", duration_of(all->low_s).text);
    if (all->low_s < all->high_s)
        html_printf(stream, " to %s", duration_of(all->high_s).text);
    fputs(": assay plan", stream);
}

/* Of n pairs from the first on; of one fact in two rows once. */
static void print_cost(FILE *stream, const struct report_grid *grid,
                       const struct pair_overview *overviews, size_t first, size_t n)
{
    struct to_decide all = {.n = 0};
    const json_t *pairs = json_object_get(grid->findings, "pairs"), *comparisons;
    for (size_t p = first; p < first + n; p++) {
        comparisons = json_object_get(json_array_get(pairs, p), "comparisons");
        for (size_t i = 0; i < grid->view->pairs[p].n; i++)
            if (overviews[p - first].counted[i])
                add_to_decide(&all, json_object_get(json_array_get(comparisons, i), "to_decide"));
    }
    if (all.n_timed > 0 || all.n_open > 0)
        print_times(stream, &all);
    else if (all.n > 0 && all.n_ten == 0)
        html_printf(stream, "%zu would take more than 10 \u00d7 as many %s", all.n,
                    level_plural(all.level).text);
    else if (all.n > 0)
        html_printf(stream,
                    "%zu of %zu could be decided within 2 \u00d7 as many %s, %zu within 10 \u00d7",
                    all.n_twice, all.n, level_plural(all.level).text, all.n_ten);
}

static void print_group(FILE *stream, const struct report_grid *grid,
                        const struct system_pair *pair, const struct pair_overview *overview,
                        enum assay_verdict verdict)
{
    const struct verdict_group *group = &overview->verdict[verdict];
    const char *name = assay_verdict_name(verdict);
    html_printf(stream,
                "<tr><th scope=\"row\"><span class=\"verdict %s\">%s</span></th>"
                "<td class=\"number count\">%zu</td>",
                name, name, group->n);
    if (verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER) {
        print_changed(stream, grid, pair, group, verdict == ASSAY_SLOWER);
    } else {
        fputs("<td colspan=\"3\">", stream);
        if (verdict == ASSAY_INCONCLUSIVE && group->n > 0)
            print_cost(stream, grid, overview, (size_t)(pair - grid->view->pairs), 1);
        fputs("</td>", stream);
    }
    fputs("</tr>\n", stream);
}

static void print_summary(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct pair_overview *overview)
{
    static const enum assay_verdict order[] = {ASSAY_SLOWER, ASSAY_FASTER, ASSAY_MIXED,
                                               ASSAY_EQUIVALENT, ASSAY_INCONCLUSIVE};
    fputs("<table class=\"summary\"><caption class=\"heard\">How many benchmarks changed</caption>"
          "<tbody>\n",
          stream);
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++)
        if (order[k] != ASSAY_MIXED || overview->verdict[ASSAY_MIXED].n > 0)
            print_group(stream, grid, pair, overview, order[k]);
    fputs("</tbody></table>\n", stream);
}

void report_print_suite(FILE *stream, const struct system_pair *pair)
{
    const struct assay_suite_summary *suite = &pair->suite.summary;
    const struct assay_estimate ratio = {.estimate = suite->geometric.estimate,
                                         .interval = suite->geometric.fixed};
    const int decimals = verdict_decimals(&ratio);
    fprintf(stream, "<p class=\"suite\">All %zu ", suite->n);
    if (suite->n < pair->n)
        html_printf(stream, "with %s ", pair->suite.metric);
    html_printf(stream,
                "together: <strong>%s</strong> [%s], geometric mean of %s, %s CI for these "
                "benchmarks</p>\n",
                percent_signed(change_of(&ratio).estimate, decimals).text,
                verdict_range(&ratio, decimals).text, suite_subject(&pair->suite),
                confidence_text(ratio.interval.confidence).text);
}

static void print_distribution(FILE *stream, const struct system_pair *pair)
{
    OWNED const struct comparison_finding **rows = view_room(pair->n + 1, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < pair->n; i++)
        rows[i] = &pair->rows[i];
    if (rows != NULL) {
        const struct scale scale = scale_of_changes(rows, pair->n);
        fputs("<div class=\"distribution\"", stream);
        scale_print_style(stream, &scale);
        fputs(">", stream);
        scale_print_distribution(stream, &scale, rows, pair->n);
        scale_print_head(stream, &scale);
        fputs("</div>\n", stream);
    }
}

void report_print_summary(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct pair_overview *overview)
{
    fputs("<div class=\"overview\"><div>\n", stream);
    print_summary(stream, grid, pair, overview);
    fputs("</div><div>\n", stream);
    if (pair->has_suite)
        report_print_suite(stream, pair);
    print_distribution(stream, pair);
    fputs("</div></div>\n", stream);
}

/* ---- several systems ---- */

struct system_change {
    const struct system_pair *pair;
    struct assay_estimate ratio; /* of all its benchmarks together, or of its only one */
    double cost;
};

static const struct assay_series *series_of(const struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n; i++)
        if (strcmp(pair->rows[i].old_series->metric, pair->suite.metric) == 0)
            return pair->rows[i].old_series;
    return pair->rows[0].old_series;
}

static int best_first(const void *a, const void *b)
{
    const struct system_change *left = a, *right = b;
    if (left->cost != right->cost)
        return left->cost < right->cost ? -1 : 1;
    return (left->pair > right->pair) - (left->pair < right->pair);
}

/* Those of which all benchmarks together have a change. */
static size_t changes_of(const struct report_view *view, struct system_change *out)
{
    size_t n = 0;
    for (size_t p = 0; p < view->n_pairs; p++) {
        const struct system_pair *pair = &view->pairs[p];
        const struct assay_suite_summary *suite = &pair->suite.summary;
        if (!pair->has_suite && pair->n > 1)
            continue;
        const bool more = pair->has_suite ? series_of(pair)->more_is_better
                                          : pair->rows[0].old_series->more_is_better;
        out[n] = (struct system_change){pair, pair->rows[0].finding.ratio, 0};
        if (pair->has_suite)
            out[n].ratio = (struct assay_estimate){.estimate = suite->geometric.estimate,
                                                   .interval = suite->geometric.fixed};
        out[n].cost = more ? 1 / out[n].ratio.estimate : out[n].ratio.estimate;
        n += isfinite(out[n].cost);
    }
    qsort(out, n, sizeof *out, best_first);
    return n;
}

/* With the number of its benchmarks, where others have others. */
static void print_change(FILE *stream, const struct system_change *change, bool alike)
{
    const int decimals = verdict_decimals(&change->ratio);
    html_printf(stream, "<li>%s", change->pair->new_system);
    if (!alike)
        html_printf(stream, " on %zu", change->pair->n);
    html_printf(stream, ": %s <span class=\"nowrap\">[%s]</span></li>\n",
                percent_signed(change_of(&change->ratio).estimate, decimals).text,
                verdict_range(&change->ratio, decimals).text);
}

/* The worst of the slower ones, the best of the faster ones. */
static void print_most(FILE *stream, const struct report_grid *grid,
                       const struct pair_overview *overviews, bool slower)
{
    const struct verdict_group *most = NULL;
    size_t at = 0;
    for (size_t p = 0; p < grid->view->n_pairs; p++) {
        const struct verdict_group *group =
            &overviews[p].verdict[slower ? ASSAY_SLOWER : ASSAY_FASTER];
        if (isnan(group->mean) ||
            (most != NULL && (slower ? group->most <= most->most : group->least >= most->least)))
            continue;
        most = group;
        at = p;
    }
    if (most == NULL)
        return;
    fputs("<span>", stream);
    const struct system_pair *pair = &grid->view->pairs[at];
    const size_t row = slower ? most->worst : most->best;
    const struct assay_estimate *ratio = &pair->rows[row].finding.ratio;
    print_extreme(stream, grid, pair, row, slower ? "worst" : "best",
                  ratio->estimate > 0.5 && ratio->estimate < 2
                      ? percent_signed(change_of(ratio).estimate, verdict_decimals(ratio))
                      : change_short(ratio->estimate)); /* as its cell in the map says it */
    html_printf(stream, " (%s)</span> ", grid->view->pairs[at].new_system);
}

void report_print_systems(FILE *stream, const struct report_grid *grid,
                          const struct pair_overview *overviews)
{
    const struct report_view *view = grid->view;
    OWNED struct system_change *changes = view_room(view->n_pairs + 1, sizeof *changes);
    const size_t n = changes != NULL ? changes_of(view, changes) : 0;
    fputs("<p class=\"extremes\">", stream);
    print_most(stream, grid, overviews, true);
    print_most(stream, grid, overviews, false);
    fputs("<span>", stream);
    print_cost(stream, grid, overviews, 0, view->n_pairs);
    fputs("</span></p>\n", stream);
    if (n > 0) {
        bool alike = n == view->n_pairs;
        for (size_t i = 1; i < n; i++)
            alike = alike && changes[i].pair->n == changes[0].pair->n;
        html_printf(stream,
                    "<p class=\"note\">Each system, the best first: %s, %s CI%s</p>\n<ol "
                    "class=\"systems\">\n",
                    changes[0].pair->has_suite ? "geometric mean of its changes" : "its change",
                    confidence_text(changes[0].ratio.interval.confidence).text,
                    alike ? "" : "; they were measured on different benchmarks");
        for (size_t i = 0; i < n; i++)
            print_change(stream, &changes[i], alike);
        fputs("</ol>\n", stream);
    }
}

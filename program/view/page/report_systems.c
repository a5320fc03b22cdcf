/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_systems.c -- several systems against the old one: which is best, what is not told apart from it, on how many
 * benchmarks each is.
 *
 * They stand in an order by the geometric mean over the benchmarks that all of them have, the old one among them: over
 * others they would be ordered by what was measured. Two are a tie where their intervals against the old one
 * overlap; as both rest on the old one's values, that asks for more than a test of the two.
 * Edge:     no benchmark that all have: no order, and each by itself over what it has. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/suite_rounds.h"
#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- in one style ---- */

void report_set_style(struct report_grid *grid)
{
    const struct report_view *view = grid->view;
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const double ratio = view->pairs[p].rows[i].finding.ratio.estimate;
            grid->factors = grid->factors || ratio > 2 || ratio < 0.5;
        }
}

struct quantity report_change(const struct report_grid *grid, double ratio)
{
    const double percent = 100 * (ratio - 1);
    if (!isfinite(ratio))
        return quantity_text("\u2013");
    if (!grid->factors)
        return percent_signed(percent, fabs(percent) < 9.95 ? 1 : 0);
    return quantity_text("\u00d7%.*f", ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0, ratio);
}

/* With digits as its interval lets them be. */
static struct quantity change_of_all(const struct report_grid *grid,
                                     const struct assay_estimate *ratio)
{
    return grid->factors || !isfinite(ratio->estimate)
               ? report_change(grid, ratio->estimate)
               : percent_signed(change_of(ratio).estimate, verdict_decimals(ratio));
}

/* "−12.1 … −8.3 %", "×0.31 … ×0.42". */
static struct quantity range_of(const struct report_grid *grid, const struct assay_estimate *ratio)
{
    const struct assay_interval *interval = &ratio->interval;
    if (!grid->factors || interval->kind != ASSAY_BOUNDED)
        return verdict_range(ratio, verdict_decimals(ratio));
    return quantity_text("%s \u2026 %s", report_change(grid, interval->lower).text,
                         report_change(grid, interval->upper).text);
}

/* ---- what all have ---- */

static const struct comparison_finding *find(const struct system_pair *pair,
                                             const struct assay_series *like)
{
    for (size_t i = 0; i < pair->n; i++)
        if (strcmp(pair->rows[i].old_series->benchmark, like->benchmark) == 0 &&
            strcmp(pair->rows[i].old_series->metric, like->metric) == 0)
            return &pair->rows[i];
    return NULL;
}

static const char *metric_of(const struct report_view *view)
{
    for (size_t p = 0; p < view->n_pairs; p++)
        if (view->pairs[p].has_suite)
            return view->pairs[p].suite.metric;
    return view->pairs[0].rows[0].old_series->metric;
}

static bool all_have(const struct report_view *view, const struct assay_series *series,
                     const char *metric)
{
    bool all = strcmp(series->metric, metric) == 0;
    for (size_t p = 0; p < view->n_pairs && all; p++) {
        const struct comparison_finding *row = find(&view->pairs[p], series);
        all =
            row != NULL && isfinite(row->finding.ratio.estimate) && row->finding.ratio.estimate > 0;
    }
    return all;
}

/* Over the benchmarks that all have; returns how many that are. */
static size_t summarise(const struct report_view *view, struct ranked_systems *out)
{
    const struct system_pair *first = &view->pairs[0];
    const char *metric = metric_of(view);
    OWNED const struct comparison_finding **rows = view_room(first->n + 1, sizeof *rows);
    OWNED const struct assay_series **shared = view_room(first->n + 1, sizeof *shared);
    size_t n = 0;
    for (size_t i = 0; rows != NULL && shared != NULL && i < first->n; i++)
        if (all_have(view, first->rows[i].old_series, metric))
            shared[n++] = first->rows[i].old_series;
    for (size_t p = 0; n > 0 && p < view->n_pairs; p++) {
        struct assay_suite_ratio ratio;
        struct assay_error error;
        for (size_t i = 0; i < n; i++)
            rows[i] = find(&view->pairs[p], shared[i]);
        if (suite_of_rows(rows, n, view->confidence, &ratio, &error) != ASSAY_OK)
            return 0;
        out->items[p].ratio =
            n == 1 ? rows[0]->finding.ratio
                   : (struct assay_estimate){.estimate = ratio.estimate, .interval = ratio.fixed};
        out->is_rate = shared[0]->more_is_better;
    }
    return n;
}

/* What each has by itself, where there is nothing that all have. */
static void take_own(const struct report_view *view, struct ranked_systems *out)
{
    for (size_t p = 0; p < view->n_pairs; p++) {
        const struct system_pair *pair = &view->pairs[p];
        out->items[p].ratio = pair->n == 1 ? pair->rows[0].finding.ratio
                                           : (struct assay_estimate){.estimate = (double)NAN};
        if (pair->has_suite)
            out->items[p].ratio =
                (struct assay_estimate){.estimate = pair->suite.summary.geometric.estimate,
                                        .interval = pair->suite.summary.geometric.fixed};
        out->is_rate = report_suite_is_rate(pair);
    }
}

/* ---- who is best where ---- */

/* Of one benchmark and metric: those that are best there, the old one at last. */
static void count_best(const struct report_view *view, const struct assay_series *series,
                       struct ranked_systems *out)
{
    double least = 1; /* of the best, its estimate and */
    double upper = 1; /* the upper end of its interval */
    for (size_t p = 0; p < view->n_pairs; p++) {
        const struct comparison_finding *row = find(&view->pairs[p], series);
        if (row != NULL && comparison_cost(row) < least) {
            least = comparison_cost(row);
            upper = comparison_cost_range(row).upper;
        }
    }
    for (size_t p = 0; p < view->n_pairs; p++) {
        const struct comparison_finding *row = find(&view->pairs[p], series);
        if (row != NULL &&
            (comparison_cost(row) <= least || comparison_cost_range(row).lower <= upper))
            out->items[p].n_best++;
    }
    out->old.n_best += upper >= 1;
    out->n_benchmarks++;
}

static void count_all_best(const struct report_view *view, struct ranked_systems *out)
{
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const struct assay_series *series = view->pairs[p].rows[i].old_series;
            bool told = false;
            for (size_t before = 0; before < p && !told; before++)
                told = find(&view->pairs[before], series) != NULL;
            if (!told)
                count_best(view, series, out);
            out->items[p].n++;
        }
}

/* ---- their order ---- */

static int best_first(const void *a, const void *b)
{
    const struct ranked_system *left = a, *right = b;
    const bool is_left = isfinite(left->cost), is_right = isfinite(right->cost);
    if (is_left != is_right)
        return is_left ? -1 : 1;
    if (is_left && left->cost != right->cost)
        return left->cost < right->cost ? -1 : 1;
    return (left->at > right->at) - (left->at < right->at);
}

bool report_rank(const struct report_view *view, struct ranked_systems *out)
{
    *out = (struct ranked_systems){.items = view_room(view->n_pairs + 1, sizeof *out->items),
                                   .old = {.cost = 1, .range = {1, 1}}};
    if (out->items == NULL)
        return false;
    out->n_shared = summarise(view, out);
    if (out->n_shared == 0)
        take_own(view, out);
    for (size_t p = 0; p < view->n_pairs; p++) {
        out->items[p].at = p;
        out->items[p].cost =
            out->is_rate ? 1 / out->items[p].ratio.estimate : out->items[p].ratio.estimate;
        out->items[p].range = cost_range_of(&out->items[p].ratio, out->is_rate);
    }
    count_all_best(view, out);
    out->old.n = out->n_benchmarks;
    if (out->n_shared > 0) /* else they have no order */
        qsort(out->items, view->n_pairs, sizeof *out->items, best_first);
    return true;
}

/* ---- what is read first ---- */

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
    html_printf(stream, "<div><dt>%s</dt><dd>", slower ? "slowest" : "fastest");
    const struct system_pair *pair = &grid->view->pairs[at];
    const size_t row = slower ? most->worst : most->best;
    const struct assay_estimate *ratio = &pair->rows[row].finding.ratio;
    report_print_extreme(stream, grid, pair, row, "",
                         report_change(grid, ratio->estimate)); /* as its cell in the map says it */
    html_printf(stream, " (%s)</dd></div>\n", grid->view->pairs[at].new_system);
}

/* Those whose intervals reach to that of the best, which may be the old one. */
static void print_ties(FILE *stream, const struct report_view *view,
                       const struct ranked_systems *ranked, bool old_is_best)
{
    enum { MOST = 4 };
    static const char *const between[] = {"; not told apart from it: ", ", "};
    const double upper = old_is_best ? 1 : ranked->items[0].range.upper;
    size_t n = 0;
    if (!old_is_best && upper >= 1)
        html_printf(stream, "%s%s", between[n++ > 0], view->pairs[0].old_system);
    for (size_t i = old_is_best ? 0 : 1; i < view->n_pairs; i++)
        if (ranked->items[i].range.lower <= upper && n++ < MOST)
            html_printf(stream, "%s%s", between[n > 1],
                        view->pairs[ranked->items[i].at].new_system);
    if (n > MOST)
        fprintf(stream, " and %zu more", n - MOST);
}

static void print_best(FILE *stream, const struct report_grid *grid,
                       const struct ranked_systems *ranked)
{
    const struct report_view *view = grid->view;
    const struct ranked_system *best = &ranked->items[0];
    const struct system_pair *pair = &view->pairs[best->at];
    const char *of = ranked->n_shared == 1 ? "on the only benchmark that all have"
                                           : "geometric mean over the benchmarks that all have";
    if (ranked->n_shared == 0) {
        fputs("<p class=\"headline\">No benchmark was measured of all systems: they have no order. "
              "Each stands below with what it has.</p>\n",
              stream);
        return;
    }
    const bool old_is_best = best->cost >= 1;
    html_printf(stream,
                "<p class=\"big\">%s</p>\n<p class=\"headline\"><strong>%s</strong> is best",
                old_is_best ? pair->old_system : change_of_all(grid, &best->ratio).text,
                old_is_best ? pair->old_system : pair->new_system);
    print_ties(stream, view, ranked, old_is_best);
    html_printf(stream, ".</p>\n<p class=\"suite\">%s", of);
    if (ranked->n_shared > 1)
        fprintf(stream, ", %zu", ranked->n_shared);
    html_printf(stream, ", against %s</p>\n", pair->old_system);
}

/* ---- the table ---- */

static struct scale scale_of(const struct report_view *view, const struct ranked_systems *ranked)
{
    struct assay_estimate all = {.estimate = 1, .interval = {.lower = 1, .upper = 1}};
    for (size_t i = 0; i < view->n_pairs; i++) {
        const struct assay_estimate *ratio = &ranked->items[i].ratio;
        const double ends[] = {ratio->estimate, ratio->interval.lower, ratio->interval.upper};
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            if (isfinite(ends[k]) && ends[k] > 0) {
                all.interval.lower = fmin(all.interval.lower, ends[k]);
                all.interval.upper = fmax(all.interval.upper, ends[k]);
            }
    }
    struct scale scale =
        scale_of_change(&all, view->pairs[0].rows[0].finding.margin, ranked->is_rate);
    scale.pixels = 380;
    return scale;
}

static void print_counts(FILE *stream, const struct ranked_system *system)
{
    fprintf(stream, "<td class=\"number\">%zu of %zu</td>", system->n_best, system->n);
}

static void print_system(FILE *stream, const struct report_grid *grid, const struct scale *scale,
                         const struct ranked_system *system)
{
    html_printf(stream, "<tr><th scope=\"row\">%s</th><td class=\"chart\">",
                grid->view->pairs[system->at].new_system);
    const char *class = system->range.upper < 1   ? "faster"
                        : system->range.lower > 1 ? "slower"
                                                  : "inconclusive";
    if (isfinite(system->cost))
        scale_print_mark(stream, scale, class, class,
                         &(struct plot_point){.x = system->cost,
                                              .low = system->range.lower,
                                              .high = system->range.upper});
    html_printf(stream, "</td><td class=\"number change %s\">%s</td><td class=\"number\">%s</td>",
                class, change_of_all(grid, &system->ratio).text,
                isfinite(system->cost) ? range_of(grid, &system->ratio).text : "");
    print_counts(stream, system);
    fputs("</tr>\n", stream);
}

/* The old one in its place among them. */
static void print_old(FILE *stream, const struct report_grid *grid, const struct scale *scale,
                      const struct ranked_systems *ranked)
{
    html_printf(stream,
                "<tr class=\"old\"><th scope=\"row\">%s, the old one</th><td class=\"chart\">",
                grid->view->pairs[0].old_system);
    scale_print_mark(stream, scale, "all", "mixed",
                     &(struct plot_point){.x = 1, .low = (double)NAN, .high = (double)NAN});
    html_printf(stream, "</td><td class=\"number change\">%s</td><td class=\"number\"></td>",
                grid->factors ? "\u00d71" : "0");
    print_counts(stream, &ranked->old);
    fputs("</tr>\n", stream);
}

static void print_table(FILE *stream, const struct report_grid *grid,
                        const struct ranked_systems *ranked)
{
    const struct report_view *view = grid->view;
    const struct scale scale = scale_of(view, ranked);
    bool told = false;
    fputs("<table class=\"ranked\"", stream);
    scale_print_style(stream, &scale);
    html_printf(stream,
                "><caption>%s</caption>\n<thead><tr><th scope=\"col\">system</th><th "
                "scope=\"col\" class=\"chart\">",
                ranked->n_shared > 0
                    ? "Each system over what all have, the best first"
                    : "Each system over what it has, in no order: they were measured on "
                      "different benchmarks");
    scale_print_head(stream, &scale);
    html_printf(stream,
                "</th><th scope=\"col\" class=\"number\">change</th><th scope=\"col\" "
                "class=\"number\">%s CI</th><th scope=\"col\" class=\"number\">best or "
                "tied</th></tr></thead>\n<tbody>\n",
                confidence_text(view->confidence).text);
    for (size_t i = 0; i < view->n_pairs; i++) {
        if (!told && ranked->n_shared > 0 && ranked->items[i].cost > 1)
            print_old(stream, grid, &scale, ranked);
        told = told || (ranked->n_shared > 0 && ranked->items[i].cost > 1);
        print_system(stream, grid, &scale, &ranked->items[i]);
    }
    if (!told)
        print_old(stream, grid, &scale, ranked);
    fputs("</tbody></table>\n", stream);
}

void report_print_systems(FILE *stream, const struct report_grid *grid,
                          const struct pair_overview *overviews)
{
    const struct report_view *view = grid->view;
    fputs("<div class=\"hero many\">\n<div class=\"lead\">\n", stream);
    print_best(stream, grid, &grid->ranked);
    fputs("<dl class=\"extremes\">\n", stream);
    print_most(stream, grid, overviews, true);
    print_most(stream, grid, overviews, false);
    report_print_cost(stream, grid, overviews, 0, view->n_pairs);
    fputs("</dl>\n</div>\n", stream);
    print_table(stream, grid, &grid->ranked);
    fputs("</div>\n", stream);
}

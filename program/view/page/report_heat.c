/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_heat.c -- several new systems against the old one: benchmarks by systems. Depth of colour is the
 * logarithm of the change; hatched is what is not told apart.
 * Folded:   of many rows those that are neither the worst nor changed most.
 * Edge:     a system that lacks a benchmark has an empty cell. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { MANY = 8 }; /* systems beyond which their names stand upright */

/* One benchmark in one metric, a place for each pair. */
struct heat_row {
    const struct assay_series *series; /* of the old system; NULL: no pair has it */
    const struct comparison_finding **cell;
    size_t benchmark;
    double worst; /* logarithm of the largest cost */
    double size;  /* how far it went, up or down, where it changed */
};

struct heat {
    const char **metrics;
    size_t n_metrics, n_pairs, n, n_seen;
    struct heat_row *rows;
    const struct comparison_finding **cells;
};

/* ---- laying out ---- */

static size_t metric_of(struct heat *heat, const char *metric)
{
    size_t at = 0;
    while (at < heat->n_metrics && strcmp(heat->metrics[at], metric) != 0)
        at++;
    if (at == heat->n_metrics)
        heat->metrics[heat->n_metrics++] = metric;
    return at;
}

static void place_pair(struct heat *heat, const struct report_view *view, size_t p)
{
    for (size_t i = 0; i < view->pairs[p].n; i++) {
        const struct comparison_finding *row = &view->pairs[p].rows[i];
        const size_t benchmark = report_benchmark(view, row->old_series->benchmark);
        const size_t at = metric_of(heat, row->old_series->metric) * view->n_benchmarks + benchmark;
        struct heat_row *here = &heat->rows[at];
        if (benchmark == view->n_benchmarks)
            continue;
        here->series = row->old_series;
        here->benchmark = benchmark;
        here->cell = heat->cells + at * heat->n_pairs;
        here->cell[p] = row;
    }
}

static int worst_first(const void *a, const void *b)
{
    const struct heat_row *left = a, *right = b;
    if ((left->series == NULL) != (right->series == NULL))
        return left->series == NULL ? 1 : -1;
    return left->worst != right->worst ? (left->worst < right->worst ? 1 : -1) : 0;
}

static int largest_first(const void *a, const void *b)
{
    const struct heat_row *left = a, *right = b;
    return left->size != right->size ? (left->size < right->size ? 1 : -1) : worst_first(a, b);
}

static void weigh_row(struct heat_row *row, size_t n_pairs)
{
    row->worst = -(double)INFINITY;
    for (size_t p = 0; row->series != NULL && p < n_pairs; p++) {
        const struct comparison_finding *cell = row->cell[p];
        if (cell == NULL)
            continue;
        row->worst = fmax(row->worst, log(comparison_cost(cell)));
        row->size = fmax(row->size, report_size(cell));
    }
}

static void order_from(struct heat *heat, size_t from, size_t to,
                       int (*compare)(const void *, const void *))
{
    qsort(heat->rows + from, to - from, sizeof *heat->rows, compare);
}

/* In view are the worst rows and, as many, those that changed most of the others; then the rest. */
static void order_rows(struct heat *heat)
{
    order_from(heat, 0, heat->n, worst_first);
    while (heat->n > 0 && heat->rows[heat->n - 1].series == NULL)
        heat->n--;
    heat->n_seen = report_rows_seen(heat->n);
    order_from(heat, heat->n_seen / 2, heat->n, largest_first);
    order_from(heat, 0, heat->n_seen, worst_first);
    order_from(heat, heat->n_seen, heat->n, worst_first);
}

static bool heat_init(struct heat *heat, const struct report_view *view)
{
    size_t most = 0;
    for (size_t p = 0; p < view->n_pairs; p++)
        most += view->pairs[p].n;
    *heat = (struct heat){.metrics = view_room(most + 1, sizeof *heat->metrics),
                          .n_pairs = view->n_pairs};
    for (size_t p = 0; heat->metrics != NULL && p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++)
            (void)metric_of(heat, view->pairs[p].rows[i].old_series->metric);
    heat->n = heat->n_metrics * view->n_benchmarks;
    heat->rows = view_room(heat->n + 1, sizeof *heat->rows);
    heat->cells = view_room(heat->n * heat->n_pairs + 1, sizeof *heat->cells);
    if (heat->metrics == NULL || heat->rows == NULL || heat->cells == NULL)
        return false;
    for (size_t p = 0; p < view->n_pairs; p++)
        place_pair(heat, view, p);
    for (size_t i = 0; i < heat->n; i++)
        weigh_row(&heat->rows[i], heat->n_pairs);
    order_rows(heat);
    return true;
}

/* ---- cells ---- */

/* Where a deeper colour begins, of maps in per cent and of those in factors. */
enum { DEPTHS = 8 };
static const double begins[2][DEPTHS - 1] = {{1.01, 1.02, 1.05, 1.1, 1.2, 1.4, 1.7},
                                             {1.05, 1.2, 1.5, 2, 4, 10, 40}};

/* From 1 to 8 by the size of a change, of which this is the cost. */
static int depth_of(const struct report_grid *grid, double cost)
{
    const double size = fmax(cost, 1 / cost);
    int depth = 1;
    while (depth < DEPTHS && size >= begins[grid->factors][depth - 1])
        depth++;
    return depth;
}

static void print_cell(FILE *stream, const struct report_grid *grid,
                       const struct comparison_finding *row)
{
    if (row == NULL) {
        fputs("<td class=\"none\"><span class=\"heard\">not measured</span></td>", stream);
        return;
    }
    const struct assay_estimate *ratio = &row->finding.ratio;
    html_printf(stream, "<td class=\"heat %s d%d\" title=\"%s: %s, %s CI %s, %s\">%s</td>",
                assay_verdict_name(row->finding.verdict), depth_of(grid, comparison_cost(row)),
                row->new_series->system,
                percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)).text,
                confidence_text(ratio->interval.confidence).text,
                verdict_range(ratio, verdict_decimals(ratio)).text,
                assay_verdict_name(row->finding.verdict),
                report_change(grid, ratio->estimate).text);
}

/* ---- the table ---- */

static void print_verdicts(FILE *stream, const struct heat *heat, const struct heat_row *row)
{
    const char *separator = "";
    for (size_t k = 0; k < OVERVIEW_VERDICTS; k++) {
        bool any = false;
        for (size_t p = 0; p < heat->n_pairs; p++)
            any = any || (row->cell[p] != NULL && row->cell[p]->finding.verdict == k);
        if (any)
            html_printf(stream, "%s%s", separator, assay_verdict_name((enum assay_verdict)k));
        separator = any ? " " : separator;
    }
}

static void print_row(FILE *stream, struct report_grid *grid, const struct heat *heat, size_t order)
{
    const struct heat_row *row = &heat->rows[order];
    fputs("<tr class=\"row\" id=\"", stream);
    report_print_address(stream, grid, row->series);
    fprintf(stream, "\" data-b=\"%zu\" data-order=\"%zu\" data-cost=\"%.5g\" data-verdict=\"",
            row->benchmark, order, isfinite(row->worst) ? row->worst : -1e9);
    print_verdicts(stream, heat, row);
    fputs("\">", stream);
    report_print_name_cells(stream, grid, row->series, row->benchmark);
    for (size_t p = 0; p < heat->n_pairs; p++)
        print_cell(stream, grid, row->cell[grid->ranked.items[p].at]);
    fputs("</tr>\n", stream);
    report_print_numbers(stream, grid, row->benchmark, report_name_columns(grid) + heat->n_pairs);
}

static void begin_foot(FILE *stream, const struct report_grid *grid, const char *title)
{
    html_printf(stream, "<tr><th scope=\"row\" colspan=\"%zu\">%s</th>", report_name_columns(grid),
                title);
}

static void print_means(FILE *stream, const struct report_grid *grid)
{
    const struct report_view *view = grid->view;
    html_printf(stream, "<tr class=\"means\"><th scope=\"row\" colspan=\"%zu\">geometric mean</th>",
                report_name_columns(grid));
    for (size_t p = 0; p < view->n_pairs; p++) {
        const struct ranked_system *system = &grid->ranked.items[p];
        if (!isfinite(system->cost)) {
            fputs("<td class=\"none\"></td>", stream);
            continue;
        }
        html_printf(stream, "<td class=\"heat %s d%d\">%s</td>",
                    system->range.upper < 1   ? "faster"
                    : system->range.lower > 1 ? "slower"
                                              : "inconclusive",
                    depth_of(grid, system->cost), report_change(grid, system->ratio.estimate).text);
    }
    fputs("</tr>", stream);
}

static void print_ranks(FILE *stream, const struct report_grid *grid)
{
    const struct report_view *view = grid->view;
    OWNED double *ranks = view_room(view->n_pairs + 1, sizeof *ranks);
    char title[96];
    if (ranks == NULL)
        return;
    const size_t shared = system_ranks(view->pairs, view->n_pairs, ranks);
    (void)snprintf(title, sizeof title, "mean rank over the %zu that all have; old: %.1f", shared,
                   ranks[view->n_pairs]);
    if (shared > 0) {
        begin_foot(stream, grid, title);
        for (size_t p = 0; p < view->n_pairs; p++) {
            char text[32];
            (void)snprintf(text, sizeof text, "%.1f", ranks[grid->ranked.items[p].at]);
            html_number(stream, text);
        }
        fputs("</tr>\n", stream);
    }
}

static void print_counts(FILE *stream, const struct report_grid *grid, enum assay_verdict verdict)
{
    const struct report_view *view = grid->view;
    begin_foot(stream, grid, assay_verdict_name(verdict));
    for (size_t p = 0; p < view->n_pairs; p++) {
        size_t n = 0;
        char text[32];
        const struct system_pair *pair = &view->pairs[grid->ranked.items[p].at];
        for (size_t i = 0; i < pair->n; i++)
            n += pair->rows[i].finding.verdict == verdict;
        (void)snprintf(text, sizeof text, "%zu", n);
        html_number(stream, text);
    }
    fputs("</tr>\n", stream);
}

static void print_heads(FILE *stream, const struct report_grid *grid)
{
    fputs("<thead><tr>", stream);
    (void)report_print_name_heads(stream, grid);
    for (size_t p = 0; p < grid->view->n_pairs; p++)
        html_printf(stream, "<th scope=\"col\" class=\"system\"><span>%s</span></th>",
                    grid->view->pairs[grid->ranked.items[p].at].new_system);
    fputs("</tr>", stream);
    print_means(stream, grid);
    fputs("</thead>\n", stream);
}

/* The colours of this map, from the largest gain to the largest loss, each with where it begins. */
static void print_legend(FILE *stream, const struct report_grid *grid, const struct heat *heat)
{
    static const char *const sides[] = {"faster", "slower"};
    int most = 1;
    for (size_t i = 0; i < heat->n; i++)
        for (size_t p = 0; p < heat->n_pairs; p++) {
            const struct comparison_finding *row = heat->rows[i].cell[p];
            const double cost = row != NULL ? comparison_cost(row) : 1;
            most = isfinite(cost) && cost > 0 && depth_of(grid, cost) > most ? depth_of(grid, cost)
                                                                             : most;
        }
    fputs("<p class=\"legend\">", stream);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < most; i++) {
            const int depth = side == 0 ? most - i : i + 1;
            html_printf(stream, "<i class=\"heat %s d%d\">", sides[side], depth);
            const double from = depth > 1 ? begins[grid->factors][depth - 2] : 1;
            if (depth > 1 && grid->factors)
                html_printf(stream, "%s%g", side == 0 ? "\u00f7" : "\u00d7", from);
            else if (depth > 1)
                html_text(stream,
                          percent_signed(100 * (side == 0 ? 1 / from - 1 : from - 1), 0).text);
            fputs("</i>", stream);
        }
    fputs("</p>\n", stream);
}

static void print_foot(FILE *stream, const struct report_grid *grid)
{
    fputs("<tfoot>\n", stream);
    print_ranks(stream, grid);
    print_counts(stream, grid, ASSAY_SLOWER);
    print_counts(stream, grid, ASSAY_FASTER);
    fputs("</tfoot>", stream);
}

static void print_table(FILE *stream, struct report_grid *grid, const struct heat *heat,
                        size_t from, size_t to)
{
    html_printf(stream,
                "<table class=\"grid heatmap%s\"><caption>Change of each system against %s%s; "
                "hatched: not told apart; empty: not measured</caption>\n",
                heat->n_pairs > MANY ? " many" : "", grid->view->pairs[0].old_system,
                grid->ranked.n_shared > 0 ? ", the best system first" : "");
    print_heads(stream, grid);
    fputs("<tbody>\n", stream);
    for (size_t i = from; i < to; i++)
        print_row(stream, grid, heat, i);
    fputs("</tbody>\n", stream);
    if (from == 0)
        print_foot(stream, grid);
    fputs("</table>\n", stream);
}

/* "96 more, −24 % … +18 %": from the least of their changes to the largest. */
static void print_rest(FILE *stream, struct report_grid *grid, const struct heat *heat)
{
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (size_t i = heat->n_seen * heat->n_pairs; i < heat->n * heat->n_pairs; i++) {
        const struct comparison_finding *cell =
            heat->rows[i / heat->n_pairs].cell[i % heat->n_pairs];
        least = cell != NULL ? fmin(least, cell->finding.ratio.estimate) : least;
        most = cell != NULL ? fmax(most, cell->finding.ratio.estimate) : most;
    }
    fprintf(stream, "<details class=\"fold rest\"><summary>%zu more", heat->n - heat->n_seen);
    if (least <= most)
        html_printf(stream, ", %s \u2026 %s", report_change(grid, least).text,
                    report_change(grid, most).text);
    fputs("</summary>\n", stream);
    print_table(stream, grid, heat, heat->n_seen, heat->n);
    fputs("</details>\n", stream);
}

void report_print_heat(FILE *stream, struct report_grid *grid)
{
    struct heat heat;
    if (heat_init(&heat, grid->view)) {
        print_legend(stream, grid, &heat);
        fputs("<div class=\"sections wide tracks\"", stream);
        report_print_heat_tracks(stream, grid, heat.n_pairs > MANY);
        fputs(" tabindex=\"0\" role=\"region\" aria-label=\"Map of the changes\">\n", stream);
        print_table(stream, grid, &heat, 0, heat.n_seen);
        if (heat.n_seen < heat.n)
            print_rest(stream, grid, &heat);
        fputs("</div>\n", stream);
    }
    free(heat.metrics);
    free(heat.rows);
    free(heat.cells);
}

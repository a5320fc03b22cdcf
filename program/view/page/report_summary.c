/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_summary.c -- one pair in a few lines: how many changed and how far, the suite, how the changes are
 * distributed. */
#include <math.h>
#include <stdlib.h>

#include "finding/overview.h"
#include "view/document/finding_read.h"
#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/duration.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* A cost as people know the metric: "+31 %" slower, or of a rate "−24 %". */
static double change_at(const struct system_pair *pair, size_t row, double cost)
{
    return 100 * ((pair->rows[row].old_series->more_is_better ? 1 / cost : cost) - 1);
}

static void print_extreme(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, size_t at, const char *word)
{
    const struct comparison_finding *row = &pair->rows[at];
    const size_t benchmark = report_benchmark(grid->view, row->old_series->benchmark);
    fprintf(stream, "%s: <a href=\"#", word);
    report_print_address(stream, grid, row->new_series);
    fputs("\" title=\"", stream);
    html_name(stream, row->old_series->benchmark);
    fputs("\">", stream);
    html_name(stream, grid->names.rest[benchmark]);
    for (size_t k = 0; k < grid->names.n_keys; k++) {
        const char *value = grid->names.value[benchmark * grid->names.n_keys + k];
        html_printf(stream, value != NULL ? " %s" : "", value);
    }
    fputs("</a> <span class=\"nowrap\">", stream);
    html_text(stream, percent_signed(change_of(&row->finding.ratio).estimate,
                                     verdict_decimals(&row->finding.ratio))
                          .text);
    fputs("</span>", stream);
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
    fputs("<td class=\"number\">", stream);
    html_printf(stream, "mean %s", percent_signed(change_at(pair, extreme, group->mean), 1).text);
    fputs("</td><td class=\"number\">", stream);
    if (group->n > 1)
        html_text(stream, percent_range(fmin(from, to), fmax(from, to), 1).text);
    fputs("</td><td class=\"wide\">", stream);
    print_extreme(stream, grid, pair, extreme, slower ? "worst" : "best");
    fputs("</td>", stream);
}

/* What deciding the undecided would take, of those of which it is known. */
static void print_cost(FILE *stream, const struct report_grid *grid, const struct system_pair *pair)
{
    double seconds = 0;
    size_t known = 0, i;
    const json_t *comparison,
        *comparisons = json_object_get(json_array_get(json_object_get(grid->findings, "pairs"),
                                                      (size_t)(pair - grid->view->pairs)),
                                       "comparisons");
    json_array_foreach(comparisons, i, comparison)
    {
        const double more = finding_number(json_object_get(comparison, "to_decide"), "more_s");
        known += isfinite(more);
        seconds += isfinite(more) ? more : 0;
    }
    if (known > 0)
        html_printf(stream, "%zu could be decided in about %s: assay plan", known,
                    duration_of(seconds).text);
}

static void print_group(FILE *stream, const struct report_grid *grid,
                        const struct system_pair *pair, const struct pair_overview *overview,
                        enum assay_verdict verdict)
{
    const struct verdict_group *group = &overview->verdict[verdict];
    const char *name = assay_verdict_name(verdict);
    fprintf(stream,
            "<tr><th scope=\"row\"><span class=\"verdict %s\">%s</span></th>"
            "<td class=\"number count\">%zu</td>",
            name, name, group->n);
    if (verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER) {
        print_changed(stream, grid, pair, group, verdict == ASSAY_SLOWER);
    } else {
        fputs("<td colspan=\"3\">", stream);
        if (verdict == ASSAY_INCONCLUSIVE && group->n > 0)
            print_cost(stream, grid, pair);
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
    if (suite->n < pair->n) {
        fputs("with ", stream);
        html_name(stream, pair->suite.metric);
        fputc(' ', stream);
    }
    fputs("together: <strong>", stream);
    html_text(stream, percent_signed(change_of(&ratio).estimate, decimals).text);
    fputs("</strong> ", stream);
    html_printf(stream, "[%s], geometric mean, %s CI for these benchmarks",
                verdict_range(&ratio, decimals).text,
                confidence_text(ratio.interval.confidence).text);
    fputs("</p>\n", stream);
}

static void print_distribution(FILE *stream, const struct system_pair *pair)
{
    const struct comparison_finding **rows = view_room(pair->n + 1, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < pair->n; i++)
        rows[i] = &pair->rows[i];
    if (rows != NULL) {
        const struct axis axis = axis_of(rows, pair->n);
        fputs("<div class=\"distribution\"", stream);
        axis_print_style(stream, &axis);
        fputs(">", stream);
        axis_print_distribution(stream, &axis, rows, pair->n);
        axis_print(stream, &axis);
        fputs("</div>\n", stream);
    }
    free(rows);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_pair.c -- one new system against the old one: a row a benchmark, the worst first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/terminal/why.h"
#include "view/text/note.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { WHOLE = 12 };                             /* so many rows need no folding */
enum { CHANGED = -1, TWINS = -2, SMALLER = -3 }; /* sections that are no single verdict */

/* The rows of one table. */
struct section {
    const struct system_pair *pair;
    const struct scale *scale;
    assay_warnings shared; /* by all rows of the pair */
    bool mixed;            /* its rows are of different statistics */
    const struct report_values *values;
    const size_t *rows;
    size_t n;
    double least;  /* what changed less is folded */
    bool is_chief; /* not folded */
};

/* ---- one row ---- */

/* What the script filters and sorts by. */
static void print_row_data(FILE *stream, const struct report_grid *grid,
                           const struct comparison_finding *row, size_t order, size_t benchmark)
{
    const double cost = log(comparison_cost(row)), noise = verdict_half_width(&row->finding.ratio);
    fputs("<tr class=\"row\" id=\"", stream);
    report_print_address(stream, grid, row->new_series);
    html_printf(stream,
                "\" data-b=\"%zu\" data-order=\"%zu\" data-verdict=\"%s\" data-cost=\"%.5g\" "
                "data-noise=\"%.4g\">",
                benchmark, order, assay_verdict_name(row->finding.verdict),
                isfinite(cost) ? cost : -1e9, isfinite(noise) ? noise : 1e9);
}

/* With its system, which a narrow window says beside it. */
static void print_value(FILE *stream, const struct section *section,
                        const struct assay_series *series, double value)
{
    html_printf(stream, "<td class=\"number\" data-label=\"%s\">%s</td>", series->system,
                report_value(section->values, value, series->unit).text);
}

/* Doubts that all rows share stand above them, not in each. */
static assay_warnings shared_doubts(const struct system_pair *pair)
{
    assay_warnings shared = ~(assay_warnings)0;
    for (size_t i = 0; i < pair->n; i++)
        shared &= comparison_warnings(&pair->rows[i]);
    return shared;
}

static void print_row(FILE *stream, const struct section *section, const struct report_grid *grid,
                      size_t order)
{
    const struct comparison_finding *row = &section->pair->rows[order];
    const struct assay_comparison *finding = &row->finding;
    const int decimals = verdict_decimals(&finding->ratio);
    const size_t benchmark = report_benchmark(grid->view, row->old_series->benchmark);
    print_row_data(stream, grid, row, order, benchmark);
    report_print_name_cells(stream, grid, row->old_series, benchmark);
    fputs("<td class=\"chart\">", stream);
    const struct cost_range range = comparison_cost_range(row);
    scale_print_mark(
        stream, section->scale, assay_verdict_name(finding->verdict),
        assay_verdict_name(finding->verdict),
        &(struct plot_point){.x = comparison_cost(row), .low = range.lower, .high = range.upper});
    html_printf(stream,
                "</td><td class=\"number change %s\">%s</td><td class=\"number\">%s</td><td><span "
                "class=\"verdict %s\">%s</span>%s",
                assay_verdict_name(finding->verdict),
                percent_signed(change_of(&finding->ratio).estimate, decimals).text,
                comparison_exact_draws(row) > 0 ? "exact"
                                                : verdict_range(&finding->ratio, decimals).text,
                assay_verdict_name(finding->verdict), assay_verdict_name(finding->verdict),
                section->mixed ? verdict_state_short(row) : verdict_subject_short(row));
    if (section->mixed) {
        char statistic[ASSAY_STATISTIC_TEXT];
        comparison_statistic(row, statistic);
        html_printf(stream, ", %s", statistic);
    }
    const bool is_exact = comparison_exact_draws(row) > 0;
    report_print_doubt(stream, comparison_warnings(row) & ~section->shared &
                                   ~(is_exact ? note_of_intervals() : 0));
    fputs("</td>", stream);
    print_value(stream, section, row->old_series, finding->old_value);
    print_value(stream, section, row->new_series, finding->new_value);
    fputs("</tr>\n", stream);
}

/* ---- tables ---- */

static void print_caption(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    comparisons_statistic(pair->rows, pair->n, NULL, statistic);
    html_printf(stream, "<caption>Change of the %s",
                statistic[0] != '\0' ? statistic : "statistic that each row names");
    if (!grid->several_metrics)
        html_printf(stream, " of %s", metric_words(pair->rows[0].old_series->metric));
    html_printf(stream, ", %s against %s; the band is the margin, %s</caption>\n", pair->new_system,
                pair->old_system, percent_rough(100 * pair->rows[0].finding.margin, 6).text);
}

static void print_heads(FILE *stream, const struct report_grid *grid, const struct scale *scale,
                        const struct system_pair *pair)
{
    fputs("<thead><tr>", stream);
    (void)report_print_name_heads(stream, grid);
    fputs("<th scope=\"col\" class=\"chart\">", stream);
    scale_print_head(stream, scale);
    html_printf(stream,
                "</th><th scope=\"col\" class=\"number\" data-sort=\"worst\">change</th><th "
                "scope=\"col\" class=\"number\" data-sort=\"noise\">%s CI</th><th scope=\"col\" "
                "data-sort=\"verdict\">verdict</th><th scope=\"col\" class=\"number "
                "side\">%s</th><th scope=\"col\" class=\"number side\">%s</th></tr></thead>\n",
                confidence_text(grid->view->confidence).text, pair->old_system, pair->new_system);
}

/* All benchmarks together, as the last row of the chart. */
static void print_suite(FILE *stream, const struct report_grid *grid, const struct section *section)
{
    const struct system_pair *pair = section->pair;
    const struct assay_suite_summary *suite = &pair->suite.summary;
    const struct assay_estimate ratio = {.estimate = suite->geometric.estimate,
                                         .interval = suite->geometric.fixed};
    const bool rate = report_suite_is_rate(pair);
    const struct cost_range range = cost_range_of(&ratio, rate);
    const int decimals = verdict_decimals(&ratio);
    fprintf(stream, "<tfoot><tr class=\"together\"><th scope=\"row\">all %zu together</th>",
            suite->n);
    for (size_t i = 1; i < report_name_columns(grid); i++)
        fputs("<td class=\"parameter\"></td>", stream);
    fputs("<td class=\"chart\">", stream);
    scale_print_diamond(stream, section->scale,
                        &(struct plot_point){.x = rate ? 1 / ratio.estimate : ratio.estimate,
                                             .low = range.lower,
                                             .high = range.upper});
    html_printf(stream,
                "</td><td class=\"number change\">%s</td><td class=\"number\">%s</td>"
                "<td>geometric mean</td><td></td><td></td></tr></tfoot>",
                percent_signed(change_of(&ratio).estimate, decimals).text,
                verdict_range(&ratio, decimals).text);
}

static void print_table(FILE *stream, struct report_grid *grid, const struct section *section)
{
    const struct system_pair *pair = section->pair;
    fputs("<table class=\"grid comparisons\"", stream);
    scale_print_style(stream, section->scale);
    fputs(">", stream);
    print_caption(stream, grid, pair);
    print_heads(stream, grid, section->scale, pair);
    fputs("<tbody>\n", stream);
    for (size_t i = 0; i < section->n; i++) {
        const struct comparison_finding *row = &pair->rows[section->rows[i]];
        print_row(stream, section, grid, section->rows[i]);
        if (!grid->several_systems)
            report_print_numbers(stream, grid,
                                 report_benchmark(grid->view, row->old_series->benchmark),
                                 report_name_columns(grid) + 6);
    }
    fputs("</tbody>", stream);
    if (section->is_chief && pair->has_suite)
        print_suite(stream, grid, section);
    fputs("</table>\n", stream);
}

/* ---- what is folded ---- */

/* "43 inconclusive, −2.1 … +3.0 %" of costs; a rate alone says its own change. */
static void print_fold_summary(FILE *stream, const struct section *section, const char *what)
{
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (size_t i = 0; i < section->n; i++) {
        const double change =
            change_of(&section->pair->rows[section->rows[i]].finding.ratio).estimate;
        least = fmin(least, change);
        most = fmax(most, change);
    }
    html_printf(stream, "<summary><span class=\"verdict %s\">%zu %s</span> ",
                strchr(what, ' ') == NULL ? what : "all", section->n, what);
    if (least <= most)
        html_text(stream, percent_range(least, most, 1).text);
    fputs("</summary>\n", stream);
}

static int larger_first(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left < right) - (left > right);
}

/* Changes of this size and more are in view. */
static double least_seen(const struct system_pair *pair, const struct pair_overview *overview)
{
    OWNED double *sizes = view_room(pair->n + 1, sizeof *sizes);
    size_t n = 0;
    for (size_t i = 0; sizes != NULL && i < pair->n; i++)
        if (overview->counted[i] && report_size(&pair->rows[i]) > 0)
            sizes[n++] = report_size(&pair->rows[i]);
    if (report_rows_seen(n) == n)
        return 0;
    qsort(sizes, n, sizeof *sizes, larger_first);
    return sizes[report_rows_seen(n) - 1];
}

/* The rows of the order that belong to one section; returns how many. */
static size_t choose(const struct section *section, const struct pair_overview *overview,
                     int verdict, size_t *rows)
{
    const struct system_pair *pair = section->pair;
    size_t n = 0;
    for (size_t i = 0; i < pair->n; i++) {
        const size_t row = overview->order[i];
        const int its = !overview->counted[row]              ? TWINS
                        : report_size(&pair->rows[row]) <= 0 ? (int)pair->rows[row].finding.verdict
                        : report_size(&pair->rows[row]) >= section->least ? CHANGED
                                                                          : SMALLER;
        if (its == verdict)
            rows[n++] = row;
    }
    return n;
}

static void print_folds(FILE *stream, struct report_grid *grid, struct section section,
                        const struct pair_overview *overview, size_t *rows)
{
    static const struct {
        int verdict;
        const char *what;
    } folds[] = {{SMALLER, "smaller changes"},
                 {ASSAY_EQUIVALENT, "equivalent"},
                 {ASSAY_INCONCLUSIVE, "inconclusive"},
                 {TWINS, "rates of the same runs, not counted again"}};
    section.rows = rows;
    for (size_t k = 0; k < sizeof folds / sizeof folds[0]; k++) {
        section.n = choose(&section, overview, folds[k].verdict, rows);
        if (section.n == 0)
            continue;
        fputs(folds[k].verdict == SMALLER ? "<details class=\"fold rest\">"
                                          : "<details class=\"fold\">",
              stream);
        print_fold_summary(stream, &section, folds[k].what);
        print_table(stream, grid, &section);
        fputs("</details>\n", stream);
    }
}

static void print_sections(FILE *stream, struct report_grid *grid, struct section section,
                           const struct pair_overview *overview, size_t *rows)
{
    const bool whole = section.pair->n <= WHOLE;
    section.least = least_seen(section.pair, overview);
    section.rows = whole ? overview->order : rows;
    section.n = whole ? section.pair->n : choose(&section, overview, CHANGED, rows);
    fputs("<div class=\"sections tracks\"", stream);
    report_print_tracks(stream, grid, section.pair);
    fputs(">\n", stream);
    if (section.n == 0)
        fputs("<p>Nothing changed beyond the margin.</p>\n", stream);
    section.is_chief = true;
    print_table(stream, grid, &section);
    section.is_chief = false;
    if (!whole)
        print_folds(stream, grid, section, overview, rows);
    fputs("</div>\n", stream);
}

/* What several metrics of a benchmark say at once; of many benchmarks unfolded there. */
static void print_joints(FILE *stream, const struct system_pair *pair)
{
    enum { FEW = 3 };
    if (pair->n_joints > FEW)
        fprintf(stream,
                "<details class=\"fold\"><summary>Metrics at once, of %zu benchmarks</summary>",
                pair->n_joints);
    for (size_t i = 0; i < pair->n_joints; i++) {
        OWNED char *text = joint_sentence(&pair->joints[i]);
        fputs("<p class=\"joint\">", stream);
        html_text(stream, text != NULL ? text : "");
        fputs("</p>\n", stream);
    }
    if (pair->n_joints > FEW)
        fputs("</details>\n", stream);
}

/* Which functions make the change of a row that was sampled. */
static void print_where(FILE *stream, const struct system_pair *pair,
                        const struct comparison_finding *row)
{
    if (row->why == NULL)
        return;
    OWNED char *headline = why_headline(row->why), *alone = why_alone(row->why);
    struct table *table = why_moved_table(row->why);
    fputs("<section class=\"where\"><h3>Where", stream);
    if (pair->n > 1)
        html_printf(stream, ", in %s", row->old_series->benchmark);
    fputs("</h3>\n<p>", stream);
    html_text(stream, headline != NULL ? headline : "");
    html_printf(
        stream,
        "</p>\n<div class=\"scroll\"><table class=\"functions\"><caption>Functions that moved; "
        "intervals hold for all %zu lines at once</caption>",
        row->why->n);
    html_table(stream, &table);
    if (alone != NULL) {
        fputs("<p>", stream);
        html_text(stream, alone);
        fputs("</p>\n", stream);
    }
    fputs("</section>\n", stream);
}

void report_print_pair(FILE *stream, struct report_grid *grid, const struct system_pair *pair,
                       const struct pair_overview *overview)
{
    OWNED const struct comparison_finding **all = view_room(pair->n + 1, sizeof *all);
    OWNED size_t *rows = view_room(pair->n + 1, sizeof *rows);
    for (size_t i = 0; all != NULL && i < pair->n; i++)
        all[i] = &pair->rows[i];
    if (all != NULL && rows != NULL) {
        const struct scale scale = scale_of_changes(all, pair->n);
        const struct report_values values = report_values_of(pair);
        char statistic[ASSAY_STATISTIC_TEXT];
        comparisons_statistic(pair->rows, pair->n, NULL, statistic);
        print_sections(stream, grid,
                       (struct section){.pair = pair,
                                        .scale = &scale,
                                        .values = &values,
                                        .shared = shared_doubts(pair),
                                        .mixed = statistic[0] == '\0'},
                       overview, rows);
        print_joints(stream, pair);
        for (size_t i = 0; i < pair->n; i++)
            print_where(stream, pair, &pair->rows[i]);
    }
}

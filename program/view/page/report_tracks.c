/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_tracks.c -- how wide the columns of a grid are, in digits. A browser that does not know it lays
 * out every row to find it; with this it lays out those in view (web/page.css: .tracks). */

#include <math.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/terminal.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum {
    HEAD = 8,
    SUITE = 14,
    MANY = 3
}; /* what a column's head takes at least, with its arrow, and "geometric mean" */

static size_t wider(size_t most, const char *text)
{
    const int columns = terminal_columns(text);
    return columns > 0 && (size_t)columns > most ? (size_t)columns : most;
}

static size_t name_columns(const struct report_grid *grid)
{
    size_t name = HEAD;
    for (size_t i = 0; i < grid->names.n; i++)
        name = wider(name, grid->names.rest[i]);
    return name;
}

static void print_parameters(FILE *stream, const struct name_parts *names, bool narrow)
{
    for (size_t k = 0; k < names->n_keys; k++) {
        size_t most = wider(4, names->key[k]);
        for (size_t i = 0; i < names->n; i++) {
            const char *value = names->value[i * names->n_keys + k];
            most = wider(most, value != NULL ? value : "");
        }
        /* many give way */
        fprintf(stream,
                narrow ? " minmax(3ch, min(%zuch + 0.8rem, 8rem))" : " min(%zuch + 0.8rem, 8rem)",
                most);
    }
}

static void print_metrics(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pairs, size_t n)
{
    size_t most = HEAD;
    for (size_t p = 0; p < n; p++)
        for (size_t i = 0; i < pairs[p].n; i++)
            most = wider(most, pairs[p].rows[i].old_series->metric);
    if (grid->several_metrics)
        fprintf(stream, " calc(%zuch + 1rem)", most);
}

/* "inconclusive, typical run"; in a table of several statistics every row says its own. */
static size_t verdict_columns(const struct comparison_finding *row, bool mixed)
{
    char statistic[ASSAY_STATISTIC_TEXT] = "";
    if (mixed)
        comparison_statistic(row, statistic);
    return wider(0, assay_verdict_name(row->finding.verdict)) +
           (mixed ? wider(0, verdict_state_short(row)) + 2 + wider(0, statistic)
                  : wider(0, verdict_subject_short(row)));
}

struct report_values report_values_of(const struct system_pair *pair)
{
    OWNED double *values = view_room(2 * pair->n + 1, sizeof *values);
    double least = (double)INFINITY, most = 0;
    bool same = true;
    size_t n = 0;
    for (size_t i = 0; values != NULL && i < pair->n; i++) {
        const struct assay_comparison *finding = &pair->rows[i].finding;
        const double both[] = {finding->old_value, finding->new_value};
        same = same && strcmp(pair->rows[i].old_series->unit, pair->rows[0].old_series->unit) == 0;
        for (size_t k = 0; k < 2; k++) {
            least = fmin(least, fabs(both[k]));
            most = fmax(most, fabs(both[k]));
            values[n++] = both[k];
        }
    }
    struct report_values result = {.alike = same && least > 0 && most < 500 * least};
    if (result.alike)
        result.scale = quantity_scale_of(pair->rows[0].old_series->unit, values, n);
    return result;
}

struct quantity report_value(const struct report_values *values, double value, const char *unit)
{
    return values->alike ? quantity_of(value, &values->scale) : quantity_alone(value, unit);
}

/* Long names take from the chart what they need, up to 36 % of the line; what is longer folds. */
static void print_name_track(FILE *stream, size_t columns)
{
    enum { LONG = 34 };
    if (columns > LONG)
        fprintf(stream, " style=\"--tracks:minmax(17rem, min(36%%, %zuch + 1rem))", columns);
    else
        fprintf(stream, " style=\"--tracks:minmax(clamp(8rem, %zuch + 1rem, 17rem), 18fr)",
                columns);
}

void report_print_tracks(FILE *stream, const struct report_grid *grid,
                         const struct system_pair *pair)
{
    const struct report_values scale = report_values_of(pair);
    size_t change = HEAD, range = HEAD, verdict = pair->has_suite ? SUITE : HEAD, values = HEAD;
    char statistic[ASSAY_STATISTIC_TEXT];
    comparisons_statistic(pair->rows, pair->n, NULL, statistic);
    for (size_t i = 0; i < pair->n; i++) {
        const struct comparison_finding *row = &pair->rows[i];
        const struct assay_estimate *ratio = &row->finding.ratio;
        const int decimals = verdict_decimals(ratio);
        change = wider(change, percent_signed(change_of(ratio).estimate, decimals).text);
        range = wider(range, verdict_range(ratio, decimals).text);
        const size_t columns = verdict_columns(row, statistic[0] == '\0');
        verdict = columns > verdict ? columns : verdict;
        values =
            wider(values, report_value(&scale, row->finding.old_value, row->old_series->unit).text);
        values =
            wider(values, report_value(&scale, row->finding.new_value, row->new_series->unit).text);
    }
    if (pair->has_suite) {
        const struct assay_suite_summary *suite = &pair->suite.summary;
        const struct assay_estimate all = {.estimate = suite->geometric.estimate,
                                           .interval = suite->geometric.fixed};
        range = wider(range, verdict_range(&all, verdict_decimals(&all)).text);
    }
    print_name_track(stream, name_columns(grid));
    print_parameters(stream, &grid->names, report_name_columns(grid) > MANY);
    print_metrics(stream, grid, pair, 1);
    fprintf(stream,
            " minmax(150px, 46fr) calc(%zuch + 14px) calc(%zuch + 10px) calc(%zu * 0.85ch + 1.2em) "
            "calc(%zuch + 14px) calc(%zuch + 14px)\"",
            change, range, verdict, values, values);
}

/* Of a map; --names: columns before its systems. */
void report_print_heat_tracks(FILE *stream, const struct report_grid *grid, bool narrow)
{
    const struct report_view *view = grid->view;
    fprintf(stream, " style=\"--names:%zu;--tracks:clamp(8rem, %zuch + 1rem, 16rem)",
            report_name_columns(grid), name_columns(grid));
    print_parameters(stream, &grid->names, report_name_columns(grid) > MANY);
    print_metrics(stream, grid, view->pairs, view->n_pairs);
    html_printf(stream, " repeat(%zu, %s)\"", view->n_pairs,
                narrow ? "minmax(3rem, 1fr)" : "minmax(5rem, 1fr)");
}

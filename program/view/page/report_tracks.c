/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_tracks.c -- how wide the columns of a grid are, in digits. A browser that does not know it lays
 * out every row to find it; with this it lays out those in view (web/page.css: .tracks). */

#include "view/page/report_grid.h"
#include "view/page/html.h"
#include "view/text/terminal.h"
#include "view/text/verdict.h"

enum { HEAD = 8 }; /* what a column's head takes at least, with its arrow */

static size_t wider(size_t most, const char *text)
{
    const int columns = terminal_columns(text);
    return columns > 0 && (size_t)columns > most ? (size_t)columns : most;
}

static void print_parameters(FILE *stream, const struct name_parts *names)
{
    for (size_t k = 0; k < names->n_keys; k++) {
        size_t most = wider(4, names->key[k]);
        for (size_t i = 0; i < names->n; i++) {
            const char *value = names->value[i * names->n_keys + k];
            most = wider(most, value != NULL ? value : "");
        }
        fprintf(stream, " min(%zuch + 1rem, 8rem)", most);
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

void report_print_tracks(FILE *stream, const struct report_grid *grid,
                         const struct system_pair *pair)
{
    size_t change = HEAD, range = HEAD, verdict = HEAD, values = HEAD;
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
        values = wider(values, quantity_alone(row->finding.old_value, row->old_series->unit).text);
        values = wider(values, quantity_alone(row->finding.new_value, row->new_series->unit).text);
    }
    fputs(" style=\"--tracks:minmax(9rem, 22fr)", stream);
    print_parameters(stream, &grid->names);
    print_metrics(stream, grid, pair, 1);
    fprintf(stream,
            " minmax(180px, 38fr) calc(%zuch + 12px) calc(%zuch + 12px) calc(%zu * 0.9ch + 4.2em) "
            "calc(%zuch + 12px) calc(%zuch + 12px)\"",
            change, range, verdict, values, values);
}

/* Of a map; --names: columns before its systems. */
void report_print_heat_tracks(FILE *stream, const struct report_grid *grid, bool narrow)
{
    const struct report_view *view = grid->view;
    size_t name = HEAD;
    for (size_t i = 0; i < grid->names.n; i++)
        name = wider(name, grid->names.rest[i]);
    fprintf(stream, " style=\"--names:%zu;--tracks:clamp(9rem, %zuch + 1rem, 22rem)",
            report_name_columns(grid), name);
    print_parameters(stream, &grid->names);
    print_metrics(stream, grid, view->pairs, view->n_pairs);
    html_printf(stream, " repeat(%zu, %s)\"", view->n_pairs, narrow ? "3.4rem" : "5rem");
}

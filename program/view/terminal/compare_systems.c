/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_systems.c -- several systems against one in one table: a benchmark a row, a system a column (where there is
 * room, one more of its means), "−2.9 [−3.9 … −1.8] F". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/series_groups.h"
#include "view/terminal/compare.h"
#include "view/text/distinct_names.h"
#include "view/text/sentences.h"
#include "view/text/table.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static const char *const marks[] = {[ASSAY_FASTER] = " F",
                                    [ASSAY_SLOWER] = " S",
                                    [ASSAY_EQUIVALENT] = " =",
                                    [ASSAY_INCONCLUSIVE] = " ?",
                                    [ASSAY_MIXED] = " M"};

struct systems {
    const struct compare_view *views, *all; /* one a system; their rows in one */
    size_t n;
    const struct comparison_finding *
        *rows; /* n of each benchmark and metric; NULL: not of this system */
    size_t n_rows;
    char **names; /* the old one's, then those of the new ones */
};

struct layout {
    int name_limit; /* 0: whole names */
    bool values;    /* means of the new systems */
};

/* ---- a row ---- */

/* What stands in a mark's place, so that intervals end below one another on a screen. */
static const char *no_mark(void)
{
    return table_form_wanted() ? "" : "  ";
}

/* A letter; for programs the word. */
static struct quantity mark_of(enum assay_verdict verdict)
{
    return table_csv_wanted() ? quantity_text(" %s", assay_verdict_name(verdict))
                              : quantity_text("%s", marks[verdict]);
}

/* "−2.9 [−3.9 … −1.8] F" */
static void change_cell(struct table *table, int decimals, const struct assay_estimate *ratio,
                        enum style style, const char *mark, const char *tag)
{
    struct quantity numbers[] = {percent_signed(change_of(ratio).estimate, decimals),
                                 verdict_range(ratio, decimals)};
    for (size_t i = 0; i < 2; i++) {
        char *unit = strstr(numbers[i].text, " %");
        if (unit != NULL)
            *unit = '\0';
    }
    table_cell(table, style, "%s [%s]%s%s", numbers[0].text, numbers[1].text, mark, tag);
}

static const struct comparison_finding *first_of(const struct comparison_finding *const *cells)
{
    while (*cells == NULL)
        cells++;
    return *cells;
}

/* "40", "35 … 40" values of the old and the new systems */
static void count_cell(struct table *table, const struct comparison_finding *const *cells, size_t n)
{
    size_t least = assay_sample_size(&first_of(cells)->old_series->live), most = least;
    for (size_t k = 0; k < n; k++) {
        const size_t count =
            cells[k] != NULL ? assay_sample_size(&cells[k]->new_series->live) : least;
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    if (least == most)
        table_cell(table, STYLE_PLAIN, "%zu", least);
    else
        table_cell(table, STYLE_PLAIN, "%zu \u2026 %zu", least, most);
}

static bool is_typical(const struct comparison_finding *cell)
{
    return cell != NULL && cell->finding.typical_first;
}

/* Behind the mark, where not all cells are of one statistic. */
static const char *tag_of(const struct compare_columns *columns,
                          const struct comparison_finding *cell)
{
    if (table_csv_wanted())
        return columns->statistic && is_typical(cell) ? ": a typical run" : "";
    return !columns->statistic ? "" : is_typical(cell) ? " t" : "  ";
}

/* Whose old value the row shows: of a typical run only where all cells are of one. */
static const struct comparison_finding *old_of(const struct comparison_finding *const *cells,
                                               size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (cells[k] != NULL && !is_typical(cells[k]))
            return cells[k];
    return first_of(cells);
}

static void put_row(struct table *table, const struct systems *systems, const struct layout *layout,
                    const struct compare_columns *columns,
                    const struct comparison_finding *const *cells)
{
    const struct comparison_finding *first = old_of(cells, systems->n);
    table_row(table);
    table_name(table, STYLE_PLAIN, first->old_series->benchmark, layout->name_limit);
    if (columns->metric)
        compare_subject_cell(table, first);
    if (table_form_wanted())
        count_cell(table, cells, systems->n);
    compare_mean_cell(table, columns, first->finding.old_value, first->old_series->unit);
    for (size_t k = 0; k < systems->n; k++) {
        const struct assay_comparison *finding = cells[k] != NULL ? &cells[k]->finding : NULL;
        const bool other = is_typical(cells[k]) != is_typical(first);
        if (layout->values)
            compare_mean_cell(table, columns,
                              finding != NULL && !other ? finding->new_value : (double)NAN,
                              first->old_series->unit);
        if (finding != NULL)
            change_cell(table, columns->decimals, &finding->ratio, verdict_style(finding->verdict),
                        mark_of(finding->verdict).text, tag_of(columns, cells[k]));
        else
            table_cell(table, STYLE_PLAIN, "\u2013%s", no_mark());
    }
}

/* ---- the row of all ---- */

static bool has_suite(const struct systems *systems)
{
    for (size_t k = 0; k < systems->n; k++)
        if (systems->views[k].suite != NULL)
            return true;
    return false;
}

static void put_suite(struct table *table, const struct systems *systems,
                      const struct layout *layout, const struct compare_columns *columns)
{
    const char *metric = "";
    for (size_t k = 0; k < systems->n; k++)
        metric = systems->views[k].suite != NULL ? systems->views[k].suite->metric : metric;
    table_row(table);
    table_cell(table, STYLE_PLAIN, "geometric mean");
    if (columns->metric)
        table_name(table, STYLE_PLAIN, metric, 20);
    if (table_form_wanted())
        table_cell(table, STYLE_PLAIN, "%s", "");
    table_cell(table, STYLE_PLAIN, "%s", "");
    for (size_t k = 0; k < systems->n; k++) {
        const struct suite_finding *suite = systems->views[k].suite;
        if (layout->values)
            table_cell(table, STYLE_PLAIN, "%s", "");
        if (suite == NULL) {
            table_cell(table, STYLE_PLAIN, "\u2013%s", no_mark());
            continue;
        }
        const struct assay_estimate ratio = {.estimate = suite->summary.geometric.estimate,
                                             .interval = suite->summary.geometric.fixed};
        change_cell(table, columns->decimals, &ratio, STYLE_PLAIN, no_mark(),
                    columns->statistic && !table_csv_wanted() ? "  " : "");
    }
}

/* ---- the table ---- */

static struct table *build(const struct terminal *terminal, const struct systems *systems,
                           const struct layout *layout, const struct compare_columns *columns,
                           size_t most)
{
    struct table *table = table_new(terminal, 2);
    table_left(table, "benchmark");
    if (columns->metric)
        table_left(table, "metric");
    if (table_form_wanted())
        table_right(table, "n");
    table_right(table, systems->names[0]);
    for (size_t k = 1; k <= systems->n; k++) {
        OWNED char *title = view_format("%s, %%", systems->names[k]);
        if (layout->values)
            table_right(table, systems->names[k]);
        table_right(table, title != NULL ? title : "?");
    }
    for (size_t i = 0; i < most; i++)
        put_row(table, systems, layout, columns, &systems->rows[i * systems->n]);
    if (has_suite(systems))
        put_suite(table, systems, layout, columns);
    return table;
}

/* Who must be seen first: the worst of a row. */
static int rank_of(const struct systems *systems, size_t at)
{
    int rank = COMPARE_RANKS;
    for (size_t k = 0; k < systems->n; k++) {
        const struct comparison_finding *row = systems->rows[at * systems->n + k];
        rank = row != NULL && compare_rank(row) < rank ? compare_rank(row) : rank;
    }
    return rank;
}

/* What fills more than a screen is cut to the rows that matter most. */
static size_t cut_rows(struct systems *systems)
{
    if (systems->n_rows <= COMPARE_MOST || sentences_all_wanted())
        return systems->n_rows;
    const struct comparison_finding **shown = view_room(COMPARE_MOST * systems->n, sizeof *shown);
    size_t n = 0;
    for (int rank = 0; shown != NULL && rank < COMPARE_RANKS; rank++)
        for (size_t i = 0; i < systems->n_rows && n < COMPARE_MOST; i++)
            if (rank_of(systems, i) == rank)
                memcpy(&shown[n++ * systems->n], &systems->rows[i * systems->n],
                       systems->n * sizeof *shown);
    free(systems->rows);
    systems->rows = shown;
    return n;
}

static bool take_rows(struct systems *systems)
{
    struct series_groups groups;
    if (!series_groups_init(&groups, systems->all->n, SERIES_BENCHMARK | SERIES_METRIC,
                            compare_old_series, systems->all->rows)) {
        view_lose();
        return false;
    }
    systems->n_rows = groups.n;
    systems->rows = view_room(groups.n * systems->n, sizeof *systems->rows);
    const struct comparison_finding *row = systems->all->rows;
    const size_t *group = groups.of;
    for (size_t k = 0; systems->rows != NULL && k < systems->n; k++)
        for (size_t i = 0; i < systems->views[k].n; i++)
            systems->rows[*group++ * systems->n + k] = row++;
    series_groups_fini(&groups);
    return systems->rows != NULL;
}

static bool take_names(struct systems *systems)
{
    enum { LIMIT = 20 };
    OWNED const char **shown = view_room(systems->n + 1, sizeof *shown);
    systems->names = view_room(systems->n + 1, sizeof *systems->names);
    bool taken = shown != NULL && systems->names != NULL;
    for (size_t k = 0; taken && k <= systems->n; k++)
        shown[k] = k == 0 ? systems->views[0].old_system : systems->views[k - 1].new_system;
    taken = taken &&
            distinct_names(shown, systems->n + 1, table_form_wanted() ? 0 : LIMIT, systems->names);
    if (!taken)
        view_lose();
    return taken;
}

/* In the widest form that fits. */
static struct table *choose(const struct terminal *terminal, const struct systems *systems,
                            size_t n_rows)
{
    static const struct layout layouts[] = {{0, true}, {0, false}, {12, false}};
    const struct compare_columns columns = compare_columns_of(systems->all);
    struct table *table = NULL;
    for (size_t i = 0; table == NULL && i < sizeof layouts / sizeof *layouts; i++) {
        table = build(terminal, systems, &layouts[i], &columns, n_rows);
        if (table == NULL)
            view_lose();
        else if (!table_form_wanted() && table_width(table) > terminal->width)
            table_free(&table);
    }
    return table;
}

struct table *compare_systems_table(const struct terminal *terminal,
                                    const struct compare_view *views, size_t n,
                                    const struct compare_view *all, size_t *n_left)
{
    struct systems systems = {.views = views, .all = all, .n = n};
    struct table *table = NULL;
    if (take_names(&systems) && take_rows(&systems)) {
        const size_t n_rows = cut_rows(&systems);
        *n_left = systems.n_rows - n_rows;
        table = systems.rows != NULL ? choose(terminal, &systems, n_rows) : NULL;
    }
    for (size_t k = 0; systems.names != NULL && k <= n; k++)
        free(systems.names[k]);
    free(systems.names);
    free(systems.rows);
    return table;
}

void compare_systems_legend(const struct terminal *terminal, const struct compare_view *all)
{
    terminal_printf(terminal, STYLE_PLAIN, "  change in %% [%s]",
                    interval_title(all->confidence).text);
    const char *separator = ":";
    for (size_t verdict = 0; verdict < sizeof marks / sizeof *marks; verdict++)
        for (size_t i = 0; i < all->n; i++)
            if (all->rows[i].finding.verdict == verdict) {
                terminal_printf(terminal, STYLE_PLAIN, "%s%s %s", separator, marks[verdict],
                                assay_verdict_name((enum assay_verdict)verdict));
                separator = ",";
                break;
            }
    fputc('\n', terminal->stream);
    if (compare_columns_of(all).statistic)
        terminal_sentence(terminal, "  ",
                          "t: of the typical run, without a value where the row's are means; "
                          "compare --new SYSTEM shows it");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_systems.c -- several systems against one in one table: a benchmark a row, a system a column (where there is
 * room, one more of its means), "−2.9 [−3.9 … −1.8] F". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/series_groups.h"
#include "view/medium/screen.h"
#include "view/terminal/compare.h"
#include "view/text/distinct_names.h"
#include "view/text/form.h"
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
    char **names;  /* the old one's, then those of the new ones */
    char **titles; /* "O2, %" of the new ones */
};

/* Means of the new systems give way. */
enum { MEANS = 1 };

/* ---- a row ---- */

/* What stands in a mark's place, so that intervals end below one another on a screen. */
static const char *no_mark(void)
{
    return form_wanted() ? "" : "  ";
}

/* A letter; for programs the word. */
static struct quantity mark_of(enum assay_verdict verdict)
{
    return form_of_programs() ? quantity_text(" %s", assay_verdict_name(verdict))
                              : quantity_text("%s", marks[verdict]);
}

/* "−2.9 [−3.9 … −1.8] F" */
static void put_change(struct table *table, const struct systems *systems, size_t k, int decimals,
                       const struct assay_estimate *ratio, enum style style, const char *mark,
                       const char *tag)
{
    struct quantity numbers[] = {percent_signed(change_of(ratio).estimate, decimals),
                                 verdict_range(ratio, decimals)};
    for (size_t i = 0; i < 2; i++) {
        char *unit = strstr(numbers[i].text, " %");
        if (unit != NULL)
            *unit = '\0';
    }
    table_put(table, COLUMN_RIGHT(systems->titles[k]), style, "%s [%s]%s%s", numbers[0].text,
              numbers[1].text, mark, tag);
}

static const struct comparison_finding *first_of(const struct comparison_finding *const *cells)
{
    while (*cells == NULL)
        cells++;
    return *cells;
}

/* "40", "35 … 40" values of the old and the new systems; a screen has no room for them. */
static void put_count(struct table *table, const struct comparison_finding *const *cells, size_t n)
{
    size_t least = assay_sample_size(&first_of(cells)->old_series->live), most = least;
    for (size_t k = 0; k < n; k++) {
        const size_t count =
            cells[k] != NULL ? assay_sample_size(&cells[k]->new_series->live) : least;
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    if (form_wanted())
        table_put(table, COLUMN_RIGHT("n"), STYLE_PLAIN, least == most ? "%zu" : "%zu \u2026 %zu",
                  least, most);
}

static bool is_typical(const struct comparison_finding *cell)
{
    return cell != NULL && cell->finding.typical_first;
}

/* Behind the mark, where not all cells are of one statistic. */
static const char *tag_of(const struct compare_columns *columns,
                          const struct comparison_finding *cell)
{
    if (form_of_programs())
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

static void put_row(struct table *table, const struct systems *systems,
                    const struct compare_columns *columns,
                    const struct comparison_finding *const *cells)
{
    const struct comparison_finding *first = old_of(cells, systems->n);
    const char *unit = first->old_series->unit;
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark"), first->old_series->benchmark, TABLE_FITTED);
    if (columns->metric)
        compare_subject_put(table, first);
    put_count(table, cells, systems->n);
    compare_mean_put(table, columns, COLUMN_RIGHT(systems->names[0]), first->finding.old_value,
                     unit);
    for (size_t k = 0; k < systems->n; k++) {
        const struct assay_comparison *finding = cells[k] != NULL ? &cells[k]->finding : NULL;
        const bool other = is_typical(cells[k]) != is_typical(first);
        compare_mean_put(table, columns, COLUMN_RIGHT(systems->names[k + 1], .part = MEANS),
                         finding != NULL && !other ? finding->new_value : (double)NAN, unit);
        if (finding != NULL && cells[k]->settled && !form_of_programs())
            table_put(table, COLUMN_RIGHT(systems->titles[k]), STYLE_FAINT, "same program%s%s",
                      mark_of(finding->verdict).text, columns->statistic ? "  " : "");
        else if (finding != NULL)
            put_change(table, systems, k, columns->decimals, &finding->ratio,
                       verdict_style(finding->verdict), mark_of(finding->verdict).text,
                       tag_of(columns, cells[k]));
        else
            table_put(table, COLUMN_RIGHT(systems->titles[k]), STYLE_PLAIN, "\u2013%s", no_mark());
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
                      const struct compare_columns *columns)
{
    const char *metric = "";
    for (size_t k = 0; k < systems->n; k++)
        metric = systems->views[k].suite != NULL ? systems->views[k].suite->metric : metric;
    table_row(table);
    table_cell(table, STYLE_PLAIN, "geometric mean");
    if (columns->metric)
        table_name(table, STYLE_PLAIN, metric, 20);
    for (int i = form_wanted() ? 0 : 1; i < 2; i++) /* counts, and the old one's mean */
        table_cell(table, STYLE_PLAIN, "%s", "");
    for (size_t k = 0; k < systems->n; k++) {
        const struct suite_finding *suite = systems->views[k].suite;
        table_cell(table, STYLE_PLAIN, "%s", "");
        if (suite == NULL) {
            table_cell(table, STYLE_PLAIN, "\u2013%s", no_mark());
            continue;
        }
        const struct assay_estimate ratio = {.estimate = suite->summary.geometric.estimate,
                                             .interval = suite->summary.geometric.fixed};
        put_change(table, systems, k, columns->decimals, &ratio, STYLE_PLAIN, no_mark(),
                   columns->statistic && !form_of_programs() ? "  " : "");
    }
}

/* ---- the table ---- */

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
    if (compare_rows_shown(systems->n_rows) == systems->n_rows)
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
    SCOPED(series_groups_fini) struct series_groups groups = {0};
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
    taken =
        taken && distinct_names(shown, systems->n + 1, form_wanted() ? 0 : LIMIT, systems->names);
    systems->titles = view_room(systems->n, sizeof *systems->titles);
    for (size_t k = 0; taken && systems->titles != NULL && k < systems->n; k++) {
        systems->titles[k] = view_format("%s, %%", systems->names[k + 1]);
        taken = systems->titles[k] != NULL;
    }
    if (!taken)
        view_lose();
    return taken && systems->titles != NULL;
}

static struct table *build(const struct systems *systems, size_t n_rows)
{
    static const struct table_fit fits[] = {
        {.gap = 2}, {.gap = 2, .without = MEANS}, {.gap = 2, .names_least = 12, .without = MEANS}};
    const struct compare_columns columns = compare_columns_of(systems->all);
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < n_rows; i++)
        put_row(table, systems, &columns, &systems->rows[i * systems->n]);
    if (has_suite(systems))
        put_suite(table, systems, &columns);
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
        table = systems.rows != NULL ? build(&systems, n_rows) : NULL;
        if (!form_wanted() && !table_has_room(terminal, table))
            table_free(&table);
    }
    for (size_t k = 0; systems.names != NULL && k <= n; k++)
        free(systems.names[k]);
    for (size_t k = 0; systems.titles != NULL && k < n; k++)
        free(systems.titles[k]);
    free(systems.names);
    free(systems.titles);
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

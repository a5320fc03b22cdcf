/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.c -- the screen of `assay steady`: run sequences, then a table with what to do. */
#include "render/steady.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/quantity.h"
#include "render/table.h"
#include "render/verdict.h"

/* More executions than these are drawn only on request. */
enum { MOST_PLOTS = 24, TAIL_COLUMNS = 28 };

struct assay_view steady_values(const struct assay_series *series, size_t u)
{
    const struct assay_shape *shape = &series->all.shape;
    size_t begin = 0, end = assay_shape_units(shape, shape->n_levels - 1);
    if (shape->n_levels > 1)
        assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
    return (struct assay_view){series->all.values + begin, end - begin};
}

/* ---- run sequence ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle of a few of the values of [begin, end). */
static double bucket_median(struct assay_view values, size_t begin, size_t end)
{
    double some[65];
    const size_t n = end - begin < 65 ? end - begin : 65;
    for (size_t i = 0; i < n; i++)
        some[i] = values.x[begin + i * (end - begin) / n];
    qsort(some, n, sizeof *some, ascending);
    return some[n / 2];
}

static bool change_within(const struct assay_execution_state *state, size_t begin, size_t end)
{
    for (size_t i = 1; i < state->n_segments; i++)
        if (state->segments[i].begin >= begin && state->segments[i].begin < end)
            return true;
    return false;
}

size_t sequence_columns(struct assay_view values, const struct assay_execution_state *state,
                        size_t columns, struct sequence_column *out)
{
    double height[SEQUENCE_MOST_COLUMNS], low = INFINITY, high = -(double)INFINITY;
    size_t n = values.n < columns ? values.n : columns;
    n = n < SEQUENCE_MOST_COLUMNS ? n : SEQUENCE_MOST_COLUMNS;
    for (size_t i = 0; i < n; i++) {
        const size_t begin = i * values.n / n, end = (i + 1) * values.n / n;
        height[i] = bucket_median(values, begin, end);
        low = fmin(low, height[i]);
        high = fmax(high, height[i]);
        out[i] = (struct sequence_column){.change = change_within(state, begin, end),
                                          .live = begin >= state->steady_from};
    }
    /* Noise must not look like a change: at least a tenth of the median is the full height. */
    const double span = fmax(high - low, 0.1 * fabs(high));
    for (size_t i = 0; i < n; i++)
        out[i].height = span > 0 ? (int)lround(7 * (height[i] - low) / span) : 0;
    return n;
}

static const char *column_sign(const struct terminal *terminal, int height)
{
    static const char *const blocks[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588"};
    static const char *const ascii[] = {"_", ".", "-", "~", "=", "+", "*", "#"};
    return terminal->utf8 ? blocks[height] : ascii[height];
}

/* Columns of one style at a time. A segment begins behind a bar, which takes the place of a column
 * where there is no room for one more. */
static int print_sequence(const struct terminal *terminal, const struct sequence_column *columns,
                          size_t n, size_t room)
{
    char text[2 * SEQUENCE_TEXT];
    size_t width = 0, bars = 0;
    for (size_t i = 1; i < n; i++)
        bars += columns[i].change;
    const bool insert = n + bars <= room;
    for (size_t i = 0; i < n;) {
        char *end = text;
        const bool live = columns[i].live;
        for (; i < n && columns[i].live == live; i++) {
            const bool bar = columns[i].change && i > 0;
            if (bar)
                end = stpcpy(end, terminal->utf8 ? "\u2502" : "|");
            if (!bar || insert)
                end = stpcpy(end, column_sign(terminal, columns[i].height));
            width += bar && insert ? 2 : 1;
        }
        *end = '\0';
        terminal_puts(terminal, live ? STYLE_STRONG : STYLE_FAINT, text);
    }
    return (int)width;
}

static void print_execution(const struct terminal *terminal, const struct shown_state *row,
                            size_t u, size_t columns)
{
    const struct assay_execution_state *e = &row->state.executions[u];
    if (e->state == ASSAY_STATE_UNKNOWN) {
        terminal_printf(terminal, STYLE_FAINT, "  %4zu  only %zu iterations\n", u + 1, e->n);
        return;
    }
    struct sequence_column column[SEQUENCE_MOST_COLUMNS];
    terminal_printf(terminal, STYLE_PLAIN, "  %4zu  ", u + 1);
    const size_t n = sequence_columns(steady_values(row->series, u), e, columns, column);
    const int width = print_sequence(terminal, column, n, columns);
    terminal_printf(terminal, STYLE_PLAIN, "%*s  %s",
                    width < (int)columns ? (int)columns - width : 0, "",
                    assay_state_name(e->state));
    if (e->steady_from > 0 && e->steady_from < e->n)
        terminal_printf(terminal, STYLE_PLAIN, " from %zu", e->steady_from + 1);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
}

static void print_plots(const struct terminal *terminal, const struct shown_state *row)
{
    struct terminal_names names = {NULL, 0};
    const size_t columns = (size_t)(terminal->width - TAIL_COLUMNS - 8);
    double low = INFINITY, high = -(double)INFINITY;
    for (size_t u = 0; u < row->state.n; u++)
        for (size_t i = 0; i < row->state.executions[u].n_segments; i++) {
            low = fmin(low, row->state.executions[u].segments[i].mean);
            high = fmax(high, row->state.executions[u].segments[i].mean);
        }
    terminal_printf(terminal, STYLE_STRONG, "%s on %s",
                    terminal_shown(&names, row->series->benchmark, 40),
                    terminal_shown(&names, row->series->system, 30));
    if (isfinite(low) && high > low)
        terminal_printf(terminal, STYLE_FAINT, " \u00b7 means of segments %s \u2026 %s",
                        quantity_alone(low, row->series->unit).text,
                        quantity_alone(high, row->series->unit).text);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    for (size_t u = 0; u < row->state.n; u++)
        print_execution(terminal, row, u,
                        columns < SEQUENCE_MOST_COLUMNS ? columns : SEQUENCE_MOST_COLUMNS);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    terminal_names_fini(&names);
}

/* ---- table ---- */

static enum style state_style(enum assay_state state)
{
    switch (state) {
    case ASSAY_STATE_FLAT:
    case ASSAY_STATE_WARMUP: return STYLE_GOOD;
    case ASSAY_STATE_SLOWDOWN: return STYLE_OPEN;
    default: return STYLE_BAD;
    }
}

static void cell_position(struct table *table, size_t index, bool tested)
{
    if (index == SIZE_MAX && !tested)
        table_cell(table, STYLE_FAINT, "not tested");
    else if (index == SIZE_MAX)
        table_cell(table, STYLE_FAINT, "never");
    else
        table_cell(table, STYLE_PLAIN, "%zu", index + 1);
}

static void cell_warmup(struct table *table, size_t n)
{
    if (n == SIZE_MAX)
        table_cell(table, STYLE_FAINT, "never");
    else
        table_cell(table, STYLE_FAINT, "%zu", n);
}

static void cell_advice(struct table *table, const struct shown_state *row)
{
    const struct assay_benchmark_state *s = &row->state;
    if (row->series->decided == ASSAY_DECIDED_BY_HAND)
        table_cell(table, STYLE_STRONG, "by hand: live from %zu", row->series->live_from + 1);
    else if (s->independent_from == SIZE_MAX)
        table_cell(table, STYLE_STRONG, "take iteration %zu", s->warmup + 1);
    else
        table_cell(table, STYLE_STRONG, "warm up %zu, take %zu", s->warmup, s->iterations);
}

static bool several_systems(const struct steady_view *view)
{
    for (size_t i = 1; i < view->n; i++)
        if (strcmp(view->rows[i].series->system, view->rows[0].series->system) != 0)
            return true;
    return false;
}

static void print_row(struct table *table, const struct shown_state *row, bool systems,
                      struct terminal_names *names)
{
    const struct assay_benchmark_state *s = &row->state;
    table_row(table);
    table_cell(table, STYLE_PLAIN, "%s", terminal_shown(names, row->series->benchmark, 28));
    if (systems)
        table_cell(table, STYLE_PLAIN, "%s", terminal_shown(names, row->series->system, 14));
    if (row->problem.status != ASSAY_OK) {
        table_cell(table, STYLE_FAINT, "too few iterations");
        return;
    }
    table_cell(table, state_style(s->state), "%s", assay_state_name(s->state));
    cell_position(table, s->initialised_from, true);
    cell_position(table, s->independent_from,
                  s->initialised_from == SIZE_MAX || !isnan(s->dependence_p));
    cell_warmup(table, s->dacapo);
    cell_warmup(table, s->georges);
    cell_advice(table, row);
}

static void print_table(const struct terminal *terminal, const struct steady_view *view)
{
    struct terminal_names names = {NULL, 0};
    struct table *table = table_new(terminal, 2);
    const bool systems = several_systems(view);
    table_column(table, "benchmark", TABLE_LEFT);
    if (systems)
        table_column(table, "system", TABLE_LEFT);
    table_column(table, "class", TABLE_LEFT);
    table_column(table, "warm from", TABLE_RIGHT);
    table_column(table, "independent", TABLE_RIGHT);
    table_column(table, "DaCapo", TABLE_RIGHT);
    table_column(table, "Georges", TABLE_RIGHT);
    table_column(table, "in each execution", TABLE_LEFT);
    for (size_t i = 0; i < view->n; i++)
        print_row(table, &view->rows[i], systems, &names);
    (void)table_print(table);
    table_free(&table);
    terminal_names_fini(&names);
}

/* ---- notes ---- */

/* "inconsistent" says little: how many executions are of each class. */
static void print_disagreement(const struct terminal *terminal, const struct shown_state *row,
                               struct terminal_names *names)
{
    char text[512];
    int used = snprintf(text, sizeof text, "%s: %zu executions disagree:",
                        terminal_shown(names, row->series->benchmark, 40), row->state.n);
    const char *separator = "";
    for (unsigned s = ASSAY_STATE_FLAT; s <= ASSAY_STATE_NOT_STEADY; s++)
        if (row->state.n_state[s] > 0) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s %zu %s", separator,
                             row->state.n_state[s], assay_state_name((enum assay_state)s));
            separator = ",";
        }
    terminal_paragraph(terminal, "  ", text);
}

static void print_notes(const struct terminal *terminal, const struct steady_view *view)
{
    static const struct {
        enum assay_state state;
        const char *text;
    } explained[] = {
        {ASSAY_STATE_NOT_STEADY,
         "No steady state: the time still changes in the last quarter of the iterations. Give more "
         "iterations; until then take one iteration of each execution, the same in all."},
        {ASSAY_STATE_SLOWDOWN,
         "Slowdown: faster at first than in the steady part. The steady part is what repeats."},
    };
    struct terminal_names names = {NULL, 0};
    bool dependent = false, seen[ASSAY_STATE_UNKNOWN + 1] = {false};
    for (size_t i = 0; i < view->n; i++) {
        const struct shown_state *row = &view->rows[i];
        if (row->problem.status != ASSAY_OK)
            continue;
        if (row->state.state == ASSAY_STATE_INCONSISTENT)
            print_disagreement(terminal, row, &names);
        seen[row->state.state] = true;
        dependent = dependent ||
                    (row->state.initialised_from != SIZE_MAX &&
                     row->state.independent_from == SIZE_MAX && !isnan(row->state.dependence_p));
    }
    for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
        if (seen[explained[i].state])
            terminal_paragraph(terminal, "  ", explained[i].text);
    if (dependent)
        terminal_paragraph(terminal, "  ",
                           "Independent never: iterations depend on one another, so repeating them "
                           "adds little. Take "
                           "the one iteration named and repeat executions.");
    terminal_names_fini(&names);
}

void steady_view_print(const struct terminal *terminal, const struct steady_view *view)
{
    size_t executions = 0;
    for (size_t i = 0; i < view->n; i++)
        executions += view->rows[i].state.n;
    if (view->plots || executions <= MOST_PLOTS)
        for (size_t i = 0; i < view->n; i++)
            if (view->rows[i].state.n > 0)
                print_plots(terminal, &view->rows[i]);
    print_table(terminal, view);
    if (view->quiet)
        return;
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_notes(terminal, view);
    if (!view->plots && executions > MOST_PLOTS)
        terminal_paragraph(terminal, "  ",
                           "Draw the executions with --plots, or fewer with --benchmark.");
}

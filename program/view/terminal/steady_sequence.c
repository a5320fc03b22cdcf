/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_sequence.c -- run sequences on the screen: each sign is the median of its iterations on one of
 * eight heights. */
#include "base/array.h"
#include "view/terminal/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/quantity.h"

enum { MOST_COLUMNS = 72, SEQUENCE_TEXT = 4 * MOST_COLUMNS + 1, TAIL_COLUMNS = 28 };

struct sequence_column {
    int height;  /* 0 … 7 */
    bool change; /* a segment begins here */
    bool live;   /* belongs to the steady part */
};

/* The middle of a few of the values of [begin, end). */
static double bucket_median(struct assay_view values, size_t begin, size_t end)
{
    double some[65];
    const size_t n = end - begin < 65 ? end - begin : 65;
    for (size_t i = 0; i < n; i++)
        some[i] = values.x[begin + i * (end - begin) / n];
    qsort(some, n, sizeof *some, array_ascending);
    return some[n / 2];
}

static bool change_within(const struct assay_execution_state *state, size_t begin, size_t end)
{
    for (size_t i = 1; i < state->n_segments; i++)
        if (state->segments[i].begin >= begin && state->segments[i].begin < end)
            return true;
    return false;
}

/* Their number, which is at most `columns`. */
static size_t sequence_columns(struct assay_view values, const struct assay_execution_state *state,
                               size_t columns, struct sequence_column *out)
{
    double height[MOST_COLUMNS], low = INFINITY, high = -(double)INFINITY;
    size_t n = values.n < columns ? values.n : columns;
    n = n < MOST_COLUMNS ? n : MOST_COLUMNS;
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

static void print_execution(const struct terminal *terminal, const struct sample_state *row,
                            size_t u, size_t columns)
{
    const struct assay_execution_state *e = &row->state.executions[u];
    if (e->state == ASSAY_STATE_UNKNOWN) {
        terminal_printf(terminal, STYLE_FAINT, "  %4zu  only %zu iterations\n", u + 1, e->n);
        return;
    }
    struct sequence_column column[MOST_COLUMNS];
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

void steady_print_sequences(const struct terminal *terminal, const struct sample_state *row)
{
    const size_t columns = (size_t)(terminal->width - TAIL_COLUMNS - 8);
    double low = INFINITY, high = -(double)INFINITY;
    for (size_t u = 0; u < row->state.n; u++)
        for (size_t i = 0; i < row->state.executions[u].n_segments; i++) {
            low = fmin(low, row->state.executions[u].segments[i].mean);
            high = fmax(high, row->state.executions[u].segments[i].mean);
        }
    enum { MEANS = 44, NARROW = 80 }; /* columns of what stands behind the names, or below them */
    const bool narrow = terminal->width < NARROW;
    const int most = (terminal->width - (narrow ? 6 : MEANS)) / 2;
    terminal_printf(terminal, STYLE_STRONG, "%.*s on %.*s", most, row->series->benchmark, most,
                    row->series->system);
    if (isfinite(low) && high > low)
        terminal_printf(terminal, STYLE_FAINT,
                        narrow ? "\n  means of segments %s \u2026 %s"
                               : " \u00b7 means of segments %s \u2026 %s",
                        quantity_alone(low, row->series->unit).text,
                        quantity_alone(high, row->series->unit).text);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    for (size_t u = 0; u < row->state.n; u++)
        print_execution(terminal, row, u, columns < MOST_COLUMNS ? columns : MOST_COLUMNS);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
}

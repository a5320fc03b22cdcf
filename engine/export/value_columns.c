/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value_columns.c -- the values of series as columns, a row each, warm-up included.
 * Levels:   columns are the levels of the series with most of them; a series that lacks some (peak memory, one value an
 *           execution) has 1 there, as in assay CSV.
 * Copies:   values of several series lie in as many arrays: each is copied once. */
#include "export/value_columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/failure.h"
#include "export/arrow.h"
#include "source/walk.h"

enum {
    SYSTEM,
    BENCHMARK,
    METRIC,
    UNIT,
    DIRECTION,
    WARM_UP,
    ROUND,
    POSITION,
    STARTED,
    COST,
    VALUE,
    FIRST_LEVEL
};
enum { MOST_COLUMNS = FIRST_LEVEL + ASSAY_MAX_LEVELS };

static const struct {
    const char *name;
    enum arrow_kind kind;
} fixed[] = {
    [SYSTEM] = {"system", ARROW_TEXT},       [BENCHMARK] = {"benchmark", ARROW_TEXT},
    [METRIC] = {"metric", ARROW_TEXT},       [UNIT] = {"unit", ARROW_TEXT},
    [DIRECTION] = {"direction", ARROW_TEXT}, [WARM_UP] = {"warm_up", ARROW_TRUTH},
    [ROUND] = {"round", ARROW_COUNT},        [POSITION] = {"position", ARROW_COUNT},
    [STARTED] = {"started", ARROW_INSTANT},  [COST] = {"cost_s", ARROW_NUMBER},
    [VALUE] = {"value", ARROW_NUMBER},
};

struct table {
    struct arrow_column columns[MOST_COLUMNS];
    size_t n;
    const struct assay_series *series, *widest;
    bool lost;
};

static size_t level_of(const struct assay_series *series, const char *name)
{
    size_t i = 0;
    while (i < series->live.shape.n_levels && strcmp(series->level_name[i], name) != 0)
        i++;
    return i;
}

static void put_text(struct table *table, size_t column, const char *text)
{
    table->lost = table->lost || !arrow_put_text(&table->columns[column], text);
}

/* Columns are of the widest's levels, its lowest one counted. */
static void put_levels(struct table *table, const struct walk_unit *unit, size_t at)
{
    const struct assay_series *series = table->series, *widest = table->widest;
    const size_t own = series->live.shape.n_levels - 1, last = widest->live.shape.n_levels - 1;
    char number[24] = "";
    if (own < last) /* the values stand at a level that is a column of labels */
        (void)snprintf(number, sizeof number, "%zu", at + 1);
    for (size_t k = 0; k < last; k++) {
        const size_t level = level_of(series, widest->level_name[k]);
        put_text(table, FIRST_LEVEL + k,
                 level < own    ? unit->labels[level]
                 : level == own ? number
                                : "1");
    }
    const bool counted = level_of(series, widest->level_name[last]) == own;
    arrow_put_count(&table->columns[FIRST_LEVEL + last], counted ? (int64_t)at + 1 : 1, true);
}

/* When the execution was measured, and in which round. */
static void put_place(struct table *table, const struct walk_unit *unit, size_t at)
{
    const struct assay_series *series = table->series;
    const struct assay_occasion *occasion = walk_occasion(series, unit, at);
    const bool dated = occasion != NULL && occasion->start_ns != 0;
    const size_t live = at < unit->n_warmup ? 0 : at - unit->n_warmup;
    const size_t top = series->live.shape.n_levels == 1 ? live : unit->index[0];
    arrow_put_count(&table->columns[ROUND], series->pair_key != NULL ? series->pair_key[top] : 0,
                    series->pair_key != NULL);
    arrow_put_count(&table->columns[POSITION], dated ? occasion->position + 1 : 0, dated);
    arrow_put_count(&table->columns[STARTED], dated ? occasion->start_ns : 0, dated);
    const bool costed = occasion != NULL && isfinite(occasion->cost_s);
    arrow_put_number(&table->columns[COST], costed ? occasion->cost_s : 0, costed);
}

static const char *direction_of(const struct assay_series *series)
{
    return series->told.direction == ASSAY_TOLD_BY_NOBODY ? NULL
           : series->more_is_better                       ? "more"
                                                          : "less";
}

static bool put_unit(void *context, const struct walk_unit *unit)
{
    struct table *table = context;
    const struct assay_series *series = table->series;
    for (size_t at = 0; at < unit->n && !table->lost; at++) {
        put_text(table, SYSTEM, series->system);
        put_text(table, BENCHMARK, series->benchmark);
        put_text(table, METRIC, series->metric);
        put_text(table, UNIT, series->unit);
        put_text(table, DIRECTION, direction_of(series));
        put_levels(table, unit, at);
        arrow_put_truth(&table->columns[WARM_UP], at < unit->n_warmup);
        put_place(table, unit, at);
        arrow_put_number(&table->columns[VALUE], unit->values[at], true);
    }
    return !table->lost;
}

static bool count_unit(void *context, const struct walk_unit *unit)
{
    *(size_t *)context += unit->n;
    return true;
}

/* The series with most levels, among which those of all others must be. */
static enum assay_status find_widest(struct table *table, const struct assay_series *series,
                                     size_t n, struct assay_error *error)
{
    table->widest = &series[0];
    for (size_t i = 0; i < n; i++)
        if (series[i].live.shape.n_levels > table->widest->live.shape.n_levels)
            table->widest = &series[i];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < series[i].live.shape.n_levels; k++)
            if (level_of(table->widest, series[i].level_name[k]) ==
                table->widest->live.shape.n_levels)
                return assay_fail(error, ASSAY_INVALID,
                                  "the levels of %.60s and %.60s do not fit one table: choose "
                                  "benchmarks or metrics",
                                  series[i].benchmark, table->widest->benchmark);
    return ASSAY_OK;
}

static bool begin_columns(struct table *table, const struct assay_series *series, size_t n)
{
    size_t rows = 0;
    bool begun = true;
    const size_t n_levels = table->widest->live.shape.n_levels;
    for (size_t i = 0; i < n; i++)
        (void)walk_series(&series[i], count_unit, &rows);
    table->n = FIRST_LEVEL + n_levels;
    for (size_t i = 0; i < FIRST_LEVEL; i++)
        begun &= arrow_column_begin(&table->columns[i], fixed[i].name, fixed[i].kind, rows);
    for (size_t k = 0; k < n_levels; k++)
        begun &= arrow_column_begin(&table->columns[FIRST_LEVEL + k], table->widest->level_name[k],
                                    k + 1 == n_levels ? ARROW_COUNT : ARROW_LABEL, rows);
    return begun;
}

/* In the order in which people read: names, levels, the value, then the rest. */
static void order_columns(struct table *table)
{
    static const size_t before[] = {SYSTEM, BENCHMARK, METRIC, UNIT, DIRECTION},
                        behind[] = {WARM_UP, ROUND, POSITION, STARTED, COST, VALUE};
    struct arrow_column ordered[MOST_COLUMNS];
    size_t n = 0;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        ordered[n++] = table->columns[before[i]];
    for (size_t i = FIRST_LEVEL; i < table->n; i++)
        ordered[n++] = table->columns[i];
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        ordered[n++] = table->columns[behind[i]];
    memcpy(table->columns, ordered, n * sizeof *ordered);
}

enum assay_status value_columns(const struct assay_series *series, size_t n,
                                struct ArrowSchema *schema, struct ArrowArray *array,
                                struct assay_error *error)
{
    struct table table = {0};
    TRY(find_widest(&table, series, n, error));
    table.lost = !begin_columns(&table, series, n);
    for (size_t i = 0; i < n && !table.lost; i++) {
        table.series = &series[i];
        (void)walk_series(table.series, put_unit, &table);
    }
    if (table.lost) {
        for (size_t i = 0; i < table.n; i++)
            arrow_column_end(&table.columns[i]);
        return fail_no_memory(error);
    }
    order_columns(&table);
    return arrow_give(table.columns, table.n, schema, array) ? ASSAY_OK : fail_no_memory(error);
}

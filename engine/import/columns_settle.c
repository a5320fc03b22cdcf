/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_settle.c -- gives each column its role, by its name and by what the first rows show.
 * Edge:     a column of words that repeat tells benchmarks apart; of words that differ in each row
 *           (a time, a remark) nothing is made. Beside versions all numbers are metrics. */
#include <string.h>

#include "import/columns_seen.h"
#include "text/direction.h"

bool columns_have_role(const struct columns *columns, enum column_role role)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == role)
            return true;
    return false;
}

static bool names_unit(const struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++)
        if (column_role_of(columns->items[i].name) == COLUMN_UNIT)
            return true;
    return false;
}

static void take_cells(struct columns *columns, struct column *column, const struct seen *seen)
{
    column->unit = seen->unit;
    if (strcmp(column->unit.name, "s") == 0 && column->metric != NULL &&
        column_is_duration(column->metric))
        column_call(columns, column, "wall");
}

static void settle_by_name(struct columns *columns, struct column *column, const struct seen *seen)
{
    if (column->role == COLUMN_UNKNOWN)
        column->role = (seen->counts ? column_role_of_counts : column_role_of)(column->name);
    if (column->role == COLUMN_UNKNOWN && columns_number_rows(columns, column, seen)) {
        column->role = COLUMN_UNTOLD;
        return;
    }
    if (column->role == COLUMN_UNKNOWN && seen_is_outcome(column, seen)) {
        column->role = seen->n_words > 0 ? COLUMN_TEXT : COLUMN_UNTOLD;
        return;
    }
    if (column->name[0] == '\0' && seen->n_words == 0 && !seen->counts && !seen->broken)
        column->role = COLUMN_DETAIL, column->called = "row"; /* R's, pandas': sizes, or sorted */
    if (column->role == COLUMN_DETAIL && seen->counts && seen->n_distinct == seen->n_numbers)
        importer_note(columns->importer, "a column that counts is taken for a parameter; call it "
                                         "iteration where it counts repetitions");
    if (column->role == COLUMN_TIME && seen_is_duration(column, seen))
        column->role = columns_is_moment(columns, column->name, seen) ? COLUMN_UNTOLD : COLUMN_UNKNOWN;
    const bool named = column->in_cells && columns->is_long; /* "90%" */
    if (column->role == COLUMN_METRIC && seen->n_words == 0 && !named)
        column->role = COLUMN_UNKNOWN; /* the one that there is */
    if (column->role == COLUMN_SYSTEM && seen->n_words == 0 && seen->broken)
        column->role = COLUMN_UNKNOWN; /* hyperfine's, for one: a time in the kernel is no name */
    if (column->role == COLUMN_UNKNOWN && seen->n_words > 0 && seen_tells_times(&seen->words[0]))
        column->role = COLUMN_TIME;
}

static void settle_column(struct columns *columns, size_t index, const struct seen *seen)
{
    struct column *column = &columns->items[index];
    settle_by_name(columns, column, seen);
    if (column->role != COLUMN_UNKNOWN)
        return;
    const bool repeats = 2 * seen->n_distinct <= seen->n_numbers;
    if (seen->n_words == 0 && seen->n_numbers > 0 && columns->told >= 0 && !column->in_cells &&
        !column_is_told(&columns->importer->json, column->name)) {
        column->role = columns_untold_role(columns, (int)index, seen, repeats);
        return;
    }
    if (seen->n_words == 0 && column_is_count(column->name) && names_unit(columns)) {
        column->role = COLUMN_UNTOLD; /* whose unit a column names, it is not */
        return;
    }
    if (seen->n_words == 0 && seen->n_numbers > 0 && columns->is_long &&
        !column_is_measured(column->name)) {
        column->role = repeats && !column_is_count(column->name) &&
                               column_role_of_statistic(column->name) != COLUMN_IGNORED &&
                               direction_of_name(column->name) == DIRECTION_NOT_TOLD
                           ? COLUMN_DETAIL
                           : COLUMN_UNTOLD; /* "errors" were not chosen */
    } else if (seen->n_words == 0 && !seen->broken && repeats && seen->n_numbers > 0 &&
               column_is_choice(column->name) && !columns_have_role(columns, COLUMN_VERSION)) {
        column->role = COLUMN_DETAIL;
    } else if (seen->n_words == 0 && seen->n_numbers > 0 && !seen->broken && !column->in_cells &&
               column_is_number(column->name)) {
        column->role = repeats ? COLUMN_DETAIL : COLUMN_UNTOLD;
    } else if ((seen->n_numbers > 0 && seen->n_words == 0) ||
               column_has_unit(&columns->importer->json, column->name)) {
        column->role = column_role_of_statistic(column->name);
        if (column->in_cells && column_is_count(column->name))
            column->role = COLUMN_UNTOLD; /* the total of all that was done */
        if (column->role != COLUMN_IGNORED)
            column_value(columns, column, NULL);
        if (column->in_cells)
            take_cells(columns, column, seen);
        column->broken = seen->broken && seen->n_numbers > 1;
    } else if (column_is_count(column->name)) {
        column->role = seen->n_words > 0 ? COLUMN_TEXT : COLUMN_IGNORED;
    } else if (seen->n_words > 0 &&
               (seen->n_ratios == seen->n_words || seen->n_foreign == seen->n_words)) {
        column->role = COLUMN_TEXT;
    } else if (seen->n_words > 0 && index == 0 && !columns_have_role(columns, COLUMN_VERSION) &&
               !columns_have_role(columns, COLUMN_SYSTEM)) {
        column->role = COLUMN_BENCHMARK;
    } else if (seen->n_words > 0 && 2 * seen->n_distinct <= seen->n_words) {
        const bool truth = seen_is_truth(&seen->words[0]);
        column->role =
            truth || columns_have_role(columns, COLUMN_BENCHMARK) ? COLUMN_DETAIL : COLUMN_BENCHMARK;
    } else {
        column->role = seen->n_words == 0 ? COLUMN_POSITION /* nothing stands there */
                       : seen_tells_apart(seen) ? COLUMN_DETAIL
                                          : COLUMN_TEXT;
    }
}

void columns_settle(struct columns *columns, const struct seen *seen)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_UNKNOWN &&
            column_role_of(columns->items[i].name) == COLUMN_VERSION &&
            !columns_have_role(columns, COLUMN_VERSION))
            columns->items[i].role = COLUMN_VERSION;
    columns->is_long = columns_are_long(columns);
    for (size_t i = columns->n; i-- > 0;)
        if (seen[i].n_words == 0 && seen[i].n_numbers > 0 &&
            (column_role_of(columns->items[i].name) == COLUMN_UNKNOWN ||
             seen_is_duration(&columns->items[i], &seen[i])) &&
            (columns->items[i].in_cells ||
             column_is_told(&columns->importer->json, columns->items[i].name)))
            columns->told = (int)i;
    for (size_t i = 0; i < columns->n; i++)
        columns->worded |=
            seen[i].n_words > 0 && column_role_of(columns->items[i].name) != COLUMN_TEXT;
    if (columns_have_role(columns, COLUMN_VERSION) || columns->is_long)
        columns->told = -1;
    for (size_t i = 0; i < columns->n; i++)
        columns_check_readable(columns, &columns->items[i], &seen[i]);
    for (size_t i = 0; i < columns->n; i++)
        if (columns_count_samples(columns, columns->items[i].name, seen) || columns_is_length(columns, i, seen))
            columns->items[i].role = COLUMN_UNTOLD;
        else
            settle_column(columns, i, &seen[i]);
}

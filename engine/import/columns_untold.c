/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_untold.c -- columns of numbers that measure nothing: parameters, settings, counts, the length of a test, moments.
 * Edge:     where one column says what it measures, whole numbers that do not are parameters when they repeat, or
 *           stand before it where no words tell rows apart; others are left out. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "import/columns_seen.h"
#include "text/direction.h"

/* Fractions in the first column that rise, fall or come again: a setting that was tried in steps, as whole numbers are. */
static bool is_stepped(const struct columns *columns, int index, const struct seen *seen,
                       bool repeats)
{
    enum { FEW = 3, MANY = 5 }; /* so many that were measured rise or fall once in 3 times, and once in 60 */
    const bool apart = seen->n_distinct == seen->n_numbers && (seen->rises || seen->falls) &&
                       seen->n_numbers >= (seen_is_wide(seen) ? FEW : MANY);
    return index == 0 && !seen->is_signed && seen_digits(seen).least <= CHOSEN_DIGITS + 1 &&
           columns->told > 0 && !columns->worded && seen->broken && seen->n_distinct > 1 &&
           seen->n_numbers < SEEN_ROWS && seen->n_missing == 0 && (apart || repeats) &&
           strcasecmp(columns->items[index].name, "t") != 0;
}

enum column_role columns_untold_role(const struct columns *columns, int index,
                                    const struct seen *seen, bool repeats)
{
    const char *name = columns->items[index].name;
    if (column_is_size(name))
        return seen->broken ? COLUMN_UNTOLD : COLUMN_DETAIL;
    if (column_role_of_statistic(name) == COLUMN_IGNORED ||
        column_role_of_counts(name) == COLUMN_POSITION)
        return COLUMN_IGNORED;
    const enum name_direction direction = direction_of_name(name);
    if (direction == DIRECTION_LESS || direction == DIRECTION_MORE ||
        (direction == DIRECTION_DOUBTED &&
         ((seen->broken && !seen_is_wide(seen)) || seen_digits(seen).most > CHOSEN_DIGITS)))
        return COLUMN_UNTOLD; /* "overhead" was not chosen, nor "gc_pauses" of 10.2183, "dropped" of 0.11 */
    if (is_stepped(columns, index, seen, repeats))
        return COLUMN_DETAIL;
    return !seen->broken && !column_is_measured(name) &&
                   (repeats || column_is_choice(name) ||
                    (index < columns->told && !columns->worded && seen->n_numbers > 1)) &&
                   !column_is_count(name)
               ? COLUMN_DETAIL
               : COLUMN_UNTOLD;
}

bool columns_count_samples(const struct columns *columns, const char *name, const struct seen *seen)
{
    for (size_t i = 0; i < columns->n; i++)
        if (seen[i].n_numbers > 0 && column_counts_samples(name, columns->items[i].name))
            return true;
    return false;
}

/* Whether the rows have the same whole number of seconds; of a column without a unit the same whole number. */
static bool is_whole_seconds(struct columns *columns, const struct column *column,
                             struct unit unit, const struct seen *seen)
{
    double x;
    if (seen->n_distinct != 1 || seen->n_missing > 0 || seen->words[0].size == 0)
        return false;
    const bool read = column->in_cells
                          ? columns_quantity(columns, seen->words[0], &unit, &x)
                          : columns_number(columns, csv_trimmed(seen->words[0]), unit.power, &x);
    return read && x > 0 && x == floor(x);
}

bool columns_is_length(struct columns *columns, size_t index, const struct seen *seen)
{
    const struct column *column = &columns->items[index];
    struct pull *json = &columns->importer->json;
    struct unit unit;
    const char *stem = column_stem(json, column->name, &unit);
    bool rate = false;
    if (column->role != COLUMN_UNKNOWN || !column_is_duration(stem) ||
        (seen[index].n_numbers < 2 && strcasecmp(stem, "duration") != 0) ||
        !is_whole_seconds(columns, column, unit, &seen[index]))
        return false;
    for (size_t i = 0; i < columns->n; i++)
        rate |= seen[i].n_numbers > 0 &&
                (columns->items[i].in_cells ? seen[i].unit
                                            : column_unit_of(json, columns->items[i].name))
                    .more_is_better;
    return rate;
}

bool columns_is_moment(const struct columns *columns, const char *name, const struct seen *seen)
{
    enum { FEW = 7 };
    const bool course = seen->rises && seen->n_numbers >= FEW && seen->n_missing == 0 &&
                        seen->n_distinct == seen->n_numbers && strcasecmp(name, "time") == 0;
    for (size_t i = 0; i < columns->n; i++) {
        const char *other = columns->items[i].name;
        if (column_is_moment(name, other) || (course && strcasecmp(other, name) != 0 &&
                                              (column_is_duration(other) || name_says_time(other))))
            return true;
    }
    return false;
}

bool columns_number_rows(const struct columns *columns, const struct column *column,
                         const struct seen *seen)
{
    struct pull *json = &columns->importer->json;
    const bool numbers = seen->n_words == 0 && seen->n_numbers > 0, bare = !column->in_cells;
    if (!numbers || column_is_limit(column->name) || columns_is_moment(columns, column->name, seen))
        return numbers;
    return (bare && column_is_setting(column->name) && !column_has_unit(json, column->name)) ||
           (bare && column->name[0] != '\0' && !seen->broken &&
            column_role_of_counts(column->name) == COLUMN_POSITION);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_doubts.c -- what is refused or left out once the columns have their roles: times that are none, counts that tell
 * no rows apart, settings that look like results, marks that may part thousands. */
#include <string.h>
#include <strings.h>

#include "import/columns_seen.h"
#include "text/lines.h"

/* "2024.01.01 3:00:00 +0100" */
static bool begins_with_year(const struct csv_field *field)
{
    size_t digits = 0;
    while (digits < field->size && (unsigned)(field->text[digits] - '0') < 10)
        digits++;
    return digits == 4 && field->size > 4 && strchr("-./ ", field->text[4]) != NULL;
}

/* The first word of the column that is neither a number nor one with the unit of the others; where both stand, the first
 * without a unit. */
static size_t first_unreadable(struct columns *columns, const struct seen *seen)
{
    size_t first = SEEN_ROWS;
    bool is_plain = false;
    for (size_t i = 0; i < SEEN_ROWS; i++) {
        const struct csv_field word = seen->words[i];
        struct unit unit;
        double x;
        if (word.size == 0)
            continue;
        const bool number = columns_number(columns, word, 0, &x);
        if (!number && !(seen->n_quantities > 0 && columns_quantity(columns, word, &unit, &x) &&
                         strcmp(unit.name, seen->unit.name) == 0))
            return i;
        if (first == SEEN_ROWS || (number && !is_plain)) {
            first = i;
            is_plain = number;
        }
    }
    return first;
}

void columns_check_readable(struct columns *columns, const struct column *column,
                           const struct seen *seen)
{
    if (column->role != COLUMN_UNKNOWN || seen->n_words == 0 || !column_is_measure(column->name))
        return;
    if (seen_tells_times(&seen->words[0]) ||
        (column_role_of(column->name) == COLUMN_TIME && begins_with_year(&seen->words[0])))
        return;
    const size_t i = first_unreadable(columns, seen);
    columns->unreadable = true;
    if (columns->importer->dataset == NULL || i == SEEN_ROWS)
        return; /* it is only looked at */
    importer_fail_at(
        columns->importer, columns->line + lines_between(columns->p, seen->words[i].text),
        format_excerpt_of(column->name, strlen(column->name)).text,
        "\"%s\" is no number, and no number with a unit of time, size or rate behind it",
        format_excerpt_of(seen->words[i].text, seen->words[i].size).text);
}

/* Whole numbers behind the first value that nobody says to be chosen: "matches", "num reads". */
static bool may_be_counted(const struct columns *columns, size_t index, const struct seen *seen)
{
    const struct column *column = &columns->items[index];
    return column->role == COLUMN_DETAIL && columns->told >= 0 && (int)index > columns->told &&
           seen->n_words == 0 && column_role_of(column->name) == COLUMN_UNKNOWN &&
           !column_is_choice(column->name);
}

static bool same_in(const struct columns *columns, const struct seen *seen, size_t a, size_t b)
{
    for (size_t i = 0; i < columns->n; i++) {
        const enum column_role role = columns->items[i].role;
        const struct csv_field *x = &seen[i].words[a], *y = &seen[i].words[b];
        if ((role >= COLUMN_SYSTEM && role < COLUMN_VALUE &&
             !may_be_counted(columns, i, &seen[i])) &&
            (x->size != y->size || (x->size > 0 && memcmp(x->text, y->text, x->size) != 0)))
            return false;
    }
    return true;
}

void columns_drop_counted(struct columns *columns, const struct seen *seen)
{
    bool counted[COLUMNS_MOST];
    size_t n_rows = 0;
    for (size_t i = 0; i < columns->n; i++) {
        const size_t n = seen[i].n_numbers + seen[i].n_words + seen[i].n_missing;
        n_rows = n > n_rows ? n : n_rows;
    }
    for (size_t a = 0; a < n_rows; a++)
        for (size_t b = 0; b < a; b++)
            if (n_rows == SEEN_ROWS || same_in(columns, seen, a, b))
                return;
    for (size_t i = 0; i < columns->n; i++)
        counted[i] = may_be_counted(columns, i, &seen[i]);
    for (size_t i = 0; i < columns->n; i++)
        if (counted[i])
            columns->items[i].role = COLUMN_UNTOLD;
}

const char *columns_same_in_all(struct columns *columns, const struct seen *seen)
{
    enum { FEW = 3 };
    const struct column_choices *choices = columns->importer->options->columns;
    const char *same = NULL;
    bool apart = false;
    if (columns->is_long || (choices != NULL && choices->values.n > 0))
        return NULL;
    for (size_t i = 0; i < columns->n; i++) {
        const struct column *column = &columns->items[i];
        const bool names = column->role == COLUMN_BENCHMARK || column->role == COLUMN_DETAIL;
        apart |= names && seen[i].n_words >= FEW && seen[i].n_distinct == seen[i].n_words;
        if (column->role < COLUMN_VALUE)
            continue;
        const bool told = column_is_told(&columns->importer->json, column->name);
        if (seen[i].broken || (told && (seen[i].n_distinct != 1 || seen[i].last == 0 ||
                                        seen[i].n_missing > 0 || seen[i].n_numbers < FEW)))
            return NULL;
        same = told ? column->name : same;
    }
    return apart ? same : NULL;
}

void columns_check_marks(struct columns *columns, const struct seen *seen)
{
    size_t n_parted = 0, n_broken = 0, last = 0;
    for (size_t i = 0; i < columns->n; i++) {
        const bool counts = columns->items[i].role >= COLUMN_VALUE;
        n_parted += counts ? seen[i].n_parted : 0;
        n_broken += counts ? seen[i].n_broken : 0;
        last = counts && seen[i].n_parted > 0 ? i : last;
    }
    if (n_parted > 0 && n_broken == 0 && columns->importer->dataset != NULL)
        importer_fail_at(
            columns->importer, columns->line,
            format_excerpt_of(columns->items[last].name, strlen(columns->items[last].name)).text,
            "its points or commas may part thousands: all have three digits behind them; "
            "@dialect=semicolon-point or semicolon-comma says that they are decimal ones");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_look.c -- looks at the first rows of a table: what stands in each column.
 * Edge:     what is broken there is said where it is read, unless it is the first row. */
#include <math.h>
#include <string.h>

#include "import/columns_seen.h"
#include "text/lines.h"
#include "text/number.h"

bool columns_are_long(const struct columns *columns)
{
    bool named = false, measured = false;
    for (size_t i = 0; i < columns->n; i++) {
        const enum column_role role = column_role_of(columns->items[i].name);
        named |= role == COLUMN_METRIC || role == COLUMN_UNIT;
        measured |= column_is_measured(columns->items[i].name);
    }
    return named && measured;
}

static void note_text(struct seen *seen, size_t row, struct csv_field field)
{
    size_t i = 0;
    while (i < row && (seen->words[i].size != field.size ||
                       memcmp(seen->words[i].text, field.text, field.size) != 0))
        i++;
    seen->n_distinct += i == row;
    seen->words[row] = field;
}

/* Whether three digits stand behind the mark, and one to three before it, as where it parts thousands. */
static bool may_part_thousands(struct csv_field field, size_t mark)
{
    size_t n = 0;
    while (mark + 1 + n < field.size && (unsigned)(field.text[mark + 1 + n] - '0') < 10)
        n++;
    return mark > 0 && mark <= 3 && field.text[0] != '0' && n == 3 &&
           (mark + 4 == field.size || strchr(".,", field.text[mark + 4]) == NULL);
}

static void note_mark(struct seen *seen, struct csv_field field)
{
    size_t mark = 0;
    while (mark < field.size && field.text[mark] != '.' && field.text[mark] != ',')
        mark++;
    if (mark == field.size)
        return;
    seen->n_parted += may_part_thousands(field, mark);
    seen->n_broken += !may_part_thousands(field, mark);
}

static void note_word(struct columns *columns, struct seen *seen, size_t row,
                      struct csv_field field)
{
    struct unit unit;
    double x;
    note_text(seen, row, field);
    if (columns_quantity(columns, field, &unit, &x) &&
        (seen->n_quantities == 0 || strcmp(unit.name, seen->unit.name) == 0)) {
        seen->unit = unit;
        seen->n_quantities++;
        note_mark(seen, field);
    }
    seen->n_ratios += columns_ratio(field);
    seen->n_foreign += columns_foreign_quantity(field);
    seen->n_words++;
}

/* Words that are all numbers with units are numbers; one without a unit among them is none. */
static void settle_quantities(struct column *column, struct seen *seen)
{
    column->in_cells =
        seen->n_words > 0 && seen->n_quantities == seen->n_words && seen->n_numbers == 0;
    if (!column->in_cells)
        return;
    seen->n_numbers = seen->n_words;
    seen->n_words = 0;
    seen->broken = true;
}

static void look_at_field(struct columns *columns, struct seen *seen, size_t row,
                          struct csv_field written)
{
    const struct csv_field field = csv_trimmed(written);
    const char *end = field.text + field.size;
    double x;
    if (columns_missing(field)) {
        seen->n_missing++;
    } else if (columns_number(columns, field, 0, &x)) {
        seen->counts = row == 0 ? x == 0 || x == 1 : seen->counts && x == seen->last + 1;
        seen->rises = row == 0 || (seen->rises && x >= seen->last);
        seen->falls = row == 0 || (seen->falls && x <= seen->last);
        seen->last = x;
        seen->is_signed |= field.text[0] == '+';
        seen->broken |= x != (double)(long long)(fabs(x) < 1e15 ? x : 0) ||
                        (memchr(field.text, '.', field.size) != NULL &&
                         !word_ends((struct word){field.text, field.size}, ".0"));
        seen->n_numbers++;
        note_mark(seen, field);
        note_text(seen, row, field);
    } else if (number_read_local(field.text, end, 0, &x) == end) {
        seen->n_numbers++; /* of another dialect: refused where it is read */
        seen->broken = true;
        note_mark(seen, field);
        note_text(seen, row, field);
    } else {
        note_word(columns, seen, row, field);
    }
}

/* The point of version 2.0 is no decimal one. */
static void look_at_column(struct columns *columns, size_t index, struct seen *seen, size_t row,
                           struct csv_field field)
{
    const char point = columns->point;
    look_at_field(columns, seen, row, field);
    if (column_role_of(columns->items[index].name) != COLUMN_UNKNOWN)
        columns->point = point;
}

/* Of a table with a row a metric the column of metrics; else NULL. */
static const struct column *column_of_metrics(const struct columns *columns)
{
    for (size_t i = 0; i < columns->n && columns_are_long(columns); i++)
        if (column_role_of(columns->items[i].name) == COLUMN_METRIC)
            return &columns->items[i];
    return NULL;
}

/* Rows of several metrics say the same of what was measured again: what repeats in them is told from the rows of the first
 * metric, but for what belongs to each. */
static bool says_again(const struct columns *columns, const struct column *metrics,
                       const struct csv_field *fields, const struct csv_field *first, size_t index)
{
    if (metrics == NULL || column_is_measured(columns->items[index].name) ||
        column_role_of(columns->items[index].name) == COLUMN_UNIT ||
        metrics == &columns->items[index])
        return false;
    const struct csv_field *metric = &fields[metrics - columns->items];
    return metric->size != first->size || memcmp(metric->text, first->text, metric->size) != 0;
}

void columns_look(struct columns *columns, struct seen *seen, struct csv_field *fields)
{
    const struct column *metrics = column_of_metrics(columns);
    struct csv_field metric = {0};
    const char *first = columns->p, *next;
    const char point = columns->point;
    const size_t line = columns->line;
    size_t passed;
    for (size_t row = 0; row < SEEN_ROWS; row++) {
        columns->p = csv_skip_comments(columns->p, columns->end, &columns->line);
        if (columns->p == columns->end)
            break;
        if (!columns_split(columns, fields, &next, &passed))
            break;
        if (row == 0 && metrics != NULL)
            metric = fields[metrics - columns->items];
        for (size_t i = 0; i < columns->n; i++)
            if (!says_again(columns, metrics, fields, &metric, i))
                look_at_column(columns, i, &seen[i], row, fields[i]);
        columns->p = next;
        columns->line += passed;
    }
    if (columns->importer->json.failed) /* said where it is read, unless the first row is broken */
        columns->importer->json.failed = columns->p == first;
    columns->importer->json.cut &= columns->importer->json.failed;
    columns->p = first;
    columns->line = line;
    columns->point = point;
    for (size_t i = 0; i < columns->n; i++)
        settle_quantities(&columns->items[i], &seen[i]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.c -- tables as CSV that a program can read: of a column of numbers the numbers, with a point and an ASCII
 * sign, and their unit in a column of its own; of a column of ranges two columns, "lower" and "upper"; what stands behind
 * a number with its range in brackets is a verdict.
 *
 * A column is one of numbers when it is set to the right and each of its cells is a number, a range or words; words
 * among numbers ("not repeated") are left empty. */
#include "view/medium/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/view_memory.h"

/* A number as it stands there, without a plus; length 0: there is none. */
struct number {
    const char *digits;
    int length;
    bool is_negative;
};

/* What a cell says: "12.3 ms", "1 \u2026 2 ms" or "+5.0 [+4.1 \u2026 +6.2] S". */
struct reading {
    struct number value, low, high;
    const char *unit; /* what stands behind them */
};

static const char *skip(const char *text, const char *what)
{
    const size_t length = strlen(what);
    return strncmp(text, what, length) == 0 ? text + length : text;
}

/* Digits, with a sign before them; NULL: there are none. */
static const char *read_number(const char *text, struct number *out)
{
    text += strspn(text, " ");
    const char *after = skip(skip(text, "\u2212"), "-");
    const bool is_negative = after > text;
    after = skip(after, "+");
    if (after[0] < '0' || after[0] > '9')
        return NULL;
    char *end;
    (void)strtod(after, &end);
    *out = (struct number){after, (int)(end - after), is_negative};
    return end;
}

/* Both ends; NULL: it is no range. */
static const char *read_range(const char *text, struct reading *out)
{
    const char *rest = read_number(text, &out->low);
    if (rest == NULL)
        return NULL;
    rest += strspn(rest, " ");
    const char *second = skip(skip(rest, "\u2026"), "..");
    return second > rest ? read_number(second, &out->high) : NULL;
}

static bool read_cell(const char *text, struct reading *out)
{
    *out = (struct reading){.unit = ""};
    const char *rest = read_range(text, out);
    if (rest == NULL) {
        *out = (struct reading){.unit = ""};
        rest = read_number(text, &out->value);
        if (rest == NULL)
            return false;
        const char *bracket = rest + strspn(rest, " ");
        const char *inside = bracket[0] == '[' ? read_range(bracket + 1, out) : NULL;
        rest = inside != NULL && inside[0] == ']' ? inside + 1 : rest;
    }
    out->unit = rest + strspn(rest, " ");
    return true;
}

/* What a column holds; none of it: text. */
struct held {
    bool values, ranges, units;
};

static bool is_text(const struct held *kind)
{
    return !kind->values && !kind->ranges;
}

static struct held held_of(const struct table *table, size_t column)
{
    struct held kind = {false, false, false};
    bool brackets = false;
    for (size_t row = 1; row <= table->n_rows && table->columns[column].align == TABLE_RIGHT;
         row++) {
        const char *text = table_text(table, row, column, 0);
        struct reading reading;
        if (text[0] == '\0')
            continue;
        if (!read_cell(text, &reading)) {
            if (strpbrk(text, "0123456789") != NULL)
                return (struct held){false, false, false}; /* "< 0.001": something else */
            continue;
        }
        kind.values = kind.values || reading.value.length > 0;
        kind.ranges = kind.ranges || reading.high.length > 0;
        kind.units = kind.units || reading.unit[0] != '\0';
        brackets = brackets || (reading.value.length > 0 && reading.high.length > 0);
    }
    kind.values =
        kind.values && (brackets || !kind.ranges); /* "6" beside "6 \u2026 7" is both ends */
    return kind;
}

/* "min … max" names both ends itself. */
static char *end_title(const char *title, bool upper)
{
    const char *between = strstr(title, " \u2026 ");
    if (between == NULL)
        between = strstr(title, " .. ");
    if (between == NULL)
        return view_format("%s%s%s", title, title[0] != '\0' ? " " : "", upper ? "upper" : "lower");
    return upper ? view_format("%s", strchr(between + 1, ' ') + 1)
                 : view_format("%.*s", (int)(between - title), title);
}

static void write_title(const char *title, const struct held *kind,
                        void (*text)(FILE *stream, const char *text))
{
    OWNED char *low = end_title(title, false), *high = end_title(title, true),
               *unit =
                   view_format("%s %s", title, kind->values && kind->ranges ? "verdict" : "unit");
    if (low == NULL || high == NULL || unit == NULL)
        return;
    const char *separator = "";
    const struct {
        bool is_there;
        const char *title;
    } parts[] = {{kind->values || is_text(kind), title},
                 {kind->ranges, low},
                 {kind->ranges, high},
                 {kind->units, unit}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].is_there)
            continue;
        fputs(separator, stdout);
        text(stdout, parts[i].title);
        separator = ",";
    }
}

static void write_number(const struct number *number)
{
    printf("%s%.*s", number->is_negative ? "-" : "", number->length,
           number->length > 0 ? number->digits : "");
}

static void write_numbers(const char *cell, const struct held *kind,
                          void (*text)(FILE *stream, const char *text))
{
    struct reading reading;
    if (!read_cell(cell, &reading))
        reading = (struct reading){.unit = ""};
    if (kind->ranges && !kind->values && reading.value.length > 0)
        reading.low = reading.high = reading.value;
    if (kind->values)
        write_number(&reading.value);
    if (kind->ranges) {
        fputs(kind->values ? "," : "", stdout);
        write_number(&reading.low);
        putchar(',');
        write_number(&reading.high);
    }
    if (kind->units) {
        putchar(',');
        text(stdout, reading.unit);
    }
}

void csv_write(const struct table *table, void (*text)(FILE *stream, const char *text))
{
    OWNED struct held *kinds = view_room(table->n_columns, sizeof *kinds);
    for (size_t i = 0; kinds != NULL && i < table->n_columns; i++)
        kinds[i] = held_of(table, i);
    for (size_t row = 0; kinds != NULL && row <= table->n_rows; row++) {
        bool first = true;
        for (size_t i = 0; i < table->n_columns; i++) {
            if (table->columns[i].draw != NULL)
                continue;
            const char *cell = table_text(table, row, i, 0);
            fputs(first ? "" : ",", stdout);
            first = false;
            if (row == 0)
                write_title(cell, &kinds[i], text);
            else if (!is_text(&kinds[i]))
                write_numbers(cell, &kinds[i], text);
            else
                text(stdout, cell);
        }
        putchar('\n');
    }
}

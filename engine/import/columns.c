/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c -- tables with a column a metric, as spreadsheets, R, Otava and many tools write them:
 * docs/csv.md.
 * Levels:   those that columns name (build, execution, iteration …); else one flat list.
 * Names:    a column of versions names the systems, as those of commits do for assay history; columns
 *           of parameters stand behind the benchmark.
 * Edge:     NA, NaN, null and nothing are missing values, and counted. In a table of semicolons a
 *           comma is a decimal one until a number has a point; elsewhere it is none unless the
 *           user says so, for it may part thousands.
 * Checked:  tests/engine/import/test_columns.c. */
#include "import/columns.h"

#include <stdlib.h>
#include <string.h>

#include "import/console_output.h"
#include "text/lines.h"
#include "text/number.h"

const char *columns_text(struct columns *columns, struct csv_field written)
{
    return csv_keep(&columns->importer->json, csv_without_mark(csv_trimmed(written)));
}

bool columns_missing(struct csv_field written)
{
    static const char *const words[] = {"",     "NA",   "N/A",  "n/a", "NaN", "nan", "NAN",
                                        "null", "NULL", "None", "-",   "NaT", NULL};
    const struct csv_field field = csv_trimmed(written);
    return word_among((struct word){field.text, field.size}, words);
}

static bool is_digit(char c)
{
    return (unsigned)(c - '0') < 10;
}

/* How long the sign at p is that parts thousands and nothing else: an apostrophe or a blank that does not break, with three
 * digits behind it, and no more. */
static size_t thousands_sign(const char *p, const char *end)
{
    static const char *const signs[] = {"'", "\u2019", "\u00a0", "\u2009", "\u202f"};
    size_t n = 0, digits = 0;
    for (size_t i = 0; n == 0 && i < sizeof signs / sizeof *signs; i++)
        if ((size_t)(end - p) > strlen(signs[i]) && memcmp(p, signs[i], strlen(signs[i])) == 0)
            n = strlen(signs[i]);
    while (n > 0 && p + n + digits < end && is_digit(p[n + digits]))
        digits++;
    return digits == 3 ? n : 0;
}

/* "10'829.2", "10’829.2" and "10 829.2" without what parts thousands; false: nothing does. */
static bool without_thousands_signs(struct csv_field field, char text[static 64], size_t *size)
{
    const char *end = field.text + field.size;
    bool parted = false;
    *size = 0;
    for (const char *p = field.text; p < end && *size < 63;) {
        const size_t n = p > field.text && is_digit(p[-1]) ? thousands_sign(p, end) : 0;
        parted |= n > 0;
        if (n == 0)
            text[(*size)++] = *p;
        p += n + (n == 0);
    }
    text[*size] = '\0';
    return parted && field.size < 64;
}

bool columns_number(struct columns *columns, struct csv_field written, int power, double *x)
{
    if (columns->point == '.' && written.size > 0 &&
        number_read(written.text, written.text + written.size, power, x) ==
            written.text + written.size)
        return true; /* as most are */
    const struct csv_field field = csv_trimmed(written);
    const char *end = field.text + field.size;
    const bool comma = memchr(field.text, ',', field.size) != NULL,
               point = memchr(field.text, '.', field.size) != NULL;
    char text[64];
    size_t size;
    if (field.size > 4 && is_digit(end[-1]) && without_thousands_signs(field, text, &size))
        return columns_number(columns, (struct csv_field){text, size, false}, power, x);
    if (field.size == 0 || (comma && point) || (comma && columns->point == '.') ||
        (point && columns->point == ','))
        return false;
    const char *last = comma ? number_read_local(field.text, end, power, x)
                             : number_read(field.text, end, power, x);
    if (last != end)
        return false;
    if (comma || point)
        columns->point = comma ? ',' : '.';
    return true;
}

/* What follows the digits of a number, a sign, points, commas, what parts thousands and an exponent. */
static const char *behind_number(const char *p, const char *end)
{
    while (p < end && (is_digit(*p) || strchr("+-.,", *p) != NULL || thousands_sign(p, end) > 0))
        p += is_digit(*p) || strchr("+-.,", *p) != NULL ? 1 : thousands_sign(p, end);
    const char *exponent = p + 1 < end && (*p == 'e' || *p == 'E') ? p + 1 : end;
    exponent += exponent < end && (*exponent == '+' || *exponent == '-');
    if (exponent == end || (unsigned)(*exponent - '0') >= 10)
        return p;
    while (exponent < end && (unsigned)(*exponent - '0') < 10)
        exponent++;
    return exponent;
}

bool columns_quantity(struct columns *columns, struct csv_field written, struct unit *unit,
                      double *x)
{
    const struct csv_field field = csv_trimmed(written);
    const char *end = field.text + field.size, *behind = behind_number(field.text, end);
    const struct csv_field number = {field.text, (size_t)(behind - field.text), false};
    if (behind == end || !columns_number(columns, number, 0, x))
        return false;
    const char *word = behind + strspn(behind, " ");
    char text[16];
    const size_t n = word < end ? (size_t)(end - word) : 0;
    if (n == 0 || n >= sizeof text)
        return false;
    memcpy(text, word, n);
    text[n] = '\0';
    if (strpbrk(text, "0123456789") != NULL && strcmp(text, "1/s") != 0)
        return false; /* "10 174 MB", of whatever blanks */
    *unit = unit_of(text);
    if (unit->name == text && unit->more_is_better)
        unit->name = pull_copy(&columns->importer->json, text, n); /* "ops/s" */
    if (unit->name == text || unit->told.unit != ASSAY_TOLD_BY_FORMAT)
        return false;
    (void)columns_number(columns, number, unit->power, x);
    *x *= unit->factor;
    unit->power = 0;
    unit->factor = 1;
    return true;
}

bool columns_ratio(struct csv_field field)
{
    const size_t n = field.size > 1 && field.text[field.size - 1] == 'x' ? field.size - 1 : 0;
    double x;
    return n > 0 && memchr(field.text, '.', n) != NULL &&
           number_read(field.text, field.text + n, 0, &x) == field.text + n;
}

/* "10 996,1": three digits behind each blank. */
static bool is_parted_by_blanks(struct csv_field field)
{
    size_t blanks = 0;
    for (size_t i = 1; i < field.size; i++) {
        size_t digits = 0;
        while (field.text[i] == ' ' && i + 1 + digits < field.size &&
               is_digit(field.text[i + 1 + digits]))
            digits++;
        if (field.text[i] == ' ' && digits != 3)
            return false;
        blanks += field.text[i] == ' ';
    }
    return blanks > 0;
}

bool columns_foreign_quantity(struct csv_field written)
{
    const struct csv_field field = csv_trimmed(written);
    size_t n = field.size;
    bool foreign = false;
    char text[16];
    while (n > 0 && !is_digit(field.text[n - 1]))
        n--;
    if (n == 0 || (!is_digit(field.text[0]) && strchr("+-", field.text[0]) == NULL))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char c = field.text[i]; /* what parts thousands may have several bytes */
        foreign |= c == ',' || c == ' ' || (c & 0x80) != 0;
        if (!is_digit(c) && (c & 0x80) == 0 && strchr("+-.,' ", c) == NULL)
            return false;
    }
    const char *word = field.text + n, *end = field.text + field.size;
    while (word < end && *word == ' ')
        word++;
    const size_t size = (size_t)(end - word);
    if (size == 0)
        return is_parted_by_blanks(field);
    if (!foreign || size >= sizeof text)
        return false;
    memcpy(text, word, size);
    text[size] = '\0';
    return unit_of(text).name != text;
}

bool columns_split(struct columns *columns, struct csv_field *fields, const char **next,
                   size_t *passed)
{
    size_t n;
    *passed = 0;
    *next = csv_split(columns->p, columns->end, columns->separator, fields, columns->n, &n, passed);
    if (*next == NULL) {
        importer_fail_at(columns->importer, columns->line, NULL,
                         "a quote is not closed, or text follows a closing quote");
        return false;
    }
    if (n == columns->n || n == columns->n + columns->n_nameless)
        return true;
    importer_fail_at(columns->importer, columns->line, NULL, "%s",
                     csv_ragged(columns->p, *next, n, columns->n).text);
    columns->importer->json.cut = n < columns->n && *next == columns->end;
    return false;
}

/* ---- the table ---- */

static bool holds_no_value(const struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role >= COLUMN_VALUE)
            return false;
    return true;
}

/* Whether a name says what is measured. */
static bool says_something(struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++) {
        const struct column *column = &columns->items[i];
        if (column->role == COLUMN_UNIT || (column->role >= COLUMN_VALUE &&
                                            column_is_told(&columns->importer->json, column->name)))
            return true;
    }
    return false;
}

/* A column whose name or cells say a time, a rate, or another quantity that programs are judged by. Sizes are what
 * machines have, too. */
static bool tells_quantity(struct columns *columns, const struct column *column)
{
    const char *name = column->name;
    if (strcasestr(name, "rss") != NULL || strcasestr(name, "alloc") != NULL ||
        column_is_metric(name))
        return true;
    if (strcmp(column->unit.name, "1") == 0)
        return direction_of_name(name) == DIRECTION_MORE ||
               column_is_told(&columns->importer->json, name);
    return strcmp(column->unit.name, "byte") != 0;
}

/* Settings and descriptions are tables with numbers, too. What was measured has a name that says so in one column at
 * least, versions or systems to tell apart, or is no whole number anywhere. */
static bool tells_results(struct columns *columns)
{
    const struct column_choices *choices = columns->importer->options->columns;
    bool broken = true;
    if (columns->of_tool || columns->importer->options->declared != NULL || columns->is_long ||
        (choices != NULL && choices->values.n > 0))
        return true;
    for (size_t i = 0; i < columns->n; i++) {
        const struct column *column = &columns->items[i];
        if (column->role == COLUMN_VERSION || column->role == COLUMN_SYSTEM ||
            column->role == COLUMN_METRIC || column->role == COLUMN_UNIT ||
            column->role == COLUMN_LEVEL || column->system != NULL)
            return true;
        if (column->role < COLUMN_VALUE)
            continue;
        if (tells_quantity(columns, column))
            return true;
        broken &= column->broken;
    }
    return broken;
}

/* A column of numbers that sum up others, or count; what the user does not name is not asked for. */
static bool is_passed(const struct columns *columns, const struct column *column)
{
    const struct format_options *options = columns->importer->options;
    return column->role == COLUMN_IGNORED && column->name[0] != '\0' && options->declared == NULL &&
           (options->columns == NULL || options->columns->values.n == 0);
}

static void read_table(struct columns *columns, const struct format_text *text)
{
    if (columns_find(columns, text)) {
        for (size_t i = 0; i < columns->n; i++) {
            importer_skip(columns->importer, is_passed(columns, &columns->items[i]),
                          columns->of_tool ? "other columns" : "columns of spreads and counts");
            importer_skip(columns->importer, columns->items[i].role == COLUMN_TEXT,
                          "columns of text");
            importer_skip(columns->importer, columns->items[i].role == COLUMN_UNTOLD,
                          "columns of numbers without a unit (@value names them)");
        }
        if (holds_no_value(columns))
            importer_fail_at(columns->importer, 1, NULL,
                             "no column holds numbers; @value=COLUMN=UNIT names one");
        else if (!tells_results(columns))
            importer_fail_at(
                columns->importer, 1, NULL,
                "no column says that it holds a time or a rate, so that it may be settings or a "
                "description as well; @value=COLUMN=UNIT names what was measured");
        else if (columns->same != NULL)
            importer_fail_at(
                columns->importer, 1, format_excerpt_of(columns->same, strlen(columns->same)).text,
                "the same in all rows, so that it may be a setting; @value=COLUMN=UNIT names what "
                "was measured");
        columns_explain(columns);
        columns_read_rows(columns);
    }
    free(columns->items);
}

void columns_read_ragged(struct importer *importer, const struct format_text *text)
{
    struct columns columns = {.importer = importer, .lowest = "execution", .ragged = true};
    read_table(&columns, text);
}

static void read_columns(struct importer *importer)
{
    struct columns columns = {.importer = importer, .lowest = "execution"};
    if (!columns_spaced(importer->text)) {
        read_table(&columns, importer->text);
        return;
    }
    const struct format_text table = columns_of_spaced(importer->text);
    if (table.text != NULL)
        read_table(&columns, &table);
    else
        pull_no_memory(&importer->json);
    free((char *)table.text);
}

static bool begins_with_number(const char *text, const char *end)
{
    double x;
    return number_read(text, end, 0, &x) != NULL;
}

/* One column needs a number below its name, and none in front of it: any line of a text could be one. */
static bool is_table(const struct columns *columns)
{
    const char *name = columns->items[0].name, *p = columns->p;
    p += p < columns->end && *p == '"';
    return columns->n > 1 ||
           (begins_with_number(p, columns->end) && !begins_with_number(name, name + strlen(name)));
}

/* A header of words, and rows behind it in which a column holds numbers. */
bool columns_probe(const struct format_text *text, bool needs_word)
{
    static const struct format_options none = {.system = "", .benchmark = ""};
    struct assay_error error;
    struct importer importer;
    struct columns columns = {.importer = &importer, .lowest = ""};
    importer_init(&importer, text, &none, NULL, &error);
    const bool found = columns_find(&columns, text) && is_table(&columns) &&
                       ((columns.unreadable && !needs_word) ||
                        (!holds_no_value(&columns) && (!needs_word || says_something(&columns))));
    free(columns.items);
    pull_fini(&importer.json);
    return found;
}

static bool probe_spaced(const struct format_text *text)
{
    enum { HEAD = 1 << 14 };
    const struct format_text head = {text->text, text->size < HEAD ? text->size : HEAD, false};
    const struct format_text table = columns_of_spaced(&head);
    const bool found = table.text != NULL && columns_probe(&table, true);
    free((char *)table.text);
    return found;
}

static bool probe(const struct format_text *text)
{
    return format_console_output(text) == NULL && /* a tool's table of means, which has better */
           (columns_spaced(text) ? probe_spaced(text) : columns_probe(text, false));
}

const struct format format_columns = {
    .name = "columns",
    .what = "CSV with a column a metric",
    .probe = probe,
    .take = read_columns,
};

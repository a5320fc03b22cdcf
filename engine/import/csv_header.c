/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_header.c -- which column of an assay CSV is what. Source: RFC 4180 for quoting. */
#include "import/csv_header.h"

#include <stdio.h>

#include "import/columns.h"
#include "text/direction.h"
#include "text/lines.h"
#include "text/number.h"

/* "#,time": a head whose first column counts rows. */
static bool names_place(const char *p, const char *end)
{
    return end - p > 1 && p[1] != '\0' && strchr(",;\t|", p[1]) != NULL;
}

const char *csv_skip_comments(const char *p, const char *end, size_t *line)
{
    while (p < end) {
        const char *q = p;
        while (q < end && (*q == ' ' || *q == '\t' || *q == '\r'))
            q++;
        if (q < end && *q == '#' && !names_place(q, end)) {
            const char *newline = memchr(q, '\n', (size_t)(end - q));
            q = newline != NULL ? newline : end;
        }
        if (q < end && *q != '\n')
            return p;
        *line += q < end;
        p = q < end ? q + 1 : end;
    }
    return p;
}

/* The end of a quoted field whose text begins at p: at its closing quote. NULL: it is not closed.
 */
static const char *quoted_end(const char *p, const char *end, size_t *line)
{
    for (; p < end; p++) {
        if (*p == '"') {
            if (p + 1 == end || p[1] != '"')
                return p;
            p++;
        }
        *line += *p == '\n';
    }
    return NULL;
}

static bool at_end_of_field(const char *p, const char *end, char separator)
{
    return p == end || *p == separator || *p == '\n' ||
           (*p == '\r' && (p + 1 == end || p[1] == '\n'));
}

/* At the quote that blanks stand before, as nanobench writes them behind its semicolons; else p. */
static const char *before_quote(const char *p, const char *end)
{
    const char *q = p;
    while (q < end && *q == ' ')
        q++;
    return q < end && *q == '"' ? q : p;
}

/* Reads one field at p; returns what follows it, or NULL as csv_split does. */
static const char *split_field(const char *p, const char *end, char separator,
                               struct csv_field *field, size_t *line)
{
    p = separator != ',' ? before_quote(p, end) : p;
    if (p < end && *p == '"') {
        const char *last = quoted_end(p + 1, end, line);
        if (last == NULL || !at_end_of_field(last + 1, end, separator))
            return NULL;
        *field = (struct csv_field){p + 1, (size_t)(last - p - 1), true};
        return last + 1;
    }
    const char *last = p;
    while (!at_end_of_field(last, end, separator))
        last++;
    *field = (struct csv_field){p, (size_t)(last - p), false};
    return last;
}

const char *csv_split(const char *p, const char *end, char separator, struct csv_field *fields,
                      size_t room, size_t *n, size_t *line)
{
    *n = 0;
    for (;;) {
        struct csv_field field;
        p = split_field(p, end, separator, &field, line);
        if (p == NULL)
            return NULL;
        if (*n < room)
            fields[*n] = field;
        *n += 1;
        if (p == end || *p != separator)
            break;
        p++;
    }
    if (p < end && *p == '\r')
        p++;
    if (p < end) {
        p++;
        *line += 1;
    }
    return p;
}

struct csv_mistake csv_ragged(const char *row, const char *next, size_t n, size_t allowed)
{
    struct csv_mistake mistake;
    while (next > row && (next[-1] == '\n' || next[-1] == '\r'))
        next--;
    (void)snprintf(mistake.text, sizeof mistake.text,
                   "%zu field%s in \"%s\"; the header names %zu columns, and each row must have as many: %s", n,
                   n == 1 ? "" : "s", format_excerpt_of(row, (size_t)(next - row)).text, allowed,
                   n < allowed ? "NA stands for a value that is missing"
                               : "a field that holds the mark between fields stands in \"quotes\"");
    return mistake;
}

/* ---- the header line ---- */

struct csv_field csv_trimmed(struct csv_field field)
{
    const struct word bare = word_trimmed((struct word){field.text, field.size}, " \t");
    return (struct csv_field){bare.text, bare.size, field.quoted};
}

struct csv_field csv_without_mark(struct csv_field field)
{
    static const char formula[] = {'=', '+', '-', '@', '\t', '\r'};
    size_t quotes = 0;
    while (quotes < field.size && field.text[quotes] == '\'')
        quotes++;
    if (quotes == 0 || quotes == field.size ||
        memchr(formula, field.text[quotes], sizeof formula) == NULL)
        return field;
    return (struct csv_field){field.text + 1, field.size - 1, field.quoted};
}

const char *csv_keep(struct pull *json, struct csv_field field)
{
    const char *kept =
        pull_copy(json, field.text, field.size < LINES_LONGEST ? field.size : LINES_LONGEST);
    if (!field.quoted || strchr(kept, '"') == NULL)
        return kept;
    char *out = (char *)(uintptr_t)kept;
    for (const char *p = kept; *p != '\0'; p += p[0] == '"' && p[1] == '"' ? 2 : 1)
        *out++ = *p;
    *out = '\0';
    return kept;
}

static bool copy_name(char name[CSV_NAME_SIZE], struct csv_field field)
{
    field = csv_without_mark(csv_trimmed(field));
    if (field.size == 0 || field.size >= CSV_NAME_SIZE || memchr(field.text, '\0', field.size))
        return false;
    memcpy(name, field.text, field.size);
    name[field.size] = '\0';
    return true;
}

static bool holds_values(const char *name)
{
    return strcmp(name, "value") == 0 || unit_is_time(name);
}

static bool has_column(const struct csv_header *header, const char *name)
{
    for (size_t i = 0; i < header->n_columns; i++)
        if (strcmp(header->name[i], name) == 0)
            return true;
    return false;
}

/* Together they are what `assay export --when` adds, with the version where it is known; each alone may be
 * a level. */
static const char *const occasion[] = {"position", "start", "cost"};
enum { N_OCCASION = sizeof occasion / sizeof *occasion };

static bool tells_occasion(const struct csv_header *header, const char *name)
{
    bool is_one = strcmp(name, "version") == 0 && has_column(header, "system");
    for (size_t i = 0; i < N_OCCASION; i++) {
        if (!has_column(header, occasion[i]))
            return false;
        is_one = is_one || strcmp(name, occasion[i]) == 0;
    }
    return is_one;
}

/* The place of a column with a meaning of its own, or NULL: then it is a level. */
static int *reserved(struct csv_header *header, const char *name)
{
    if (holds_values(name))
        return &header->value;
    if (strcmp(name, "system") == 0)
        return &header->system;
    if (strcmp(name, "benchmark") == 0)
        return &header->benchmark;
    if (strcmp(name, "metric") == 0)
        return &header->metric;
    if (strcmp(name, "unit") == 0)
        return &header->unit;
    if (strcmp(name, "round") == 0)
        return &header->round;
    if (strcmp(name, "warmup") == 0)
        return &header->warmup;
    if (strcmp(name, "machine_id") == 0 && has_column(header, "machine"))
        return &header->machine_id;
    if (strcmp(name, "machine_class") == 0 && has_column(header, "machine_id"))
        return &header->machine_class;
    if (strcmp(name, "watched") == 0)
        return &header->watched;
    if (strcmp(name, "better") == 0 && header->unit != CSV_NONE)
        return &header->better;
    return NULL;
}

static enum assay_status place_level(struct csv_header *header, size_t column, size_t line,
                                     struct assay_error *error)
{
    const char *name = header->name[column];
    header->wide |= header->value != CSV_NONE;
    if (header->wide)
        return format_fail(error, ASSAY_INVALID, line, name,
                           "this column stands after the values; level columns stand before them, "
                           "and only unit may follow");
    if (header->n_levels == ASSAY_MAX_LEVELS)
        return format_fail(error, ASSAY_INVALID, line, name,
                           "at most %d columns name levels; if this one and those "
                           "behind it hold values, @value names them",
                           ASSAY_MAX_LEVELS);
    header->level[header->n_levels++] = (int)column;
    return ASSAY_OK;
}

/* Versions are the systems, where no column of systems stands. */
static bool is_version(const char *name)
{
    return strcmp(name, "version") == 0 || strcmp(name, "commit") == 0;
}

bool csv_names_versions(const struct csv_header *header)
{
    return header->system != CSV_NONE && is_version(header->name[header->system]);
}

static enum assay_status place_column(struct csv_header *header, size_t column, size_t line,
                                      struct assay_error *error)
{
    const char *name = header->name[column];
    for (size_t i = 0; i < column; i++)
        if (strcmp(header->name[i], name) == 0)
            return format_fail(error, ASSAY_INVALID, line, name, "this column stands twice");
    if (tells_occasion(header, name))
        return ASSAY_OK;
    int *place = reserved(header, name);
    if (place == NULL && is_version(name) && header->system == CSV_NONE &&
        !has_column(header, "system"))
        place = &header->system;
    if (place == NULL)
        return place_level(header, column, line, error);
    header->wide |= *place != CSV_NONE && place == &header->value;
    if (*place != CSV_NONE)
        return format_fail(error, ASSAY_INVALID, line, name,
                           "\"%s\" holds the values already; one column of values is allowed",
                           header->name[*place]);
    *place = (int)column;
    return ASSAY_OK;
}

/* A name that is a number: the first line is no header; NULL: there is none. */
static const char *number_stands(const struct csv_header *header)
{
    double x;
    for (size_t i = 0; i < header->n_columns; i++) {
        const char *name = header->name[i], *end = name + strlen(name);
        if (name < end && number_read(name, end, 0, &x) == end)
            return name;
    }
    return NULL;
}

/* Why there is no column of values: of a first row that is broken nobody can say what its columns are. */
static enum assay_status fail_without_values(const struct csv_header *header, size_t line,
                                             struct assay_error *error)
{
    struct csv_field fields[CSV_MAX_COLUMNS];
    const char *only = header->n_columns == 1 ? header->name[0] : "";
    const char *other = strpbrk(only, ";\t|"), *end = header->text_end;
    size_t n = header->n_columns, row_line = header->rest_line, passed = 0;
    const char *row = csv_skip_comments(header->rest, end, &row_line), *next = NULL;
    if (row < end && header->n_columns > 1)
        next = csv_split(row, end, ',', fields, CSV_MAX_COLUMNS, &n, &passed);
    if (next != NULL && n != header->n_columns)
        return format_fail(error, ASSAY_INVALID, row_line, NULL, "%s",
                           csv_ragged(row, next, n, header->n_columns).text);
    return format_fail(error, ASSAY_INVALID, line, NULL,
                       "the header names no column of values: value, or one named by its unit "
                       "(seconds, ms, us, ns)%s",
                       other == NULL   ? ""
                       : *other == ';' ? "; columns are parted by commas, not by semicolons"
                                       : "; columns are parted by commas");
}

static enum assay_status place_columns(struct csv_header *header, size_t line,
                                       struct assay_error *error)
{
    for (size_t i = 0; i < header->n_columns; i++) {
        enum assay_status status = place_column(header, i, line, error);
        if (status != ASSAY_OK)
            return status;
    }
    const char *number = header->value == CSV_NONE ? number_stands(header) : NULL;
    if (number != NULL)
        return format_fail(
            error, ASSAY_INVALID, line, NULL,
            "the first line is to name the columns, as system,ms; \"%s\" is a number", number);
    if (header->value == CSV_NONE)
        return fail_without_values(header, line, error);
    const char *name = header->name[header->value];
    header->value_unit = unit_of(strcmp(name, "value") == 0 ? "1" : name);
    if (header->unit != CSV_NONE && unit_is_time(name))
        return format_fail(error, ASSAY_INVALID, line, "unit",
                           "the column \"%s\" names the unit already", name);
    return ASSAY_OK;
}

enum assay_status csv_header_read(const struct format_text *text, struct csv_header *header,
                                  struct assay_error *error)
{
    *header = (struct csv_header){.system = CSV_NONE,
                                  .benchmark = CSV_NONE,
                                  .metric = CSV_NONE,
                                  .value = CSV_NONE,
                                  .unit = CSV_NONE,
                                  .round = CSV_NONE,
                                  .warmup = CSV_NONE,
                                  .machine_id = CSV_NONE,
                                  .machine_class = CSV_NONE,
                                  .watched = CSV_NONE,
                                  .better = CSV_NONE};
    const char *p = text->text, *end = p + text->size;
    if (text->size >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        p += 3;
    size_t line = 1;
    p = csv_skip_comments(p, end, &line);
    if (p == end)
        return format_fail(error, ASSAY_UNDEFINED, 0, NULL, "it is empty");
    size_t header_line = line;
    struct csv_field fields[CSV_MAX_COLUMNS];
    p = csv_split(p, end, ',', fields, CSV_MAX_COLUMNS, &header->n_columns, &line);
    if (p == NULL)
        return format_fail(error, ASSAY_INVALID, header_line, NULL,
                           "a quote is not closed, or text follows a closing quote");
    if (header->n_columns > CSV_MAX_COLUMNS)
        return format_fail(
            error, ASSAY_INVALID, header_line, NULL,
            "%zu columns; an assay CSV has at most %d, a table with a column a metric "
            "%d",
            header->n_columns, CSV_MAX_COLUMNS, COLUMNS_MOST);
    for (size_t i = 0; i < header->n_columns; i++)
        if (!copy_name(header->name[i], fields[i]))
            return format_fail(error, ASSAY_INVALID, header_line, NULL,
                               "column %zu has no name, or one of more than %d bytes", i + 1,
                               CSV_NAME_SIZE - 1);
    header->rest = p;
    header->rest_line = line;
    header->text_end = end;
    return place_columns(header, header_line, error);
}

/* "cycles", "rss", "mean": what was measured, beside the values. */
static bool is_measured(const char *name)
{
    return direction_of_name(name) != DIRECTION_NOT_TOLD || name_says_time(name) ||
           column_role_of_statistic(name) != COLUMN_VALUE;
}

/* The cell of the first row; of no size where there is none. */
static struct csv_field first_cell(const struct csv_header *header, int column)
{
    struct csv_field fields[CSV_MAX_COLUMNS];
    size_t n = 0, line = 0;
    const char *end = header->text_end, *p = csv_skip_comments(header->rest, end, &line);
    if (p == end || csv_split(p, end, ',', fields, CSV_MAX_COLUMNS, &n, &line) == NULL ||
        (size_t)column >= n)
        return (struct csv_field){0};
    return csv_trimmed(fields[column]);
}

static bool is_number(struct csv_field field)
{
    double x;
    return field.size > 0 &&
           number_read(field.text, field.text + field.size, 0, &x) == field.text + field.size;
}

/* "1.25" and "0.96x": no labels of units. */
static bool holds_fraction(struct csv_field field)
{
    return columns_ratio(field) ||
           (field.size > 0 && memchr(field.text, '.', field.size) != NULL && is_number(field));
}

static bool names_something(const struct csv_header *header)
{
    return header->system != CSV_NONE || header->benchmark != CSV_NONE;
}

/* Tools, tests, sizes, numbers of threads, counts, times and other measurements are no repetitions, whatever a level may
 * be called. */
static bool has_other(const struct csv_header *header)
{
    for (size_t i = 0; i < header->n_levels; i++) {
        const char *name = header->name[header->level[i]];
        const struct csv_field first = first_cell(header, header->level[i]);
        if (is_measured(name) || holds_fraction(first))
            return true;
        const enum column_role role = column_role_of(name);
        if (role == COLUMN_UNKNOWN && !names_something(header) && first.size > 0 &&
            !is_number(first))
            return true; /* "Package,Seconds": the words name what was measured */
        if (strcmp(name, "#") == 0 || (column_is_count(name) && !column_is_setting(name)))
            return true;
        if (role != COLUMN_UNKNOWN && role != COLUMN_LEVEL && role != COLUMN_POSITION)
            return true;
    }
    return false;
}

/* "metric,value": what these are is in the names of the metrics, which columns.c reads. */
static bool names_metrics_alone(const struct csv_header *header)
{
    return header->metric != CSV_NONE && header->unit == CSV_NONE && header->system == CSV_NONE &&
           header->benchmark == CSV_NONE;
}

/* Benchmark, levels, metric and unit, in this order: whatever levels are called. A column of tools tells systems. */
static bool is_written_so(const struct csv_header *header)
{
    if (header->benchmark == CSV_NONE || header->metric == CSV_NONE || header->unit == CSV_NONE)
        return false;
    for (size_t i = 0; i < header->n_levels; i++)
        if (header->level[i] > header->metric ||
            column_role_of(header->name[header->level[i]]) == COLUMN_SYSTEM)
            return false;
    return true;
}

/* "system,benchmark,…,value" with more between them than levels may be. */
static bool has_more_levels(const struct csv_header *header)
{
    return header->n_levels == ASSAY_MAX_LEVELS && header->value == CSV_NONE &&
           header->n_columns <= CSV_MAX_COLUMNS && has_column(header, "value") &&
           header->benchmark != CSV_NONE;
}

bool csv_header_probe(const struct format_text *text)
{
    struct csv_header header;
    struct assay_error error;
    if (csv_header_read(text, &header, &error) == ASSAY_OK)
        return is_written_so(&header) || (!has_other(&header) && !names_metrics_alone(&header));
    if (has_more_levels(&header) && !has_other(&header))
        return true;
    /* A header with another fault is still a CSV of ours, whose reader names the fault; one with more
     * behind its values is a table with a column a metric. */
    return header.value != CSV_NONE && !header.wide;
}

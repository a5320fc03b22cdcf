/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_row.c -- one row of an assay CSV, field by field: its labels name a unit, its value joins it.
 * Edge:    fields in quotes are taken as they stand, with "" for a quote; a zero byte in a label, a
 *          empty value and one that is no finite decimal number are refused with the line; NA and NaN
 *          are missing values, and counted.
 * Checked: tests/engine/import/test_csv.c.
 */
#include <stdlib.h>
#include <strings.h>

#include "base/array.h"
#include "base/failure.h"
#include "import/csv_reader.h"
#include "text/lines.h"
#include "text/number.h"

static const char *const unclosed = "a quote is not closed, or text follows a closing quote";

static const char *value_name(const struct csv_reader *reader)
{
    return reader->header->name[reader->header->value];
}

/* A label that is a plain number, or -1. */
static int64_t label_number(const char *text, size_t size)
{
    if (size == 0 || size > 18)
        return -1;
    int64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        if ((unsigned)(text[i] - '0') >= 10)
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

/* The text of a field without doubled quotes, and without blanks around it where none stand; written to *scratch when there are any. */
static struct gather_field unquote(struct csv_field written, char **scratch)
{
    const struct csv_field field =
        csv_without_mark(written.quoted ? written : csv_trimmed(written));
    if (!field.quoted || memchr(field.text, '"', field.size) == NULL)
        return (struct gather_field){field.text, field.size};
    char *start = *scratch, *out = start;
    for (size_t i = 0; i < field.size; i++) {
        *out++ = field.text[i];
        i += field.text[i] == '"';
    }
    *scratch = out;
    return (struct gather_field){start, (size_t)(out - start)};
}

static struct gather_field key_field(int column, const char *otherwise,
                                     const struct csv_field *fields, char **scratch)
{
    if (column == CSV_NONE)
        return (struct gather_field){otherwise, strlen(otherwise)};
    return unquote(fields[column], scratch);
}

/* False: it says something else. */
static bool take_better(struct csv_reader *reader, struct csv_field field)
{
    static const char *const words[] = {"less", "more", "unknown", NULL};
    const struct csv_field word = csv_trimmed(field);
    if (word.size > 0)
        reader->entry->better = word.text[0];
    return word.size == 0 || word_among((struct word){word.text, word.size}, words);
}

/* Finds the unit that the row names. */
static enum assay_status look_up(struct csv_reader *reader, const struct csv_field *fields)
{
    const struct csv_header *header = reader->header;
    struct gather_field key[CSV_KEY_LEVELS + ASSAY_MAX_LEVELS];
    char *scratch = reader->scratch;
    const char *unit = strcmp(value_name(reader), "value") == 0 ? "1" : value_name(reader);
    key[CSV_KEY_SYSTEM] = key_field(header->system, reader->options->system, fields, &scratch);
    key[CSV_KEY_BENCHMARK] =
        key_field(header->benchmark, reader->options->benchmark, fields, &scratch);
    key[CSV_KEY_METRIC] = key_field(header->metric, "", fields, &scratch);
    key[CSV_KEY_UNIT] = key_field(header->unit, unit, fields, &scratch);
    for (size_t i = 0; i < reader->n_key_levels; i++)
        key[CSV_KEY_LEVELS + i] = unquote(fields[header->level[i]], &scratch);
    for (size_t i = 0; i < CSV_KEY_LEVELS + reader->n_key_levels; i++)
        if (memchr(key[i].text, '\0', key[i].size) != NULL)
            return format_fail(reader->error, ASSAY_INVALID, reader->line, NULL,
                               "a label holds a zero byte");
    size_t index = gather_find(&reader->gather, key);
    if (index == SIZE_MAX)
        return csv_no_memory(reader);
    reader->entry = &reader->gather.entries[index];
    if (header->better != CSV_NONE && !take_better(reader, fields[header->better]))
        return format_fail(
            reader->error, ASSAY_INVALID, reader->line, "better",
            "\"%s\" says no direction; less, more, unknown and nothing are allowed",
            format_excerpt_of(fields[header->better].text, fields[header->better].size).text);
    reader->unit = unit_of(reader->entry->fields[CSV_KEY_UNIT]);
    return ASSAY_OK;
}

static enum assay_status read_value(const struct csv_reader *reader, struct csv_field field,
                                    double *value)
{
    const char *p = field.text, *end = p + field.size;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (p == end)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, value_name(reader),
                           "the value is missing");
    if (number_read(p, end, reader->unit.power, value) == end)
        return ASSAY_OK;
    return format_fail(reader->error, ASSAY_INVALID, reader->line, value_name(reader),
                       "\"%s\" is not a finite decimal number",
                       format_excerpt_of(p, (size_t)(end - p)).text);
}

/* As R and pandas write that there is none; nothing at all is a row that was cut. */
static bool is_missing(struct csv_field field)
{
    return (field.size == 2 && memcmp(field.text, "NA", 2) == 0) ||
           (field.size == 3 && strncasecmp(field.text, "nan", 3) == 0);
}

static const char *end_of_fields(const struct csv_field *fields, size_t n)
{
    const struct csv_field *last = &fields[n - 1];
    return last->text + last->size + last->quoted;
}

static enum assay_status append_value(struct csv_reader *reader, double value)
{
    if (reader->rows_are_units && reader->entry->n > 0 && reader->repeated_at == 0)
        reader->repeated_at = reader->line;
    return gather_append(reader->entry, value * reader->unit.factor) ? ASSAY_OK
                                                                     : csv_no_memory(reader);
}

enum assay_status csv_read_row(struct csv_reader *reader, const char **p)
{
    const struct csv_header *header = reader->header;
    struct csv_field fields[CSV_MAX_COLUMNS];
    size_t n, passed = 0;
    const char *next = csv_split(*p, reader->end, ',', fields, CSV_MAX_COLUMNS, &n, &passed);
    if (next == NULL)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, NULL, "%s", unclosed);
    if (n != header->n_columns)
        return format_fail(reader->error, ASSAY_INVALID, reader->line, NULL, "%s",
                           csv_ragged(*p, next, n, header->n_columns).text);
    const size_t size = (size_t)(next - *p);
    if (size > reader->scratch_size &&
        !array_hold(&reader->scratch, 2 * size, &reader->scratch_size))
        return csv_no_memory(reader);
    double value;
    if (is_missing(fields[header->value])) {
        format_summary_skip(reader->options->summary, 1, "missing values");
        reader->line += passed;
        *p = next;
        return ASSAY_OK;
    }
    TRY(look_up(reader, fields));
    TRY(read_value(reader, fields[header->value], &value));
    TRY(csv_read_course(reader, fields));
    TRY(append_value(reader, value));
    if (header->n_levels > 0) {
        const struct csv_field *lowest = &fields[header->level[header->n_levels - 1]];
        csv_check_label(reader, label_number(lowest->text, lowest->size));
    }
    csv_keep_pattern(reader, *p, fields, end_of_fields(fields, n));
    reader->line += passed;
    *p = next;
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_config.c -- reading the configuration of the Speedup-Test software.
 * Source: Touati, Worms & Briais 2010, section 6.2.1; RFC 4180 for quoting. */
#include "import/speedup_config.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "import/csv_header.h"
#include "text/lines.h"
#include "text/number.h"

enum column { NAME, SAMPLE1, SAMPLE2, CONF_LEVEL, COEF, N_COLUMNS };

static const char *const column_names[N_COLUMNS] = {"Name", "Sample1", "Sample2", "ConfLevel",
                                                    "Coef"};
enum { N_NEEDED = SAMPLE2 + 1, MOST_FIELDS = 64, ABSENT = MOST_FIELDS };

/* ---- fields ---- */

static struct csv_field trimmed(struct csv_field field)
{
    const struct word whole = {field.text, field.size};
    const struct word bare = field.quoted ? whole : word_trimmed(whole, " \t");
    return (struct csv_field){bare.text, bare.size, field.quoted};
}

static bool field_is(struct csv_field field, const char *word)
{
    field = trimmed(field);
    return field.size == strlen(word) && strncasecmp(field.text, word, field.size) == 0;
}

static bool is_missing(struct csv_field field)
{
    return trimmed(field).size == 0 || field_is(field, "NA");
}

/* A copy without doubled quotes; NULL when memory ran out. */
static char *field_copy(struct csv_field field)
{
    field = trimmed(field);
    char *copy = malloc(field.size + 1), *out = copy;
    for (size_t i = 0; copy != NULL && i < field.size; i++) {
        *out++ = field.text[i];
        i += field.quoted && field.text[i] == '"';
    }
    if (copy != NULL)
        *out = '\0';
    return copy;
}

/* ---- the text, line by line ---- */

struct reader {
    const char *p, *end;
    size_t line; /* of p */
    struct csv_field fields[MOST_FIELDS + 1];
    size_t n_fields;
    size_t column[N_COLUMNS]; /* index into fields, or ABSENT */
    size_t n_columns;
};

static void reader_init(struct reader *reader, const struct format_text *text)
{
    *reader = (struct reader){.p = text->text, .end = text->text + text->size, .line = 1};
    if (text->size >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0)
        reader->p += 3;
    reader->p = csv_skip_comments(reader->p, reader->end, &reader->line);
}

/* Splits the line at p and moves on; *line is where it stood. */
static enum assay_status next_line(struct reader *reader, size_t *line, struct assay_error *error)
{
    *line = reader->line;
    const char *next = csv_split(reader->p, reader->end, ',', reader->fields, MOST_FIELDS,
                                 &reader->n_fields, &reader->line);
    if (next == NULL)
        return format_fail(error, ASSAY_INVALID, *line, NULL,
                           "a quote is not closed, or text follows a closing quote");
    if (reader->n_fields > MOST_FIELDS)
        return format_fail(error, ASSAY_INVALID, *line, NULL,
                           "the line has %zu fields; at most %d are read", reader->n_fields,
                           MOST_FIELDS);
    reader->p = csv_skip_comments(next, reader->end, &reader->line);
    return ASSAY_OK;
}

static size_t find_column(const struct reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->n_fields; i++)
        if (field_is(reader->fields[i], name))
            return i;
    return ABSENT;
}

static enum assay_status read_header(struct reader *reader, struct assay_error *error)
{
    size_t line;
    if (reader->p == reader->end)
        return format_fail(error, ASSAY_INVALID, 0, NULL,
                           "it is empty; it begins with Name,Sample1,Sample2,ConfLevel,Coef");
    TRY(next_line(reader, &line, error));
    reader->n_columns = reader->n_fields;
    for (size_t c = 0; c < N_COLUMNS; c++) {
        reader->column[c] = find_column(reader, column_names[c]);
        if (c < N_NEEDED && reader->column[c] == ABSENT)
            return format_fail(error, ASSAY_INVALID, line, column_names[c],
                               "there is no such column; the header names "
                               "Name,Sample1,Sample2,ConfLevel,Coef");
    }
    return ASSAY_OK;
}

bool speedup_config_probe(const struct format_text *text)
{
    struct reader reader;
    struct assay_error error;
    size_t line;
    reader_init(&reader, text);
    if (reader.p == reader.end || next_line(&reader, &line, &error) != ASSAY_OK)
        return false;
    return find_column(&reader, "Sample1") != ABSENT || find_column(&reader, "Sample2") != ABSENT;
}

/* ---- rows ---- */

static struct csv_field field_of(const struct reader *reader, enum column column)
{
    const size_t index = reader->column[column];
    return index < reader->n_fields ? reader->fields[index] : (struct csv_field){"", 0, false};
}

static enum assay_status read_number(const struct reader *reader, enum column column, size_t line,
                                     double *number, struct assay_error *error)
{
    struct csv_field field = trimmed(field_of(reader, column));
    *number = (double)NAN;
    if (is_missing(field))
        return ASSAY_OK;
    if (number_read(field.text, field.text + field.size, 0, number) != field.text + field.size ||
        !isfinite(*number))
        return format_fail(error, ASSAY_INVALID, line, column_names[column],
                           "\"%s\" is not a number; allowed are a number, NA or nothing",
                           format_excerpt_of(field.text, field.size).text);
    return ASSAY_OK;
}

static enum assay_status read_numbers(const struct reader *reader, struct speedup_config_row *row,
                                      struct assay_error *error)
{
    TRY(read_number(reader, CONF_LEVEL, row->line, &row->confidence, error));
    TRY(read_number(reader, COEF, row->line, &row->coefficient, error));
    if (row->coefficient < 0)
        return format_fail(error, ASSAY_INVALID, row->line, column_names[COEF],
                           "the coefficient is %g; it must not be negative", row->coefficient);
    return ASSAY_OK;
}

static enum assay_status read_texts(const struct reader *reader, struct speedup_config_row *row,
                                    struct assay_error *error)
{
    char **texts[N_NEEDED] = {&row->name, &row->sample[0], &row->sample[1]};
    for (size_t c = 0; c < N_NEEDED; c++) {
        struct csv_field field = field_of(reader, (enum column)c);
        if (trimmed(field).size == 0 || memchr(field.text, '\0', field.size) != NULL)
            return format_fail(error, ASSAY_INVALID, row->line, column_names[c],
                               c == NAME ? "every benchmark needs a name"
                                         : "the name of a file of execution times is missing");
        *texts[c] = field_copy(field);
        if (*texts[c] == NULL)
            return format_no_memory(error, row->line);
    }
    return ASSAY_OK;
}

static enum assay_status read_row(struct reader *reader, struct speedup_config *config,
                                  struct assay_error *error)
{
    size_t line;
    TRY(next_line(reader, &line, error));
    if (reader->n_fields != reader->n_columns)
        return format_fail(error, ASSAY_INVALID, line, NULL,
                           "the line has %zu fields, the header names %zu; an empty field keeps "
                           "its comma",
                           reader->n_fields, reader->n_columns);
    if (!array_more(&config->rows, config->n, &config->room))
        return format_no_memory(error, line);
    struct speedup_config_row *row = &config->rows[config->n++];
    *row = (struct speedup_config_row){.line = line};
    TRY(read_texts(reader, row, error));
    return read_numbers(reader, row, error);
}

/* ---- duplicate names ---- */

static int by_name(const void *left, const void *right)
{
    const struct speedup_config_row *a = *(const struct speedup_config_row *const *)left;
    const struct speedup_config_row *b = *(const struct speedup_config_row *const *)right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static enum assay_status check_names(const struct speedup_config *config, struct assay_error *error)
{
    OWNED const struct speedup_config_row **sorted = malloc((config->n + 1) * sizeof *sorted);
    if (sorted == NULL)
        return format_no_memory(error, 0);
    for (size_t i = 0; i < config->n; i++)
        sorted[i] = &config->rows[i];
    qsort(sorted, config->n, sizeof *sorted, by_name);
    for (size_t i = 1; i < config->n; i++)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
            return format_fail(error, ASSAY_INVALID, sorted[i]->line, column_names[NAME],
                               "\"%s\" stands in line %zu already; every benchmark needs a name "
                               "of its own",
                               format_excerpt_of(sorted[i]->name, strlen(sorted[i]->name)).text,
                               sorted[i - 1]->line);
    return ASSAY_OK;
}

/* ---- all of it ---- */

enum assay_status speedup_config_read(const struct format_text *text, struct speedup_config *config,
                                      struct assay_error *error)
{
    struct reader reader;
    *config = (struct speedup_config){NULL, 0, 0};
    reader_init(&reader, text);
    TRY(read_header(&reader, error));
    while (reader.p < reader.end)
        TRY(read_row(&reader, config, error));
    if (config->n == 0)
        return format_fail(error, ASSAY_INVALID, 0, NULL, "it names no benchmark");
    return check_names(config, error);
}

void speedup_config_fini(struct speedup_config *config)
{
    for (size_t i = 0; i < config->n; i++) {
        free(config->rows[i].name);
        free(config->rows[i].sample[0]);
        free(config->rows[i].sample[1]);
    }
    free(config->rows);
    *config = (struct speedup_config){NULL, 0, 0};
}

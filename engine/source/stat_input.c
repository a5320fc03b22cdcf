/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_input.c -- plain numbers from files: one a line, or one column of a CSV; shapes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/value.h"
#include "import/csv_header.h"
#include "source/number_file.h"
#include "source/read_source.h"

/* ---- values ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static enum assay_status add_text(struct number_file *file, const char *text, size_t size,
                                  size_t line, struct assay_error *error)
{
    char copy[128];
    while (size > 0 && is_blank(text[0]))
        text++, size--;
    while (size > 0 && is_blank(text[size - 1]))
        size--;
    double value;
    if (size > 0 && size < sizeof copy && memchr(text, '\0', size) == NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
        if (value_read_number(copy, &value)) {
            const bool is_full = (file->n & (file->n - 1)) == 0; /* at each power of two */
            if (is_full && (!array_resize(&file->values, 2 * file->n) ||
                            !array_resize(&file->line, 2 * file->n)))
                return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", 2 * file->n);
            file->values[file->n] = value;
            file->line[file->n++] = line;
            return ASSAY_OK;
        }
    }
    return fail_located(error, ASSAY_INVALID, "%s:%zu: \"%s\" is not a finite number", file->name,
                        line, format_excerpt_of(text, size).text);
}

static enum assay_status read_lines(const struct format_text *text, struct number_file *file,
                                    struct assay_error *error)
{
    const char *end = text->text + text->size, *p = text->text;
    enum assay_status status = ASSAY_OK;
    for (size_t line = 1; p < end && status == ASSAY_OK; line++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline != NULL ? newline : end;
        const char *first = p;
        while (first < stop && is_blank(*first))
            first++;
        if (first < stop && *first != '#')
            status = add_text(file, p, (size_t)(stop - p), line, error);
        p = stop + 1;
    }
    return status;
}

/* ---- CSV ---- */

enum { MAX_FIELDS = 256 };

static bool same_name(const struct csv_field *field, const char *name)
{
    size_t length = strlen(name);
    if (!field->quoted)
        return field->size == length && memcmp(field->text, name, length) == 0;
    size_t at = 0;
    for (size_t i = 0; i < field->size; i++, at++) {
        if (at >= length || field->text[i] != name[at])
            return false;
        if (field->text[i] == '"')
            i++; /* a doubled quote is one */
    }
    return at == length;
}

static enum assay_status fail_column(const struct csv_field *fields, size_t n, const char *column,
                                     const char *file, size_t line, struct assay_error *error)
{
    char known[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < n && length < sizeof known; i++)
        length += (size_t)snprintf(known + length, sizeof known - length, "%s %s", i > 0 ? "," : "",
                                   format_excerpt_of(fields[i].text, fields[i].size).text);
    return fail_located(error, ASSAY_INVALID,
                        "%s:%zu: there is no column \"%s\"; the columns are%s%s", file, line,
                        column, known, length < sizeof known ? "" : " …");
}

/* Moves *p behind the line. */
static enum assay_status split(const char **p, const char *end, struct csv_field *fields, size_t *n,
                               size_t *line, const char *file, struct assay_error *error)
{
    const size_t at = *line;
    *p = csv_split(*p, end, ',', fields, MAX_FIELDS, n, line);
    if (*p == NULL)
        return fail_located(error, ASSAY_INVALID,
                            "%s:%zu: a quote is not closed, or something follows it", file, at);
    *n = *n < MAX_FIELDS ? *n : MAX_FIELDS;
    return ASSAY_OK;
}

static enum assay_status read_field(const char **p, const char *end, size_t index,
                                    const char *column, size_t *line, struct number_file *file,
                                    struct assay_error *error)
{
    struct csv_field fields[MAX_FIELDS];
    const size_t at = *line;
    size_t n;
    TRY(split(p, end, fields, &n, line, file->name, error));
    if (index < n)
        return add_text(file, fields[index].text, fields[index].size, at, error);
    return fail_located(error, ASSAY_INVALID,
                        "%s:%zu: the line has %zu fields, column \"%s\" is number %zu", file->name,
                        at, n, column, index + 1);
}

static enum assay_status read_column(const struct format_text *text, const char *column,
                                     struct number_file *file, struct assay_error *error)
{
    struct csv_field fields[MAX_FIELDS];
    const char *end = text->text + text->size;
    size_t n, line = 1, index = 0;
    const char *p = csv_skip_comments(text->text, end, &line);
    const size_t header = line;
    TRY(split(&p, end, fields, &n, &line, file->name, error));
    while (index < n && !same_name(&fields[index], column))
        index++;
    if (index == n)
        return fail_column(fields, n, column, file->name, header, error);
    for (p = csv_skip_comments(p, end, &line); p < end; p = csv_skip_comments(p, end, &line))
        TRY(read_field(&p, end, index, column, &line, file, error));
    return ASSAY_OK;
}

enum assay_status number_file_read(const char *path, const char *column, struct number_file *file,
                                   struct assay_error *error)
{
    *file = (struct number_file){.name = strcmp(path, "-") == 0 ? "standard input" : path};
    SCOPED(content_fini) struct content content = {0};
    TRY(source_read_content(path, &content, error));
    const struct format_text text = format_text_of(content.text, content.size, content.mapped);
    return column != NULL ? read_column(&text, column, file, error)
                          : read_lines(&text, file, error);
}

void number_file_fini(struct number_file *file)
{
    free(file->values);
    free(file->line);
    *file = (struct number_file){NULL, NULL, NULL, 0};
}

/* ---- shapes ---- */

enum assay_status number_shape_read(const char *name, const char *text,
                                    size_t counts[ASSAY_MAX_LEVELS], size_t *n_levels,
                                    struct assay_error *error)
{
    *n_levels = 0;
    for (const char *p = text; *n_levels < ASSAY_MAX_LEVELS; p++) {
        char copy[24];
        size_t length = strcspn(p, "xX");
        long count = 0;
        (void)snprintf(copy, sizeof copy, "%.*s", (int)length, p);
        if (length >= sizeof copy || !value_read_count(copy, &count) || count < 1)
            break;
        counts[(*n_levels)++] = (size_t)count;
        p += length;
        if (*p == '\0')
            return ASSAY_OK;
    }
    return fail_naming(error, ASSAY_USAGE,
                       "@%s: \"%s\" is not a shape such as 3x2x2: counts of at least 1 from the "
                       "top level down, at most %d",
                       name, text, ASSAY_MAX_LEVELS);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_input.c -- plain numbers from files: one a line, or one column of a CSV. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/content.h"
#include "cli/fail.h"
#include "cli/source.h"
#include "cli/stat.h"
#include "format/csv_header.h"
#include "format/format.h"
#include "manifest/value.h"
#include "render/terminal.h"
#include "render/words.h"

/* ---- values ---- */

static enum exit_code append(struct stat_sample *sample, double value, size_t line)
{
    if ((sample->n & (sample->n - 1)) == 0) { /* full at each power of two */
        size_t room = sample->n > 0 ? 2 * sample->n : 1;
        double *values = realloc(sample->values, room * sizeof *values);
        if (values != NULL)
            sample->values = values;
        size_t *lines = realloc(sample->line, room * sizeof *lines);
        if (lines != NULL)
            sample->line = lines;
        if (values == NULL || lines == NULL) {
            fprintf(stderr, "assay stat: no memory for %zu values\n", room);
            return EXIT_SYSTEM;
        }
    }
    sample->values[sample->n] = value;
    sample->line[sample->n++] = line;
    return EXIT_DONE;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static enum exit_code add_text(struct stat_sample *sample, const char *text, size_t size,
                               size_t line)
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
        if (value_read_number(copy, &value))
            return append(sample, value, line);
    }
    terminal_complain("%s:%zu: \"%s\" is not a finite number", sample->name, line,
                      format_excerpt_of(text, size).text);
    return EXIT_DATA;
}

static enum exit_code read_lines(const struct format_text *text, struct stat_sample *sample)
{
    const char *end = text->text + text->size, *p = text->text;
    enum exit_code code = EXIT_DONE;
    for (size_t line = 1; p < end && code == EXIT_DONE; line++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline != NULL ? newline : end;
        const char *first = p;
        while (first < stop && is_blank(*first))
            first++;
        if (first < stop && *first != '#')
            code = add_text(sample, p, (size_t)(stop - p), line);
        p = stop + 1;
    }
    return code;
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

static bool find_column(const struct csv_field *fields, size_t n, const char *column,
                        const char *file, size_t line, size_t *index)
{
    for (size_t i = 0; i < n; i++) {
        if (same_name(&fields[i], column)) {
            *index = i;
            return true;
        }
    }
    terminal_say_name(file, strlen(file));
    fprintf(stderr, ":%zu: there is no column \"", line);
    terminal_say_name(column, strlen(column));
    fputs("\"; the columns are", stderr);
    for (size_t i = 0; i < n; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "",
                format_excerpt_of(fields[i].text, fields[i].size).text);
    fputc('\n', stderr);
    return false;
}

static const char *split(const char *p, const char *end, struct csv_field *fields, size_t *n,
                         size_t *line, const char *file)
{
    size_t at = *line;
    const char *next = csv_split(p, end, ',', fields, MAX_FIELDS, n, line);
    if (next == NULL)
        terminal_complain("%s:%zu: a quote is not closed, or something follows it", file, at);
    else if (*n > MAX_FIELDS)
        *n = MAX_FIELDS;
    return next;
}

static enum exit_code read_column(const struct format_text *text, const char *column,
                                  struct stat_sample *sample)
{
    struct csv_field fields[MAX_FIELDS];
    const char *end = text->text + text->size, *p = text->text;
    size_t n, line = 1, index;
    p = csv_skip_comments(p, end, &line);
    size_t header = line;
    p = split(p, end, fields, &n, &line, sample->name);
    if (p == NULL || !find_column(fields, n, column, sample->name, header, &index))
        return EXIT_DATA;
    enum exit_code code = EXIT_DONE;
    for (p = csv_skip_comments(p, end, &line); p < end && code == EXIT_DONE;
         p = csv_skip_comments(p, end, &line)) {
        size_t at = line;
        p = split(p, end, fields, &n, &line, sample->name);
        if (p == NULL)
            return EXIT_DATA;
        if (index >= n) {
            terminal_complain("%s:%zu: the line has %zu fields, column \"%s\" is number %zu",
                              sample->name, at, n, column, index + 1);
            return EXIT_DATA;
        }
        code = add_text(sample, fields[index].text, fields[index].size, at);
    }
    return code;
}

enum exit_code stat_sample_read(const char *path, const char *column, struct stat_sample *sample)
{
    *sample = (struct stat_sample){.name = strcmp(path, "-") == 0 ? "standard input" : path};
    struct content content;
    struct assay_error error;
    if (source_read_content(path, &content, &error) != ASSAY_OK)
        return fail_with(&error);
    const struct format_text text = format_text_of(content.text, content.size, content.mapped);
    enum exit_code code =
        column != NULL ? read_column(&text, column, sample) : read_lines(&text, sample);
    content_fini(&content);
    if (code == EXIT_DONE && sample->n == 0) {
        terminal_complain("assay stat: %s holds no number", sample->name);
        code = EXIT_DATA;
    }
    if (code != EXIT_DONE)
        stat_sample_fini(sample);
    return code;
}

void stat_sample_fini(struct stat_sample *sample)
{
    free(sample->values);
    free(sample->line);
    *sample = (struct stat_sample){NULL, NULL, NULL, 0};
}

struct assay_view stat_view(const struct stat_sample *sample)
{
    return (struct assay_view){sample->values, sample->n};
}

/* ---- options that hold several numbers ---- */

bool stat_read_list(const char *name, const char *text, double **numbers, size_t *n)
{
    size_t room = 1;
    for (const char *c = text; *c != '\0'; c++)
        room += *c == ',';
    *numbers = words_room(room, sizeof **numbers);
    *n = 0;
    if (*numbers == NULL)
        return false;
    for (const char *p = text;; p++) {
        char copy[64];
        size_t length = strcspn(p, ",");
        (void)snprintf(copy, sizeof copy, "%.*s", (int)length, p);
        bool percent = length > 1 && length < sizeof copy && copy[length - 1] == '%';
        if (percent)
            copy[length - 1] = '\0';
        double *number = &(*numbers)[*n];
        if (length == 0 || length >= sizeof copy || !value_read_number(copy, number))
            break;
        *number = percent ? *number / 100 : *number;
        ++*n;
        p += length;
        if (*p == '\0')
            return true;
    }
    terminal_complain("assay stat: --%s: \"%s\" is not a list of numbers such as 0.1,0.5,0.9", name,
                      text);
    free(*numbers);
    *numbers = NULL;
    return false;
}

bool stat_read_shape(const char *name, const char *text, size_t counts[ASSAY_MAX_LEVELS],
                     size_t *n_levels)
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
            return true;
    }
    terminal_complain(
        "assay stat: --%s: \"%s\" is not a shape such as 3x2x2: counts of at least 1 from the "
        "top level to the lowest, at most %d",
        name, text, ASSAY_MAX_LEVELS);
    return false;
}

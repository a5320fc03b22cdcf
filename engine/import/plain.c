/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c -- plain numbers, separated by white space, or times as people print them: "1.2ms", "950 us";
 * lines that start with # are comments.
 * Edge:     either all have a unit of time, or none. */
#include <ctype.h>
#include <stdlib.h>

#include "base/array.h"
#include "import/format.h"
#include "import/plain.h"
#include "text/number.h"
#include "text/unit.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* The next word at or after p; *line counts the newlines passed. p == end: there is none. */
static const char *skip_to_word(const char *p, const char *end, size_t *line)
{
    bool fresh = true; /* nothing but white space yet on this line */
    while (p < end) {
        if (*p == '#' && fresh) {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            p = newline != NULL ? newline : end;
        } else if (is_space(*p)) {
            *line += *p == '\n';
            p++;
        } else {
            break;
        }
    }
    return p;
}

static const char *word_end(const char *p, const char *end)
{
    while (p < end && !is_space(*p))
        p++;
    return p;
}

/* Whether it is the name of a unit of time, whose power of ten is *power. */
static bool is_time(const char *word, const char *end, int *power)
{
    char name[16];
    const size_t n = (size_t)(end - word);
    if (n == 0 || n >= sizeof name || isdigit((unsigned char)*word) || *word == '-')
        return false;
    memcpy(name, word, n);
    name[n] = '\0';
    *power = unit_of(name).power;
    return strlen(name) == n && unit_is_time(name);
}

/* Reads the number at p, in seconds where a unit of time stands behind it (*timed), and returns what
 * follows both; NULL: there is none. */
static const char *read_value(const char *p, const char *end, double *x, bool *timed)
{
    const char *behind = number_read(p, end, 0, x), *unit = behind;
    int power;
    *timed = false;
    if (behind == NULL || behind == end || *behind == '\n' || *behind == '\r')
        return behind; /* as most are: a number a line */
    const char *last = word_end(p, end);
    if (behind == last) {
        while (unit < end && (*unit == ' ' || *unit == '\t'))
            unit++;
        last = word_end(unit, end);
    }
    *timed = is_time(unit, last, &power);
    if (*timed)
        number_read(p, behind, power, x);
    return *timed ? last : behind == word_end(p, end) ? behind : NULL;
}

static bool probe(const struct format_text *text)
{
    size_t line = 1;
    const char *end = text->text + text->size;
    const char *word = skip_to_word(text->text, end, &line);
    double value;
    bool timed;
    return word < end && read_value(word, end, &value, &timed) != NULL;
}

static size_t count_words(const char *p, const char *end)
{
    size_t n = 0;
    for (; p < end && *p != '\n'; p++)
        n += !is_space(*p) && (p + 1 == end || is_space(p[1]));
    return n;
}

/* "<tab>1 2" above "1 7.5 8.5": the first line and the first column name what stands in the others. */
static bool is_matrix(const struct format_text *text)
{
    const char *end = text->text + text->size, *newline = memchr(text->text, '\n', text->size);
    const size_t n = count_words(text->text, end);
    return newline != NULL && n > 1 && is_space(text->text[0]) &&
           n + 1 == count_words(newline + 1, end);
}

static bool append(struct plain_values *values, double x)
{
    if (!array_more(&values->x, values->n, &values->room))
        return false;
    values->x[values->n++] = x;
    return true;
}

/* Whether two lines hold two numbers and more each: a matrix, or columns without names, of which one may be a size. A
 * list that somebody wrote in one line, and went on below, has one such line. */
static bool has_columns(const struct format_text *text)
{
    const char *p = text->text, *end = p + text->size;
    size_t line = 1, last = 0, n_wide = 0;
    while (n_wide < 2 && (p = skip_to_word(p, end, &line)) < end) {
        double x;
        bool timed;
        const size_t first = line;
        const char *behind = read_value(p, end, &x, &timed);
        if (behind == NULL)
            return false;
        p = skip_to_word(behind, end, &line);
        if (p < end && line == first && last != line) {
            n_wide++;
            last = line;
        }
    }
    return n_wide > 1;
}

enum assay_status plain_read_values(const struct format_text *text, struct plain_values *values,
                                    struct assay_error *error)
{
    const char *end = text->text + text->size;
    size_t line = 1;
    uintptr_t next_drop = format_text_next_drop(text, text->text);
    for (const char *p = skip_to_word(text->text, end, &line); p < end;
         p = skip_to_word(p, end, &line)) {
        double x;
        bool timed;
        const char *behind = read_value(p, end, &x, &timed);
        if (behind == NULL)
            return format_fail(error, ASSAY_INVALID, line, NULL,
                               "\"%s\" is not a finite decimal number",
                               format_excerpt_of(p, (size_t)(word_end(p, end) - p)).text);
        if (values->n > 0 && timed != values->timed)
            return format_fail(error, ASSAY_INVALID, line, NULL, "\"%s\" stands beside %s",
                               format_excerpt_of(p, (size_t)(behind - p)).text,
                               timed ? "numbers without a unit" : "times with their units");
        values->timed = timed;
        if (!append(values, x))
            return format_no_memory(error, line);
        p = behind;
        if ((uintptr_t)p >= next_drop)
            next_drop = format_text_drop(text, p);
    }
    if (values->n == 0)
        return format_fail(error, ASSAY_UNDEFINED, 0, NULL, "it holds no number");
    return ASSAY_OK;
}

static enum assay_status add_values(const struct format_options *options,
                                    struct assay_dataset *dataset,
                                    const struct plain_values *values, struct assay_error *error)
{
    struct assay_error cause;
    size_t series;
    const char *level = format_level(options, "execution");
    const struct assay_series_key key = {
        .system = options->system,
        .benchmark = options->benchmark,
        .metric = values->timed ? "wall" : "value",
        .unit = values->timed ? "s" : "1",
        .more_is_better = false,
        .told = {.unit = values->timed ? ASSAY_TOLD_BY_FORMAT : ASSAY_TOLD_BY_NOBODY,
                 .direction = values->timed ? ASSAY_TOLD_BY_FORMAT : ASSAY_TOLD_BY_NOBODY},
        .n_levels = 1,
        .level_name = &level,
    };
    enum assay_status status = assay_dataset_series(dataset, &key, &series, &cause);
    if (status == ASSAY_OK)
        status = assay_dataset_add(dataset, series, NULL, values->x, values->n, 0, &cause);
    if (status != ASSAY_OK)
        return format_fail_with(error, &cause);
    assay_dataset_warn(dataset, series, ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL));
    return ASSAY_OK;
}

/* How many words the line from p on has, of which one in quotes may have blanks. */
static size_t count_names(const char *p, const char *end)
{
    size_t n = 0;
    bool quoted = false, inside = false;
    for (; p < end && *p != '\n'; p++) {
        const bool blank = is_space(*p) && !quoted;
        n += !blank && !inside;
        inside = !blank;
        quoted ^= *p == '"';
    }
    return n;
}

/* "# size time" above "10 1.5" alone: a comment with a word for each of the several numbers below it. */
static bool has_names_above(const struct format_text *text)
{
    const char *p = text->text, *end = p + text->size, *above = NULL;
    while (p < end && (*p == '#' || *p == '\n' || *p == '\r')) {
        above = *p == '#' ? p : above;
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        p = newline != NULL ? newline + 1 : end;
    }
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    size_t line = 0;
    if (newline != NULL && skip_to_word(newline, end, &line) < end)
        return false; /* a list that goes on */
    const size_t n = count_words(p, end), names = above != NULL ? count_names(above, end) : 0;
    return n > 1 && (names == n || (names == n + 1 && is_space(above[1])));
}

/* Tables whose first line names nothing are no list. */
static enum assay_status refuse_tables(const struct format_text *text, bool timed,
                                       struct assay_error *error)
{
    if (is_matrix(text))
        return format_fail(error, ASSAY_INVALID, 1, NULL,
                           "the first line and the first column name rows and columns; a list of "
                           "values, or a table whose first column has a name, is allowed");
    if (!timed && (has_columns(text) || has_names_above(text)))
        return format_fail(
            error, ASSAY_INVALID, 1, NULL,
            "lines hold several numbers, of which one may be an index or a size; a first "
            "line with the names of the columns (size time_ms) tells, and a number a "
            "line is a list");
    return ASSAY_OK;
}

static enum assay_status read_plain(const struct format_text *text,
                                    const struct format_options *options,
                                    struct assay_dataset *dataset, struct assay_error *error)
{
    struct plain_values values = {0};
    enum assay_status status = plain_read_values(text, &values, error);
    if (status == ASSAY_OK)
        status = refuse_tables(text, values.timed, error);
    if (status == ASSAY_OK)
        status = add_values(options, dataset, &values, error);
    free(values.x);
    return status;
}

const struct format format_plain = {
    .name = "plain",
    .what = "plain numbers",
    .probe = probe,
    .read = read_plain,
};

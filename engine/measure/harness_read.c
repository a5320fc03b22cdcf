/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness_read.c -- the lines that a program writes about its own iterations.
 *
 *   value METRIC UNIT NUMBER…       values of iterations, in order; further lines go on
 *   execution METRIC UNIT NUMBER    one value for the whole execution
 *   batch METRIC N                  each value of METRIC is the mean of N repetitions
 *   more METRIC                     for METRIC more is better
 *   error TEXT                      the program gives up: TEXT says why
 *   # …                             a remark
 *
 * Source:   docs/harness.md, protocol 1.
 * Edge:     NaN and infinities are refused where they stand; an unknown word is an error, so that
 *           a misspelt line is not lost.
 * Checked:  tests/engine/measure/test_collected_values.c.
 */
#include "base/failure.h"
#include "measure/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct line_reader {
    struct values *values;
    size_t number;
    struct assay_error *error;
};

static char *next_word(char **rest)
{
    char *word;
    do
        word = strsep(rest, " \t\r");
    while (word != NULL && *word == '\0');
    return word;
}

static enum assay_status mistake(const struct line_reader *r, const char *what, const char *found)
{
    return assay_fail(r->error, ASSAY_INVALID,
                      "wrote a line to ASSAY_FD that %s (line %zu: \"%.60s\")", what, r->number,
                      found);
}

static enum assay_status read_number(const struct line_reader *r, const char *word,
                                     const struct time_unit *unit, double *value)
{
    char *end;
    *value = values_seconds(unit, strtod(word, &end));
    if (*end != '\0')
        return mistake(r, "should hold numbers", word);
    if (!isfinite(*value))
        return mistake(r, "holds a value that is not finite", word);
    return ASSAY_OK;
}

/* Units of time are scaled to seconds, so that all values of time are alike. */
static enum assay_status add_values(struct line_reader *r, char *metric, char *unit, char *rest,
                                    bool whole)
{
    const struct time_unit *time = values_time_unit(unit);
    struct value_buffer *series = value_buffer(r->values, metric, time != NULL ? "s" : unit);
    if (series == NULL)
        return assay_fail(r->error, ASSAY_NO_MEMORY, "not enough memory for values");
    if (strcmp(series->unit, time != NULL ? "s" : unit) != 0)
        return mistake(r, "changes the unit of a metric", unit);
    if (series->n > 0 && series->whole != whole)
        return mistake(r, "mixes \"value\" and \"execution\" for a metric", metric);
    series->whole = whole;
    for (char *word; (word = next_word(&rest)) != NULL;) {
        double value;
        TRY(read_number(r, word, time, &value));
        if (!values_add(series, value))
            return assay_fail(r->error, ASSAY_NO_MEMORY, "not enough memory for values");
    }
    if (whole && series->n != 1)
        return mistake(r, "should hold one value for the execution", metric);
    return ASSAY_OK;
}

static enum assay_status read_values(struct line_reader *r, char *rest, bool whole)
{
    char *metric = next_word(&rest), *unit = next_word(&rest);
    if (metric == NULL || unit == NULL || rest == NULL)
        return mistake(r, "should be \"value METRIC UNIT NUMBER…\"", metric == NULL ? "" : metric);
    return add_values(r, metric, unit, rest, whole);
}

static enum assay_status read_batch(struct line_reader *r, char *rest)
{
    char *metric = next_word(&rest), *number = next_word(&rest), *end = NULL;
    unsigned long long n = number == NULL ? 0 : strtoull(number, &end, 10);
    if (n == 0 || *end != '\0')
        return mistake(r, "should be \"batch METRIC N\"", number == NULL ? "" : number);
    struct value_buffer *series = (struct value_buffer *)values_find(r->values, metric);
    if (series == NULL)
        return mistake(r, "names a metric before its values", metric);
    series->batch = n;
    return ASSAY_OK;
}

static enum assay_status read_more(struct line_reader *r, char *rest)
{
    char *metric = next_word(&rest);
    struct value_buffer *series =
        metric == NULL ? NULL : (struct value_buffer *)values_find(r->values, metric);
    if (series == NULL)
        return mistake(r, "names a metric before its values", metric == NULL ? "" : metric);
    series->more_is_better = true;
    return ASSAY_OK;
}

static enum assay_status read_line(struct line_reader *r, char *line)
{
    char *rest = line, *word = next_word(&rest);
    if (word == NULL || word[0] == '#')
        return ASSAY_OK;
    if (strcmp(word, "value") == 0)
        return read_values(r, rest, false);
    if (strcmp(word, "execution") == 0)
        return read_values(r, rest, true);
    if (strcmp(word, "batch") == 0)
        return read_batch(r, rest);
    if (strcmp(word, "more") == 0)
        return read_more(r, rest);
    if (strcmp(word, "error") == 0)
        return assay_fail(r->error, ASSAY_INVALID, "gave up: %.200s", rest == NULL ? "" : rest);
    return mistake(r, "begins with none of value, execution, batch, more, error, #", word);
}

enum assay_status harness_read(char *text, struct values *values, struct assay_error *error)
{
    struct line_reader reader = {values, 0, error};
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        reader.number++;
        TRY(read_line(&reader, line));
    }
    return ASSAY_OK;
}

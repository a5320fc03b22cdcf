/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.c -- values by a regular expression, in memory that does not grow with the output. */
#include "measure/pattern.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/unit.h"

enum assay_status pattern_init(struct pattern *pattern, const char *expression, const char *unit,
                               struct assay_error *error)
{
    int code = regcomp(&pattern->regex, expression, REG_EXTENDED);
    if (code != 0) {
        char reason[128];
        (void)regerror(code, &pattern->regex, reason, sizeof reason);
        return assay_fail(error, ASSAY_INVALID, "the regular expression \"%.80s\": %s", expression,
                          reason);
    }
    if (pattern->regex.re_nsub < 1) {
        regfree(&pattern->regex);
        return assay_fail(error, ASSAY_INVALID,
                          "the regular expression \"%.80s\" has no group around the number",
                          expression);
    }
    pattern->unit = unit;
    pattern_begin(pattern, NULL);
    return ASSAY_OK;
}

void pattern_fini(struct pattern *pattern)
{
    regfree(&pattern->regex);
}

void pattern_begin(struct pattern *pattern, struct value_buffer *series)
{
    pattern->series = series;
    pattern->n = pattern->line_number = 0;
    pattern->timed = pattern->bare = false;
    pattern->status = ASSAY_OK;
}

enum { WORD = 16 };

/* The word behind a number: "ms" in "1.02 ms". Longer ones are no unit. */
static void word_behind(const char *text, char word[WORD])
{
    text += strspn(text, " \t");
    size_t n = 0;
    while (isalpha((unsigned char)text[n]) || (unsigned char)text[n] >= 0x80 || text[n] == '/')
        n++;
    (void)snprintf(word, WORD, "%.*s", n < WORD ? (int)n : 0, text);
}

/* Of times that are never printed as another word: "min" is the least, too. */
static const struct time_unit *time_of(const char *word)
{
    char unit[WORD];
    (void)snprintf(unit, sizeof unit, "%.*s", (int)strcspn(word, "/"), word);
    if (strcmp(unit, "sec") == 0 || strcmp(unit, "secs") == 0 || strcmp(unit, "seconds") == 0)
        return values_time_unit("s");
    return strcmp(unit, "min") == 0 || strcmp(unit, "h") == 0 ? NULL : values_time_unit(unit);
}

/* "ms" for "us", "KiB" for "MiB": the same quantity, another number. */
static bool contradicts(const char *word, const char *told)
{
    const struct unit behind = unit_per_operation(word), unit = unit_per_operation(told);
    return word[0] != '\0' && strcmp(behind.name, unit.name) == 0 &&
           (behind.power != unit.power || behind.factor < unit.factor ||
            behind.factor > unit.factor);
}

/* The unit of time that a number is in; NULL: of none. A contradiction is kept in p->status. */
static const struct time_unit *unit_of_match(struct pattern *p, const char *number,
                                             const char *behind)
{
    char word[WORD];
    word_behind(behind, word);
    if (p->unit != NULL) {
        if (contradicts(word, p->unit))
            p->status = assay_fail(
                &p->error, ASSAY_INVALID,
                "printed \"%.40s %s\" though unit: says %.20s (leave that out: each number "
                "is read by its own; line %zu)",
                number, word, p->unit, p->line_number);
        return values_time_unit(p->unit);
    }
    const struct time_unit *unit = time_of(word);
    p->timed |= unit != NULL;
    p->bare |= unit == NULL;
    if (p->timed && p->bare)
        p->status = assay_fail(
            &p->error, ASSAY_INVALID,
            "printed \"%.40s\" with%s a unit of time, and a number before it with%s (unit: says "
            "what all are in; line %zu)",
            number, unit != NULL ? "" : "out", unit != NULL ? "out one" : " one", p->line_number);
    return unit;
}

static void add_match(struct pattern *p, const char *text, const regmatch_t *group)
{
    char number[64] = "", *end;
    size_t n = group->rm_so < 0 ? 0 : (size_t)(group->rm_eo - group->rm_so);
    if (n < sizeof number)
        memcpy(number, text + group->rm_so, n);
    const double printed = strtod(number, &end);
    if (end == number || *end != '\0' || !isfinite(printed)) {
        p->status = assay_fail(&p->error, ASSAY_INVALID,
                               "printed \"%.40s\" where the regular expression finds a number "
                               "(line %zu)",
                               number, p->line_number);
        return;
    }
    const double value = values_seconds(unit_of_match(p, number, text + group->rm_eo), printed);
    if (p->status == ASSAY_OK && !values_add(p->series, value))
        p->status = assay_fail(&p->error, ASSAY_NO_MEMORY, "not enough memory for values");
}

static void match_line(struct pattern *p)
{
    regmatch_t groups[2];
    const char *text = p->line;
    p->line[p->n] = '\0';
    p->n = 0;
    p->line_number++;
    int flags = 0;
    while (p->status == ASSAY_OK && regexec(&p->regex, text, 2, groups, flags) == 0) {
        add_match(p, text, &groups[1]);
        if (groups[0].rm_eo == 0) /* an empty match would be found for ever */
            break;
        text += groups[0].rm_eo;
        flags = REG_NOTBOL;
    }
}

void pattern_take(void *context, const char *bytes, size_t n)
{
    struct pattern *p = context;
    while (n > 0 && p->status == ASSAY_OK) {
        const char *newline = memchr(bytes, '\n', n);
        size_t piece = newline != NULL ? (size_t)(newline - bytes) : n;
        if (piece > PATTERN_LINE - p->n)
            piece = PATTERN_LINE - p->n;
        memcpy(p->line + p->n, bytes, piece);
        p->n += piece;
        bytes += piece;
        n -= piece;
        bool ended = n > 0 && *bytes == '\n';
        if (ended || p->n == PATTERN_LINE)
            match_line(p);
        bytes += ended;
        n -= ended;
    }
}

enum assay_status pattern_end(struct pattern *p, struct assay_error *error)
{
    if (p->status == ASSAY_OK && p->n > 0)
        match_line(p);
    if (p->status == ASSAY_OK && p->timed && !values_in(p->series, "s"))
        p->status = assay_fail(&p->error, ASSAY_NO_MEMORY, "not enough memory for values");
    if (p->status != ASSAY_OK && error != NULL)
        *error = p->error;
    return p->status;
}

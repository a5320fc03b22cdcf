/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.c -- values by a regular expression, in memory that does not grow with the output. */
#include "measure/pattern.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    pattern->unit = values_time_unit(unit);
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
    pattern->status = ASSAY_OK;
}

static void add_match(struct pattern *p, const char *text, const regmatch_t *group)
{
    char number[64] = "", *end;
    size_t n = group->rm_so < 0 ? 0 : (size_t)(group->rm_eo - group->rm_so);
    if (n < sizeof number)
        memcpy(number, text + group->rm_so, n);
    double value = values_seconds(p->unit, strtod(number, &end));
    if (end == number || *end != '\0' || !isfinite(value))
        p->status = assay_fail(&p->error, ASSAY_INVALID,
                               "printed \"%.40s\" where the regular expression finds a number "
                               "(line %zu)",
                               number, p->line_number);
    else if (!values_add(p->series, value))
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
    if (p->status != ASSAY_OK && error != NULL)
        *error = p->error;
    return p->status;
}

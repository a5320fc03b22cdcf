/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c -- what a reader saw and did not take, counted by reason and told in words. */
#include <stdbool.h>
#include <string.h>

#include "base/knob.h"
#include "import/format.h"

static bool is_same(const char *a, const char *b)
{
    return a == b || strcmp(a, b) == 0;
}

void format_summary_skip(struct format_summary *summary, size_t n, const char *reason)
{
    if (summary == NULL || n == 0)
        return;
    size_t i = 0;
    while (i < summary->n && !is_same(summary->skipped[i].reason, reason))
        i++;
    if (i == FORMAT_MAX_REASONS)
        i--; /* no format has so many */
    if (i == summary->n) {
        summary->skipped[i].reason = reason;
        summary->skipped[i].n = 0;
        summary->n++;
    }
    summary->skipped[i].n += n;
}

/* The end of what is counted: of "rows" in "rows with an error". */
static size_t noun_end(const char *reason)
{
    static const char *const behind[] = {" without ", " with ",   " that ",      " of ",
                                         " beyond ",  " like ",   " elsewhere ", " beside ",
                                         " where "};
    size_t end = strlen(reason);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        const char *at = strstr(reason, behind[i]);
        if (at != NULL && (size_t)(at - reason) < end)
            end = (size_t)(at - reason);
    }
    return end;
}

static bool ends_with(const char *text, size_t n, const char *end)
{
    const size_t size = strlen(end);
    return n >= size && memcmp(text + n - size, end, size) == 0;
}

/* Reasons are written for many: "runs that were skipped", of which one is a "run that was skipped". */
static void write_one(const char *reason, char *text, size_t size)
{
    const size_t end = noun_end(reason);
    size_t stem = end;
    const char *last = "", *rest = reason + end, *verb = "";
    if (ends_with(reason, end, "ies") && !ends_with(reason, end, "series")) {
        stem = end - 3;
        last = "y";
    } else if (ends_with(reason, end, "s") && !ends_with(reason, end, "series")) {
        stem = end - 1;
    }
    if (strncmp(rest, " that are ", 10) == 0)
        verb = " that is ";
    else if (strncmp(rest, " that were ", 11) == 0)
        verb = " that was ";
    rest += verb[0] != '\0' ? strlen(verb) + 1 : 0;
    (void)snprintf(text, size, "1 %.*s%s%s%s", (int)stem, reason, last, verb, rest);
}

void format_summary_words(const struct format_summary *summary, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < summary->n && used < size; i++) {
        if (i > 0)
            used += (size_t)snprintf(text + used, size - used, ", ");
        if (used >= size)
            return;
        const char *reason = KNOBS(summary->skipped[i].reason);
        if (summary->skipped[i].n == 1)
            write_one(reason, text + used, size - used);
        else
            (void)snprintf(text + used, size - used, "%zu %s", summary->skipped[i].n, reason);
        used += strlen(text + used);
    }
}

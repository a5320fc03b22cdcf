/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_finding.c -- which functions make a change. */
#include "finding/why_finding.h"
#include "finding/why_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *why_code_name(enum why_code code)
{
    static const char *const names[] = {NULL, "same", "changed", "varies"};
    return names[code];
}

const char *why_callers_name(enum why_callers_by by)
{
    static const char *const names[] = {NULL, "frame pointers", "dwarf"};
    return names[by];
}

void why_finding_fini(struct why_finding *finding)
{
    arena_fini(&finding->memory);
    *finding = (struct why_finding){0};
}

void why_tree_fini(struct why_tree *tree)
{
    arena_fini(&tree->memory);
    *tree = (struct why_tree){0};
}

void why_finding_free(struct why_finding **finding)
{
    if (*finding != NULL)
        why_finding_fini(*finding);
    free(*finding);
    *finding = NULL;
}

bool why_stands_out(const struct why_line *line)
{
    return line->of.exact ? line->of.p == 0 : line->of.lower > 0 || line->of.upper < 0;
}

bool why_contradicts(const struct why_finding *finding, const struct why_line *line,
                     enum why_count count)
{
    const double margin = 100 * finding->margin;
    const struct why_counted *counted = &line->counted[count];
    if (!counted->known)
        return false;
    return (line->verdict == ASSAY_FASTER && counted->estimate > margin) ||
           (line->verdict == ASSAY_SLOWER && counted->estimate < -margin);
}

enum why_work why_work_of(const struct why_line *line)
{
    const struct why_counted *counted = &line->counted[WHY_INSTRUCTIONS];
    if (!counted->known)
        return WHY_WORK_UNKNOWN;
    if (counted->new == counted->old)
        return WHY_WORK_AS_BEFORE;
    if (!(counted->old > 0 && counted->new > 0 && isfinite(line->own) && line->own > 0))
        return WHY_WORK_EXPLAINS;
    const double share = log(counted->new / counted->old) / log(line->own); /* each in logarithms */
    return share >= 0.5 ? WHY_WORK_EXPLAINS : share >= 0.1 ? WHY_WORK_IN_PART : WHY_WORK_AS_BEFORE;
}

/* Whether a is shown before b: closing lines stay behind functions. */
static bool is_before(const struct why_line *a, const struct why_line *b)
{
    const bool function = a->of.kind == ASSAY_OF_FUNCTION, other = b->of.kind == ASSAY_OF_FUNCTION;
    if (function != other)
        return function;
    if (!function)
        return a->of.kind < b->of.kind;
    if (why_stands_out(a) != why_stands_out(b))
        return why_stands_out(a);
    return fabs(a->of.estimate) > fabs(b->of.estimate);
}

void why_order(const struct why_finding *finding, size_t *order)
{
    for (size_t i = 0; i < finding->n; i++) {
        size_t at = i;
        for (; at > 0 && is_before(&finding->lines[i], &finding->lines[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

char *why_line_name(const struct why_line *line)
{
    char *text = NULL;
    int n;
    if (line->of.kind == ASSAY_OF_REST)
        n = asprintf(&text, "rest (%zu function%s)", line->of.functions,
                     line->of.functions == 1 ? "" : "s");
    else if (line->of.kind != ASSAY_OF_FUNCTION)
        n = asprintf(&text, "%s", assay_contribution_kind_name(line->of.kind));
    else if (line->name[0] == '\0')
        n = asprintf(&text, "no symbol in %s",
                     line->object[0] != '\0' ? line->object : "the program");
    else if (line->object[0] != '\0')
        n = asprintf(&text, "%s (%s)", line->name, line->object);
    else
        n = asprintf(&text, "%s", line->name);
    return n < 0 ? NULL : text;
}

size_t why_moved(const struct why_finding *finding, const struct why_line **lines, size_t most)
{
    size_t *order = calloc(finding->n + 1, sizeof *order), n = 0;
    if (order == NULL)
        return 0;
    why_order(finding, order);
    for (size_t i = 0; i < finding->n && n < most; i++) {
        const struct why_line *line = &finding->lines[order[i]];
        if (n > 0 && !why_stands_out(line))
            break;
        if (line->of.kind == ASSAY_OF_FUNCTION)
            lines[n++] = line;
    }
    free(order);
    return n;
}

double why_widest(const struct why_finding *finding)
{
    double widest = (double)NAN;
    for (size_t i = 0; i < finding->n; i++)
        if (finding->lines[i].of.kind == ASSAY_OF_FUNCTION)
            widest = fmax(widest, finding->lines[i].of.upper - finding->lines[i].of.estimate);
    return widest;
}

bool why_is_of_event(const struct why_finding *finding)
{
    return finding->sampler[0] != '\0' && strcmp(finding->sampler, finding->unit) == 0;
}

bool why_has_each(const struct why_finding *finding)
{
    return why_is_of_event(finding) && finding->samples[0] >= finding->counted_in_all[0] &&
           finding->samples[1] >= finding->counted_in_all[1];
}

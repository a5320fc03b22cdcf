/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_read.c -- which functions make a change, back from the JSON that why_json.c writes.
 * Edge:     of hostile numbers of units and lines only so many are taken as there are lines.
 * Checked:  tests/stories/why_gate: the same section of a page as from the store. */
#include "view/document/finding_read.h"

#include <stdlib.h>
#include <string.h>

#include "finding/why_finding.h"

static enum assay_contribution_kind kind_of(const char *name)
{
    for (int kind = ASSAY_OF_FUNCTION; kind <= ASSAY_OF_NOT_RUNNING; kind++)
        if (strcmp(name, assay_contribution_kind_name((enum assay_contribution_kind)kind)) == 0)
            return (enum assay_contribution_kind)kind;
    return ASSAY_OF_FUNCTION;
}

static enum why_code code_of(const char *name)
{
    for (int code = WHY_CODE_SAME; code <= WHY_CODE_VARIES; code++)
        if (strcmp(name, why_code_name((enum why_code)code)) == 0)
            return (enum why_code)code;
    return WHY_CODE_UNKNOWN;
}

static struct why_line read_line(const json_t *object)
{
    return (struct why_line){
        .of = {.kind = kind_of(finding_text(object, "kind")),
               .functions = finding_count(object, "functions"),
               .share = finding_number(object, "share"),
               .old_mean = finding_number(object, "old"),
               .new_mean = finding_number(object, "new"),
               .estimate = finding_number(object, "contribution_percent"),
               .se = finding_number(object, "se_percent"),
               .lower = finding_number(object, "lower_percent"),
               .upper = finding_number(object, "upper_percent"),
               .p = finding_number(object, "p"),
               .p_adjusted = finding_number(object, "p_adjusted"),
               .exact = json_is_true(json_object_get(object, "exact"))},
        .name = finding_text(object, "name"),
        .object = finding_text(object, "object"),
        .own = finding_number(object, "own_ratio"),
        .code = code_of(finding_text(object, "code")),
        .appears = json_is_true(json_object_get(object, "appears")),
        .disappears = json_is_true(json_object_get(object, "disappears"))};
}

static bool read_lines(const json_t *lines, struct why_finding *finding)
{
    finding->n = json_array_size(lines);
    finding->lines = arena_array(&finding->memory, finding->n + 1, sizeof *finding->lines);
    for (size_t i = 0; !finding->memory.lost && i < finding->n; i++)
        finding->lines[i] = read_line(json_array_get(lines, i));
    return !finding->memory.lost;
}

struct why_finding *finding_read_why(const json_t *object)
{
    struct why_finding *finding = json_is_object(object) ? calloc(1, sizeof *finding) : NULL;
    if (finding == NULL)
        return NULL;
    finding->benchmark = finding_text(object, "benchmark");
    finding->old_name = finding_text(object, "old");
    finding->new_name = finding_text(object, "new");
    finding->sampler = finding_text(object, "sampler");
    finding->unit = finding_text(object, "unit");
    finding->whole = strcmp(finding_text(object, "whole"), "wall") == 0 ? ASSAY_WHOLE_WALL
                                                                         : ASSAY_WHOLE_PROCESSOR;
    finding->pairs = finding_count(object, "pairs");
    finding->units = finding_count(object, "units");
    finding->functions = finding_count(object, "functions");
    finding->confidence = finding_number(object, "confidence");
    finding->margin = finding_number(object, "margin");
    finding->critical = finding_number(object, "critical");
    finding->total = read_line(json_object_get(object, "total"));
    finding->named = read_line(json_object_get(object, "named"));
    if (!read_lines(json_object_get(object, "lines"), finding))
        why_finding_free(&finding);
    else
        finding->widest = why_widest(finding);
    return finding;
}

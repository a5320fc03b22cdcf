/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_counts.c -- the key "counts": what counts instructions, and how often; and --counts. */
#include <stddef.h>
#include <string.h>

#include "base/failure.h"
#include "design/reader_part.h"
#include "design/request_parts.h"

const char *const counts_names[] = {"auto", "perf", "valgrind", NULL};

static bool find_source(const char *text, enum design_counts_by *by)
{
    for (size_t i = 0; counts_names[i] != NULL; i++)
        if (strcmp(counts_names[i], text) == 0) {
            *by = (enum design_counts_by)i;
            return true;
        }
    return false;
}

static bool read_by(struct reader *reader, yaml_node_t *node, void *target)
{
    const char *text = read_scalar(reader, node, COUNTS);
    return text != NULL &&
           (find_source(text, &((struct design_counts *)target)->by) ||
            mistake(reader, node, "%s counts nothing (write " COUNTS ")", shown(text).text));
}

static const struct schema counts_schema = {
    .what = "what counts",
    .size = sizeof(struct design_counts),
    .fields = (const struct field[]){
        {"by", FIELD_OTHER, .allowed = COUNTS, .required = true, .read = read_by},
        {"executions", FIELD_POSITIVE, offsetof(struct design_counts, executions),
         .allowed = "a whole number, 1 or more"},
        {NULL},
    }};

/* "valgrind", or {by: valgrind, executions: 3}. */
bool key_counts(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_counts *counts = &((struct design *)target)->counts;
    return node->type == YAML_SCALAR_NODE ? read_by(reader, node, counts)
                                          : read_mapping(reader, node, &counts_schema, counts);
}

enum assay_status run_counts_apply(const struct design_request *request, struct design *design,
                                   struct assay_error *error)
{
    enum design_counts_by by;
    if (request->counts == NULL)
        return ASSAY_OK;
    if (!find_source(request->counts, &by))
        return fail_naming(error, ASSAY_USAGE,
                           "@counts: \"%.40s\" counts nothing (write " COUNTS ")", request->counts);
    design->changed = design->changed || by != design->counts.by;
    design->counts.by = by;
    return ASSAY_OK;
}

bool design_has_counts(const struct design *design)
{
    for (size_t i = 0; i < design->n_metrics; i++)
        if (strcmp(design->metrics[i], "instructions") == 0)
            return true;
    return false;
}

/* Combinations of units above execution. */
static size_t units_above(const struct design *design)
{
    size_t n = 1;
    for (size_t i = 0; i < design_execution_level(design); i++)
        n *= i == 0 && design->shard > 0 ? 1 : design->levels[i].count;
    return n;
}

size_t design_counted(const struct design *design)
{
    if (design->counts.by != COUNTS_VALGRIND || design->only_builds || !design_has_counts(design))
        return 0;
    const size_t execution = design_execution_level(design);
    const size_t most =
        design->rounds.find ? design->rounds.least : design->levels[execution].count;
    const size_t asked = design->counts.executions > 0 ? design->counts.executions
                         : units_above(design) > 1     ? COUNTED_OF_BUILD
                                                       : COUNTED_ALONE;
    return asked < most ? asked : most;
}

size_t design_counted_in_all(const struct design *design)
{
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        for (size_t j = 0; j < design->benchmarks[i].n_metrics; j++)
            n += strcmp(design->benchmarks[i].metrics[j], "instructions") == 0;
    return n * design->n_systems * units_above(design) * design_counted(design);
}

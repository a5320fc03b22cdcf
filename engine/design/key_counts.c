/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_counts.c -- the key "counts": what counts instructions, and how often; and --counts. */
#include <stddef.h>
#include <string.h>

#include "base/failure.h"
#include "design/reader_part.h"
#include "design/request_parts.h"

#define COUNTS_OF "execution or iterations"

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

static bool read_of(struct reader *reader, yaml_node_t *node, void *target)
{
    const char *text = read_scalar(reader, node, COUNTS_OF);
    bool *of_iterations = &((struct design_counts *)target)->of_iterations;
    if (text == NULL)
        return false;
    *of_iterations = strcmp(text, "iterations") == 0;
    return *of_iterations || strcmp(text, "execution") == 0 ||
           mistake(reader, node, "%s is nothing that is counted (write " COUNTS_OF ")",
                   shown(text).text);
}

static const struct schema counts_schema = {
    .what = "what counts",
    .size = sizeof(struct design_counts),
    .fields = (const struct field[]){
        {"by", FIELD_OTHER, .allowed = COUNTS, .read = read_by},
        {"of", FIELD_OTHER, .allowed = COUNTS_OF, .read = read_of},
        {"executions", FIELD_POSITIVE, offsetof(struct design_counts, executions),
         .allowed = "a whole number, 1 or more"},
        {NULL},
    }};

/* "valgrind", or {by: valgrind, of: iterations, executions: 3}, of which each may be left out. */
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

const struct counted_metric counted_metrics[COUNTED_METRICS] = {
    [COUNTED_INSTRUCTIONS] = {"instructions", COUNTED_BY_VALGRIND, "1"},
    [COUNTED_ALLOCATIONS] = {"allocations", COUNTED_BY_HEAP, "1"},
    [COUNTED_ALLOCATED_BYTES] = {"allocated_bytes", COUNTED_BY_HEAP, "byte"},
    [COUNTED_PEAK_HEAP] = {"peak_heap", COUNTED_BY_HEAP, "byte"},
    [COUNTED_SYSCALLS] = {"syscalls", COUNTED_BY_CALLS, "1"},
    [COUNTED_BYTES_WRITTEN] = {"bytes_written", COUNTED_BY_CALLS, "byte"},
    [COUNTED_RELOCATIONS] = {"relocations", COUNTED_BY_LOADER, "1"},
};

static const struct counted_metric *find_counted(const char *name)
{
    for (size_t i = 0; i < COUNTED_METRICS; i++)
        if (strcmp(counted_metrics[i].name, name) == 0)
            return &counted_metrics[i];
    return NULL;
}

bool metric_is_counted(const char *name)
{
    const struct counted_metric *metric = find_counted(name);
    return metric != NULL && metric->by != COUNTED_BY_VALGRIND;
}

const struct counted_metric *design_counted_metric(const struct design *design, const char *name)
{
    const struct counted_metric *metric = find_counted(name);
    if (metric == NULL)
        return NULL;
    const bool apart = metric->by == COUNTED_BY_VALGRIND ? design->counts.by == COUNTS_VALGRIND
                                                         : !design_follows_clock(design);
    return apart ? metric : NULL;
}

bool design_asks_for(const struct design *design, size_t benchmark, const char *metric)
{
    const struct design_benchmark *b = &design->benchmarks[benchmark];
    for (size_t i = 0; i < b->n_metrics; i++)
        if (strcmp(b->metrics[i], metric) == 0)
            return true;
    return false;
}

bool design_counts_by(const struct design *design, size_t benchmark, enum counted_by by)
{
    for (size_t i = 0; i < COUNTED_METRICS; i++)
        if (counted_metrics[i].by == by &&
            design_counted_metric(design, counted_metrics[i].name) != NULL &&
            design_asks_for(design, benchmark, counted_metrics[i].name))
            return true;
    return false;
}

bool design_follows_clock(const struct design *design)
{
    return design_has_iterations(design) &&
           design->levels[design->n_levels - 1].batch == DESIGN_BATCH_AUTO;
}

bool design_has_counts(const struct design *design)
{
    for (size_t i = 0; i < design->n_metrics; i++)
        if (strcmp(design->metrics[i], "instructions") == 0)
            return true;
    return false;
}

/* Any at all, in whatever way. */
static bool counts_apart(const struct design *design)
{
    for (size_t i = 0; i < design->n_metrics; i++)
        if (design_counted_metric(design, design->metrics[i]) != NULL)
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

static size_t timed_of_unit(const struct design *design)
{
    return design->rounds.find ? design->rounds.least
                               : design->levels[design_execution_level(design)].count;
}

size_t design_counted(const struct design *design)
{
    if (design->only_builds || order_is_beside(design->order.by) || !counts_apart(design))
        return 0;
    const size_t most = timed_of_unit(design);
    const size_t asked = design->counts.executions > 0 ? design->counts.executions
                         : units_above(design) > 1     ? COUNTED_OF_BUILD
                                                       : COUNTED_ALONE;
    return asked < most ? asked : most;
}

size_t design_counted_most(const struct design *design)
{
    const size_t least = design_counted(design), timed = timed_of_unit(design);
    if (design->counts.executions > 0 || least < COUNTED_ALONE)
        return least;
    return timed < COUNTED_MOST ? timed : COUNTED_MOST;
}

static size_t counted_of(const struct design *design, size_t benchmarks)
{
    return benchmarks * design->n_systems * units_above(design) * design_counted(design);
}

size_t design_counted_in_all(const struct design *design, enum counted_by by)
{
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        n += design_counts_by(design, i, by);
    return counted_of(design, n);
}

size_t design_counted_steps(const struct design *design)
{
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        bool any = false;
        for (size_t by = 0; by < COUNTED_WAYS; by++)
            any = any || design_counts_by(design, i, (enum counted_by)by);
        n += any;
    }
    return counted_of(design, n);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_metric.c -- whether a benchmark's values can give the metrics that are asked for. */
#include <stdio.h>
#include <string.h>

#include "design/check_part.h"
#include "design/design.h"
#include "design/generator.h"

/* As measure/metric.c reads them, to the right of this room; a test compares the two lists. */
static const char *const process_metrics[] = {
    "wall",         "user",         "system_time",        "max_rss",
    "minor_faults", "major_faults", "voluntary_switches", "involuntary_switches",
    "blocks_in",    "blocks_out",   "stdout_bytes",       "user+system",
    "runnable"};
static const char *const counters[] = {
    "instructions",  "cycles",      "cache_references", "cache_misses",   "branches",
    "branch_misses", "page_faults", "context_switches", "cpu_migrations", "energy"};
enum {
    N_PROCESS_METRICS = sizeof process_metrics / sizeof *process_metrics,
    N_COUNTERS = sizeof counters / sizeof *counters
};

static bool is_one_of(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

bool metric_is_counter(const char *name)
{
    return is_one_of(counters, N_COUNTERS, name) ||
           (strncmp(name, "event:", 6) == 0 && name[6] != '\0');
}

bool metric_needs_alone(const char *name, bool shared)
{
    return metric_is_counted(name) || (shared && strcmp(name, "wall") == 0) || strcmp(name, "runnable") == 0 ||
           metric_is_counter(name);
}

bool metric_is_of_process(const char *name)
{
    return is_one_of(process_metrics, N_PROCESS_METRICS, name);
}

const char *metric_word(size_t index)
{
    const size_t apart = 1; /* instructions stand among the counters */
    const size_t behind = N_PROCESS_METRICS + N_COUNTERS;
    return index < N_PROCESS_METRICS                  ? process_metrics[index]
           : index < behind                           ? counters[index - N_PROCESS_METRICS]
           : index + apart < behind + COUNTED_METRICS ? counted_metrics[index + apart - behind].name
                                                      : NULL;
}

/* "wall, user, ..., energy" */
static void list_metrics(char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; metric_word(i) != NULL && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", metric_word(i));
}

static bool check_metrics(struct reader *reader, struct place place, char *const *metrics, size_t n,
                          bool of_process)
{
    for (size_t i = 0; i < n; i++) {
        yaml_node_t *item = node_item(reader, place.node, i);
        const yaml_node_t *node = item != NULL ? item : place.node;
        if (of_process && !metric_is_of_process(metrics[i]) && !metric_is_counter(metrics[i]) &&
            !metric_is_counted(metrics[i]) && !metric_is_of_service(reader->design, metrics[i])) {
            char allowed[512];
            list_metrics(allowed, sizeof allowed);
            return mistake_at(reader, place.path, node,
                              "%s is no metric of a process (write any of: %s, event:NAME)",
                              shown(metrics[i]).text, allowed);
        }
        for (size_t j = 0; j < i; j++)
            if (strcmp(metrics[i], metrics[j]) == 0)
                return mistake_at(reader, place.path, node, "%s stands here twice",
                                  shown(metrics[i]).text);
    }
    return true;
}

static bool all_are_of(const struct design *design, enum value_source source)
{
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (design->benchmarks[i].source != source)
            return false;
    return true;
}

/* As of commands, or of harnesses; else iterations have a wall of their own, and processor time is of whole executions. */
static void default_metrics(struct design *design)
{
    if (design->n_metrics > 0)
        return;
    const bool of_harness = all_are_of(design, VALUES_HARNESS);
    size_t n;
    design->metrics = design_default_metrics(design, of_harness, &n);
    design->n_metrics = of_harness || all_are_of(design, VALUES_PROCESS) ? n : 1;
}

static bool check_decides(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    return d->decides == NULL ||
           is_one_of((const char *const *)d->metrics, d->n_metrics, d->decides) ||
           mistake_at(reader, "decides", node_get(reader, root, "decides"),
                      "%s is measured by no benchmark (add it to metrics, or write one of them)",
                      shown(d->decides).text);
}

/* A quantile that decides is among the values of a load generator of which nobody said what is wanted. */
static bool ask_for_quantile(struct design *d)
{
    char *both[] = {d->metrics[0], d->decides};
    for (size_t i = 0; i < d->n_benchmarks; i++) {
        struct design_benchmark *b = &d->benchmarks[i];
        if (b->source != VALUES_FORMAT || b->n_metrics > 0)
            continue;
        b->metrics = design_alloc(d, sizeof both);
        if (b->metrics == NULL)
            return false;
        memcpy(b->metrics, both, sizeof both);
        b->n_metrics = 2;
    }
    return true;
}

/* The design's metrics become all that any benchmark asks for, in order of appearance. */
static bool unite_metrics(struct reader *reader)
{
    struct design *d = reader->design;
    const bool said = d->n_metrics > 0;
    default_metrics(d);
    if (!said && d->decides != NULL && generator_is_quantile(d->decides) && !ask_for_quantile(d))
        return out_of_memory(reader);
    size_t room = d->n_metrics;
    for (size_t i = 0; i < d->n_benchmarks; i++)
        room += d->benchmarks[i].n_metrics;
    char **all = design_alloc(d, (room + 1) * sizeof *all);
    if (all == NULL)
        return out_of_memory(reader);
    size_t n = 0;
    for (size_t i = 0; i < d->n_benchmarks; i++) {
        struct design_benchmark *b = &d->benchmarks[i];
        if (b->n_metrics == 0) {
            b->metrics = d->metrics;
            b->n_metrics = d->n_metrics;
        }
        for (size_t j = 0; j < b->n_metrics; j++)
            if (!is_one_of((const char *const *)all, n, b->metrics[j]))
                all[n++] = b->metrics[j];
    }
    d->metrics = all;
    d->n_metrics = n;
    return true;
}

bool check_values(struct reader *reader, yaml_node_t *root)
{
    struct design *d = reader->design;
    bool iterates = design_has_iterations(d);
    bool a_process_inherits = false, harness = false;
    for (size_t i = 0; i < d->n_benchmarks; i++) {
        const struct design_benchmark *b = &d->benchmarks[i];
        bool of_process = b->source == VALUES_PROCESS;
        struct place place = place_of(reader, root, "benchmarks", i, "values");
        if (of_process && iterates)
            return mistake_at(reader, place.path, place.node,
                              "a process gives one value an execution, but levels has "
                              "\"iteration\" (write values: harness, a regex or a format, or drop "
                              "the level)");
        if (b->source == VALUES_HARNESS && !iterates)
            return mistake_at(reader, place.path, place.node,
                              "a harness gives iterations, but levels has none (add {name: "
                              "iteration, count: 10})");
        a_process_inherits = a_process_inherits || (of_process && b->n_metrics == 0);
        harness = harness || b->source == VALUES_HARNESS;
        place = place_of(reader, root, "benchmarks", i, "metrics");
        if (!check_metrics(reader, place, b->metrics, b->n_metrics, of_process))
            return false;
    }
    if (!harness && iterates && d->levels[d->n_levels - 1].batch > 0)
        return mistake_at(reader, "levels", node_get(reader, root, "levels"),
                          "a batch of iterations is asked of a harness, and no benchmark has one "
                          "(write values: harness, or drop batch)");
    struct place place = {"metrics", node_get(reader, root, "metrics")};
    return check_metrics(reader, place, d->metrics, d->n_metrics,
                         all_are_of(d, VALUES_PROCESS) || a_process_inherits) &&
           unite_metrics(reader) && check_order(reader, root) && check_decides(reader, root);
}

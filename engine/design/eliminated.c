/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eliminated.c -- the rule that leaves out what is certainly beaten: what it needs, and what it has ended. */
#include <stdlib.h>
#include <string.h>

#include <assay/stopping.h>

#include "base/knob.h"
#include "design/check_part.h"
#include "design/design_stop.h"

const char *design_eliminate(struct design *design)
{
    size_t parameters = 0;
    for (size_t i = 0; i < design->n_systems; i++)
        parameters += design->systems[i].parameters.n;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        parameters += design->benchmarks[i].parameters.n;
    if (parameters == 0)
        return "needs settings to choose from (give @parameter-list, @parameter-scan, or "
               "parameters in the manifest)";
    if (design->rounds.find)
        return "needs a number of rounds, the most that are measured (give @runs, or a count in "
               "place of rounds)";
    if (design_has_machines(design))
        return "compares settings on one machine: leave out the level machine";
    design->stop.looks = assay_eliminate_looks(design->levels[design_top_level(design)].count);
    if (design->ended == NULL)
        design->ended =
            design_alloc(design, design->n_systems * design->n_benchmarks * sizeof *design->ended);
    return design->ended != NULL ? NULL : "has no memory";
}

size_t *design_ended_of(const struct design *design, const char *system, const char *benchmark)
{
    const struct design_system *s = design_system_named(design, system);
    const struct design_benchmark *b = design_benchmark_named(design, benchmark);
    if (s == NULL || b == NULL)
        return NULL;
    return &design->ended[(size_t)(s - design->systems) * design->n_benchmarks +
                          (size_t)(b - design->benchmarks)];
}

/* ---- the key "ended" of "stop": [[SYSTEM, BENCHMARK, UNITS], …] ---- */

static bool read_one(struct reader *reader, yaml_node_t *item)
{
    const char *texts[3];
    char *end = NULL;
    for (size_t i = 0; i < 3; i++) {
        yaml_node_t *node = node_item(reader, item, i);
        texts[i] =
            node != NULL ? read_scalar(reader, node, "a system, a benchmark and a count") : "";
        if (texts[i] == NULL)
            return false;
    }
    size_t *ended = design_ended_of(reader->design, texts[0], texts[1]);
    const size_t units = (size_t)strtoul(texts[2], &end, 10);
    if (ended == NULL || units == 0 || *end != '\0')
        return mistake(reader, item,
                       "names nothing that was ended (write [SYSTEM, BENCHMARK, "
                       "UNITS])");
    *ended = units;
    return true;
}

bool check_eliminate(struct reader *reader, yaml_node_t *root)
{
    struct design *d = reader->design;
    if (d->stop.rule != STOP_ELIMINATE)
        return true;
    yaml_node_t *stop = node_get(reader, root, "stop"), *list = node_get(reader, stop, "ended"),
                *item;
    const char *problem = design_eliminate(d);
    if (problem != NULL)
        return mistake_at(reader, "stop", stop, "eliminate %s", KNOBS(problem));
    for (size_t i = 0; (item = node_item(reader, list, i)) != NULL; i++)
        if (!read_one(reader, item))
            return false;
    return true;
}

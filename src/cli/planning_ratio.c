/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_ratio.c -- the ratio of two systems as something to be planned: in rounds by what the two
 * do not share, else by the variances of both. */
#include "cli/planning_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"

/* What the pilot tells of the ratio; *paired says how. */
static enum assay_status pilot_of(const struct planning *planning, const struct planned_pair *pair,
                                  const double *cost_s, bool *paired,
                                  struct assay_plan_pilot *pilot, struct assay_error *error)
{
    const struct assay_series *old_series = planning->series[pair->old_plan],
                              *new_series = planning->series[pair->new_plan];
    enum assay_status status = ASSAY_UNDEFINED;
    if (assay_series_paired(old_series, new_series))
        status = assay_plan_from_rounds(&old_series->live, &new_series->live, cost_s, pilot, error);
    *paired = status == ASSAY_OK;
    return status != ASSAY_UNDEFINED
               ? status
               : assay_plan_from_apart(&planning->plans[pair->old_plan].pilot,
                                       &planning->plans[pair->new_plan].pilot, pilot, error);
}

static enum exit_code plan_ratio(const struct planning *planning, const struct planned_pair *pair,
                                 struct shown_plan *shown)
{
    const struct shown_plan *old_plan = &planning->plans[pair->old_plan],
                            *new_plan = &planning->plans[pair->new_plan];
    struct assay_plan_pilot pilot;
    struct assay_error error;
    bool paired;
    for (size_t i = 0; i < new_plan->n_levels; i++)
        shown->cost_s[i] = old_plan->cost_s[i] + new_plan->cost_s[i];
    enum assay_status status = pilot_of(planning, pair, shown->cost_s, &paired, &pilot, &error);
    if (status != ASSAY_OK)
        return planning_fail(new_plan, &error);
    planning_show(planning->series[pair->new_plan], &pilot, shown);
    shown->benchmark = new_plan->benchmark;
    shown->system = new_plan->system;
    shown->old_system = old_plan->system;
    shown->unit = NULL;
    shown->of_ratio = true;
    shown->pairing_gain = paired ? 1 : (double)NAN;
    return planning_finish(planning, &pilot, shown);
}

/* ---- which plans make pairs ---- */

struct place {
    const char *benchmark;
    size_t index; /* of the plan */
};

static int by_benchmark(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    const int order = strcmp(x->benchmark, y->benchmark);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* first[i]: the first plan on the benchmark of plan i, the old system's. False where a benchmark has
 * only that one: a design for the ratios would not serve it. */
static bool find_first(const struct planning *planning, struct place *places, size_t *first)
{
    for (size_t i = 0; i < planning->n; i++)
        places[i] = (struct place){planning->plans[i].benchmark, i};
    qsort(places, planning->n, sizeof *places, by_benchmark);
    for (size_t begin = 0, end = 0; begin < planning->n; begin = end) {
        while (end < planning->n && strcmp(places[begin].benchmark, places[end].benchmark) == 0)
            first[places[end++].index] = places[begin].index;
        if (end - begin < 2)
            return false;
    }
    return true;
}

static bool levels_agree(const struct planning *planning)
{
    for (size_t i = 1; i < planning->n; i++)
        if (!planning_same_levels(&planning->plans[0], &planning->plans[i]))
            return false;
    return true;
}

static enum exit_code plan_pairs(struct planning *planning, struct place *places, size_t *first)
{
    enum exit_code code = EXIT_DONE;
    if (!find_first(planning, places, first))
        return EXIT_DONE;
    for (size_t i = 0; i < planning->n && code == EXIT_DONE; i++) {
        if (first[i] == i)
            continue;
        const size_t k = planning->n_ratios++;
        planning->pairs[k] = (struct planned_pair){first[i], i};
        code = plan_ratio(planning, &planning->pairs[k], &planning->ratios[k]);
    }
    return code;
}

enum exit_code planning_ratios(struct planning *planning)
{
    if (!levels_agree(planning))
        return EXIT_DONE;
    planning->ratios = calloc(planning->n, sizeof *planning->ratios);
    planning->pairs = calloc(planning->n, sizeof *planning->pairs);
    struct place *places = calloc(planning->n, sizeof *places);
    size_t *first = calloc(planning->n, sizeof *first);
    const bool room =
        planning->ratios != NULL && planning->pairs != NULL && places != NULL && first != NULL;
    const enum exit_code code = room ? plan_pairs(planning, places, first) : fail_memory();
    free(places);
    free(first);
    return code;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_ratio.c -- the ratio of two systems as something to be planned: in rounds by what the two
 * do not share, else by the variances of both. */
#include "cli/planning_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"

/* The first plan on the same benchmark: the old system's. */
static size_t first_on(const struct planning *planning, size_t index)
{
    size_t i = 0;
    while (strcmp(planning->plans[i].benchmark, planning->plans[index].benchmark) != 0)
        i++;
    return i;
}

/* What the pilot tells of the ratio; *paired says how. */
static enum assay_status pilot_of(const struct planning *planning, size_t old_index,
                                  size_t new_index, const double *cost_s, bool *paired,
                                  struct assay_plan_pilot *pilot, struct assay_error *error)
{
    const struct assay_series *old_series = planning->series[old_index],
                              *new_series = planning->series[new_index];
    *paired = assay_series_paired(old_series, new_series) &&
              assay_plan_from_rounds(&old_series->live, &new_series->live, cost_s, pilot, error) ==
                  ASSAY_OK;
    return *paired ? ASSAY_OK
                   : assay_plan_from_apart(&planning->plans[old_index].pilot,
                                           &planning->plans[new_index].pilot, pilot, error);
}

static enum exit_code plan_ratio(const struct planning *planning, size_t old_index,
                                 size_t new_index, struct shown_plan *shown)
{
    const struct shown_plan *old_plan = &planning->plans[old_index],
                            *new_plan = &planning->plans[new_index];
    struct assay_plan_pilot pilot;
    struct assay_error error;
    bool paired;
    for (size_t i = 0; i < new_plan->n_levels; i++)
        shown->cost_s[i] = old_plan->cost_s[i] + new_plan->cost_s[i];
    enum assay_status status =
        pilot_of(planning, old_index, new_index, shown->cost_s, &paired, &pilot, &error);
    if (status != ASSAY_OK)
        return planning_fail(new_plan, &error);
    planning_show(planning->series[new_index], &pilot, shown);
    shown->benchmark = new_plan->benchmark;
    shown->system = new_plan->system;
    shown->old_system = old_plan->system;
    shown->unit = NULL;
    shown->of_ratio = true;
    shown->pairing_gain = paired ? 1 : (double)NAN;
    return planning_finish(planning, &pilot, shown);
}

enum exit_code planning_ratios(struct planning *planning)
{
    for (size_t i = 1; i < planning->n; i++)
        if (!planning_same_levels(&planning->plans[0], &planning->plans[i]))
            return EXIT_DONE;
    planning->ratios = calloc(planning->n, sizeof *planning->ratios);
    if (planning->ratios == NULL)
        return fail_memory();
    enum exit_code code = EXIT_DONE;
    for (size_t i = 1; i < planning->n && code == EXIT_DONE; i++) {
        const size_t first = first_on(planning, i);
        if (first != i)
            code = plan_ratio(planning, first, i, &planning->ratios[planning->n_ratios++]);
    }
    return code;
}

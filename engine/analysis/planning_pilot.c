/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_pilot.c -- the plan of one series of a pilot: what it tells, what it costs, what is doubted. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/planning_parts.h"
#include "base/failure.h"

enum assay_status planning_fail(const struct plan_finding *shown, struct assay_error *error)
{
    const struct assay_error cause = *error;
    if (shown->system == NULL)
        return cause.status;
    return assay_fail(error, cause.status, "%s on %s: %s", shown->benchmark, shown->system,
                      cause.text);
}

/* ---- costs ---- */

bool planning_cost_is_known(const struct assay_series *series)
{
    const size_t lowest = series->live.shape.n_levels - 1;
    return isfinite(series->cost_s[lowest]) || strcmp(series->level_name[lowest], "iteration") != 0;
}

/* The cost of a level: as asked, as measured, or of the lowest its own time. */
static bool cost_of_level(const struct plan_request *request, const struct assay_series *series,
                          double mean, size_t level, double *cost_s)
{
    const struct plan_numbers *asked = &request->costs;
    const size_t n = series->live.shape.n_levels;
    if (asked->n > 0) {
        *cost_s = asked->items[n - 1 - level];
        return true;
    }
    *cost_s = series->cost_s[level];
    if (isnan(*cost_s) && level == n - 1 && strcmp(series->unit, "s") == 0)
        *cost_s = mean;
    return isfinite(*cost_s) && *cost_s >= 0;
}

static enum assay_status fail_costs(const struct assay_series *series, size_t asked,
                                    struct assay_error *error)
{
    char names[512];
    const size_t n = series->live.shape.n_levels;
    size_t length = 0;
    for (size_t i = n; i-- > 0 && length < sizeof names;)
        length += (size_t)snprintf(names + length, sizeof names - length, " %s%s",
                                   series->level_name[i], i > 0 ? "," : "");
    return fail_naming(error, ASSAY_USAGE, "@costs has %zu values and %s has %zu levels:%s", asked,
                       series->benchmark, n, names);
}

static enum assay_status fail_cost(const struct assay_series *series, size_t level,
                                   struct assay_error *error)
{
    return fail_naming(error, ASSAY_UNDEFINED,
                       "%s on %s: what one more %s costs is not known. Give @costs, lowest level "
                       "first",
                       series->benchmark, series->system, series->level_name[level]);
}

static enum assay_status find_costs(const struct plan_request *request,
                                    const struct assay_series *series, double mean, size_t first,
                                    double *cost_s, struct assay_error *error)
{
    const size_t n = series->live.shape.n_levels, asked = request->costs.n;
    if (asked > 0 && asked != n)
        return fail_costs(series, asked, error);
    for (size_t i = 0; i < n; i++) {
        if (cost_of_level(request, series, mean, i, &cost_s[i]) || i < first)
            continue;
        return fail_cost(series, i, error);
    }
    return ASSAY_OK;
}

/* ---- what it tells ---- */

static bool is_constant(const struct assay_sample *sample)
{
    const size_t n = assay_sample_size(sample);
    size_t i = 1;
    while (i < n && sample->values[i] == sample->values[0])
        i++;
    return i >= n;
}

static assay_warnings doubts_of(const struct assay_series *series,
                                const struct assay_plan_pilot *pilot)
{
    assay_warnings warnings = 0;
    if (assay_shape_units(&series->live.shape, pilot->first) < PLANNING_LEAST_TOP_UNITS)
        warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (is_constant(&series->live))
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    else if (!(pilot->t2[pilot->first] > 0))
        warnings |= ASSAY_WARNING(ASSAY_WARN_COMPONENT_NEGATIVE);
    for (size_t i = pilot->first + 1; i < series->live.shape.n_levels; i++)
        if (pilot->removed[i])
            warnings |= ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED);
    if (series->live.shape.n_levels == 1)
        warnings |= ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL);
    if (pilot->dependence > 1 && pilot->input.n_levels > 1)
        warnings |= ASSAY_WARNING(ASSAY_WARN_DEPENDENT_ITERATIONS);
    return warnings | (series->warnings & ASSAY_WARNING(ASSAY_WARN_INCOMPLETE));
}

void planning_show(const struct assay_series *series, const struct assay_plan_pilot *pilot,
                   struct plan_finding *shown)
{
    shown->metric = series->metric;
    shown->unit = series->unit;
    shown->mean = pilot->mean;
    shown->n_levels = series->live.shape.n_levels;
    shown->first = pilot->first;
    shown->input = pilot->input;
    shown->pilot = *pilot;
    shown->warnings = doubts_of(series, pilot);
    shown->dependence = pilot->input.n_levels > 1 ? pilot->dependence : 1;
    for (size_t i = 0; i < shown->n_levels; i++) {
        shown->level_name[i] = series->level_name[i];
        shown->t2[i] = pilot->t2[i];
        shown->upper[i] = pilot->upper[i];
        shown->removed[i] = pilot->removed[i];
    }
}

enum assay_status planning_read_pilot(const struct assay_series *series, struct plan_finding *shown,
                                      struct assay_plan_pilot *pilot, struct assay_error *error)
{
    static const double unknown[ASSAY_MAX_LEVELS] = {0};
    shown->benchmark = series->benchmark;
    shown->system = series->system;
    enum assay_status status = assay_plan_from_pilot(&series->live, unknown, pilot, error);
    if (status == ASSAY_UNDEFINED)
        (void)assay_fail(error, ASSAY_UNDEFINED,
                         "nothing was repeated: a plan needs a pilot with at least two values");
    else if (status == ASSAY_OK && !(pilot->mean > 0))
        status =
            assay_fail(error, ASSAY_UNDEFINED,
                       "the mean is %g: a precision is a share of a positive mean", pilot->mean);
    return status == ASSAY_OK ? status : planning_fail(shown, error);
}

/* ---- the plan ---- */

/* One build with all that is planned, rather than with what the pilot had. */
static void judge_one_build(const struct plan_request *request, struct plan_finding *shown)
{
    const struct assay_plan_target *target = plan_first_planned(shown);
    double cost_s, variance;
    if (!shown->has_build_effect || shown->first != 0 || shown->input.n_levels < 2 ||
        target == NULL || target->count[0] < 1 ||
        assay_plan_evaluate(&shown->input, target->count, &cost_s, &variance, NULL) != ASSAY_OK)
        return;
    const double builds = (double)target->count[0];
    assay_build_effect_judge(&shown->build_effect, request->confidence,
                             builds * (double)target->count[1],
                             (variance - fmax(shown->input.t2[0], 0)) / builds);
}

enum assay_status planning_series(const struct plan_request *request,
                                  const struct assay_series *series, struct assay_plan_pilot *pilot,
                                  struct plan_finding *shown, struct assay_error *error)
{
    planning_show(series, pilot, shown);
    enum assay_status status =
        assay_build_effect_of(series, request->confidence, &shown->build_effect, error);
    shown->has_build_effect = status == ASSAY_OK;
    if (status == ASSAY_NO_MEMORY)
        return status;
    TRY(find_costs(request, series, pilot->mean, pilot->first, shown->cost_s, error));
    shown->untimed = request->costs.n == 0 && !planning_cost_is_known(series);
    if (shown->untimed && request->budgets.n > 0)
        return fail_cost(series, series->live.shape.n_levels - 1, error);
    for (size_t i = 0; i < shown->input.n_levels; i++)
        shown->input.cost_s[i] = pilot->input.cost_s[i] = shown->cost_s[pilot->first + i];
    shown->pilot = *pilot;
    status = planning_finish(request, pilot, shown, error);
    if (status != ASSAY_OK)
        return planning_fail(shown, error);
    judge_one_build(request, shown);
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning.c -- from a pilot or given numbers to plans. */
#include "analysis/planning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/planning_parts.h"
#include "analysis/processor_time.h"
#include "analysis/units_needed.h"
#include "base/failure.h"
#include "base/owned.h"

/* ---- the question ---- */

/* The margin that comparisons within the input are decided by; NaN: none is known, or nothing is compared. */
static double margin_of(const struct input *input)
{
    const double margin =
        input != NULL && input->systems.n > 1 ? input_margin(input, (double)NAN) : (double)NAN;
    return margin > 0 ? margin : (double)NAN;
}

void planning_ask(const struct input *input, double usual[PLAN_PRECISIONS_USUAL],
                  struct plan_request *request)
{
    const double margin = margin_of(input), decides = units_needed_precision(margin);
    const bool chosen = !isnan(margin) && margin != ASSAY_MARGIN_DEFAULT;
    if (request->precisions.n + request->budgets.n > 0)
        return;
    usual[0] = chosen ? decides : 0.02;
    usual[1] = chosen ? 2 * decides : 0.01;
    usual[2] = isnan(margin) ? 0.005 : decides;
    request->precisions = (struct plan_numbers){usual, chosen ? 2 : 3};
    request->at_margin = margin;
}

bool planning_of_load(const struct input *input)
{
    return strcmp(input->series[0].metric, "wall") != 0 &&
           processor_beside(input, &input->series[0], "requests") != NULL;
}

/* ---- the pilot ---- */

/* For each benchmark, whether processor time decides there. ASSAY_NO_MEMORY is the only error. */
static enum assay_status find_ruled(const struct input *input, bool *ruled, const char **metric,
                                    size_t *n, struct assay_error *error)
{
    *n = 0;
    for (size_t i = 0; i < input->benchmarks.n; i++) {
        const char *found;
        TRY(processor_time_rules(input, input->benchmarks.items[i], &found, error));
        ruled[i] = found != NULL && (*n == 0 || strcmp(found, *metric) == 0);
        *metric = ruled[i] ? found : *metric;
        *n += ruled[i];
    }
    return ASSAY_OK;
}

/* Of each benchmark the series of what decides there. */
static void set_primary(const struct name_list *benchmarks, const bool *ruled, const char *metric,
                        struct input *input)
{
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        bool by_processor = false;
        for (size_t k = 0; k < benchmarks->n; k++)
            by_processor =
                by_processor || (ruled[k] && strcmp(benchmarks->items[k], series->benchmark) == 0);
        input->primary[i] = strcmp(series->metric, by_processor ? metric : "wall") == 0;
    }
    input->primary_only = true;
}

enum assay_status planning_read(const struct source_request *source, struct input *input,
                                struct remarks *remarks, struct assay_error *error)
{
    struct source_request asked = *source;
    const char *metrics[] = {NULL, "wall"};
    size_t n;
    asked.others_too = false;
    TRY(input_read(&asked, input, remarks, error));
    OWNED bool *ruled = calloc(input->benchmarks.n + 1, sizeof *ruled);
    if (ruled == NULL)
        return fail_no_memory(error);
    if (asked.metrics.n > 0)
        return ASSAY_OK;
    TRY(find_ruled(input, ruled, &metrics[0], &n, error));
    if (n == 0)
        return ASSAY_OK;
    SCOPED(input_fini) struct input by_wall = *input;
    const bool all = n == by_wall.benchmarks.n;
    *input = (struct input){0};
    asked.metrics = (struct name_list){metrics, all ? 1 : 2};
    TRY(input_read(&asked, input, remarks, error));
    if (!all)
        set_primary(&by_wall.benchmarks, ruled, metrics[0], input);
    return ASSAY_OK;
}

bool planning_of_processor(const struct input *input, bool metric_named)
{
    return !metric_named && input->decides == NULL && !input->primary_only &&
           strcmp(input->series[0].metric, "user+system") == 0;
}

/* ---- several plans ---- */

const struct plan_finding *planning_common(const struct planning *planning)
{
    if (planning->has_together)
        return &planning->together;
    return planning->n == 1 ? &planning->plans[0] : NULL;
}

/* ---- given numbers ---- */

static void given_levels(const struct plan_request *request, struct plan_finding *shown)
{
    static const char *const names[ASSAY_MAX_LEVELS] = {
        "iteration", "execution", "build", "machine", "day", "level 6", "level 7", "level 8"};
    const size_t n = request->t2.n;
    shown->n_levels = n;
    shown->input.n_levels = n;
    for (size_t i = 0; i < n; i++) {
        const size_t lowest_first = n - 1 - i;
        shown->level_name[i] = n == 1 ? "execution" : names[lowest_first];
        shown->input.t2[i] = shown->t2[i] = request->t2.items[lowest_first];
        shown->input.cost_s[i] = shown->cost_s[i] = request->costs.items[lowest_first];
    }
}

enum assay_status planning_from_numbers(const struct plan_request *request,
                                        struct planning *planning, struct assay_error *error)
{
    struct assay_error unheard;
    error = error != NULL ? error : &unheard;
    *planning = (struct planning){.n = 1};
    planning->plans = arena_array(&planning->memory, 1, sizeof *planning->plans);
    if (planning->plans == NULL)
        return fail_no_memory(error);
    struct plan_finding *shown = &planning->plans[0];
    shown->memory = &planning->memory;
    shown->benchmark = "given numbers";
    shown->unit = request->relative ? NULL : "s";
    shown->mean = request->mean;
    shown->dependence = NAN;
    given_levels(request, shown);
    for (size_t i = 0; i < shown->n_levels; i++)
        shown->upper[i] = NAN;
    enum assay_status status = planning_finish(request, NULL, shown, error);
    if (status != ASSAY_OK)
        return status == ASSAY_NO_MEMORY ? status : (error->status = ASSAY_USAGE);
    return planning_powers(request, planning, error);
}

/* ---- a pilot ---- */

/* Each series that is one. */
static enum assay_status plan_each(const struct plan_request *request, const struct input *input,
                                   struct planning *planning, struct remarks *remarks,
                                   struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++) {
        struct plan_finding *shown = &planning->plans[planning->n];
        struct assay_plan_pilot pilot;
        if (input->primary_only && !input->primary[i])
            continue;
        shown->memory = &planning->memory;
        status = planning_read_pilot(&input->series[i], shown, &pilot, error);
        const bool others = planning->n > 0 || i + 1 < input->n; /* which can be planned */
        if (status != ASSAY_OK && status != ASSAY_NO_MEMORY && !request->all && others) {
            remark(remarks, "%s", error->text);
            status = ASSAY_OK;
        } else if (status == ASSAY_OK) {
            planning->series[planning->n++] = &input->series[i];
            shown->randomised = input_randomised(input, input->series[i].system);
            status = planning_series(request, &input->series[i], &pilot, shown, error);
        }
    }
    return status;
}

/* Benchmarks of different questions have no common one. */
static void say_other_question(const struct plan_request *request, const struct input *input,
                               struct remarks *remarks)
{
    for (size_t i = 0; i < input->n; i++) {
        const char *benchmark = input->series[i].benchmark;
        const struct assay_statistic own = input_question(input, benchmark).statistic;
        char name[ASSAY_STATISTIC_TEXT];
        if (own.kind == request->question.statistic.kind || own.kind == ASSAY_STATISTIC_MEAN)
            continue;
        assay_statistic_name(&own, name);
        remark(remarks,
               "benchmarks are decided by different statistics (%s by %s): what is planned is the "
               "mean; @statistic=%s plans for that",
               benchmark, name, name);
        return;
    }
}

static void withhold_target(struct plan_target *target)
{
    target->planned.time_s = target->one_level.time_s = NAN;
}

static void withhold_plan(struct plan_finding *shown)
{
    if (!shown->untimed)
        return;
    for (size_t i = 0; i < shown->n_targets; i++)
        withhold_target(&shown->targets[i]);
    withhold_target(&shown->halving);
    shown->halved_time_s = shown->plan.unit_cost_s = shown->cost_s[shown->n_levels - 1] = NAN;
}

static void withhold_power(struct power_finding *power)
{
    for (size_t i = 0; i < power->n_rows; i++)
        power->rows[i].time_s = NAN;
    for (size_t i = 0; i < power->n_changes; i++)
        power->changes[i].time_s = NAN;
    power->pair.time_s = NAN;
}

/* No time is told that rests on a cost which nobody knows: the counts hold without it. */
static void withhold_times(struct planning *planning)
{
    bool any = false;
    for (size_t i = 0; i < planning->n; i++) {
        any = any || planning->plans[i].untimed;
        withhold_plan(&planning->plans[i]);
    }
    for (size_t i = 0; i < planning->n_ratios; i++)
        withhold_plan(&planning->ratios[i]);
    withhold_plan(&planning->together);
    for (size_t i = 0; i < planning->n_typical; i++) {
        struct typical_plan *typical = &planning->typical[i];
        typical->round_s = typical->ratio->untimed ? (double)NAN : typical->round_s;
        for (size_t k = 0; k < typical->n_targets; k++)
            typical->targets[k].time_s = (double)typical->targets[k].rounds * typical->round_s;
    }
    for (size_t i = 0; any && i < planning->n_powers; i++)
        withhold_power(&planning->powers[i]);
}

enum assay_status planning_from_input(const struct plan_request *request, const struct input *input,
                                      struct planning *planning, struct remarks *remarks,
                                      struct assay_error *error)
{
    struct assay_error unheard;
    error = error != NULL ? error : &unheard;
    *planning = (struct planning){.n = 0};
    planning->plans = arena_array(&planning->memory, input->n, sizeof *planning->plans);
    planning->series = arena_array(&planning->memory, input->n, sizeof *planning->series);
    if (planning->memory.lost)
        return fail_no_memory(error);
    say_other_question(request, input, remarks);
    TRY(plan_each(request, input, planning, remarks, error));
    if (planning->n > 1)
        TRY(planning_ratios(request, planning, error));
    TRY(planning_typical(request, planning, error));
    if (planning->n > 1)
        TRY(planning_together(request, planning, error));
    TRY(planning_powers(request, planning, error));
    withhold_times(planning);
    return ASSAY_OK;
}

void planning_fini(struct planning *planning)
{
    arena_fini(&planning->memory);
}

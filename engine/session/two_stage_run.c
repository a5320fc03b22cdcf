/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two_stage_run.c -- the two-stage run: a pilot, and the fresh experiment planned from it.
 *
 * METHODS B6(a): the pilot's values choose the counts and are not used again, so the fresh run is
 * worth as much as one whose counts were always known. The pilot stays in the store, marked. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/stopping.h>

#include "analysis/planning.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/owned.h"
#include "design/design_stop.h"
#include "session/run_expect.h"
#include "session/session.h"
#include "session/session_parts.h"

/* The plan's counts into the design, by the names of the levels. */
static void take_counts(struct design *design, const struct plan_finding *shown,
                        const struct assay_plan_target *target)
{
    for (size_t i = 0; i < shown->input.n_levels; i++)
        for (size_t k = 0; k < design->n_levels; k++)
            if (strcmp(design->levels[k].name, shown->level_name[shown->first + i]) == 0)
                design->levels[k].count = target->count[i];
    design->rounds.find = false;
}

/* What is run: the precision asked for where it can be reached in the time that is left, else what
 * that time allows. NULL: neither. */
static const struct plan_target *choose(const struct plan_finding *shown, double left_s)
{
    const struct plan_target *precise = shown->n_targets > 0 ? &shown->targets[0] : NULL;
    const struct plan_target *timed = shown->n_budgets > 0 ? &shown->budgets[0] : NULL;
    if (precise != NULL && precise->possible && !(precise->planned.time_s > left_s))
        return precise;
    return timed != NULL && timed->planned.count[0] >= 2 ? timed : NULL;
}

/* The pilot is done and what was asked is out of reach: it stays, and says why. */
static enum assay_status out_of_reach(const struct session *session, struct assay_error *error)
{
    return assay_fail(error, ASSAY_UNDEFINED,
                      "what was asked for cannot be reached by repeating; the pilot is experiment "
                      "%" PRId64 ": assay plan %" PRId64,
                      session->experiment, session->experiment);
}

/* Top units of the pilot, of the series that has the fewest. */
static size_t pilot_units(const struct input *input)
{
    size_t units = SIZE_MAX;
    for (size_t i = 0; i < input->n; i++) {
        const size_t n = assay_shape_repeated(&input->series[i].live.shape);
        units = n < units ? n : units;
    }
    return units;
}

/* True where the command of a benchmark on a system is told how many iterations are wanted: by the
 * harness, or by itself. */
static bool is_told(const struct design_benchmark *benchmark, const struct design_system *system)
{
    const char *command = system->run != NULL ? system->run : benchmark->run;
    return benchmark->source == VALUES_HARNESS || benchmark->source == VALUES_PROCESS ||
           strstr(command, "{iterations}") != NULL || strstr(command, "ASSAY_ITERATIONS") != NULL;
}

/* The iterations of an execution when a program makes as many as it likes; 0: all are told. Those of
 * one that is told in a place that is not looked at stay as they are, too. */
static size_t iterations_held(const struct design *design)
{
    if (!design_has_iterations(design))
        return 0;
    for (size_t b = 0; b < design->n_benchmarks; b++)
        for (size_t s = 0; s < design->n_systems; s++)
            if (!is_told(&design->benchmarks[b], &design->systems[s]))
                return design->levels[design->n_levels - 1].count;
    return 0;
}

/* No experiment has so many executions that its counts cannot be read again. */
static enum assay_status check_size(const struct session *session, const struct plan_target *target,
                                    struct assay_error *error)
{
    const double executions = design_executions(session->design);
    if (executions <= DESIGN_MOST_EXECUTIONS)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_UNDEFINED,
                      "what was asked for takes %s and %.3g executions (at most %d are possible); "
                      "the pilot is experiment %" PRId64 ": assay plan %" PRId64,
                      long_duration_of(target->planned.time_s).text, executions,
                      DESIGN_MOST_EXECUTIONS, session->experiment, session->experiment);
}

static enum assay_status take_plan(struct session *session, const struct planning *planning,
                                   const struct assay_question *question, double left_s,
                                   struct assay_error *error)
{
    const struct plan_finding *shown = planning_common(planning);
    const struct plan_target *target = shown != NULL ? choose(shown, left_s) : NULL;
    struct plan_target typical;
    struct plan_finding of_typical;
    const bool quantile = question->statistic.kind != ASSAY_STATISTIC_MEAN;
    if (shown != NULL && (quantile || question->basis == ASSAY_BASIS_TYPICAL) &&
        planning_typical_target(planning, left_s, &typical)) {
        of_typical = *shown;
        of_typical.n_targets = 0; /* those are of means */
        shown = &of_typical;
        target = &typical;
    } else if (quantile) {
        target = NULL;
    }
    if (target == NULL)
        return out_of_reach(session, error);
    take_counts(session->design, shown, &target->planned);
    const enum assay_status status = check_size(session, target, error);
    if (status == ASSAY_OK)
        session_tell(session, &(struct session_event){
                                  .kind = SESSION_PLANNED, .plan = shown, .target = target});
    return status;
}

static enum assay_status plan_fresh(struct session *session, const struct input *input,
                                    const struct plan_request *request, double left_s,
                                    struct assay_error *error)
{
    SCOPED(planning_fini) struct planning planning = {0};
    struct remarks remarks = {0};
    enum assay_status status = planning_from_input(request, input, &planning, &remarks, error);
    session_tell_remarks(session, &remarks);
    if (status == ASSAY_OK)
        status = take_plan(session, &planning, &request->question, left_s, error);
    return status;
}

/* The fresh run is of the version that its pilot was of. */
static enum assay_status copy_version(const struct session *session, int64_t pilot,
                                      struct assay_error *error)
{
    SCOPED(store_version_fini) struct store_version version = {0};
    const enum assay_status status = store_version_of(session->store, pilot, &version, error);
    if (status != ASSAY_OK || (version.label == NULL && version.commit == NULL))
        return status;
    return store_set_version(session->store, session->experiment, &version, error);
}

/* A new experiment with an order of its own. */
static enum assay_status begin_fresh(struct session *session, struct assay_error *error)
{
    const int64_t pilot = session->experiment;
    session->design->stop.rule = STOP_FRESH;
    session->design->stop.pilot = (size_t)session->experiment;
    session->design->stop.budget_s = 0;
    session->design->seed++;
    enum assay_status status = run_rewrite(session->design, error);
    if (status == ASSAY_OK)
        status = session_close(session, error);
    if (status != ASSAY_OK)
        return status;
    session->stored = session->recorded = 0;
    session->resumed = false;
    status = session_begin(session, error);
    return status == ASSAY_OK ? copy_version(session, pilot, error) : status;
}

/* What is left of the time and what is asked for, with the pilot's values. */
static enum assay_status plan_from(struct session *session, const struct input *input,
                                   double pilot_s, struct assay_error *error)
{
    const struct design_stop *stop = &session->design->stop;
    double precision = stop->precision > 0 ? stop->precision : (double)NAN;
    precision /= assay_stopping_caution(pilot_units(input), session->confidence);
    double left_s = stop->budget_s > 0 ? stop->budget_s - pilot_s : (double)NAN;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.precisions = (struct plan_numbers){&precision, isnan(precision) ? 0U : 1U};
    request.budgets = (struct plan_numbers){&left_s, isnan(left_s) ? 0U : 1U};
    request.confidence = session->confidence;
    request.iterations = iterations_held(session->design);
    request.least = assay_stopping_least(pilot_units(input));
    request.all = true;
    request.question = design_question(session->design, NULL);
    if (session->design->n_systems == 1)
        request.question.statistic = assay_question_alone(&request.question);
    if (left_s <= 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the pilot took all of the time and is experiment %" PRId64
                          ": give more by --time-budget, or counts by -r",
                          session->experiment);
    return plan_fresh(session, input, &request, left_s, error);
}

enum assay_status session_run_two_stage(struct session *session, double pilot_s,
                                        struct assay_error *error)
{
    const struct source_request primary = {.stored = true};
    struct input input;
    enum assay_status status = run_place_keep(session, error);
    if (status == ASSAY_OK)
        status = session_input(session, &primary, &input, error);
    if (status != ASSAY_OK)
        return status;
    const double budget_s = session->design->stop.budget_s;
    if (session->resumed && budget_s > 0 && pilot_units(&input) < session_least_to_plan(session)) {
        input_fini(&input);
        return ASSAY_OK; /* it had all of the time, and was judged */
    }
    double spent_s = pilot_s;
    if (session->resumed)
        spent_s = fmax(spent_s, run_input_time(session->design, &input));
    const double end_s = clock_now_s() + budget_s - spent_s;
    status = plan_from(session, &input, spent_s, error);
    input_fini(&input);
    if (status == ASSAY_OK)
        status = begin_fresh(session, error);
    if (status != ASSAY_OK)
        return status;
    return budget_s > 0 ? session_run_until(session, end_s, error)
                        : session_run_design(session, error);
}

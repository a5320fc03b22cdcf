/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two_stage_run.c -- the two-stage run: a pilot, and what is planned from it.
 *
 * Where the plan leaves the counts below the top as they are, the pilot's values count: the experiment goes on to the
 * number that was planned (METHODS B6b; lib/interval/continued.c). Where other counts below are worth more than the pilot's
 * values, a fresh experiment is run and the pilot stays in the store, marked (METHODS B6a). */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/interval.h>
#include <assay/stopping.h>

#include "analysis/planning.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/design_stop.h"
#include "measure/schedule.h"
#include "session/session.h"
#include "session/session_expect.h"
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

/* One way to go on, and what it reaches. */
struct course {
    struct planning planning;
    const struct plan_finding *shown;
    const struct plan_target *target; /* NULL: out of reach */
    struct plan_finding of_typical;
    struct plan_target typical;
};

static void course_fini(struct course *course)
{
    planning_fini(&course->planning);
}

static void take_typical(struct course *course, double limit_s)
{
    if (!planning_typical_target(&course->planning, limit_s, &course->typical)) {
        course->target = NULL;
        return;
    }
    course->of_typical = *course->shown;
    course->of_typical.n_targets = 0; /* those are of means */
    course->shown = &course->of_typical;
    course->target = &course->typical;
}

/* Within limit_s, NaN: there is no such limit. */
static enum assay_status course_plan(const struct session *session, const struct input *input,
                                     const struct plan_request *request, double limit_s,
                                     struct course *course, struct assay_error *error)
{
    struct remarks remarks = {0};
    const bool quantile = request->question.statistic.kind != ASSAY_STATISTIC_MEAN;
    const enum assay_status status =
        planning_from_input(request, input, &course->planning, &remarks, error);
    session_tell_remarks(session, &remarks);
    if (status != ASSAY_OK)
        return status;
    course->shown = planning_common(&course->planning);
    if (course->shown == NULL)
        return ASSAY_OK;
    const struct plan_target *of_mean = choose(course->shown, limit_s);
    course->target = of_mean;
    if (quantile || request->question.basis == ASSAY_BASIS_TYPICAL)
        take_typical(course, limit_s);
    if (course->target == NULL && !quantile)
        course->target = of_mean;
    return ASSAY_OK;
}

/* The level of the plan's top. */
static size_t planned_level(const struct design *design, const struct course *course)
{
    size_t k = 0;
    while (k < design->n_levels &&
           strcmp(design->levels[k].name, course->shown->level_name[course->shown->first]) != 0)
        k++;
    return k < design->n_levels ? k : design_top_level(design);
}

/* The pilot's values can count: below the top the plan has the counts that they have. */
static bool goes_on(const struct design *design, const struct course *course)
{
    if (course->target == NULL || planned_level(design, course) != design_top_level(design))
        return false;
    for (size_t i = 1; i < course->shown->input.n_levels; i++)
        for (size_t k = 0; k < design->n_levels; k++)
            if (strcmp(design->levels[k].name,
                       course->shown->level_name[course->shown->first + i]) == 0 &&
                design->levels[k].count != course->target->planned.count[i])
                return false;
    return true;
}

/* Whether what the pilot gave is worth more than better counts below: sooner as narrow as asked for, or narrower in the
 * same time. */
static bool is_better(const struct course *kept, const struct course *fresh, double precision,
                      double pilot_s)
{
    const struct assay_plan_target *a = &kept->target->planned, *b = &fresh->target->planned;
    if (a->half_width <= precision && b->half_width <= precision)
        return a->time_s - pilot_s <= b->time_s;
    return !(a->half_width > b->half_width);
}

/* How wide the interval becomes with so many top units: where the pilot's go on, t has the degrees of freedom of those (of
 * order statistics nothing changes). */
static double width_of(const struct session *session, const struct plan_target *target,
                       size_t kept_units, size_t top_units)
{
    const double width = target->planned.half_width;
    const double t = kept_units == 0 || isnan(target->prediction.df)
                         ? 1
                         : assay_t_critical(session->confidence, (double)kept_units - 1) /
                               assay_t_critical(session->confidence, (double)top_units - 1);
    return kept_units == 0 ? width
                           : width * t / sqrt((double)top_units / (double)target->planned.count[0]);
}

/* The counts of the course; those that go on have the pilot's units, and a third more at least. */
static enum assay_status take_course(struct session *session, const struct course *course,
                                     size_t kept_units, struct assay_error *error)
{
    take_counts(session->design, course->shown, &course->target->planned);
    struct design_level *top = &session->design->levels[planned_level(session->design, course)];
    if (kept_units > 0 && top->count < assay_stopping_continued(kept_units))
        top->count = assay_stopping_continued(kept_units);
    TRY(check_size(session, course->target, error));
    session_tell(session, &(struct session_event){.kind = SESSION_PLANNED,
                                                  .plan = course->shown,
                                                  .target = course->target,
                                                  .n = kept_units,
                                                  .top_units = top->count,
                                                  .half_width = width_of(session, course->target,
                                                                         kept_units, top->count)});
    return ASSAY_OK;
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
    TRY(run_rewrite(session->design, error));
    TRY(session_close(session, error));
    session->stored = session->recorded = 0;
    session->resumed = false;
    TRY(session_begin(session, error));
    return copy_version(session, pilot, error);
}

/* The same experiment, with more top units; they are planned from so many. */
static enum assay_status go_on(struct session *session, size_t pilot, struct assay_error *error)
{
    struct design *design = session->design;
    design->stop.rule = STOP_CONTINUED;
    design->stop.pilot_units = pilot;
    design->rounds.find = false;
    TRY(run_rewrite(design, error));
    return store_extend(session->store, session->experiment, design, schedule_executions(design),
                        error);
}

/* A pilot, done. */
struct pilot {
    const struct input *input;
    size_t units;
    double spent_s, left_s; /* left_s NaN: no time was given */
};

static struct plan_request request_of(const struct session *session, double *precision,
                                      double *budget_s)
{
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.precisions = (struct plan_numbers){precision, isnan(*precision) ? 0U : 1U};
    request.budgets = (struct plan_numbers){budget_s, isnan(*budget_s) ? 0U : 1U};
    request.confidence = session->confidence;
    request.all = true;
    request.question = design_question(session->design, NULL);
    if (session->design->n_systems == 1)
        request.question.statistic = assay_question_alone(&request.question);
    return request;
}

/* Where nothing below the top can be planned, going on is the only course. */
static bool has_one_course(const struct design *design)
{
    return design->n_levels == 1 || (design->n_levels == 2 && iterations_held(design) > 0);
}

/* What is left of the time and what is asked for, with the pilot's values. */
static enum assay_status plan_from(struct session *session, const struct pilot *pilot, bool *kept,
                                   struct assay_error *error)
{
    SCOPED(course_fini) struct course same = {0};
    SCOPED(course_fini) struct course fresh = {0};
    const struct design *design = session->design;
    double precision = design->stop.precision > 0 ? design->stop.precision : (double)NAN;
    precision /= assay_stopping_caution(pilot->units, session->confidence);
    double left_s = pilot->left_s, all_s = left_s + pilot->spent_s;
    struct plan_request request = request_of(session, &precision, &all_s);
    request.least = assay_stopping_continued(pilot->units);
    if (design_has_iterations(design))
        request.iterations = design->levels[design->n_levels - 1].count;
    TRY(course_plan(session, pilot->input, &request, all_s, &same, error));
    if (!has_one_course(design)) {
        request.budgets.items = &left_s;
        request.least = assay_stopping_least(pilot->units);
        request.iterations = iterations_held(design);
        TRY(course_plan(session, pilot->input, &request, left_s, &fresh, error));
    }
    *kept = goes_on(design, &same) &&
            (fresh.target == NULL || is_better(&same, &fresh, precision, pilot->spent_s));
    const struct course *course = *kept || has_one_course(design) ? &same : &fresh;
    if (course->target == NULL)
        return out_of_reach(session, error);
    return take_course(session, course, *kept ? pilot->units : 0, error);
}

/* All of the time was the pilot's: what it gave is what there is. */
static enum assay_status end_here(struct session *session, size_t units, struct assay_error *error)
{
    session->design->levels[design_top_level(session->design)].count = units;
    TRY(go_on(session, units, error));
    return session_run_design(session, error);
}

/* What the pilot is, and what is to follow; *input is ended by the caller, before the store is. */
static enum assay_status read_pilot(struct session *session, double pilot_s, struct input *input,
                                    struct pilot *pilot, struct assay_error *error)
{
    const struct source_request primary = {.stored = true};
    const double budget_s = session->design->stop.budget_s;
    struct remarks remarks = {0};
    enum assay_status status = run_place_keep(session, error);
    if (status == ASSAY_OK)
        status = session_check_uid(session, error);
    if (status == ASSAY_OK)
        status = session_deciding(session, &primary, input, &remarks, error);
    session_tell_remarks(session, &remarks);
    if (status != ASSAY_OK)
        return status;
    *pilot = (struct pilot){
        .input = input, .units = pilot_units(input), .spent_s = pilot_s, .left_s = (double)NAN};
    if (session->resumed)
        pilot->spent_s = fmax(pilot_s, run_input_time(session->design, input));
    if (budget_s > 0)
        pilot->left_s = budget_s - pilot->spent_s;
    return pilot->units >= 2 ? ASSAY_OK : out_of_reach(session, error);
}

enum assay_status session_run_two_stage(struct session *session, double pilot_s,
                                        struct assay_error *error)
{
    struct input input = {0};
    struct pilot pilot = {0};
    bool kept = false, over = false;
    const double now_s = clock_now_s();
    enum assay_status status = read_pilot(session, pilot_s, &input, &pilot, error);
    if (status == ASSAY_OK)
        over =
            pilot.left_s <= 0 || (pilot.left_s > 0 && pilot.units < session_least_to_plan(session));
    if (status == ASSAY_OK && !over)
        status = plan_from(session, &pilot, &kept, error);
    input_fini(&input);
    if (status == ASSAY_OK && over)
        return end_here(session, pilot.units, error);
    if (status == ASSAY_OK)
        status = kept ? go_on(session, pilot.units, error) : begin_fresh(session, error);
    if (status != ASSAY_OK)
        return status;
    return isnan(pilot.left_s) ? session_run_design(session, error)
                               : session_run_until(session, now_s + pilot.left_s, error);
}

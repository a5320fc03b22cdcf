/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning.c -- from a pilot or given numbers to plans that can be shown. */
#include "cli/fail.h"
#include "cli/planning_parts.h"
#include "render/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum exit_code planning_fail(const struct shown_plan *shown, const struct assay_error *error)
{
    if (shown->system != NULL)
        terminal_complain("assay: %s on %s: %s", shown->benchmark, shown->system, error->text);
    else
        terminal_complain("assay: %s", error->text);
    return fail_code(error->status);
}

/* ---- one plan ---- */

enum assay_status planning_count(const struct planning *planning,
                                 const struct assay_plan_input *input, struct assay_plan *plan,
                                 struct assay_error *error)
{
    return planning->method == PLAN_EXACT ? assay_plan_exact(input, plan, error)
                                          : assay_plan_paper(input, plan, error);
}

void planning_bound_infinite(const struct assay_plan_limits *limits, struct assay_plan *plan)
{
    for (size_t i = 1; i < plan->n_levels; i++)
        if (plan->count[i] == ASSAY_PLAN_MOST && limits->most[i] > 0)
            plan->count[i] = limits->most[i];
}

/* KT06 plans with S in place of T; the half-widths that it gets are those of T. pilot is NULL for
 * given numbers. */
static enum assay_status make_plan(const struct planning *planning,
                                   const struct assay_plan_pilot *pilot, struct shown_plan *shown,
                                   struct assay_error *error)
{
    struct assay_plan_input input = shown->input;
    const double *s2 = pilot != NULL ? pilot->s2 : NULL;
    for (size_t i = 0; planning->method == PLAN_KT2006 && s2 != NULL && i < input.n_levels; i++)
        input.t2[i] = isnan(s2[shown->first + i]) ? 0 : s2[shown->first + i];
    enum assay_status status = planning->method == PLAN_EXACT && pilot != NULL
                                   ? assay_plan_cautious(pilot, &shown->limits, &shown->plan, error)
                                   : planning_count(planning, &input, &shown->plan, error);
    if (status == ASSAY_OK)
        planning_bound_infinite(&shown->limits, &shown->plan);
    if (status == ASSAY_OK)
        status = assay_plan_evaluate(&shown->input, shown->plan.count, &shown->plan.unit_cost_s,
                                     &shown->plan.unit_variance, error);
    for (size_t i = 0; status == ASSAY_OK && i < input.n_levels; i++)
        shown->removed[shown->first + i] =
            shown->plan.removed[i] || (i > 0 && !(shown->t2[shown->first + i] > 0));
    return status == ASSAY_OK ? planning_aim(planning, shown, error) : status;
}

/* ---- given numbers ---- */

static void given_levels(const struct plan_request *request, struct shown_plan *shown)
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

enum exit_code planning_from_numbers(struct planning *planning, double mean)
{
    struct assay_error error;
    planning->plans = calloc(1, sizeof *planning->plans);
    if (planning->plans == NULL)
        return fail_memory();
    planning->n = 1;
    struct shown_plan *shown = &planning->plans[0];
    shown->benchmark = "given numbers";
    shown->unit = "s";
    shown->mean = mean;
    shown->dependence = NAN;
    given_levels(planning->request, shown);
    for (size_t i = 0; i < shown->n_levels; i++)
        shown->upper[i] = NAN;
    if (make_plan(planning, NULL, shown, &error) != ASSAY_OK) {
        terminal_complain("assay: %s", error.text);
        return error.status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* ---- a pilot ---- */

/* The cost of a level: as asked, as measured, or of the lowest its own time. */
static bool cost_of_level(const struct planning *planning, const struct assay_series *series,
                          double mean, size_t level, double *cost_s)
{
    const struct plan_numbers *asked = &planning->request->costs;
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

static enum exit_code find_costs(const struct planning *planning, const struct assay_series *series,
                                 double mean, size_t first, double *cost_s)
{
    const size_t n = series->live.shape.n_levels, asked = planning->request->costs.n;
    if (asked > 0 && asked != n) {
        fprintf(stderr, "assay: --costs has %zu values and ", asked);
        terminal_say_name(series->benchmark, strlen(series->benchmark));
        fprintf(stderr, " has %zu levels:", n);
        for (size_t i = n; i-- > 0;) {
            fputc(' ', stderr);
            terminal_say_name(series->level_name[i], strlen(series->level_name[i]));
            fputs(i > 0 ? "," : "\n", stderr);
        }
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < n; i++) {
        if (cost_of_level(planning, series, mean, i, &cost_s[i]) || i < first)
            continue;
        terminal_complain(
            "assay: %s on %s: what one more %s costs is not known. Give --costs, lowest level "
            "first",
            series->benchmark, series->system, series->level_name[i]);
        return EXIT_DATA;
    }
    return EXIT_DONE;
}

static bool is_constant(const struct assay_sample *sample)
{
    const size_t n = assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
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
                   struct shown_plan *shown)
{
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

/* What a series tells as a pilot. EXIT_DATA, said on stderr, when it is none. */
static enum exit_code read_pilot(const struct assay_series *series, struct shown_plan *shown,
                                 struct assay_plan_pilot *pilot)
{
    struct assay_error error;
    static const double unknown[ASSAY_MAX_LEVELS] = {0};
    shown->benchmark = series->benchmark;
    shown->system = series->system;
    if (assay_plan_from_pilot(&series->live, unknown, pilot, &error) != ASSAY_OK) {
        if (error.status == ASSAY_UNDEFINED)
            (void)assay_fail(&error, ASSAY_UNDEFINED,
                             "nothing was repeated: a plan needs a pilot with at least two values");
        return planning_fail(shown, &error);
    }
    if (pilot->mean > 0)
        return EXIT_DONE;
    (void)assay_fail(&error, ASSAY_UNDEFINED,
                     "the mean is %g: a precision is a share of a positive mean", pilot->mean);
    return planning_fail(shown, &error);
}

/* The iterations that the programs make anyway. */
static void hold_iterations(const struct planning *planning, struct shown_plan *shown)
{
    for (size_t i = 1; planning->iterations > 0 && i < shown->input.n_levels; i++)
        if (strcmp(shown->level_name[shown->first + i], "iteration") == 0)
            shown->limits.least[i] = shown->limits.most[i] = planning->iterations;
}

enum exit_code planning_finish(const struct planning *planning,
                               const struct assay_plan_pilot *pilot, struct shown_plan *shown)
{
    struct assay_error error;
    if (assay_plan_limits_of(pilot, planning->extrapolation, &shown->limits, &error) != ASSAY_OK)
        return planning_fail(shown, &error);
    hold_iterations(planning, shown);
    if (make_plan(planning, pilot, shown, &error) != ASSAY_OK)
        return planning_fail(shown, &error);
    return EXIT_DONE;
}

/* One build with all that is planned, rather than with what the pilot had. */
static void judge_one_build(const struct planning *planning, struct shown_plan *shown)
{
    const struct assay_plan_target *target = plan_first_planned(shown);
    double cost_s, variance;
    if (!shown->has_attribution || shown->first != 0 || shown->input.n_levels < 2 ||
        target == NULL || target->count[0] < 1 ||
        assay_plan_evaluate(&shown->input, target->count, &cost_s, &variance, NULL) != ASSAY_OK)
        return;
    const double builds = (double)target->count[0];
    attribution_judge(&shown->attribution, planning->confidence, builds * (double)target->count[1],
                      (variance - fmax(shown->input.t2[0], 0)) / builds);
}

static enum exit_code plan_series(struct planning *planning, const struct assay_series *series,
                                  struct assay_plan_pilot *pilot, struct shown_plan *shown)
{
    planning_show(series, pilot, shown);
    shown->has_attribution = attribution_of(series, planning->confidence, &shown->attribution);
    enum exit_code code = find_costs(planning, series, pilot->mean, pilot->first, shown->cost_s);
    if (code != EXIT_DONE)
        return code;
    for (size_t i = 0; i < shown->input.n_levels; i++)
        shown->input.cost_s[i] = pilot->input.cost_s[i] = shown->cost_s[pilot->first + i];
    shown->pilot = *pilot;
    code = planning_finish(planning, pilot, shown);
    if (code == EXIT_DONE)
        judge_one_build(planning, shown);
    return code;
}

enum exit_code planning_from_input(struct planning *planning, const struct input *input)
{
    planning->plans = calloc(input->n, sizeof *planning->plans);
    planning->series = calloc(input->n, sizeof *planning->series);
    if (planning->plans == NULL || planning->series == NULL)
        return fail_memory();
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < input->n && code == EXIT_DONE; i++) {
        struct shown_plan *shown = &planning->plans[planning->n];
        struct assay_plan_pilot pilot;
        code = read_pilot(&input->series[i], shown, &pilot);
        if (code == EXIT_DATA && !planning->all && (planning->n > 0 || i + 1 < input->n)) {
            code = EXIT_DONE; /* the others can be planned */
            continue;
        }
        if (code != EXIT_DONE)
            break;
        planning->series[planning->n++] = &input->series[i];
        code = plan_series(planning, &input->series[i], &pilot, shown);
    }
    if (code == EXIT_DONE && planning->n > 1)
        code = planning_ratios(planning);
    return code == EXIT_DONE && planning->n > 1 ? planning_together(planning) : code;
}

static void free_targets(struct shown_plan *shown)
{
    free(shown->targets);
    free(shown->budgets);
}

void planning_fini(struct planning *planning)
{
    for (size_t i = 0; i < planning->n; i++)
        free_targets(&planning->plans[i]);
    for (size_t i = 0; i < planning->n_ratios; i++)
        free_targets(&planning->ratios[i]);
    if (planning->has_together)
        free_targets(&planning->together);
    free(planning->plans);
    free(planning->series);
    free(planning->ratios);
    free(planning->pairs);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_json.c -- plans as JSON. Levels are listed from top to bottom. */
#include <math.h>

#include "view/document/json.h"
#include "view/terminal/attribution.h"
#include "view/terminal/plan.h"
#include "view/text/warning.h"

/* Counts from the top; levels above the first planned one have one unit. */
static json_t *json_counts(const struct plan_finding *shown, const size_t *count)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < shown->n_levels; i++)
        render_json_append(array,
                           render_json_count(i < shown->first ? 1 : count[i - shown->first]));
    return array;
}

static void count_key(json_t *object, const struct plan_target *target, size_t count)
{
    render_json_set(object, "top_count", target->possible ? render_json_count(count) : json_null());
}

/* What 8 of 10 fresh runs give; null where that is not known. */
static json_t *json_likely(const struct plan_target *target)
{
    const struct assay_plan_prediction *prediction = &target->prediction;
    if (isnan(prediction->df))
        return json_null();
    json_t *object = render_json_object();
    const double percent = 100 * target->planned.half_width;
    render_json_set(object, "lower", render_json_number(percent * prediction->lower));
    render_json_set(object, "upper", render_json_number(percent * prediction->upper));
    render_json_set(object, "probability", render_json_number(ASSAY_PLAN_LIKELY));
    render_json_set(object, "within_quarter", render_json_number(prediction->near));
    render_json_set(object, "pilot_units_needed", render_json_number(prediction->pilot_units));
    return object;
}

static json_t *json_target(const struct plan_finding *shown, const struct plan_target *target)
{
    json_t *object = render_json_object();
    const struct assay_plan_target *planned = &target->planned;
    const bool possible = target->possible;
    render_json_set(object, "half_width_percent", render_json_number(100 * target->asked));
    count_key(object, target, planned->count[0]);
    render_json_set(object, "time_s", render_json_number(possible ? planned->time_s : (double)NAN));
    render_json_set(object, "counts", possible ? json_counts(shown, planned->count) : json_null());
    render_json_set(object, "predicted_half_width_percent",
                    render_json_number(possible ? 100 * planned->half_width : (double)NAN));
    render_json_set(object, "one_level_time_s", render_json_number(target->one_level.time_s));
    render_json_set(object, "likely_half_width_percent", json_likely(target));
    return object;
}

static json_t *json_budget(const struct plan_finding *shown, const struct plan_target *budget)
{
    json_t *object = render_json_object();
    const struct assay_plan_target *planned = &budget->planned;
    render_json_set(object, "time_s", render_json_number(budget->asked));
    count_key(object, budget, planned->count[0]);
    render_json_set(object, "half_width_percent", render_json_number(100 * planned->half_width));
    render_json_set(object, "one_level_half_width_percent",
                    render_json_number(100 * budget->one_level.half_width));
    render_json_set(object, "counts", json_counts(shown, planned->count));
    render_json_set(object, "planned_time_s", render_json_number(planned->time_s));
    render_json_set(object, "likely_half_width_percent", json_likely(budget));
    return object;
}

/* null: none. */
static json_t *json_limit(const size_t *limits, const struct plan_finding *shown, size_t level)
{
    const size_t limit = level > shown->first ? limits[level - shown->first] : 0;
    return limit > 0 ? render_json_count(limit) : json_null();
}

/* Below the top: the count in each unit above. The top's is what the first target takes. */
static json_t *json_level(const struct plan_finding *shown, size_t level)
{
    const struct plan_level about = plan_level_of(shown, level);
    json_t *object = render_json_object();
    render_json_set(object, "name", render_json_text(shown->level_name[level]));
    render_json_set(object, "t2", render_json_number(shown->t2[level]));
    render_json_set(object, "cost_s", render_json_number(shown->cost_s[level]));
    render_json_set(object, "count", render_json_count(about.count));
    render_json_set(object, "removed", render_json_bool(shown->removed[level]));
    render_json_set(object, "t2_upper", render_json_number(shown->upper[level]));
    render_json_set(object, "least", json_limit(shown->limits.least, shown, level));
    render_json_set(object, "most", json_limit(shown->limits.most, shown, level));
    render_json_set(
        object, "bounded",
        render_json_bool(level > shown->first && shown->plan.bounded[level - shown->first]));
    render_json_set(object, "variance_share", render_json_number(about.variance_share));
    render_json_set(object, "cost_share", render_json_number(about.cost_share));
    render_json_set(object, "doubling_half_width_percent",
                    render_json_number(100 * about.doubling_width));
    render_json_set(object, "doubling_time_percent", render_json_number(100 * about.doubling_time));
    return object;
}

/* With the executions of this plan, whose costs the pilot itself need not know. */
static json_t *json_impact(const struct plan_finding *shown)
{
    struct assay_build_effect effect = shown->build_effect;
    if (shown->first == 0 && shown->input.n_levels > 1)
        effect.executions = (double)shown->plan.count[1];
    return attribution_json(&effect, shown->randomised);
}

static json_t *json_plan(const struct plan_finding *shown)
{
    json_t *object = render_json_object(), *levels = render_json_array();
    json_t *targets = render_json_array(), *budgets = render_json_array();
    render_json_set(object, "benchmark", render_json_text(shown->benchmark));
    render_json_set(object, "system", render_json_text(shown->system));
    render_json_set(object, "mean", render_json_number(shown->mean));
    for (size_t i = 0; i < shown->n_levels; i++)
        render_json_append(levels, json_level(shown, i));
    render_json_set(object, "levels", levels);
    if (shown->has_build_effect)
        render_json_set(object, "impact", json_impact(shown));
    render_json_set(object, "dependence", render_json_number(shown->dependence));
    render_json_set(object, "unit_cost_s", render_json_number(shown->plan.unit_cost_s));
    render_json_set(object, "unit_variance", render_json_number(shown->plan.unit_variance));
    for (size_t i = 0; i < shown->n_targets; i++)
        render_json_append(targets, json_target(shown, &shown->targets[i]));
    for (size_t i = 0; i < shown->n_budgets; i++)
        render_json_append(budgets, json_budget(shown, &shown->budgets[i]));
    render_json_set(object, "targets", targets);
    render_json_set(object, "budgets", budgets);
    return object;
}

/* What half-widths are of: the systems' ratio, or the mean of each. */
static json_t *json_together(const struct plan_finding *shown)
{
    json_t *object = json_plan(shown);
    render_json_set(object, "of", render_json_text(shown->of_ratio ? "ratio" : "mean"));
    render_json_set(object, "old_system", render_json_text(shown->old_system));
    render_json_set(object, "pairing_gain", render_json_number(shown->pairing_gain));
    return object;
}

static json_t *json_rows(const struct power_finding *power)
{
    json_t *rows = render_json_array();
    for (size_t i = 0; i < power->n_rows; i++) {
        const struct power_row *row = &power->rows[i];
        json_t *object = render_json_object();
        render_json_set(object, "verdict", render_json_text(assay_verdict_name(row->verdict)));
        render_json_set(object, "probability", render_json_number(row->probability));
        render_json_set(object, "top_count",
                        row->count > 0 ? render_json_count(row->count) : json_null());
        render_json_set(object, "time_s",
                        render_json_number(row->count > 0 ? row->time_s : (double)NAN));
        render_json_append(rows, object);
    }
    return rows;
}

static json_t *json_changes(const struct power_finding *power)
{
    json_t *changes = render_json_array();
    for (size_t i = 0; i < power->n_changes; i++) {
        const struct power_change *change = &power->changes[i];
        json_t *object = render_json_object();
        render_json_set(object, "top_count", render_json_count(change->count));
        render_json_set(object, "time_s", render_json_number(change->time_s));
        render_json_set(object, "change_percent", render_json_number(100 * change->change));
        render_json_append(changes, object);
    }
    return changes;
}

static json_t *json_pair(const struct power_finding *power)
{
    json_t *object = render_json_object();
    render_json_set(object, "half_width_percent", render_json_number(100 * power->pair_half_width));
    render_json_set(object, "old_per_new", render_json_number(power->pair.old_per_new));
    render_json_set(object, "old_count", render_json_count(power->pair.old_count));
    render_json_set(object, "new_count", render_json_count(power->pair.new_count));
    render_json_set(object, "time_s", render_json_number(power->pair.time_s));
    return object;
}

static json_t *json_power(const struct power_finding *power)
{
    json_t *object = render_json_object();
    render_json_set(object, "benchmark", render_json_text(power->benchmark));
    render_json_set(object, "old", render_json_text(power->old_system));
    render_json_set(object, "new", render_json_text(power->new_system));
    render_json_set(object, "margin", render_json_number(power->margin));
    render_json_set(object, "change_percent", render_json_number(100 * power->change));
    render_json_set(object, "verdicts", json_rows(power));
    render_json_set(object, "detectable", json_changes(power));
    render_json_set(object, "separate_counts", power->has_pair ? json_pair(power) : json_null());
    return object;
}

/* In rounds with the pilot's counts below the top. */
static json_t *json_typical(const struct typical_plan *plan)
{
    json_t *object = render_json_object(), *targets = render_json_array();
    render_json_set(object, "benchmark", render_json_text(plan->ratio->benchmark));
    render_json_set(object, "old", render_json_text(plan->ratio->old_system));
    render_json_set(object, "new", render_json_text(plan->ratio->system));
    render_json_set(object, "pilot_rounds", render_json_count(plan->rounds));
    render_json_set(object, "round_s", render_json_number(plan->round_s));
    for (size_t i = 0; i < plan->n_targets; i++) {
        const struct typical_target *target = &plan->targets[i];
        json_t *row = render_json_object();
        const double asked = target->for_time ? target->asked : 100 * target->asked;
        render_json_set(row, target->for_time ? "asked_s" : "asked_percent",
                        render_json_number(asked));
        render_json_set(row, "rounds",
                        target->rounds > 0 ? render_json_count(target->rounds) : json_null());
        render_json_set(row, "half_width_percent", render_json_number(100 * target->half_width));
        render_json_set(row, "time_s",
                        render_json_number(target->rounds > 0 ? target->time_s : (double)NAN));
        render_json_append(targets, row);
    }
    render_json_set(object, "targets", targets);
    return object;
}

static void warn(json_t *document, const struct plan_finding *shown)
{
    static const struct {
        enum assay_warning bit;
        const char *sentence;
    } of_pilots[] = {{ASSAY_WARN_FEW_TOP_UNITS, warning_few_pilot_units},
                     {ASSAY_WARN_COMPONENT_NEGATIVE, warning_no_component},
                     {ASSAY_WARN_CLOCK_TICK, warning_all_equal}};
    assay_warnings rest = shown->warnings;
    for (size_t i = 0; i < sizeof of_pilots / sizeof of_pilots[0]; i++) {
        if ((rest & ASSAY_WARNING(of_pilots[i].bit)) == 0)
            continue;
        render_json_warn_text(document, assay_warning_code(of_pilots[i].bit), of_pilots[i].sentence,
                              shown->benchmark);
        rest &= ~ASSAY_WARNING(of_pilots[i].bit);
    }
    render_json_warn(document, rest, shown->benchmark);
}

json_t *plan_json(const struct plan_view *view)
{
    json_t *document = render_json_document("plan", view->confidence);
    json_t *benchmarks = render_json_array();
    render_json_set(document, "method", render_json_text(view->method));
    for (size_t i = 0; i < view->n; i++) {
        warn(document, &view->plans[i]);
        render_json_append(benchmarks, json_plan(&view->plans[i]));
    }
    render_json_set(document, "benchmarks", benchmarks);
    if (view->together != NULL)
        render_json_set(document, "together", json_together(view->together));
    if (view->n_typical > 0) {
        json_t *typical = render_json_array();
        for (size_t i = 0; i < view->n_typical; i++)
            render_json_append(typical, json_typical(&view->typical[i]));
        render_json_set(document, "typical", typical);
    }
    if (view->n_powers > 0) {
        json_t *powers = render_json_array();
        for (size_t i = 0; i < view->n_powers; i++)
            render_json_append(powers, json_power(&view->powers[i]));
        render_json_set(document, "comparisons", powers);
    }
    return document;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_json.c -- plans as JSON. Levels are listed from top to bottom. */
#include <math.h>

#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/text/warning.h"

/* Counts from the top; levels above the first planned one have one unit. */
static json_t *json_counts(const struct plan_finding *shown, const size_t *count)
{
    return JSON_LIST(i, shown->n_levels,
                     render_json_count(i < shown->first ? 1 : count[i - shown->first]));
}

static json_t *top_count(const struct plan_target *target)
{
    return target->possible ? render_json_count(target->planned.count[0]) : json_null();
}

/* What 8 of 10 fresh runs give; null where that is not known. */
static json_t *json_likely(const struct plan_target *target)
{
    const struct assay_plan_prediction *prediction = &target->prediction;
    if (isnan(prediction->df))
        return json_null();
    const double percent = 100 * target->planned.half_width;
    return render_json_make(
        JSON("lower", percent * prediction->lower), JSON("upper", percent * prediction->upper),
        JSON("probability", ASSAY_PLAN_LIKELY), JSON("within_quarter", prediction->near),
        JSON("pilot_units_needed", prediction->pilot_units));
}

static json_t *json_target(const struct plan_finding *shown, const struct plan_target *target)
{
    const struct assay_plan_target *planned = &target->planned;
    const bool possible = target->possible;
    return render_json_make(
        JSON("half_width_percent", 100 * target->asked), JSON("top_count", top_count(target)),
        JSON("time_s", possible ? planned->time_s : (double)NAN),
        JSON("counts", possible ? json_counts(shown, planned->count) : json_null()),
        JSON("predicted_half_width_percent", possible ? 100 * planned->half_width : (double)NAN),
        JSON("one_level_time_s", target->one_level.time_s),
        JSON("likely_half_width_percent", json_likely(target)));
}

static json_t *json_budget(const struct plan_finding *shown, const struct plan_target *budget)
{
    const struct assay_plan_target *planned = &budget->planned;
    return render_json_make(
        JSON("time_s", budget->asked), JSON("top_count", top_count(budget)),
        JSON("half_width_percent", 100 * planned->half_width),
        JSON("one_level_half_width_percent", 100 * budget->one_level.half_width),
        JSON("counts", json_counts(shown, planned->count)), JSON("planned_time_s", planned->time_s),
        JSON("likely_half_width_percent", json_likely(budget)));
}

/* null: none. */
static json_t *json_limit(const size_t *limits, const struct plan_finding *shown, size_t level)
{
    return render_json_some(level > shown->first ? limits[level - shown->first] : 0);
}

/* Below the top: the count in each unit above. The top's is what the first target takes. */
static json_t *json_level(const struct plan_finding *shown, size_t level)
{
    const struct plan_level about = plan_level_of(shown, level);
    return render_json_make(
        JSON("name", shown->level_name[level]), JSON("t2", shown->t2[level]),
        JSON("cost_s", shown->cost_s[level]), JSON("count", about.count),
        JSON("removed", shown->removed[level]), JSON("t2_upper", shown->upper[level]),
        JSON("least", json_limit(shown->limits.least, shown, level)),
        JSON("most", json_limit(shown->limits.most, shown, level)),
        JSON("bounded",
             render_json_bool(level > shown->first && shown->plan.bounded[level - shown->first])),
        JSON("variance_share", about.variance_share), JSON("cost_share", about.cost_share),
        JSON("doubling_half_width_percent", 100 * about.doubling_width),
        JSON("doubling_time_percent", 100 * about.doubling_time));
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
    return render_json_make(
        JSON("benchmark", shown->benchmark), JSON("system", shown->system),
        JSON("mean", shown->mean),
        JSON("levels", JSON_LIST(i, shown->n_levels, json_level(shown, i))),
        JSON_IF(shown->has_build_effect, "impact", json_impact(shown)),
        JSON("dependence", shown->dependence), JSON("unit_cost_s", shown->plan.unit_cost_s),
        JSON("unit_variance", shown->plan.unit_variance),
        JSON("targets", JSON_LIST(i, shown->n_targets, json_target(shown, &shown->targets[i]))),
        JSON("budgets", JSON_LIST(i, shown->n_budgets, json_budget(shown, &shown->budgets[i]))));
}

/* Of benchmarks that differ in what decides each says its own metric. */
static json_t *json_planned(const struct plan_view *view, const struct plan_finding *shown)
{
    json_t *object = json_plan(shown);
    return view->processor_on != NULL ? render_json_put(object, JSON("metric", shown->metric))
                                      : object;
}

/* What half-widths are of: the systems' ratio, or the mean of each. */
static json_t *json_together(const struct plan_finding *shown)
{
    json_t *object = json_plan(shown);
    return render_json_put(object, JSON("of", shown->of_ratio ? "ratio" : "mean"),
                           JSON("old_system", shown->old_system),
                           JSON("pairing_gain", shown->pairing_gain));
}

static json_t *json_rows(const struct power_finding *power)
{
    return JSON_EACH(row, power->rows, power->n_rows,
                     render_json_make(JSON("verdict", assay_verdict_name(row->verdict)),
                                      JSON("probability", row->probability),
                                      JSON("top_count", render_json_some(row->count)),
                                      JSON("time_s", row->count > 0 ? row->time_s : (double)NAN)));
}

static json_t *json_changes(const struct power_finding *power)
{
    return JSON_EACH(change, power->changes, power->n_changes,
                     render_json_make(JSON("top_count", change->count),
                                      JSON("time_s", change->time_s),
                                      JSON("change_percent", 100 * change->change)));
}

static json_t *json_pair(const struct power_finding *power)
{
    return render_json_make(
        JSON("half_width_percent", 100 * power->pair_half_width),
        JSON("old_per_new", power->pair.old_per_new), JSON("old_count", power->pair.old_count),
        JSON("new_count", power->pair.new_count), JSON("time_s", power->pair.time_s));
}

static json_t *json_power(const struct power_finding *power)
{
    return render_json_make(
        JSON("benchmark", power->benchmark), JSON("old", power->old_system),
        JSON("new", power->new_system), JSON("margin", power->margin),
        JSON("change_percent", 100 * power->change), JSON("verdicts", json_rows(power)),
        JSON("detectable", json_changes(power)),
        JSON("separate_counts", power->has_pair ? json_pair(power) : json_null()));
}

static json_t *typical_target_json(const struct typical_target *target)
{
    return render_json_make(JSON_IF(target->for_time, "asked_s", target->asked),
                            JSON_IF(!target->for_time, "asked_percent", 100 * target->asked),
                            JSON("rounds", render_json_some(target->rounds)),
                            JSON("half_width_percent", 100 * target->half_width),
                            JSON("time_s", target->rounds > 0 ? target->time_s : (double)NAN));
}

/* In rounds with the pilot's counts below the top. */
static json_t *json_typical(const struct typical_plan *plan)
{
    char name[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&plan->quantile, name);
    return render_json_make(JSON("benchmark", plan->ratio->benchmark),
                            JSON("old", plan->ratio->old_system), JSON("new", plan->ratio->system),
                            JSON("pilot_rounds", plan->rounds), JSON("round_s", plan->round_s),
                            JSON_IF(plan->quantile.kind != ASSAY_STATISTIC_MEAN, "statistic", name),
                            JSON("targets", JSON_EACH(target, plan->targets, plan->n_targets,
                                                      typical_target_json(target))));
}

static void warn(json_t *document, const struct plan_finding *shown)
{
    static const struct {
        enum assay_warning bit;
        enum warning_instead sentence;
    } of_pilots[] = {{ASSAY_WARN_FEW_TOP_UNITS, WARNING_FEW_PILOT_UNITS},
                     {ASSAY_WARN_COMPONENT_NEGATIVE, WARNING_NO_COMPONENT},
                     {ASSAY_WARN_LEVEL_MERGED, WARNING_PLANNED_AS_PART},
                     {ASSAY_WARN_CLOCK_TICK, WARNING_ALL_EQUAL}};
    assay_warnings rest = shown->warnings;
    for (size_t i = 0; i < sizeof of_pilots / sizeof of_pilots[0]; i++) {
        if ((rest & ASSAY_WARNING(of_pilots[i].bit)) == 0)
            continue;
        render_json_warn_text(document, assay_warning_code(of_pilots[i].bit),
                              warning_instead(of_pilots[i].sentence), shown->benchmark);
        rest &= ~ASSAY_WARNING(of_pilots[i].bit);
    }
    render_json_warn(document, rest, shown->benchmark);
}

static json_t *document_of(const struct plan_view *view)
{
    json_t *document = render_json_document("plan", view->confidence);
    json_t *benchmarks = render_json_array();
    render_json_set(document, "method", render_json_text(view->method));
    if (view->processor)
        render_json_set(document, "decides", render_json_text("user+system"));
    if (!isnan(view->at_margin))
        render_json_set(document, "at_margin", render_json_number(view->at_margin));
    for (size_t i = 0; i < view->n; i++) {
        warn(document, &view->plans[i]);
        render_json_append(benchmarks, json_planned(view, &view->plans[i]));
    }
    render_json_put(document, JSON("benchmarks", benchmarks),
                    JSON_IF(view->together != NULL, "together", json_together(view->together)));
    if (view->n_typical > 0) {
        const bool quantile = view->typical[0].quantile.kind != ASSAY_STATISTIC_MEAN;
        render_json_set(document, quantile ? "quantile" : "typical",
                        JSON_LIST(i, view->n_typical, json_typical(&view->typical[i])));
        if (!quantile)
            render_json_set(document, "leads",
                            render_json_text(view->typical_leads ? "typical" : "mean"));
    }
    if (view->n_powers > 0) {
        render_json_set(document, "comparisons",
                        JSON_LIST(i, view->n_powers, json_power(&view->powers[i])));
    }
    return document;
}

json_t *plan_document(const struct plan_view *view, const struct machine_planning *machines,
                      const struct input *input, const struct name_list *command)
{
    json_t *document = document_of(view);
    if (machines->pilot > 0)
        render_json_set(document, "machines", machine_plan_json(machines));
    if (input == NULL)
        return document;
    experiment_set_failures(input, document);
    provenance_set(input, command, document);
    return document;
}

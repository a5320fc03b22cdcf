/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding_json.c -- samples and comparisons as JSON, field by field as docs/show.md and docs/compare.md list them. */
#include <math.h>

#include "view/document/finding_json.h"

#include <string.h>

#include "design/design.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/face/face.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

/* ---- the values of a table as JSON ---- */

static json_t *value_of(const struct table_value *value)
{
    switch (value->kind) {
    case TABLE_NUMBER: return render_json_number(value->number);
    case TABLE_COUNT: return render_json_count(value->count);
    case TABLE_WORD: break;
    }
    return render_json_text(value->word);
}

/* The values of a table, which is freed: those of the table, then by the key `rows` a list of those of each row; NULL: the
 * values of all rows stand in the object itself. */
static json_t *render_json_table(struct table **table, const char *rows)
{
    if (*table == NULL || (*table)->failed) {
        view_lose();
        table_free(table);
        return NULL;
    }
    json_t *object = render_json_object(), *list = rows != NULL ? render_json_array() : NULL;
    for (size_t row = 0; list != NULL && row < (*table)->n_rows; row++)
        render_json_append(list, render_json_object());
    for (size_t i = 0; i < (*table)->n_values; i++) {
        const struct table_value *value = &(*table)->values[i];
        json_t *holder =
            list != NULL && value->row > 0 ? json_array_get(list, value->row - 1) : object;
        render_json_set(holder, value->key, value_of(value));
    }
    table_free(table);
    return render_json_put(object, JSON_IF(list != NULL, rows, list));
}

void finding_json_warn(json_t *document, assay_warnings warnings, const struct assay_series *series)
{
    json_t *array = json_object_get(document, "warnings");
    const size_t before = json_array_size(array);
    render_json_warn(document, warnings, series->benchmark);
    const char *tick = assay_warning_code(ASSAY_WARN_CLOCK_TICK);
    for (size_t i = before; i < json_array_size(array); i++) {
        json_t *warning = json_array_get(array, i);
        render_json_set(warning, "metric", render_json_text(series->metric));
        if (series_counts(series) &&
            strcmp(json_string_value(json_object_get(warning, "code")), tick) == 0)
            render_json_set(warning, "message", render_json_text(warning_instead(WARNING_COUNTS)));
    }
}

static json_t *json_level(const struct assay_series *series,
                          const struct assay_description *description, size_t level)
{
    const struct assay_component *component = &description->level[level];
    return render_json_make(JSON("name", series->level_name[level]),
                            JSON("count", component->count), JSON("s2", component->s2),
                            JSON("t2", component->t2),
                            JSON("variation_percent", variation_percent(description, level)),
                            JSON("cost_s", series->cost_s[level]));
}

json_t *finding_json_sample(const struct assay_series *series,
                            const struct assay_description *description)
{
    return render_json_make(
        JSON("system", series->system), JSON("benchmark", series->benchmark),
        JSON("metric", series->metric), JSON("unit", series->unit), JSON("n", description->n),
        JSON("mean", description->mean),
        JSON("interval", render_json_interval(&description->interval)), JSON("sd", description->sd),
        JSON("min", description->min), JSON("q1", description->q1),
        JSON("median", description->median), JSON("q3", description->q3),
        JSON("max", description->max),
        JSON("levels", JSON_LIST(i, description->n_levels, json_level(series, description, i))),
        JSON_IF(series->decided != ASSAY_DECIDED_NOT, "warmup",
                render_json_make(JSON("iterations", series->live_from),
                                 JSON("decided", decided_name(series->decided)))));
}

json_t *finding_json_change(const struct assay_estimate *ratio)
{
    const struct change change = change_of(ratio);
    return render_json_limits(change.estimate, change.lower, change.upper);
}

static json_t *json_question(const struct assay_estimate *ratio, enum assay_verdict verdict)
{
    return render_json_make(JSON("change_percent", finding_json_change(ratio)),
                            JSON("interval", render_json_interval(&ratio->interval)),
                            JSON("verdict", assay_verdict_name(verdict)));
}

/* Typical run and mean, each with the verdict that it gives by itself. */
static void set_questions(json_t *object, const struct assay_comparison *finding)
{
    if (!finding->has_typical)
        return;
    json_t *typical = json_question(&finding->typical.ratio, finding->typical_verdict);
    render_json_put(typical, JSON("order", finding->typical.order),
                    JSON("achieved_confidence", finding->typical.achieved_confidence));
    render_json_put(object, JSON("typical", typical),
                    JSON("mean", json_question(&finding->mean_ratio, finding->mean_verdict)));
}

/* Where wall time holds what others took. */
static void set_waiting(json_t *object, const struct waiting_finding *waiting)
{
    if (!waiting->told)
        return;
    json_t *processor = json_question(&waiting->ratio, waiting->verdict);
    render_json_put(processor, JSON("old_processors", waiting->old_share),
                    JSON("new_processors", waiting->new_share),
                    JSON("only_computes", waiting->only_computes),
                    JSON("parallel", waiting->parallel));
    render_json_set(object, waiting->decides ? "wall_time" : "processor_time", processor);
}

/* How a warm-up ends; of what still falls by how much the second half of the rest lies below the first. */
void finding_json_end(json_t *object, const struct assay_warm_up *warm_up)
{
    const struct assay_level *level = &warm_up->level;
    render_json_put(object, JSON("ended", assay_ended_name(warm_up->ended)));
    if (isnan(level->fall))
        return;
    render_json_set(object, "falls_percent",
                    render_json_make(JSON("estimate", -100 * expm1(-level->fall)),
                                     JSON("lower", -100 * expm1(-level->lower)),
                                     JSON("upper", -100 * expm1(-level->upper)),
                                     JSON("iterations", level->iterations - level->middle)));
}

/* Executions that change before they are steady, and what they are without that. */
static void set_warm_up(json_t *object, const struct warm_up_finding *warm_up)
{
    if (!warm_up->moves)
        return;
    const struct assay_warm_up *of[2] = {&warm_up->old_sample, &warm_up->new_sample};
    static const char *const names[2] = {"old", "new"};
    json_t *steady = render_json_object();
    for (size_t i = 0; i < 2; i++) {
        json_t *counts =
            render_json_make(JSON("executions", of[i]->n), JSON("warm_up", of[i]->n_warming),
                             JSON("slow_down", of[i]->n_slowing));
        finding_json_end(counts, of[i]);
        render_json_set(steady, names[i], counts);
    }
    render_json_put(steady, JSON("from", warm_up->until), JSON("turns", warm_up->turns),
                    JSON("seen", warm_up->seen), JSON("open", warm_up->open));
    render_json_set(object, "steady", steady);
    if (!warm_up->has_rest)
        return;
    render_json_put(steady, JSON("rest_from", warm_up->from + 1));
    render_json_set(object, warm_up->seen ? "change_steady_percent" : "change_in_rest_percent",
                    finding_json_change(&warm_up->ratio));
    if (warm_up->seen)
        render_json_set(steady, "verdict", render_json_text(assay_verdict_name(warm_up->verdict)));
}

/* As --statistic has it. */
static const char *statistic_json(const struct comparison_finding *comparison,
                                  char text[ASSAY_STATISTIC_TEXT])
{
    comparison_statistic(comparison, text);
    return comparison->finding.typical_first ? "typical" : text;
}

static const char *decided_by(const struct assay_comparison *finding, const char *statistic)
{
    static const char *const names[] = {[ASSAY_RESTS_ON_TYPICAL] = "typical",
                                        [ASSAY_RESTS_ON_MEAN] = "mean",
                                        [ASSAY_RESTS_ON_BOTH] = "both"};
    return finding->has_typical ? names[finding->rests_on] : statistic;
}

static json_t *around_json(const struct around_change *change)
{
    return render_json_make(JSON("kind", around_kind_name(change->kind)),
                            JSON("name", change->name), JSON("before", change->before),
                            JSON("after", change->after));
}

json_t *finding_json_around(const struct around *around, const char *benchmark)
{
    return JSON_LIST_IF(i, around->n, around_bears(&around->items[i], benchmark),
                        around_json(&around->items[i]));
}

/* By what their executions opened, or by what their builds made. What commands are is known within one experiment. */
static bool is_program_known(const struct comparison_finding *comparison)
{
    const struct assay_program *old = &comparison->old_series->program;
    const struct assay_program *new = &comparison->new_series->program;
    const bool of_commands = old->place == 0 || new->place == 0;
    return (old->opened_known && new->opened_known &&
            (!of_commands || old->experiment == new->experiment)) ||
           (old->known && new->known);
}

static json_t *interference_json(const struct interference_finding *found)
{
    const struct assay_order_bias *bias = &found->bias;
    return render_json_make(JSON("agreement", assay_order_agreement_name(bias->agreement)),
                            JSON("bias_percent", 100 * expm1(bias->bias)),
                            JSON("lower_percent", 100 * expm1(bias->lower)),
                            JSON("upper_percent", 100 * expm1(bias->upper)),
                            JSON("old_slow_down_percent", 100 * expm1(found->old_slow_down)),
                            JSON("new_slow_down_percent", 100 * expm1(found->new_slow_down)));
}

/* Null where there are none. */
static json_t *json_numbers(const struct face_numbers *numbers,
                            const struct comparison_finding *comparison)
{
    if (!numbers->are(comparison))
        return json_null();
    struct table *table = table_new(0);
    if (numbers->facts != NULL)
        numbers->facts(table, comparison);
    face_put(table, numbers, comparison, NULL);
    return render_json_table(&table, numbers->rows);
}

/* The numbers of each face by its name. */
static void set_faces(json_t *object, const struct comparison_finding *comparison)
{
    for (size_t i = 0; faces[i] != NULL; i++)
        if (faces[i]->numbers != NULL)
            render_json_set(object, faces[i]->name, json_numbers(faces[i]->numbers, comparison));
}

static json_t *exact_json(const struct comparison_finding *comparison, size_t draws)
{
    const struct assay_comparison *finding = &comparison->finding;
    return render_json_make(
        JSON("difference", finding->new_sample.min - finding->old_sample.min), JSON("draws", draws),
        JSON("unseen_share", finding_unseen_share(draws, finding->ratio.interval.confidence)));
}

json_t *finding_json_comparison(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const size_t draws = comparison_exact_draws(comparison);
    json_t *object = render_json_make(
        JSON("benchmark", comparison->old_series->benchmark),
        JSON("metric", comparison->old_series->metric), JSON("unit", comparison->old_series->unit),
        JSON("old", finding_json_sample(comparison->old_series, &finding->old_sample)),
        JSON("new", finding_json_sample(comparison->new_series, &finding->new_sample)),
        JSON("ratio", render_json_estimate(finding->ratio.estimate, &finding->ratio.interval)),
        JSON("change_percent", finding_json_change(&finding->ratio)));
    char statistic[ASSAY_STATISTIC_TEXT], asked[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&finding->statistic, asked);
    render_json_put(object, JSON("statistic", statistic_json(comparison, statistic)),
                    JSON("old_value", finding->old_value), JSON("new_value", finding->new_value),
                    JSON("decided_by", decided_by(finding, asked)));
    set_questions(object, finding);
    set_warm_up(object, &comparison->warm_up);
    set_waiting(object, &comparison->waiting);
    render_json_put(
        object,
        JSON_IF(comparison->machines != NULL, "machines", machines_json(comparison->machines)),
        JSON_IF(finding->has_bootstrap, "bootstrap",
                render_json_estimate(finding->bootstrap.estimate, &finding->bootstrap.interval)),
        JSON("margin", finding->margin), JSON("verdict", assay_verdict_name(finding->verdict)),
        JSON_IF(is_program_known(comparison), "same_program", comparison->same_program),
        JSON_IF(comparison->same_program, "decided_by_identity", comparison->settled),
        JSON_IF(comparison->around != NULL, "changed_beside",
                finding_json_around(comparison->around, comparison->old_series->benchmark)),
        JSON_IF(comparison->around != NULL && comparison->around->not_followed != NULL,
                "not_followed", render_json_text(comparison->around->not_followed)),
        JSON("p_superior", finding->p_superior), JSON("paired", finding->paired),
        JSON_IF(finding->dependence > 0, "dependence", finding->dependence),
        JSON_IF(comparison->offers_slices, "offered_order", order_names[ORDER_SLICES]),
        JSON_IF(comparison->interference.known, "interference",
                interference_json(&comparison->interference)),
        JSON_IF(finding->has_cpu, "processor_effect",
                render_json_make(JSON("log", finding->cpu), JSON("lower", finding->cpu_lower),
                                 JSON("upper", finding->cpu_upper))),
        JSON_IF(comparison->left_out > 0, "left_out", comparison->left_out),
        JSON_IF(draws > 0, "exact", exact_json(comparison, draws)),
        JSON_IF(comparison->beside_time != COUNT_WITHOUT_TIME, "beside_time",
                count_and_time_names[comparison->beside_time]));
    if (comparison->why != NULL)
        render_json_set(object, "why", why_json(comparison->why));
    if (comparison->distribution != NULL)
        set_faces(object, comparison);
    return object;
}

json_t *finding_json_joint(const struct joint_finding *joint)
{
    static const struct {
        const char *name;
        enum assay_verdict verdict;
    } lists[] = {{"better", ASSAY_FASTER},
                 {"worse", ASSAY_SLOWER},
                 {"mixed", ASSAY_MIXED},
                 {"equivalent", ASSAY_EQUIVALENT},
                 {"inconclusive", ASSAY_INCONCLUSIVE}};
    json_t *object =
        render_json_make(JSON("benchmark", joint->rows[0]->old_series->benchmark),
                         JSON("new", joint->rows[0]->new_series->system), JSON("metrics", joint->n),
                         JSON("verdict", joint_name(joint->verdict)));
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        render_json_set(object, lists[k].name,
                        JSON_LIST_IF(i, joint->n, joint->verdicts[i] == lists[k].verdict,
                                     render_json_text(joint->rows[i]->old_series->metric)));
    return object;
}

static json_t *json_suite_ratio(const struct assay_suite_ratio *ratio)
{
    return render_json_make(JSON("estimate", ratio->estimate),
                            JSON("fixed", render_json_interval(&ratio->fixed)),
                            JSON("random", render_json_interval(&ratio->random)));
}

json_t *finding_json_suite(const struct suite_finding *shown)
{
    const struct assay_suite_summary *suite = &shown->summary;
    return render_json_make(JSON("metric", shown->metric),
                            JSON_IF(shown->statistic[0] != '\0', "statistic", shown->statistic),
                            JSON("benchmarks", suite->n),
                            JSON("geometric", json_suite_ratio(&suite->geometric)),
                            JSON("equal_time", json_suite_ratio(&suite->equal_time)),
                            JSON("total_time", json_suite_ratio(&suite->total_time)));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_json.c -- sweeps as JSON, field by field as docs/sweep.md lists them. */
#include <math.h>
#include <string.h>

#include "base/owned.h"
#include "export/export.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"

static json_t *ratio_of(const struct assay_effect *effect)
{
    return render_json_make(JSON("estimate", exp(effect->estimate)),
                            JSON("lower", exp(effect->lower)), JSON("upper", exp(effect->upper)),
                            JSON("df", effect->df), JSON("rounds", effect->rounds),
                            JSON("exact", effect->exact));
}

static json_t *name_of(const struct sweep_group *group, size_t cell)
{
    OWNED char *name = sweep_cell_name(group, cell);
    return render_json_text(name);
}

static json_t *parameters_of(const struct sweep_group *group)
{
    return JSON_EACH(
        parameter, group->parameters, group->n_parameters,
        render_json_make(
            JSON("name", parameter->name),
            JSON("values", render_json_texts((const char *const *)parameter->values, parameter->n)),
            JSON("numeric", parameter->numeric)));
}

static json_t *cell_of(const struct sweep_group *group, size_t g)
{
    const struct sweep_cell *cell = &group->cells[g];
    json_t *values = render_json_object();
    for (size_t i = 0; i < group->n_parameters; i++)
        render_json_set(values, group->parameters[i].name,
                        render_json_text(group->parameters[i].values[cell->level[i]]));
    return render_json_make(
        JSON("cell", name_of(group, g)), JSON("system", group->systems[cell->system]),
        JSON("parameters", values), JSON("rounds", cell->mean_log.rounds), JSON("mean", cell->mean),
        JSON("geometric_mean", exp(cell->log_mean)), JSON("lower", exp(cell->mean_log.lower)),
        JSON("upper", exp(cell->mean_log.upper)), JSON("tied_with_best", cell->tied),
        JSON_IF(sweep_cell_is_saturated(cell), "load_saturated", render_json_bool(true)),
        JSON_IF(sweep_cell_missed_rate(cell), "rate_missed", render_json_bool(true)));
}

static json_t *best_of(const struct sweep_group *group)
{
    const size_t best = group->best.cell;
    return render_json_make(
        JSON("cell", name_of(group, best)),
        JSON("ties",
             JSON_LIST_IF(g, group->n_cells, group->cells[g].tied && g != best, name_of(group, g))),
        JSON("critical", group->best.critical));
}

static json_t *between_of(const struct assay_interaction *between)
{
    return isnan(between->tau2) ? json_null()
                                : json_interaction(between, between->tau2 + between->v_bar);
}

static json_t *pairs_of(const struct sweep_group *group, const struct sweep_pair *pairs, size_t n)
{
    return JSON_LIST(i, n,
                     render_json_make(JSON("a", name_of(group, pairs[i].first)),
                                      JSON("b", name_of(group, pairs[i].second)),
                                      JSON("ratio", ratio_of(&pairs[i].effect)),
                                      JSON("p_adjusted", pairs[i].effect.p)));
}

static json_t *test_of(const struct assay_effect_test *test, bool pooled)
{
    return render_json_make(JSON("f", pooled ? test->pooled_f : test->f),
                            JSON("df1", pooled ? test->df1 / test->epsilon : test->df1),
                            JSON("df2", pooled ? test->pooled_df : test->df2),
                            JSON("p", pooled ? test->pooled_p : test->p),
                            JSON("epsilon", test->epsilon));
}

static json_t *crossover_of(const struct assay_crossover *crossover)
{
    return render_json_make(
        JSON("at", crossover->at), JSON("interval", render_json_interval(&crossover->interval)),
        JSON("curvature_p", crossover->curvature_p), JSON("changes", crossover->changes),
        JSON("after", crossover->after), JSON("until", crossover->until));
}

static const char *holds_of(const struct sweep_group *group, enum sweep_holds holds)
{
    static const char *const words[] = {"open", "better everywhere", "worse everywhere", "changes"};
    return assay_told_decides(&group->told) || holds == SWEEP_OPEN || holds == SWEEP_CHANGES
               ? words[holds]
           : (holds == SWEEP_FASTER) == group->more_is_better ? "more everywhere"
                                                              : "less everywhere";
}

static json_t *gains_of(const struct sweep_group *group)
{
    return JSON_EACH(
        gain, group->gains, group->n_gains,
        render_json_make(
            JSON("old", group->systems[0]), JSON("new", group->systems[gain->system]),
            JSON("at", pairs_of(group, gain->at, gain->n)),
            JSON("mean", gain->has_mean ? ratio_of(&gain->mean) : json_null()),
            JSON("between", between_of(&gain->between)),
            JSON("interaction",
                 gain->has_interaction ? test_of(&gain->interaction, false) : json_null()),
            JSON("holds", holds_of(group, gain->holds)),
            JSON("holds_everywhere",
                 render_json_bool(gain->holds == SWEEP_FASTER && assay_told_decides(&group->told))),
            JSON("crossover", gain->has_crossover ? crossover_of(&gain->crossover) : json_null())));
}

static json_t *law_of(const struct assay_growth *growth)
{
    json_t *object = render_json_object(), *weights = render_json_object();
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++)
        render_json_set(weights, assay_law_name((enum assay_law)law),
                        render_json_number(growth->fit[law].weight));
    const bool fitted = growth->law < ASSAY_GROWING_LAWS;
    const struct assay_law_fit *fit = &growth->fit[fitted ? growth->law : 0];
    return render_json_put(
        object, JSON("name", assay_law_name(growth->law)), JSON("weights", weights),
        JSON_IF(growth->law == ASSAY_LAW_POWER, "power", growth->power),
        JSON("a", fitted ? fit->a : (double)NAN), JSON("b", fitted ? fit->b : (double)NAN),
        JSON("worst", fitted ? fit->worst : (double)NAN), JSON("growth", exp(growth->trend)),
        JSON("growth_lower", exp(growth->trend_low)),
        JSON("growth_upper", exp(growth->trend_high)));
}

static json_t *exponent_of(const struct sweep_growth *growth)
{
    const struct assay_effect *slope = &growth->exponent.slope;
    return render_json_make(JSON("estimate", slope->estimate), JSON("lower", slope->lower),
                            JSON("upper", slope->upper),
                            JSON("curvature_p", growth->exponent.curvature_p));
}

static json_t *growth_of(const struct sweep_group *group)
{
    return JSON_EACH(growth, group->growth, group->n_growth,
                     render_json_make(JSON("system", group->systems[growth->system]),
                                      JSON("parameter", group->parameters[0].name),
                                      JSON("exponent", exponent_of(growth)),
                                      JSON("law", law_of(&growth->law))));
}

static json_t *reached(const struct assay_reach *reach)
{
    const struct assay_interval *interval = &reach->interval;
    return render_json_make(
        JSON("at", reach->at > 0 ? reach->at : (double)NAN),
        JSON("lower", interval->lower > 0 ? interval->lower : (double)NAN),
        JSON("upper", interval->upper), JSON("rounds", reach->rounds));
}

static json_t *reach_of(const struct sweep_group *group)
{
    return JSON_EACH(reach, group->reach, group->n_reach,
                     render_json_make(JSON("system", group->systems[reach->system]),
                                      JSON("parameter", group->parameters[0].name),
                                      JSON("knee", reached(&reach->knee)),
                                      JSON_IF(reach->at_most > 0, "at_most", reach->at_most),
                                      JSON_IF(reach->at_most > 0, "limit", reached(&reach->limit))));
}

static json_t *sweep_of(const struct sweep_group *group, bool pooled)
{
    const bool judged = group->refusal[0] == '\0';
    json_t *object = render_json_make(
        JSON("benchmark", group->benchmark), JSON("metric", group->metric),
        JSON("unit", group->unit), JSON("rounds", group->rounds),
        JSON("paired", render_json_bool(group->block != SWEEP_VALUES)),
        JSON("error", pooled ? "pooled" : "own"), JSON("refusal", judged ? NULL : group->refusal),
        JSON("spread", group->spread), JSON("parameters", parameters_of(group)),
        JSON("cells", JSON_LIST(g, group->n_cells, cell_of(group, g))),
        JSON("best", judged && assay_told_decides(&group->told) ? best_of(group) : json_null()));
    json_t *pairs = pairs_of(group, group->pairs, judged ? group->n_pairs : 0);
    for (size_t i = 0; judged && i < group->n_pairs; i++)
        render_json_set(json_array_get(pairs, i), "between", between_of(&group->pairs[i].between));
    return render_json_put(object, JSON("pairs", pairs),
                           JSON("effects", JSON_EACH(effect, group->tests, group->n_tests,
                                                     render_json_put(test_of(&effect->test, pooled),
                                                                     JSON("of", effect->of)))),
                           JSON("gains", gains_of(group)), JSON("growth", growth_of(group)),
                           JSON_IF(group->n_reach > 0, "reach", reach_of(group)));
}

static json_t *front_of(const struct sweep_front *front)
{
    const struct sweep_group *group = front->groups[0];
    return render_json_make(
        JSON("benchmark", group->benchmark),
        JSON("metrics", JSON_LIST(i, front->n, render_json_text(front->groups[i]->metric))),
        JSON("cells", JSON_LIST_IF(g, group->n_cells, front->kept[g], name_of(group, g))));
}

json_t *sweep_document(const struct input *input, const struct sweep_finding *finding,
                       double confidence, const struct name_list *command)
{
    json_t *document = render_json_put(
        render_json_document("sweep", confidence),
        JSON("sweeps", JSON_LIST(i, finding->n, sweep_of(&finding->groups[i], finding->pooled))),
        JSON("fronts", JSON_LIST(i, finding->n_fronts, front_of(&finding->fronts[i]))),
        JSON_IF(finding->looks > 0, "looks", finding->looks),
        JSON_IF(finding->families > 0, "families", finding->families));
    experiment_set_failures(input, document);
    experiment_set_order(input, document);
    provenance_set(input, command, document);
    return document;
}

/* ---- CSV ---- */

/* The names of all sweeps' parameters, each once: how many stand before this one. */
static bool is_first(const struct sweep_finding *finding, size_t group, size_t parameter)
{
    const char *name = finding->groups[group].parameters[parameter].name;
    for (size_t i = 0; i < group; i++)
        for (size_t j = 0; j < finding->groups[i].n_parameters; j++)
            if (strcmp(finding->groups[i].parameters[j].name, name) == 0)
                return false;
    return true;
}

static void put_cell(FILE *stream, const struct sweep_finding *finding,
                     const struct sweep_group *group, const struct sweep_cell *cell)
{
    export_csv_field(stream, group->systems[cell->system]);
    fputc(',', stream);
    export_csv_field(stream, group->benchmark);
    for (size_t i = 0; i < finding->n; i++)
        for (size_t j = 0; j < finding->groups[i].n_parameters; j++) {
            if (!is_first(finding, i, j))
                continue;
            fputc(',', stream);
            for (size_t own = 0; own < group->n_parameters; own++)
                if (strcmp(group->parameters[own].name, finding->groups[i].parameters[j].name) == 0)
                    export_csv_field(stream, group->parameters[own].values[cell->level[own]]);
        }
    fputc(',', stream);
    export_csv_field(stream, group->metric);
    fprintf(stream, ",%zu,%.17g,", cell->mean_log.rounds, cell->mean);
    if (isfinite(cell->mean_log.lower))
        fprintf(stream, "%.17g,%.17g", exp(cell->mean_log.lower), exp(cell->mean_log.upper));
    else
        fputc(',', stream);
    fprintf(stream, ",%s,", cell->tied ? "yes" : "no");
    export_csv_field(stream, group->unit);
    fputc('\n', stream);
}

void sweep_csv_print(FILE *stream, const struct sweep_finding *finding)
{
    fputs("system,benchmark", stream);
    for (size_t i = 0; i < finding->n; i++)
        for (size_t j = 0; j < finding->groups[i].n_parameters; j++)
            if (is_first(finding, i, j)) {
                fputc(',', stream);
                export_csv_field(stream, finding->groups[i].parameters[j].name);
            }
    fputs(",metric,rounds,mean,lower,upper,tied_with_best,unit\n", stream);
    for (size_t i = 0; i < finding->n; i++)
        for (size_t g = 0; g < finding->groups[i].n_cells; g++)
            put_cell(stream, finding, &finding->groups[i], &finding->groups[i].cells[g]);
}

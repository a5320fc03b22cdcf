/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_json.c -- sweeps as JSON, field by field as docs/sweep.md lists them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "view/document/json.h"
#include "view/document/machines_json.h"
#include "view/terminal/sweep.h"

static json_t *number(double x)
{
    return render_json_number(x);
}

static json_t *ratio_of(const struct assay_effect *effect)
{
    json_t *object = render_json_object();
    render_json_set(object, "estimate", number(exp(effect->estimate)));
    render_json_set(object, "lower", number(exp(effect->lower)));
    render_json_set(object, "upper", number(exp(effect->upper)));
    render_json_set(object, "df", number(effect->df));
    render_json_set(object, "rounds", render_json_count(effect->rounds));
    render_json_set(object, "exact", render_json_bool(effect->exact));
    return object;
}

static json_t *name_of(const struct sweep_group *group, size_t cell)
{
    char *name = sweep_cell_name(group, cell);
    json_t *text = render_json_text(name);
    free(name);
    return text;
}

static json_t *parameters_of(const struct sweep_group *group)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < group->n_parameters; i++) {
        const struct sweep_parameter *parameter = &group->parameters[i];
        json_t *object = render_json_object();
        render_json_set(object, "name", render_json_text(parameter->name));
        render_json_set(object, "values",
                        render_json_texts((const char *const *)parameter->values, parameter->n));
        render_json_set(object, "numeric", render_json_bool(parameter->numeric));
        render_json_append(array, object);
    }
    return array;
}

static json_t *cells_of(const struct sweep_group *group)
{
    json_t *array = render_json_array();
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct sweep_cell *cell = &group->cells[g];
        json_t *object = render_json_object(), *values = render_json_object();
        for (size_t i = 0; i < group->n_parameters; i++)
            render_json_set(values, group->parameters[i].name,
                            render_json_text(group->parameters[i].values[cell->level[i]]));
        render_json_set(object, "cell", name_of(group, g));
        render_json_set(object, "system", render_json_text(group->systems[cell->system]));
        render_json_set(object, "parameters", values);
        render_json_set(object, "rounds", render_json_count(cell->mean_log.rounds));
        render_json_set(object, "mean", number(cell->mean));
        render_json_set(object, "geometric_mean", number(exp(cell->log_mean)));
        render_json_set(object, "lower", number(exp(cell->mean_log.lower)));
        render_json_set(object, "upper", number(exp(cell->mean_log.upper)));
        render_json_set(object, "tied_with_best", render_json_bool(cell->tied));
        render_json_append(array, object);
    }
    return array;
}

static json_t *best_of(const struct sweep_group *group)
{
    json_t *object = render_json_object(), *ties = render_json_array();
    for (size_t g = 0; g < group->n_cells; g++)
        if (group->cells[g].tied && g != group->best.cell)
            render_json_append(ties, name_of(group, g));
    render_json_set(object, "cell", name_of(group, group->best.cell));
    render_json_set(object, "ties", ties);
    render_json_set(object, "critical", number(group->best.critical));
    return object;
}

static json_t *between_of(const struct assay_interaction *between)
{
    return isnan(between->tau2) ? number((double)NAN)
                                : json_interaction(between, between->tau2 + between->v_bar);
}

static json_t *pairs_of(const struct sweep_group *group, const struct sweep_pair *pairs, size_t n)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *object = render_json_object();
        render_json_set(object, "a", name_of(group, pairs[i].first));
        render_json_set(object, "b", name_of(group, pairs[i].second));
        render_json_set(object, "ratio", ratio_of(&pairs[i].effect));
        render_json_set(object, "p_adjusted", number(pairs[i].effect.p));
        render_json_append(array, object);
    }
    return array;
}

static json_t *test_of(const struct assay_effect_test *test, bool pooled)
{
    json_t *object = render_json_object();
    render_json_set(object, "f", number(pooled ? test->pooled_f : test->f));
    render_json_set(object, "df1", number(pooled ? test->df1 / test->epsilon : test->df1));
    render_json_set(object, "df2", number(pooled ? test->pooled_df : test->df2));
    render_json_set(object, "p", number(pooled ? test->pooled_p : test->p));
    render_json_set(object, "epsilon", number(test->epsilon));
    return object;
}

static json_t *effects_of(const struct sweep_group *group, bool pooled)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < group->n_tests; i++) {
        json_t *object = test_of(&group->tests[i].test, pooled);
        render_json_set(object, "of", render_json_text(group->tests[i].of));
        render_json_append(array, object);
    }
    return array;
}

static json_t *crossover_of(const struct assay_crossover *crossover)
{
    json_t *object = render_json_object();
    render_json_set(object, "at", number(crossover->at));
    render_json_set(object, "interval", render_json_interval(&crossover->interval));
    render_json_set(object, "curvature_p", number(crossover->curvature_p));
    render_json_set(object, "changes", render_json_count(crossover->changes));
    render_json_set(object, "after", number(crossover->after));
    render_json_set(object, "until", number(crossover->until));
    return object;
}

static json_t *gains_of(const struct sweep_group *group)
{
    static const char *const holds[] = {"open", "better everywhere", "worse everywhere", "changes"};
    json_t *array = render_json_array();
    for (size_t i = 0; i < group->n_gains; i++) {
        const struct sweep_gain *gain = &group->gains[i];
        json_t *object = render_json_object();
        render_json_set(object, "old", render_json_text(group->systems[0]));
        render_json_set(object, "new", render_json_text(group->systems[gain->system]));
        render_json_set(object, "at", pairs_of(group, gain->at, gain->n));
        render_json_set(object, "mean",
                        gain->has_mean ? ratio_of(&gain->mean) : number((double)NAN));
        render_json_set(object, "between", between_of(&gain->between));
        render_json_set(object, "interaction",
                        gain->has_interaction ? test_of(&gain->interaction, false)
                                              : number((double)NAN));
        render_json_set(object, "holds", render_json_text(holds[gain->holds]));
        render_json_set(object, "holds_everywhere", render_json_bool(gain->holds == SWEEP_FASTER));
        render_json_set(object, "crossover",
                        gain->has_crossover ? crossover_of(&gain->crossover) : number((double)NAN));
        render_json_append(array, object);
    }
    return array;
}

static json_t *law_of(const struct assay_growth *growth)
{
    json_t *object = render_json_object(), *weights = render_json_object();
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++)
        render_json_set(weights, assay_law_name((enum assay_law)law),
                        number(growth->fit[law].weight));
    const bool fitted = growth->law < ASSAY_GROWING_LAWS;
    const struct assay_law_fit *fit = &growth->fit[fitted ? growth->law : 0];
    render_json_set(object, "name", render_json_text(assay_law_name(growth->law)));
    render_json_set(object, "weights", weights);
    render_json_set(object, "a", number(fitted ? fit->a : (double)NAN));
    render_json_set(object, "b", number(fitted ? fit->b : (double)NAN));
    render_json_set(object, "worst", number(fitted ? fit->worst : (double)NAN));
    render_json_set(object, "growth", number(exp(growth->trend)));
    render_json_set(object, "growth_lower", number(exp(growth->trend_low)));
    render_json_set(object, "growth_upper", number(exp(growth->trend_high)));
    return object;
}

static json_t *growth_of(const struct sweep_group *group)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < group->n_growth; i++) {
        const struct sweep_growth *growth = &group->growth[i];
        const struct assay_effect *slope = &growth->exponent.slope;
        json_t *object = render_json_object(), *exponent = render_json_object();
        render_json_set(exponent, "estimate", number(slope->estimate));
        render_json_set(exponent, "lower", number(slope->lower));
        render_json_set(exponent, "upper", number(slope->upper));
        render_json_set(exponent, "curvature_p", number(growth->exponent.curvature_p));
        render_json_set(object, "system", render_json_text(group->systems[growth->system]));
        render_json_set(object, "parameter", render_json_text(group->parameters[0].name));
        render_json_set(object, "exponent", exponent);
        render_json_set(object, "law", law_of(&growth->law));
        render_json_append(array, object);
    }
    return array;
}

static json_t *sweep_of(const struct sweep_group *group, bool pooled)
{
    const bool judged = group->refusal[0] == '\0';
    json_t *object = render_json_object();
    render_json_set(object, "benchmark", render_json_text(group->benchmark));
    render_json_set(object, "metric", render_json_text(group->metric));
    render_json_set(object, "unit", render_json_text(group->unit));
    render_json_set(object, "rounds", render_json_count(group->rounds));
    render_json_set(object, "paired", render_json_bool(group->block != SWEEP_VALUES));
    render_json_set(object, "error", render_json_text(pooled ? "pooled" : "own"));
    render_json_set(object, "refusal", render_json_text(judged ? NULL : group->refusal));
    render_json_set(object, "spread", number(group->spread));
    render_json_set(object, "parameters", parameters_of(group));
    render_json_set(object, "cells", cells_of(group));
    render_json_set(object, "best", judged ? best_of(group) : number((double)NAN));
    json_t *pairs = pairs_of(group, group->pairs, judged ? group->n_pairs : 0);
    for (size_t i = 0; judged && i < group->n_pairs; i++)
        render_json_set(json_array_get(pairs, i), "between", between_of(&group->pairs[i].between));
    render_json_set(object, "pairs", pairs);
    render_json_set(object, "effects", effects_of(group, pooled));
    render_json_set(object, "gains", gains_of(group));
    render_json_set(object, "growth", growth_of(group));
    return object;
}

static json_t *front_of(const struct sweep_front *front)
{
    const struct sweep_group *group = front->groups[0];
    json_t *object = render_json_object(), *metrics = render_json_array(),
           *cells = render_json_array();
    for (size_t i = 0; i < front->n; i++)
        render_json_append(metrics, render_json_text(front->groups[i]->metric));
    for (size_t g = 0; g < group->n_cells; g++)
        if (front->kept[g])
            render_json_append(cells, name_of(group, g));
    render_json_set(object, "benchmark", render_json_text(group->benchmark));
    render_json_set(object, "metrics", metrics);
    render_json_set(object, "cells", cells);
    return object;
}

void sweep_json_set(json_t *document, const struct sweep_finding *finding)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < finding->n; i++)
        render_json_append(array, sweep_of(&finding->groups[i], finding->pooled));
    render_json_set(document, "sweeps", array);
    json_t *fronts = render_json_array();
    for (size_t i = 0; i < finding->n_fronts; i++)
        render_json_append(fronts, front_of(&finding->fronts[i]));
    render_json_set(document, "fronts", fronts);
    if (finding->looks > 0)
        render_json_set(document, "looks", render_json_count(finding->looks));
    if (finding->families > 0)
        render_json_set(document, "families", render_json_count(finding->families));
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

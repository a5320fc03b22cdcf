/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition_json.c -- an experiment against its repetition, as JSON. */
#include "view/document/repetition_json.h"

#include "view/document/json.h"

static json_t *json_row(const struct assay_series *series)
{
    json_t *object = render_json_object();
    render_json_set(object, "benchmark", render_json_text(series->benchmark));
    render_json_set(object, "metric", render_json_text(series->metric));
    return object;
}

static void set_verdict(json_t *object, const struct assay_estimate *ratio,
                        enum assay_verdict verdict)
{
    render_json_set(object, "ratio", render_json_estimate(ratio->estimate, &ratio->interval));
    render_json_set(object, "verdict", render_json_text(assay_verdict_name(verdict)));
}

static json_t *json_time(const struct comparison_finding *row)
{
    json_t *object = render_json_object();
    set_verdict(object, &row->finding.ratio, row->finding.verdict);
    return object;
}

static json_t *json_pair(const struct repeated_pair *pair)
{
    json_t *object = json_row(pair->now->old_series);
    render_json_set(object, "old", render_json_text(pair->now->old_series->system));
    render_json_set(object, "new", render_json_text(pair->now->new_series->system));
    render_json_set(object, "then", json_time(pair->then));
    render_json_set(object, "now", json_time(pair->now));
    render_json_set(object, "agrees", render_json_bool(pair->agrees));
    return object;
}

json_t *repetition_json(const struct repetition *repetition, int64_t experiment)
{
    json_t *object = render_json_object(), *systems = render_json_array(),
           *pairs = render_json_array(), *lone = render_json_array();
    for (size_t i = 0; i < repetition->n_series; i++) {
        const struct repeated_series *row = &repetition->series[i];
        json_t *system = json_row(row->series);
        render_json_set(system, "system", render_json_text(row->series->system));
        set_verdict(system, &row->ratio, row->verdict);
        render_json_append(systems, system);
    }
    for (size_t i = 0; i < repetition->n_pairs; i++)
        render_json_append(pairs, json_pair(&repetition->pairs[i]));
    for (size_t i = 0; i < repetition->n_lone; i++) {
        json_t *series = json_row(repetition->lone[i].series);
        render_json_set(series, "system", render_json_text(repetition->lone[i].series->system));
        render_json_set(series, "measured",
                        render_json_text(repetition->lone[i].now ? "now" : "then"));
        render_json_append(lone, series);
    }
    render_json_set(object, "experiment", render_json_count((size_t)experiment));
    render_json_set(object, "against",
                    render_json_text(repetition->of_finding ? "finding" : "values"));
    render_json_set(object, "host_differs_in", render_json_text(repetition->host_fact));
    render_json_set(object, "margin", render_json_number(repetition->margin));
    render_json_set(object, "systems", systems);
    render_json_set(object, "pairs", pairs);
    render_json_set(object, "only_once", lone);
    return object;
}

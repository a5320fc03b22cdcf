/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition_json.c -- an experiment against its repetition, as JSON. */
#include "view/document/finding_json.h"

#include "view/document/json.h"

static json_t *json_row(const struct assay_series *series)
{
    return render_json_make(JSON("benchmark", series->benchmark), JSON("metric", series->metric));
}

static void set_verdict(json_t *object, const struct assay_estimate *ratio,
                        enum assay_verdict verdict)
{
    render_json_put(object, JSON("ratio", render_json_estimate(ratio->estimate, &ratio->interval)),
                    JSON("verdict", assay_verdict_name(verdict)));
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
    return render_json_put(object, JSON("old", pair->now->old_series->system),
                           JSON("new", pair->now->new_series->system),
                           JSON("then", json_time(pair->then)), JSON("now", json_time(pair->now)),
                           JSON("agrees", pair->agrees));
}

json_t *repetition_json(const struct repetition *repetition, int64_t experiment)
{
    json_t *object = render_json_object(), *systems = render_json_array(),
           *lone = render_json_array();
    for (size_t i = 0; i < repetition->n_series; i++) {
        const struct repeated_series *row = &repetition->series[i];
        json_t *system = json_row(row->series);
        render_json_set(system, "system", render_json_text(row->series->system));
        set_verdict(system, &row->ratio, row->verdict);
        render_json_append(systems, system);
    }
    for (size_t i = 0; i < repetition->n_lone; i++) {
        json_t *series = json_row(repetition->lone[i].series);
        render_json_put(series, JSON("system", repetition->lone[i].series->system),
                        JSON("measured", repetition->lone[i].now ? "now" : "then"));
        render_json_append(lone, series);
    }
    return render_json_put(
        object, JSON("experiment", (size_t)experiment),
        JSON("against", repetition->of_finding ? "finding" : "values"),
        JSON("host_differs_in", repetition->host_fact), JSON("margin", repetition->margin),
        JSON("systems", systems),
        JSON("pairs", JSON_LIST(i, repetition->n_pairs, json_pair(&repetition->pairs[i]))),
        JSON("only_once", lone));
}

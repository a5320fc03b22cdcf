/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_document.c -- the document of another verb made one of `report`: its samples and comparisons
 * stand in other places there. */
#include <string.h>

#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/page/report_read.h"

/* {"old", "new", "comparisons", "suite"?} for every new system of a document of `compare`. */
static json_t *pairs_of(const json_t *document)
{
    json_t *pairs = render_json_array(), *by_name = render_json_object(), *comparison;
    size_t i;
    json_array_foreach(json_object_get(document, "comparisons"), i, comparison)
    {
        const char *name = finding_text(json_object_get(comparison, "new"), "system");
        json_t *pair = json_object_get(by_name, name);
        if (pair == NULL) {
            pair = render_json_object();
            render_json_put(pair,
                            JSON("old", finding_text(json_object_get(comparison, "old"), "system")),
                            JSON("new", name), JSON("comparisons", render_json_array()));
            render_json_append(pairs, pair);
            render_json_set(by_name, name, json_incref(pair));
        }
        render_json_append(json_object_get(pair, "comparisons"), json_incref(comparison));
    }
    json_decref(by_name);
    json_t *suite = json_object_get(document, "suite");
    render_json_put(
        json_array_get(pairs, 0),
        JSON_IF(json_is_object(suite) && json_array_size(pairs) == 1, "suite", json_incref(suite)));
    return pairs;
}

/* Whether the sample is new to {system: {benchmark: {metric: true}}}, which holds it afterwards. */
static bool is_new(json_t *known, const json_t *sample)
{
    json_t *metrics =
        finding_member(finding_member(known, finding_text(sample, "system"), render_json_object),
                       finding_text(sample, "benchmark"), render_json_object);
    const char *metric = finding_text(sample, "metric");
    const bool is = json_object_get(metrics, metric) == NULL;
    render_json_set(metrics, metric, json_true());
    return is;
}

static json_t *samples_of(const json_t *document)
{
    static const char *const sides[] = {"old", "new"};
    json_t *samples = json_object_get(document, "samples"), *comparison;
    size_t i;
    if (samples != NULL)
        return json_incref(samples);
    json_auto_t *known = render_json_object();
    samples = render_json_array();
    json_array_foreach(json_object_get(document, "comparisons"), i, comparison)
    {
        for (size_t k = 0; k < 2; k++) {
            json_t *sample = json_object_get(comparison, sides[k]);
            if (json_is_object(sample) && is_new(known, sample))
                render_json_append(samples, json_incref(sample));
        }
    }
    return samples;
}

static json_t *benchmarks_of(const json_t *samples)
{
    json_t *names = render_json_array(), *known = render_json_object(), *sample;
    size_t i;
    json_array_foreach(samples, i, sample)
    {
        const char *name = finding_text(sample, "benchmark");
        if (json_object_get(known, name) == NULL)
            render_json_append(names, render_json_text(name));
        render_json_set(known, name, json_true());
    }
    json_decref(known);
    return names;
}

json_t *report_of_document(json_t *document)
{
    if (strcmp(finding_text(document, "schema"), "assay.report/1") == 0)
        return document;
    static const char *const kept[] = {"stopping", "sources", "layouts", "failed_hooks"};
    json_t *report = render_json_document("report", finding_number(document, "confidence"));
    json_t *warnings = json_object_get(document, "warnings"), *samples = samples_of(document);
    render_json_put(report, JSON_IF(json_is_array(warnings), "warnings", json_incref(warnings)));
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (json_object_get(document, kept[i]) != NULL)
            render_json_set(report, kept[i], json_incref(json_object_get(document, kept[i])));
    render_json_put(report, JSON("benchmarks", benchmarks_of(samples)),
                    JSON("pairs", pairs_of(document)), JSON("samples", samples));
    json_decref(document);
    return report;
}

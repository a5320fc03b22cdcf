/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_read.c -- saved findings back as what a page is made of.
 * Edge:     a document that a page cannot be made of is refused with a sentence.
 * Checked:  tests/golden/report/findings: the same page as from the values. */
#include "view/page/report_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "finding/why_finding.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"

/* The document of another verb made one of `report`: its samples and comparisons
 * stand in other places there. */

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

/* A document of show or compare as one of report; one of report as it is. Takes the document over. */
static json_t *report_of_document(json_t *document)
{
    if (strcmp(finding_text(document, "schema"), "assay.report/1") == 0)
        return document;
    static const char *const kept[] = {"stopping", "order",        "sources",
                                       "layouts",  "failed_hooks", "provenance"};
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

static bool reserve(struct report_document *document)
{
    const json_t *findings = document->findings;
    size_t n = 0, i;
    json_t *pair;
    json_array_foreach(json_object_get(findings, "pairs"), i, pair)
    {
        n += json_array_size(json_object_get(pair, "comparisons"));
    }
    const size_t n_rows = n;
    document->n_samples = json_array_size(json_object_get(findings, "samples"));
    document->n_pairs = json_array_size(json_object_get(findings, "pairs"));
    document->n_benchmarks = json_array_size(json_object_get(findings, "benchmarks"));
    document->series = calloc(document->n_samples + 2 * n_rows + 1, sizeof *document->series);
    document->samples = calloc(document->n_samples + 1, sizeof *document->samples);
    document->rows = calloc(n_rows + 1, sizeof *document->rows);
    document->n_rows = n_rows;
    document->trouble = calloc(n_rows + 1, sizeof *document->trouble);
    document->pairs = calloc(document->n_pairs + 1, sizeof *document->pairs);
    document->benchmarks = calloc(document->n_benchmarks + 1, sizeof *document->benchmarks);
    return document->series != NULL && document->samples != NULL && document->rows != NULL &&
           document->trouble != NULL && document->pairs != NULL && document->benchmarks != NULL;
}

static void read_suite(const json_t *object, struct suite_finding *shown)
{
    struct assay_suite_summary *suite = &shown->summary;
    shown->metric = finding_text(object, "metric");
    (void)snprintf(shown->statistic, sizeof shown->statistic, "%s",
                   finding_text(object, "statistic"));
    const struct assay_estimate ratio =
        finding_estimate(json_object_get(object, "geometric"), "fixed");
    suite->n = (size_t)json_integer_value(json_object_get(object, "benchmarks"));
    suite->geometric.estimate = ratio.estimate;
    suite->geometric.fixed = ratio.interval;
}

static void read_pairs(struct report_document *document, const json_t *warnings)
{
    struct assay_series *series = document->series + document->n_samples;
    size_t row = 0, i;
    json_t *object;
    json_array_foreach(json_object_get(document->findings, "pairs"), i, object)
    {
        const json_t *comparisons = json_object_get(object, "comparisons");
        struct system_pair *pair = &document->pairs[i];
        *pair = (struct system_pair){.old_system = finding_text(object, "old"),
                                     .new_system = finding_text(object, "new"),
                                     .rows = &document->rows[row],
                                     .trouble = &document->trouble[row],
                                     .n = json_array_size(comparisons)};
        for (size_t j = 0; j < pair->n; j++, row++) {
            const json_t *comparison = json_array_get(comparisons, j);
            finding_read_comparison(comparison, warnings, &series[2 * row], &document->rows[row]);
            finding_read_trouble(warnings, finding_text(comparison, "benchmark"),
                                 document->trouble[row]);
        }
        if (json_is_object(json_object_get(object, "suite"))) {
            read_suite(json_object_get(object, "suite"), &pair->suite);
            pair->has_suite = true;
        }
    }
}

/* Every sample belongs to a benchmark of the list, and no pair is empty: what the page relies on. */
static enum assay_status check(const char *name, const struct report_document *document,
                               struct assay_error *error)
{
    const char *what = document->n_samples == 0 ? "holds no sample" : NULL;
    json_auto_t *listed = render_json_object();
    for (size_t i = 0; i < document->n_benchmarks; i++)
        render_json_set(listed, document->benchmarks[i], json_true());
    for (size_t i = 0; i < document->n_samples; i++)
        if (json_object_get(listed, document->samples[i].series->benchmark) == NULL)
            what = "holds a sample of a benchmark that it does not list";
    if (!(document->confidence > 0 && document->confidence < 1))
        what = "has no confidence between 0 and 1";
    for (size_t i = 0; i < document->n_pairs; i++)
        if (document->pairs[i].n == 0)
            what = "holds a pair of systems without a comparison";
    return what == NULL ? ASSAY_OK
                        : assay_fail(error, ASSAY_INVALID, "%s: the document %s", name, what);
}

bool report_is_findings(const char *text, size_t n)
{
    static const char *const schemas[] = {"\"assay.show/", "\"assay.compare/", "\"assay.report/"};
    char head[200];
    const size_t kept = n < sizeof head - 1 ? n : sizeof head - 1;
    memcpy(head, text, kept);
    head[kept] = '\0';
    if (head[strspn(head, " \t\r\n")] != '{' || strstr(head, "\"schema\"") == NULL)
        return false;
    for (size_t i = 0; i < sizeof schemas / sizeof schemas[0]; i++)
        if (strstr(head, schemas[i]) != NULL)
            return true;
    return false;
}

static void read_samples(struct report_document *document, const json_t *warnings)
{
    const json_t *names = json_object_get(document->findings, "benchmarks"),
                 *samples = json_object_get(document->findings, "samples");
    for (size_t i = 0; i < document->n_benchmarks; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        document->benchmarks[i] = name != NULL ? name : "";
    }
    for (size_t i = 0; i < document->n_samples; i++) {
        document->samples[i].series = &document->series[i];
        finding_read_sample(json_array_get(samples, i), warnings, &document->series[i],
                            &document->samples[i].description);
    }
}

enum assay_status report_read(const char *name, const char *text, size_t n,
                              struct report_document *document, struct assay_error *error)
{
    json_error_t problem;
    *document = (struct report_document){0};
    json_t *parsed = json_loadb(text, n, 0, &problem);
    if (!json_is_object(parsed)) {
        json_decref(parsed);
        return assay_fail(error, ASSAY_INVALID, "%s: line %d: %.200s", name, problem.line,
                          problem.text);
    }
    document->findings = report_of_document(parsed);
    document->confidence = finding_number(document->findings, "confidence");
    if (!reserve(document))
        return fail_no_memory(error);
    json_auto_t *warnings = finding_warnings(document->findings);
    read_samples(document, warnings);
    read_pairs(document, warnings);
    return check(name, document, error);
}

void report_document_fini(struct report_document *document)
{
    for (size_t i = 0; document->rows != NULL && i < document->n_rows; i++)
        why_finding_free(&document->rows[i].why);
    free(document->series);
    free(document->samples);
    free(document->rows);
    free(document->trouble);
    free(document->pairs);
    free(document->benchmarks);
    json_decref(document->findings);
    *document = (struct report_document){0};
}

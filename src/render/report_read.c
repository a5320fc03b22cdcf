/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_read.c -- saved findings back as data. The document of another verb is first made one of
 * `report`: its samples and comparisons stand in other places there.
 * Edge:     null is NaN, and infinite where the interval's kind says so; unknown warnings are left
 *           out; what is missing is undefined.
 * Checked:  tests/golden/report/findings: the same page as from the values. */
#include "render/report_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/json.h"

/* ---- fields ---- */

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static struct assay_interval interval_of(const json_t *object)
{
    struct assay_interval interval = {.lower = number_of(object, "lower"),
                                      .upper = number_of(object, "upper"),
                                      .confidence = number_of(object, "confidence"),
                                      .df = number_of(object, "df"),
                                      .method = text_of(object, "method"),
                                      .kind = ASSAY_ALL};
    for (int kind = ASSAY_BOUNDED; kind <= ASSAY_ALL; kind++)
        if (strcmp(text_of(object, "kind"),
                   assay_interval_kind_name((enum assay_interval_kind)kind)) == 0)
            interval.kind = (enum assay_interval_kind)kind;
    if (interval.kind == ASSAY_RAY && isnan(interval.upper))
        interval.upper = INFINITY;
    return interval;
}

static struct assay_estimate estimate_of(const json_t *object, const char *interval)
{
    return (struct assay_estimate){.estimate = number_of(object, "estimate"),
                                   .interval = interval_of(json_object_get(object, interval))};
}

/* The member of this name, made when it is missing. */
static json_t *member_of(json_t *object, const char *name, json_t *(*make)(void))
{
    json_t *member = json_object_get(object, name);
    if (member == NULL) {
        member = make();
        render_json_set(object, name, member);
    }
    return member;
}

/* {benchmark: [its warnings]}: a document holds as many warnings as benchmarks. */
static json_t *warnings_by_benchmark(const json_t *findings)
{
    json_t *warnings = render_json_object(), *entry;
    size_t i;
    json_array_foreach(json_object_get(findings, "warnings"), i, entry)
    {
        render_json_append(member_of(warnings, text_of(entry, "benchmark"), render_json_array),
                           json_incref(entry));
    }
    return warnings;
}

static assay_warnings warnings_of(const json_t *by_benchmark, const char *benchmark,
                                  const char *metric)
{
    assay_warnings warnings = 0;
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(by_benchmark, benchmark), i, entry)
    {
        if ((json_object_get(entry, "metric") != NULL &&
             strcmp(text_of(entry, "metric"), metric) != 0))
            continue;
        for (int bit = 0; bit < ASSAY_WARN_COUNT; bit++)
            if (strcmp(text_of(entry, "code"), assay_warning_code((enum assay_warning)bit)) == 0)
                warnings |= ASSAY_WARNING(bit);
    }
    return warnings;
}

/* ---- samples ---- */

static void read_levels(const json_t *levels, struct assay_series *series,
                        struct assay_description *description)
{
    const size_t n = json_array_size(levels);
    description->n_levels = n < ASSAY_MAX_LEVELS ? n : ASSAY_MAX_LEVELS;
    series->live.shape.n_levels = description->n_levels > 0 ? description->n_levels : 1;
    series->level_name[0] = "value";
    for (size_t k = 0; k < description->n_levels; k++) {
        const json_t *level = json_array_get(levels, k);
        const double count = number_of(level, "count");
        description->level[k] = (struct assay_component){
            .count = count, .s2 = number_of(level, "s2"), .t2 = number_of(level, "t2")};
        series->level_name[k] = text_of(level, "name");
        series->cost_s[k] = number_of(level, "cost_s");
        series->live.shape.count[k] = count >= 1 && count < 1e15 ? (size_t)(count + 0.5) : 1;
    }
}

static void read_sample(const json_t *object, const json_t *warnings, struct assay_series *series,
                        struct assay_description *description)
{
    const json_t *n = json_object_get(object, "n"), *warmup = json_object_get(object, "warmup");
    *series = (struct assay_series){.system = text_of(object, "system"),
                                    .benchmark = text_of(object, "benchmark"),
                                    .metric = text_of(object, "metric"),
                                    .unit = text_of(object, "unit")};
    *description =
        (struct assay_description){.n = (size_t)json_integer_value(n),
                                   .mean = number_of(object, "mean"),
                                   .sd = number_of(object, "sd"),
                                   .min = number_of(object, "min"),
                                   .q1 = number_of(object, "q1"),
                                   .median = number_of(object, "median"),
                                   .q3 = number_of(object, "q3"),
                                   .max = number_of(object, "max"),
                                   .interval = interval_of(json_object_get(object, "interval"))};
    read_levels(json_object_get(object, "levels"), series, description);
    series->warnings = warnings_of(warnings, series->benchmark, series->metric);
    if (json_is_object(warmup)) {
        series->live_from = (size_t)json_integer_value(json_object_get(warmup, "iterations"));
        series->decided = strcmp(text_of(warmup, "decided"), "by hand") == 0
                              ? ASSAY_DECIDED_BY_HAND
                              : ASSAY_DECIDED_AUTOMATIC;
    }
}

/* ---- comparisons ---- */

static double value_of(const struct assay_statistic *statistic, const struct assay_description *d)
{
    if (statistic->kind == ASSAY_STATISTIC_MEAN)
        return d->mean;
    return statistic->probability == 0.5 ? d->median : (double)NAN;
}

static enum assay_verdict verdict_of(const char *name)
{
    for (int verdict = ASSAY_FASTER; verdict <= ASSAY_INCONCLUSIVE; verdict++)
        if (strcmp(name, assay_verdict_name((enum assay_verdict)verdict)) == 0)
            return (enum assay_verdict)verdict;
    return ASSAY_INCONCLUSIVE;
}

static void read_comparison(const json_t *object, const json_t *warnings,
                            struct assay_series *series, struct shown_comparison *row)
{
    struct assay_comparison *finding = &row->finding;
    read_sample(json_object_get(object, "old"), warnings, &series[0], &finding->old_sample);
    read_sample(json_object_get(object, "new"), warnings, &series[1], &finding->new_sample);
    row->old_series = &series[0];
    row->new_series = &series[1];
    if (assay_statistic_parse(text_of(object, "statistic"), &finding->statistic, NULL) != ASSAY_OK)
        finding->statistic = (struct assay_statistic){ASSAY_STATISTIC_MEAN, 0, 0};
    finding->old_value = value_of(&finding->statistic, &finding->old_sample);
    finding->new_value = value_of(&finding->statistic, &finding->new_sample);
    finding->ratio = estimate_of(json_object_get(object, "ratio"), "interval");
    finding->margin = number_of(object, "margin");
    finding->verdict = verdict_of(text_of(object, "verdict"));
    finding->p_superior = number_of(object, "p_superior");
    finding->paired = json_is_true(json_object_get(object, "paired"));
}

static void read_trouble(const json_t *by_benchmark, const char *benchmark, char text[256])
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(by_benchmark, benchmark), i, entry)
    {
        if (strcmp(text_of(entry, "code"), "undefined") == 0)
            (void)snprintf(text, 256, "%s", text_of(entry, "message"));
    }
}

/* ---- other documents ---- */

/* {"old", "new", "comparisons", "suite"?} for every new system of a document of `compare`. */
static json_t *pairs_of(const json_t *document)
{
    json_t *pairs = render_json_array(), *by_name = render_json_object(), *comparison;
    size_t i;
    json_array_foreach(json_object_get(document, "comparisons"), i, comparison)
    {
        const char *name = text_of(json_object_get(comparison, "new"), "system");
        json_t *pair = json_object_get(by_name, name);
        if (pair == NULL) {
            pair = render_json_object();
            render_json_set(
                pair, "old",
                render_json_text(text_of(json_object_get(comparison, "old"), "system")));
            render_json_set(pair, "new", render_json_text(name));
            render_json_set(pair, "comparisons", render_json_array());
            render_json_append(pairs, pair);
            render_json_set(by_name, name, json_incref(pair));
        }
        render_json_append(json_object_get(pair, "comparisons"), json_incref(comparison));
    }
    json_decref(by_name);
    json_t *suite = json_object_get(document, "suite");
    if (json_is_object(suite) && json_array_size(pairs) == 1)
        render_json_set(json_array_get(pairs, 0), "suite", json_incref(suite));
    return pairs;
}

/* Whether the sample is new to {system: {benchmark: {metric: true}}}, which holds it afterwards. */
static bool is_new(json_t *known, const json_t *sample)
{
    json_t *metrics = member_of(member_of(known, text_of(sample, "system"), render_json_object),
                                text_of(sample, "benchmark"), render_json_object);
    const char *metric = text_of(sample, "metric");
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
    json_t *known = render_json_object();
    samples = render_json_array();
    json_array_foreach(json_object_get(document, "comparisons"), i, comparison)
    {
        for (size_t k = 0; k < 2; k++) {
            json_t *sample = json_object_get(comparison, sides[k]);
            if (json_is_object(sample) && is_new(known, sample))
                render_json_append(samples, json_incref(sample));
        }
    }
    json_decref(known);
    return samples;
}

static json_t *benchmarks_of(const json_t *samples)
{
    json_t *names = render_json_array(), *known = render_json_object(), *sample;
    size_t i;
    json_array_foreach(samples, i, sample)
    {
        const char *name = text_of(sample, "benchmark");
        if (json_object_get(known, name) == NULL)
            render_json_append(names, render_json_text(name));
        render_json_set(known, name, json_true());
    }
    json_decref(known);
    return names;
}

/* Takes the document over. */
static json_t *as_report(json_t *document)
{
    if (strcmp(text_of(document, "schema"), "assay.report/1") == 0)
        return document;
    json_t *report = render_json_document("report", number_of(document, "confidence"));
    json_t *warnings = json_object_get(document, "warnings"), *samples = samples_of(document);
    if (json_is_array(warnings))
        render_json_set(report, "warnings", json_incref(warnings));
    render_json_set(report, "benchmarks", benchmarks_of(samples));
    render_json_set(report, "pairs", pairs_of(document));
    render_json_set(report, "samples", samples);
    json_decref(document);
    return report;
}

/* ---- the document ---- */

static size_t count_rows(const json_t *pairs)
{
    size_t n = 0, i;
    json_t *pair;
    json_array_foreach(pairs, i, pair)
    {
        n += json_array_size(json_object_get(pair, "comparisons"));
    }
    return n;
}

static bool reserve(struct report_document *document)
{
    const json_t *findings = document->findings;
    const size_t n_rows = count_rows(json_object_get(findings, "pairs"));
    document->n_samples = json_array_size(json_object_get(findings, "samples"));
    document->n_pairs = json_array_size(json_object_get(findings, "pairs"));
    document->n_benchmarks = json_array_size(json_object_get(findings, "benchmarks"));
    document->series = calloc(document->n_samples + 2 * n_rows + 1, sizeof *document->series);
    document->samples = calloc(document->n_samples + 1, sizeof *document->samples);
    document->rows = calloc(n_rows + 1, sizeof *document->rows);
    document->trouble = calloc(n_rows + 1, sizeof *document->trouble);
    document->pairs = calloc(document->n_pairs + 1, sizeof *document->pairs);
    document->suites = calloc(document->n_pairs + 1, sizeof *document->suites);
    document->benchmarks = calloc(document->n_benchmarks + 1, sizeof *document->benchmarks);
    return document->series != NULL && document->samples != NULL && document->rows != NULL &&
           document->trouble != NULL && document->pairs != NULL && document->suites != NULL &&
           document->benchmarks != NULL;
}

static void read_suite(const json_t *object, struct assay_suite_summary *suite)
{
    const struct assay_estimate ratio = estimate_of(json_object_get(object, "geometric"), "fixed");
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
        struct report_pair *pair = &document->pairs[i];
        *pair = (struct report_pair){.old_system = text_of(object, "old"),
                                     .new_system = text_of(object, "new"),
                                     .rows = &document->rows[row],
                                     .trouble = &document->trouble[row],
                                     .n = json_array_size(comparisons)};
        for (size_t j = 0; j < pair->n; j++, row++) {
            const json_t *comparison = json_array_get(comparisons, j);
            read_comparison(comparison, warnings, &series[2 * row], &document->rows[row]);
            read_trouble(warnings, text_of(comparison, "benchmark"), document->trouble[row]);
        }
        if (json_is_object(json_object_get(object, "suite"))) {
            read_suite(json_object_get(object, "suite"), &document->suites[i]);
            pair->suite = &document->suites[i];
        }
    }
}

/* Every sample belongs to a benchmark of the list, and no pair is empty: what the page relies on. */
static bool is_sound(const struct report_document *document, char problem[256])
{
    const char *what = document->n_samples == 0 ? "holds no sample" : NULL;
    json_t *listed = render_json_object();
    for (size_t i = 0; i < document->n_benchmarks; i++)
        render_json_set(listed, document->benchmarks[i], json_true());
    for (size_t i = 0; i < document->n_samples; i++)
        if (json_object_get(listed, document->samples[i].series->benchmark) == NULL)
            what = "holds a sample of a benchmark that it does not list";
    json_decref(listed);
    if (!(document->confidence > 0 && document->confidence < 1))
        what = "has no confidence between 0 and 1";
    for (size_t i = 0; i < document->n_pairs; i++)
        if (document->pairs[i].n == 0)
            what = "holds a pair of systems without a comparison";
    if (what != NULL)
        (void)snprintf(problem, 256, "the document %s", what);
    return what == NULL;
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

bool report_read(const char *text, size_t n, struct report_document *document, char problem[256])
{
    json_error_t error;
    *document = (struct report_document){0};
    json_t *parsed = json_loadb(text, n, 0, &error);
    if (!json_is_object(parsed)) {
        (void)snprintf(problem, 256, "line %d: %.200s", error.line, error.text);
        json_decref(parsed);
        return false;
    }
    document->findings = as_report(parsed);
    document->confidence = number_of(document->findings, "confidence");
    if (!reserve(document)) {
        (void)snprintf(problem, 256, "no memory for %zu samples", document->n_samples);
        return false;
    }
    for (size_t i = 0; i < document->n_benchmarks; i++) {
        const char *name =
            json_string_value(json_array_get(json_object_get(document->findings, "benchmarks"), i));
        document->benchmarks[i] = name != NULL ? name : "";
    }
    json_t *warnings = warnings_by_benchmark(document->findings);
    for (size_t i = 0; i < document->n_samples; i++) {
        document->samples[i].series = &document->series[i];
        read_sample(json_array_get(json_object_get(document->findings, "samples"), i), warnings,
                    &document->series[i], &document->samples[i].description);
    }
    read_pairs(document, warnings);
    json_decref(warnings);
    return is_sound(document, problem);
}

void report_document_fini(struct report_document *document)
{
    free(document->series);
    free(document->samples);
    free(document->rows);
    free(document->trouble);
    free(document->pairs);
    free(document->suites);
    free(document->benchmarks);
    json_decref(document->findings);
    *document = (struct report_document){0};
}

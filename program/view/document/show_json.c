/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_json.c -- what `show` found, as the document of schema show. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/series_groups.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"

/* Of all samples of one benchmark and metric each warning is given once, with the first. */
static bool warn(const struct input *input, const struct sample_finding *samples, json_t *document)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, input->n, SERIES_BENCHMARK | SERIES_METRIC, series_itself,
                            input->series))
        return false;
    OWNED assay_warnings *given = calloc(groups.n, sizeof *given);
    for (size_t i = 0; given != NULL && i < input->n; i++) {
        const assay_warnings warnings =
            sample_warnings(&samples[i]) | told_warnings(&samples[i].series->told);
        assay_warnings *before = &given[groups.of[i]];
        finding_json_warn(document, warnings & ~*before, samples[i].series);
        *before |= warnings;
    }
    return given != NULL;
}

/* Of a quantile: the mean stands there in any case. */
static void set_statistic(const struct sample_finding *row, json_t *sample)
{
    char name[ASSAY_STATISTIC_TEXT];
    if (row->statistic.kind == ASSAY_STATISTIC_MEAN)
        return;
    assay_statistic_name(&row->statistic, name);
    json_t *value = render_json_estimate(row->value.estimate, &row->value.interval);
    render_json_set(value, "name", render_json_text(name));
    render_json_set(sample, "statistic", value);
}

/* Of wall time, where user and system time were kept. */
static void set_waited(const struct sample_finding *row, json_t *sample)
{
    const struct waited *waited = &row->waited;
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"processors", waited->processors},       {"processor_s", waited->processor_s},
        {"involuntary_switches", waited->pushed}, {"voluntary_switches", waited->gave_up},
        {"minor_faults", waited->faults},         {"major_faults", waited->disk_faults},
        {"runnable_s", waited->runnable_s}};
    if (isnan(waited->processors) || strcmp(row->series->metric, "wall") != 0)
        return;
    json_t *object = render_json_object();
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        render_json_set(object, numbers[i].name, render_json_number(numbers[i].value));
    render_json_set(sample, "waited", object);
}

json_t *show_document(const struct input *input, const struct sample_finding *samples,
                      double confidence, const struct name_list *command)
{
    const size_t n = input->n;
    json_t *document = render_json_document("show", confidence);
    if (!warn(input, samples, document)) {
        json_decref(document);
        return NULL;
    }
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *sample = finding_json_sample(samples[i].series, &samples[i].description);
        set_statistic(&samples[i], sample);
        set_waited(&samples[i], sample);
        if (samples[i].has_builds)
            render_json_set(sample, "impact",
                            attribution_json(&samples[i].builds, samples[i].randomised));
        experiment_set_batch(input, samples[i].series, sample);
        render_json_append(array, sample);
    }
    render_json_set(document, "samples", array);
    if (input->experiment != NULL)
        render_json_set(document, "cpu_pressure", render_json_number(input->record.pressure));
    experiment_set_stopping(input, document);
    experiment_set_layouts(input, document);
    experiment_set_compilers(input, document);
    experiment_set_hooks(input, document);
    experiment_set_failures(input, document);
    provenance_set(input, command, document);
    return document;
}

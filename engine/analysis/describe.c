/* SPDX-License-Identifier: GPL-3.0-or-later */
/* describe.c -- each series described, with the interval that belongs to how its measuring ended. */
#include "analysis/describe.h"

#include <stdlib.h>

#include <assay/parallel.h>

#include "analysis/comparison.h"
#include "analysis/processor_time.h"
#include "base/failure.h"

/* A mean that was watched has the interval that allows it, or a warning. */
static enum assay_status allow_for_stopping(const struct input *input, double confidence,
                                            struct sample_finding *row, struct assay_error *error)
{
    struct assay_estimate estimate;
    enum assay_status status = ASSAY_UNDEFINED;
    if (comparison_pilot(input) > 0)
        status = assay_mean_continued(&row->series->live, comparison_pilot(input), confidence,
                                      &estimate, error);
    if (input->told.stop.rule == STOP_ANYTIME)
        status = assay_mean_anytime(&row->series->live, (double)input->told.stop.expected,
                                    confidence, &estimate, error);
    if (status == ASSAY_OK)
        row->description.interval = estimate.interval;
    if (input->told.stop.rule == STOP_LOOKS)
        row->description.warnings |= ASSAY_WARNING(ASSAY_WARN_PEEKED);
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

enum assay_status describe_quantile(const struct assay_series *series,
                                    const struct assay_statistic *statistic,
                                    const struct assay_compare_options *how,
                                    struct assay_estimate *out, struct assay_error *error)
{
    if (how->stopping == ASSAY_STOPPED_ANYTIME)
        return assay_quantile_anytime(&series->live, statistic, (double)how->expected,
                                      how->confidence, out, error);
    return assay_quantile_interval(&series->live, statistic, how->confidence, out, error);
}

static enum assay_status set_value(const struct input *input, struct sample_finding *row,
                                   struct assay_error *error)
{
    const struct assay_question question = input_question(input, row->series->benchmark);
    struct assay_compare_options how = {.confidence = row->description.interval.confidence};
    row->statistic = assay_question_alone(&question);
    row->value = (struct assay_estimate){.estimate = row->description.mean,
                                         .interval = row->description.interval};
    if (row->statistic.kind == ASSAY_STATISTIC_MEAN)
        return ASSAY_OK;
    comparison_stopping(input, 1, &how);
    if (how.stopping == ASSAY_STOPPED_PEEKED || how.stopping == ASSAY_STOPPED_LOOKS)
        row->description.warnings |= ASSAY_WARNING(ASSAY_WARN_PEEKED);
    const enum assay_status status =
        describe_quantile(row->series, &row->statistic, &how, &row->value, error);
    row->description.warnings |= row->value.warnings;
    return status;
}

/* A first run that found caches cold: what the others take is what is asked. */
static void look_at_first(struct sample_finding *row)
{
    const double *x = row->series->live.values;
    const size_t n = row->description.n;
    struct assay_description rest;
    row->slow_first =
        x != NULL && row->description.n_levels == 1 && assay_slow_first(x, n, &row->others);
    if (!row->slow_first || row->statistic.kind != ASSAY_STATISTIC_MEAN)
        return;
    const struct assay_sample after = assay_sample_flat(x + 1, n - 1);
    row->has_rest = assay_describe(&after, row->value.interval.confidence, &rest, NULL) == ASSAY_OK;
    if (row->has_rest)
        row->rest = (struct assay_estimate){.estimate = rest.mean, .interval = rest.interval};
}

enum assay_status describe_instead(const struct input *input, const struct assay_series *series,
                                   const struct assay_description *known,
                                   struct sample_finding *out, struct assay_error *error)
{
    *out = (struct sample_finding){.series = series,
                                   .description = *known,
                                   .randomised = input_randomised(input, series->system)};
    TRY(allow_for_stopping(input, known->interval.confidence, out, error));
    TRY(set_value(input, out, error));
    look_at_first(out);
    return ASSAY_OK;
}

struct description_work {
    const struct input *input;
    const struct describe_request *request;
    struct sample_finding *rows;
    struct assay_error *errors;
};

static void describe_one(size_t i, size_t thread, void *context)
{
    const struct description_work *work = context;
    const struct describe_request *request = work->request;
    const struct assay_series *series = &work->input->series[i];
    struct sample_finding *row = &work->rows[i];
    struct assay_error *error = &work->errors[i];
    (void)thread;
    row->series = series;
    row->randomised = input_randomised(work->input, series->system);
    enum assay_status status = waited_of(work->input, series, &row->waited, error);
    if (status == ASSAY_OK)
        status =
            processor_time_alone(work->input, series, request->confidence, &row->beside, error);
    if (status == ASSAY_OK && request->known != NULL && request->known[i] != NULL)
        row->description = *request->known[i];
    else if (status == ASSAY_OK)
        status = assay_describe(&series->live, request->confidence, &row->description, error);
    if (status == ASSAY_OK)
        status = allow_for_stopping(work->input, row->description.interval.confidence, row, error);
    if (status == ASSAY_OK)
        status = set_value(work->input, row, error);
    if (status == ASSAY_OK)
        look_at_first(row);
    if (status == ASSAY_OK && request->builds) {
        status = assay_build_effect_of(series, request->confidence, &row->builds, error);
        row->has_builds = status == ASSAY_OK;
        status = status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    }
    error->status = status;
}

enum assay_status describe_input(const struct input *input, const struct describe_request *request,
                                 struct sample_finding **samples, struct assay_error *error)
{
    struct description_work work = {input, request, calloc(input->n, sizeof *work.rows),
                                    calloc(input->n, sizeof *work.errors)};
    const bool ready = work.rows != NULL && work.errors != NULL;
    enum assay_status status = ready ? ASSAY_OK : fail_no_memory(error);
    if (ready)
        assay_parallel_for(input->n, request->n_threads, describe_one, &work);
    for (size_t i = 0; status == ASSAY_OK && i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        if (work.errors[i].status != ASSAY_OK)
            status =
                assay_fail(error, work.errors[i].status, "%s on %s (%s): %s", series->benchmark,
                           series->system, series->metric, work.errors[i].text);
    }
    free(work.errors);
    if (status == ASSAY_OK)
        *samples = work.rows;
    else
        free(work.rows);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load_doubts.c -- doubts what a load generator says: of a closed loop, of a rate that it missed, and where requests have failed.
 * Source:   Tene, How not to measure latency (coordinated omission): what waits for an answer before it asks again asks
 *           a server that stands still only once.
 *           METHODS H6: below 99 % of the planned rate requests queue, and latencies are of the window's length.
 * Assumes:  a design names its generator in the command, or by where its values come from; a metric "errors" beside "requests" is
 *           the number of those that failed.
 * Edge:     where arrivals are drawn (pgbench, sysbench) their number is, too: two of its standard errors are left to chance, by
 *           which a rate that is kept seems missed in 1 of 40 at the most. A parameter `rate` is the plan of what names none.
 * Checked:  tests/engine/source/test_load_doubts.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "design/generator.h"
#include "design/template.h"
#include "source/input_parts.h"

/* "load", and "load/SET", a part of it. */
static bool is_of(const struct assay_series *series, const struct design_benchmark *benchmark)
{
    const size_t n = strlen(benchmark->name);
    return strncmp(series->benchmark, benchmark->name, n) == 0 &&
           (series->benchmark[n] == '\0' || series->benchmark[n] == '/');
}

/* What the generator gave: "wall", "p99"; not what its process has used. */
static bool is_latency(const struct assay_series *series)
{
    const char *metric = series->metric;
    return strcmp(series->unit, "s") == 0 &&
           (strcmp(metric, "wall") == 0 || (metric[0] == 'p' && (unsigned)(metric[1] - '0') < 10));
}

static bool is_closed(const struct design_benchmark *benchmark)
{
    if (benchmark->source != VALUES_FORMAT)
        return false;
    enum loop loop = benchmark->run != NULL ? generator_loop(benchmark->run) : LOOP_UNKNOWN;
    if (loop == LOOP_UNKNOWN && benchmark->format != NULL)
        loop = generator_loop(benchmark->format);
    return loop == LOOP_CLOSED;
}

void closed_loops_doubt(const struct design *design, struct assay_dataset *dataset)
{
    for (size_t b = 0; b < design->n_benchmarks; b++)
        for (size_t i = 0; is_closed(&design->benchmarks[b]) && i < assay_dataset_count(dataset); i++)
            if (is_of(assay_dataset_get(dataset, i), &design->benchmarks[b]) &&
                is_latency(assay_dataset_get(dataset, i)))
                assay_dataset_warn(dataset, i, ASSAY_WARNING(ASSAY_WARN_CLOSED_LOOP));
}

/* ---- the rate ---- */

static const char *parameter_of(const struct design_environment *parameters, const char *name)
{
    for (size_t i = 0; i < parameters->n; i++)
        if (strcmp(parameters->names[i], name) == 0)
            return parameters->values[i];
    return NULL;
}

struct planned {
    double rate; /* requests a second; NaN: nobody says */
    bool drawn;
};

static struct planned planned_by(const struct design_benchmark *benchmark)
{
    struct planned planned = {.rate = (double)NAN};
    if (benchmark->source != VALUES_FORMAT || benchmark->run == NULL || is_closed(benchmark))
        return planned;
    /* The command as it is run, but for what a system says; to be freed. NULL: no memory. */
    const struct design_environment *parameters = &benchmark->parameters;
    OWNED struct template_value *known = calloc(parameters->n + 1, sizeof *known);
    for (size_t i = 0; known != NULL && i < parameters->n; i++)
        known[i] = (struct template_value){parameters->names[i], parameters->values[i]};
    OWNED char *command =
        known != NULL ? template_expand(benchmark->run, known, parameters->n) : NULL;
    const char *parameter = parameter_of(&benchmark->parameters, "rate");
    if (command != NULL)
        planned.rate = generator_rate(command, &planned.drawn);
    if (isnan(planned.rate) && parameter != NULL)
        planned.rate = generator_rate_of(parameter);
    return planned;
}

static double sum_of(const struct assay_series *series)
{
    double sum = 0;
    for (size_t i = 0; series != NULL && i < assay_sample_size(&series->live); i++)
        sum += series->live.values[i];
    return sum;
}

static bool is_request_rate(const struct assay_series *series)
{
    return strcmp(series->unit, "req/s") == 0 || strcmp(series->unit, "op/s") == 0;
}

static bool misses(const struct planned *planned, const struct assay_dataset *dataset, const char *system,
                   const char *benchmark)
{
    static const double least = 0.99, errors = 2;
    const struct assay_series *throughput = assay_dataset_find(dataset, system, benchmark, "throughput");
    const double requests = sum_of(assay_dataset_find(dataset, system, benchmark, "requests"));
    if (throughput == NULL || !is_request_rate(throughput) || (planned->drawn && !(requests > 0)))
        return false;
    const double reached = sum_of(throughput) / (double)assay_sample_size(&throughput->live);
    return reached < planned->rate * (least - (planned->drawn ? errors / sqrt(requests) : 0));
}

void missed_rates_doubt(const struct design *design, struct assay_dataset *dataset)
{
    for (size_t b = 0; b < design->n_benchmarks; b++) {
        const struct design_benchmark *benchmark = &design->benchmarks[b];
        const struct planned planned = planned_by(benchmark);
        for (size_t i = 0; !isnan(planned.rate) && i < assay_dataset_count(dataset); i++) {
            const struct assay_series *series = assay_dataset_get(dataset, i);
            if (is_of(series, benchmark) && is_latency(series) &&
                misses(&planned, dataset, series->system, benchmark->name))
                assay_dataset_warn(dataset, i, ASSAY_WARNING(ASSAY_WARN_RATE_MISSED));
        }
    }
}

/* ---- requests that failed ---- */

static const struct assay_series *beside(const struct assay_dataset *dataset,
                                         const struct assay_series *series, const char *metric)
{
    const struct assay_series *found =
        assay_dataset_find(dataset, series->system, series->benchmark, metric);
    return found != NULL && strcmp(found->unit, "1") == 0 ? found : NULL;
}

void failed_requests_doubt(const struct assay_dataset *dataset, struct assay_series *series)
{
    const struct assay_series *errors = beside(dataset, series, "errors");
    if (errors == NULL || beside(dataset, series, "requests") == NULL)
        return;
    for (size_t i = 0; i < assay_sample_size(&errors->live); i++)
        if (errors->live.values[i] > 0)
            series->warnings |= ASSAY_WARNING(ASSAY_WARN_FAILED_REQUESTS);
}

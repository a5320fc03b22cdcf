/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load_doubts.c -- doubts what a load generator says: of a closed loop, and where requests have failed.
 * Source:   Tene, How not to measure latency (coordinated omission): what waits for an answer before it asks again asks
 *           a server that stands still only once.
 * Assumes:  a design names its generator in the command, or by where its values come from; a metric "errors" beside "requests" is
 *           the number of those that failed.
 * Checked:  tests/engine/source/test_load_doubts.c. */
#include <string.h>

#include "design/generator.h"
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

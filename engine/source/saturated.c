/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saturated.c -- doubts what a load says of its services where it was the bottleneck itself.
 * Source:   load.busy (engine/service/busiest.c), of each execution the share of its time that the busiest thread of the load was ready.
 * Assumes:  a rate is then what the load can ask, and a latency holds the waiting of the load itself.
 * Edge:     what the services themselves have used is theirs however they are asked; memory is no matter of time.
 * Checked:  tests/engine/source/test_saturated.c; tests/stories/serving: a load that computes between its requests. */
#include <string.h>

#include <assay/descriptive.h>

#include "design/service.h"
#include "source/input_parts.h"
#include "source/saturated.h"

/* By what stands behind its last dot: it may be a file's, of services that nobody knows here. */
static bool is_of_service(const char *metric)
{
    const char *dot = strchr(metric, '.');
    bool is = strcmp(metric, SERVICE_LOAD_BUSY) == 0;
    for (size_t i = 0; dot != NULL && service_metric_word(i) != NULL; i++)
        is = is || strcmp(dot + 1, service_metric_word(i)) == 0;
    return is;
}

bool saturated_is(const struct assay_sample *busy)
{
    double median = 0;
    return assay_median((struct assay_view){busy->values, assay_sample_size(busy)}, &median, NULL) == ASSAY_OK &&
           median >= SERVICE_LOAD_SATURATED;
}

bool saturated_concerns(const char *metric, const char *unit)
{
    return !(is_of_service(metric) || strcmp(unit, "byte") == 0);
}

void saturated_doubt(const struct assay_dataset *dataset, struct assay_series *series)
{
    const struct assay_series *busy =
        saturated_concerns(series->metric, series->unit)
            ? assay_dataset_find(dataset, series->system, series->benchmark, SERVICE_LOAD_BUSY)
            : NULL;
    if (busy != NULL && saturated_is(&busy->live))
        series->warnings |= ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED);
}

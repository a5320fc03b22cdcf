/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_cost.c -- what a request costs the server, where a latency of its load leaves the change open.
 * Source:   docs/evidence/service.md: where others fight over the processors, quantiles of windows are those of the machine.
 * Assumes:  both are of the same windows: one benchmark of a run with a service.
 * Checked:  tests/engine/analysis/test_request_cost.c. */
#include <ctype.h>
#include <string.h>

#include "analysis/comparison_parts.h"

static bool is_quantile(const struct assay_series *series)
{
    return series->metric[0] == 'p' && isdigit((unsigned char)series->metric[1]) && strcmp(series->unit, "s") == 0;
}

static bool is_cost(const char *metric)
{
    static const char cost[] = ".user+system/request";
    const size_t n = strlen(metric), suffix = sizeof cost - 1;
    return n > suffix && strcmp(metric + n - suffix, cost) == 0;
}

/* Of the system and benchmark that the other series is of; NULL: it was not measured. */
static const struct assay_series *cost_beside(const struct assay_dataset *dataset,
                                              const struct assay_series *other)
{
    for (size_t i = 0; i < assay_dataset_count(dataset); i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        if (is_cost(series->metric) && strcmp(series->system, other->system) == 0 &&
            strcmp(series->benchmark, other->benchmark) == 0)
            return series;
    }
    return NULL;
}

enum assay_status request_cost_compare(const struct input *input, const struct assay_compare_options *options,
                                       struct comparison_finding *row, struct assay_error *error)
{
    if (input->n_sources != 1 || row->finding.verdict != ASSAY_INCONCLUSIVE || !is_quantile(row->old_series))
        return ASSAY_OK;
    const struct assay_dataset *dataset = input->sources[0].dataset;
    struct comparison_finding cost = {.old_series = cost_beside(dataset, row->old_series),
                                      .new_series = cost_beside(dataset, row->new_series)};
    if (cost.old_series == NULL || cost.new_series == NULL ||
        strcmp(cost.old_series->metric, cost.new_series->metric) != 0)
        return ASSAY_OK;
    const enum assay_status status = comparison_values(input, options, &cost, error);
    if (status == ASSAY_OK)
        row->request_cost =
            (struct request_cost_finding){cost.old_series->metric, cost.finding.ratio};
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

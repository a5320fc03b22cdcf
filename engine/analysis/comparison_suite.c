/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_suite.c -- one ratio over all benchmarks of a pair of systems. */
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison.h"
#include "base/failure.h"

/* The benchmark of one row. Levels of one unit are no levels, also at the top. */
static enum assay_status benchmark_of(const struct comparison_finding *row,
                                      struct assay_suite_benchmark *out, struct assay_error *error)
{
    struct assay_shape_owned shapes[2] = {0};
    const struct assay_sample *samples[2] = {&row->old_series->live, &row->new_series->live};
    struct assay_sample effective[2];
    bool removed[ASSAY_MAX_LEVELS];
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < 2 && status == ASSAY_OK; i++) {
        status = assay_shape_drop_single(&samples[i]->shape, &shapes[i], removed, error);
        effective[i] = (struct assay_sample){samples[i]->values, shapes[i].shape};
    }
    if (status == ASSAY_OK)
        status = assay_suite_benchmark_of(&effective[0], &effective[1], row->finding.paired, 1, out,
                                          error);
    for (size_t i = 0; i < 2; i++)
        assay_shape_owned_fini(&shapes[i]);
    return status;
}

enum assay_status system_pair_summarise(struct system_pair *pair, const char *metric,
                                        double confidence, struct assay_error *error)
{
    struct assay_suite_benchmark *benchmarks = calloc(pair->n + 1, sizeof *benchmarks);
    size_t n = 0;
    if (benchmarks == NULL)
        return fail_no_memory(error);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < pair->n && status == ASSAY_OK; i++)
        if (strcmp(pair->rows[i].old_series->metric, metric) == 0)
            status = benchmark_of(&pair->rows[i], &benchmarks[n++], error);
    if (status == ASSAY_OK && n >= 2)
        status = assay_suite_summarise(benchmarks, n, confidence, &pair->suite.summary, error);
    pair->has_suite = status == ASSAY_OK && n >= 2;
    pair->suite.metric = metric;
    free(benchmarks);
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

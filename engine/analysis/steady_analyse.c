/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_analyse.c -- from series to states. */
#include "analysis/steady_analyse.h"

#include <stdlib.h>

#include "base/failure.h"

/* A series with too few iterations is left without a state; any other failure ends. */
static enum assay_status find_state(struct sample_state *row,
                                    const struct assay_steady_options *options,
                                    struct assay_error *error)
{
    struct assay_steady_options own = *options;
    own.more_is_better = row->series->more_is_better;
    enum assay_status status =
        assay_benchmark_state_of(&row->series->all, &own, &row->state, &row->problem);
    if (status == ASSAY_OK)
        row->problem.status = ASSAY_OK;
    if (status == ASSAY_OK || status == ASSAY_UNDEFINED)
        return ASSAY_OK;
    return assay_fail(error, status, "%s on %s (%s): %s", row->series->benchmark,
                      row->series->system, row->series->metric, row->problem.text);
}

enum assay_status steady_analyse(const struct input *input, const struct steady_request *request,
                                 struct steady_finding *finding, struct assay_error *error)
{
    *finding = (struct steady_finding){.rows = calloc(input->n, sizeof *finding->rows)};
    enum assay_status status = finding->rows != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++) {
        const struct assay_series *series = &input->series[i];
        if ((!request->all_metrics && !input_is_primary(input, series)) ||
            series->live.shape.count[0] == 0)
            continue;
        struct sample_state *row = &finding->rows[finding->n++];
        row->series = series;
        status = find_state(row, &request->how, error);
        finding->n_short += row->problem.status != ASSAY_OK;
    }
    return status;
}

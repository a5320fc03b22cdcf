/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulation_clt.c -- from which size do means and medians of measured values look normal? */
#include "analysis/simulation_clt.h"

#include <math.h>
#include <stdlib.h>

#include "base/failure.h"

enum { LEAST_SIZE = 5, SIZE_STEP = 5 };

/* The size from which on every share stays within three standard errors of the level; 0: none. */
static size_t stays_from(const struct simulation_clt_row *row, bool median)
{
    const double level = SIMULATION_CLT_LEVEL;
    size_t from = 0;
    for (size_t i = SIMULATION_CLT_SIZES; i-- > 0;) {
        const struct assay_clt_row *size = &row->sizes[i];
        const double trials = (double)size->trials;
        const double p = (double)(median ? size->median_rejected : size->mean_rejected) / trials;
        if (p > level + 3 * sqrt(level * (1 - level) / trials))
            break;
        from = size->n;
    }
    return from;
}

/* A run's value is the mean of what is below the lowest but one level, or the value itself. */
static enum assay_status run_values(const struct assay_series *series, double **values, size_t *n,
                                    struct assay_error *error)
{
    size_t n_levels = series->live.shape.n_levels;
    size_t level = n_levels > 1 ? n_levels - 2 : 0;
    *n = assay_shape_units(&series->live.shape, level);
    *values = malloc(*n * sizeof **values);
    if (*values == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", *n);
    return assay_sample_unit_means(&series->live, level, *values, error);
}

static enum assay_status examine(struct simulation_clt_row *row,
                                 const struct simulation_request *request,
                                 struct assay_error *error)
{
    struct assay_error problem;
    double *values = NULL;
    const size_t trials = request->experiments > 0 ? (size_t)request->experiments : 1000;
    enum assay_status status = run_values(row->series, &values, &row->n_values, &problem);
    for (size_t i = 0; status == ASSAY_OK && i < SIMULATION_CLT_SIZES; i++)
        status = assay_simulate_clt((struct assay_view){values, row->n_values},
                                    LEAST_SIZE + i * SIZE_STEP, trials, SIMULATION_CLT_LEVEL,
                                    request->seed, request->n_threads, &row->sizes[i], &problem);
    free(values);
    if (status == ASSAY_NO_MEMORY)
        return fail_no_memory(error);
    if (status != ASSAY_OK)
        return assay_fail(error, ASSAY_INVALID, "%s on %s: %s", row->series->benchmark,
                          row->series->system, problem.text);
    row->mean_from = stays_from(row, false);
    row->median_from = stays_from(row, true);
    return ASSAY_OK;
}

enum assay_status simulation_clt_of(const struct simulation_request *request,
                                    struct simulation_clt *clt, struct remarks *remarks,
                                    struct assay_error *error)
{
    const struct input *input = request->input;
    *clt = (struct simulation_clt){.rows = calloc(input->n, sizeof *clt->rows)};
    enum assay_status status = clt->rows != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; status != ASSAY_NO_MEMORY && i < input->n; i++) {
        clt->rows[clt->n].series = &input->series[i];
        status = examine(&clt->rows[clt->n], request, error);
        clt->n += status == ASSAY_OK ? 1 : 0;
        if (status == ASSAY_INVALID && (i + 1 < input->n || clt->n > 0))
            remark(remarks, "%s", error->text);
    }
    return status == ASSAY_INVALID && clt->n > 0 ? ASSAY_OK : status;
}

void simulation_clt_fini(struct simulation_clt *clt)
{
    free(clt->rows);
    *clt = (struct simulation_clt){0};
}

enum assay_status simulation_minimum(const struct simulation_request *request,
                                     struct assay_minimum_row rows[SIMULATION_MINIMUM_ROWS],
                                     struct assay_error *error)
{
    static const size_t sizes[SIMULATION_MINIMUM_ROWS] = {20, 50, 100, 1000, 10000};
    const size_t samples = request->experiments > 0 ? (size_t)request->experiments : 10000;
    struct assay_error problem;
    for (size_t i = 0; i < SIMULATION_MINIMUM_ROWS; i++)
        if (assay_simulate_minimum(sizes[i], samples, request->seed, request->n_threads, &rows[i],
                                   &problem) != ASSAY_OK)
            return assay_fail(error, ASSAY_USAGE, "%s", problem.text);
    return ASSAY_OK;
}

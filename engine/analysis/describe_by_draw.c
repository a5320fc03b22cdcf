/* SPDX-License-Identifier: GPL-3.0-or-later */
/* describe_by_draw.c -- executions grouped by what was drawn for them. */
#include <stdlib.h>
#include <string.h>

#include "analysis/describe.h"
#include "base/failure.h"

/* Means of executions, and what was drawn for them. */
struct drawn {
    double *draws, *means, *group;
    size_t *order;
    size_t n;
};

static bool drawn_init(struct drawn *drawn, size_t n)
{
    *drawn = (struct drawn){calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                            calloc(n, sizeof(double)), calloc(n, sizeof(size_t)), 0};
    return drawn->draws != NULL && drawn->means != NULL && drawn->group != NULL &&
           drawn->order != NULL;
}

static void choose(const struct input *input, const struct assay_series *series,
                   struct drawn *drawn)
{
    drawn->n = 0;
    for (size_t i = 0; i < input->record.n_draws; i++) {
        const struct store_draw *draw = &input->record.draws[i];
        if (strcmp(draw->system, series->system) != 0 ||
            strcmp(draw->benchmark, series->benchmark) != 0 ||
            strcmp(draw->metric, series->metric) != 0)
            continue;
        drawn->draws[drawn->n] = draw->drawn;
        drawn->means[drawn->n++] = draw->mean;
    }
}

static enum assay_status group(const struct drawn *drawn, double confidence,
                               struct grouping_finding *out, struct assay_error *error)
{
    if (drawn->n == 0)
        return ASSAY_OK;
    TRY(assay_group_by((struct assay_view){drawn->draws, drawn->n},
                       (struct assay_view){drawn->means, drawn->n}, drawn->order, &out->grouping,
                       error));
    for (size_t k = 0; k < out->grouping.n_groups; k++) {
        /* One execution has no interval. */
        const struct assay_group *group = &out->grouping.group[k];
        for (size_t i = 0; i < group->n; i++)
            drawn->group[i] = drawn->means[drawn->order[group->begin + i]];
        const struct assay_sample sample = assay_sample_flat(drawn->group, group->n);
        struct assay_estimate estimate;
        enum assay_status status = ASSAY_UNDEFINED;
        if (group->n > 1)
            status = assay_mean_interval(&sample, confidence, &estimate, error);
        out->has_interval[k] = status == ASSAY_OK;
        if (status == ASSAY_OK)
            out->interval[k] = estimate.interval;
        TRY(status == ASSAY_NO_MEMORY ? status : ASSAY_OK);
    }
    return ASSAY_OK;
}

enum assay_status describe_by_draw(const struct input *input, double confidence,
                                   struct grouping_finding **groupings, struct assay_error *error)
{
    struct grouping_finding *made = calloc(input->n, sizeof *made);
    struct drawn drawn;
    const bool ready = drawn_init(&drawn, input->record.n_draws + 1) && made != NULL;
    enum assay_status status = ready ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; status == ASSAY_OK && i < input->n; i++) {
        made[i].series = &input->series[i];
        choose(input, made[i].series, &drawn);
        status = group(&drawn, confidence, &made[i], error);
    }
    free(drawn.draws);
    free(drawn.means);
    free(drawn.group);
    free(drawn.order);
    if (status == ASSAY_OK)
        *groupings = made;
    else
        free(made);
    return status;
}

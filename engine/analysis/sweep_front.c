/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_front.c -- of several metrics of the same cells: those that no other beats in all of them. */
#include <stdlib.h>
#include <string.h>

#include "analysis/sweep_parts.h"
#include "base/failure.h"
#include "base/owned.h"

static bool same_cells(const struct sweep_group *a, const struct sweep_group *b)
{
    bool same = strcmp(a->benchmark, b->benchmark) == 0 && a->n_cells == b->n_cells &&
                a->n_parameters == b->n_parameters;
    for (size_t g = 0; same && g < a->n_cells; g++)
        same = strcmp(a->cells[g].series->system, b->cells[g].series->system) == 0 &&
               strcmp(a->cells[g].series->benchmark, b->cells[g].series->benchmark) == 0;
    return same;
}

/* The front that begins with this group; its n is 0 where no other group has the same cells. */
static enum assay_status judge(const struct sweep_finding *finding, size_t first, double confidence,
                               struct sweep_front *out, struct assay_error *error)
{
    const struct sweep_group *group = &finding->groups[first];
    OWNED struct assay_cells *metrics = calloc(finding->n, sizeof *metrics);
    *out = (struct sweep_front){
        .groups = arena_array(group->memory, finding->n, sizeof(const struct sweep_group *)),
        .kept = arena_array(group->memory, group->n_cells, sizeof *out->kept)};
    if (metrics == NULL || group->memory->lost)
        return fail_no_memory(error);
    for (size_t i = 0; i < finding->n; i++) {
        const struct sweep_group *one = &finding->groups[i];
        if (one->refusal[0] != '\0' || !assay_told_decides(&one->told) || !same_cells(group, one))
            continue;
        if (i < first)
            break; /* it began there */
        metrics[out->n] = (struct assay_cells){one->z, one->rounds, one->n_cells};
        out->groups[out->n++] = one;
    }
    return out->n > 1 ? assay_factor_front(metrics, out->n, confidence, out->kept, error)
                      : ASSAY_OK;
}

enum assay_status sweep_judge_fronts(struct sweep_finding *finding,
                                     const struct sweep_request *request, struct assay_error *error)
{
    finding->fronts = arena_array(&finding->memory, finding->n, sizeof *finding->fronts);
    if (finding->fronts == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < finding->n; i++) {
        struct sweep_front *front = &finding->fronts[finding->n_fronts];
        TRY(judge(finding, i, request->confidence, front, error));
        finding->n_fronts += front->n > 1;
    }
    return ASSAY_OK;
}

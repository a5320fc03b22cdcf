/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_reach.c -- a service under rising load: its knee, and the highest rate at which a latency stays below a limit.
 * Source:   METHODS H2, H6; lib/factor/reach.c. The knee is where latency is twice that at the lowest rate.
 * Edge:     of times along one parameter, and only where a limit was given or the parameter is called `rate`.
 * Checked:  golden sweep: rates; coverage by tests/lib/factor/test_reach.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sweep_parts.h"
#include "base/failure.h"
#include "base/owned.h"

static const double knee_times = 2;

bool sweep_is_of_rates(const struct sweep_group *group)
{
    return group->n_parameters == 1 && group->parameters[0].numeric &&
           strcmp(group->parameters[0].name, "rate") == 0;
}

static bool is_asked(const struct sweep_group *group, const struct sweep_request *request)
{
    return group->n_parameters == 1 && group->parameters[0].numeric && group->complete &&
           !group->more_is_better && strcmp(group->unit, "s") == 0 &&
           (request->at_most > 0 || sweep_is_of_rates(group));
}

static enum assay_status judge_system(const struct assay_cells *own, const double *sizes,
                                      const struct sweep_request *request,
                                      struct sweep_reach *out, struct assay_error *error)
{
    const struct assay_limit twice = {log(knee_times), true}, given = {log(request->at_most), false};
    TRY(assay_growth_reach(own, sizes, &twice, request->confidence, &out->knee, error));
    out->at_most = request->at_most;
    return request->at_most > 0
               ? assay_growth_reach(own, sizes, &given, request->confidence, &out->limit, error)
               : ASSAY_OK;
}

enum assay_status sweep_judge_reach(struct sweep_group *group, const struct assay_cells *cells,
                                    const struct sweep_request *request, struct assay_error *error)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    if (!is_asked(group, request))
        return ASSAY_OK;
    group->reach = arena_array(group->memory, group->n_systems, sizeof *group->reach);
    OWNED double *z = calloc(cells->rounds * sizes->n + 1, sizeof *z);
    if (z == NULL || group->reach == NULL)
        return fail_no_memory(error);
    for (size_t s = 0; s < group->n_systems; s++) {
        struct sweep_reach reach = {.system = s};
        const struct assay_cells own = {z, cells->rounds, sizes->n};
        sweep_cells_of_system(cells, s, sizes->n, z);
        const enum assay_status status = judge_system(&own, sizes->numbers, request, &reach, error);
        if (status == ASSAY_OK)
            group->reach[group->n_reach++] = reach;
        else if (status != ASSAY_UNDEFINED)
            return status;
    }
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observation.c -- one value a unit. */
#include "source/observation.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/name_list.h"

/* The level whose units give one value each. */
static enum assay_status find_level(const struct assay_series *series, const char *wanted,
                                    size_t *level, struct assay_error *error)
{
    const struct assay_shape *shape = &series->live.shape;
    *level = 0;
    if (wanted == NULL) { /* a level of one unit is no level */
        while (*level + 1 < shape->n_levels && assay_shape_units(shape, *level) == 1)
            ++*level;
        return ASSAY_OK;
    }
    for (; *level < shape->n_levels; ++*level)
        if (strcmp(series->level_name[*level], wanted) == 0)
            return ASSAY_OK;
    const char *names[ASSAY_MAX_LEVELS];
    char list[512];
    for (size_t i = 0; i < shape->n_levels; i++)
        names[i] = series->level_name[i];
    name_list_join(&(struct name_list){names, shape->n_levels}, list, sizeof list);
    return assay_fail(error, ASSAY_MISSING, "%s has no level \"%s\"; it has %s", series->benchmark,
                      wanted, list);
}

enum assay_status observation_of(const struct assay_series *series, const char *wanted,
                                 struct observation *out, struct assay_error *error)
{
    const struct assay_shape *shape = &series->live.shape;
    size_t level;
    struct assay_error problem;
    enum assay_status status = find_level(series, wanted, &level, error);
    if (status != ASSAY_OK)
        return status;
    const size_t n = assay_shape_units(shape, level);
    double *means = malloc(n * sizeof *means);
    if (means == NULL)
        return fail_no_memory(error);
    if (assay_sample_unit_means(&series->live, level, means, &problem) != ASSAY_OK) {
        free(means);
        return assay_fail(error, problem.status, "%s: %s", series->benchmark, problem.text);
    }
    *out = (struct observation){(struct assay_view){means, n}, series->level_name[level],
                                level > 0 && assay_shape_units(shape, level - 1) > 1};
    return ASSAY_OK;
}

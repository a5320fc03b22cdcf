/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_levels.c -- the levels that series of foreign files have in one experiment of the store. */
#include "session/import_levels.h"

#include <string.h>

bool import_is_iterated(const struct assay_series *series)
{
    return strcmp(series->level_name[series->live.shape.n_levels - 1], "iteration") == 0;
}

size_t import_n_above(const struct assay_series *series)
{
    size_t n = series->live.shape.n_levels - import_is_iterated(series);
    if (n > 0 && strcmp(series->level_name[n - 1], "execution") == 0)
        n--;
    return n;
}

/* A series without the upper levels has one unit of each: the lower names must agree. */
static enum assay_status check_names(const struct assay_series *series,
                                     const struct assay_series *widest, struct assay_error *error)
{
    const size_t n = import_n_above(series), missing = import_n_above(widest) - n;
    for (size_t k = 0; k < n; k++)
        if (strcmp(series->level_name[k], widest->level_name[missing + k]) != 0)
            return assay_fail(error, ASSAY_INVALID,
                              "%s on %s has the level %s where %s on %s has %s: an experiment "
                              "has one list of levels. Import them one by one.",
                              series->benchmark, series->system, series->level_name[k],
                              widest->benchmark, widest->system, widest->level_name[missing + k]);
    return ASSAY_OK;
}

enum assay_status import_levels_of(const struct input *input, struct import_levels *levels,
                                   struct assay_error *error)
{
    const struct assay_series *widest = &input->series[0];
    bool iterated = false;
    for (size_t i = 0; i < input->n; i++) {
        if (import_n_above(&input->series[i]) > import_n_above(widest))
            widest = &input->series[i];
        iterated |= import_is_iterated(&input->series[i]);
    }
    *levels = (struct import_levels){widest->level_name, import_n_above(widest), iterated};
    const size_t most = (size_t)(ASSAY_MAX_LEVELS - 1 - iterated);
    if (levels->n_above > most)
        return assay_fail(error, ASSAY_INVALID,
                          "%s on %s has %zu levels above the execution: the store keeps up "
                          "to %zu%s.",
                          widest->benchmark, widest->system, levels->n_above, most,
                          iterated ? " above executions with iterations" : "");
    for (size_t i = 0; i < input->n; i++) {
        const enum assay_status status = check_names(&input->series[i], widest, error);
        if (status != ASSAY_OK)
            return status;
    }
    return ASSAY_OK;
}

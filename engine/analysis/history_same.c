/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_same.c -- versions that are the same program: no change lies between them, and what they differ by is
 * the floor under what can be seen (lib/history/same.c).
 * Edge:     a version measured as several programs is of none that is known. */
#include <stdlib.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"

/* Its number, from 1; 0: no memory. */
static unsigned number_of(struct history *history, const struct assay_program *program)
{
    for (size_t i = 0; i < history->n_programs; i++)
        if (assay_program_same(&history->programs[i], program))
            return (unsigned)i + 1;
    if (!array_more(&history->programs, history->n_programs, &history->programs_room))
        return 0;
    history->programs[history->n_programs++] = *program;
    return (unsigned)history->n_programs;
}

enum assay_status history_note_program(struct history *history, struct series_history *series,
                                       const struct history_given *given, struct assay_error *error)
{
    const bool known = given->program != NULL && given->program->known;
    if (!known && series->programs == NULL)
        return ASSAY_OK;
    const unsigned number = known ? number_of(history, given->program) : 0;
    const bool fresh = series->programs == NULL;
    if (fresh)
        series->programs = calloc(history->finding.n_versions + 1, sizeof *series->programs);
    if (series->programs == NULL || (known && number == 0))
        return fail_no_memory(error);
    unsigned *at = &series->programs[series->n - 1];
    *at = *at == 0 || *at == number ? number : 0;
    return ASSAY_OK;
}

enum assay_status history_settle_same(const struct history_finding *history,
                                      struct series_history *series, struct assay_error *error)
{
    const struct assay_history_version *points =
        series->adjusted != NULL ? series->adjusted : series->points;
    if (series->programs == NULL || series->trouble[0] != '\0')
        return ASSAY_OK;
    series->same = assay_history_floor(points, series->programs, series->n);
    return assay_history_settle(points, series->programs, series->n, &history->rule,
                                &series->finding, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_same.c -- versions that are the same program. Measured in the rounds of one experiment no change lies
 * between them. Of two experiments more can differ than the program: a change stays, and what such versions
 * differ by where none was found is the floor under what can be seen (lib/history/same_program.c).
 * Edge:     a version measured as several programs is of none that is known; one that several experiments
 *           measured was measured in the rounds of none. */
#include <stdlib.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"

/* Its number, from 1, another one in each experiment; 0: no memory. */
static unsigned number_of(struct history *history, const struct assay_program *program)
{
    for (size_t i = 0; i < history->n_programs; i++)
        if (assay_program_decides(&history->programs[i], program))
            return (unsigned)i + 1;
    if (!array_more(&history->programs, history->n_programs, &history->programs_room))
        return 0;
    history->programs[history->n_programs++] = *program;
    return (unsigned)history->n_programs;
}

/* That of the first experiment which had the same program. */
static unsigned first_of(const struct history *history, unsigned number)
{
    for (unsigned i = 0; i + 1 < number; i++)
        if (assay_program_same(&history->programs[i], &history->programs[number - 1]))
            return i + 1;
    return number;
}

enum assay_status history_note_program(struct history *history, struct history_row *series,
                                       const struct history_given *given, struct assay_error *error)
{
    const bool known = given->program != NULL && given->program->known;
    if (!known && series->programs == NULL)
        return ASSAY_OK;
    const unsigned number = known ? number_of(history, given->program) : 0;
    const bool fresh = series->programs == NULL;
    if (fresh) {
        series->programs = calloc(history->finding.n_versions + 1, sizeof *series->programs);
        series->together = calloc(history->finding.n_versions + 1, sizeof *series->together);
    }
    if (series->programs == NULL || series->together == NULL || (known && number == 0))
        return fail_no_memory(error);
    unsigned *program = &series->programs[series->n - 1],
             *together = &series->together[series->n - 1];
    const unsigned first = number > 0 ? first_of(history, number) : 0;
    *program = *program == 0 || *program == first ? first : 0;
    *together = *together == 0 || *together == number ? number : 0;
    return ASSAY_OK;
}

/* Numbers that are equal for versions of one program between which no change was found; to be freed. */
static unsigned *undivided(const struct history_row *series)
{
    const struct assay_history *found = &series->finding;
    unsigned *numbers = calloc(series->n + 1, sizeof *numbers);
    size_t divided = 0;
    for (size_t i = 0; numbers != NULL && i < series->n; i++) {
        while (divided < found->n && found->changes[divided].at <= i)
            divided++;
        if (series->programs[i] != 0)
            numbers[i] = series->programs[i] * (unsigned)(found->n + 1) + (unsigned)divided;
    }
    return numbers;
}

enum assay_status history_settle_same(const struct history_finding *history,
                                      struct history_row *series, struct assay_error *error)
{
    const struct assay_history_point *points =
        series->adjusted != NULL ? series->adjusted : series->points;
    if (series->programs == NULL || series->trouble[0] != '\0')
        return ASSAY_OK;
    TRY(assay_history_settle(points, series->together, series->n, &history->rule, &series->finding,
                             error));
    OWNED unsigned *numbers = undivided(series);
    if (numbers == NULL)
        return fail_no_memory(error);
    series->same = assay_history_floor(points, numbers, series->n);
    return ASSAY_OK;
}

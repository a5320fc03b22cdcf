/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_medians.c -- the typical run of paired rounds, from executions as they come.
 *
 * As when values are read back: the median of an execution's live values, the change of each pair of them,
 * the median of a round's changes (assay/typical.h does both). */
#include "session/session_medians.h"

#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/typical.h>

#include "base/array.h"
#include "base/owned.h"

bool run_medians_add(struct run_medians *medians, const double *values, size_t n)
{
    if (!array_more(&medians->values, medians->n, &medians->room) ||
        (n != 1 && assay_median((struct assay_view){values, n}, &medians->values[medians->n],
                                NULL) != ASSAY_OK))
        return false;
    if (n == 1)
        medians->values[medians->n] = values[0];
    return assay_ordered_add(&medians->ordered, medians->values[medians->n++]);
}

bool run_medians_end_unit(struct run_medians *medians, size_t n)
{
    if (!array_more(&medians->first, medians->n_units + 1, &medians->room_units))
        return false;
    medians->first[0] = 0;
    medians->first[medians->n_units + 1] = medians->first[medians->n_units] + n;
    medians->n_units++;
    medians->largest = n > medians->largest ? n : medians->largest;
    return true;
}

bool run_medians_read(struct run_medians *medians, const struct assay_sample *live, size_t top,
                      size_t lowest)
{
    const struct assay_shape *shape = &live->shape;
    const bool values = lowest + 1 == shape->n_levels;
    const size_t n = assay_shape_units(shape, lowest), n_top = assay_shape_units(shape, top);
    size_t u = 0, begin, end;
    for (size_t j = 0; j < n_top; j++) {
        const size_t before = u;
        assay_shape_values(shape, top, j, &begin, &end);
        for (size_t at = begin; u < n && at < end; u++) {
            size_t from = at, to = at + 1;
            if (!values)
                assay_shape_values(shape, lowest, u, &from, &to);
            if (!run_medians_add(medians, live->values + from, to - from))
                return false;
            at = to;
        }
        if (!run_medians_end_unit(medians, u - before))
            return false;
    }
    return true;
}

void run_medians_clear(struct run_medians *medians)
{
    if (medians->n_units == 0)
        return;
    const size_t ended = medians->first[medians->n_units];
    medians->n -= ended;
    memmove(medians->values, medians->values + ended, medians->n * sizeof *medians->values);
    medians->n_units = 0;
}

void run_medians_fini(struct run_medians *medians)
{
    free(medians->values);
    free(medians->first);
    assay_ordered_fini(&medians->ordered);
    *medians = (struct run_medians){0};
}

/* ---- changes ---- */

static struct assay_sample sample_of(const struct run_medians *medians)
{
    return (struct assay_sample){
        .values = medians->values,
        .shape = {.n_levels = 2, .count[0] = medians->n_units, .first[0] = medians->first}};
}

enum assay_status run_medians_changes(const struct run_medians *old_medians,
                                      const struct run_medians *new_medians,
                                      struct assay_ordered *changes)
{
    const size_t n = old_medians->n_units;
    if (n == 0)
        return ASSAY_OK;
    const struct assay_sample old_sample = sample_of(old_medians),
                              new_sample = sample_of(new_medians);
    OWNED double *added = malloc(n * sizeof *added);
    enum assay_status status = added != NULL
                                   ? assay_typical_changes(&old_sample, &new_sample, 1, added, NULL)
                                   : ASSAY_NO_MEMORY;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++)
        if (!assay_ordered_add(changes, added[i]))
            status = ASSAY_NO_MEMORY;
    return status;
}

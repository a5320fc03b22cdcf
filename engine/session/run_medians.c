/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_medians.c -- the typical run of paired rounds, from executions as they come.
 *
 * As when values are read back: the median of an execution's live values, the change of each pair of them,
 * the median of a round's changes (assay/typical.h does both). */
#include "session/run_medians.h"

#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/typical.h>

#include "base/array.h"

bool run_medians_add(struct run_medians *medians, const double *values, size_t n)
{
    if (!array_more(&medians->values, medians->n, &medians->room) ||
        (n != 1 && assay_median((struct assay_view){values, n}, &medians->values[medians->n],
                                NULL) != ASSAY_OK))
        return false;
    if (n == 1)
        medians->values[medians->n] = values[0];
    medians->n++;
    return true;
}

bool run_medians_end_unit(struct run_medians *medians, size_t n)
{
    if (!array_more(&medians->first, medians->n_units + 1, &medians->room_units))
        return false;
    medians->first[0] = 0;
    medians->first[medians->n_units + 1] = medians->first[medians->n_units] + n;
    medians->n_units++;
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

void run_medians_fini(struct run_medians *medians)
{
    free(medians->values);
    free(medians->first);
    free(medians->ordered.x);
    *medians = (struct run_medians){0};
}

/* ---- in order ---- */

/* n more: sorted by themselves, then merged from behind. */
static bool put_in_order(struct run_ordered *ordered, const double *more, size_t n)
{
    double *tail = n > 0 ? malloc(n * sizeof *tail) : NULL;
    if (n == 0)
        return true;
    if (tail == NULL || !array_hold(&ordered->x, ordered->n + n, &ordered->room)) {
        free(tail);
        return false;
    }
    memcpy(tail, more, n * sizeof *tail);
    qsort(tail, n, sizeof *tail, array_ascending);
    for (size_t i = ordered->n, k = ordered->n += n; n > 0;)
        ordered->x[--k] = i > 0 && ordered->x[i - 1] > tail[n - 1] ? ordered->x[--i] : tail[--n];
    free(tail);
    return true;
}

/* The units from `first` on as a sample; *begins, their first executions, is to be freed. */
static struct assay_sample sample_from(const struct run_medians *medians, size_t first,
                                       size_t **begins)
{
    const size_t n = medians->n_units - first;
    struct assay_sample sample = {.shape = {.n_levels = 2}};
    *begins = malloc((n + 1) * sizeof **begins);
    if (*begins == NULL || n == 0)
        return sample;
    for (size_t i = 0; i <= n; i++)
        (*begins)[i] = medians->first[first + i] - medians->first[first];
    sample.values = medians->values + medians->first[first];
    sample.shape.count[0] = n;
    sample.shape.first[0] = *begins;
    return sample;
}

static bool add_changes(struct run_ordered *ordered, const struct run_medians *old_medians,
                        const struct run_medians *new_medians)
{
    const size_t n = old_medians->n_units - ordered->n;
    size_t *begins[2];
    const struct assay_sample old_sample = sample_from(old_medians, ordered->n, &begins[0]),
                              new_sample = sample_from(new_medians, ordered->n, &begins[1]);
    double *changes = malloc((n + 1) * sizeof *changes);
    const bool added =
        changes != NULL && begins[0] != NULL && begins[1] != NULL &&
        (n == 0 || assay_typical_changes(&old_sample, &new_sample, 1, changes, NULL) == ASSAY_OK) &&
        put_in_order(ordered, changes, n);
    free(changes);
    free(begins[0]);
    free(begins[1]);
    return added;
}

static bool order_medians(struct run_medians *medians)
{
    struct run_ordered *ordered = &medians->ordered;
    return put_in_order(ordered, medians->values + ordered->n, medians->n - ordered->n);
}

bool run_changes_follow(struct run_changes *changes, struct run_medians *old_medians,
                        struct run_medians *new_medians)
{
    if (old_medians->n_units != new_medians->n_units || !order_medians(old_medians) ||
        !order_medians(new_medians) || !add_changes(&changes->ordered, old_medians, new_medians))
        return false;
    changes->resolution = assay_typical_resolution(
        (struct assay_view){old_medians->ordered.x, old_medians->ordered.n},
        (struct assay_view){new_medians->ordered.x, new_medians->ordered.n});
    return true;
}

void run_changes_fini(struct run_changes *changes)
{
    free(changes->ordered.x);
    *changes = (struct run_changes){0};
}

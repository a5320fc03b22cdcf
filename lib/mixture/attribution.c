/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.c -- whose modes are they: between builds, between executions, or within them?
 * Source:   METHODS B13. A value lies in the mode between whose minima it stands. The indicator of a
 *           mode is a nested sample: its variance components (METHODS A1) say which level decides.
 * Edge:     one mode, or no level above the values that was repeated: the lowest level with share 1.
 * Checked:  tests/lib/mixture/test_attribution.c: planted at every level; bench: at least 95 %.
 */
#include <assay/mixture.h>
#include <assay/plan.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"

static size_t mode_of(const struct assay_modes *modes, double x)
{
    size_t j = 0;
    while (j + 1 < modes->n && x > modes->mode[j].to)
        j++;
    return j;
}

static size_t lowest(const struct assay_sample *sample)
{
    return sample->shape.n_levels - 1;
}

enum assay_status assay_modes_table(const struct assay_sample *sample,
                                    const struct assay_modes *modes, size_t level, size_t *counts,
                                    struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    if (level > lowest(sample) || modes->n == 0)
        return assay_fail(error, ASSAY_INVALID, "level %zu of %zu, %zu modes: no such table",
                          level + 1, sample->shape.n_levels, modes->n);
    size_t n_units = assay_shape_units(&sample->shape, level);
    memset(counts, 0, n_units * modes->n * sizeof *counts);
    for (size_t u = 0; u < n_units; u++) {
        size_t begin = u, end = u + 1;
        if (level < lowest(sample))
            assay_shape_values(&sample->shape, level, u, &begin, &end);
        for (size_t i = begin; i < end; i++)
            counts[u * modes->n + mode_of(modes, sample->values[i])]++;
    }
    return ASSAY_OK;
}

/* Adds the components of one mode's indicator. */
static enum assay_status add_components(const struct assay_sample *indicator, const bool *removed,
                                        size_t n_levels, double *share, struct assay_error *error)
{
    struct assay_components components;
    TRY(assay_components_of(indicator, &components, error));
    for (size_t k = 0, kept = 0; k < n_levels; k++)
        if (!removed[k])
            share[k] += fmax(components.level[kept++].t2, 0);
    return ASSAY_OK;
}

static enum assay_status share_levels(const struct assay_sample *sample,
                                      const struct assay_modes *modes, double *share,
                                      struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned owned = {0};
    bool removed[ASSAY_MAX_LEVELS];
    size_t n = assay_shape_units(&sample->shape, lowest(sample));
    TRY(assay_shape_drop_single(&sample->shape, &owned, removed, error));
    OWNED double *values = malloc(n * sizeof *values);
    enum assay_status status = ASSAY_OK;
    if (values == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for the modes of %zu values", n);
    for (size_t j = 0; j < modes->n && status == ASSAY_OK; j++) {
        for (size_t i = 0; i < n; i++)
            values[i] = mode_of(modes, sample->values[i]) == j;
        struct assay_sample indicator = {values, owned.shape};
        status = add_components(&indicator, removed, sample->shape.n_levels, share, error);
    }
    return status;
}

/* Is every mode the main one of two units at least? */
static enum assay_status is_replicated(const struct assay_sample *sample,
                                       const struct assay_modes *modes, size_t level,
                                       bool *replicated, struct assay_error *error)
{
    size_t n_units = assay_shape_units(&sample->shape, level);
    OWNED size_t *counts = malloc((n_units + 1) * modes->n * sizeof *counts);
    if (counts == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the modes of %zu units", n_units);
    enum assay_status status = assay_modes_table(sample, modes, level, counts, error);
    size_t *main_of = counts + n_units * modes->n;
    memset(main_of, 0, modes->n * sizeof *main_of);
    for (size_t u = 0; u < n_units && status == ASSAY_OK; u++) {
        size_t largest = 0;
        for (size_t j = 1; j < modes->n; j++)
            if (counts[u * modes->n + j] > counts[u * modes->n + largest])
                largest = j;
        main_of[largest]++;
    }
    *replicated = status == ASSAY_OK;
    for (size_t j = 0; j < modes->n; j++)
        *replicated = *replicated && main_of[j] >= 2;
    return status;
}

enum assay_status assay_modes_attribute(const struct assay_sample *sample,
                                        const struct assay_modes *modes,
                                        struct assay_attribution *out, struct assay_error *error)
{
    struct assay_attribution found = {0};
    TRY(assay_sample_check(sample, error));
    if (modes->n == 0)
        return assay_fail(error, ASSAY_INVALID, "no mode to attribute");
    enum assay_status status = ASSAY_OK;
    if (modes->n > 1 && assay_shape_units(&sample->shape, lowest(sample)) > 1)
        status = share_levels(sample, modes, found.share, error);
    if (status != ASSAY_OK)
        return status;
    double sum = 0;
    found.level = lowest(sample);
    for (size_t k = 0; k < sample->shape.n_levels; k++) {
        sum += found.share[k];
        if (found.share[k] > found.share[found.level])
            found.level = k;
    }
    for (size_t k = 0; k < sample->shape.n_levels && sum > 0; k++)
        found.share[k] /= sum;
    if (!(sum > 0))
        found.share[found.level] = 1;
    TRY(is_replicated(sample, modes, found.level, &found.replicated, error));
    *out = found;
    return ASSAY_OK;
}

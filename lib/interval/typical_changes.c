/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical_changes.c -- one number for each paired round: by how much new differs from old.
 * Source:   METHODS H10: medians of the values of the lowest units that were measured in the same
 *           round, the logarithm of their ratio, the median of these in each unit of the top level.
 * Assumes:  units of a round stand in the same order in both samples.
 * Edge:     a round with unequal numbers of units: the ratio of the two systems' medians in it. A
 *           value that is not positive -> ASSAY_UNDEFINED.
 * Checked:  by hand and by direct computation from the values, tests/lib/interval/test_typical.c.
 */
#include <assay/typical.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "descriptive/sorted.h"

/* The median of the values below unit u; scratch has room for them. */
static double unit_median(const struct assay_sample *sample, size_t level, size_t u,
                          double *scratch)
{
    if (level == sample->shape.n_levels - 1)
        return sample->values[u];
    size_t begin, end;
    assay_shape_values(&sample->shape, level, u, &begin, &end);
    memcpy(scratch, sample->values + begin, (end - begin) * sizeof *scratch);
    return median_sorting(scratch, end - begin);
}

/* The units of `level` below unit j of the top level. */
struct span {
    size_t begin, end;
};

static struct span span_of(const struct assay_shape *shape, size_t level, size_t j)
{
    struct span span = {j, j + 1};
    for (size_t k = 0; k < level; k++) {
        size_t unused;
        assay_shape_children(shape, k, span.end - 1, &unused, &span.end);
        assay_shape_children(shape, k, span.begin, &span.begin, &unused);
    }
    return span;
}

struct both {
    const struct assay_sample *old_sample, *new_sample;
    size_t level;
    double *scratch; /* of values */
    double *units;   /* of units in a round */
};

/* The median over a round's units of the values of one system. */
static double round_median(const struct both *both, const struct assay_sample *sample,
                           struct span span)
{
    for (size_t u = span.begin; u < span.end; u++)
        both->units[u - span.begin] = unit_median(sample, both->level, u, both->scratch);
    return median_sorting(both->units, span.end - span.begin);
}

static double change_of(const struct both *both, size_t j)
{
    const struct span of_old = span_of(&both->old_sample->shape, both->level, j);
    const struct span of_new = span_of(&both->new_sample->shape, both->level, j);
    const size_t n = of_old.end - of_old.begin;
    if (n != of_new.end - of_new.begin)
        return log(round_median(both, both->new_sample, of_new) /
                   round_median(both, both->old_sample, of_old));
    for (size_t k = 0; k < n; k++) {
        double x = unit_median(both->old_sample, both->level, of_old.begin + k, both->scratch);
        double y = unit_median(both->new_sample, both->level, of_new.begin + k, both->scratch);
        both->units[k] = log(y / x);
    }
    return median_sorting(both->units, n);
}

static enum assay_status check_positive(const struct assay_sample *sample,
                                        struct assay_error *error)
{
    for (size_t i = 0, n = assay_sample_size(sample); i < n; i++)
        if (!(sample->values[i] > 0))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "the typical run is a ratio: value %zu is %g, not positive", i + 1,
                              sample->values[i]);
    return ASSAY_OK;
}

enum assay_status assay_typical_changes(const struct assay_sample *old_sample,
                                        const struct assay_sample *new_sample, size_t level,
                                        double *changes, struct assay_error *error)
{
    TRY(assay_sample_check(old_sample, error));
    TRY(assay_sample_check(new_sample, error));
    if (level >= old_sample->shape.n_levels || level >= new_sample->shape.n_levels)
        return assay_fail(error, ASSAY_INVALID, "level %zu is not one of both samples", level);
    if (old_sample->shape.count[0] != new_sample->shape.count[0])
        return assay_fail(error, ASSAY_INVALID,
                          "paired rounds need as many top units of old as of new, has %zu and %zu",
                          old_sample->shape.count[0], new_sample->shape.count[0]);
    TRY(check_positive(old_sample, error));
    TRY(check_positive(new_sample, error));
    size_t of_old = assay_sample_size(old_sample), of_new = assay_sample_size(new_sample);
    size_t room = of_old > of_new ? of_old : of_new;
    OWNED double *scratch = malloc(2 * room * sizeof *scratch);
    if (scratch == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", room);
    const struct both both = {old_sample, new_sample, level, scratch, scratch + room};
    for (size_t j = 0; j < old_sample->shape.count[0]; j++)
        changes[j] = change_of(&both, j);
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effective.c -- a level with one repetition is no level.
 * Source:   METHODS A1, A5: what such a level adds goes into the level above it.
 * Checked:  tests/lib/finding/test_describe.c.
 */
#include "finding/effective.h"

#include "base/try.h"

enum assay_status effective_init(struct effective *effective, const struct assay_sample *sample,
                                 struct assay_error *error)
{
    struct effective result = {0};
    TRY(assay_shape_drop_single(&sample->shape, &result.owned, result.removed, error));
    result.sample = (struct assay_sample){sample->values, result.owned.shape};
    while (result.removed[result.top])
        result.top++;
    *effective = result;
    return ASSAY_OK;
}

void effective_fini(struct effective *effective)
{
    assay_shape_owned_fini(&effective->owned);
}

assay_warnings effective_warnings(const struct effective *effective)
{
    assay_warnings warnings = 0;
    for (size_t k = effective->top; k < ASSAY_MAX_LEVELS; k++)
        if (effective->removed[k])
            warnings |= ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED);
    if (effective->top > 0 || effective->sample.shape.n_levels == 1)
        warnings |= ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL);
    return warnings;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.c -- how much variance each level adds.
 * Source:   METHODS A1, B3, F9; the walk is lib/sample/tree.c.
 * Edge:     a level where no parent has two children -> ASSAY_UNDEFINED, *out untouched. A negative
 *           component is reported as it is.
 * Checked:  tests/data/varcomp.json, NIST ANOVA, tests/lib/plan/test_components.c.
 */
#include <assay/plan.h>

#include <math.h>

#include "sample/tree.h"

enum assay_status assay_components_of(const struct assay_sample *sample,
                                      struct assay_components *out, struct assay_error *error)
{
    struct tree tree;
    enum assay_status status = tree_of(sample, &tree, error);
    if (status != ASSAY_OK)
        return status;
    struct assay_components result = {.n_levels = sample->shape.n_levels, .mean = tree.mean.high};
    for (size_t k = 0; k < result.n_levels; k++) {
        if (isnan(tree.level[k].s2))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "level %zu was not repeated: no unit above it has two", k + 1);
        result.level[k] = (struct assay_component){
            .count = assay_shape_mean_count(&sample->shape, k),
            .s2 = tree.level[k].s2,
            .t2 = tree.level[k].t2,
        };
    }
    *out = result;
    return ASSAY_OK;
}

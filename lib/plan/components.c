/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.c -- how much variance each level adds.
 * Source:   METHODS A1, B3, F9; the walk is lib/sample/tree.c.
 *           Opposed: F of a level's means against the level below, in its lower tail.
 * Assumes:  the F alone: normal effects; mean counts where they are not balanced.
 * Edge:     a level where no parent has two children -> ASSAY_UNDEFINED, *out untouched. A negative
 *           component is reported as it is.
 * Checked:  tests/data/varcomp.json, NIST ANOVA, tests/lib/plan/test_components.c.
 */
#include "base/try.h"
#include "plan/plan.h"

#include <Rmath.h>
#include <assay/plan.h>
#include <math.h>

bool component_opposed(const struct assay_shape *shape, const struct tree *tree, size_t level)
{
    enum { ONE_IN = 1000 };
    const struct tree_level *own = &tree->level[level], *below = &tree->level[level + 1];
    if (level + 1 >= shape->n_levels || !(own->t2 < 0) || !(own->s2 > 0))
        return false;
    const double parents = level > 0 ? (double)assay_shape_units(shape, level - 1) : 1;
    const double units = (double)assay_shape_units(shape, level);
    const double children = (double)assay_shape_units(shape, level + 1);
    const double f = children / units * own->s2 / below->s2;
    return pf(f, units - parents, children - units, 1, 0) < 1.0 / ONE_IN;
}

enum assay_status assay_components_of(const struct assay_sample *sample,
                                      struct assay_components *out, struct assay_error *error)
{
    struct tree tree;
    TRY(tree_of(sample, &tree, error));
    struct assay_components result = {.n_levels = sample->shape.n_levels, .mean = tree.mean.high};
    for (size_t k = 0; k < result.n_levels; k++) {
        if (isnan(tree.level[k].s2))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "level %zu was not repeated: no unit above it has two", k + 1);
        result.level[k] = (struct assay_component){
            .count = assay_shape_mean_count(&sample->shape, k),
            .s2 = tree.level[k].s2,
            .t2 = tree.level[k].t2,
            .opposed = component_opposed(&sample->shape, &tree, k),
        };
    }
    *out = result;
    return ASSAY_OK;
}

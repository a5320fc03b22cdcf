/* SPDX-License-Identifier: GPL-3.0-or-later */
/* impact.c -- how much the random choice of the top unit (a binary, say) matters.
 * Source:   Kalibera & Tuma 2006 section 2; closed form and F interval: METHODS A7; the interval
 *           is that of a variance ratio in the balanced one-way layout (Searle et al. 1992, 3.6).
 * Assumes:  normal effects; balanced for exactness, mean counts otherwise.
 * Edge:     one level, or no spread below the top -> ASSAY_UNDEFINED.
 * Checked:  by hand; coverage by simulation. */
#include <assay/plan.h>

#include <Rmath.h>
#include <math.h>

#include "base/distribution.h"
#include "base/try.h"
#include "base/view.h"

/* E S_L^2 r / E S_(L-1)^2 = 1 + r T_L^2 / E S_(L-1)^2, so any F gives a factor. */
static double factor_of(double f, double r)
{
    return sqrt(fmax(1 + (f - 1) / r, 1));
}

enum assay_status assay_impact_factor(const struct assay_sample *sample, double confidence,
                                      struct assay_impact *out, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    struct assay_components components;
    TRY(assay_components_of(sample, &components, error));
    if (components.n_levels < 2)
        return assay_fail(error, ASSAY_UNDEFINED, "an impact factor needs two levels, has one");
    const struct assay_component *top = &components.level[0], *below = &components.level[1];
    if (!(below->s2 > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the units of the second level do not vary: no impact factor");
    double r = below->count, units = (double)assay_shape_units(&sample->shape, 1);
    double df1 = top->count - 1, df2 = units - top->count;
    double f = r * top->s2 / below->s2, tail = (1 - confidence) / 2;
    *out = (struct assay_impact){
        .factor = factor_of(f, r),
        .lower = factor_of(f / f_quantile(tail, df1, df2, false), r),
        .upper = factor_of(f / f_quantile(tail, df1, df2, true), r),
        .f = f,
        .df1 = df1,
        .df2 = df2,
        .p = pf(f, df1, df2, 0, 0),
    };
    return ASSAY_OK;
}

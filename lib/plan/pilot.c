/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pilot.c -- a plan's input from what a pilot measured.
 * Source:   METHODS A1, A5: a level that adds nothing is removed by pooling, S and T are estimated
 *           again (TR Table IV).
 *           Dependence of iterations: lib/plan/dependence.c.
 * Assumes:  the pilot is like the experiment that is planned.
 * Edge:     levels that were not repeated are removed; of those above the first that was, nothing is
 *           known and nothing planned. Nothing repeated at all -> ASSAY_UNDEFINED.
 * Checked:  TR Tables III and IV; varcomp.json optimum fields, tests/lib/plan/test_pilot.c. */
#include <math.h>

#include "base/allow.h"
#include "base/try.h"
#include "plan/plan.h"

/* Levels of the present shape, as indices into the pilot's. */
struct kept {
    size_t level[ASSAY_MAX_LEVELS], n;
};

static void keep_all(struct kept *kept, const bool *removed, size_t n_levels)
{
    kept->n = 0;
    for (size_t i = 0; i < n_levels; i++)
        if (!removed[i])
            kept->level[kept->n++] = i;
}

/* The first inner level whose component is not positive; n_levels when there is none. */
static size_t worst(const struct assay_components *components)
{
    for (size_t i = 1; i + 1 < components->n_levels; i++)
        if (!(components->level[i].t2 > 0))
            return i;
    return components->n_levels;
}

static void record(const struct assay_components *components, const struct assay_shape *shape,
                   const struct kept *kept, struct assay_plan_pilot *pilot)
{
    size_t parents = 1;
    pilot->mean = components->mean;
    for (size_t i = 0; i < kept->n; i++) {
        const size_t units = assay_shape_units(shape, i);
        pilot->t2[kept->level[i]] = components->level[i].t2;
        pilot->s2[kept->level[i]] = components->level[i].s2;
        pilot->df[kept->level[i]] = (double)(units - parents);
        parents = units;
    }
}

/* How much each level may add at most; left unknown where that cannot be said. */
static enum assay_status record_limits(const double *values, size_t n_levels,
                                       const struct assay_shape *shape,
                                       struct assay_plan_pilot *pilot, struct assay_error *error)
{
    struct kept kept;
    struct assay_share shares[ASSAY_MAX_LEVELS];
    const struct assay_sample sample = {values, *shape};
    keep_all(&kept, pilot->removed, n_levels);
    const enum assay_status status = assay_variance_shares(&sample, 0.95, shares, NULL);
    for (size_t i = 0; i < kept.n && status == ASSAY_OK; i++)
        pilot->upper[kept.level[i]] = shares[i].upper;
    return allow_undefined(status, error);
}

/* Estimates, removes a level that adds nothing from *owned, and again. */
static enum assay_status estimate(const double *values, size_t n_levels,
                                  struct assay_shape_owned *owned, struct assay_plan_pilot *pilot,
                                  struct assay_error *error)
{
    struct kept kept;
    for (;;) {
        struct assay_sample sample = {values, owned->shape};
        struct assay_components components;
        keep_all(&kept, pilot->removed, n_levels);
        TRY(assay_components_of(&sample, &components, error));
        record(&components, &owned->shape, &kept, pilot);
        size_t level = worst(&components);
        if (level == components.n_levels)
            return plan_tails(&sample, kept.level, pilot, error);
        struct assay_shape_owned pooled;
        TRY(assay_shape_remove_level(&owned->shape, level, &pooled, error));
        assay_shape_owned_fini(owned);
        *owned = pooled;
        pilot->removed[kept.level[level]] = true;
        pilot->s2[kept.level[level]] = pilot->df[kept.level[level]] = NAN;
    }
}

/* What is above the first level that was repeated is left out. A removed level has component 0: the
 * planner opens it with the one above. */
static void make_input(const double *cost_s, size_t n_levels, struct assay_plan_pilot *pilot)
{
    while (pilot->removed[pilot->first])
        pilot->first++;
    pilot->input.n_levels = n_levels - pilot->first;
    for (size_t i = pilot->first; i < n_levels; i++) {
        pilot->input.t2[i - pilot->first] = pilot->removed[i] ? 0 : pilot->t2[i];
        pilot->input.cost_s[i - pilot->first] = cost_s[i];
    }
    /* Of one level the values are the top units: independent by design. */
    if (pilot->input.n_levels > 1)
        pilot->input.t2[pilot->input.n_levels - 1] *= pilot->dependence;
}

enum assay_status assay_plan_from_pilot(const struct assay_sample *sample, const double *cost_s,
                                        struct assay_plan_pilot *out, struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    struct assay_plan_pilot pilot = {.first = 0};
    for (size_t i = 0; i < sample->shape.n_levels; i++) {
        pilot.t2[i] = pilot.s2[i] = pilot.upper[i] = pilot.df[i] = NAN;
        pilot.count[i] = assay_shape_mean_count(&sample->shape, i);
    }
    TRY(plan_dependence(sample, &pilot.dependence, error));
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned owned = {0};
    TRY(assay_shape_drop_single(&sample->shape, &owned, pilot.removed, error));
    TRY(record_limits(sample->values, sample->shape.n_levels, &owned.shape, &pilot, error));
    TRY(estimate(sample->values, sample->shape.n_levels, &owned, &pilot, error));
    make_input(cost_s, sample->shape.n_levels, &pilot);
    pilot.units = assay_shape_units(&sample->shape, pilot.first);
    *out = pilot;
    return ASSAY_OK;
}

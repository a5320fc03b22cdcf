/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_effect.c -- how much of the spread is the accident of a build, and whether to repeat builds.
 * Source:   the impact factor of random compilation, METHODS A7 (impact.c); the interval of the
 *           component by modified large samples (shares.c), turned into one of its share with the
 *           other components as estimated: approximate. The factor is about one execution of each
 *           build and says nothing of one build with many: that is judged by what their interval
 *           would cover (one_binary.c).
 *           Builds are measured one after another, so that the host's drift counts as a difference
 *           between them. Its control are executions of one build at another time: halves of the
 *           executions of a build, in their order, lie as far apart as the latter half of a build and
 *           the former of the next. Where only the host drifts, with increments of one variance at
 *           one distance, both steps have the same mean square; a build of its own adds 2 T^2 to the
 *           one between. Their ratio is compared with F of b - 1 and b degrees of freedom: own;
 *           approximate, since neighbouring steps share a half.
 * Assumes:  as those. The drift while a build is made is small beside that while it is measured.
 * Edge:     a component estimated below zero is a share of 0, whose interval then begins at 0.
 *           Builds not repeated, or with nothing below -> ASSAY_UNDEFINED.
 * Checked:  by hand, tests/lib/plan/test_build_effect.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/distribution.h"
#include "base/sum.h"
#include "base/try.h"
#include "plan/plan.h"

/* Means of executions, in their order, that are nested in builds. */
static void judge_drift(const struct assay_shape *shape, const double *means, double confidence,
                        struct assay_build_effect *out)
{
    const size_t builds = assay_shape_units(shape, 0);
    double between = 0, within = 0, latter = 0;
    for (size_t i = 0; i < builds; i++) {
        size_t first, end;
        assay_shape_children(shape, 0, i, &first, &end);
        const size_t n = end - first, half = n > 1 ? n / 2 : 1;
        const double former = plain_mean(means + first, half);
        if (i > 0)
            between += (former - latter) * (former - latter);
        latter = plain_mean(means + first + n - half, half);
        within += (latter - former) * (latter - former);
    }
    out->step = between / (double)(builds - 1) / (within / (double)builds);
    out->beyond_drift =
        out->step > f_quantile((1 - confidence) / 2, (double)(builds - 1), (double)builds, false);
}

static enum assay_status fill_drift(const struct assay_sample *sample, double confidence,
                                    struct assay_build_effect *out, struct assay_error *error)
{
    OWNED double *means = calloc(assay_shape_units(&sample->shape, 1), sizeof *means);
    if (means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for means");
    TRY(assay_sample_unit_means(sample, 1, means, error));
    judge_drift(&sample->shape, means, confidence, out);
    return ASSAY_OK;
}

static double part(double t2, double rest)
{
    t2 = fmax(t2, 0);
    return t2 + rest > 0 ? t2 / (t2 + rest) : (double)NAN;
}

/* Executions for each build, by the exact planner; NaN where it has no answer. */
static enum assay_status best_executions(const struct assay_series *series, double *executions,
                                         struct assay_error *error)
{
    struct assay_plan_pilot pilot;
    struct assay_plan plan;
    *executions = NAN;
    const enum assay_status status =
        assay_plan_from_pilot(&series->live, series->cost_s, &pilot, error);
    if (status != ASSAY_OK)
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    bool known = pilot.first == 0 && pilot.input.n_levels >= 2 && pilot.input.t2[0] > 0;
    for (size_t i = 0; i < pilot.input.n_levels; i++)
        known = known && isfinite(pilot.input.cost_s[i]);
    if (known && assay_plan_exact(&pilot.input, &plan, NULL) == ASSAY_OK)
        *executions = (double)plan.count[1];
    return ASSAY_OK;
}

void assay_build_effect_judge(struct assay_build_effect *effect, double confidence, double all,
                              double variance)
{
    /* Never fewer than there are: means of more iterations vary less, those of fewer are not trusted
     * to vary more. */
    const double alike = fmax(effect->below_s2 / variance, all);
    effect->all = all;
    if (assay_impact_alone(&effect->impact, confidence, alike, &effect->alone, NULL) != ASSAY_OK)
        effect->alone = (struct assay_alone){NAN, INFINITY, 0, 0};
    effect->alone.most = floor(effect->alone.most * all / alike);
    const bool seen = effect->share_lower > 0 && effect->impact.lower > 1;
    effect->advice = all <= effect->alone.most      ? ASSAY_BUILDS_ENOUGH
                     : seen && effect->beyond_drift ? ASSAY_BUILDS_WORTH
                                                    : ASSAY_BUILDS_UNCLEAR;
}

static enum assay_status fill(const struct assay_series *series, const struct assay_sample *sample,
                              double confidence, struct assay_build_effect *out,
                              struct assay_error *error)
{
    struct assay_share shares[ASSAY_MAX_LEVELS];
    struct assay_components components;
    struct assay_build_effect result;
    TRY(assay_components_of(sample, &components, error));
    TRY(assay_variance_shares(sample, confidence, shares, error));
    TRY(assay_impact_factor(sample, confidence, &result.impact, error));
    TRY(best_executions(series, &result.executions, error));
    TRY(fill_drift(sample, confidence, &result, error));
    double rest = 0;
    for (size_t i = 1; i < components.n_levels; i++)
        rest += fmax(shares[i].t2, 0);
    result.share = part(shares[0].t2, rest);
    result.share_lower = part(shares[0].lower, rest);
    result.share_upper = part(shares[0].upper, rest);
    result.error_percent = 100 * sqrt(fmax(shares[0].t2, 0)) / fabs(components.mean);
    result.below_s2 = components.level[1].s2;
    const double all = (double)assay_shape_units(&sample->shape, 1);
    assay_build_effect_judge(&result, confidence, all, result.below_s2 / all);
    *out = result;
    return ASSAY_OK;
}

enum assay_status assay_build_effect_of(const struct assay_series *series, double confidence,
                                        struct assay_build_effect *out, struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned owned = {0};
    bool removed[ASSAY_MAX_LEVELS];
    if (series->live.shape.n_levels < 2 || strcmp(series->level_name[0], "build") != 0)
        return assay_fail(error, ASSAY_UNDEFINED, "the values are not nested in builds");
    TRY(assay_shape_drop_single(&series->live.shape, &owned, removed, error));
    const struct assay_sample sample = {series->live.values, owned.shape};
    return !removed[0] && owned.shape.n_levels >= 2
               ? fill(series, &sample, confidence, out, error)
               : assay_fail(error, ASSAY_UNDEFINED, "builds or what is in them were not repeated");
}

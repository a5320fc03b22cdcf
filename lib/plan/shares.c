/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shares.c -- which level the variance comes from, with an interval for each component.
 * Source:   Satterthwaite 1946, Biometrics Bulletin 2:110-114, on T_i^2 = S_i^2 - S_(i-1)^2/r_(i-1)
 *           (METHODS A1, D14).
 * Assumes:  normal effects. Rough when a component is small beside what is subtracted.
 * Edge:     T_i^2 <= 0 has share 0 and no interval.
 * Checked:  the lowest level is the exact chi-square interval; by hand; coverage by simulation. */
#include <assay/plan.h>

#include <Rmath.h>
#include <math.h>

/* Units of the level beyond one per parent: the degrees of freedom of S_i^2. */
static double degrees_of(const struct assay_shape *shape, size_t level)
{
    size_t parents = level == 0 ? 1 : assay_shape_units(shape, level - 1);
    return (double)assay_shape_units(shape, level) - (double)parents;
}

static struct assay_share share_of(const struct assay_sample *sample,
                                   const struct assay_components *components, size_t level,
                                   double confidence)
{
    double t2 = components->level[level].t2;
    struct assay_share share = {t2, 0, NAN, NAN, NAN};
    if (!(t2 > 0))
        return share;
    double own = components->level[level].s2 / t2;
    double below = own - 1; /* S_(i-1)^2 / r_(i-1), on the scale of t2 */
    double inverse = own * own / degrees_of(&sample->shape, level);
    if (level + 1 < components->n_levels)
        inverse += below * below / degrees_of(&sample->shape, level + 1);
    share.df = 1 / inverse;
    double tail = (1 - confidence) / 2;
    share.lower = t2 * share.df / qchisq(tail, share.df, 0, 0);
    share.upper = t2 * share.df / qchisq(tail, share.df, 1, 0);
    return share;
}

enum assay_status assay_variance_shares(const struct assay_sample *sample, double confidence,
                                        struct assay_share *shares, struct assay_error *error)
{
    if (!(confidence > 0 && confidence < 1))
        return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g", confidence);
    struct assay_components components;
    enum assay_status status = assay_components_of(sample, &components, error);
    if (status != ASSAY_OK)
        return status;
    double sum = 0;
    for (size_t i = 0; i < components.n_levels; i++) {
        shares[i] = share_of(sample, &components, i, confidence);
        sum += fmax(shares[i].t2, 0);
    }
    for (size_t i = 0; i < components.n_levels; i++)
        shares[i].share = sum > 0 ? fmax(shares[i].t2, 0) / sum : (double)NAN;
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shares.c -- which level the variance comes from, with an interval for each component.
 * Source:   modified large-sample limits for a difference of variances: Ting, Burdick, Graybill,
 *           Jeyaratnam & Lu 1990, J. Stat. Comput. Simul. 35:135-143 (Burdick & Graybill 1992,
 *           section 3.3), on T_i^2 = S_i^2 - S_(i-1)^2 / r_(i-1) (METHODS A1); Satterthwaite
 *           1946, Biometrics Bulletin 2:110-114.
 * Assumes:  normal effects; balanced, else the degrees of freedom are approximate.
 * Edge:     T_i^2 <= 0 has share 0 and no Satterthwaite interval.
 * Checked:  the lowest level is the exact chi-square interval; by hand; coverage by simulation, also
 *           of a level that adds nothing. */
#include <assay/plan.h>

#include <Rmath.h>
#include <math.h>

#include "base/distribution.h"
#include "base/try.h"
#include "base/view.h"

/* One of the two variances, with the factor that it enters with. */
struct term {
    double value, df;
};

/* Units of the level beyond one per parent: the degrees of freedom of S_i^2. */
static double degrees_of(const struct assay_shape *shape, size_t level)
{
    size_t parents = level == 0 ? 1 : assay_shape_units(shape, level - 1);
    return (double)assay_shape_units(shape, level) - (double)parents;
}

/* 1 - 1/F(tail; df, infinity) for the upper tail, 1/F(1 - tail; df, infinity) - 1 for the lower. */
static double toward_zero(double tail, double df)
{
    return 1 - df / qchisq(tail, df, 0, 0);
}

static double away_from_zero(double tail, double df)
{
    return df / qchisq(tail, df, 1, 0) - 1;
}

/* The cross term that makes the limit exact in the limiting cases. near, far: the two factors of
 * the squares of the first and the second variance. */
static double cross_term(double f, double near, double far)
{
    return ((f - 1) * (f - 1) - near * near * f * f - far * far) / f;
}

/* The distance of a limit from the estimate: a for the first variance, b for the second, on a scale
 * where the larger is 1, so that no square underflows. */
static double distance(double a, double b, double near, double far, double f)
{
    double cross = cross_term(f, near, far);
    return sqrt(fmax(near * near * a * a + far * far * b * b + cross * a * b, 0));
}

static double lower_limit(struct term own, struct term below, double tail)
{
    double g = toward_zero(tail, own.df), scale = fmax(own.value, below.value);
    if (!(below.value > 0))
        return own.value * (1 - g);
    double a = own.value / scale, b = below.value / scale;
    double f = f_quantile(tail, own.df, below.df, false);
    return scale * (a - b - distance(a, b, g, away_from_zero(tail, below.df), f));
}

static double upper_limit(struct term own, struct term below, double tail)
{
    double h = away_from_zero(tail, own.df), scale = fmax(own.value, below.value);
    if (!(below.value > 0))
        return own.value * (1 + h);
    double a = own.value / scale, b = below.value / scale;
    double f = f_quantile(tail, own.df, below.df, true);
    return scale * (a - b + distance(a, b, h, toward_zero(tail, below.df), f));
}

static void add_satterthwaite(struct assay_share *share, struct term own, struct term below,
                              double tail)
{
    double a = own.value / share->t2, b = below.value / share->t2;
    share->df = 1 / (a * a / own.df + (b > 0 ? b * b / below.df : 0));
    share->satterthwaite_lower = share->t2 * share->df / qchisq(tail, share->df, 0, 0);
    share->satterthwaite_upper = share->t2 * share->df / qchisq(tail, share->df, 1, 0);
}

static struct assay_share share_of(const struct assay_sample *sample,
                                   const struct assay_components *components, size_t level,
                                   double confidence)
{
    const struct assay_component *component = &components->level[level];
    bool lowest = level + 1 == components->n_levels;
    double tail = (1 - confidence) / 2;
    struct term own = {component->s2, degrees_of(&sample->shape, level)};
    struct term below = {lowest ? 0 : component->s2 - component->t2,
                         lowest ? 1 : degrees_of(&sample->shape, level + 1)};
    struct assay_share share = {.t2 = component->t2,
                                .lower = lower_limit(own, below, tail),
                                .upper = upper_limit(own, below, tail),
                                .df = NAN,
                                .satterthwaite_lower = NAN,
                                .satterthwaite_upper = NAN};
    if (share.t2 > 0)
        add_satterthwaite(&share, own, below, tail);
    return share;
}

enum assay_status assay_variance_shares(const struct assay_sample *sample, double confidence,
                                        struct assay_share *shares, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    struct assay_components components;
    TRY(assay_components_of(sample, &components, error));
    double sum = 0;
    for (size_t i = 0; i < components.n_levels; i++) {
        shares[i] = share_of(sample, &components, i, confidence);
        sum += fmax(shares[i].t2, 0);
    }
    for (size_t i = 0; i < components.n_levels; i++)
        shares[i].share = sum > 0 ? fmax(shares[i].t2, 0) / sum : (double)NAN;
    return ASSAY_OK;
}

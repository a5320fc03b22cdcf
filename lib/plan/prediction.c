/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prediction.c -- how near to its prediction a planned experiment's half-width may come.
 * Source:   V = sum T_i^2 / P_i is a combination of the pilot's independent mean squares S_i^2, with
 *           Satterthwaite's degrees of freedom (1946, Biometrics Bulletin 2:110-114); the realised
 *           variance of n top units has n - 1. The square of realised over predicted is F(n - 1, df).
 *           Var(s^2) = sigma^4 (2 / (n - 1) + kappa / n): a kurtosis above the normal one takes
 *           degrees of freedom from both. Level by level (lib/plan/kurtosis.c), as the pilot's many
 *           units in a mean hide tails that a run with fewer will show: with own effects of
 *           kurtosis kappa_i, N_i of them in the pilot, V's variance grows by kappa_i (T_i^2 / P_i)^2
 *           / N_i, and that of the run's own by kappa_i (T_i^2 / P_i)^2 / (P_i n).
 * Assumes:  effects of the run have the kurtosis of the pilot's, which few units show too small.
 * Edge:     V not above 0, or n < 2 -> ASSAY_UNDEFINED. Components below 0 count as 0.
 * Checked:  a one-level pilot by hand (df = n - 1); coverage over pilot, plan and fresh run,
 *           tests/lib/plan/test_prediction.c and bench/prediction. */
#include <Rmath.h>
#include <math.h>

#include "base/distribution.h"
#include "plan/plan.h"

/* Levels of the pilot that were kept, from the top. */
static size_t kept_levels(const struct assay_plan_pilot *pilot, size_t *kept)
{
    size_t n = 0;
    for (size_t i = 0; i < pilot->input.n_levels; i++)
        if (!pilot->removed[pilot->first + i])
            kept[n++] = i;
    return n;
}

/* What is known of V: from the pilot's mean squares, T_i^2 = S_i^2 - c S_(i-1)^2, c being what is
 * subtracted over it; and what tails add to 2 / df of the pilot and of a run, over V^2. */
struct knowledge {
    double variance, df, pilot_tails, run_tails;
};

static struct knowledge what_is_known(const struct assay_plan_pilot *pilot, const size_t *count)
{
    size_t kept[ASSAY_MAX_LEVELS];
    const size_t n = kept_levels(pilot, kept);
    struct knowledge sum = {0};
    double squares = 0, from_above = 0;
    double units = 1, seen = (double)pilot->units; /* planned in a top unit; in the whole pilot */
    for (size_t k = 0, i = 0; k < n; k++) {
        const size_t level = pilot->first + kept[k];
        for (; i <= kept[k]; i++) {
            units *= i == 0 ? 1 : (double)count[i];
            seen *= i == 0 ? 1 : pilot->count[pilot->first + i];
        }
        const double t2 = pilot->t2[level], s2 = pilot->s2[level];
        const double weight = t2 > 0 ? (k + 1 == n ? pilot->dependence : 1) / units : 0;
        /* What this mean square contributes: its own part, less what it takes from the level above. */
        const double part = weight * s2 - from_above;
        const double own = weight * fmax(t2, 0);
        sum.variance += own;
        squares += part * part / pilot->df[level];
        from_above = weight * (s2 - t2);
        sum.pilot_tails += pilot->kurtosis[level] * own * own / seen;
        sum.run_tails += pilot->kurtosis[level] * own * own / units;
    }
    const double square = sum.variance * sum.variance;
    /* Near 0 the terms cancel and df with them; less than one degree is as good as unknown. */
    sum.df = sum.variance > 0 ? fmax(square / squares, 1) : (double)NAN;
    sum.pilot_tails /= square;
    sum.run_tails /= square * (double)count[0];
    return sum;
}

/* Degrees of freedom of a variance of which `tails` is added to 2 / df. */
static double with_tails(double df, double tails)
{
    return 2 / (2 / df + (tails > 0 ? tails : 0));
}

static double within(double factor, double df1, double df2)
{
    return pf((1 + factor) * (1 + factor), df1, df2, 1, 0) -
           pf((1 - factor) * (1 - factor), df1, df2, 1, 0);
}

/* The fewest degrees of freedom of the pilot for which `wanted` of runs of n units come within the
 * factor; INFINITY when the run itself has too few. */
static double df_needed(double factor, double df1, double wanted)
{
    double low = 1, high = 1e6;
    if (within(factor, df1, high) < wanted)
        return INFINITY;
    for (int i = 0; i < 60 && high / low > 1.001; i++) {
        double middle = sqrt(low * high);
        *(within(factor, df1, middle) >= wanted ? &high : &low) = middle;
    }
    return high;
}

enum assay_status assay_plan_predict(const struct assay_plan_pilot *pilot, const size_t *count,
                                     double probability, struct assay_plan_prediction *out,
                                     struct assay_error *error)
{
    if (!(probability > 0 && probability < 1))
        return assay_fail(error, ASSAY_INVALID, "a probability must lie in (0, 1), is %g",
                          probability);
    for (size_t i = 1; i < pilot->input.n_levels; i++)
        if (count[i] == 0)
            return assay_fail(error, ASSAY_INVALID, "level %zu must have a unit, has none", i + 1);
    if (count[0] < 2)
        return assay_fail(error, ASSAY_UNDEFINED, "an interval needs 2 top units or more, not %zu",
                          count[0]);
    const struct knowledge known = what_is_known(pilot, count);
    if (!(known.df > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "the pilot's values do not vary");
    const double df = with_tails(known.df, known.pilot_tails),
                 run = with_tails((double)count[0] - 1, known.run_tails);
    const double tail = (1 - probability) / 2;
    const double needed = df_needed(ASSAY_PLAN_NEAR, run, probability);
    *out = (struct assay_plan_prediction){
        .df = df,
        .run_df = run,
        .lower = sqrt(f_quantile(tail, run, df, true)),
        .upper = sqrt(f_quantile(tail, run, df, false)),
        .near = within(ASSAY_PLAN_NEAR, run, df),
        .pilot_units = ceil(needed / df * (double)pilot->units),
    };
    return ASSAY_OK;
}

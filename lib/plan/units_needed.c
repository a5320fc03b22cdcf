/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed.c -- how many units decide what a first experiment left open.
 * Source:   the power at the estimate is no probability of a fresh run's verdict, as the estimate is
 *           itself in error; its expectation over what the data leave possible is (assurance: Spiegelhalter
 *           and Freedman 1986, Stat. Med. 5:1-13; O'Hagan, Stevens and Campbell 2005, Pharm. Stat.
 *           4:187-201). Without other knowledge (prior flat in the log of the ratio and of sigma): sigma^2
 *           is s^2 df over chi-square, the log of the ratio normal about the estimate, t together, so
 *           that its 95 % range is the interval that was shown. Each replicate has a truth of its own.
 *           A flat prior holds large changes for likely, most so where little was measured. That nothing
 *           changed is more likely than any other single truth, and has a count of its own.
 * Assumes:  normal top means; both systems vary alike. Averaged over truths: where the true ratio is
 *           on the margin's edge no number of units decides.
 * Edge:     as assay_power_count. Truths beyond e^5 of the estimate are cut there: decided anyway.
 * Checked:  against normal theory; how often it is kept in experiments with known truth,
 *           tests/lib/plan/test_units_needed.c and docs/coverage.md. */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "plan/power.h"
#include <assay/random.h>

static const double FARTHEST = 5;

static enum assay_status check(const struct assay_undecided *seen, struct assay_error *error)
{
    if (seen->ratio > 0 && isfinite(seen->ratio) && seen->unit_sd > 0 && isfinite(seen->unit_sd) &&
        seen->df > 0 && seen->units >= 2)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID,
                      "a positive ratio and deviation, degrees of freedom and 2 units or more are "
                      "needed, not %g, %g, %g and %zu",
                      seen->ratio, seen->unit_sd, seen->df, seen->units);
}

enum assay_status assay_undecided_of(const struct assay_estimate *ratio, size_t units,
                                     struct assay_undecided *out, struct assay_error *error)
{
    const struct assay_interval *interval = &ratio->interval;
    if (interval->kind != ASSAY_BOUNDED || !(interval->df > 0) || !(ratio->estimate > 0) ||
        !(interval->upper > interval->lower) || units < 2)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "this interval does not say how much the units of the top level vary");
    const double half_width = (interval->upper - interval->lower) / 2 / ratio->estimate;
    const double t = assay_t_critical(interval->confidence, interval->df);
    *out = (struct assay_undecided){ratio->estimate, half_width / t * sqrt((double)units / 2),
                                    interval->df, units};
    return ASSAY_OK;
}

/* Truths as they may be after what was seen, one a replicate. */
static void draw_truths(const struct assay_undecided *seen, uint64_t seed,
                        struct power_replicates *replicates)
{
    for (size_t k = 0; k < replicates->n; k++) {
        struct assay_random random;
        assay_random_init(&random, seed, ASSAY_RANDOM_POWER, (uint32_t)k, 1);
        const double at = assay_random_normal(&random);
        const double chi = qchisq(assay_random_uniform(&random), seen->df, 1, 0);
        const double sd = seen->unit_sd * sqrt(seen->df / chi);
        const double shift = at * sd * sqrt(2 / (double)seen->units);
        struct power_draw *drawn = &replicates->new_draws[k];
        drawn->mean = seen->ratio * exp(fmax(-FARTHEST, fmin(shift, FARTHEST)));
        drawn->sd = replicates->old_draws[k].sd = sd;
    }
}

static enum assay_status count_for(const struct assay_power_design *design,
                                   const struct assay_undecided *seen, bool unchanged,
                                   double probability, size_t most, size_t *count,
                                   struct assay_error *error)
{
    const struct power_aim decided = {1, ASSAY_INCONCLUSIVE, true};
    struct assay_power_design alike = *design;
    struct power_replicates replicates;
    alike.old_sd = alike.new_sd = seen->unit_sd;
    TRY(check(seen, error));
    TRY(power_check(&alike, error));
    TRY(power_check_probability(probability, error));
    TRY(power_draw_all(&alike, &replicates, error));
    draw_truths(seen, design->seed, &replicates);
    for (size_t k = 0; unchanged && k < replicates.n; k++)
        replicates.new_draws[k].mean = 1;
    enum assay_status status =
        power_find_count(&alike, &replicates, &decided, probability, most, count, error);
    free(replicates.old_draws);
    return status;
}

enum assay_status assay_units_needed(const struct assay_power_design *design,
                                     const struct assay_undecided *seen, double probability,
                                     size_t most, size_t *count, struct assay_error *error)
{
    return count_for(design, seen, false, probability, most, count, error);
}

enum assay_status assay_units_needed_unchanged(const struct assay_power_design *design,
                                               const struct assay_undecided *seen,
                                               double probability, size_t most, size_t *count,
                                               struct assay_error *error)
{
    if (!(design->margin > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "without a margin nothing tells that nothing changed");
    return count_for(design, seen, true, probability, most, count, error);
}

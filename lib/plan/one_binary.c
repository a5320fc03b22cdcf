/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one_binary.c -- what the interval of one top unit (one binary) is worth.
 * Source:   METHODS A7. The mean of m executions of one binary has variance T_3^2 + S_2^2 / m, and its
 *           own interval sees S_2^2 / m alone: its sd is sqrt(1 + m T_3^2 / S_2^2) times what it says,
 *           and an interval of confidence c covers 2 Phi(z_c / root) - 1. The upper limit is that of
 *           the F interval of T_3^2 / S_2^2 (impact.c), with an F below 1 taken as 1: units that
 *           agree better than chance lets them say nothing more, and a limit below that floor would
 *           be believed just where luck made it.
 * Assumes:  as impact.c, and executions like the pilot's. With few executions t's heavier tails make
 *           it cover a little more than is said here.
 * Edge:     so few units that the limit is infinite: most is 0.
 * Checked:  by hand, and the coverage of one unit by simulation, tests/lib/plan/test_alone.c. */
#include <assay/plan.h>

#include <Rmath.h>
#include <math.h>

#include "base/distribution.h"
#include "base/view.h"

/* How many times as often as promised an interval may miss that is still called enough. */
static const double allowed_misses = 1.4;

/* The upper limit of T_L^2 / S_(L-1)^2. */
static double ratio_limit(const struct assay_impact *impact, double confidence)
{
    const double r = (impact->df1 + impact->df2 + 1) / (impact->df1 + 1);
    const double low = f_quantile((1 - confidence) / 2, impact->df1, impact->df2, true);
    return (fmax(impact->f, 1) / low - 1) / r;
}

enum assay_status assay_impact_alone(const struct assay_impact *impact, double confidence,
                                     double executions, struct assay_alone *out,
                                     struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(executions > 0 && isfinite(executions)))
        return assay_fail(error, ASSAY_INVALID, "one unit needs executions, has %g", executions);
    const double misses = 1 - confidence;
    const double most_misses = fmin(allowed_misses * misses, 1 - confidence / 2);
    const double z = qnorm(misses / 2, 0, 1, 0, 0);
    const double allowed = z / qnorm(most_misses / 2, 0, 1, 0, 0);
    const double limit = ratio_limit(impact, confidence);
    const double upper = sqrt(1 + executions * limit);
    *out = (struct assay_alone){
        .factor = sqrt(1 + executions * (impact->factor * impact->factor - 1)),
        .upper = upper,
        .coverage = 1 - 2 * pnorm(z / upper, 0, 1, 0, 0),
        .most = floor((allowed * allowed - 1) / limit),
    };
    return ASSAY_OK;
}

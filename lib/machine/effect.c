/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effect.c -- what one machine says of a ratio: its log, and the variance of that from the machine's rounds.
 * Source:   METHODS H1: d = ln(Y / X) of the means over the rounds, v = var(y_k / Y - x_k / X) / r, the
 *           linearised log ratio. The machine's own speed cancels.
 * Assumes:  rounds independent; old and new of one round measured side by side. Lost rounds leave
 *           two numbers of rounds: then the two means are independent and their variances add.
 * Edge:     a mean that is not positive -> ASSAY_UNDEFINED; one round: v is NaN.
 * Checked:  tests/data/machines.json (d and v_within, relative 1e-9); units do not matter.
 */
#include <math.h>

#include <assay/machine.h>

#include "base/sum.h"
#include "base/try.h"

static double mean_of(struct assay_view x)
{
    const struct twofold mean = sum_moments_of(x.x, x.n, 1).mean;
    return mean.high + mean.low;
}

/* Squared coefficient of variation of the mean. */
static double relative_variance(struct assay_view x, double mean)
{
    double squares = 0;
    for (size_t i = 0; i < x.n; i++)
        squares += (x.x[i] / mean - 1) * (x.x[i] / mean - 1);
    return squares / (double)(x.n - 1) / (double)x.n;
}

/* Of the rounds' difference of relative times, whose mean is 0. */
static double paired_variance(struct assay_view x, struct assay_view y, double x_mean,
                              double y_mean)
{
    double squares = 0;
    for (size_t k = 0; k < x.n; k++) {
        const double difference = y.x[k] / y_mean - x.x[k] / x_mean;
        squares += difference * difference;
    }
    return squares / (double)(x.n - 1) / (double)x.n;
}

static enum assay_status check(struct assay_view x, const char *name, struct assay_error *error)
{
    double least, most;
    if (x.n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "a machine has no round of %s", name);
    if (!sum_scan(x.x, x.n, &least, &most))
        return assay_fail(error, ASSAY_INVALID, "a mean of %s is not a finite number", name);
    return ASSAY_OK;
}

enum assay_status assay_machine_effect(struct assay_view old_rounds, struct assay_view new_rounds,
                                       struct assay_machine *out, struct assay_error *error)
{
    TRY(check(old_rounds, "old", error));
    TRY(check(new_rounds, "new", error));
    const double x = mean_of(old_rounds), y = mean_of(new_rounds);
    if (!(x > 0 && y > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "a ratio over machines needs positive means, has %g of old and %g of new",
                          x, y);
    const bool paired = old_rounds.n == new_rounds.n;
    const size_t r = old_rounds.n < new_rounds.n ? old_rounds.n : new_rounds.n;
    struct assay_machine machine = {.d = log(y / x), .v = (double)NAN, .rounds = r};
    if (r > 1)
        machine.v = paired ? paired_variance(old_rounds, new_rounds, x, y)
                           : relative_variance(old_rounds, x) + relative_variance(new_rounds, y);
    *out = machine;
    return ASSAY_OK;
}

enum assay_status assay_machine_effect_of_logs(struct assay_view log_ratios,
                                               struct assay_machine *out, struct assay_error *error)
{
    TRY(check(log_ratios, "log ratios", error));
    const size_t r = log_ratios.n;
    const struct sum_moments moments = sum_moments_of(log_ratios.x, r, 1);
    *out = (struct assay_machine){
        .d = moments.mean.high,
        .v = r > 1 ? moments.sum_squares / (double)(r - 1) / (double)r : (double)NAN,
        .rounds = r,
    };
    return ASSAY_OK;
}

struct assay_interval assay_machine_interval(const struct assay_machine *machine, double confidence)
{
    const double df = (double)machine->rounds - 1;
    const bool has = df > 0 && !machine->borrowed && !isnan(machine->v);
    const double half = has ? assay_t_critical(confidence, df) * sqrt(machine->v) : (double)NAN;
    return (struct assay_interval){.lower = exp(machine->d - half),
                                   .upper = exp(machine->d + half),
                                   .confidence = confidence,
                                   .df = has ? df : (double)NAN,
                                   .method = "machine-rounds",
                                   .kind = has ? ASSAY_BOUNDED : ASSAY_ALL};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_choose.c -- what a pilot of both orders of measuring says: rounds or slices.
 * Source:   METHODS I1, "Choice", "Bias".
 * Assumes:  rounds and pairs of the pilot were measured in turn, in random order (schedule_pilot_order).
 * Edge:     fewer than two of either: rounds. Several benchmarks or systems: the geometric mean of their gains speaks,
 *           and one that interferes is enough for rounds.
 * Checked:  tests/engine/session/test_order_choose.c, by hand; assay/order.h holds the statistics.
 */
#include "session/order_choose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/order.h>

#include "base/failure.h"
#include "base/owned.h"

/* One kind of rounds of one benchmark, new against old. */
struct kind {
    double *logs;
    size_t n;
    double seconds; /* of all its executions */
    size_t executions;
};

static const struct store_pilot_value *find(const struct order_pilot *pilot,
                                            const struct store_pilot_value *like, size_t system)
{
    for (size_t i = 0; i < pilot->n; i++) {
        const struct store_pilot_value *v = &pilot->values[i];
        if (v->round == like->round && v->benchmark == like->benchmark &&
            v->beside == like->beside && v->system == system)
            return v;
    }
    return NULL;
}

static void gather(const struct order_pilot *pilot, size_t benchmark, size_t system, bool beside,
                   struct kind *kind)
{
    for (size_t i = 0; i < pilot->n; i++) {
        const struct store_pilot_value *v = &pilot->values[i];
        if (v->benchmark != benchmark || v->beside != beside)
            continue;
        kind->seconds += v->cost_s;
        kind->executions++;
        const struct store_pilot_value *old = v->system == system ? find(pilot, v, 0) : NULL;
        if (old != NULL && old->value > 0 && v->value > 0)
            kind->logs[kind->n++] = log(v->value / old->value);
    }
}

/* What one comparison says; false: too little. */
struct said {
    double gain, rounds, pairs; /* ratios as rounds and as pairs have them */
    enum assay_order_agreement agreement;
};
static bool judge(const struct order_pilot *pilot, size_t benchmark, size_t system,
                  struct said *said)
{
    OWNED double *logs = malloc((2 * pilot->n + 1) * sizeof *logs);
    if (logs == NULL)
        return false;
    struct kind turns = {.logs = logs}, pairs = {.logs = logs + pilot->n};
    struct assay_order_spread of_turns, of_pairs;
    struct assay_order_gain gain;
    struct assay_order_bias bias;
    gather(pilot, benchmark, system, false, &turns);
    gather(pilot, benchmark, system, true, &pairs);
    if (assay_order_spread_of((struct assay_view){turns.logs, turns.n}, &of_turns, NULL) !=
            ASSAY_OK ||
        assay_order_spread_of((struct assay_view){pairs.logs, pairs.n}, &of_pairs, NULL) !=
            ASSAY_OK ||
        assay_order_gain_of(&of_turns, turns.seconds / (double)turns.executions, &of_pairs,
                            pairs.seconds / (double)pairs.executions, pilot->confidence, &gain,
                            NULL) != ASSAY_OK ||
        assay_order_bias_of(&of_pairs, &of_turns, pilot->margin, &bias, NULL) != ASSAY_OK)
        return false;
    *said =
        (struct said){gain.gain, exp(of_turns.log_ratio), exp(of_pairs.log_ratio), bias.agreement};
    return true;
}

static void say_gain(double gain, char *text, size_t size)
{
    const bool slices = gain >= 1;
    const double times = slices ? gain : 1 / gain;
    (void)snprintf(text, size, "%s need %.*f times less time than %s for the same interval",
                   slices ? "slices" : "rounds", times < 10, times, slices ? "rounds" : "slices");
}

static void say_agreement(const struct said *worst, double margin, char *text, size_t size)
{
    const double rounds = 100 * (worst->rounds - 1), pairs = 100 * (worst->pairs - 1);
    switch (worst->agreement) {
    case ASSAY_ORDER_AGREES:
        (void)snprintf(text, size, "rounds agree within %g %%", 100 * margin);
        break;
    case ASSAY_ORDER_INTERFERENCE:
        (void)snprintf(text, size,
                       "the programs disturb each other: side by side %+.1f %%, in rounds %+.1f %%",
                       pairs, rounds);
        break;
    case ASSAY_ORDER_NOT_EXCLUDED:
        (void)snprintf(
            text, size,
            "that they disturb each other is not excluded: side by side %+.1f %%, in rounds "
            "%+.1f %%",
            pairs, rounds);
        break;
    }
}

enum design_order_by order_choose(const struct order_pilot *pilot, char *text, size_t size)
{
    double sum = 0;
    size_t n = 0;
    struct said worst = {.agreement = ASSAY_ORDER_AGREES};
    for (size_t b = 0; b < pilot->n_benchmarks; b++)
        for (size_t s = 1; s < pilot->n_systems; s++) {
            struct said said;
            if (!judge(pilot, b, s, &said) || isnan(said.gain))
                continue;
            const bool worse = n == 0 || said.agreement == ASSAY_ORDER_INTERFERENCE ||
                               worst.agreement == ASSAY_ORDER_AGREES;
            worst = worse && worst.agreement != ASSAY_ORDER_INTERFERENCE ? said : worst;
            sum += log(said.gain);
            n++;
        }
    if (n == 0) {
        (void)snprintf(text, size, "the pilot gave too few values to choose slices by");
        return ORDER_ROUNDS;
    }
    char gain[120], agreement[160];
    const double mean = exp(sum / (double)n);
    say_gain(mean, gain, sizeof gain);
    say_agreement(&worst, pilot->margin, agreement, sizeof agreement);
    (void)snprintf(text, size, "%s; %s", gain, agreement);
    return mean > ASSAY_ORDER_WORTH && worst.agreement != ASSAY_ORDER_INTERFERENCE ? ORDER_SLICES
                                                                                   : ORDER_ROUNDS;
}

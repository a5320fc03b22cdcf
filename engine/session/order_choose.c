/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_choose.c -- what a pilot of both orders of measuring says: rounds or slices.
 * Source:   METHODS I1, "Choice", "Bias", "Length of a slice", peak memory of "Bias".
 * Assumes:  rounds and pairs of the pilot were measured in turn, in random order (schedule_pilot_order).
 * Edge:     fewer than two of either: rounds. Several benchmarks or systems: the geometric mean of their gains speaks,
 *           and one that interferes is enough for rounds: measured afresh, since those of the pilot were chosen for how far
 *           their mean lies from the pairs', which is most often far from the truth. Where peak memory differs, the programs need the caches
 *           unlike each other: slices must agree with rounds there, and not only fail to contradict them.
 * Checked:  tests/engine/session/test_order_choose.c, by hand; assay/order.h holds the statistics.
 */
#include "session/order_choose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/order.h>

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

enum { ALL_LENGTHS = -1 };

/* longer: of pairs, those that are or are not; ALL_LENGTHS. */
static void gather(const struct order_pilot *pilot, size_t benchmark, size_t system, bool beside,
                   int longer, struct kind *kind)
{
    for (size_t i = 0; i < pilot->n; i++) {
        const struct store_pilot_value *v = &pilot->values[i];
        if (v->benchmark != benchmark || v->beside != beside ||
            (longer != ALL_LENGTHS && v->longer != (longer == 1)))
            continue;
        kind->seconds += v->cost_s;
        kind->executions++;
        const struct store_pilot_value *old = v->system == system ? find(pilot, v, 0) : NULL;
        if (old != NULL && old->value > 0 && v->value > 0)
            kind->logs[kind->n++] = log(v->value / old->value);
    }
}

/* What one comparison says. */
struct said {
    double gain;
    double rounds, pairs; /* ratios as rounds and as pairs have them */
    struct assay_order_bias bias;
    double memory; /* peak memory of new over old; 1: alike, or not known */
};

static bool spread_of(const struct order_pilot *pilot, size_t benchmark, size_t system, bool beside,
                      int longer, struct assay_order_spread *out, double *seconds)
{
    OWNED double *logs = malloc((pilot->n + 1) * sizeof *logs);
    struct kind kind = {.logs = logs};
    if (logs == NULL)
        return false;
    gather(pilot, benchmark, system, beside, longer, &kind);
    *seconds = kind.seconds / (double)kind.executions;
    return assay_order_spread_of((struct assay_view){logs, kind.n}, out, NULL) == ASSAY_OK;
}

/* ---- memory ---- */

static double median_memory(const struct order_pilot *pilot, size_t benchmark, size_t system)
{
    OWNED double *values = malloc((pilot->n_memory + 1) * sizeof *values);
    double median = (double)NAN;
    size_t n = 0;
    for (size_t i = 0; values != NULL && i < pilot->n_memory; i++)
        if (pilot->memory[i].benchmark == benchmark && pilot->memory[i].system == system)
            values[n++] = pilot->memory[i].value;
    if (n > 0)
        (void)assay_median((struct assay_view){values, n}, &median, NULL);
    return median;
}

static double memory_ratio(const struct order_pilot *pilot, size_t benchmark, size_t system)
{
    const double old = median_memory(pilot, benchmark, 0),
                 new = median_memory(pilot, benchmark, system);
    return order_memory_differs(old, new) ? new / old : 1;
}

/* ---- lengths of a slice ---- */

/* Which of the two lengths one comparison allows. */
static enum assay_slices_length length_of(const struct order_pilot *pilot, size_t benchmark,
                                          size_t system)
{
    struct assay_order_spread brief, lengthy, turns;
    enum assay_slices_length length = ASSAY_SLICES_SHORT;
    double seconds;
    if (pilot->long_s > 0 && spread_of(pilot, benchmark, system, true, 0, &brief, &seconds) &&
        spread_of(pilot, benchmark, system, true, 1, &lengthy, &seconds) &&
        spread_of(pilot, benchmark, system, false, ALL_LENGTHS, &turns, &seconds))
        (void)assay_slices_length_of(&brief, &lengthy, &turns, pilot->margin, &length, NULL);
    return length;
}

/* The longest that any asks for; where one allows neither the long one is as good, and interferes. */
static bool asks_for_longer(const struct order_pilot *pilot)
{
    for (size_t b = 0; b < pilot->n_benchmarks; b++)
        for (size_t s = 1; s < pilot->n_systems; s++)
            if (length_of(pilot, b, s) != ASSAY_SLICES_SHORT)
                return true;
    return false;
}

/* ---- one comparison ---- */

/* False: too little. Lengths that do not contradict each other speak together. */
static bool judge(const struct order_pilot *pilot, size_t benchmark, size_t system, bool longer,
                  struct said *said)
{
    struct assay_order_spread turns, pairs;
    struct assay_order_gain gain;
    double of_turns, of_pairs;
    if (!spread_of(pilot, benchmark, system, false, ALL_LENGTHS, &turns, &of_turns) ||
        !spread_of(pilot, benchmark, system, true, longer ? 1 : ALL_LENGTHS, &pairs, &of_pairs) ||
        assay_order_gain_of(&turns, of_turns, &pairs, of_pairs, pilot->confidence, &gain, NULL) !=
            ASSAY_OK ||
        assay_order_bias_of(&pairs, &turns, pilot->margin, &said->bias, NULL) != ASSAY_OK)
        return false;
    said->gain = gain.gain;
    said->rounds = exp(turns.log_ratio);
    said->pairs = exp(pairs.log_ratio);
    said->memory = memory_ratio(pilot, benchmark, system);
    return true;
}

static bool speaks_against(const struct said *said)
{
    return said->bias.agreement == ASSAY_ORDER_INTERFERENCE ||
           (said->memory != 1 && said->bias.agreement != ASSAY_ORDER_AGREES);
}

/* What says most against slices: that they interfere, that it is not excluded, how far. */
static bool is_worse(const struct said *a, const struct said *b)
{
    const int of_a = 2 * speaks_against(a) + (a->bias.agreement != ASSAY_ORDER_AGREES),
              of_b = 2 * speaks_against(b) + (b->bias.agreement != ASSAY_ORDER_AGREES);
    return of_a != of_b ? of_a > of_b : fabs(a->bias.bias) > fabs(b->bias.bias);
}

/* ---- in words ---- */

static void say_gain(double gain, char *text, size_t size)
{
    const bool slices = gain >= 1;
    const double times = slices ? gain : 1 / gain;
    (void)snprintf(text, size, "%s need %.*f times less time than %s for the same interval",
                   slices ? "slices" : "rounds", times < 10, times, slices ? "rounds" : "slices");
}

/* The likely cause: what else than the caches two programs on one processor could get in each other's way by is
 * refused before (waiting, several processors). */
static void say_cause(const struct said *worst, char *text, size_t size)
{
    if (worst->memory == 1)
        (void)snprintf(text, size, "they need the caches that they share unlike each other");
    else
        (void)snprintf(text, size, "peak memory is %+.0f %%, so they need the caches unlike",
                       100 * (worst->memory - 1));
}

static void say_agreement(const struct said *worst, double margin, char *text, size_t size)
{
    const double rounds = 100 * (worst->rounds - 1), pairs = 100 * (worst->pairs - 1);
    char cause[80];
    say_cause(worst, cause, sizeof cause);
    switch (worst->bias.agreement) {
    case ASSAY_ORDER_AGREES:
        (void)snprintf(text, size, "rounds agree within %g %%%s", 100 * margin,
                       worst->memory != 1 ? ", though peak memory differs" : "");
        break;
    case ASSAY_ORDER_INTERFERENCE:
        (void)snprintf(text, size,
                       "the programs disturb each other, likely since %s: side by side %+.1f %%, "
                       "in rounds %+.1f %%",
                       cause, pairs, rounds);
        break;
    case ASSAY_ORDER_NOT_EXCLUDED:
        (void)snprintf(
            text, size,
            "that they disturb each other is not excluded%s%s: side by side %+.1f %%, in rounds "
            "%+.1f %%",
            worst->memory != 1 ? ", and " : "", worst->memory != 1 ? cause : "", pairs, rounds);
        break;
    }
}

/* Rounds of the pilot that lack what the others have. */
static size_t count_failed(const struct order_pilot *pilot)
{
    const size_t whole = pilot->n_systems * pilot->n_benchmarks;
    size_t lacking = 0;
    if (whole > 0 && pilot->n < pilot->rounds * whole)
        lacking = (pilot->rounds * whole - pilot->n + whole - 1) / whole;
    return lacking;
}

static void say(const struct order_pilot *pilot, const struct said *worst,
                struct order_choice *choice)
{
    char gain[120], agreement[176], shorter[64] = "", failures[64] = "";
    const size_t failed = count_failed(pilot);
    say_gain(choice->gain, gain, sizeof gain);
    say_agreement(worst, pilot->margin, agreement, sizeof agreement);
    if (choice->longer && choice->by == ORDER_SLICES)
        (void)snprintf(shorter, sizeof shorter, "; shorter slices than %g ms do not",
                       1e3 * pilot->long_s);
    if (failed > 0)
        (void)snprintf(failures, sizeof failures, "; %zu of its %zu rounds failed", failed,
                       pilot->rounds);
    (void)snprintf(choice->because, sizeof choice->because, "%s; %s%s%s%s", gain, agreement,
                   shorter, failures, choice->afresh ? "; none of the pilot counts" : "");
}

void order_choose(const struct order_pilot *pilot, struct order_choice *out)
{
    struct order_choice choice = {.by = ORDER_ROUNDS, .longer = asks_for_longer(pilot)};
    struct said worst = {0};
    double sum = 0;
    size_t n = 0;
    for (size_t b = 0; b < pilot->n_benchmarks; b++)
        for (size_t s = 1; s < pilot->n_systems; s++) {
            struct said said;
            if (!judge(pilot, b, s, choice.longer, &said) || isnan(said.gain))
                continue;
            if (n == 0 || is_worse(&said, &worst))
                worst = said;
            sum += log(said.gain);
            n++;
        }
    *out = choice;
    if (n == 0) {
        (void)snprintf(out->because, sizeof out->because,
                       "the pilot gave too few values to choose slices by");
        return;
    }
    choice.gain = exp(sum / (double)n);
    choice.bias = (struct design_order_bias){expm1(worst.bias.bias), expm1(worst.bias.lower),
                                             expm1(worst.bias.upper), true};
    if (choice.gain > ASSAY_ORDER_WORTH && !speaks_against(&worst))
        choice.by = ORDER_SLICES;
    choice.afresh = choice.longer || speaks_against(&worst);
    say(pilot, &worst, &choice);
    *out = choice;
}

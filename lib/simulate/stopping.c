/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- what rules of stopping do to the interval of a mean.
 * Source:   METHODS C3 (one system, CV 5 %, relative half-width wanted), B6: Stein 1945, Ann. Math.
 *           Stat. 16:243; the anytime-valid t sequence of F5.
 * Assumes:  units are independent; sd is a share of the mean, which is 1.
 * Edge:     a rule that is not done after MOST units stops there. Equal values are narrow enough.
 * Checked:  tests/lib/simulate/test_rules.c: the rows of C3.
 *
 * Bimodal values here have modes far apart for their width: the noise about the modes is a tenth of the
 * variance, the slow mode holds 10 %. C3 does not say how far; its coverages do, to a point, when they
 * are simulated at several noises: 0.28, 0.32 and 0.35 of the sd were tried. What was never seen, the
 * slow mode, is not in the variance.
 *
 * The rules are those of lib/stopping with the textbook's numbers: a look after each unit. What
 * `assay run` follows is measured by bench/stopping.c (docs/stopping.md).
 */
#include <math.h>
#include <stdlib.h>

#include <assay/random.h>
#include <assay/simulate_checks.h>
#include <assay/stopping.h>

#include "simulate/design.h"

enum { MOST = 4000, LATER = 10, STEIN_LEAST = 5 };

struct stopping {
    const struct assay_stopping_design *design;
    const struct assay_simulate_options *options;
    uint64_t seed;
    struct assay_stopping_rule rule[ASSAY_SIMULATE_RULES]; /* of those that look */
    struct assay_stopping_reach *t, *anytime;              /* after n units */
};

const char *assay_simulate_rule_name(enum assay_simulate_rule rule)
{
    static const char *const names[] = {"fixed", "peek", "peek-10", "stein", "fresh", "anytime"};
    return (size_t)rule < sizeof names / sizeof *names ? names[rule] : NULL;
}

/* ---- values ---- */

static double draw(const struct stopping *stopping, struct assay_random *random)
{
    static const double noise = 0.31622776601683794, slow_share = 0.1; /* a tenth of the variance */
    const struct assay_stopping_design *design = stopping->design;
    double z = assay_random_normal(random);
    if (design->distribution == ASSAY_SIMULATE_LOGNORMAL)
        z = exp(sqrt(0.69314718055994530942) * z) / sqrt(2) - 1;
    if (design->distribution == ASSAY_SIMULATE_BIMODAL) {
        double step = sqrt((1 - noise * noise) / (slow_share * (1 - slow_share)));
        bool slow = assay_random_uniform(random) < slow_share;
        z = noise * z + step * ((slow ? 1 : 0) - slow_share);
    }
    return 1 + design->sd * z;
}

static struct assay_running_mean draw_n(const struct stopping *stopping,
                                        struct assay_random *random, size_t n)
{
    struct assay_running_mean m = {0};
    while (m.n < n)
        assay_running_mean_add(&m, draw(stopping, random));
    return m;
}

/* ---- the rules ---- */

static struct assay_running_mean draw_until(const struct stopping *stopping,
                                            struct assay_random *random,
                                            enum assay_simulate_rule which,
                                            const struct assay_stopping_reach *reach)
{
    const struct assay_stopping_rule *rule = &stopping->rule[which];
    struct assay_running_mean m = draw_n(stopping, random, assay_stopping_next(rule, 0));
    while (m.n < rule->most && !assay_stopping_mean_done(rule, &m, &reach[m.n]))
        for (size_t next = assay_stopping_next(rule, m.n); m.n < next;)
            assay_running_mean_add(&m, draw(stopping, random));
    return m;
}

/* How many units Stein's rule takes after a pilot: never fewer than that had. */
static size_t needed(const struct stopping *stopping, const struct assay_running_mean *pilot)
{
    return assay_stopping_stein(pilot, stopping->design->precision, stopping->t[pilot->n].wide,
                                MOST);
}

static double half_width(const struct assay_running_mean *m,
                         const struct assay_stopping_reach *reach)
{
    return sqrt(reach[m->n].wide * m->m2 / (double)(m->n - 1) / (double)m->n);
}

/* Counts the interval mean +- half; a system of mean 1. units: all that were measured. */
static void judge(const struct stopping *stopping, const struct assay_running_mean *m, double half,
                  size_t units, struct assay_simulate_tally *tally)
{
    struct simulate_answer answer = {.defined = true, .has_interval = true};
    answer.interval = (struct assay_interval){
        .kind = ASSAY_BOUNDED, .lower = m->mean - half, .upper = m->mean + half};
    tally_answer(tally, &answer, 1, stopping->options);
    tally->units += units;
}

static void stein(const struct stopping *stopping, struct assay_random *random,
                  struct assay_simulate_tally *tally)
{
    size_t least = stopping->design->least < STEIN_LEAST ? STEIN_LEAST : stopping->design->least;
    struct assay_running_mean m = draw_n(stopping, random, least);
    double reach = stopping->t[m.n].wide * m.m2 / (double)(m.n - 1);
    for (size_t n = needed(stopping, &m); m.n < n;)
        assay_running_mean_add(&m, draw(stopping, random));
    judge(stopping, &m, sqrt(reach / (double)m.n), m.n, tally);
}

static void fresh(const struct stopping *stopping, struct assay_random *random,
                  struct assay_simulate_tally *tally)
{
    size_t least = stopping->design->least < STEIN_LEAST ? STEIN_LEAST : stopping->design->least;
    struct assay_running_mean pilot = draw_n(stopping, random, least);
    struct assay_running_mean m = draw_n(stopping, random, needed(stopping, &pilot));
    judge(stopping, &m, half_width(&m, stopping->t), m.n + pilot.n, tally);
}

static void until(const struct stopping *stopping, struct assay_random *random,
                  enum assay_simulate_rule which, const struct assay_stopping_reach *reach,
                  struct assay_simulate_tally *tallies)
{
    struct assay_running_mean m = draw_until(stopping, random, which, reach);
    judge(stopping, &m, half_width(&m, reach), m.n, &tallies[which]);
}

static enum assay_status one(uint32_t experiment, size_t thread, void *context,
                             struct assay_simulate_tally *tallies, struct assay_error *error)
{
    (void)thread, (void)error;
    const struct stopping *s = context;
    const struct assay_stopping_design *design = s->design;
    struct assay_random random[ASSAY_SIMULATE_RULES];
    for (uint32_t i = 0; i < ASSAY_SIMULATE_RULES; i++)
        assay_random_init(&random[i], s->seed, ASSAY_RANDOM_SIMULATION, experiment, i);
    struct assay_running_mean m = draw_n(s, &random[0], design->fixed);
    judge(s, &m, half_width(&m, s->t), m.n, &tallies[ASSAY_SIMULATE_FIXED]);
    until(s, &random[1], ASSAY_SIMULATE_PEEK, s->t, tallies);
    until(s, &random[2], ASSAY_SIMULATE_PEEK_LATER, s->t, tallies);
    stein(s, &random[3], &tallies[ASSAY_SIMULATE_STEIN]);
    fresh(s, &random[4], &tallies[ASSAY_SIMULATE_FRESH]);
    until(s, &random[5], ASSAY_SIMULATE_ANYTIME, s->anytime, tallies);
    return ASSAY_OK;
}

/* ---- a run ---- */

static enum assay_status check(const struct assay_stopping_design *design,
                               struct assay_error *error)
{
    if (design->distribution != ASSAY_SIMULATE_NORMAL &&
        design->distribution != ASSAY_SIMULATE_LOGNORMAL &&
        design->distribution != ASSAY_SIMULATE_BIMODAL)
        return assay_fail(error, ASSAY_INVALID,
                          "rules of stopping take normal, lognormal or bimodal values");
    if (!(design->sd > 0 && design->sd < 1) || !(design->precision > 0 && design->precision < 1))
        return assay_fail(error, ASSAY_INVALID,
                          "sd and precision must lie in (0, 1), are %g and %g", design->sd,
                          design->precision);
    if (design->least < 2 || design->fixed < 2 || design->least > MOST || design->fixed > MOST)
        return assay_fail(error, ASSAY_INVALID, "numbers of units must lie in 2..%d", MOST);
    if (!(design->expected > 0))
        return assay_fail(error, ASSAY_INVALID, "expected must be positive, is %g",
                          design->expected);
    return ASSAY_OK;
}

/* A look after each unit, and nothing held back for modes that were not met: the textbook's. */
static struct assay_stopping_rule textbook(const struct assay_stopping_design *design,
                                           enum assay_stopping kind, double confidence,
                                           size_t first)
{
    struct assay_stopping_rule rule = assay_stopping_rule_of(kind);
    rule.confidence = confidence;
    rule.precision = design->precision;
    rule.expected = design->expected;
    rule.most = MOST;
    rule.first = first;
    rule.pace = rule.seen = 0;
    return rule;
}

static void set_rules(struct stopping *s, double confidence)
{
    const struct assay_stopping_design *design = s->design;
    const size_t least = design->least, later = least < LATER ? LATER : least;
    struct assay_stopping_rule *rule = s->rule;
    rule[ASSAY_SIMULATE_PEEK] = textbook(design, ASSAY_STOPPED_PEEKED, confidence, least);
    rule[ASSAY_SIMULATE_PEEK_LATER] = textbook(design, ASSAY_STOPPED_PEEKED, confidence, later);
    rule[ASSAY_SIMULATE_ANYTIME] = textbook(design, ASSAY_STOPPED_ANYTIME, confidence, least);
    for (size_t n = 2; n <= MOST; n++) {
        s->t[n] = assay_stopping_reach_at(&rule[ASSAY_SIMULATE_PEEK], n);
        s->anytime[n] = assay_stopping_reach_at(&rule[ASSAY_SIMULATE_ANYTIME], n);
    }
}

uint64_t assay_simulate_stopping_identity(const struct assay_stopping_design *design)
{
    struct assay_simulate_design same = {.n_levels = 1, .ratio = 1};
    same.old_system = (struct assay_simulate_system){{design->fixed}, {design->sd}};
    same.new_system = (struct assay_simulate_system){{design->least}, {design->precision}};
    same.distribution[0] = design->distribution;
    same.drift_sd = design->expected;
    return assay_simulate_identity(&same);
}

enum assay_status assay_simulate_stopping(const struct assay_stopping_design *design,
                                          const struct assay_simulate_options *options,
                                          uint64_t begin, uint64_t end,
                                          struct assay_simulate_tally *tallies,
                                          struct assay_error *error)
{
    struct assay_simulate_options own = *options;
    own.n_methods = ASSAY_SIMULATE_RULES;
    own.n_margins = 0;
    struct stopping stopping = {.design = design,
                                .options = &own,
                                .seed = options->seed ^ assay_simulate_stopping_identity(design),
                                .t = calloc(MOST + 1, sizeof(struct assay_stopping_reach)),
                                .anytime = calloc(MOST + 1, sizeof(struct assay_stopping_reach))};
    enum assay_status status = check(design, error);
    if (status == ASSAY_OK)
        status = simulate_check_range(options->confidence, begin, end, error);
    if (status == ASSAY_OK && (stopping.t == NULL || stopping.anytime == NULL))
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %d critical values", 2 * MOST);
    if (status == ASSAY_OK)
        set_rules(&stopping, options->confidence);
    if (status == ASSAY_OK)
        status = simulate_loop(begin, end, &own, one, &stopping, tallies, error);
    free(stopping.t);
    free(stopping.anytime);
    return status;
}

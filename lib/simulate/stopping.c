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
 */
#include <math.h>
#include <stdlib.h>

#include <assay/interval.h>
#include <assay/random.h>

#include "simulate/design.h"

enum { MOST = 4000, LATER = 10, STEIN_LEAST = 5 };

struct stopping {
    const struct assay_stopping_design *design;
    const struct assay_simulate_options *options;
    uint64_t seed;
    double *t, *anytime; /* critical values after n units */
};

const char *assay_simulate_rule_name(enum assay_simulate_rule rule)
{
    static const char *const names[] = {"fixed", "peek", "peek-10", "stein", "fresh", "anytime"};
    return (size_t)rule < sizeof names / sizeof *names ? names[rule] : NULL;
}

/* ---- values and their running moments (Welford 1962) ---- */

struct moments {
    size_t n;
    double mean, m2;
};

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

static void add(struct moments *m, double x)
{
    double before = x - m->mean;
    m->n++;
    m->mean += before / (double)m->n;
    m->m2 += before * (x - m->mean);
}

static struct moments draw_n(const struct stopping *stopping, struct assay_random *random, size_t n)
{
    struct moments m = {0, 0, 0};
    while (m.n < n)
        add(&m, draw(stopping, random));
    return m;
}

static double half_width(const struct moments *m, double critical)
{
    return critical * sqrt(m->m2 / (double)(m->n - 1) / (double)m->n);
}

/* ---- the rules ---- */

static struct moments draw_until(const struct stopping *stopping, struct assay_random *random,
                                 size_t least, const double *critical)
{
    struct moments m = draw_n(stopping, random, least);
    while (m.n < MOST && half_width(&m, critical[m.n]) > stopping->design->precision * m.mean)
        add(&m, draw(stopping, random));
    return m;
}

/* How many units Stein's rule takes after a pilot: never fewer than that had. */
static size_t needed(const struct stopping *stopping, const struct moments *pilot)
{
    double wanted = stopping->design->precision * pilot->mean, t = stopping->t[pilot->n];
    double n = ceil(t * t * pilot->m2 / (double)(pilot->n - 1) / (wanted * wanted));
    return n < (double)pilot->n ? pilot->n : n > MOST ? MOST : (size_t)n;
}

/* Counts the interval mean +- half; a system of mean 1. units: all that were measured. */
static void judge(const struct stopping *stopping, const struct moments *m, double half,
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
    struct moments m = draw_n(stopping, random, least);
    double t = stopping->t[m.n], pilot_s2 = m.m2 / (double)(m.n - 1);
    for (size_t n = needed(stopping, &m); m.n < n;)
        add(&m, draw(stopping, random));
    judge(stopping, &m, t * sqrt(pilot_s2 / (double)m.n), m.n, tally);
}

static void fresh(const struct stopping *stopping, struct assay_random *random,
                  struct assay_simulate_tally *tally)
{
    size_t least = stopping->design->least < STEIN_LEAST ? STEIN_LEAST : stopping->design->least;
    struct moments pilot = draw_n(stopping, random, least);
    struct moments m = draw_n(stopping, random, needed(stopping, &pilot));
    judge(stopping, &m, half_width(&m, stopping->t[m.n]), m.n + pilot.n, tally);
}

static void until(const struct stopping *stopping, struct assay_random *random, size_t least,
                  const double *critical, struct assay_simulate_tally *tally)
{
    struct moments m = draw_until(stopping, random, least, critical);
    judge(stopping, &m, half_width(&m, critical[m.n]), m.n, tally);
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
    struct moments m = draw_n(s, &random[0], design->fixed);
    judge(s, &m, half_width(&m, s->t[m.n]), m.n, &tallies[ASSAY_SIMULATE_FIXED]);
    size_t later = design->least < LATER ? LATER : design->least;
    until(s, &random[1], design->least, s->t, &tallies[ASSAY_SIMULATE_PEEK]);
    until(s, &random[2], later, s->t, &tallies[ASSAY_SIMULATE_PEEK_LATER]);
    stein(s, &random[3], &tallies[ASSAY_SIMULATE_STEIN]);
    fresh(s, &random[4], &tallies[ASSAY_SIMULATE_FRESH]);
    until(s, &random[5], design->least, s->anytime, &tallies[ASSAY_SIMULATE_ANYTIME]);
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
    struct stopping stopping = {design, &own,
                                options->seed ^ assay_simulate_stopping_identity(design),
                                calloc(MOST + 1, sizeof(double)), calloc(MOST + 1, sizeof(double))};
    enum assay_status status = check(design, error);
    if (status == ASSAY_OK)
        status = simulate_check_range(options->confidence, begin, end, error);
    if (status == ASSAY_OK && (stopping.t == NULL || stopping.anytime == NULL))
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %d critical values", 2 * MOST);
    for (size_t n = 2; status == ASSAY_OK && n <= MOST; n++) {
        stopping.t[n] = assay_t_critical(options->confidence, (double)n - 1);
        stopping.anytime[n] =
            sqrt(assay_anytime_critical(n, design->expected, options->confidence));
    }
    if (status == ASSAY_OK)
        status = simulate_loop(begin, end, &own, one, &stopping, tallies, error);
    free(stopping.t);
    free(stopping.anytime);
    return status;
}

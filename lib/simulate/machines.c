/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.c -- do intervals over machines hold what they promise, and what does one machine promise?
 * Source:   METHODS H1: machine j's rounds are log-normal about its own speed; its ratio is off the true one by
 *           a normal g of standard deviation tau in logs; a round's log ratio has the standard deviation
 *           sigma. The truth of `new machine` is the ratio that another machine measures with the same
 *           effort.
 * Assumes:  both systems vary alike.
 * Edge:     fewer than 2 machines or rounds is ASSAY_INVALID.
 * Checked:  tests/lib/simulate/test_machines.c: the rows of METHODS H1.
 */
#include <math.h>
#include <stdlib.h>

#include <assay/machine.h>
#include <assay/random.h>
#include <assay/simulate_checks.h>

#include "base/parallel.h"
#include "base/try.h"
#include "simulate/design.h"

enum { MOST = 10000 };

struct machines {
    const struct assay_machines_design *design;
    const struct assay_simulate_options *options;
    uint64_t seed;
    double *room; /* [thread]: rounds of all machines and one more, old and new; means; d */
};

const char *assay_simulate_across_name(enum assay_simulate_across across)
{
    static const char *const names[] = {"geometric", "total", "rounds pooled", "new machine",
                                        "one machine"};
    return (size_t)across < sizeof names / sizeof *names ? names[across] : NULL;
}

/* What one experiment draws; the last machine is the new one. */
struct drawn {
    double *old_rounds, *new_rounds, *old_means, *new_means, *d;
};

static size_t room_of(const struct assay_machines_design *design)
{
    return 2 * (design->machines + 1) * design->rounds + 3 * (design->machines + 1);
}

static struct drawn lay_out(const struct assay_machines_design *design, double *room)
{
    const size_t n = design->machines + 1, values = n * design->rounds;
    double *means = room + 2 * values;
    return (struct drawn){room, room + values, means, means + n, means + 2 * n};
}

static void draw_machine(const struct machines *s, struct assay_random *random, size_t j,
                         const struct drawn *drawn)
{
    const struct assay_machines_design *design = s->design;
    const double noise = design->sigma / sqrt(2);
    const double speed = exp(design->speed * assay_random_normal(random));
    const double gain = exp(design->tau * assay_random_normal(random));
    double *x = drawn->old_rounds + j * design->rounds, *y = drawn->new_rounds + j * design->rounds;
    double old_sum = 0, new_sum = 0;
    for (size_t k = 0; k < design->rounds; k++) {
        x[k] = speed * exp(noise * assay_random_normal(random));
        y[k] = speed * gain * exp(noise * assay_random_normal(random));
        old_sum += x[k];
        new_sum += y[k];
    }
    drawn->old_means[j] = old_sum / (double)design->rounds;
    drawn->new_means[j] = new_sum / (double)design->rounds;
    drawn->d[j] = log(new_sum / old_sum);
}

static void count(const struct machines *s, enum assay_status status,
                  const struct assay_interval *interval, double truth,
                  struct assay_simulate_tally *tally)
{
    struct simulate_answer answer = {.defined = status == ASSAY_OK, .has_interval = true};
    answer.interval = *interval;
    tally_answer(tally, &answer, truth, s->options);
}

/* Fieller's paired set of n rounds, whatever they are taken for. */
static void count_paired(const struct machines *s, const double *x, const double *y, size_t n,
                         struct assay_simulate_tally *tally)
{
    const struct assay_sample old_sample = assay_sample_flat(x, n),
                              new_sample = assay_sample_flat(y, n);
    struct assay_estimate ratio = {0};
    const enum assay_status status =
        assay_ratio_paired(&old_sample, &new_sample, s->options->confidence, &ratio, NULL);
    count(s, status, &ratio.interval, 1, tally);
}

static enum assay_status one(uint32_t experiment, size_t thread, void *context,
                             struct assay_simulate_tally *tallies, struct assay_error *error)
{
    (void)error;
    const struct machines *s = context;
    const size_t m = s->design->machines, r = s->design->rounds;
    const struct drawn drawn = lay_out(s->design, s->room + thread * room_of(s->design));
    struct assay_random random;
    assay_random_init(&random, s->seed, ASSAY_RANDOM_SIMULATION, experiment, 0);
    for (size_t j = 0; j <= m; j++)
        draw_machine(s, &random, j, &drawn);
    struct assay_estimate ratio = {0};
    struct assay_interval next = {0};
    const struct assay_view d = {drawn.d, m};
    enum assay_status status = assay_machines_ratio(d, s->options->confidence, &ratio, NULL);
    count(s, status, &ratio.interval, 1, &tallies[ASSAY_ACROSS_GEOMETRIC]);
    status = assay_machines_predict(d, s->options->confidence, &next, NULL);
    count(s, status, &next, exp(drawn.d[m]), &tallies[ASSAY_ACROSS_NEW_MACHINE]);
    count_paired(s, drawn.old_means, drawn.new_means, m, &tallies[ASSAY_ACROSS_TOTAL]);
    count_paired(s, drawn.old_rounds, drawn.new_rounds, m * r, &tallies[ASSAY_ACROSS_POOLED]);
    count_paired(s, drawn.old_rounds, drawn.new_rounds, r, &tallies[ASSAY_ACROSS_ONE]);
    return ASSAY_OK;
}

/* ---- a run ---- */

static enum assay_status check(const struct assay_machines_design *design,
                               struct assay_error *error)
{
    if (design->machines < 2 || design->rounds < 2 || design->machines > MOST ||
        design->rounds > MOST)
        return assay_fail(error, ASSAY_INVALID,
                          "machines and rounds must lie in 2..%d, are %zu and %zu", MOST,
                          design->machines, design->rounds);
    const double sds[] = {design->tau, design->sigma, design->speed};
    for (size_t i = 0; i < 3; i++)
        if (!(sds[i] >= 0 && sds[i] < 10))
            return assay_fail(error, ASSAY_INVALID, "standard deviations must lie in [0, 10)");
    return ASSAY_OK;
}

uint64_t assay_simulate_machines_identity(const struct assay_machines_design *design)
{
    struct assay_simulate_design same = {.n_levels = 1, .ratio = 1};
    same.old_system = (struct assay_simulate_system){{design->machines}, {design->tau}};
    same.new_system = (struct assay_simulate_system){{design->rounds}, {design->sigma}};
    same.drift_sd = design->speed;
    return assay_simulate_identity(&same);
}

enum assay_status assay_simulate_machines(const struct assay_machines_design *design,
                                          const struct assay_simulate_options *options,
                                          uint64_t begin, uint64_t end,
                                          struct assay_simulate_tally *tallies,
                                          struct assay_error *error)
{
    struct assay_simulate_options own = *options;
    own.n_methods = ASSAY_SIMULATE_ACROSS;
    own.n_margins = 0;
    TRY(check(design, error));
    TRY(simulate_check_range(options->confidence, begin, end, error));
    struct machines machines = {
        .design = design,
        .options = &own,
        .seed = options->seed ^ assay_simulate_machines_identity(design),
        .room = calloc(parallel_threads(options->n_threads) * room_of(design), sizeof(double))};
    if (machines.room == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu machines", design->machines);
    enum assay_status status = simulate_loop(begin, end, &own, one, &machines, tallies, error);
    free(machines.room);
    return status;
}

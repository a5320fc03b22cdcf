/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drift.c -- what both systems of a simulated experiment share: the order of their units, the drift.
 * Source:   METHODS C5.
 * Assumes:  drift depends on the time alone; it is shared by the systems.
 * Edge:     without drift nothing is drawn.
 * Checked:  tests/lib/simulate/test_generate.c: moments and orders that are found again.
 */
#include <math.h>

#include "simulate/generate.h"

static const double AUTOCORRELATION = 0.95;

/* Round j holds unit j of both at the times 2 j and 2 j + 1; units without a partner come last. */
static void order_rounds(struct generator *generator, struct assay_random *random, size_t n_old,
                         size_t n_new)
{
    size_t n_rounds = n_old < n_new ? n_old : n_new;
    for (size_t j = 0; j < n_rounds; j++) {
        size_t first = assay_random_u32(random) >> 31;
        generator->position[j] = 2 * j + first;
        generator->position[n_old + j] = 2 * j + 1 - first;
    }
    for (size_t j = n_rounds; j < n_old; j++)
        generator->position[j] = n_rounds + j;
    for (size_t j = n_rounds; j < n_new; j++)
        generator->position[n_old + j] = n_rounds + j;
}

static void draw_order(struct generator *generator, uint32_t experiment, size_t n_old, size_t n_new)
{
    struct assay_random random;
    assay_random_init(&random, generator->seed, ASSAY_RANDOM_SIMULATION, experiment, STREAM_ORDER);
    if (generator->design->order == ASSAY_SIMULATE_SHUFFLED)
        assay_random_permutation(&random, n_old + n_new, generator->position);
    else if (generator->design->order == ASSAY_SIMULATE_ROUNDS)
        order_rounds(generator, &random, n_old, n_new);
    else
        for (size_t i = 0; i < n_old + n_new; i++)
            generator->position[i] = i;
}

/* The drift over time: linear and AR(1) of sd 1, a step from -1 to 1 at a random time. */
static void draw_drift(struct generator *generator, uint32_t experiment, size_t n)
{
    double *d = generator->work;
    struct assay_random random;
    assay_random_init(&random, generator->seed, ASSAY_RANDOM_SIMULATION, experiment, STREAM_DRIFT);
    if (generator->design->drift == ASSAY_SIMULATE_AR1) {
        double fresh = sqrt(1 - AUTOCORRELATION * AUTOCORRELATION);
        d[0] = assay_random_normal(&random);
        for (size_t i = 1; i < n; i++)
            d[i] = AUTOCORRELATION * d[i - 1] + fresh * assay_random_normal(&random);
        return;
    }
    bool step = generator->design->drift == ASSAY_SIMULATE_STEP;
    double when = assay_random_uniform(&random);
    for (size_t i = 0; i < n; i++) {
        double time = ((double)i + 0.5) / (double)n;
        d[i] = step ? copysign(1, time - when) : sqrt(12) * (time - 0.5);
    }
}

void generator_begin(struct generator *generator, uint32_t experiment)
{
    if (generator->work == NULL)
        return;
    size_t r[2] = {generator_top_units(generator, 0), generator_top_units(generator, 1)};
    draw_order(generator, experiment, r[0], r[1]);
    draw_drift(generator, experiment, r[0] + r[1]);
    for (size_t which = 0; which < 2; which++)
        for (size_t j = 0; j < r[which]; j++)
            generator->drift[which][j] = generator->design->drift_sd *
                                         generator->work[generator->position[which * r[0] + j]];
}

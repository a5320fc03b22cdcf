/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping_hosts.h -- rounds and slices of two equal systems, for bench/continued.c and bench/order_pilot.c: data of
 * stopping_data.h; or a host whose speed wanders by 10 % (an Ornstein-Uhlenbeck process that is correlated over tau_s)
 * and goes on from pair to pair: a run takes 100 ms and varies by 0.3 %, in slices of 4 ms by turns, or one run after
 * the other. */
#ifndef BENCH_STOPPING_HOSTS_H
#define BENCH_STOPPING_HOSTS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <assay/random.h>

#include "stopping_data.h"

enum { HOST_SLICES = 25 };

struct host_source {
    const char *name;
    generator *draw; /* NULL: a host */
    double tau_s;
    bool in_slices;
};

struct host {
    const struct host_source *source;
    struct assay_random random;
    double slowness; /* ln, of the host */
};

static double host_next(struct host *h)
{
    const double keep = exp(-0.004 / h->source->tau_s);
    h->slowness =
        keep * h->slowness + 0.1 * sqrt(1 - keep * keep) * assay_random_normal(&h->random);
    return exp(h->slowness);
}

static void host_pair(struct host *h, bool in_slices, double *old_value, double *new_value)
{
    double cpu[2] = {0, 0};
    if (h->source->draw != NULL) {
        *old_value = h->source->draw(&h->random);
        *new_value = h->source->draw(&h->random);
        return;
    }
    const size_t first = assay_random_below(&h->random, 2);
    for (size_t i = 0; i < 2 * HOST_SLICES; i++)
        cpu[(in_slices ? i % 2 : i / HOST_SLICES) ^ first] += host_next(h);
    *old_value = cpu[0] * exp(0.003 * assay_random_normal(&h->random));
    *new_value = cpu[1] * exp(0.003 * assay_random_normal(&h->random));
}

/* Of one run of a source, which is the `place`th of its table. */
static struct host host_of(const struct host_source *source, size_t run, uint64_t seed,
                           uint32_t place)
{
    struct host h = {.source = source};
    assay_random_init(&h.random, seed, ASSAY_RANDOM_SIMULATION, (uint32_t)run, place);
    h.slowness = 0.1 * assay_random_normal(&h.random);
    return h;
}

static int host_ascending(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions.h -- histories for the tests: versions in a store, each told by its level, and what is found in them. */
#ifndef SUPPORT_VERSIONS_H
#define SUPPORT_VERSIONS_H

#include <math.h>

#include <assay/random.h>

#include "analysis/history_analyse.h"
#include "support/stored.h"

enum { VERSIONS_EXECUTIONS = 5 };

/* Values of a level with 1 % of noise between executions and so much between versions. */
struct version_level {
    unsigned seed;
    double level, between;
};

/* A standard normal deviate of its own for each place. */
static inline double versions_noise(unsigned seed, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 1912, ASSAY_RANDOM_TEST, seed, unit);
    return assay_random_normal(&random);
}

static inline double version_value(const void *context, const struct stored_at *at)
{
    const struct version_level *of = context;
    const uint32_t unit = (uint32_t)(1 + at->execution + 100 * at->benchmark + 10000 * at->system);
    return of->level * (double)(1 + at->benchmark) *
           exp(of->between * versions_noise(of->seed, (uint32_t)(90 + 100 * at->benchmark)) +
               0.01 * versions_noise(of->seed, unit));
}

/* Version number `seed`, "v01" and so on, made a minute after the one before. */
static inline int64_t version_add(struct fixture *fixture, struct version_level of,
                                  struct stored_experiment made)
{
    char label[24];
    (void)snprintf(label, sizeof label, "v%02u", of.seed);
    made.label = made.label != NULL ? made.label : label;
    made.commit_s = made.commit_s != 0 ? made.commit_s : 1600000000 + 60 * (int64_t)of.seed;
    made.executions = made.executions > 0 ? made.executions : VERSIONS_EXECUTIONS;
    if (made.value == NULL) {
        made.value = version_value;
        made.context = &of;
    }
    return stored_add(fixture, &made);
}

/* n versions of 0.2 % between them, `by` times as long from `step` on (counted from 1). */
static inline void versions_add(struct fixture *fixture, unsigned n, unsigned step, double by,
                                struct stored_experiment made)
{
    for (unsigned v = 1; v <= n; v++)
        (void)version_add(fixture, (struct version_level){v, v < step ? 1 : by, 0.002}, made);
}

static inline struct history_request versions_request(const struct fixture *fixture)
{
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    request.source.store = fixture->path;
    return request;
}

/* Of all versions; fails with the sentence of what goes wrong. */
static inline void versions_find(struct fixture *fixture, const struct history_request *request,
                                 struct history *history)
{
    struct remarks remarks = {0};
    assert_stored(fixture, history_analyse(request, history, &remarks, &fixture->error));
    remarks_fini(&remarks);
}

#endif

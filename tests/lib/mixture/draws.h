/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws.h -- seeded samples for the tests of mixtures. */
#ifndef TESTS_MIXTURE_DRAWS_H
#define TESTS_MIXTURE_DRAWS_H

#include "support/oracle.h"

#include <assay/mixture.h>
#include <assay/random.h>

static inline struct assay_random stream_of(uint32_t replicate, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 20161, ASSAY_RANDOM_TEST, replicate, unit);
    return random;
}

static inline double draw_mixture(const struct assay_mixture *mixture, struct assay_random *random)
{
    double target = assay_random_uniform(random);
    size_t k = 0;
    while (k + 1 < mixture->k && target >= mixture->part[k].weight)
        target -= mixture->part[k++].weight;
    return mixture->part[k].mean + mixture->part[k].sd * assay_random_normal(random);
}

/* {"w", "mean", "sd"} of the reference values. */
static inline struct assay_mixture read_mixture(const json_t *object)
{
    struct assay_mixture mixture = {0};
    const json_t *w = json_object_get(object, "w"), *mean = json_object_get(object, "mean"),
                 *sd = json_object_get(object, "sd");
    mixture.k = json_array_size(w);
    for (size_t k = 0; k < mixture.k; k++)
        mixture.part[k] = (struct assay_gaussian){oracle_value(json_array_get(w, k)),
                                                  oracle_value(json_array_get(mean, k)),
                                                  oracle_value(json_array_get(sd, k))};
    return mixture;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.h -- the values of one simulated experiment. */
#pragma once

#include "simulate/design.h"
#include "simulate/normal.h"

/* Random streams of one experiment; the first two one for each system. */
enum { STREAM_NORMAL = 0, STREAM_UNIFORM = 2, STREAM_ORDER = 4, STREAM_DRIFT = 5 };

/* What one thread needs to make experiments of one design. */
struct generator {
    const struct assay_simulate_design *design;
    uint64_t seed; /* of the design */
    struct normal_stream normal;
    struct assay_random uniform;
    double *drift[2]; /* of each top unit of old and new; NULL without drift */
    double *work;     /* for drawing the drift */
    size_t *position; /* in time, of the top units of old, then of new */
};
enum assay_status generator_init(struct generator *generator,
                                 const struct assay_simulate_design *design, uint64_t seed,
                                 struct assay_error *error);
void generator_fini(struct generator *generator);

/* Draws what both systems share: the order and the drift. Before either is made. */
void generator_begin(struct generator *generator, uint32_t experiment);

/* n independent effects of mean 0 and sd 1. */
void generator_fill_effects(struct generator *generator, size_t level, double *out, size_t n);

/* All values of one system (0 old, 1 new), the lowest level fastest. */
void generate_values(struct generator *generator, uint32_t experiment, int which, double *values);

/* Means of the units of the highest repeated level: made value by value (unit[] holds the values
 * below one of them), or drawn from their exact distribution (METHODS A1: the variance of such a
 * mean is the sum of T_i^2 / P_i below it), which needs normal effects and nothing else. */
void generate_top_means(struct generator *generator, uint32_t experiment, int which, double *means,
                        double *unit);
void generate_exact_top_means(struct generator *generator, uint32_t experiment, int which,
                              double *means);

/* Units of the highest repeated level of a system (0 old, 1 new). */
size_t generator_top_units(const struct generator *generator, int which);

/* The first level with more than one unit; the lowest when there is none. */
size_t design_top(const size_t *count, size_t n_levels);

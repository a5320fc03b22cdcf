/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design.c -- what a simulated design says, whether it makes sense, and its random numbers' name.
 * Source:   METHODS section 0 (levels), A1 (components).
 * Edge:     a level with one repetition is no level; a design of 2^48 values or more is refused.
 * Checked:  tests/lib/simulate/test_generate.c.
 */
#include "simulate/design.h"

#include <math.h>
#include <string.h>

#include "base/try.h"

static const char *const distributions[] = {"normal", "lognormal", "gamma", "bimodal", "resampled"};
static const char *const drifts[] = {"none", "linear", "step", "ar1"};
static const char *const orders[] = {"rounds", "shuffled", "blocked"};
#define WORD(list, i) ((size_t)(i) < sizeof(list) / sizeof *(list) ? (list)[i] : NULL)

const char *assay_simulate_distribution_name(enum assay_simulate_distribution word)
{
    return WORD(distributions, word);
}

const char *assay_simulate_drift_name(enum assay_simulate_drift word)
{
    return WORD(drifts, word);
}

const char *assay_simulate_order_name(enum assay_simulate_order word)
{
    return WORD(orders, word);
}

struct repeated_counts repeated_counts_of(const size_t *count, size_t n_levels)
{
    struct repeated_counts repeated = {0};
    for (size_t k = 0; k < n_levels; k++)
        if (count[k] > 1)
            repeated.count[repeated.n_levels++] = count[k];
    if (repeated.n_levels == 0)
        repeated.count[repeated.n_levels++] = 1;
    return repeated;
}

size_t design_values(const size_t *count, size_t n_levels)
{
    size_t n = 1;
    for (size_t k = 0; k < n_levels; k++)
        n *= count[k];
    return n;
}

static bool between(double x, double low, double high)
{
    return x >= low && x < high;
}

static enum assay_status check_system(const struct assay_simulate_system *system, size_t n_levels,
                                      const char *name, struct assay_error *error)
{
    double n = 1;
    for (size_t k = 0; k < n_levels; k++) {
        if (system->count[k] == 0)
            return assay_fail(error, ASSAY_INVALID, "level %zu of %s has no repetition", k + 1,
                              name);
        if (!between(system->sd[k], 0, 1e6))
            return assay_fail(error, ASSAY_INVALID,
                              "the sd of level %zu of %s must lie in [0, 1e6) times the mean, is "
                              "%g",
                              k + 1, name, system->sd[k]);
        n *= (double)system->count[k];
    }
    if (n >= 0x1p48)
        return assay_fail(error, ASSAY_INVALID, "%s has %g values, more than can be simulated",
                          name, n);
    return ASSAY_OK;
}

static enum assay_status check_levels(const struct assay_simulate_design *design,
                                      struct assay_error *error)
{
    for (size_t k = 0; k < design->n_levels; k++) {
        if (assay_simulate_distribution_name(design->distribution[k]) == NULL)
            return assay_fail(error, ASSAY_INVALID, "unknown distribution %d",
                              (int)design->distribution[k]);
        if (design->distribution[k] == ASSAY_SIMULATE_RESAMPLED && design->effects[k].n == 0)
            return assay_fail(error, ASSAY_INVALID, "level %zu has no effects to resample", k + 1);
    }
    return ASSAY_OK;
}

enum assay_status assay_simulate_check(const struct assay_simulate_design *design,
                                       struct assay_error *error)
{
    if (design->n_levels == 0 || design->n_levels > ASSAY_MAX_LEVELS)
        return assay_fail(error, ASSAY_INVALID, "a design has 1 to %d levels, not %zu",
                          ASSAY_MAX_LEVELS, design->n_levels);
    TRY(check_system(&design->old_system, design->n_levels, "old", error));
    TRY(check_system(&design->new_system, design->n_levels, "new", error));
    TRY(check_levels(design, error));
    if (!(design->ratio > 0 && isfinite(design->ratio)))
        return assay_fail(error, ASSAY_INVALID, "the true ratio must be positive, is %g",
                          design->ratio);
    if (!between(design->gamma_shape, 0, 1e6))
        return assay_fail(error, ASSAY_INVALID, "the shape of gamma must lie in [0, 1e6), is %g",
                          design->gamma_shape);
    if (assay_simulate_drift_name(design->drift) == NULL ||
        assay_simulate_order_name(design->order) == NULL)
        return assay_fail(error, ASSAY_INVALID, "unknown drift or order");
    if (!between(design->drift_sd, 0, 1e6) || !between(design->tick, 0, 1e6) ||
        !between(design->outlier_share, 0, 1) || !between(design->outlier_size, 0, 1e6))
        return assay_fail(error, ASSAY_INVALID,
                          "drift, tick and outlier size must lie in [0, 1e6), the outliers' share "
                          "in [0, 1)");
    return ASSAY_OK;
}

/* Source: Steele, Lea & Flood, OOPSLA'14 (the finaliser of splitmix64). */
static uint64_t mix(uint64_t state, uint64_t word)
{
    uint64_t z = (state ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t mix_real(uint64_t state, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mix(state, bits);
}

static uint64_t mix_system(uint64_t state, const struct assay_simulate_system *system,
                           size_t n_levels)
{
    for (size_t k = 0; k < n_levels; k++)
        state = mix_real(mix(state, system->count[k]), system->sd[k]);
    return state;
}

uint64_t design_seed(const struct assay_simulate_design *design, uint64_t seed)
{
    uint64_t state = mix(mix(0, seed), design->n_levels);
    state = mix_system(state, &design->old_system, design->n_levels);
    state = mix_system(state, &design->new_system, design->n_levels);
    for (size_t k = 0; k < design->n_levels; k++) {
        state = mix(state, (uint64_t)design->distribution[k]);
        if (design->distribution[k] == ASSAY_SIMULATE_RESAMPLED)
            for (size_t i = 0; i < design->effects[k].n; i++)
                state = mix_real(state, design->effects[k].x[i]);
    }
    state = mix_real(mix_real(state, design->ratio), design->gamma_shape);
    state = mix(mix(state, (uint64_t)design->drift), (uint64_t)design->order);
    state = mix_real(mix_real(state, design->drift_sd), design->tick);
    return mix_real(mix_real(state, design->outlier_share), design->outlier_size);
}

uint64_t assay_simulate_identity(const struct assay_simulate_design *design)
{
    return design_seed(design, 0);
}

uint64_t assay_simulate_sample_identity(const struct assay_sample *sample)
{
    const struct assay_shape *shape = &sample->shape;
    uint64_t state = mix(mix(0, shape->n_levels), shape->count[0]);
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        for (size_t u = 0; u < assay_shape_units(shape, k); u++) {
            size_t begin, end;
            assay_shape_children(shape, k, u, &begin, &end);
            state = mix(state, end - begin);
        }
    for (size_t i = 0; i < assay_shape_units(shape, shape->n_levels - 1); i++)
        state = mix_real(state, sample->values[i]);
    return state;
}

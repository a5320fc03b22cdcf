/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.c -- nested values with known components, and what disturbs them.
 * Source:   METHODS section 0 and A1: effects of each level add (effects.c), drift.c comes on top.
 * Assumes:  effects of different units are independent.
 * Edge:     a level of sd 0 takes no random numbers. Values may be negative when the sds are large.
 * Checked:  tests/lib/simulate/test_generate.c: components, moments and orders that are found again.
 */
#include "simulate/generate.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 64 };

size_t design_top(const size_t *count, size_t n_levels)
{
    size_t top = 0;
    while (top + 1 < n_levels && count[top] == 1)
        top++;
    return top;
}

static const struct assay_simulate_system *system_of(const struct generator *generator, int which)
{
    return which == 0 ? &generator->design->old_system : &generator->design->new_system;
}

size_t generator_top_units(const struct generator *generator, int which)
{
    const struct assay_simulate_system *system = system_of(generator, which);
    return system->count[design_top(system->count, generator->design->n_levels)];
}

enum assay_status generator_init(struct generator *generator,
                                 const struct assay_simulate_design *design, uint64_t seed,
                                 struct assay_error *error)
{
    *generator = (struct generator){.design = design, .seed = seed};
    if (design->drift == ASSAY_SIMULATE_STEADY || design->drift_sd == 0)
        return ASSAY_OK;
    size_t r[2] = {generator_top_units(generator, 0), generator_top_units(generator, 1)};
    generator->drift[0] = calloc(r[0], sizeof(double));
    generator->drift[1] = calloc(r[1], sizeof(double));
    generator->work = calloc(r[0] + r[1], sizeof(double));
    generator->position = calloc(r[0] + r[1], sizeof(size_t));
    if (generator->drift[0] != NULL && generator->drift[1] != NULL && generator->work != NULL &&
        generator->position != NULL)
        return ASSAY_OK;
    generator_fini(generator);
    return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the drift of %zu units", r[0] + r[1]);
}

void generator_fini(struct generator *generator)
{
    free(generator->drift[0]);
    free(generator->drift[1]);
    free(generator->work);
    free(generator->position);
    *generator = (struct generator){0};
}

/* ---- values ---- */

/* One system on its way down: effects are scaled by the mean. */
struct descent {
    struct generator *generator;
    const struct assay_simulate_system *system;
    double mean;
    size_t top;
    const double *drift; /* of the units of level top, or NULL */
};

static void disturb(struct generator *generator, double *values, size_t n)
{
    const struct assay_simulate_design *design = generator->design;
    if (design->outlier_share > 0)
        for (size_t i = 0; i < n; i++)
            if (assay_random_uniform(&generator->uniform) < design->outlier_share)
                values[i] *= 1 + design->outlier_size;
    if (design->tick > 0)
        for (size_t i = 0; i < n; i++)
            values[i] = rint(values[i] / design->tick) * design->tick;
}

/* n values of the lowest level around their parent. */
static void make_values(const struct descent *descent, size_t level, double parent, double *values,
                        size_t n)
{
    double scale = descent->mean * descent->system->sd[level];
    if (scale > 0)
        generator_fill_effects(descent->generator, level, values, n);
    for (size_t i = 0; i < n; i++)
        values[i] = scale > 0 ? parent + scale * values[i] : parent;
}

/* The values below units begin .. begin + n - 1 of a level, one after the other. */
static double *make_units(const struct descent *descent, size_t level, double parent, size_t begin,
                          size_t n, double *values)
{
    const size_t last = descent->generator->design->n_levels - 1;
    bool drifts = level == descent->top && descent->drift != NULL;
    if (level == last && !drifts) {
        make_values(descent, level, parent, values, n);
        disturb(descent->generator, values, n);
        return values + n;
    }
    double unit[CHUNK];
    for (size_t i = 0; i < n; i += CHUNK) {
        size_t m = n - i < CHUNK ? n - i : CHUNK;
        make_values(descent, level, parent, unit, m);
        for (size_t j = 0; drifts && j < m; j++)
            unit[j] += descent->mean * descent->drift[begin + i + j];
        for (size_t j = 0; level == last && j < m; j++)
            values[j] = unit[j];
        if (level == last) {
            disturb(descent->generator, values, m);
            values += m;
        }
        for (size_t j = 0; level < last && j < m; j++)
            values = make_units(descent, level + 1, unit[j], 0, descent->system->count[level + 1],
                                values);
    }
    return values;
}

static struct descent start(struct generator *generator, uint32_t experiment, int which)
{
    normal_stream_init(&generator->normal, generator->seed, experiment,
                       (uint32_t)(STREAM_NORMAL + which));
    assay_random_init(&generator->uniform, generator->seed, ASSAY_RANDOM_SIMULATION, experiment,
                      (uint32_t)(STREAM_UNIFORM + which));
    const struct assay_simulate_system *system = system_of(generator, which);
    return (struct descent){generator, system, which == 0 ? 1 : generator->design->ratio,
                            design_top(system->count, generator->design->n_levels),
                            generator->drift[which]};
}

void generate_values(struct generator *generator, uint32_t experiment, int which, double *values)
{
    struct descent descent = start(generator, experiment, which);
    make_units(&descent, 0, descent.mean, 0, descent.system->count[0], values);
}

/* The shared effect of the levels above the top that have one unit each. */
static double make_parent(const struct descent *descent)
{
    double parent = descent->mean;
    for (size_t k = 0; k < descent->top; k++)
        make_values(descent, k, parent, &parent, 1);
    return parent;
}

/* Eight partial sums: fast, and exact enough for simulated values. */
static double mean_of(const double *x, size_t n)
{
    double part[8] = {0}, sum = 0;
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            part[j] += x[i + j];
    for (size_t j = 0; j < 8; j++)
        sum += part[j];
    for (; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

void generate_top_means(struct generator *generator, uint32_t experiment, int which, double *means,
                        double *unit)
{
    struct descent descent = start(generator, experiment, which);
    const size_t *count = descent.system->count;
    double parent = make_parent(&descent);
    size_t n_levels = generator->design->n_levels;
    size_t below = design_values(count + descent.top + 1, n_levels - descent.top - 1);
    for (size_t j = 0; j < count[descent.top]; j++) {
        make_units(&descent, descent.top, parent, j, 1, unit);
        means[j] = mean_of(unit, below);
    }
}

void generate_exact_top_means(struct generator *generator, uint32_t experiment, int which,
                              double *means)
{
    struct descent descent = start(generator, experiment, which);
    const struct assay_simulate_system *system = descent.system;
    double parent = make_parent(&descent), variance = 0, per_unit = 1;
    for (size_t k = descent.top; k < generator->design->n_levels; k++) {
        per_unit *= k > descent.top ? (double)system->count[k] : 1;
        variance += system->sd[k] * system->sd[k] / per_unit;
    }
    size_t r = system->count[descent.top];
    normal_fill(&generator->normal, means, r);
    for (size_t j = 0; j < r; j++)
        means[j] = parent + descent.mean * sqrt(variance) * means[j];
}

enum assay_status assay_simulate_values(const struct assay_simulate_design *design, uint64_t seed,
                                        uint32_t experiment, int which, double *values,
                                        struct assay_error *error)
{
    enum assay_status status = assay_simulate_check(design, error);
    if (status == ASSAY_OK && which != 0 && which != 1)
        status =
            assay_fail(error, ASSAY_INVALID, "the system is 0 (old) or 1 (new), not %d", which);
    struct generator generator;
    if (status == ASSAY_OK)
        status = generator_init(&generator, design, design_seed(design, seed), error);
    if (status != ASSAY_OK)
        return status;
    generator_begin(&generator, experiment);
    generate_values(&generator, experiment, which, values);
    generator_fini(&generator);
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aa.c -- A against A on real measurements: every difference found is a false alarm.
 * Source:   KT06 section 4 and Figure 2; TR 8.3, which draws with replacement, so that both sides
 *           may share units and alarms look rarer than they are: here the sides share none.
 * Edge:     fewer than 2 x units top units -> ASSAY_UNDEFINED. Unbalanced samples: sets of as many
 *           top units, each with all that it has.
 * Checked:  tests/lib/simulate/test_stored.c: independent units alarm at the level, planted modes do
 *           not.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "base/parallel.h"
#include "base/try.h"
#include "simulate/design.h"

struct desk {
    double *values;
    size_t *order;
    size_t *first[2][ASSAY_MAX_LEVELS]; /* offsets of either side, for unbalanced samples */
};

struct aa {
    const struct assay_sample *sample; /* levels that are repeated nowhere left out */
    bool balanced;
    size_t units; /* top units on either side */
    const struct assay_simulate_options *options;
    struct desk *desks; /* [thread] */
    size_t n_desks;
};

/* Levels that the sides do not repeat are no levels for them. */
static struct assay_sample balanced_side(const struct aa *aa, const double *values)
{
    size_t count[ASSAY_MAX_LEVELS];
    memcpy(count, aa->sample->shape.count, sizeof count);
    count[0] = aa->units;
    struct repeated_counts repeated = repeated_counts_of(count, aa->sample->shape.n_levels);
    return assay_sample_balanced(values, repeated.n_levels, repeated.count);
}

static struct assay_sample uneven_side(const struct aa *aa, size_t *first[ASSAY_MAX_LEVELS],
                                       const size_t *units, const double *values)
{
    const struct assay_shape *shape = &aa->sample->shape;
    struct assay_sample side = {values, {.n_levels = shape->n_levels, .count = {aa->units}}};
    for (size_t k = 0; k + 1 < shape->n_levels; k++) {
        side.shape.first[k] = first[k];
        first[k][0] = 0;
    }
    size_t n[ASSAY_MAX_LEVELS] = {0};
    for (size_t j = 0; j < aa->units; j++)
        for (size_t k = 0, begin = units[j], end = begin + 1, unused; k + 1 < shape->n_levels;
             k++) {
            /* Appends the offsets of the units [begin, end) of a level. */
            for (size_t u = begin; u < end; u++) {
                size_t child, past;
                assay_shape_children(shape, k, u, &child, &past);
                first[k][n[k] + 1] = first[k][n[k]] + (past - child);
                ++n[k];
            }
            assay_shape_children(shape, k, end - 1, &unused, &end);
            assay_shape_children(shape, k, begin, &begin, &unused);
        }
    return side;
}

/* Copies the values of the drawn units to one another; returns where the next ones go. */
static double *copy_units(const struct aa *aa, const size_t *units, double *to)
{
    for (size_t j = 0; j < aa->units; j++) {
        size_t begin = units[j], end = begin + 1;
        if (aa->sample->shape.n_levels > 1)
            assay_shape_values(&aa->sample->shape, 0, units[j], &begin, &end);
        memcpy(to, aa->sample->values + begin, (end - begin) * sizeof(double));
        to += end - begin;
    }
    return to;
}

static enum assay_status one(uint32_t experiment, size_t thread, void *context,
                             struct assay_simulate_tally *tallies, struct assay_error *error)
{
    const struct aa *aa = context;
    struct desk *desk = &aa->desks[thread];
    struct assay_random random;
    assay_random_init(&random, aa->options->seed, ASSAY_RANDOM_SIMULATION, experiment,
                      (uint32_t)aa->units);
    assay_random_permutation(&random, aa->sample->shape.count[0], desk->order);
    struct assay_sample sides[2];
    double *to = desk->values;
    for (size_t side = 0; side < 2; side++) {
        const size_t *units = desk->order + side * aa->units;
        const double *values = to;
        to = copy_units(aa, units, to);
        sides[side] = aa->balanced ? balanced_side(aa, values)
                                   : uneven_side(aa, desk->first[side], units, values);
    }
    uint64_t seed = aa->options->seed + UINT64_C(0x9e3779b97f4a7c15) * (experiment + 1);
    const struct simulate_pair pair = {&sides[0], &sides[1], 1, (double)NAN, seed};
    return simulate_methods(&pair, aa->options, tallies, error);
}

static enum assay_status check(const struct assay_sample *sample, size_t units,
                               struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    size_t r = sample->shape.count[0];
    if (units == 0 || 2 * units > r)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "two disjoint sets of %zu top units need %zu, the sample has %zu", units,
                          2 * units, r);
    return ASSAY_OK;
}

static void desks_free(struct aa *aa)
{
    for (size_t t = 0; aa->desks != NULL && t < aa->n_desks; t++) {
        free(aa->desks[t].values);
        free(aa->desks[t].order);
        for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++) {
            free(aa->desks[t].first[0][k]);
            free(aa->desks[t].first[1][k]);
        }
    }
    free(aa->desks);
}

static bool desk_new(struct desk *desk, const struct assay_shape *shape)
{
    desk->values = malloc(assay_shape_units(shape, shape->n_levels - 1) * sizeof(double));
    desk->order = malloc(shape->count[0] * sizeof(size_t));
    bool made = desk->values != NULL && desk->order != NULL;
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        for (size_t side = 0; side < 2; side++) {
            desk->first[side][k] = malloc((assay_shape_units(shape, k) + 1) * sizeof(size_t));
            made = made && desk->first[side][k] != NULL;
        }
    return made;
}

static enum assay_status desks_new(struct aa *aa, struct assay_error *error)
{
    aa->n_desks = parallel_threads(aa->options->n_threads);
    aa->desks = calloc(aa->n_desks, sizeof *aa->desks);
    bool made = aa->desks != NULL;
    for (size_t t = 0; made && t < aa->n_desks; t++)
        made = desk_new(&aa->desks[t], &aa->sample->shape);
    return made ? ASSAY_OK : assay_fail(error, ASSAY_NO_MEMORY, "no memory for A/A");
}

/* A balanced sample may still carry offsets: its shape as counts. */
static struct assay_shape counts_only(const struct assay_shape *shape)
{
    struct assay_shape plain = {.n_levels = shape->n_levels, .count = {shape->count[0]}};
    for (size_t k = 1; k < plain.n_levels; k++)
        plain.count[k] = assay_shape_units(shape, k) / assay_shape_units(shape, k - 1);
    return plain;
}

enum assay_status assay_simulate_aa(const struct assay_sample *sample, size_t units,
                                    const struct assay_simulate_options *options, uint64_t begin,
                                    uint64_t end, struct assay_simulate_tally *tallies,
                                    struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned repeated = {0};
    bool removed[ASSAY_MAX_LEVELS];
    TRY(check(sample, units, error));
    TRY(simulate_check_options(options, begin, end, error));
    struct assay_sample plain = {.values = sample->values};
    SCOPED(desks_free) struct aa aa = {.sample = &plain, .units = units, .options = options};
    aa.balanced = assay_shape_balanced(&sample->shape);
    enum assay_status status = ASSAY_OK;
    if (aa.balanced) {
        plain.shape = counts_only(&sample->shape);
    } else {
        status = assay_shape_drop_single(&sample->shape, &repeated, removed, error);
        plain.shape = repeated.shape;
    }
    if (status == ASSAY_OK)
        status = desks_new(&aa, error);
    if (status == ASSAY_OK)
        status = simulate_loop(begin, end, options, one, &aa, tallies, error);
    return status;
}

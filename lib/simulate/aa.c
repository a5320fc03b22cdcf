/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aa.c -- A against A on real measurements: every difference found is a false alarm.
 * Source:   KT06 section 4 and Figure 2; TR 8.3, which draws with replacement, so that both sides
 *           may share units and alarms look rarer than they are: here the sides share none.
 * Edge:     fewer than 2 x units top units -> ASSAY_UNDEFINED; unbalanced samples too.
 * Checked:  tests/lib/simulate/test_stored.c: independent units alarm at the level, planted modes do
 *           not.
 */
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "base/parallel.h"
#include "simulate/design.h"

struct desk {
    double *values;
    size_t *order;
};

struct aa {
    const struct assay_sample *sample;
    size_t units, below; /* top units on either side; values below one */
    const struct assay_simulate_options *options;
    struct desk *desks; /* [thread] */
    size_t n_desks;
};

static struct assay_sample side(const struct aa *aa, double *values)
{
    size_t count[ASSAY_MAX_LEVELS];
    memcpy(count, aa->sample->shape.count, sizeof count);
    count[0] = aa->units;
    struct repeated_counts repeated = repeated_counts_of(count, aa->sample->shape.n_levels);
    return assay_sample_balanced(values, repeated.n_levels, repeated.count);
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
    for (size_t j = 0; j < 2 * aa->units; j++)
        memcpy(desk->values + j * aa->below, aa->sample->values + desk->order[j] * aa->below,
               aa->below * sizeof(double));
    struct assay_sample old_sample = side(aa, desk->values);
    struct assay_sample new_sample = side(aa, desk->values + aa->units * aa->below);
    uint64_t seed = aa->options->seed + UINT64_C(0x9e3779b97f4a7c15) * (experiment + 1);
    return simulate_methods(&old_sample, &new_sample, aa->options, 1, seed, tallies, error);
}

static enum assay_status check(const struct assay_sample *sample, size_t units,
                               struct assay_error *error)
{
    enum assay_status status = assay_sample_check(sample, error);
    if (status != ASSAY_OK)
        return status;
    if (!assay_shape_balanced(&sample->shape))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the units have different numbers of values; A/A needs equal ones");
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
    }
    free(aa->desks);
}

static enum assay_status desks_new(struct aa *aa, struct assay_error *error)
{
    aa->n_desks = parallel_threads(aa->options->n_threads);
    aa->desks = calloc(aa->n_desks, sizeof *aa->desks);
    bool made = aa->desks != NULL;
    for (size_t t = 0; made && t < aa->n_desks; t++) {
        aa->desks[t].values = malloc(2 * aa->units * aa->below * sizeof(double));
        aa->desks[t].order = malloc(aa->sample->shape.count[0] * sizeof(size_t));
        made = aa->desks[t].values != NULL && aa->desks[t].order != NULL;
    }
    return made ? ASSAY_OK : assay_fail(error, ASSAY_NO_MEMORY, "no memory for A/A");
}

enum assay_status assay_simulate_aa(const struct assay_sample *sample, size_t units,
                                    const struct assay_simulate_options *options, uint64_t begin,
                                    uint64_t end, struct assay_simulate_tally *tallies,
                                    struct assay_error *error)
{
    enum assay_status status = check(sample, units, error);
    if (status == ASSAY_OK)
        status = simulate_check_options(options, begin, end, error);
    if (status != ASSAY_OK)
        return status;
    /* A balanced sample may still carry offsets: read it by counts. */
    struct assay_sample plain = {.values = sample->values,
                                 .shape = {.n_levels = sample->shape.n_levels}};
    for (size_t k = 0; k < plain.shape.n_levels; k++)
        plain.shape.count[k] = k == 0 ? sample->shape.count[0]
                                      : assay_shape_units(&sample->shape, k) /
                                            assay_shape_units(&sample->shape, k - 1);
    struct aa aa = {.sample = &plain, .units = units, .options = options};
    aa.below = design_values(plain.shape.count + 1, plain.shape.n_levels - 1);
    status = desks_new(&aa, error);
    if (status == ASSAY_OK)
        status = simulate_loop(begin, end, options, one, &aa, tallies, error);
    desks_free(&aa);
    return status;
}

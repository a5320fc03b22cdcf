/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.c -- the design of a stored experiment: its shape, its components, its own effects.
 * Source:   METHODS A1, B3 (components). Effects of a level are
 *           the deviations of unit means from their parent's mean, scaled to the component: drawing
 *           whole units again would count the lower levels twice (A4).
 * Edge:     components below 0 count as 0. A mean of 0 or below -> ASSAY_UNDEFINED.
 * Checked:  tests/lib/simulate/test_stored.c: components of simulated values are found again.
 */
#include <math.h>
#include <stdlib.h>

#include <assay/plan.h>

#include "base/try.h"
#include "simulate/design.h"

static bool same_levels(const bool *a, const bool *b, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static enum assay_status fit_system(const struct assay_sample *sample, bool *removed,
                                    struct assay_simulate_system *system, struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned owned = {0};
    struct assay_components components;
    TRY(assay_sample_check(sample, error));
    TRY(assay_shape_drop_single(&sample->shape, &owned, removed, error));
    struct assay_sample repeated = {.values = sample->values, .shape = owned.shape};
    TRY(assay_components_of(&repeated, &components, error));
    if (!(components.mean > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "a design of shares needs a positive mean, is %g",
                          components.mean);
    *system = (struct assay_simulate_system){.count = {0}};
    for (size_t k = 0, i = 0; k < sample->shape.n_levels; k++) {
        system->count[k] = 1;
        if (removed[k])
            continue;
        system->count[k] = (size_t)lround(fmax(components.level[i].count, 1));
        system->sd[k] = sqrt(fmax(components.level[i].t2, 0)) / components.mean;
        i++;
    }
    return ASSAY_OK;
}

/* Subtracts the parent's mean from its n children. */
static void center(double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        x[i] -= sum;
}

static enum assay_status fit_effects(const struct assay_sample *sample, size_t level,
                                     struct assay_simulate_fit *fit, struct assay_error *error)
{
    size_t n = assay_shape_units(&sample->shape, level);
    double *effects = malloc(n * sizeof *effects);
    if (effects == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the effects of %zu units", n);
    fit->storage[level] = effects;
    TRY(assay_sample_unit_means(sample, level, effects, error));
    size_t parents = level == 0 ? 1 : assay_shape_units(&sample->shape, level - 1);
    for (size_t u = 0; u < parents; u++) {
        size_t begin = 0, end = n;
        if (level > 0)
            assay_shape_children(&sample->shape, level - 1, u, &begin, &end);
        center(effects + begin, end - begin);
    }
    /* Scales to variance 1; effects without any variance stay 0. */
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += effects[i] * effects[i] / (double)n;
    for (size_t i = 0; squares > 0 && i < n; i++)
        effects[i] /= sqrt(squares);
    fit->design.effects[level] = (struct assay_view){effects, n};
    fit->design.distribution[level] = ASSAY_SIMULATE_RESAMPLED;
    return ASSAY_OK;
}

enum assay_status assay_simulate_fit_init(struct assay_simulate_fit *fit,
                                          const struct assay_sample *old_sample,
                                          const struct assay_sample *new_sample, bool resampled,
                                          struct assay_error *error)
{
    struct assay_simulate_fit result = {.design = {.ratio = 1}};
    bool removed[2][ASSAY_MAX_LEVELS];
    if (old_sample->shape.n_levels != new_sample->shape.n_levels)
        return assay_fail(error, ASSAY_UNDEFINED, "old has %zu levels, new has %zu",
                          old_sample->shape.n_levels, new_sample->shape.n_levels);
    result.design.n_levels = old_sample->shape.n_levels;
    enum assay_status status = fit_system(old_sample, removed[0], &result.design.old_system, error);
    if (status == ASSAY_OK)
        status = fit_system(new_sample, removed[1], &result.design.new_system, error);
    if (status == ASSAY_OK && !same_levels(removed[0], removed[1], result.design.n_levels))
        status = assay_fail(error, ASSAY_UNDEFINED,
                            "old and new do not repeat the same levels: neither design fits both");
    for (size_t k = 0; status == ASSAY_OK && resampled && k < result.design.n_levels; k++)
        if (!removed[0][k])
            status = fit_effects(old_sample, k, &result, error);
    if (status != ASSAY_OK) {
        assay_simulate_fit_fini(&result);
        return status;
    }
    *fit = result;
    return ASSAY_OK;
}

void assay_simulate_fit_fini(struct assay_simulate_fit *fit)
{
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++) {
        free(fit->storage[k]);
        fit->storage[k] = NULL;
    }
}

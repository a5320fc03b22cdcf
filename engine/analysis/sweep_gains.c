/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_gains.c -- one system against the first at every value, effects of the grid, and growth along sizes. */
#include <stdlib.h>
#include <string.h>

#include "analysis/sweep_parts.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/text_buffer.h"

/* Cells of two systems at the same values stand in the same order. */
static bool same_levels(const struct sweep_group *group, size_t a, size_t b)
{
    return memcmp(group->cells[a].level, group->cells[b].level,
                  group->n_parameters * sizeof *group->cells[a].level) == 0;
}

/* Better by how much at the worst; exact ones are certain. */
static int sign_of(const struct assay_effect *effect)
{
    if (effect->exact)
        return (effect->estimate > 0) - (effect->estimate < 0);
    return (effect->lower > 0) - (effect->upper < 0);
}

static enum sweep_holds holds(const struct sweep_group *group, const struct sweep_gain *gain)
{
    size_t up = 0, down = 0;
    for (size_t i = 0; i < gain->n; i++) {
        const int sign = sign_of(&gain->at[i].effect);
        up += sign > 0;
        down += sign < 0;
    }
    if (up > 0 && down > 0)
        return SWEEP_CHANGES;
    if (up == gain->n)
        return group->more_is_better ? SWEEP_FASTER : SWEEP_SLOWER;
    if (down == gain->n)
        return group->more_is_better ? SWEEP_SLOWER : SWEEP_FASTER;
    return SWEEP_OPEN;
}

static enum assay_status take_mean(const struct assay_cells *gains, double confidence,
                                   struct assay_effect *out, struct assay_error *error)
{
    OWNED double *values = calloc(gains->rounds + 1, sizeof *values);
    if (values == NULL)
        return fail_no_memory(error);
    for (size_t k = 0; k < gains->rounds; k++)
        for (size_t i = 0; i < gains->cells; i++)
            values[k] += gains->z[k * gains->cells + i] / (double)gains->cells;
    return assay_effect_of((struct assay_view){values, gains->rounds}, confidence, 1, out, error);
}

/* What is undefined stays unsaid; a lack of memory does not. */
static bool said(enum assay_status status, enum assay_status *fatal)
{
    if (status == ASSAY_NO_MEMORY)
        *fatal = status;
    return status == ASSAY_OK;
}

static enum assay_status judge_gain(const struct sweep_group *group,
                                    const struct assay_cells *cells,
                                    const struct sweep_request *request, struct sweep_gain *gain,
                                    struct assay_error *error)
{
    OWNED double *z = calloc(cells->rounds * (gain->n + 1), sizeof *z);
    OWNED struct assay_effect *along = calloc(gain->n + 1, sizeof *along);
    if (z == NULL || along == NULL)
        return fail_no_memory(error);
    const struct assay_cells gains = {z, cells->rounds, gain->n};
    const struct assay_grid grid = {&gain->n, 1};
    const struct sweep_parameter *parameter = &group->parameters[0];
    enum assay_status fatal = ASSAY_OK;
    /* The gains of each round, one column a combination. */
    for (size_t k = 0; k < cells->rounds; k++)
        for (size_t i = 0; i < gain->n; i++)
            z[k * gain->n + i] = cells->z[k * cells->cells + gain->at[i].second] -
                                 cells->z[k * cells->cells + gain->at[i].first];
    gain->has_mean = said(take_mean(&gains, request->confidence, &gain->mean, error), &fatal);
    gain->has_interaction =
        gain->n > 1 && said(assay_factor_test(&gains, &grid, 1, &gain->interaction, error), &fatal);
    gain->has_crossover =
        group->n_parameters == 1 && parameter->numeric && gain->n == parameter->n &&
        said(assay_growth_crossover(&gains, parameter->numbers, request->confidence,
                                    &gain->crossover, along, error),
             &fatal);
    return fatal;
}

static enum assay_status take_family(const struct assay_cells *cells, double confidence,
                                     struct sweep_gain *gain, struct assay_error *error)
{
    OWNED struct assay_cell_pair *pairs = calloc(gain->n + 1, sizeof *pairs);
    OWNED struct assay_effect *effects = calloc(gain->n + 1, sizeof *effects);
    if (pairs == NULL || effects == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < gain->n; i++)
        pairs[i] = (struct assay_cell_pair){gain->at[i].first, gain->at[i].second};
    TRY(assay_factor_pairs(cells, pairs, gain->n, confidence, effects, error));
    for (size_t i = 0; i < gain->n; i++)
        gain->at[i].effect = effects[i];
    return ASSAY_OK;
}

/* ---- effects of the whole grid ---- */

static char *effect_name(const struct sweep_group *group, unsigned effect, bool systems)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    const char *separator = "";
    for (size_t i = 0; out != NULL && i < group->n_parameters + systems; i++)
        if ((effect >> i & 1U) != 0) {
            const bool system = systems && i == 0;
            fprintf(out, "%s%s", separator,
                    system ? "system" : group->parameters[i - systems].name);
            separator = " × ";
        }
    return text_buffer_close(&buffer);
}

/* Main effects, and interactions of two. */
static enum assay_status judge_tests(struct sweep_group *group, const struct assay_cells *cells,
                                     struct assay_error *error)
{
    const bool systems = group->n_systems > 1;
    const size_t n = group->n_parameters + systems;
    size_t level[PARAMETERS_MOST + 1];
    level[0] = group->n_systems;
    for (size_t i = 0; i < group->n_parameters; i++)
        level[i + systems] = group->parameters[i].n;
    const struct assay_grid grid = {level, n};
    group->tests = arena_array(group->memory, n * n, sizeof *group->tests);
    if (group->tests == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; group->complete && i < n; i++)
        for (size_t j = i; j < n; j++) {
            struct sweep_test *one = &group->tests[group->n_tests];
            const unsigned effect = 1U << i | 1U << j;
            const enum assay_status status =
                assay_factor_test(cells, &grid, effect, &one->test, error);
            if (status == ASSAY_UNDEFINED)
                continue;
            TRY(status);
            one->of = arena_keep(group->memory, effect_name(group, effect, systems));
            if (one->of == NULL)
                return fail_no_memory(error);
            group->n_tests++;
        }
    return ASSAY_OK;
}

enum assay_status sweep_judge_gains(struct sweep_group *group, const struct assay_cells *cells,
                                    const struct sweep_request *request, struct assay_error *error)
{
    group->gains = arena_array(group->memory, group->n_systems, sizeof *group->gains);
    if (group->gains == NULL)
        return fail_no_memory(error);
    TRY(judge_tests(group, cells, error));
    for (size_t s = 1; s < group->n_systems; s++) {
        struct sweep_gain *gain = &group->gains[group->n_gains++];
        gain->system = s;
        gain->at = arena_array(group->memory, group->n_cells, sizeof *gain->at);
        if (gain->at == NULL)
            return fail_no_memory(error);
        size_t n = 0;
        for (size_t i = 0; i < group->n_cells; i++)
            for (size_t j = 0; group->cells[i].system == 0 && j < group->n_cells; j++)
                if (group->cells[j].system == gain->system && same_levels(group, i, j))
                    gain->at[n++] = (struct sweep_pair){.first = i, .second = j};
        gain->n = n;
        if (gain->n == 0)
            continue;
        TRY(take_family(cells, request->confidence, gain, error));
        TRY(judge_gain(group, cells, request, gain, error));
        gain->holds = holds(group, gain);
    }
    return ASSAY_OK;
}

/* ---- growth ---- */

void sweep_cells_of_system(const struct assay_cells *cells, size_t system, size_t n, double *z)
{
    for (size_t k = 0; k < cells->rounds; k++)
        memcpy(z + k * n, cells->z + k * cells->cells + system * n, n * sizeof *z);
}

enum assay_status sweep_judge_growth(struct sweep_group *group, const struct assay_cells *cells,
                                     const struct sweep_request *request, struct assay_error *error)
{
    const struct sweep_parameter *sizes = &group->parameters[0];
    if (group->n_parameters != 1 || !sizes->numeric || !group->complete)
        return ASSAY_OK;
    group->growth = arena_array(group->memory, group->n_systems, sizeof *group->growth);
    OWNED double *z = calloc(cells->rounds * sizes->n + 1, sizeof *z);
    enum assay_status fatal = z == NULL || group->growth == NULL ? fail_no_memory(error) : ASSAY_OK;
    for (size_t s = 0; fatal == ASSAY_OK && s < group->n_systems; s++) {
        struct sweep_growth growth = {.system = s, .sizes = sizes->numbers, .n = sizes->n};
        const struct assay_cells own = {z, cells->rounds, sizes->n};
        sweep_cells_of_system(cells, s, sizes->n, z);
        if (said(assay_growth_exponent(&own, sizes->numbers, request->confidence, &growth.exponent,
                                       error),
                 &fatal) &&
            said(assay_growth_law(&own, sizes->numbers, request->margin, &growth.law, error),
                 &fatal))
            group->growth[group->n_growth++] = growth;
    }
    return fatal;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_units.c -- a random level crossed with the parameters: how much its units, machines or builds, differ in
 * a contrast of cells.
 * Source:   METHODS H2 (one contrast per top unit) and H1 (its variance beyond that of the rounds within). Means
 *           and intervals of contrasts rest on the units already; this names the part that only more units reduce.
 * Edge:     units with one round, or where cells have different numbers of them, take the noise of the others.
 * Checked:  tests/data/crossed.json (lme4 1.1-31: variance of a random slope).
 */
#include <math.h>

#include "analysis/machine_units.h"
#include "analysis/sweep_parts.h"
#include "base/failure.h"
#include "base/owned.h"

/* Logarithms of one cell's rounds within each unit: of unit k from first[k] on, before first[k + 1]. */
struct within {
    double *logs;
    size_t *first;
};

struct crossed {
    const struct sweep_group *group;
    struct within *cells;
    double *values, *weight; /* of the rounds of a unit; of each cell in the contrast */
    struct assay_machine *units;
};

static enum assay_status gather(struct arena *memory, const struct sweep_group *group,
                                const struct sweep_cell *cell, struct within *out,
                                struct assay_error *error)
{
    const struct assay_sample *live = &cell->series->live;
    const size_t level = level_below(&live->shape, group->level),
                 units = assay_shape_units(&live->shape, group->level),
                 n = assay_shape_units(&live->shape, level);
    double *means = arena_array(memory, n, sizeof *means);
    out->logs = arena_array(memory, n, sizeof *out->logs);
    out->first = arena_array(memory, group->rounds + 1, sizeof *out->first);
    if (memory->lost)
        return fail_no_memory(error);
    TRY(assay_sample_unit_means(live, level, means, error));
    size_t *kept = out->first, at = 0;
    for (size_t k = 0; k < group->rounds; k++) {
        kept[k] = at;
        for (size_t j = 0; j < units; j++) {
            size_t begin = j, end = j + 1, unused;
            for (size_t l = group->level; l < level; l++) {
                assay_shape_children(&live->shape, l, begin, &begin, &unused);
                assay_shape_children(&live->shape, l, end - 1, &unused, &end);
            }
            for (size_t i = begin; cell->round[j] == k && i < end; i++)
                out->logs[at++] = log(means[i]);
        }
        kept[k + 1] = at;
    }
    return ASSAY_OK;
}

/* One unit's contrast; false where it lacks a cell. */
static bool contrast_of(const struct crossed *all, size_t k, struct assay_machine *out)
{
    size_t rounds = 0, cells = 0;
    bool alike = true;
    double d = 0;
    for (size_t g = 0; g < all->group->n_cells; g++) {
        const struct within *cell = &all->cells[g];
        const size_t n = cell->first[k + 1] - cell->first[k];
        if (all->weight[g] == 0)
            continue;
        if (n == 0)
            return false;
        alike &= cells++ == 0 || n == rounds;
        rounds = n;
        for (size_t i = 0; i < n; i++)
            d += all->weight[g] * cell->logs[cell->first[k] + i] / (double)n;
        for (size_t i = 0; alike && i < n; i++)
            all->values[i] =
                (cells == 1 ? 0 : all->values[i]) + all->weight[g] * cell->logs[cell->first[k] + i];
    }
    const struct assay_view values = {all->values, rounds};
    *out = (struct assay_machine){.d = d, .v = (double)NAN, .rounds = 1};
    return !alike || assay_machine_effect_of_logs(values, out, NULL) == ASSAY_OK;
}

static void judge(const struct crossed *all, double confidence, struct assay_interaction *out)
{
    struct assay_machines found;
    size_t m = 0;
    for (size_t k = 0; k < all->group->rounds; k++)
        m += contrast_of(all, k, &all->units[m]);
    if (assay_machines_combine(all->units, m, confidence, &found, NULL) == ASSAY_OK)
        *out = found.between;
}

static void judge_all(struct crossed *all, struct sweep_group *group, double confidence)
{
    for (size_t i = 0; i < group->n_pairs; i++) {
        struct sweep_pair *pair = &group->pairs[i];
        all->weight[pair->first] = -1;
        all->weight[pair->second] = 1;
        judge(all, confidence, &pair->between);
        all->weight[pair->first] = all->weight[pair->second] = 0;
    }
    for (size_t i = 0; i < group->n_gains; i++) {
        struct sweep_gain *gain = &group->gains[i];
        for (size_t j = 0; j < gain->n; j++) {
            all->weight[gain->at[j].first] = -1 / (double)gain->n;
            all->weight[gain->at[j].second] = 1 / (double)gain->n;
        }
        judge(all, confidence, &gain->between);
        for (size_t g = 0; g < group->n_cells; g++)
            all->weight[g] = 0;
    }
}

enum assay_status sweep_judge_units(struct sweep_group *group, const struct sweep_request *request,
                                    struct assay_error *error)
{
    size_t most = 1;
    for (size_t i = 0; i < group->n_pairs; i++)
        group->pairs[i].between.tau2 = (double)NAN;
    for (size_t i = 0; i < group->n_gains; i++)
        group->gains[i].between.tau2 = (double)NAN;
    if (group->block == SWEEP_VALUES)
        return ASSAY_OK;
    for (size_t g = 0; g < group->n_cells; g++) {
        const size_t n = assay_sample_size(&group->cells[g].series->live);
        most = n > most ? n : most;
    }
    SCOPED(arena_fini) struct arena memory = {0};
    struct crossed all = {.group = group,
                          .cells = arena_array(&memory, group->n_cells, sizeof *all.cells),
                          .values = arena_array(&memory, most, sizeof *all.values),
                          .weight = arena_array(&memory, group->n_cells, sizeof *all.weight),
                          .units = arena_array(&memory, group->rounds, sizeof *all.units)};
    if (memory.lost)
        return fail_no_memory(error);
    for (size_t g = 0; g < group->n_cells; g++)
        TRY(gather(&memory, group, &group->cells[g], &all.cells[g], error));
    judge_all(&all, group, request->confidence);
    return ASSAY_OK;
}

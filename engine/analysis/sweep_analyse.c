/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_analyse.c -- from series to cells in rounds, and what these say. */
#include "analysis/sweep_analyse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/stopping.h>

#include "analysis/machine_units.h"
#include "analysis/sweep_parts.h"
#include "base/failure.h"
#include "base/hash.h"
#include "base/owned.h"

/* ---- cells in rounds ---- */

/* The highest level that is repeated: its units are the rounds' share of a cell. */
static size_t level_of(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    size_t level = 0;
    while (level + 1 < shape->n_levels && assay_shape_units(shape, level) == 1)
        level++;
    return level;
}

/* Equal where unit j of one cell goes with that of another. A machine is one, however often it measured. */
static int64_t key_of(const struct input *input, const struct sweep_group *group,
                      const struct assay_series *series, size_t j)
{
    if (group->block == SWEEP_MACHINES)
        return (int64_t)hash_text(HASH_START, machine_identity_of(input, series, j));
    return group->block == SWEEP_ROUNDS && group->level == 0 ? series->pair_key[j] : (int64_t)j;
}

static int by_key(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The rounds that any cell has, ascending. */
static enum assay_status take_rounds(const struct input *input, const struct sweep_group *group,
                                     int64_t **keys, size_t *n, struct assay_error *error)
{
    size_t room = 1;
    for (size_t g = 0; g < group->n_cells; g++)
        room += assay_shape_units(&group->cells[g].series->live.shape, group->level);
    *n = 0;
    *keys = malloc(room * sizeof **keys);
    if (*keys == NULL)
        return fail_no_memory(error);
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct assay_series *series = group->cells[g].series;
        const size_t units = assay_shape_units(&series->live.shape, group->level);
        for (size_t j = 0; j < units; j++)
            (*keys)[(*n)++] = key_of(input, group, series, j);
    }
    qsort(*keys, *n, sizeof **keys, by_key);
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++)
        if (kept == 0 || (*keys)[kept - 1] != (*keys)[i])
            (*keys)[kept++] = (*keys)[i];
    *n = kept;
    return ASSAY_OK;
}

/* One cell's column of z, and its mean. */
static enum assay_status fill_cell(const struct input *input, struct sweep_group *group, size_t g,
                                   const int64_t *keys, double *z, struct assay_error *error)
{
    struct sweep_cell *cell = &group->cells[g];
    const struct assay_series *series = cell->series;
    const size_t n = assay_shape_units(&series->live.shape, group->level);
    OWNED double *means = calloc(n + 1, sizeof *means);
    OWNED size_t *count = calloc(group->rounds + 1, sizeof *count);
    cell->round = arena_array(group->memory, n, sizeof *cell->round);
    enum assay_status status =
        means == NULL || count == NULL || cell->round == NULL
            ? fail_no_memory(error)
            : assay_sample_unit_means(&series->live, group->level, means, error);
    cell->mean = 0;
    for (size_t j = 0; status == ASSAY_OK && j < n; j++) {
        const int64_t key = key_of(input, group, series, j),
                      *at = bsearch(&key, keys, group->rounds, sizeof key, by_key);
        const size_t k = cell->round[j] = (size_t)(at - keys);
        double *to = &z[k * group->n_cells + g];
        cell->mean += means[j] / (double)n;
        *to = ((count[k] > 0 ? *to : 0) * (double)count[k] + means[j]) / (double)(count[k] + 1);
        count[k]++;
        if (!(means[j] > 0) && group->refusal[0] == '\0')
            (void)snprintf(
                group->refusal, sizeof group->refusal,
                "%.20s of %.50s on %.50s is %.6g in a round: only ratios of values above 0 "
                "are compared",
                series->metric, series->benchmark, series->system, means[j]);
    }
    return status;
}

static enum assay_status take_own(struct sweep_group *group, const struct assay_cells *cells,
                                  double confidence, struct assay_error *error)
{
    OWNED double *values = malloc((cells->rounds + 1) * sizeof *values);
    enum assay_status status = values == NULL ? fail_no_memory(error) : ASSAY_OK;
    for (size_t g = 0; status == ASSAY_OK && g < cells->cells; g++) {
        for (size_t k = 0; k < cells->rounds; k++)
            values[k] = cells->z[k * cells->cells + g];
        status = assay_effect_of((struct assay_view){values, cells->rounds}, confidence, 1,
                                 &group->cells[g].mean_log, error);
        group->cells[g].log_mean = group->cells[g].mean_log.estimate;
    }
    return status;
}

static bool is_machine(const struct assay_series *series)
{
    return level_of(series) == 0 && series->level_name[0] != NULL &&
           strcmp(series->level_name[0], "machine") == 0;
}

/* Units on two machines or more. */
static bool has_machines(const struct input *input, const struct sweep_group *group)
{
    const char *first = machine_identity_of(input, group->cells[0].series, 0);
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct assay_series *series = group->cells[g].series;
        for (size_t j = 0; j < series->live.shape.count[0]; j++)
            if (strcmp(machine_identity_of(input, series, j), first) != 0)
                return true;
    }
    return false;
}

/* What a round is, and which level its units are of. */
static void find_rounds(const struct input *input, struct sweep_group *group)
{
    bool paired = true;
    group->level = SIZE_MAX;
    for (size_t g = 0; g < group->n_cells; g++) {
        const size_t level = level_of(group->cells[g].series);
        group->level = level < group->level ? level : group->level;
    }
    for (size_t g = 0; g < group->n_cells; g++) {
        /* Below a lone top unit, units follow the same rounds in order; iterations follow none. */
        const struct assay_series *series = group->cells[g].series, *first = group->cells[0].series;
        paired &= input->n_sources == 1 && series->pair_key != NULL && first->pair_key != NULL &&
                  group->level <= assay_series_paired_level(series) &&
                  (group->level == 0 || series->pair_key[0] == first->pair_key[0]);
    }
    if (input->n_sources == 1 && is_machine(group->cells[0].series))
        group->block = SWEEP_MACHINES; /* told apart by who they are */
    else
        group->block = paired ? SWEEP_ROUNDS : SWEEP_VALUES;
    if (group->block != SWEEP_MACHINES || has_machines(input, group))
        return;
    group->block = SWEEP_ROUNDS; /* of the only one */
    group->level = level_below(&group->cells[0].series->live.shape, 0);
}

static enum assay_status fill(const struct input *input, struct sweep_group *group,
                              struct assay_error *error)
{
    OWNED int64_t *keys = NULL;
    find_rounds(input, group);
    TRY(take_rounds(input, group, &keys, &group->rounds, error));
    const size_t n = group->rounds * group->n_cells;
    group->z = arena_array(group->memory, n, sizeof *group->z);
    if (group->z == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++)
        group->z[i] = (double)NAN;
    for (size_t g = 0; g < group->n_cells; g++)
        TRY(fill_cell(input, group, g, keys, group->z, error));
    for (size_t i = 0; i < n; i++)
        group->z[i] = log(group->z[i]);
    return ASSAY_OK;
}

/* ---- what they say ---- */

/* The cell that is named: by its whole name, or as the first of one value. */
static enum assay_status find_reference(const struct sweep_group *group, const char *text,
                                        size_t *out, struct assay_error *error)
{
    *out = 0;
    for (size_t g = 0; text != NULL && g < group->n_cells; g++) {
        char *name = sweep_cell_name(group, g), *at = name != NULL ? strstr(name, text) : NULL;
        const size_t n = strlen(text);
        const bool found =
            at != NULL && (at == name || at[-1] == ' ') && (at[n] == '\0' || at[n] == ',');
        free(name);
        *out = g;
        if (name == NULL)
            return fail_no_memory(error);
        if (found)
            return ASSAY_OK;
    }
    if (text == NULL)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE, "@reference: there is no cell \"%s\" (write NAME=VALUE)",
                       text);
}

static size_t list_pairs(const struct sweep_group *group, enum sweep_pairs which, size_t reference,
                         struct assay_cell_pair *pairs)
{
    size_t n = 0;
    for (size_t i = 0; i < group->n_cells; i++)
        for (size_t j = i + 1; which == SWEEP_PAIRS_ALL && j < group->n_cells; j++)
            pairs[n++] = (struct assay_cell_pair){i, j};
    for (size_t i = 0; which == SWEEP_PAIRS_REFERENCE && i < group->n_cells; i++)
        if (i != reference)
            pairs[n++] = (struct assay_cell_pair){reference, i};
    return n;
}

static enum assay_status judge_pooled(struct sweep_group *group, const struct assay_cells *cells,
                                      const struct assay_cell_pair *pairs,
                                      struct assay_effect *effects,
                                      const struct sweep_request *request,
                                      struct assay_error *error)
{
    struct assay_pooled *pooled;
    TRY(assay_pooled_fit(cells, &pooled, error));
    group->spread = assay_pooled_describe(pooled).spread;
    OWNED double *ends = calloc(2 * group->n_cells, sizeof *ends);
    OWNED bool *tied = calloc(group->n_cells, sizeof *tied);
    const enum assay_status status =
        ends == NULL || tied == NULL ? fail_no_memory(error)
        : request->pooled ? assay_pooled_best(pooled, request->confidence, &group->best, ends,
                                              ends + group->n_cells, tied, error)
                          : ASSAY_OK;
    const enum assay_pooled_family family =
        request->pairs == SWEEP_PAIRS_ALL ? ASSAY_POOLED_TUKEY : ASSAY_POOLED_DUNNETT;
    const double critical = request->pooled && status == ASSAY_OK
                                ? assay_pooled_critical(pooled, family, request->confidence)
                                : 0;
    for (size_t i = 0; request->pooled && status == ASSAY_OK && i < group->n_pairs; i++)
        effects[i] = assay_pooled_pair(pooled, pairs[i], family, critical);
    for (size_t g = 0; request->pooled && status == ASSAY_OK && g < group->n_cells; g++)
        group->cells[g].tied = tied[g];
    assay_pooled_free(pooled);
    return status;
}

static enum assay_status judge_own(struct sweep_group *group, const struct assay_cells *cells,
                                   const struct assay_cell_pair *pairs,
                                   struct assay_effect *effects,
                                   const struct sweep_request *request, struct assay_error *error)
{
    OWNED bool *tied = calloc(group->n_cells, sizeof *tied);
    if (tied == NULL)
        return fail_no_memory(error);
    TRY(assay_factor_best(cells, request->confidence, &group->best, tied, error));
    for (size_t g = 0; g < group->n_cells; g++)
        group->cells[g].tied = tied[g];
    return assay_factor_pairs(cells, pairs, group->n_pairs, request->confidence, effects, error);
}

static enum assay_status judge_pairs(struct sweep_group *group, const struct assay_cells *cells,
                                     const struct sweep_request *request, struct assay_error *error)
{
    const size_t most = group->n_cells * group->n_cells;
    size_t reference;
    TRY(find_reference(group, request->reference, &reference, error));
    OWNED struct assay_cell_pair *pairs = calloc(most, sizeof *pairs);
    OWNED struct assay_effect *effects = calloc(most, sizeof *effects);
    group->pairs = arena_array(group->memory, most, sizeof *group->pairs);
    enum assay_status status = ASSAY_OK;
    if (pairs == NULL || effects == NULL || group->pairs == NULL) {
        status = fail_no_memory(error);
    } else {
        group->n_pairs = list_pairs(group, request->pairs, reference, pairs);
        if (!request->pooled)
            status = judge_own(group, cells, pairs, effects, request, error);
        struct assay_error none;
        const enum assay_status pooled =
            judge_pooled(group, cells, pairs, effects, request, request->pooled ? error : &none);
        if (status == ASSAY_OK && (request->pooled || pooled == ASSAY_NO_MEMORY))
            status = pooled;
    }
    for (size_t i = 0; status == ASSAY_OK && i < group->n_pairs; i++)
        group->pairs[i] = (struct sweep_pair){pairs[i].first, pairs[i].second, effects[i]};
    return status;
}

/* The values of throughputs turned, so that the best is the lowest. */
static void turn(const struct sweep_group *group)
{
    for (size_t i = 0; group->more_is_better && i < group->rounds * group->n_cells; i++)
        group->z[i] = -group->z[i];
}

static void turn_pairs(struct sweep_group *group)
{
    for (size_t i = 0; group->more_is_better && i < group->n_pairs; i++) {
        struct assay_effect *effect = &group->pairs[i].effect;
        const double lower = effect->lower;
        effect->estimate = -effect->estimate;
        effect->lower = -effect->upper;
        effect->upper = -lower;
    }
}

/* What an interval beside the best leaves open is not told apart, though the best is sought by ends of one side. */
static void tie(struct sweep_group *group, const struct sweep_pair *pair)
{
    const struct assay_effect *effect = &pair->effect;
    const bool open = !effect->exact && effect->lower <= 0 && effect->upper >= 0;
    const size_t best = group->best.cell, other = pair->first == best ? pair->second : pair->first;
    if (!open || (pair->first != best && pair->second != best) || group->cells[other].tied)
        return;
    group->cells[other].tied = true;
    group->best.ties++;
}

static void tie_what_is_open(struct sweep_group *group)
{
    for (size_t i = 0; i < group->n_pairs; i++)
        tie(group, &group->pairs[i]);
    for (size_t k = 0; k < group->n_gains; k++)
        for (size_t i = 0; i < group->gains[k].n; i++)
            tie(group, &group->gains[k].at[i]);
}

static enum assay_status judge_filled(struct sweep_group *group,
                                      const struct sweep_request *request,
                                      struct assay_error *error)
{
    const struct assay_cells cells = {group->z, group->rounds, group->n_cells};
    if (group->refusal[0] == '\0')
        TRY(take_own(group, &cells, request->confidence, error));
    if (group->refusal[0] != '\0')
        return ASSAY_OK;
    if (group->rounds < ASSAY_FAMILY_ROUNDS) {
        (void)snprintf(group->refusal, sizeof group->refusal,
                       "%zu %s support no family of intervals; at least %d do, %d are advised",
                       group->rounds, sweep_blocks(group), ASSAY_FAMILY_ROUNDS, ASSAY_SWEEP_ROUNDS);
        return ASSAY_OK;
    }
    turn(group);
    const enum assay_status status = judge_pairs(group, &cells, request, error);
    turn_pairs(group);
    turn(group);
    TRY(status);
    TRY(sweep_judge_gains(group, &cells, request, error));
    tie_what_is_open(group);
    TRY(sweep_judge_growth(group, &cells, request, error));
    TRY(sweep_judge_reach(group, &cells, request, error));
    return sweep_judge_units(group, request, error);
}

/* All that is said of a group whose cells stand. What cannot be said is its refusal. */
static enum assay_status judge_group(const struct input *input, struct sweep_group *group,
                                     const struct sweep_request *request, struct assay_error *error)
{
    enum assay_status status = fill(input, group, error);
    if (status == ASSAY_OK)
        status = judge_filled(group, request, error);
    if (group->z != NULL)
        turn(group);
    if (status != ASSAY_UNDEFINED)
        return status;
    (void)snprintf(group->refusal, sizeof group->refusal, "%.250s", error->text);
    return ASSAY_OK;
}

/* ---- all groups ---- */

static bool same_group(const struct sweep_series *a, const struct sweep_series *b)
{
    return strcmp(a->benchmark.base, b->benchmark.base) == 0 &&
           strcmp(a->series->metric, b->series->metric) == 0 &&
           strcmp(a->series->unit, b->series->unit) == 0 && strcmp(a->apart, b->apart) == 0;
}

/* How many sweeps there are: benchmarks and metrics of two series or more. */
static size_t count_groups(const struct sweep_series *series, size_t n)
{
    size_t groups = 0;
    for (size_t i = 0; i < n; i++) {
        size_t before = 0, behind = 0;
        for (size_t j = 0; j < n; j++)
            if (j != i && same_group(&series[i], &series[j])) {
                before += j < i;
                behind += j > i;
            }
        groups += before == 0 && behind > 0;
    }
    return groups;
}

static enum assay_status each_group(const struct input *input, const struct swept *swept,
                                    const struct sweep_request *request,
                                    struct sweep_finding *finding, struct assay_error *error)
{
    const size_t n = swept->n;
    const struct sweep_series *series = swept->series,
                              **members = arena_array(swept->memory, n, sizeof *members);
    bool *done = arena_array(swept->memory, n, sizeof *done);
    finding->groups = arena_array(swept->memory, n, sizeof *finding->groups);
    if (swept->memory->lost)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        size_t found = 0;
        for (size_t j = i; !done[i] && j < n; j++)
            if (same_group(&series[i], &series[j]))
                members[found++] = &series[j];
        for (size_t j = i + 1; j < n; j++)
            done[j] |= found > 0 && same_group(&series[i], &series[j]);
        if (found < 2)
            continue;
        struct sweep_group *group = &finding->groups[finding->n];
        TRY(sweep_group_make(members, found, swept->memory, group, error));
        if (group->n_parameters == 0)
            continue;
        finding->n++;
        TRY(judge_group(input, group, request, error));
    }
    return ASSAY_OK;
}

enum assay_status sweep_analyse(const struct input *input, const struct sweep_request *request,
                                struct sweep_finding *finding, struct assay_error *error)
{
    struct sweep_request allowing = *request; /* for looks on the way */
    if (input->told.stop.rule == STOP_ELIMINATE)
        allowing.confidence =
            assay_eliminate_confidence(request->confidence, input->told.stop.looks);
    *finding = (struct sweep_finding){
        .looks = input->told.stop.rule == STOP_ELIMINATE ? input->told.stop.looks : 0,
        .pooled = request->pooled,
        .margin = request->margin,
        .confidence = request->confidence};
    SCOPED(swept_fini) struct swept swept = {.memory = &finding->memory};
    TRY(sweep_series_of(input, request, &swept, error));
    if (request->suite) {
        finding->families = count_groups(swept.series, swept.n);
        allowing.confidence = assay_eliminate_confidence(allowing.confidence, finding->families);
    }
    TRY(each_group(input, &swept, &allowing, finding, error));
    if (request->front)
        TRY(sweep_judge_fronts(finding, &allowing, error));
    if (finding->n == 0)
        return fail_naming(
            error, ASSAY_UNDEFINED,
            "no benchmark has a parameter with two values or more here (assay run "
            "@parameter-list=NAME A,B or @parameter-scan=NAME MIN MAX measures them)");
    return ASSAY_OK;
}

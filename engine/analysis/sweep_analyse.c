/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_analyse.c -- from series to cells in rounds, and what these say. */
#include "analysis/sweep_analyse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/stopping.h>

#include "analysis/sweep_parts.h"
#include "base/failure.h"

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

static bool has_rounds(const struct sweep_cell *cell)
{
    return cell->series->pair_key != NULL && level_of(cell->series) == 0;
}

static int by_key(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The rounds that any cell has, ascending. */
static enum assay_status take_rounds(const struct sweep_group *group, int64_t **keys, size_t *n,
                                     struct assay_error *error)
{
    size_t room = 1;
    for (size_t g = 0; g < group->n_cells; g++)
        room += assay_shape_units(&group->cells[g].series->live.shape,
                                  level_of(group->cells[g].series));
    *n = 0;
    *keys = malloc(room * sizeof **keys);
    if (*keys == NULL)
        return fail_no_memory(error);
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct assay_series *series = group->cells[g].series;
        const size_t units = assay_shape_units(&series->live.shape, level_of(series));
        for (size_t j = 0; j < units; j++)
            (*keys)[(*n)++] = group->paired ? series->pair_key[j] : (int64_t)j;
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
static enum assay_status fill_cell(struct sweep_group *group, size_t g, const int64_t *keys,
                                   double *z, struct assay_error *error)
{
    struct sweep_cell *cell = &group->cells[g];
    const struct assay_series *series = cell->series;
    const size_t level = level_of(series), n = assay_shape_units(&series->live.shape, level);
    double *means = calloc(n + 1, sizeof *means);
    if (means == NULL)
        return fail_no_memory(error);
    enum assay_status status = assay_sample_unit_means(&series->live, level, means, error);
    cell->mean = 0;
    for (size_t j = 0; status == ASSAY_OK && j < n; j++) {
        const int64_t key = group->paired ? series->pair_key[j] : (int64_t)j;
        const int64_t *at = bsearch(&key, keys, group->rounds, sizeof key, by_key);
        cell->mean += means[j] / (double)n;
        if (at != NULL)
            z[(size_t)(at - keys) * group->n_cells + g] = log(means[j]);
        if (!(means[j] > 0) && group->refusal[0] == '\0')
            (void)snprintf(
                group->refusal, sizeof group->refusal,
                "%.20s of %.50s on %.50s is %.6g in a round: only ratios of values above 0 "
                "are compared",
                series->metric, series->benchmark, series->system, means[j]);
    }
    free(means);
    return status;
}

static enum assay_status take_own(struct sweep_group *group, const struct assay_cells *cells,
                                  double confidence, struct assay_error *error)
{
    double *values = malloc((cells->rounds + 1) * sizeof *values);
    enum assay_status status = values == NULL ? fail_no_memory(error) : ASSAY_OK;
    for (size_t g = 0; status == ASSAY_OK && g < cells->cells; g++) {
        for (size_t k = 0; k < cells->rounds; k++)
            values[k] = cells->z[k * cells->cells + g];
        status = assay_effect_of((struct assay_view){values, cells->rounds}, confidence, 1,
                                 &group->cells[g].mean_log, error);
        group->cells[g].log_mean = group->cells[g].mean_log.estimate;
    }
    free(values);
    return status;
}

static enum assay_status fill(struct sweep_group *group, double **z, struct assay_error *error)
{
    int64_t *keys = NULL;
    group->paired = true;
    for (size_t g = 0; g < group->n_cells; g++)
        group->paired &= has_rounds(&group->cells[g]);
    enum assay_status status = take_rounds(group, &keys, &group->rounds, error);
    const size_t n = group->rounds * group->n_cells;
    *z = status == ASSAY_OK ? malloc((n + 1) * sizeof **z) : NULL;
    if (status == ASSAY_OK && *z == NULL)
        status = fail_no_memory(error);
    for (size_t i = 0; status == ASSAY_OK && i < n; i++)
        (*z)[i] = (double)NAN;
    for (size_t g = 0; status == ASSAY_OK && g < group->n_cells; g++)
        status = fill_cell(group, g, keys, *z, error);
    free(keys);
    return status;
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
    return assay_fail(error, ASSAY_USAGE, "--reference: there is no cell \"%s\" (write NAME=VALUE)",
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
    enum assay_status status = assay_pooled_fit(cells, &pooled, error);
    if (status != ASSAY_OK)
        return status;
    group->spread = assay_pooled_describe(pooled).spread;
    double *ends = calloc(2 * group->n_cells, sizeof *ends);
    bool *tied = calloc(group->n_cells, sizeof *tied);
    if (!request->pooled)
        status = ASSAY_OK;
    else if (ends == NULL || tied == NULL)
        status = fail_no_memory(error);
    else
        status = assay_pooled_best(pooled, request->confidence, &group->best, ends,
                                   ends + group->n_cells, tied, error);
    const enum assay_pooled_family family =
        request->pairs == SWEEP_PAIRS_ALL ? ASSAY_POOLED_TUKEY : ASSAY_POOLED_DUNNETT;
    const double critical = request->pooled && status == ASSAY_OK
                                ? assay_pooled_critical(pooled, family, request->confidence)
                                : 0;
    for (size_t i = 0; request->pooled && status == ASSAY_OK && i < group->n_pairs; i++)
        effects[i] = assay_pooled_pair(pooled, pairs[i], family, critical);
    for (size_t g = 0; request->pooled && status == ASSAY_OK && g < group->n_cells; g++)
        group->cells[g].tied = tied[g];
    free(ends);
    free(tied);
    assay_pooled_free(pooled);
    return status;
}

static enum assay_status judge_own(struct sweep_group *group, const struct assay_cells *cells,
                                   const struct assay_cell_pair *pairs,
                                   struct assay_effect *effects,
                                   const struct sweep_request *request, struct assay_error *error)
{
    bool *tied = calloc(group->n_cells, sizeof *tied);
    if (tied == NULL)
        return fail_no_memory(error);
    enum assay_status status =
        assay_factor_best(cells, request->confidence, &group->best, tied, error);
    for (size_t g = 0; status == ASSAY_OK && g < group->n_cells; g++)
        group->cells[g].tied = tied[g];
    free(tied);
    if (status == ASSAY_OK)
        status =
            assay_factor_pairs(cells, pairs, group->n_pairs, request->confidence, effects, error);
    return status;
}

static enum assay_status judge_pairs(struct sweep_group *group, const struct assay_cells *cells,
                                     const struct sweep_request *request, struct assay_error *error)
{
    const size_t most = group->n_cells * group->n_cells;
    size_t reference;
    enum assay_status status = find_reference(group, request->reference, &reference, error);
    if (status != ASSAY_OK)
        return status;
    struct assay_cell_pair *pairs = calloc(most, sizeof *pairs);
    struct assay_effect *effects = calloc(most, sizeof *effects);
    group->pairs = calloc(most, sizeof *group->pairs);
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
    free(pairs);
    free(effects);
    return status;
}

/* The values of throughputs turned, so that the best is the lowest. */
static void turn(const struct sweep_group *group, double *z)
{
    for (size_t i = 0; group->more_is_better && i < group->rounds * group->n_cells; i++)
        z[i] = -z[i];
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

/* All that is said of a group whose cells stand. What cannot be said is its refusal. */
static enum assay_status judge_group(struct sweep_group *group, const struct sweep_request *request,
                                     struct assay_error *error)
{
    double *z = NULL;
    enum assay_status status = fill(group, &z, error);
    const struct assay_cells cells = {z, group->rounds, group->n_cells};
    if (status == ASSAY_OK && group->refusal[0] == '\0')
        status = take_own(group, &cells, request->confidence, error);
    if (status == ASSAY_OK && group->refusal[0] == '\0' && group->rounds < ASSAY_FAMILY_ROUNDS) {
        (void)snprintf(group->refusal, sizeof group->refusal,
                       "%zu rounds support no family of intervals; at least %d do, %d are advised",
                       group->rounds, ASSAY_FAMILY_ROUNDS, ASSAY_SWEEP_ROUNDS);
    } else if (status == ASSAY_OK && group->refusal[0] == '\0') {
        turn(group, z);
        status = judge_pairs(group, &cells, request, error);
        turn_pairs(group);
        turn(group, z);
        if (status == ASSAY_OK)
            status = sweep_judge_gains(group, &cells, request, error);
        if (status == ASSAY_OK)
            status = sweep_judge_growth(group, &cells, request, error);
    }
    free(z);
    if (status == ASSAY_UNDEFINED) {
        (void)snprintf(group->refusal, sizeof group->refusal, "%.250s", error->text);
        return ASSAY_OK;
    }
    return status;
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

static enum assay_status each_group(const struct sweep_series *series, size_t n,
                                    const struct sweep_request *request,
                                    struct sweep_finding *finding, struct remarks *remarks,
                                    struct assay_error *error)
{
    const struct sweep_series **members = calloc(n + 1, sizeof *members);
    bool *done = calloc(n + 1, sizeof *done);
    enum assay_status status = members == NULL || done == NULL ? fail_no_memory(error) : ASSAY_OK;
    for (size_t i = 0; status == ASSAY_OK && i < n; i++) {
        size_t found = 0;
        for (size_t j = i; !done[i] && j < n; j++)
            if (same_group(&series[i], &series[j]))
                members[found++] = &series[j];
        for (size_t j = i + 1; j < n; j++)
            done[j] |= found > 0 && same_group(&series[i], &series[j]);
        if (found < 2)
            continue;
        struct sweep_group *group = &finding->groups[finding->n++];
        status = sweep_group_make(members, found, group, remarks, error);
        if (status != ASSAY_OK || group->n_cells < 2)
            continue;
        if (group->n_parameters > 0) {
            status = judge_group(group, request, error);
        } else {
            sweep_group_fini(group);
            finding->n--;
        }
    }
    free(members);
    free(done);
    return status;
}

enum assay_status sweep_analyse(const struct input *input, const struct sweep_request *request,
                                struct sweep_finding *finding, struct remarks *remarks,
                                struct assay_error *error)
{
    struct sweep_series *series = NULL;
    size_t n = 0;
    struct sweep_request allowing = *request; /* for looks on the way */
    if (input->stop.rule == STOP_ELIMINATE)
        allowing.confidence = assay_eliminate_confidence(request->confidence, input->stop.looks);
    *finding =
        (struct sweep_finding){.looks = input->stop.rule == STOP_ELIMINATE ? input->stop.looks : 0,
                               .pooled = request->pooled,
                               .margin = request->margin,
                               .confidence = request->confidence};
    enum assay_status status = sweep_series_of(input, request, &series, &n, error);
    if (status == ASSAY_OK) {
        finding->groups = calloc(n + 1, sizeof *finding->groups);
        if (finding->groups == NULL)
            status = fail_no_memory(error);
    }
    if (status == ASSAY_OK && request->suite) {
        finding->families = count_groups(series, n);
        allowing.confidence = assay_eliminate_confidence(allowing.confidence, finding->families);
    }
    if (status == ASSAY_OK)
        status = each_group(series, n, &allowing, finding, remarks, error);
    sweep_series_free(series, n);
    if (status == ASSAY_OK && finding->n == 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "no benchmark has a parameter with two values or more here (assay run "
                          "-L NAME A,B or -P NAME MIN MAX measures them)");
    return status;
}

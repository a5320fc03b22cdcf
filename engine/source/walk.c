/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walk.c -- a finished series unit by unit, and one value of each. */
#include "source/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/name_list.h"

static bool stand_at(struct walk *walk, size_t unit, size_t begin, size_t end)
{
    walk->unit.number = unit;
    walk->unit.values = walk->sample->values + begin;
    walk->unit.n = end - begin;
    walk->unit.n_warmup = walk->series->n_warmup != NULL ? walk->series->n_warmup[unit] : 0;
    return true;
}

static const char *label_at(struct walk *walk, size_t level)
{
    const char *const *labels = walk->series->unit_label[level];
    if (labels != NULL)
        return labels[walk->at[level]];
    (void)snprintf(walk->numbers[level], sizeof walk->numbers[level], "%zu",
                   walk->unit.index[level] + 1);
    return walk->numbers[level];
}

/* From the unit of this level down to the values; false: one on the way has nothing below it. */
static bool enter(struct walk *walk, size_t level)
{
    const struct assay_shape *shape = &walk->sample->shape;
    for (;; level++) {
        size_t begin, end;
        walk->unit.index[level] = walk->at[level] - walk->first[level];
        walk->unit.labels[level] = label_at(walk, level);
        assay_shape_children(shape, level, walk->at[level], &begin, &end);
        if (level + 2 == shape->n_levels)
            return stand_at(walk, walk->at[level], begin, end);
        if (begin == end) {
            while (++level + 1 < shape->n_levels)
                walk->at[level] = walk->end[level] = 0; /* nothing is left there */
            return false;
        }
        walk->first[level + 1] = walk->at[level + 1] = begin;
        walk->end[level + 1] = end;
    }
}

bool walk_begin(struct walk *walk, const struct assay_series *series)
{
    walk->series = series;
    walk->sample = series->n_warmup != NULL ? &series->all : &series->live;
    const struct assay_shape *shape = &walk->sample->shape;
    if (shape->count[0] == 0)
        return false;
    if (shape->n_levels == 1)
        return stand_at(walk, 0, 0, shape->count[0]);
    walk->first[0] = walk->at[0] = 0;
    walk->end[0] = shape->count[0];
    return enter(walk, 0) || walk_next(walk);
}

bool walk_next(struct walk *walk)
{
    const size_t n_levels = walk->sample->shape.n_levels;
    if (n_levels == 1)
        return false;
    for (;;) {
        size_t level = n_levels - 2;
        while (++walk->at[level] >= walk->end[level])
            if (level-- == 0)
                return false;
        if (enter(walk, level))
            return true;
    }
}

bool walk_series(const struct assay_series *series,
                 bool (*visit)(void *context, const struct walk_unit *unit), void *context)
{
    struct walk walk;
    for (bool there = walk_begin(&walk, series); there; there = walk_next(&walk))
        if (!visit(context, &walk.unit))
            return false;
    return true;
}

const struct assay_occasion *walk_occasion(const struct assay_series *series,
                                           const struct walk_unit *unit, size_t at)
{
    const bool of_values = assay_series_paired_level(series) + 1 == series->live.shape.n_levels;
    if (series->occasion == NULL)
        return NULL;
    return &series->occasion[of_values ? (size_t)(unit->values - series->live.values) + at
                                       : unit->number];
}

/* One value a unit. */

/* The level whose units give one value each. */
static enum assay_status find_level(const struct assay_series *series, const char *wanted,
                                    size_t *level, struct assay_error *error)
{
    const struct assay_shape *shape = &series->live.shape;
    *level = 0;
    if (wanted == NULL) { /* a level of one unit is no level */
        while (*level + 1 < shape->n_levels && assay_shape_units(shape, *level) == 1)
            ++*level;
        return ASSAY_OK;
    }
    for (; *level < shape->n_levels; ++*level)
        if (strcmp(series->level_name[*level], wanted) == 0)
            return ASSAY_OK;
    const char *names[ASSAY_MAX_LEVELS];
    char list[512];
    for (size_t i = 0; i < shape->n_levels; i++)
        names[i] = series->level_name[i];
    name_list_join(&(struct name_list){names, shape->n_levels}, list, sizeof list);
    return assay_fail(error, ASSAY_MISSING, "%s has no level \"%s\"; it has %s", series->benchmark,
                      wanted, list);
}

enum assay_status observation_of(const struct assay_series *series, const char *wanted,
                                 struct observation *out, struct assay_error *error)
{
    const struct assay_shape *shape = &series->live.shape;
    size_t level;
    struct assay_error problem;
    TRY(find_level(series, wanted, &level, error));
    const size_t n = assay_shape_units(shape, level);
    double *means = malloc(n * sizeof *means);
    if (means == NULL)
        return fail_no_memory(error);
    if (assay_sample_unit_means(&series->live, level, means, &problem) != ASSAY_OK) {
        free(means);
        return assay_fail(error, problem.status, "%s: %s", series->benchmark, problem.text);
    }
    *out = (struct observation){(struct assay_view){means, n}, series->level_name[level],
                                level > 0 && assay_shape_units(shape, level - 1) > 1};
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factors_apart.c -- `reference factors` of what shares no rounds: cells with values of their own, and builds
 * that are nested in systems, each with all values of a parameter. */
#include <stdlib.h>

#include "reference/reference.h"

/* Logarithms: z[unit * values + value] of a cell, with one value a unit, or of a system, whose units are builds. */
struct group {
    double *z, *x; /* and each unit's contrast of values */
    size_t units;
    double weight;
};

struct apart {
    struct group *group;
    struct assay_view *used;
    double *weight, *of_values;
    size_t groups, values;
    json_t *names, *numbers[6];
};

static void apart_free(struct apart *apart)
{
    for (size_t g = 0; apart->group != NULL && g < apart->groups; g++) {
        free(apart->group[g].z);
        free(apart->group[g].x);
    }
    free(apart->group);
    free(apart->used);
    free(apart->weight);
    free(apart->of_values);
}

static bool read_group(struct reference *answer, const json_t *list, bool nested,
                       const struct apart *apart, struct group *group)
{
    const size_t values = apart->values, n = group->units = json_array_size(list);
    group->z = calloc(n * values + 1, sizeof *group->z);
    group->x = calloc(n + 1, sizeof *group->x);
    if (group->z == NULL || group->x == NULL)
        return reference_no_memory(answer);
    for (size_t i = 0; i < n * values; i++) {
        const json_t *unit = json_array_get(list, i / values);
        if (nested && json_array_size(unit) != values)
            return reference_wrong(answer, "time", "has builds of different lengths");
        if (!reference_time(answer, nested ? json_array_get(unit, i % values) : unit, "time",
                            &group->z[i]))
            return false;
    }
    return true;
}

static bool read_groups(struct reference *answer, bool nested, struct apart *apart)
{
    const json_t *time = json_object_get(answer->object, "time");
    apart->groups = json_array_size(time);
    apart->values = nested ? json_array_size(json_array_get(json_array_get(time, 0), 0)) : 1;
    if (apart->groups < 2 || apart->values == 0)
        return reference_wrong(answer, "time",
                               nested ? "must be [system][build][value], of two systems or more"
                                      : "must be [cell][value], of two cells or more");
    apart->group = calloc(apart->groups, sizeof *apart->group);
    apart->used = calloc(apart->groups, sizeof *apart->used);
    apart->weight = calloc(apart->groups, sizeof *apart->weight);
    apart->of_values = calloc(apart->values, sizeof *apart->of_values);
    if (apart->group == NULL || apart->used == NULL || apart->weight == NULL ||
        apart->of_values == NULL)
        return reference_no_memory(answer);
    for (size_t g = 0; g < apart->groups; g++)
        if (!read_group(answer, json_array_get(time, g), nested, apart, &apart->group[g]))
            return false;
    return true;
}

/* The units' contrasts of values, by the weights of these. */
static void contrast_units(const struct apart *apart, struct group *group)
{
    for (size_t u = 0; u < group->units; u++) {
        group->x[u] = 0;
        for (size_t p = 0; p < apart->values; p++)
            if (apart->of_values[p] != 0)
                group->x[u] += apart->of_values[p] * group->z[u * apart->values + p];
    }
}

/* One contrast: of values within units, then of groups. */
static bool put_contrast(struct reference *answer, struct apart *apart, const char *name)
{
    struct assay_effect effect;
    size_t n = 0;
    for (size_t g = 0; g < apart->groups; g++) {
        struct group *group = &apart->group[g];
        if (group->weight == 0)
            continue;
        contrast_units(apart, group);
        apart->used[n] = (struct assay_view){group->x, group->units};
        apart->weight[n++] = group->weight;
    }
    if (assay_effect_unpaired(apart->used, apart->weight, n, answer->confidence, 1, &effect,
                              &answer->error) != ASSAY_OK)
        return false;
    const double numbers[] = {effect.estimate, effect.se,    effect.df,
                              effect.lower,    effect.upper, effect.p};
    render_json_append(apart->names, render_json_text(name));
    for (size_t k = 0; k < 6; k++)
        render_json_append(apart->numbers[k], render_json_number(numbers[k]));
    return true;
}

/* "contrasts": {NAME: [a weight for each cell]}. */
static bool put_cells(struct reference *answer, struct apart *apart)
{
    const char *name;
    json_t *list, *contrasts = json_object_get(answer->object, "contrasts");
    apart->of_values[0] = 1;
    json_object_foreach(contrasts, name, list)
    {
        double *weights = NULL;
        size_t n = 0;
        bool good = reference_list(answer, list, name, &weights, &n);
        if (good && n != apart->groups)
            good = reference_wrong(answer, name, "must have a weight for each cell");
        for (size_t g = 0; good && g < n; g++)
            apart->group[g].weight = weights[g];
        free(weights);
        if (!good || !put_contrast(answer, apart, name))
            return false;
    }
    return json_array_size(apart->names) > 0 ||
           reference_wrong(answer, "contrasts", "must name them: {NAME: [a weight for each cell]}");
}

/* Of the units' values: this many times value p, and so many times their mean. */
static void weigh_values(struct apart *apart, size_t p, double times, double means)
{
    for (size_t i = 0; i < apart->values; i++)
        apart->of_values[i] = (i == p ? times : 0) + means / (double)apart->values;
}

static bool put_system(struct reference *answer, struct apart *apart, size_t system)
{
    char name[80];
    for (size_t g = 0; g < apart->groups; g++)
        apart->group[g].weight = g == 0 ? -1 : g == system;
    weigh_values(apart, 0, 0, 1);
    (void)snprintf(name, sizeof name, "s%zu - s1", system + 1);
    bool good = put_contrast(answer, apart, name);
    for (size_t p = 0; good && p < apart->values; p++) {
        weigh_values(apart, p, 1, 0);
        (void)snprintf(name, sizeof name, "s%zup%zu - s1p%zu", system + 1, p + 1, p + 1);
        good = put_contrast(answer, apart, name);
        weigh_values(apart, p, 1, -1);
        (void)snprintf(name, sizeof name, "s%zu - s1 at p%zu, less all", system + 1, p + 1);
        good = good && put_contrast(answer, apart, name);
    }
    return good;
}

/* Between systems by their builds, between values within builds. */
static bool put_builds(struct reference *answer, struct apart *apart)
{
    char name[80];
    bool good = true;
    for (size_t s = 1; good && s < apart->groups; s++)
        good = put_system(answer, apart, s);
    for (size_t p = 1; good && p < apart->values; p++) {
        for (size_t g = 0; g < apart->groups; g++)
            apart->group[g].weight = 1 / (double)apart->groups;
        for (size_t i = 0; i < apart->values; i++)
            apart->of_values[i] = (i == p) - (double)(i == 0);
        (void)snprintf(name, sizeof name, "p%zu - p1", p + 1);
        good = put_contrast(answer, apart, name);
    }
    return good;
}

bool reference_factors_apart(struct reference *answer)
{
    const bool nested = json_object_get(answer->object, "contrasts") == NULL;
    struct apart apart = {.names = render_json_array()};
    static const char *const keys[] = {"estimate", "se", "df", "lower", "upper", "p"};
    reference_put(answer, JSON("contrast", apart.names));
    for (size_t k = 0; k < 6; k++)
        reference_put(answer, JSON(keys[k], apart.numbers[k] = render_json_array()));
    const bool good = read_groups(answer, nested, &apart) &&
                      (nested ? put_builds(answer, &apart) : put_cells(answer, &apart));
    apart_free(&apart);
    return good;
}

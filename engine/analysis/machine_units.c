/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_units.c -- the rounds that each machine gave of two series, by the machines' identities. */
#include "analysis/machine_units.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"

void rounds_fini(struct rounds *rounds)
{
    free(rounds->means);
    free(rounds->first);
}

size_t level_below(const struct assay_shape *shape, size_t level)
{
    size_t below = level + 1;
    while (below < shape->n_levels &&
           assay_shape_units(shape, below) == assay_shape_units(shape, level))
        below++;
    return below < shape->n_levels ? below : level;
}

/* Units of the level before top unit j's first one. */
static size_t units_before(const struct assay_shape *shape, size_t level, size_t j)
{
    size_t at = j, end;
    if (j == shape->count[0])
        return assay_shape_units(shape, level);
    for (size_t k = 0; k < level; k++)
        assay_shape_children(shape, k, at, &at, &end);
    return at;
}

enum assay_status rounds_init(struct rounds *rounds, const struct assay_sample *sample,
                              struct assay_error *error)
{
    const size_t level = level_below(&sample->shape, 0);
    *rounds = (struct rounds){.n_units = sample->shape.count[0]};
    rounds->means = calloc(assay_shape_units(&sample->shape, level) + 1, sizeof *rounds->means);
    rounds->first = calloc(rounds->n_units + 1, sizeof *rounds->first);
    if (rounds->means == NULL || rounds->first == NULL)
        return fail_no_memory(error);
    for (size_t j = 0; j <= rounds->n_units; j++)
        rounds->first[j] = units_before(&sample->shape, level, j);
    return assay_sample_unit_means(sample, level, rounds->means, error);
}

/* ---- who a unit was measured on ---- */

const char *unit_label_of(const struct assay_series *series, size_t j)
{
    return series->unit_label[0] != NULL ? series->unit_label[0][j] : NULL;
}

const char *machine_identity_of(const struct input *input, const struct assay_series *series,
                                size_t j)
{
    const char *label = unit_label_of(series, j);
    const struct store_machine *machine = input_machine(input, label);
    return machine != NULL ? machine->identity : label != NULL ? label : "";
}

const char *machine_name_of(const struct input *input, const struct assay_series *series, size_t j)
{
    const char *label = unit_label_of(series, j);
    const struct store_machine *machine = input_machine(input, label);
    return machine != NULL && machine->name[0] != '\0' ? machine->name : label != NULL ? label : "";
}

/* A unit and its machine. */
struct unit_identity {
    const char *identity;
    size_t unit, group;
};

static int by_identity(const void *a, const void *b)
{
    const struct unit_identity *x = a, *y = b;
    const int order = strcmp(x->identity, y->identity);
    return order != 0 ? order : (x->unit > y->unit) - (x->unit < y->unit);
}

/* The units of a side by identity. NULL: no memory. */
static struct unit_identity *identities_of(const struct machine_sides *sides, size_t side)
{
    const size_t n = sides->rounds[side].n_units;
    struct unit_identity *list = calloc(n + 1, sizeof *list);
    for (size_t j = 0; list != NULL && j < n; j++)
        list[j] =
            (struct unit_identity){machine_identity_of(sides->input, sides->series[side], j), j, 0};
    if (list != NULL)
        qsort(list, n, sizeof *list, by_identity);
    return list;
}

/* Chains the units of each group, in the order of the units. */
static void chain(struct machine_sides *sides, size_t side, const struct unit_identity *list)
{
    struct units *units = &sides->units[side];
    for (size_t g = 0; g < sides->n_groups; g++)
        units->head[g] = UNITS_END;
    for (size_t k = sides->rounds[side].n_units; k-- > 0;) {
        if (list[k].group == UNITS_END)
            continue;
        units->next[list[k].unit] = units->head[list[k].group];
        units->head[list[k].group] = list[k].unit;
    }
}

/* Groups are old's identities in their order; new's units that are of none have no partner. */
enum assay_status machine_sides_group(struct machine_sides *sides, struct assay_error *error)
{
    OWNED struct unit_identity *old_units = identities_of(sides, 0),
                               *new_units = identities_of(sides, 1);
    const bool good = old_units != NULL && new_units != NULL;
    for (size_t k = 0; good && k < sides->rounds[0].n_units; k++) {
        sides->n_groups += k == 0 || strcmp(old_units[k].identity, old_units[k - 1].identity) != 0;
        old_units[k].group = sides->n_groups - 1;
    }
    for (size_t k = 0, at = 0; good && k < sides->rounds[1].n_units; k++) {
        while (at < sides->rounds[0].n_units &&
               strcmp(old_units[at].identity, new_units[k].identity) < 0)
            at++;
        const bool met = at < sides->rounds[0].n_units &&
                         strcmp(old_units[at].identity, new_units[k].identity) == 0;
        new_units[k].group = met ? old_units[at].group : UNITS_END;
    }
    if (good) {
        chain(sides, 0, old_units);
        chain(sides, 1, new_units);
    }
    return good ? ASSAY_OK : fail_no_memory(error);
}

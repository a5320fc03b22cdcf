/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_units.h -- the rounds that each machine gave of two series, by the machines' identities. */
#pragma once

#include "source/input.h"

/* The highest level below this one of which a unit has several; the level itself where there is none. */
size_t level_below(const struct assay_shape *shape, size_t level);

/* The rounds of one series, in the order of its top units. */
struct rounds {
    double *means;
    size_t *first; /* of top unit j: from first[j] on, before first[j + 1] */
    size_t n_units;
};

enum assay_status rounds_init(struct rounds *rounds, const struct assay_sample *sample,
                              struct assay_error *error);
void rounds_fini(struct rounds *rounds);

/* The units of one machine, each with the next. */
struct units {
    size_t *head, *next; /* by group; by unit. UNITS_END: no more */
};
#define UNITS_END SIZE_MAX

/* Both sides of a comparison: old and new. A group is an identity of old's units. */
struct machine_sides {
    const struct input *input;
    const struct assay_series *series[2];
    struct rounds rounds[2];
    struct units units[2]; /* room for as many as there are units */
    size_t n_groups;
};
/* Groups the units; new's units on machines that old has not are in none. */
enum assay_status machine_sides_group(struct machine_sides *sides, struct assay_error *error);

/* What the series calls its top unit j; NULL: nothing. */
const char *unit_label_of(const struct assay_series *series, size_t j);
/* What makes unit j's machine that machine: its identity, else the unit's label; "" unknown. */
const char *machine_identity_of(const struct input *input, const struct assay_series *series,
                                size_t j);
const char *machine_name_of(const struct input *input, const struct assay_series *series, size_t j);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walk.h -- a finished series unit by unit, with labels and warm-up, in order of measurement. */
#pragma once

#include <assay/dataset.h>

struct walk_unit {
    const char *labels[ASSAY_MAX_LEVELS]; /* of the levels above the values, top to bottom */
    size_t index[ASSAY_MAX_LEVELS];       /* their places among their siblings, from 0 */
    size_t number;                        /* of the unit among all of its level, from 0 */
    const double *values;
    size_t n, n_warmup; /* the first n_warmup of the n values are warm-up */
};

/* A way from one unit of the lowest level but one to the next (of a flat series: one unit, without labels). It stays where it is
 * in memory meanwhile: labels may stand in it. */
struct walk {
    struct walk_unit unit; /* at which it stands */
    const struct assay_series *series;
    const struct assay_sample *sample;
    size_t first[ASSAY_MAX_LEVELS], at[ASSAY_MAX_LEVELS], end[ASSAY_MAX_LEVELS]; /* siblings */
    char numbers[ASSAY_MAX_LEVELS][24]; /* labels of units that have none */
};
/* To the first one, to the next one; false: there is none. */
bool walk_begin(struct walk *walk, const struct assay_series *series);
bool walk_next(struct walk *walk);

/* Calls visit for each of these units until it says false; returns whether it never did. */
bool walk_series(const struct assay_series *series,
                 bool (*visit)(void *context, const struct walk_unit *unit), void *context);

/* When the value at this place of the unit was measured; NULL: not known. */
const struct assay_occasion *walk_occasion(const struct assay_series *series,
                                           const struct walk_unit *unit, size_t at);

/* One value a unit, for methods that want independent values. */
struct observation {
    struct assay_view means; /* one of each unit; owned */
    const char *level;       /* of these units, borrowed of the series */
    bool pooled;             /* units of several higher units in one list */
};

/* Of the level called so; NULL: of the highest level that was repeated. To be freed: means.x. */
enum assay_status observation_of(const struct assay_series *series, const char *level,
                                 struct observation *out, struct assay_error *error);

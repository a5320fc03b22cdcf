/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_work.h -- series of foreign files as executions of one experiment, in order of place. */
#pragma once

#include "source/input.h"
#include "store/store.h"

/* An experiment has one list of levels for all its series: those above "execution", then that, then
 * "iteration" where a series has it. The names belong to the series. */
struct import_levels {
    const char *const *above; /* top to bottom */
    size_t n_above;
    bool iterated;
};

/* Those of all series; ASSAY_INVALID when they are too many, or have other names in one
 * series than in another at the same height. A series may lack the upper ones. */
enum assay_status import_levels_of(const struct input *input, struct import_levels *levels,
                                   struct assay_error *error);

/* The values that one metric has in one execution; they belong to the series. */
struct import_piece {
    uint32_t system, benchmark, unit[ASSAY_MAX_LEVELS];
    const struct assay_series *series;
    const double *values;
    size_t n, n_warmup;
    const struct assay_occasion *occasion; /* NULL: not known */
    uint32_t top;                          /* index among the series' top units, warm-up aside */
};

struct import_work {
    struct design *design;
    size_t execution;            /* index of the level */
    struct import_piece *pieces; /* by system, benchmark, place and metric */
    size_t n, room;
    const struct assay_series *series; /* at hand while they are listed */
    uint32_t system, benchmark;
    int64_t *rounds; /* the rounds of all series, ascending; NULL: not known of each */
    size_t n_rounds, most_executions; /* of one unit */
    struct store_machine
        *machines; /* of the top units, as far as they are known; texts are the input's */
    size_t n_machines;
    const struct store_draw
        *alone; /* of a duet, round by round: what ran alone before the pairs; the input's */
    size_t n_alone, n_alone_rounds;
};

/* Of all series of the input, which must outlive it, at levels that are theirs. False: no memory. */
bool import_work_init(struct import_work *work, const struct input *input,
                      const struct import_levels *levels, const char *experiment);
/* It is kept of this experiment. False: no memory. */
bool import_work_tell_origin(struct import_work *work, int64_t experiment);
void import_work_fini(struct import_work *work);

/* The metrics of one execution in the order of the input: that of the store's findings. */
void import_work_as_given(struct import_work *work);

/* Pieces of one execution stand one behind the other. */
bool import_same_place(const struct import_piece *x, const struct import_piece *y);
size_t import_executions(const struct import_work *work);
/* The round of the execution that piece `at` begins, of which `before` were recorded: units that were paired
 * are so in the store, others have rounds of their own. */
uint32_t import_round(const struct import_work *work, size_t at, size_t before);

/* A name in the world made of what the work holds: the experiment's name, the version (its commit
 * where that is known, not NULL), names, places and values, by XXH3. The same content has the same
 * name in any store. False: no memory. */
bool import_work_uid(const struct import_work *work, const char *version, const char *commit,
                     unsigned char uid[STORE_UID_BYTES]);

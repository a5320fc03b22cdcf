/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builder.h -- a series while it is filled, and what it becomes. */
#pragma once

#include <assay/dataset.h>

#include "sample/units.h"

/* Values that came one after the other for one lowest unit, warm-up in front. */
struct run {
    size_t unit, n, n_warmup;
};

/* When a lowest unit, or the value of a one-level series, was measured. */
struct unit_occasion {
    size_t unit;
    struct assay_occasion occasion;
};

/* A level above the values. */
struct level {
    struct units units;
    size_t last;   /* the unit of the latest call */
    size_t *first; /* once it is finished: offsets shared by all and live */
};

/* Files may hold a series for every ten values: it has the levels that it needs. */
struct builder {
    struct assay_series series; /* what the caller sees once it is finished */
    size_t n_levels;
    bool has_program;
    bool any; /* each level has a last unit */

    double *values; /* in order of arrival */
    size_t n, capacity;
    struct run *runs;
    size_t n_runs, runs_capacity;
    int64_t *rounds; /* of the values of a one-level series */
    size_t n_rounds, rounds_capacity;
    struct unit_occasion *occasions; /* in order of arrival */
    size_t n_occasions, occasions_capacity;

    struct level above[]; /* n_levels - 1 */
};

/* An empty series, in the pool as all that belongs to it but what grows large. Its texts may be those
 * of `like` (NULL: none). NULL: no memory. */
struct builder *builder_new(struct pool *pool, const struct assay_series_key *key,
                            const struct builder *like);

/* ASSAY_INVALID when the key has another unit, direction or other levels than the series. */
enum assay_status builder_check(const struct builder *builder, const struct assay_series_key *key,
                                struct assay_error *error);

/* Adds n > 0 values to the unit of the labels; false when memory is lacking. */
bool builder_add(struct builder *builder, const char *const *labels, const double *values, size_t n,
                 size_t n_warmup, struct pool *pool);

/* When what was added last was measured; false when memory is lacking. */
bool builder_note_occasion(struct builder *builder, const struct assay_occasion *occasion,
                           struct pool *pool);

/* Turns what was added into samples, and frees what only the filling needed. */
enum assay_status builder_finish(struct builder *builder, struct pool *pool,
                                 struct assay_error *error);
void builder_fini(struct builder *builder, struct pool *pool);

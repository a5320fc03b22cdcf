/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builder.h -- a series while it is filled, and what it becomes. */
#ifndef SAMPLE_BUILDER_H
#define SAMPLE_BUILDER_H

#include <assay/dataset.h>

#include "sample/units.h"

/* Values that came one after the other for one lowest unit, warm-up in front. */
struct run {
    size_t unit, n, n_warmup;
};

struct builder {
    struct assay_series series; /* what the caller sees once it is finished */
    size_t n_levels;
    size_t last[ASSAY_MAX_LEVELS]; /* the units of the latest call, from the top */
    bool any;                      /* last is set */
    struct units units[ASSAY_MAX_LEVELS];

    double *values; /* in order of arrival */
    size_t n, capacity;
    struct run *runs;
    size_t n_runs, runs_capacity;
    int64_t *rounds; /* of the values of a one-level series */
    size_t n_rounds, rounds_capacity;

    /* What the finished series points to. */
    double *all, *live;
    size_t *first[ASSAY_MAX_LEVELS]; /* offsets shared by all and live */
    size_t *all_first, *live_first, *n_warmup;
    int64_t *pair_key;
    const char **label[ASSAY_MAX_LEVELS];
};

/* Turns what was added into samples, and frees what only the filling needed. */
enum assay_status builder_finish(struct builder *builder, struct assay_error *error);
void builder_fini(struct builder *builder);

#endif

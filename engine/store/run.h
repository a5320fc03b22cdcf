/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h -- what a handle knows of the experiment that it writes, so that an append looks up nothing
 * twice. */
#pragma once

#include "store/private.h"

struct unit_cache {
    bool known;
    uint32_t path[ASSAY_MAX_LEVELS];
    int64_t id;
};

struct metric_cache {
    char *name, *unit, *part; /* part "": all of the benchmark */
    bool more_is_better;
    int told; /* as the column has it */
    int64_t id;
};

struct run {
    int64_t experiment;
    double begun_s; /* by this handle, CLOCK_MONOTONIC; 0: resumed */
    bool ignore_failure;
    bool sealed;            /* it is complete, until more is appended */
    size_t execution_level; /* levels above execution */
    size_t n_systems, n_benchmarks;
    int64_t *systems, *benchmarks; /* ids by place */
    struct unit_cache *units;      /* the last one of each system */
    struct metric_cache *metrics;
    size_t n_metrics;
};

struct run *run_new(int64_t experiment, size_t n_systems, size_t n_benchmarks);
void run_free(struct run **run);
/* After a rollback: forgets ids that may not exist any more. */
void run_forget(struct run *run);

/* The id of the unit above an execution or of the unit that a build makes; 0 when there is no such
 * level. Makes the units on the path that are missing when make is set; else *id is -1 for them. */
enum assay_status run_unit(struct store *store, const struct step *step, bool make, int64_t *id,
                           struct assay_error *error);

/* The id of the series' metric, made when it is new. */
enum assay_status run_metric(struct store *store, const struct metric_values *series, int64_t *id,
                             struct assay_error *error);

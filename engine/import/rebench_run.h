/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_run.h -- what ReBench tells in JSON of that which it ran. */
#pragma once

#include "text/json_pull.h"

/* Why importer_skip leaves a warm-up iteration out. */
#define REBENCH_LATE_WARMUP "warm-up iterations behind measured ones"

struct rebench_run {
    const char *system, *suite; /* the executor; NULL: not told */
    const char *name;           /* of the benchmark; NULL: not told */
    const char *benchmark;      /* the name with the details of the run */
    double n_warmup; /* the first iterations of an invocation, as configured; 0: not told */
};

/* Take the object that stands next: of a run, which has one of a benchmark in it; of a benchmark. */
void rebench_run_read(struct pull *json, struct rebench_run *run);
void rebench_run_benchmark(struct pull *json, struct rebench_run *run);

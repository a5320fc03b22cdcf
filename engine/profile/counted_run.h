/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counted_run.h -- executions whose instructions are counted, function by function. */
#pragma once

#include "measure/launcher.h"
#include "profile/profile.h"

struct counted_run {
    char source[64];  /* "callgrind of valgrind-3.19.0" */
    char *directory;  /* for what it leaves */
    char *valgrind, *files, **words; /* of the execution at hand */
};

/* ASSAY_MISSING: valgrind is not there. End with counted_run_close in any case. */
enum assay_status counted_run_open(struct counted_run *run, struct assay_error *error);
void counted_run_close(struct counted_run *run);

/* Has the spawn run under callgrind; false: it cannot. What it gets lasts until the end. */
bool counted_run_begin(struct counted_run *run, struct spawn *spawn);
/* The counts of all its processes, into an empty profile of one system (an execution each), which profile_fini ends. False: it left none. */
bool counted_run_end(struct counted_run *run, struct profile *out);

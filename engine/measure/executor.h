/* SPDX-License-Identifier: GPL-3.0-or-later */
/* executor.h -- what the files of execution.h share: everything that an experiment's steps use. */
#pragma once

#include "measure/collected_values.h"
#include "measure/execution.h"
#include "measure/prepared.h"
#include "measure/reach.h"

struct pipe_ends {
    int read, write;
};

struct executor {
    const struct design *design;
    struct launcher *launcher;
    const struct execution_watch *watch; /* or NULL */
    const char *kept; /* no output may replace it; or NULL */
    int null;
    struct pipe_ends out, err;
    struct prepared *prepared; /* one for each (system, benchmark) */
    struct collected_values collected;
    struct reach reach; /* of designs that slow a function down */
    struct last_output out_tail, err_tail;
    const struct services_told *services; /* of the execution that is under way; NULL: none */
    struct spawn group; /* the last command of a group: all have its files and readers */
    double group_s;     /* what the group is expected to take */
    struct executor
        *lanes[LANES_MAX]; /* files of each system's commands side by side; NULL: none yet */
    char reason[256];
    char last_words[LAST_OUTPUT_SIZE + 1];
    char layout[1 << 14]; /* of the last build */
};

/* A step's record begins empty. At its end it has its cost and, unless all went well, no values but
 * the last words. */
void executor_begin_step(struct executor *e, const struct step *step, struct execution *out);
void executor_end_step(struct executor *e, struct execution *out, double begin_s);

/* Brings the step's command up to date; NULL: it cannot be. */
struct prepared *executor_prepare(struct executor *e, const struct step *step, const char *dir,
                                  struct execution *out, struct assay_error *error);
/* What a regular expression is looked for in goes to it, too. */
void executor_read_pattern(struct executor *e, const struct design_benchmark *benchmark,
                           struct spawn *spawn);
/* Why there is no such program; why the system did not let it run where it should. */
void executor_not_found(struct executor *e, const struct prepared *p, struct record *record);
void executor_tell_refusal(struct executor *e, const char *directory,
                           const struct spawn_result *result, struct record *record);

/* The end of what standard error, else output, said. */
void executor_keep_words(struct executor *e);

void executor_make_spawn(const struct prepared *p, const struct design_benchmark *benchmark,
                         struct spawn *spawn);
/* Files and readers of a measured command (execution_files.c). False with a reason when a file
 * cannot be opened. */
bool executor_open_files(struct executor *e, const struct prepared *p,
                         const struct design_benchmark *benchmark, struct spawn *spawn,
                         struct record *record);
void executor_close_files(const struct executor *e, const struct spawn *spawn);
/* Runs the command to its end, followed: trace.h. The text is to be freed in any case. */
enum assay_status executor_follow(struct executor *e, const struct prepared *p, size_t benchmark,
                                  uint32_t most_ms, struct execution *out, struct trace_text *text,
                                  struct assay_error *error);
/* Runs a spawn whose values nobody reads, with the files of a measured execution; what it writes to our standard output
 * nobody wants twice. */
enum assay_status executor_run_apart(struct executor *e, const struct prepared *p, size_t benchmark,
                                     struct spawn *spawn, struct execution *out,
                                     struct assay_error *error);
/* What it wrote to standard output: read by us, or standing in a file of this execution's own; else
 * nobody counted: -1. */
int64_t executor_output_bytes(const struct executor *e, const struct spawn *spawn);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution.h -- runs one step of a schedule and makes its record. */
#pragma once

#include "measure/command.h"
#include "measure/last_output.h"
#include "measure/launcher.h"
#include "measure/program.h"
#include "measure/values.h"

/* Everything that one experiment's steps share: files, pipes, environments, buffers. `kept` is a
 * file that no command's output may replace, or NULL; it is borrowed. */
struct executor;
enum assay_status executor_new(const struct design *design, struct launcher *launcher,
                               values_importer import, const char *kept, struct executor **out,
                               struct assay_error *error);
void executor_free(struct executor **executor);

/* The result of a step. The record borrows from the executor and is valid until its next call. */
struct execution {
    struct record record;
    bool interrupted; /* the user stopped it: no record */
};

/* Each fails only when nothing could be tried: the launcher died, memory is short, a command
 * cannot be split. dir is the unit's build directory, NULL when there is none. */
enum assay_status executor_build(struct executor *executor, const struct step *step,
                                 const char *dir, struct execution *out, struct assay_error *error);
enum assay_status executor_execute(struct executor *executor, const struct step *step,
                                   const char *dir, struct execution *out,
                                   struct assay_error *error);
/* The record of one that cannot be started; OUTCOME_OK: its program is there. Nothing runs. */
enum assay_status executor_look_up(struct executor *executor, const struct step *step,
                                   const char *dir, struct execution *out,
                                   struct assay_error *error);

/* Runs the step's command to its end; the files that it opens in the first most_ms milliseconds (0: in all) are written
 * down (trace.h): the text, to be freed in any case. The record has no values. */
enum assay_status executor_trace(struct executor *executor, const struct step *step,
                                 const char *dir, uint32_t most_ms, struct execution *out,
                                 struct trace_text *text, struct assay_error *error);

/* The services of the executions that follow; NULL: none. */
struct services_told;
void executor_set_services(struct executor *executor, const struct services_told *told);
/* The record of one without its services, or that has lost them: no values but the reason. */
void executor_fail_service(struct executor *executor, const struct services_told *told,
                           enum outcome outcome, struct execution *execution);
/* Adds what they have used to the record of an execution that ended well. */
void executor_add_services(struct executor *executor, const struct services_told *told,
                           struct record *record);

/* What was counted apart, in the order of counted_metrics. */
struct counted {
    double values[COUNTED_METRICS]; /* NaN: not counted */
    double cost_s;                  /* of all executions that counted */
};
/* Runs the step's command to its end and counts, in one way, over all its processes; what that writes goes to the directory,
 * empty before. The record has no values. Its values stay NaN unless all went well. */
enum assay_status executor_count(struct executor *executor, const struct step *step,
                                 const char *dir, const char *directory, enum counted_by by,
                                 struct execution *out, struct counted *counted,
                                 struct assay_error *error);
/* Adds what was counted to the record of an execution that ended well, with what it took. */
void executor_add_counts(struct executor *executor, const struct counted *counted,
                         struct record *record);

/* Who stands beside measured executions: begin before the launcher gets them, which may change what it gets, and end when they
 * have ended, with what became of each. What begin refuses is run all the same. */
struct watched_execution {
    const struct step *step;
    struct spawn *spawn;
    const struct spawn_result *result; /* at the end */
    int process; /* at the end, of several: whose children its commands were */
};
struct execution_watch {
    void *context;
    void (*begin)(void *context, const struct watched_execution *watched, size_t n);
    void (*end)(void *context, const struct watched_execution *watched, size_t n);
};
/* NULL: nobody. Borrowed. Executions of a group are not watched; those side by side come together. */
void executor_watch(struct executor *executor, const struct execution_watch *watch);

/* Short commands, several at a time (burst.h): those that can_group are added as long as add says
 * true, then run. How many have ended, and their results, stand in launcher_burst(), also when run
 * fails. */
bool executor_can_group(const struct executor *executor, const struct step *step, const char *dir);
void executor_begin_group(struct executor *executor);
bool executor_add_to_group(struct executor *executor, const struct step *step, const char *dir);
enum assay_status executor_run_group(struct executor *executor, struct assay_error *error);

/* Several commands side by side on the processors that are drawn for their round (METHODS I1, H3), in this order of
 * start. Each record is valid until the executor's next call. One that fails has its record; those beside it that
 * were cut short for it have none to keep. */
struct beside {
    struct execution execution;
    struct spawn_result result;
    struct lane_facts facts;
};
enum assay_status executor_execute_beside(struct executor *executor, const struct step *steps,
                                          const char *const *dirs, size_t n, struct beside *out,
                                          struct assay_error *error);
/* One command alone, wherever it likes to run: what it is like, and nothing to keep. */
enum assay_status executor_try(struct executor *executor, const struct step *step, const char *dir,
                               struct beside *out, struct assay_error *error);

/* A command around the measured ones, through sh, not timed; processes that it leaves in the
 * background stay. */
enum assay_status executor_hook(struct executor *executor, const struct command_place *place,
                                const struct step *step, const char *command, struct execution *out,
                                struct assay_error *error);

/* The last words of the last step or hook that failed. */
const char *executor_last_words(const struct executor *executor);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_loop.h -- the state of a running experiment, shared by the files that make up the
 * loop: experiment.c walks, experiment_build.c builds, experiment_hook.c runs what surrounds units,
 * experiment_group.c hands over several short commands at a time.
 *
 * Functions that return bool return false when the experiment has to end; report says why.
 */
#pragma once

#include "measure/build_cache.h"
#include "measure/execution.h"
#include "measure/experiment.h"
#include "measure/run_costs.h"
#include "measure/schedule.h"
#include "measure/workspace.h"

/* A system's build in the combination of upper units that is under way. */
struct build {
    struct step step;
    bool pending; /* kept by an earlier run, whose directory is gone: made again when needed */
    bool failed;
    bool prepared;  /* the hook before it has run: the one behind it must */
    bool executing; /* so has setup of the level execution, for this system */
    char *dir;      /* NULL: none */
};

/* What was seen of a system's executions that were followed. */
struct traced {
    bool off;       /* it cannot be, or has taken its time */
    double spent_s; /* on all of them */
    bool known;     /* of the last build: */
    uint64_t program, beside, opened;
};

/* Of the counted executions of a unit. */
struct spread {
    double first[COUNTED_METRICS];
    bool differs; /* some other one counted otherwise */
};

/* For the systems from first to behind - 1 a hook has run, or was cut short: the one that closes must
 * run, too. */
struct begun {
    size_t first, behind;
};

struct loop {
    struct design design; /* the caller's, with the number of rounds that is being run */
    const struct experiment_options *options;
    const struct experiment_calls *calls;
    struct experiment_report *report;
    struct executor *executor;
    struct launcher *launcher;
    struct schedule *schedule;
    struct step held; /* taken from the schedule already; holds: there is one */
    bool holds;
    struct burst_record *ended; /* of a group */
    double quiet_s;             /* when the machine was last looked at; 0: never */
    struct workspace workspace;
    char *cache;                /* the directory of kept builds; NULL: not opened */
    struct cached_build cached; /* the last one taken */
    char *facts;                /* of the last build, for its record */
    bool has_workspace;
    struct build *builds; /* one for each system */
    struct traced *traced;
    struct spread *spreads; /* of what is counted, one for each system and benchmark */
    uint32_t n_builds; /* directories made so far: their names */

    struct step where; /* in the units above execution that are open: their hooks before have run */
    size_t n_open;     /* so many of them, from the top */
    struct begun set_up;                         /* for the experiment */
    struct begun level_set_up[ASSAY_MAX_LEVELS]; /* in the unit above the level */
    struct begun unit[ASSAY_MAX_LEVELS];         /* around the unit that is open; not of builds */
    bool
        closing; /* after a failure or an interrupt: a hook that fails keeps no other from running */

    size_t *live_rounds; /* the count of the execution level in design */
    bool open;
    size_t until; /* with calls->go_on_to: units of the top level that may be run now */
    double begin_s;
    size_t done;
    double execution_cost_s, build_cost_s; /* measured in this run */
    size_t n_executed, n_built;
    struct run_costs costs; /* of the executions, by system and benchmark */
    size_t builds_left;
};

/* Set the status, and the text of the report unless it stands there. Each returns false: stop. */
bool loop_stop_interrupted(struct loop *loop);
bool loop_stop_error(struct loop *loop, const struct assay_error *error);
bool loop_stop_failed(struct loop *loop, const struct record *record);

/* Tells the caller what comes next; NULL: nothing. False: the caller wants no more. */
bool loop_tell(struct loop *loop, const struct step *step);
bool loop_keep(struct loop *loop, const struct record *record);
void loop_count(struct loop *loop, const struct record *record);
/* An execution could not be tried, or a command not be understood. */
bool loop_stop_unstartable(struct loop *loop, const struct assay_error *error);
/* The programs of a system's commands are there, as far as that can be said before they run; and those of
 * all systems without builds. */
bool loop_look_up(struct loop *loop, size_t system);
bool loop_look_up_all(struct loop *loop);
/* One execution alone, with the hooks around it. */
bool loop_execute(struct loop *loop, const struct step *step);
/* The execution itself, with the services that it needs; they are told what went wrong by its record. */
bool loop_execute_served(struct loop *loop, const struct step *step, struct execution *execution);
/* Those of the step's system end, or wait; with_build: all end. One that ends badly ends the experiment. */
bool loop_end_services(struct loop *loop, const struct step *step, size_t system, bool with_build);
/* What executions of their own count before the step, where that is planned; else NaN. */
bool loop_count_apart(struct loop *loop, const struct step *step, struct counted *counted);
bool loop_is_counted(const struct loop *loop, const struct step *step);
/* The private directory of the experiment is there. */
bool loop_have_workspace(struct loop *loop, struct assay_error *error);
/* The step with those of its round and benchmark that follow, side by side (experiment_beside.c). */
bool loop_execute_beside(struct loop *loop, const struct step *first);
/* Before the first of them: whether that says anything, and how it is done best (experiment_trial.c). */
bool loop_settle_order(struct loop *loop, const struct step *first);
/* How a step is measured; ORDER_AUTO: that is still to be chosen. */
enum design_order_by loop_order_of(const struct loop *loop, const struct step *step);
/* Behind the pilot of both orders: one of them. At the end of a run, too: no values of both may stand together. */
bool loop_choose_order(struct loop *loop);
/* The system's build is there, or made once more; false: the experiment has to end. */
bool loop_have_build(struct loop *loop, const struct step *step);
bool loop_hooks_before(struct loop *loop, const struct step *step);
bool loop_hooks_behind(struct loop *loop, const struct step *step);
/* The step that follows within the walk, looked at and not taken yet. */
bool loop_peek(struct loop *loop, struct step *step);

/* Builds as the schedule says, or once more after a resume. */
bool loop_build(struct loop *loop, const struct step *step);
bool loop_renew_build(struct loop *loop, struct build *build);
void loop_drop_build(struct loop *loop, struct build *build);
/* Follows an execution of each benchmark, where that can be done. False: the experiment has to end. */
bool loop_trace(struct loop *loop, const struct build *build, const struct program_place *place,
                struct program *program);

/* A hook of a step's system; command NULL: nothing to do. One that fails is kept, and ends the
 * experiment. */
bool loop_hook(struct loop *loop, const char *name, const char *command, const struct step *step);
/* setup of the experiment for every system in order, and cleanup for those that are set up. */
bool loop_set_up(struct loop *loop);
bool loop_clean_up(struct loop *loop);
/* Ends the units that the step is not in (NULL: all units). */
bool loop_leave(struct loop *loop, const struct step *step);
/* Begins those that the step is in; before a build also its own unit, before an execution the
 * executions of its system. */
bool loop_enter(struct loop *loop, const struct step *step);
/* True when loop_enter would have nothing to do. */
bool loop_is_inside(const struct loop *loop, const struct step *step);

/* The step with as many of those that follow as go together: gather says whether there are any. */
bool loop_gather(struct loop *loop, const struct step *first);
bool loop_run_group(struct loop *loop);
/* Rounds of the first units that do not count: warm-up, and the half of a pilot of both orders that is not chosen. */
size_t loop_uncounted(const struct loop *loop);
/* True when the step lies behind the last round, or the number of rounds would have to be found to
 * say so. */
bool loop_may_be_behind_end(const struct loop *loop, const struct step *step);
/* True when the caller has to be asked before the step. */
bool loop_is_paused(const struct loop *loop, const struct step *step);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.h -- the loop: walks the schedule, builds, executes, and hands on every record as it
 * comes.
 *
 * The caller keeps the records (in a store) and draws the progress. While it works on one, nothing
 * is measured.
 */
#pragma once

#include "design/design.h"
#include "measure/launcher.h"
#include "measure/values.h"

struct command_place;

struct experiment_progress {
    const struct step *step; /* what comes next; NULL at the end */
    size_t done, planned;    /* executions, those stored before included */
    size_t rounds;           /* live rounds planned for each combination of upper units; grows once
                                while the number of rounds is being found */
    bool open;               /* the number of rounds is not found yet: planned is a lower bound */
    size_t failures;
    double elapsed_s;
    double left_s;  /* from the costs measured so far; NaN before the first */
    size_t unknown; /* systems × benchmarks whose cost is not: taken as that of the others */
};

struct experiment_order {
    struct design_order order;
    const size_t *batches; /* of each benchmark */
    const char *because;
};

/* What is known of the services of an execution. */
enum { SERVICES_VALUES = 6, SERVICES_ALL_VALUES = DESIGN_SERVICES_MOST * SERVICES_VALUES + 1 };
struct service_value {
    const char *metric, *unit;
    double value;
};
struct services_told {
    const struct design_ports *ports;
    int ends_with[DESIGN_SERVICES_MOST]; /* each readable: that one has ended */
    size_t n;                            /* of these */
    uint64_t cpus[16]; /* where the execution may run; all 0: as the design says */
    struct service_value values[SERVICES_ALL_VALUES];
    size_t n_values;
    const char *reason, *last_words; /* ASSAY_FAILED: what went wrong, behind who it went wrong for */
};

/* Servers around executions (engine/service); begin NULL: there are none. ASSAY_FAILED: told says why. What it tells
 * stays until the next call. */
struct experiment_services {
    void *context;
    /* All of the place's system are there and at work. ASSAY_INTERRUPTED, or an error, too. */
    enum assay_status (*begin)(void *context, const struct command_place *place,
                               struct services_told *told, struct assay_error *error);
    /* What they have used since, for so many requests (0: nobody has counted); ASSAY_FAILED: one has ended meanwhile. */
    enum assay_status (*read)(void *context, size_t system, double requests,
                              struct services_told *told);
    /* They end, or wait until they are needed again; with_build: all end. */
    enum assay_status (*end)(void *context, size_t system, bool with_build,
                             struct services_told *told);
};

struct experiment_calls {
    void *context;
    struct experiment_services services;
    /* True when the step is kept already (resume). NULL: none is. */
    bool (*has)(void *context, const struct step *step);
    /* Keeps the record; a failure ends the experiment with that error. */
    enum assay_status (*keep)(void *context, const struct record *record,
                              struct assay_error *error);
    /* A build whose record is kept already, made once more for what its unit still lacks; an error ends the experiment. NULL: nobody
     * looks. */
    enum assay_status (*renewed)(void *context, const struct record *record,
                                 struct assay_error *error);
    /* Keeps several at once, in their order: all or none; false: try them one by one. NULL: always
     * one by one. */
    bool (*keep_all)(void *context, const struct record *const *records, size_t n);
    /* Before each step (of several that run one right after the other: before the first) and at the
     * end; false: ends it as an interrupt does. NULL: nobody watches. */
    bool (*progress)(void *context, const struct experiment_progress *progress);
    /* How far to go: asked with the units of the design's top level that are done, 0 at first, and
     * again when as many are as it said. No more than `units`: the experiment ends there. NULL: all
     * of the design is run. */
    size_t (*go_on_to)(void *context, size_t units);
    /* Keeps the order of measuring, and the batches, that a trial has settled; `because`: why what was asked for
     * says nothing, or NULL. Changes the design. NULL: the design's order is taken as it stands. */
    enum assay_status (*settle_order)(void *context, const struct experiment_order *settled,
                                      struct assay_error *error);
    /* The pilot of both orders is kept: *chosen, rounds or slices, is what the rest is measured in, and what of the
     * pilot counts; pilot: so many of it do not. NULL: as settle_order. */
    enum assay_status (*choose_order)(void *context, struct design_order *chosen,
                                      struct assay_error *error);
};

struct execution_watch;
struct experiment_options {
    const char *build_scope;    /* within it builds that are kept are the same (build_cache.h) */
    const struct design *programs_of; /* whose commands count for what builds make (program.h); NULL: the design that is run */
    const char *work_directory; /* where builds are made and left; NULL: a private one, removed */

    const unsigned char
        *owner;       /* 16 bytes that name the experiment in the world: whose that private
                                   directory is, should it stay; NULL: nobody's */
    const char *kept; /* the caller's records: no command's output may replace this file,
                                   or one beside it; or NULL */

    values_importer import; /* NULL: there are no benchmarks with values of another format */

    const struct execution_watch *watch; /* of executions that are kept one by one (execution.h); or NULL */

    double expected_s; /* what one execution of each benchmark is known to take; 0: not known */

    /* The number of live rounds is found from the first ones, in place of the execution level's
     * count: as many as take min_time_s for each command, but at least min_rounds (all of them are
     * run before anything is decided) and at most max_rounds (0: no limit). For designs without
     * a level above execution. */
    bool find_rounds;
    size_t min_rounds, max_rounds;
    double min_time_s;
};

struct experiment_report {
    struct assay_error error; /* how it ended; its status is what experiment_run returns */
    char last_words[4097];    /* of the command that failed; "" when it had none */
    enum outcome outcome;     /* of the execution that failed; OUTCOME_OK: it was another command */
    int exit_code;
    char not_followed[120]; /* why executions take too long to be followed; "": they do not */
    char not_counted[COUNTED_WAYS]
                    [256]; /* the first execution that could not be counted so; "": all could */
    size_t executions;     /* ended well in this run */
    size_t failures;       /* failed in this run, builds included */
    size_t reused;         /* builds taken from an earlier run */
    size_t skipped;        /* executions without a build, because it had failed */
    size_t unkept; /* ended, and refused by keep: of a group those from the first refused on */
    size_t rounds; /* live rounds for each combination of upper units */
};

/* Before anything is made: are the programs of all commands there that neither a build nor a setup makes? ASSAY_FAILED: the report says
 * which is not. */
enum assay_status experiment_look_up(const struct design *design, struct launcher *launcher,
                                     struct experiment_report *report);

/* Runs what is not kept yet. With design->ignore_failure a failed execution is kept as such and the
 * experiment goes on; else it ends there. SIGINT, SIGTERM and SIGHUP end it cleanly.
 * Errors: ASSAY_INTERRUPTED: the running execution was killed and not kept; ASSAY_FAILED: a command
 * failed, and is kept when it was a build or an execution; ASSAY_USAGE: a command that cannot be
 * understood; ASSAY_SYSTEM: memory, files, or the launcher failed us; or the error of keep. */
enum assay_status experiment_run(const struct design *design, struct launcher *launcher,
                                 const struct experiment_options *options,
                                 const struct experiment_calls *calls,
                                 struct experiment_report *report);

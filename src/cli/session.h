/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h -- an experiment between its design and its end: kept in a store, watched on a
 * terminal. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/run_options.h"
#include "manifest/design.h"
#include "measure/launcher.h"
#include "store/store.h"

/* A rule that looks at the values while they come. */
struct session_watcher {
    void *context;
    void (*take)(void *context, const struct record *record); /* one that was just kept */
    size_t (*go_on_to)(void *context, size_t units);          /* as in struct experiment_calls */
};

struct session {
    struct design *design;
    struct store *store;
    char *store_path;
    char **left; /* paths where the store stood before, each of them gone */
    size_t n_left;
    struct assay_error lost; /* ASSAY_OK, or why the store is gone and what it held is not kept */
    int64_t experiment;
    unsigned char uid[STORE_UID_BYTES]; /* its name in the world */
    bool resumed;
    bool complete; /* resumed, and nothing is left to run */
    bool appended; /* units were added: all of them are run, whatever rule ended the run before */
    bool begun;    /* executions of the experiment may be in the store */
    char baseline[32]; /* what to compare with, settled before measuring; "": nothing */
    size_t recorded;   /* executions that a resumed run found and does not repeat */
    size_t stored;     /* executions in the store that ended well, this run's included */
    size_t failures;   /* of this run, under ignore_failure */
    const struct session_watcher *watcher; /* NULL: nobody looks */
};

/* Opens the store and begins the experiment of the session's design. */
enum exit_code session_begin(struct session *session);

/* Finds the experiment that --resume or --append names, or the latest, and adds what --append says. */
enum exit_code session_resume(struct session *session, const struct run_options *options,
                              const struct option_arguments *arguments);

/* Runs what is not stored yet, as far as the watcher says, and does not end the experiment. */
enum exit_code session_run_part(struct session *session, const struct global_options *global,
                                struct launcher *launcher);
/* Under ignore_failure nothing stops; that so many failed is said on stderr all the same. */
void run_say_failures(size_t n);
/* Ends it: it is complete. */
enum exit_code session_finish(struct session *session, struct launcher *launcher);

/* Runs what is not stored yet, and says on stderr what went wrong and how to go on. */
enum exit_code session_run_design(struct session *session, const struct global_options *global,
                                  struct launcher *launcher);

/* The finding and the next steps. */
enum exit_code run_report(const struct session *session, const struct run_options *options,
                          const struct global_options *global);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_events.h -- what `assay run` says of a session: the line of progress, a sentence for each
 * event, and how it ended. */
#pragma once

#include "cli/verb.h"
#include "measure/experiment.h"
#include "session/session.h"
#include "view/terminal/run_summary.h"
#include "view/text/terminal.h"

/* ---- one line on the terminal while an experiment runs (run_progress.c) ---- */

struct run_progress {
    bool draws; /* stderr is a terminal and nobody asked for quiet */
    bool tells; /* what the whole takes, where nothing is drawn; until it is told */
    bool drawn; /* something stands in the line */
    struct terminal terminal;
    const struct design *design;
    struct running_means *means; /* NULL: nobody looks */
    double confidence;
    char *below;    /* lines below the first, each behind a line feed; NULL: none yet */
    double below_s; /* when they were made */
    double last_s;  /* when it was drawn */
};

/* Without memory nothing is drawn. */
void run_progress_init(struct run_progress *progress, const struct design *design,
                       const struct global_options *global);
void run_progress_fini(struct run_progress *progress);

/* Counts the values of a record into the ratio so far. */
void run_progress_count(struct run_progress *progress, const struct record *record);
void run_progress_draw(struct run_progress *progress, const struct experiment_progress *state);

/* What a run will take, where nothing is drawn (`progress->tells`, which ends when it is known). NULL: it is not known yet or not
 * worth telling, or no memory. */
char *run_cost_words(struct run_progress *progress, const struct experiment_progress *state);

struct run_listener {
    const struct global_options *global;
    struct run_progress progress;
    bool load_told;
    bool is_first; /* what runs is the first execution */
    bool waits;    /* … for long: that was told */
};

/* Of launcher_patience, with the listener: says that the first execution does not end. */
enum { RUN_PATIENCE_S = 10 };
void run_waits(void *listener, double seconds);

/* What is said before a run whose machine has more to do than processors for it; NULL: nothing, or no memory. */
char *run_load_words(double load, long processors);

/* The events of a session that the listener, which must outlive it, says on stderr. */
struct session_events run_listen(struct run_listener *listener,
                                 const struct global_options *global);

/* Says what ended the session, how many executions are safe, and how to go on: the exit code. */
enum exit_code run_say_end(const struct session *session, const struct global_options *global,
                           enum assay_status status, const struct assay_error *error);

/* Closes the store at the end. Had it gone away: says where everything is, and gives EXIT_SYSTEM in
 * place of a good end. */
enum exit_code run_close(struct session *session, enum exit_code code);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_rescue.h -- what short commands gave and was not stored before a process died: by the launcher
 * when the program is killed, by the next run from the file STORE-run-ID when both are. */
#pragma once

#include "measure/launcher.h"
#include "session/session.h"
#include "store/store.h"

/* Tells the launcher where the session's experiment is kept, and makes the file. A run without it loses
 * no more than its last group, and goes on. */
void run_rescue_begin(const struct session *session);

/* Everything is stored: removes the file. While the experiment's lock is held. */
void run_rescue_end(struct launcher *launcher);

/* The store has refused what is in the file: it stays. NULL: there is none. */
const char *run_rescue_leave(struct launcher *launcher);

/* Appends what the file of the session's experiment holds and is not stored, and removes it. */
enum assay_status run_rescue_take_up(struct session *session, size_t *n, struct assay_error *error);

/* Called by the launcher when the program is dead: appends what had ended and is not stored. */
void run_rescue(const struct burst *burst);

/* What a session asks of its launcher: that, and to watch over services. */
extern const struct launcher_duties session_duties;

/* Removes those of one experiment of the store, or of any (experiment 0), whose processes are dead;
 * how many. */
size_t leftovers_remove(struct store *store, int64_t experiment);

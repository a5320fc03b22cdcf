/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_place.h -- the store of a run goes away underway. */
#ifndef CLI_RUN_PLACE_H
#define CLI_RUN_PLACE_H

#include "cli/session.h"

/* Looks whether the store still stands under its name. When it does not, everything stored so far
 * goes into a new store, which the session has from then on, and that is said. An error: it could not,
 * and the session is lost. */
enum assay_status run_place_keep(struct session *session, struct launcher *launcher,
                                 struct assay_error *error);
/* The same, saying what is wrong: EXIT_DONE or EXIT_SYSTEM. */
enum exit_code run_place_check(struct session *session, struct launcher *launcher);

/* Closes the store at the end. Had it gone away: says where everything is, and gives EXIT_SYSTEM in
 * place of an answer. */
enum exit_code run_place_end(struct session *session, enum exit_code code);

/* How the run's store is read again by its name: this experiment or none. */
struct global_options run_place_reading(const struct session *session,
                                        const struct global_options *global);

/* Frees the paths. */
void run_place_fini(struct session *session);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_events.h -- what `assay run` says of a session: the line of progress, a sentence for each
 * event, and how it ended. */
#pragma once

#include "cli/run_progress.h"
#include "session/session.h"
#include "cli/verb.h"

struct run_listener {
    const struct global_options *global;
    struct run_progress progress;
};

/* The events of a session that the listener, which must outlive it, says on stderr. */
struct session_events run_listen(struct run_listener *listener,
                                 const struct global_options *global);

/* Says what ended the session, how many executions are safe, and how to go on: the exit code. */
enum exit_code run_say_end(const struct session *session, const struct global_options *global,
                           enum assay_status status, const struct assay_error *error);

/* Closes the store at the end. Had it gone away: says where everything is, and gives EXIT_SYSTEM in
 * place of a good end. */
enum exit_code run_close(struct session *session, enum exit_code code);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.h -- when a run ends: at its counts, after a plan made from a pilot, or because of what
 * was measured. docs/stopping.md says what each rule costs. */
#pragma once

#include "session/session.h"

/* Runs the experiment of a sequential rule: one that looks at the values while they come. */
enum assay_status session_run_sequential(struct session *session, struct assay_error *error);

/* Runs the experiment of a sweep: at looks, cells that are certainly beaten end. */
enum assay_status session_run_eliminate(struct session *session, struct assay_error *error);

/* The fresh experiment planned from the session's pilot, begun and run. pilot_s: what this process
 * spent on the pilot; what one before it did is read from the store. */
enum assay_status session_run_two_stage(struct session *session, double pilot_s,
                                        struct assay_error *error);

/* Runs the counts of the design, as many as are done by then on the clock (clock_now_s), and ends the
 * experiment. */
enum assay_status session_run_until(struct session *session, double end_s,
                                    struct assay_error *error);

/* Runs a pilot: as the design says, and no longer than half of its time budget; three units in any case. */
enum assay_status session_run_pilot(struct session *session, struct assay_error *error);

/* The experiment that was planned from this pilot, 0: none was begun. */
int64_t session_fresh_of(struct store *store, int64_t pilot);

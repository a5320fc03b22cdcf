/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_parts.h -- what the files of session.h share: who follows the rule that ends a run, work
 * trees of commits, and one machine of several. docs/stopping.md says what each rule costs. */
#pragma once

#include "session/session.h"

/* Runs the experiment of a sequential rule: one that looks at the values while they come. */
enum assay_status session_run_sequential(struct session *session, struct assay_error *error);

/* Executions of so many of the design's top units. */
size_t session_planned(const struct design *design, size_t units);

/* Runs the experiment of a sweep: at looks, cells that are certainly beaten end. */
enum assay_status session_run_eliminate(struct session *session, struct assay_error *error);

/* What is planned from the session's pilot: the experiment goes on, or a fresh one is begun and run. pilot_s: what this process
 * spent on the pilot; what one before it did is read from the store. */
enum assay_status session_run_two_stage(struct session *session, double pilot_s,
                                        struct assay_error *error);

/* Top units from which what is asked can be planned: of a mean any will do. */
size_t session_least_to_plan(const struct session *session);

/* Runs a pilot: as the design says, and no longer than half of its time budget; three units in any case. Where
 * too few for a quantile are done by then it has all of the time. */
enum assay_status session_run_pilot(struct session *session, struct assay_error *error);

/* Seconds that what is recorded has cost, by the costs of what is stored. */
/* What a rule goes by: what the request gives, or, where others took the processors, processor time: of iterations
 * what their harness told, else user + system of the executions. */
enum assay_status session_deciding(const struct session *session,
                                   const struct source_request *request, struct input *input,
                                   struct remarks *remarks, struct assay_error *error);
double session_spent(const struct session *session, const struct input *input);

/* Runs what its time alone ends, which `stored` units of an earlier run have had a part of. */
enum assay_status session_run_timed(struct session *session, struct assay_error *error);

/* Puts the whole name in place of what people call a commit, which may be another one tomorrow; the manifest is
 * written anew. ASSAY_MISSING: git knows none of that name. */
enum assay_status checkouts_name(struct design *design, struct assay_error *error);

/* Checks out what the design's systems ask for, once each. */
enum assay_status checkouts_make(struct session *session, struct assay_error *error);
void checkouts_remove(struct session *session);

/* The name in the world of the experiment that the design's shards are of: made from its manifest, seed, margin
 * and version. ASSAY_USAGE when one of them is in the session's store. */
enum assay_status shard_name(const struct session *session, unsigned char uid[STORE_UID_BYTES],
                             struct assay_error *error);

/* Which shard the session's experiment is, into its design. ASSAY_INVALID when it is joined of several. */
enum assay_status shard_resume(struct session *session, struct assay_error *error);
/* Programs under two paths that are one and the same to the byte. */
void session_tell_equal_files(const struct session *session);

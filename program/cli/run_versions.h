/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_versions.h -- runs of commits: --versions and --against. */
#pragma once

#include "cli/run_options.h"
#include "session/session.h"

/* A range of commits takes the place of the only system, or one stands before it. */
enum assay_status run_versions_expand(struct session *session, const struct run_options *options,
                                      const struct global_options *global,
                                      struct assay_error *error);

/* Keeps what was measured as versions, and says so. */
enum exit_code run_versions_keep(struct session *session, const struct global_options *global);

/* The history that they are part of; of one version alone there is none, which is no failure. */
enum exit_code run_versions_show(const struct session *session,
                                 const struct global_options *global);

/* Of --versions with --bisect: one experiment after another, until no two versions with others between them differ,
 * and then the history. What failed on the way is the exit code at the end. */
typedef enum exit_code run_experiment(const struct run_options *options,
                                      const struct option_arguments *arguments,
                                      const struct global_options *global);
enum exit_code run_versions_fill(const struct run_options *given,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global, run_experiment *run);
/* Is nothing left to measure? */
bool run_versions_are_filled(const struct run_options *options);

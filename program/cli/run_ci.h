/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_ci.h -- runs in continuous integration: which version was measured, against which baseline,
 * and is a regression confirmed by fresh rounds? */
#pragma once

#include "cli/run_options.h"
#include "session/session_verdict.h"

/* --version-label, and the branch that a service of continuous integration names. */
struct session_version run_ci_version(const struct run_options *options);

/* Beside a gate or a baseline --time-budget is for what is inconclusive, unless a rule of stopping wants
 * it. */
void run_ci_take_budget(struct run_options *options);

/* True when the run ends with a report of its own: --compare-with, --gate, --summary or --confirm. */
bool run_ci_wanted(const struct run_options *options);

/* Compares with the baseline, or the systems with one another; confirms a regression by a fresh
 * experiment of what was slower, and goes on with what is inconclusive; writes the summary. begin_s: when
 * measuring began, by clock_now_s. */
enum exit_code run_ci_report(struct session *session, const struct run_options *options,
                             double begin_s, const struct global_options *global);

/* The exit code that git bisect run understands: 0 good, 1 bad, 125 cannot say; an interrupt ends
 * the search. */
int run_ci_bisect_code(enum exit_code code);

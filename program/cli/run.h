/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h -- the options of `assay run`, and the parts that its verb is made of. */
#pragma once

#include <assay/status.h>

#include "analysis/metric_limits.h"
#include "cli/gate_outputs.h"
#include "cli/why_slower.h"
#include "design/design.h"
#include "design/design_request.h"
#include "session/session.h"
#include "session/session_verdict.h"
#include "session/versions_run.h"

/* The tables that hyperfine writes, too, each an option --export-NAME. */
enum { RUN_EXPORTS = 5 };
extern const struct run_export {
    const char *option, *exporter;
} run_exports[RUN_EXPORTS];

/* A history that is filled by one experiment after another. */
struct versions_fill {
    bool complete;
    size_t n_known;           /* when the last one began */
    size_t waves, n_halved;   /* experiments, and those of new versions that are done */
    double begin_s, budget_s; /* of the whole run; NaN: not said */
    double fresh_s, builds_s; /* spent on fresh rounds, and on fresh builds */
    double wave_begin_s;      /* when the last experiment began */
    size_t n_systems;         /* … and how many versions it measures */
    size_t n_each;            /* … each of them so many times */
    double each_s;  /* that a version took in the last one of new versions; 0: not known */
    double once_s;  /* … each time that it was measured */
    size_t n_fresh; /* experiments of them */
    struct versions_found found; /* at the last look */
};

struct run_options {
    struct design_request design;
    const char *version_label, *compare_with;
    struct gate_outputs outputs;
    struct why_option why;
    bool confirm, bisect, git_bisect;
    const char *confirmed_by; /* of --confirm: a store; "": fresh rounds */
    bool dry_run, resume, gate;
    const char *limits;                 /* behind --gate; NULL, "": none */
    struct metric_limits metric_limits; /* the same, read */
    double decide_s; /* for what is inconclusive: of the whole run; NaN: not said */
    const char *exports[RUN_EXPORTS]; /* files to write; NULL: not asked for */
    const char *reference;            /* of the ranking */
    int sort;                         /* enum quick_sort */
    const char *against;              /* a commit that is the old system */
    const char *versions;             /* a range of commits, each of which is a system */
    long sample;
    struct versions_fill *fill; /* of --versions with --bisect; NULL: all in one experiment */
    struct run_made *made; /* for another verb, which says what it means; NULL: it is said here */
    const char *shard, *machine, *confirm_with;
    int first_run; /* 0: refused, 1: passes, 2: fails */
    int time_unit; /* 0 auto, 1 microsecond, 2 millisecond, 3 second */
};
/* Whether any of the tables is asked for. */
bool run_exports_any(const struct run_options *options);

/* ---- in continuous integration (run_ci.c) ---- */

/* --version-label, and the branch that a service of continuous integration names. */
struct session_version run_ci_version(const struct run_options *options);

/* Beside a gate or a baseline --time-budget is for what is inconclusive, unless a rule of stopping wants
 * it. */
void run_ci_take_budget(struct run_options *options);

/* True when the run ends with a report of its own: --compare-with, --gate, --summary or --confirm. */
bool run_ci_wanted(const struct run_options *options);

/* Settles what the run's comment is found again by, and what further rounds are reported as. */
enum exit_code run_ci_mark(struct session *session);

/* Compares with the baseline, or the systems with one another; confirms a regression by a fresh
 * experiment of what was slower, and goes on with what is inconclusive; writes the summary. begin_s: when
 * measuring began, by clock_now_s. */
enum exit_code run_ci_report(struct session *session, const struct run_options *options,
                             double begin_s, const struct global_options *global);

/* Says that there was nothing to compare with, and what is kept for the next run; the exit code that was asked for. */
enum exit_code run_ci_first(const struct session *session, const struct run_options *options,
                            const struct global_options *global);

/* The exit code that git bisect run understands: 0 good, 1 bad, 125 cannot say; an interrupt ends
 * the search. */
int run_ci_bisect_code(enum exit_code code);

/* ---- on another machine (run_elsewhere.c) ---- */

/* Whether the latest experiment in the store at path can confirm what the session is to measure. ASSAY_MISSING: there is
 * no such store, or it lacks a benchmark; ASSAY_INVALID: it was measured on this machine, does not say where, or compares
 * nothing. */
enum assay_status run_confirm_check(const struct session *session, const char *path,
                                    const struct metric_limits *limits, struct assay_error *error);

/* Compares, of the latest experiment in the store at path, what was slower at first. ASSAY_INVALID where it was
 * measured on a machine that the session's experiment was measured on, too. End `out` with verdict_fini in any case;
 * it borrows path. */
enum assay_status run_confirm_elsewhere(const struct session *session, const char *path,
                                        const struct verdict *first, struct verdict *out,
                                        struct assay_error *error);

/* ---- what a finished run leaves (run_report.c) ---- */

/* What --why samples with: the launcher and the open store of the session. */
struct why_slower run_why(const struct session *session, const struct run_options *options);

enum exit_code run_report(const struct session *session, const struct run_options *options,
                          const struct global_options *global);

/* ---- which machine of the design this one is (run_shard.c) ---- */

/* Sets the design's shard: from the option (NULL: not given), else $ASSAY_SHARD, else the number of this task
 * in an array of Slurm, Kubernetes or HyperQueue. Of the environment nothing counts where the design
 * has no machines. */
enum assay_status run_shard_choose(const char *option, struct design *design,
                                   struct assay_error *error);

/* "assay.db" beside a shard's store: where shard 3 goes unless somebody says otherwise, "assay-shard-3.db".
 * In memory of the caller; NULL: none is left. */
char *run_shard_store(const char *path, size_t shard);

/* ---- runs of commits: --versions and --against (run_versions.c) ---- */

/* A range of commits takes the place of the only system, or one stands before it. */
enum assay_status run_versions_expand(struct session *session, const struct run_options *options,
                                      const struct global_options *global,
                                      struct assay_error *error);

/* Keeps what was measured as versions, and says so. */
enum exit_code run_versions_keep(struct session *session, const struct global_options *global);

/* The history that they are part of; of one version alone there is none, which is no failure. */
enum exit_code run_versions_show(const struct session *session,
                                 const struct global_options *global);

/* --time-budget is for the whole search. */
void run_versions_take_budget(struct run_options *options);

/* What a search came to: 6 where it could not tell. */
enum exit_code run_versions_conclude(const struct session *session,
                                     const struct run_options *options,
                                     const struct option_arguments *arguments,
                                     const struct global_options *global);

/* Runs an experiment of the search, no longer than is left of --time-budget. */
enum assay_status run_versions_run(struct session *session, const struct versions_fill *fill,
                                   struct assay_error *error);

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

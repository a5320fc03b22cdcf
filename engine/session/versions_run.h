/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_run.h -- one experiment of many versions: commits measured against one another in rounds. */
#pragma once

#include "finding/versions_finding.h"
#include "git/git.h"
#include "session/import_store.h"
#include "session/session.h"

struct versions_request {
    const char *range; /* "A..B": A and what follows it by first parents, up to B; "A": to HEAD */
    size_t sample;     /* at most so many, evenly spaced, both ends among them; 0: all */
    const char *store; /* whose versions are not measured again; NULL: none is known */
    bool
        bisect; /* the sample (at least the ends), then middles between those that differ (versions_next.h) */
    double confidence; /* with bisect: of all comparisons together */
    double left_s;     /* with bisect: for fresh rounds of what could not be told */
    double builds_left_s; /* … for fresh builds of what one build of each found */
    bool timed;           /* … and for all else, too */
};

enum { VERSIONS_LEAST_S = 2 }; /* nothing is begun for less */

struct versions_found {
    size_t n;     /* commits in the range */
    size_t n_new; /* with bisect: that are measured for the first time, the others beside them */
    size_t n_steps; /* with bisect: experiments of new versions that are left, this one among them, if each halves */
    size_t rounds; /* with bisect: that tell again what the ends of the intervals differ by; 0: not known */
    double
        fresh_s; /* with bisect: for two that could not be told apart, by the anytime rule; 0: others are measured */
    double builds_s; /* with bisect: for fresh builds of two that one build of each told apart; 0: others are measured */
    size_t n_asked;  /* … and experiments of such builds that left it open */
    size_t builds;   /* with bisect: of each version, that the manifest asks for, where one is made instead; 0: as it has them */
    double confidence; /* with bisect: of one answer of fresh rounds or builds */
    char metric[VERSIONS_METRIC]; /* … and what decides in them; "": as the manifest has it */
    assay_warnings
        doubts; /* with bisect: why those that are measured are so in rounds, and not side by side; 0: as the manifest has it */
    struct versions_finding
        finding; /* with bisect, when nothing new is measured: what is known by now */
    size_t
        n_known; /* of them, or of the sample, in the store, measured or failed: these are left out */
    bool complete; /* nothing is left to measure: the design is as it was */
};

enum { VERSION_LABEL = 12 }; /* digits by which versions are called, as store_entry_label does */

/* Makes a system of each commit that is measured now out of the design's only one. ASSAY_USAGE: several systems, a
 * range that is none, or bisect without a name; ASSAY_MISSING: all are measured, without bisect. */
enum assay_status versions_expand(struct design *design, const struct versions_request *request,
                                  struct versions_found *found, struct assay_error *error);

/* Puts the design's only system as it is at a commit before it: the old one, in the same rounds. "OLD..NEW": it is the new commit
 * itself. ASSAY_USAGE: several systems. */
enum assay_status versions_against(struct design *design, const char *commits,
                                   struct assay_error *error);

/* The directory around whose repository the commits of the first system are: its source, or that of the design. */
const char *versions_repository(const struct design *design);

/* So few of a level above executions that a step of a version hardly shows: at most 5, where a 99.9 % interval of Student's t
 * is more than 8 standard errors to either side; of 20 executions it is 3.9. */
enum { VERSIONS_FEW = 5, VERSIONS_EXECUTIONS = 20 };
bool versions_rest_on_few(const struct design *design);

/* Is every system a commit? */
bool versions_are(const struct design *design);

/* When the experiment is complete: keeps the values of each commit that is none yet as the version that it is, for
 * histories. */
enum assay_status versions_keep(struct session *session, struct imported *imported,
                                struct assay_error *error);

/* Leaves in commits, in their order, those that are measured now; *n: of how many, and then how many they are. Errors: of
 * reading and comparing versions when the request bisects. */
enum assay_status versions_choose(const struct design *design,
                                  const struct versions_request *request,
                                  struct git_commit *commits, size_t *n,
                                  struct versions_found *found, struct assay_error *error);

/* Is the commit, with nothing changed, a version of the experiment of that name among complete entries? */
bool versions_is_measured(const struct store_entry *entries, size_t n, const char *experiment,
                          const char *commit);

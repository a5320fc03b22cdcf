/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_run.h -- executions of a stored experiment's programs that are sampled, beside the timed ones: kept in its store as they
 * come, gone on with when they were cut short. */
#pragma once

#include "base/remarks.h"
#include "profile/pairs.h"

struct profile_run {
    const char *store_path;
    struct store *store;   /* the same, open for writing, and borrowed; NULL: it is opened */
    const char *which;     /* the experiment; NULL: the newest that has values */
    const char *benchmark; /* NULL: the first */
    size_t rounds,
        units; /* rounds of each build, and builds: in all, those that are kept already included (pairs.h) */
    double rate_hz; /* 0: PROFILE_RATE_HZ */
    enum profile_of of; /* but of time: nothing is kept, and nothing that is kept counts */
    struct profile *bytes; /* of allocations (pairs.h) */
    const char *event; /* sampled in place of the clock (pairs.h): nothing is kept, and of what is given as with chains; NULL: the clock */
    bool chains; /* what called what, too: nothing is kept, and what the profile that is given holds is gone on with */
    enum profile_unwind unwind; /* of chains */
    enum profile_order { PROFILE_AS_MEASURED, PROFILE_ROUNDS, PROFILE_SLICES } order;
    bool afresh;    /* what is kept already is left as it is, and does not count */
    bool as_built;  /* what builds make now is sampled, also where it is another program than was measured */
    void *context;
    bool (*progress)(void *context, const struct experiment_progress *progress); /* or NULL */
};

/* What it would run. */
struct profile_plan {
    int64_t experiment;
    char benchmark[256];
    size_t executions, kept; /* in all, and those of them that are kept already */
};
enum assay_status session_profile_plan(const struct profile_run *run, struct launcher *launcher,
                                       struct profile_plan *plan, struct assay_error *error);

/* Runs it. Whatever ends it, whole rounds up to there are in the store and in the profile, which profile_fini ends in any case.
 * ASSAY_MISSING: no such benchmark; nothing samples here. ASSAY_INVALID: a build made another program than was measured. Else as profile_pairs_run and the store's errors; `error` has the text,
 * last_words of the report those of a command that failed. */
enum assay_status session_profile(const struct profile_run *run, struct launcher *launcher,
                                  struct profile *profile, struct experiment_report *report,
                                  struct remarks *remarks, struct assay_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_profile.h -- the profile of an experiment that `assay why` asks for: what is kept of it, and what is missing run now. */
#pragma once

#include "cli/verb.h"
#include "profile/profile.h"

struct why_profiling {
    const char *which, *benchmark; /* of the experiment; benchmark NULL: its first */
    long rounds;                   /* 0: as many as show the precision */
    double precision;              /* a contribution of a function of a tenth of the time; of the whole */
    double confidence;
    int order;     /* enum profile_order */
    bool afresh;   /* what is kept does not count */
    const char *event; /* sampled in place of the clock; as with chains nothing is kept; NULL: the clock */
    bool chains;   /* what called what, too; nothing that is kept counts, and nothing is kept */
    int unwind;    /* enum profile_unwind */
    bool as_built; /* also where that is another program than was measured */
    double most_s; /* no more rounds than have room in so many seconds; 0: as many as are wanted */
    const char *store_path; /* NULL: as global says */
    struct store *store;    /* that one, open for writing; NULL: it is opened */
};

struct launcher;
/* Fills the profile, to be ended in any case, and says on stderr what it runs and for how long. EXIT_DONE, else what went
 * wrong, which is said. */
enum exit_code why_profile(const struct why_profiling *asked, struct launcher *launcher,
                           const struct global_options *global, struct profile *profile);
/* What functions count for, in a few executions of their own: n_systems 0: it could not be counted. */
struct why_counts {
    struct profile instructions, allocations, bytes;
};
void why_counts_fini(struct why_counts *counts);
/* Counts the same benchmark's instructions, and what it asks malloc for; says before what that costs, by what the profile took, and
 * what of it cannot be counted, and why. Neither can: that is its end. End with why_counts_fini in any case. */
enum exit_code why_count(const struct why_profiling *asked, struct launcher *launcher,
                         const struct global_options *global, const struct profile *profile,
                         struct why_counts *counts);

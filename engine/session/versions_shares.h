/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_shares.h -- what of a search's error each pair has that it tests. */
#pragma once

#include "finding/versions_finding.h"
#include "session/versions_next.h"

struct versions_search {
    const enum version_state *states; /* the oldest first */
    size_t n;                         /* >= 1 */
    size_t sample;                    /* that it began with; below 2: the ends */
    double error;                     /* of all that it tests together */
    /* Says of pair->older and pair->newer, at pair->error, what is known of them; false: that failed. */
    bool (*judge)(void *context, struct versions_pair *pair);
    void *context;
};

/* Judges the pairs that were tested on the way: the ends, into *ends, and the neighbours among those measured, in their order,
 * into pairs, which has room for n. *n_pairs: how many; 0: fewer than two are measured. False: judging failed. */
bool versions_judge_all(const struct versions_search *search, struct versions_pair *ends,
                        struct versions_pair *pairs, size_t *n_pairs);

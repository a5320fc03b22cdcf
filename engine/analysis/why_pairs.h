/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_pairs.h -- executions of a profile in pairs, as the library takes them. */
#pragma once

#include "analysis/why_analyse.h"

/* Functions in the order of their names, and what the library takes of each execution. Begin with profile and request. */
struct why_pairs {
    const struct profile *profile;
    const struct why_request *request;
    uint32_t *function; /* of the profile, by place in that order */
    size_t *place;      /* the other way */
    struct assay_function_samples *samples;
    struct assay_profiled *runs[2];
    size_t *executions[2]; /* of the profile, pair by pair */
    size_t *units;
    size_t n; /* pairs */
    bool has_units;
};
/* ASSAY_UNDEFINED: there is no pair, or samples shall be inclusive and callers were not recorded. */
enum assay_status why_pairs_make(struct why_pairs *pairs, struct assay_error *error);
void why_pairs_fini(struct why_pairs *pairs);

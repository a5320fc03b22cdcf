/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quick.h -- the screen at the end of a quick run: one benchmark, commands as systems. */
#pragma once

#include <stdint.h>

#include "finding/finding.h"
#include "view/text/sentences.h"

/* Means, NaN where it was not measured. */
struct quick_cost {
    double user_s, system_s, peak_bytes;
};

struct quick_view {
    const struct sample_finding *samples; /* wall time, one a system; the first is the old one */
    const struct quick_cost *costs;       /* of each */
    size_t n;
    const size_t *order;   /* of the rows */
    const size_t *by_mean; /* the fastest first */
    bool reference_given;
    /* Each other system against the reference, which is the fastest where nobody named one. */
    const struct comparison_finding *comparisons;
    size_t n_comparisons;
    const char *beside; /* all systems of a round at once: "side by side on …"; NULL: in turn */
    const char *lanes;  /* beside: "slices of 5 ms, overlap 97 %", or "" */
    double confidence;
    uint64_t seed;
    struct sentences *notes; /* is given what limits them; NULL: not asked */
    bool details;            /* by which method, which seed */
    const char *next;        /* the verb that answers what is left open */
    int64_t experiment;      /* its id in the store; 0: not stored */
    const char *store;       /* its file */
};

void quick_view_print(const struct terminal *terminal, const struct quick_view *view);

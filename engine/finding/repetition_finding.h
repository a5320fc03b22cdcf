/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition_finding.h -- what an experiment that was measured once more says of the first time. */
#pragma once

#include "finding/comparison_finding.h"

/* One system's benchmark in one metric, now against then. */
struct repeated_series {
    const struct assay_series *series; /* of now */
    struct assay_estimate ratio;       /* now / then; NaN: there is none */
    enum assay_verdict verdict;
};

/* One comparison of two systems, then and now. */
struct repeated_pair {
    const struct comparison_finding *then, *now;
    bool agrees; /* both have the same verdict */
};

/* What only one of the two has. */
struct lone_series {
    const struct assay_series *series;
    bool now;
};

struct repetition {
    bool of_finding; /* the values of then are not at hand: against the intervals of its means */
    bool busy; /* others had the processor: no verdict rests on wall time, which tells what these did */
    const char *host_fact; /* in which the two hosts differ, or their states; NULL: none is known */
    double margin;
    struct repeated_series
        *series; /* the worst first: what moved, by how much; then what is open */
    size_t n_series, n_moved;
    struct lone_series *lone; /* those of then first */
    size_t n_lone;
    struct repeated_pair *pairs; /* those that differ first */
    size_t n_pairs, n_differ;
};

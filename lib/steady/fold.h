/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fold.h -- one period tried, for those who compare periods. */
#pragma once

#include "steady/steady.h"

/* The iterations of all executions from `from` on, as many as the shortest has. */
struct folding {
    const struct assay_sample *sample;
    size_t from, e, n;  /* n: 0 when there is nothing to fold */
    size_t longest;     /* period that is tried */
    double *y;          /* [u * n + i]: logarithms about their line */
    double *means;      /* scratch */
    double square;      /* mean of y^2 */
    double best, swing; /* of the best period, also where a longer one explains more: fold_search */
};

/* End with folding_fini in any case. */
enum assay_status folding_init(struct folding *folding, const struct assay_sample *sample,
                               size_t from, struct assay_error *error);
void folding_fini(struct folding *folding);

struct fold_test {
    double statistic; /* F of locked phases, t of own ones; NaN: fewer than two cycles a half */
    double epsilon;   /* of locked phases */
    double p, share;
};
struct fold_test fold_locked(const struct folding *folding, size_t period);
struct fold_test fold_own(const struct folding *folding, size_t period);

/* As assay_fold_of. */
void fold_search(struct folding *folding, double significance, struct assay_fold *out);

/* Another cycle in what the one that was found leaves, into out->second; what swings by less than `least` of the mean is
 * none. What is folded is less the first one then. */
void fold_second(struct folding *folding, double significance, double least,
                 struct assay_fold *out);

/* The share of variance that a sine of this period explains. */
double fold_wave_share(const struct folding *folding, double period);

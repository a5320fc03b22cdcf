/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quick.h -- the screen at the end of a quick run: one benchmark, commands as systems. */
#ifndef VIEW_TERMINAL_QUICK_H
#define VIEW_TERMINAL_QUICK_H

#include <stdint.h>

#include "finding/finding.h"
#include "view/text/terminal.h"

struct quick_view {
    const struct sample_finding *samples; /* wall time, one a system; the first is the old one */
    const double *peak_bytes;             /* mean max_rss, NaN where it was not measured */
    size_t n;
    const struct comparison_finding *comparisons; /* each other system against the first */
    size_t n_comparisons;
    double confidence;
    uint64_t seed;
    bool quiet;         /* no notes */
    int64_t experiment; /* its id in the store; 0: not stored */
};

void quick_view_print(const struct terminal *terminal, const struct quick_view *view);

#endif

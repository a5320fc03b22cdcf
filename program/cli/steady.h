/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h -- `assay steady`. */
#pragma once

#include "cli/input_options.h"
#include "analysis/steady_analyse.h"

struct steady_options {
    struct input_options input;
    long from; /* -1: not given */
    bool automatic, write, plots;
    const char *manifest, *penalty;
    int cost; /* enum assay_changepoint_cost */
    long min_segment;
    double margin, least_share;
};

/* Keeps the choice as steady_choose does, in the store as global names it, and says so. */
enum exit_code steady_record(const struct input *input, size_t from,
                             const struct steady_finding *finding,
                             const struct global_options *global);

/* Writes warm-up and number of iterations into the experiment's manifest file. only_check: whether
 * that can be done, as far as can be seen before anything is shown. */
enum exit_code steady_write(const struct steady_options *options, const struct input *input,
                            const struct steady_finding *finding, bool only_check);

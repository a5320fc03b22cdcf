/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h -- `assay steady`. */
#ifndef CLI_STEADY_H
#define CLI_STEADY_H

#include "cli/input_options.h"
#include "render/steady.h"

struct steady_options {
    struct input_options input;
    long from; /* -1: not given */
    bool automatic, write, plots;
    const char *manifest, *penalty;
    int cost; /* enum assay_changepoint_cost */
    long min_segment;
    double margin, least_share;
};

/* Keeps the choice for the selected series of an experiment: by hand from options->from, else the
 * states' own. Says on stderr what is wrong and, on a terminal, what was done. */
enum exit_code steady_record(const struct steady_options *options, const struct input *input,
                             const struct shown_state *rows, size_t n,
                             const struct global_options *global);

/* Whether steady_write can be done, as far as can be seen before: nothing is shown then. */
enum exit_code steady_check_write(const struct steady_options *options, const struct input *input,
                                  const struct shown_state *rows, size_t n);

/* Writes warm-up and number of iterations into the experiment's manifest file. */
enum exit_code steady_write(const struct steady_options *options, const struct input *input,
                            const struct shown_state *rows, size_t n);

extern const struct verb verb_steady;

#endif

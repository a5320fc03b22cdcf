/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h -- comparing what was read, for `assay compare` and for the end of `assay run`. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include <assay/finding.h>

#include "cli/input_options.h"

struct compare_request {
    const struct input *input;
    const char *old_system;       /* NULL: the first */
    struct name_list new_systems; /* none: all others */
    enum assay_compare_method method;
    struct assay_statistic statistic;
    double margin; /* NaN: the experiment's, else 0.01 */
    bool gate;
    bool gate_all; /* the gate looks at all metrics, not at the primary ones only */
    bool page;     /* for a page of findings, which holds all of them */
};

/* Compares and prints, as JSON when global says so. The exit code is a gate's when one was asked
 * for. */
enum exit_code compare_present(const struct compare_request *request,
                               const struct global_options *global);

/* The result of a quick run, by the id of its experiment: the screen of quick mode, or the document
 * of `compare` (of `show` for a single command) under --json. Reads the store as global names it.
 */
enum exit_code compare_present_quick(const char *experiment, const struct global_options *global);

/* Numbers of different hosts say little about the systems: only on request, and then with a
 * warning in every finding. Files tell nothing of their hosts. False, and said on stderr, when they
 * differ and that was not allowed. */
bool compare_check_hosts(struct input *input, bool allow);

extern const struct verb verb_compare;

#endif

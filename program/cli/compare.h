/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h -- comparing what was read, for `assay compare` and for the end of `assay run`. */
#pragma once

#include "analysis/comparison.h"
#include "cli/gate_outputs.h"
#include "cli/input_options.h"
#include "cli/why_slower.h"

/* A request with what the global options say; bootstrap checks stand in documents only. */
struct compare_request compare_request_of(const struct input *input,
                                          const struct global_options *global);

/* The exit code of what a gate says. */
enum exit_code compare_gate_code(enum comparison_gate gate);

/* Reads what stands behind --gate (NULL, "": nothing). False: says what is wrong. End with metric_limits_fini
 * in any case. */
bool compare_read_limits(const char *gate, struct metric_limits *limits);

enum compare_gate {
    COMPARE_NO_GATE,
    COMPARE_GATE_PRIMARY, /* looks at the primary metrics */
    COMPARE_GATE_ALL,
    COMPARE_GATE_ENDS = 4 /* and the exit code goes by it, which the screen says */
};
/* The same gate, which the exit code goes by where it does. */
enum compare_gate compare_gate_ends(enum compare_gate gate, bool ends);

/* Compares and prints, as JSON when global says so, and writes the outputs (NULL: none). The exit code is a
 * gate's when one was asked for. why: samples what is slower before it is told; NULL: nothing runs. next: where the
 * caller says what to ask next, is given that (compare_next); NULL: it is said here. */
enum exit_code compare_present(const struct compare_request *request, enum compare_gate gate,
                               const struct gate_outputs *outputs, const struct why_slower *why,
                               const char **next, const struct global_options *global);

/* Which command answers what these verdicts leave open, of the experiment behind it: "why" where something is slower
 * whose functions can be compared and are not known, "show --steady" where something still warms up, "plan" where something is
 * inconclusive, else "show". */
const char *compare_next(const struct compare_request *request, const struct comparison *pairs);

/* A sentence a row, for those who want no statistics. */
void compare_print_plain(const struct comparison *pairs, const struct input *input,
                         const struct global_options *global);

/* How the screen of quick mode is asked for. */
enum quick_sort { QUICK_SORT_COMMAND, QUICK_SORT_MEAN };
struct quick_choice {
    const char *reference; /* a system; NULL: the fastest of three and more, the first of two */
    int sort;              /* enum quick_sort, of the table */
    const char *store;     /* the file that keeps it */
};
/* The result of a quick run, the only source of the input: the screen of quick mode, or the document
 * of `compare` (of `show` for a single command) under --json. */
enum exit_code compare_present_quick(const struct input *input, const struct quick_choice *choice,
                                     const struct global_options *global);

/* ---- what was measured, also at the end of `assay run` (show.c) ---- */

/* Describes and prints, as JSON when global says so. */
enum exit_code show_present(const struct input *input, const struct global_options *global);

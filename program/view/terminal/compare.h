/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h -- comparisons as a screen. */
#pragma once

#include "finding/comparison_finding.h"
#include "view/text/terminal.h"

/* One system against the old one, over all benchmarks. */
struct compare_view {
    const char *old_system, *new_system;
    const struct comparison_finding *rows; /* at least one */
    size_t n;
    double confidence, margin;
    bool unnamed; /* the one benchmark's name says nothing: commands of a quick run */
    bool quiet;   /* nothing of warm-ups */
    const struct suite_finding *suite;  /* over the benchmarks; NULL: none */
    const struct joint_finding *joints; /* of benchmarks with several metrics */
    size_t n_joints;
};

/* Several systems against one old one in one table; false: nothing was printed, for the terminal is too narrow. */
bool compare_views_print(const struct terminal *terminal, const struct compare_view *views,
                         size_t n);

/* Verdict first, then the numbers; compare_notes.h says what limits them. */
void compare_view_print(const struct terminal *terminal, const struct compare_view *view);

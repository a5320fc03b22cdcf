/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_finding.h -- what the Speedup-Test says of a set of benchmarks. */
#pragma once

#include <assay/speedup.h>
#include <assay/warning.h>

/* One benchmark of the configuration, or of what was measured. */
struct speedup_row {
    const char *name;
    const char *unreadable[2];                 /* files that could not be read; NULL: read */
    size_t n, m;                               /* values of both samples */
    assay_warnings warnings;                   /* known at the source */
    double given_level;                        /* outside (0, 1): said, and not used; else NaN */
    const struct assay_speedup_result *result; /* NULL: the samples are not available */
};

/* The protocol's answers about all of them. */
struct speedup_finding {
    const char *title; /* what it is about: "./bench.cfg" */
    const char *old_system, *new_system;
    const char *observation; /* what one value is: "execution"; NULL: nobody said */
    bool pooled;             /* values that share a unit above them stand as independent ones */
    const struct speedup_row *rows;
    size_t n;
    struct assay_speedup_suite suite;
    struct assay_speedup_options options;
};

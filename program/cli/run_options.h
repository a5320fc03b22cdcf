/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_options.h -- the options of `assay run`, and the parts that its verb is made of. */
#pragma once

#include "analysis/metric_limits.h"
#include "cli/gate_outputs.h"
#include "design/design_request.h"

/* The tables that hyperfine writes, too, each an option --export-NAME. */
enum { RUN_EXPORTS = 5 };
extern const struct run_export {
    const char *option, *exporter;
} run_exports[RUN_EXPORTS];

/* A history that is filled by one experiment after another. */
struct versions_fill {
    bool complete;
    size_t n_known; /* when the last one began */
    size_t waves;
};

struct run_options {
    struct design_request design;
    const char *version_label, *compare_with;
    struct gate_outputs outputs;
    bool confirm, bisect;
    bool dry_run, resume, gate;
    const char *limits;          /* behind --gate; NULL, "": none */
    struct metric_limits metric_limits; /* the same, read */
    double decide_s; /* for what is inconclusive: of the whole run; NaN: not said */
    const char *exports[RUN_EXPORTS]; /* files to write; NULL: not asked for */
    const char *reference;            /* of the ranking */
    int sort;                         /* enum quick_sort */
    const char *against; /* a commit that is the old system */
    const char *versions; /* a range of commits, each of which is a system */
    long sample;
    struct versions_fill *fill; /* of --versions with --bisect; NULL: all in one experiment */
    struct run_made *made; /* for another verb, which says what it means; NULL: it is said here */
    const char *shard, *machine, *confirm_with;
    int time_unit; /* 0 auto, 1 microsecond, 2 millisecond, 3 second */
};
/* Whether any of the tables is asked for. */
bool run_exports_any(const struct run_options *options);

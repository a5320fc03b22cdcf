/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_options.h -- the options of `assay run`, and the parts that its verb is made of. */
#ifndef CLI_RUN_OPTIONS_H
#define CLI_RUN_OPTIONS_H

#include <stdbool.h>

#include "cli/verb.h"
#include "manifest/design.h"

struct run_options {
    /* experiments */
    const char *name;
    const char *version_label, *compare_with, *summary;
    bool confirm, bisect;
    struct name_list benchmarks;
    bool keep_builds;
    const char *append; /* "build=2"; NULL: not given */
    bool dry_run, resume, gate, ignore_failure;
    double margin; /* NaN: not given */
    const char *export_json;
    /* repetitions */
    double precision, time_budget_s;       /* NaN: not given */
    int stop;                              /* enum run_stop */
    long looks;                            /* -1: not given */
    long warmup, runs, min_runs, max_runs; /* -1: not given */
    double timeout_s;                      /* NaN: not given */
    const char *exit_codes;                /* "0,1"; NULL: not given */
    /* surroundings */
    long env_padding; /* -1: not given */
    const char *cpu, *priority, *memory;
    bool quiet_host;
    double quiet_load, quiet_wait_s; /* NaN: not given */
    /* commands */
    struct name_list names, prepare, conclude;
    const char *setup, *cleanup;
    const char *shell;
    bool no_shell;
    const char *input, *output;
    bool show_output;
    struct name_list lists; /* -L: pairs of name and values */
    struct name_list scans; /* -P: triples of name, least and most */
    const char *step;       /* -D, a number */
    int time_unit;          /* 0 auto, 1 microsecond, 2 millisecond, 3 second */
};

extern const struct verb verb_run;
extern const struct option run_options_table[];

enum run_stop { RUN_STOP_FRESH, RUN_STOP_ANYTIME, RUN_STOP_PEEK };

/* The first option given that makes sense for commands on the command line only, or NULL. */
const char *run_quick_only(const struct run_options *options);

/* Makes a design of commands given on the command line. Says on stderr what is wrong and returns
 * EXIT_USAGE or EXIT_SYSTEM. */
enum exit_code run_quick_design(const struct run_options *options,
                                const struct option_arguments *commands, struct design **out);
/* Says on stderr which option does not fit, or which command is none. */
bool run_quick_check(const struct run_options *options, const struct option_arguments *commands);

#endif

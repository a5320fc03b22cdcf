/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_request.h -- what shall be measured, as people ask for it: a manifest, or commands, and what
 * is said beside them. design_of makes one struct design of it.
 *
 * Fields are named after what they set; messages name them as the command line spells them, since the
 * stored manifest does, too.
 */
#pragma once

#include <math.h>
#include <stdint.h>

#include <assay/status.h>

#include "base/name_list.h"
#include "design/design.h"

enum design_stop_request { DESIGN_STOP_FRESH, DESIGN_STOP_ANYTIME, DESIGN_STOP_PEEK };

struct design_request {
    struct name_list arguments; /* a manifest's path; or commands; none: assay.yaml here */
    const char *manifest;       /* its text, in place of arguments; NULL: not given */
    const char *source;         /* the directory of that manifest */
    uint64_t seed;
    bool seed_given; /* else the manifest's, else drawn */
    /* experiments */
    const char *name;
    struct name_list benchmarks; /* patterns; none: all */
    bool keep_builds, only_builds, ignore_failure, no_trace;
    const char *append;       /* "build=2"; NULL: not given */
    double margin;            /* NaN: not given */
    const char *statistic;    /* as assay_question_parse reads it; NULL: not given */
    const char *order;        /* "slices"; NULL: not given */
    const char *counts;       /* "valgrind"; NULL: not given */
    struct name_list metrics; /* what is measured in place of what the design says; none: that */
    /* repetitions */
    double precision, time_budget_s;       /* NaN: not given */
    int stop;                              /* enum design_stop_request */
    bool eliminate;                        /* settings that are certainly beaten */
    struct name_list per;                  /* of every value of these parameters */
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
    struct name_list lists; /* pairs of name and values */
    struct name_list scans; /* triples of name, least and most */
    const char *step;       /* of the scans, a number */
    bool geometric;         /* the step multiplies; without one, by 2 */
};

/* Nothing asked for. */
#define DESIGN_REQUEST_DEFAULTS                                                                    \
    {                                                                                              \
        .margin = NAN, .warmup = -1, .runs = -1, .min_runs = -1, .max_runs = -1, .timeout_s = NAN, \
        .precision = NAN, .time_budget_s = NAN, .looks = -1, .env_padding = -1, .quiet_load = NAN, \
        .quiet_wait_s = NAN                                                                        \
    }

/* The first thing asked for that makes sense beside commands only, a knob's name, or NULL. */
const char *design_commands_only(const struct design_request *request);

/* The design of a run: a manifest's or that of commands given, and what is said beside.
 */
/* *manifest: the path that the design was read from, NULL for commands; *out is the caller's in any
 * case. Errors: ASSAY_USAGE, or what the system failed at. */
enum assay_status design_of(const struct design_request *request, struct design **out,
                            const char **manifest, struct assay_error *error);

/* A file that will be written: its directory is there and can be written to, or the file itself can.
 * ASSAY_USAGE names the option. Nothing is made or changed. */
enum assay_status reach_output(const char *option, const char *path, struct assay_error *error);
/* What a request names: input and output of the commands, processors. */
enum assay_status reach_request(const struct design_request *request, struct assay_error *error);

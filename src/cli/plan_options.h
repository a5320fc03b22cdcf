/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_options.h -- the options of `assay plan`, typed. */
#ifndef CLI_PLAN_OPTIONS_H
#define CLI_PLAN_OPTIONS_H

#include "cli/input_options.h"

enum plan_method { PLAN_EXACT, PLAN_PAPER, PLAN_KT2006 };

struct plan_options {
    struct input_options input;
    const char *components, *variances, *costs, *precision, *budget, *mean_text;
    double mean;           /* what mean_text says; NaN: not given */
    bool relative;         /* components are shares of a mean that is not known, and taken as 1 */
    double margin, change; /* NaN: not given */
    double extrapolate;    /* NaN: not given */
    int method;            /* enum plan_method */
    const char *write;     /* the manifest that receives the counts */
};

/* Numbers of a list "1%,2%". */
struct plan_numbers {
    double *items;
    size_t n;
};

/* What the texts say. */
struct plan_request {
    struct plan_numbers precisions; /* relative half-widths; never empty together with budgets */
    struct plan_numbers budgets;    /* seconds */
    struct plan_numbers t2, costs;  /* lowest level first; t2 empty: plan from a pilot */
};

extern const struct option plan_options_table[];

/* Reads the mean, too. False when something cannot be understood: said on stderr, *code is the exit
 * code. */
bool plan_request_of(struct plan_options *options, struct plan_request *request,
                     enum exit_code *code);
void plan_request_fini(struct plan_request *request);

#endif

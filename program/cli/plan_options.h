/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_options.h -- the options of `assay plan`, typed. */
#pragma once

#include "analysis/plan_request.h"
#include "cli/input_options.h"
#include "view/face/plan_view.h"

struct plan_options {
    struct input_options input;
    const char *components, *variances, *costs, *precision, *budget, *mean;
    double margin, change; /* NaN: not given */
    double extrapolate;    /* NaN: not given */
    int method;            /* index into plan_methods */
    double machine_s;      /* to start a machine */
    long machines;         /* that there are; 0: not given */
    const char *write;     /* the manifest that receives the counts */
    const char *
        decides; /* not asked: the metric that decides in the place of the one that was named; or NULL */
};

/* The request of these options, to be ended with plan_request_fini in any case. Says on stderr what
 * cannot be understood. */
enum exit_code plan_options_request(const struct plan_options *options,
                                    const struct global_options *global,
                                    struct plan_request *request);
void plan_request_fini(struct plan_request *request);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_analyse.h -- all that a page is made of: samples described, systems compared. */
#pragma once

#include "analysis/comparison.h"

struct report_request {
    struct source_request source;
    struct compare_request compare; /* of what that gives; its input is not looked at */
    bool allow_different_hosts;
};
#define REPORT_REQUEST_DEFAULTS                                                                    \
    {                                                                                              \
        .compare = COMPARE_REQUEST_DEFAULTS                                                        \
    }

struct report_finding {
    struct input input;
    struct sample_finding *samples; /* of each series, by what decides */
    size_t n_samples;
    struct comparison pairs;         /* none of one system */
    struct sample_mixture *mixtures; /* of each sample */
    double confidence;
    uint64_t seed;
};

/* Reads, compares, describes. Remarks are what was left out on the way. End with report_finding_fini in
 * any case. */
enum assay_status report_analyse(const struct report_request *request,
                                 struct report_finding *finding, struct remarks *remarks,
                                 struct assay_error *error);
void report_finding_fini(struct report_finding *finding);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition.h -- does an experiment that was measured once more say the same? */
#pragma once

#include "analysis/comparison.h"
#include "finding/repetition_finding.h"

struct repetition_request {
    const struct input *now, *then;       /* then NULL: its values are not at hand */
    const struct sample_finding *samples; /* what was found then, where there are no values */
    size_t n_samples;
    const struct comparison *pairs_now, *pairs_then;
    const char *host_then; /* facts of it, as JSON; NULL: none */
    double confidence;
};

/* The result borrows from the request. ASSAY_MISSING: nothing was measured both times. End with repetition_fini in
 * any case. */
enum assay_status repetition_analyse(const struct repetition_request *request,
                                     struct repetition *repetition, struct assay_error *error);
void repetition_fini(struct repetition *repetition);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_analyse.h -- how values cluster: the analysis behind `assay show --modes`. */
#pragma once

#include "source/input.h"
#include "finding/modes_finding.h"

struct modes_request {
    struct assay_mixture_options fit;
    bool no_test;
    bool warm_up_settled; /* else what still warms up carries none: a decay has no modes */
    size_t replicates; /* of the fit test; 0: as the library says */
    double delta, confidence;
    uint64_t seed;
    size_t n_threads;
    /* Told before each sample, and behind the last; NULL: nobody looks. */
    void (*progress)(void *context, size_t done, size_t n);
    void *context;
};

/* Fits every series, compares those of one benchmark and metric. A sample that carries no mixture has
 * its refusal said in its row; when none carries one, that is the error, and remarks hold the refusals
 * before the last. */
enum assay_status modes_analyse(const struct input *input, const struct modes_request *request,
                                struct modes_finding *finding, struct remarks *remarks,
                                struct assay_error *error);

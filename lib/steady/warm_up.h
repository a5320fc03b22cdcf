/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.h -- assay_warm_up_of within other limits than its own, as docs/coverage.md tries. */
#pragma once

#include <assay/steady.h>

/* From where on a block of iterations is off the last quarter. */
struct warm_up_limits {
    double tolerance; /* on average over the executions, relative */
    double errors;    /* standard errors of that average */
    double majority;  /* share of the executions on one side */
    size_t blocks;    /* >= 10: the change points of longer executions are those of as many means */
};
enum assay_status warm_up_within(const struct warm_up_limits *limits,
                                 const struct assay_sample *sample, bool more_is_better,
                                 struct assay_warm_up *out, struct assay_error *error);

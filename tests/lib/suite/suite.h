/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite.h -- a suite of benchmarks and what the Speedup-Test says of it, for the tests of this room. */
#ifndef SUITE_SUITE_H
#define SUITE_SUITE_H

#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/speedup.h>

enum { MOST = 16 };

struct suite {
    struct assay_speedup_benchmark in[MOST];
    struct assay_speedup_result out[MOST];
    struct assay_speedup_suite whole;
    struct assay_speedup_options options;
    size_t b;
};

static inline struct assay_speedup_options default_options(void)
{
    return (struct assay_speedup_options){.confidence = (double)NAN,
                                          .proportion_confidence = 0.95,
                                          .precision = 0.05,
                                          .effect_confidence = 0.95,
                                          .margin = 0.01,
                                          .n_threads = 1};
}

static inline void suite_run(struct suite *suite)
{
    struct assay_error error = {0};
    enum assay_status status = assay_speedup_analyse(suite->in, suite->b, &suite->options,
                                                     suite->out, &suite->whole, &error);
    if (status != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* Frees the values, each of which is allocated. */
static inline void suite_fini(struct suite *suite)
{
    for (size_t i = 0; i < suite->b; i++) {
        free((double *)suite->in[i].x.x);
        free((double *)suite->in[i].y.x);
    }
}

#endif

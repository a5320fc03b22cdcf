/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulated.h -- simulations run in the tests. */
#pragma once

#include <string.h>

#include "analysis/simulation.h"
#include "support/oracle.h"

/* Runs it and says how that went. */
static inline enum assay_status simulated_run(const struct simulation_request *request,
                                              struct simulation_result *result,
                                              struct assay_error *error)
{
    const struct simulation_watch watch = {.context = NULL};
    struct remarks remarks = {0};
    const enum assay_status status = simulation_run(request, &watch, result, &remarks, error);
    remarks_fini(&remarks);
    return status;
}

static inline struct simulation_request simulated_request(void)
{
    static const char *quick[] = {"fieller,paper"};
    struct simulation_request request = SIMULATION_REQUEST_DEFAULTS;
    request.shape = "5x4";
    request.sd = "0.05,0.02";
    request.ratio = "1";
    request.experiments = 300;
    request.methods = (struct name_list){quick, 1}; /* bootstraps take long */
    return request;
}

static inline void simulated(const struct simulation_request *request,
                             struct simulation_result *result)
{
    struct assay_error error;
    if (simulated_run(request, result, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* The same tallies, to the last bit, and the same names. */
static inline void simulated_same(const struct simulation_result *a,
                                  const struct simulation_result *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        assert_string_equal(a->rows[i].method, b->rows[i].method);
        assert_memory_equal(&a->rows[i].tally, &b->rows[i].tally, sizeof a->rows[i].tally);
        assert_int_equal(a->rows[i].about.identity, b->rows[i].about.identity);
    }
}

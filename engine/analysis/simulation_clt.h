/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulation_clt.h -- how large is large? Means, medians and minima of samples of growing size. */
#pragma once

#include "analysis/simulation.h"

enum { SIMULATION_CLT_SIZES = 20, SIMULATION_CLT_MOST = 100 };
#define SIMULATION_CLT_LEVEL 0.05

struct simulation_clt_row {
    const struct assay_series *series; /* of the request's input */
    struct assay_clt_row sizes[SIMULATION_CLT_SIZES];
    size_t n_values;
    size_t mean_from, median_from; /* sizes that look normal, and all above; 0: none */
};
struct simulation_clt {
    struct simulation_clt_row *rows;
    size_t n;
};

/* Of each series of request->input. When none can be examined, that is the error, and remarks hold
 * the refusals before the last. End with simulation_clt_fini in any case. */
enum assay_status simulation_clt_of(const struct simulation_request *request,
                                    struct simulation_clt *clt, struct remarks *remarks,
                                    struct assay_error *error);
void simulation_clt_fini(struct simulation_clt *clt);

/* Speedup-Test, Table 1. */
enum { SIMULATION_MINIMUM_ROWS = 5 };
enum assay_status simulation_minimum(const struct simulation_request *request,
                                     struct assay_minimum_row rows[SIMULATION_MINIMUM_ROWS],
                                     struct assay_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effective_size.c -- how many independent values a correlated series is worth.
 * Source:   Geyer 1992, Statistical Science 7:473-483, initial monotone sequence; METHODS B1, F7.
 * Assumes:  a stationary series in order of measurement; Geyer's proof needs a reversible chain.
 * Edge:     n < 4 or constant -> ASSAY_UNDEFINED.
 * Checked:  by hand on a short series; AR(1) against n (1 - phi)/(1 + phi). */
#include <assay/descriptive.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/view.h"

enum { FEW_LAGS = 8, MORE_LAGS = 64 };

/* Sums of neighbouring autocorrelations fall and stay positive in truth: what does not is noise. */
static double initial_monotone_sum(const double *rho, size_t n, bool *ended)
{
    double sum = 0, previous = INFINITY;
    *ended = false;
    for (size_t j = 0; 2 * j + 1 < n && !*ended; j++) {
        double pair = fmin(rho[2 * j] + rho[2 * j + 1], previous);
        *ended = pair <= 0;
        sum += *ended ? 0 : pair;
        previous = pair;
    }
    return sum;
}

enum assay_status assay_effective_size(struct assay_view view, struct assay_effective *out,
                                       struct assay_error *error)
{
    enum assay_status status = view_check(view, 4, "an effective sample size", error);
    if (status != ASSAY_OK)
        return status;
    double *rho = malloc(view.n * sizeof *rho);
    if (rho == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    /* The sequence mostly ends within a few lags, which cost less than all of them. */
    double sum = 0;
    bool ended = false;
    for (size_t lags = FEW_LAGS; status == ASSAY_OK && !ended;
         lags = lags < MORE_LAGS ? MORE_LAGS : view.n) {
        const size_t used = lags < view.n ? lags : view.n;
        status = assay_autocorrelation(view, used - 1, rho, error);
        if (status == ASSAY_OK)
            sum = initial_monotone_sum(rho, used, &ended);
        ended = ended || used == view.n;
    }
    if (status == ASSAY_OK) {
        double n = (double)view.n;
        double tau = fmax(2 * sum - 1, 1 / n);
        *out = (struct assay_effective){.size = n / tau, .tau = tau, .lag_1 = rho[1]};
    }
    free(rho);
    return status;
}

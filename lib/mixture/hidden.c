/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden.c -- does a single mean hide several modes?
 * Source:   METHODS A12, B13; the thresholds are ours: few units cluster by chance.
 * Edge:     quick by design: at most three parts, and of more than MOST values every n/MOST-th (in
 *           order of size). Data that cannot carry a mixture hide nothing.
 * Checked:  tests/lib/mixture/test_attribution.c.
 */
#include <assay/mixture.h>

#include <stdlib.h>

#include "base/view.h"

enum { MOST = 500, PARTS = 3, LEAST_UNITS = 10 };
static const double bic_gain = 10;

static enum assay_status fit_some(const struct assay_sample *sample, size_t n,
                                  struct assay_mixture_fit *fit)
{
    const struct assay_mixture_options options = {.max_components = PARTS};
    struct assay_view view = {sample->values, n};
    double *sorted;
    if (n <= MOST)
        return assay_mixture_fit_values(view, &options, fit, NULL);
    enum assay_status status = view_sorted(view, &sorted, NULL);
    if (status != ASSAY_OK)
        return status;
    for (size_t i = 0; i < MOST; i++)
        sorted[i] = sorted[(size_t)(((double)i + 0.5) * (double)n / MOST)];
    status = assay_mixture_fit_values((struct assay_view){sorted, MOST}, &options, fit, NULL);
    free(sorted);
    return status;
}

bool assay_modes_hidden(const struct assay_sample *sample)
{
    struct assay_mixture_fit fit;
    struct assay_modes modes;
    struct assay_attribution attribution;
    size_t n = assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
    if (n < LEAST_UNITS || fit_some(sample, n, &fit) != ASSAY_OK)
        return false;
    if (fit.mixture.k < 2 || !(fit.bic < fit.bic_by_k[0] - bic_gain) ||
        assay_mixture_modes(&fit.mixture, &modes, NULL) != ASSAY_OK || modes.n < 2 ||
        assay_modes_attribute(sample, &modes, &attribution, NULL) != ASSAY_OK)
        return false;
    return attribution.replicated &&
           assay_shape_units(&sample->shape, attribution.level) >= LEAST_UNITS;
}

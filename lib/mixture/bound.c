/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bound.c -- shares of single runs where resampling would be more certain than the counts allow.
 * Source:   superiority.c of lib/interval.
 * Assumes:  top units independent.
 * Edge:     separated samples: k pairs of units without one in common all agree, so the share is
 *           bounded by k, whatever their values below are.
 * Checked:  tests/lib/mixture/test_compare.c and test_contest.c: against assay_superiority_of.
 */
#include <math.h>
#include <stdlib.h>

#include "mixture/resample.h"

void superiority_bound_by_count(size_t k, double confidence, struct assay_estimate *fitted,
                                struct assay_estimate *counted)
{
    const double rounding = 1e-12; /* of the rule that shares ties out */
    const bool always = counted->estimate > 1 - rounding;
    if (!always && !(counted->estimate < rounding))
        return;
    const struct assay_interval bound = assay_superiority_by_count(k, always, confidence);
    struct assay_interval *of_fit = &fitted->interval;
    counted->interval = bound;
    counted->warnings &= ~ASSAY_WARNING(ASSAY_WARN_BOOTSTRAP_REFUSED);
    of_fit->lower = fmin(of_fit->lower, bound.lower);
    of_fit->upper = fmax(of_fit->upper, bound.upper);
}

static bool is_flat(const struct assay_sample *sample)
{
    return assay_sample_size(sample) == sample->shape.count[0];
}

/* Of independent values; x is smaller where y + delta is superior to it. */
static enum assay_status of_independent(const struct assay_sample *x, const struct assay_sample *y,
                                        double delta, double confidence,
                                        struct assay_estimate *counted, struct assay_error *error)
{
    const size_t n = x->shape.count[0], m = y->shape.count[0];
    struct assay_estimate found;
    double *moved = malloc(m * sizeof *moved);
    if (moved == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", m);
    for (size_t i = 0; i < m; i++)
        moved[i] = y->values[i] + delta;
    const enum assay_status status =
        assay_superiority_of((struct assay_view){moved, m}, (struct assay_view){x->values, n},
                             confidence, &found, error);
    free(moved);
    if (status == ASSAY_OK)
        *counted = found;
    return status;
}

enum assay_status superiority_bound(const struct assay_sample *x, const struct assay_sample *y,
                                    double delta, double confidence, struct assay_estimate *fitted,
                                    struct assay_estimate *counted, struct assay_error *error)
{
    const size_t r = x->shape.count[0], s = y->shape.count[0];
    enum assay_status status = ASSAY_OK;
    if (is_flat(x) && is_flat(y))
        status = of_independent(x, y, delta, confidence, counted, error);
    if (status == ASSAY_OK)
        superiority_bound_by_count(r < s ? r : s, confidence, fitted, counted);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pooled_best.c -- each cell against the best of the others, with one variance for all.
 * Source:   Hsu 1984; METHODS H2: mean_i - min of the others, in [min(0, D - h), max(0, D + h)], h Dunnett's
 *           one-sided quantile times the standard error of a difference. A cell whose lower end is 0 is
 *           certainly not the best.
 * Assumes:  as pooled.c.
 * Edge:     with lost cells the quantile is Bonferroni's and each difference has its own standard error. All
 *           alike: every cell stays.
 * Checked:  tests/data/factors.json (1e-6).
 */
#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "base/view.h"
#include "factor/factor.h"

static double critical_of(const struct assay_pooled *pooled, double confidence)
{
    const size_t others = pooled->cells - 1;
    if (pooled->balanced)
        return assay_dunnett_critical(confidence, others, pooled->df, false);
    return qt((1 - confidence) / (double)others, pooled->df, 0, 0);
}

enum assay_status assay_pooled_best(const struct assay_pooled *pooled, double confidence,
                                    struct assay_best *out, double *lower, double *upper,
                                    bool *tied, struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    *out = (struct assay_best){.critical = critical_of(pooled, confidence)};
    for (size_t i = 0; i < pooled->cells; i++) {
        double low = -INFINITY, high = -INFINITY;
        for (size_t j = 0; j < pooled->cells; j++) {
            if (j == i)
                continue;
            const double d = pooled->mean[i] - pooled->mean[j];
            const double half = out->critical * pooled_se(pooled, (struct assay_cell_pair){i, j});
            low = fmax(low, d - half);
            high = fmax(high, d + half);
        }
        lower[i] = fmin(0, low);
        upper[i] = fmax(0, high);
        tied[i] = low <= 0;
        out->ties += tied[i];
        if (pooled->mean[i] < pooled->mean[out->cell])
            out->cell = i;
    }
    return ASSAY_OK;
}

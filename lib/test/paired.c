/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paired.c -- t test of paired differences.
 * Source:   Student 1908, Biometrika 6:1-25; R 4.2's t.test(paired = TRUE).
 * Assumes:  pairs independent of one another, differences near normal.
 * Edge:     unequal counts -> ASSAY_INVALID; n < 2 or essentially constant differences ->
 *           ASSAY_UNDEFINED. Differences are carried as twofolds, which R rounds.
 * Checked:  tests/data/ttest.json, relative 1e-10. */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "test/location.h"

/* Mean and variance of scale * (x - y), each difference exact. */
static enum assay_status difference_moments(struct assay_view x, struct assay_view y, double scale,
                                            struct location_sample *out, struct assay_error *error)
{
    OWNED double *high = malloc(x.n * sizeof *high), *low = malloc(x.n * sizeof *low);
    enum assay_status status = ASSAY_OK;
    if (high != NULL && low != NULL) {
        for (size_t i = 0; i < x.n; i++) {
            struct twofold difference = twofold_sum(x.x[i] * scale, -y.x[i] * scale);
            high[i] = difference.high;
            low[i] = difference.low;
        }
        struct sum_moments moments = sum_moments_twofold(high, low, x.n);
        *out = (struct location_sample){x.n, moments.mean, moments.sum_squares / (double)(x.n - 1)};
    } else {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu differences", x.n);
    }
    return status;
}

enum assay_status assay_paired_test(struct assay_view x, struct assay_view y,
                                    const struct assay_t_options *options, struct assay_t_test *out,
                                    struct assay_error *error)
{
    if (x.n != y.n)
        return assay_fail(error, ASSAY_INVALID,
                          "the paired t test needs as many values of x as of y, has %zu and %zu",
                          x.n, y.n);
    struct location_sample of_x, of_y, differences = {0};
    struct location_parts parts;
    TRY(location_moments(&x, &y, 2, "the paired t test", &of_x, &of_y, &parts.scale, error));
    TRY(difference_moments(x, y, parts.scale, &differences, error));
    parts.estimate = differences.mean.high;
    parts.standard_error = sqrt(differences.variance / (double)x.n);
    parts.df = (double)(x.n - 1);
    parts.magnitude = fabs(differences.mean.high);
    TRY(location_finish(&parts, options, "the paired t test", out, error));
    out->mean_x = out->estimate;
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* welch.c -- t test of two means, unequal variances.
 * Source:   Welch 1947, Biometrika 34:28-35; df after Satterthwaite, not rounded; R 4.2's t.test.
 * Assumes:  independent samples, means near normal.
 * Edge:     n < 2 or essentially constant -> ASSAY_UNDEFINED. One variance zero: the df of the
 *           other sample.
 * Checked:  tests/data/ttest.json, relative 1e-10 (60-digit t, df and p). */
#include <math.h>

#include "base/try.h"
#include "test/location.h"

enum assay_status assay_welch_test(struct assay_view x, struct assay_view y,
                                   const struct assay_t_options *options, struct assay_t_test *out,
                                   struct assay_error *error)
{
    struct location_sample of_x, of_y;
    struct location_parts parts;
    TRY(location_moments(&x, &y, 2, "Welch's t test", &of_x, &of_y, &parts.scale, error));
    double v_x = of_x.variance / (double)x.n, v_y = of_y.variance / (double)y.n;
    double share_x = v_x / (v_x + v_y), share_y = v_y / (v_x + v_y);
    parts.df = 1 / (share_x * share_x / (double)(x.n - 1) + share_y * share_y / (double)(y.n - 1));
    parts.estimate = location_difference(&of_x, &of_y);
    parts.standard_error = sqrt(v_x + v_y);
    parts.magnitude = fmax(fabs(of_x.mean.high), fabs(of_y.mean.high));
    TRY(location_finish(&parts, options, "Welch's t test", out, error));
    out->mean_x = of_x.mean.high / parts.scale;
    out->mean_y = of_y.mean.high / parts.scale;
    return ASSAY_OK;
}

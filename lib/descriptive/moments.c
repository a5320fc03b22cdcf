/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moments.c -- count, mean, variance and range of a flat array.
 * Source:   two passes with compensated sums (lib/base/sum.c).
 * Assumes:  finite values; any offset: the mean may be 1e9 times the spread.
 * Edge:     n = 0 -> ASSAY_UNDEFINED; n = 1 -> variance NaN; a variance that no double can hold ->
 *           ASSAY_UNDEFINED, *out untouched.
 * Checked:  NIST StRD univariate sets, tests/lib/descriptive/test_moments.c.
 */
#include <assay/descriptive.h>

#include <float.h>
#include <math.h>

#include "base/sum.h"
#include "base/try.h"
#include "sample/shape.h"

enum assay_status assay_moments_of(struct assay_view view, struct assay_moments *out,
                                   struct assay_error *error)
{
    if (view.n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "moments need at least one value");
    struct assay_moments result = {.n = view.n};
    TRY(values_check(view.x, view.n, &result.min, &result.max, error));
    double scale = sum_scale(result.min, result.max);
    struct sum_moments moments = sum_moments_of(view.x, view.n, scale);
    result.mean = moments.mean.high / scale;
    result.sum_squares = moments.sum_squares / scale / scale;
    result.variance = view.n < 2 ? (double)NAN : result.sum_squares / (double)(view.n - 1);
    if (moments.sum_squares > 0 && !(result.variance >= DBL_MIN && isfinite(result.sum_squares)))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the variance lies outside the range of doubles: give the values in "
                          "another unit");
    *out = result;
    return ASSAY_OK;
}

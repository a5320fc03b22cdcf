/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mad.c -- median and median absolute deviation.
 * Source:   Hampel 1974, JASA 69:383-393; the factor 1.4826 is that of R's mad().
 * Assumes:  nothing; the factor makes it estimate sigma of normal data.
 * Edge:     n = 0 -> ASSAY_UNDEFINED; more than half the values equal -> 0.
 * Checked:  by hand; shift, scale, breakdown under half of the values replaced. */
#include <assay/descriptive.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"

enum assay_status assay_mad(struct assay_view view, struct assay_robust *out,
                            struct assay_error *error)
{
    const double normal_factor = 1.4826;
    TRY(view_check(view, 1, "the median absolute deviation", error));
    OWNED double *work = NULL;
    TRY(view_sorted(view, &work, error));
    const double median = sorted_median((struct assay_view){work, view.n});
    for (size_t i = 0; i < view.n; i++)
        work[i] = fabs(work[i] - median);
    *out = (struct assay_robust){median, normal_factor * median_sorting(work, view.n)};
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_ecdf.c -- the distribution function at evenly spaced shares: quantiles of type 1.
 * Shape:    value j of the m in "x" is the smallest one that floor(j (n - 1) / (m - 1)) + 1 of the n
 *           values do not exceed.
 * Edge:     of many values the quantiles are those of a histogram of 4096 bins: a hundredth of what
 *           one pixel shows. */
#include "view/chart/chart.h"

#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>

#include "view/document/json.h"
#include "view/text/view_memory.h"

enum { POINTS = 80, MANY = 5000, BINS = 4096 };

/* Bins of equal width, from the smallest value to the largest. */
static bool by_counting(const struct sample_finding *sample, const double *shares, size_t m,
                        double *x)
{
    const struct assay_description *d = &sample->description;
    const double width = (d->max - d->min) / BINS;
    size_t *count = view_room(BINS, sizeof *count);
    if (count == NULL || !(width > 0) || !isfinite(width)) {
        free(count);
        return false;
    }
    for (size_t i = 0; i < d->n; i++) {
        const size_t bin = (size_t)((sample->series->live.values[i] - d->min) / width);
        count[bin < BINS ? bin : BINS - 1]++;
    }
    size_t below = 0, bin = 0;
    for (size_t j = 0; j < m; j++) {
        while (bin + 1 < BINS && (double)(below + count[bin]) < shares[j] * (double)d->n)
            below += count[bin++];
        x[j] = j == 0 ? d->min : j + 1 == m ? d->max : d->min + ((double)bin + 1) * width;
    }
    free(count);
    return true;
}

json_t *chart_ecdf(const struct sample_finding *sample)
{
    const size_t n = sample->description.n, m = n < POINTS ? n : POINTS;
    const struct assay_view view = {sample->series->live.values, n};
    double shares[POINTS], x[POINTS];
    for (size_t j = 0; j < m; j++)
        shares[j] = (double)(spaced(j, m, n) + 1) / (double)n;
    const bool counted = n > MANY && by_counting(sample, shares, m, x);
    if (!counted && (m == 0 || !view_defined(assay_quantiles(view, shares, m, 1, x, NULL))))
        return json_null();
    return render_json_make(JSON("n", n), JSON("x", chart_packed(x, m)));
}

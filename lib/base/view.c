/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.c -- checking and sorting flat arrays. */
#include "base/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"

enum assay_status view_check(struct assay_view view, size_t least, const char *statistic,
                             struct assay_error *error)
{
    if (view.n < least)
        return assay_fail(error, ASSAY_UNDEFINED, "%s needs at least %zu value%s, has %zu",
                          statistic, least, least == 1 ? "" : "s", view.n);
    for (size_t i = 0; i < view.n; i++)
        if (!isfinite(view.x[i]))
            return assay_fail(error, ASSAY_INVALID, "%s needs finite values; value %zu is %g",
                              statistic, i + 1, view.x[i]);
    return ASSAY_OK;
}

enum assay_status confidence_check(double confidence, struct assay_error *error)
{
    if (confidence > 0 && confidence < 1)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g", confidence);
}

double plain_sd(const double *x, size_t n)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean) / ((double)n - 1);
    return sqrt(squares);
}

void sort_doubles(double *x, size_t n)
{
    enum { LARGE = 1 << 20 }; /* where a second array weighs more than the time it saves */
    double *scratch = n < LARGE ? malloc((n + 1) * sizeof *scratch) : NULL;
    sort_values(x, n, scratch);
    free(scratch);
}

enum assay_status view_sorted(struct assay_view view, double **sorted, struct assay_error *error)
{
    double *copy = malloc((view.n > 0 ? view.n : 1) * sizeof *copy);
    if (copy == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    if (view.n > 0)
        memcpy(copy, view.x, view.n * sizeof *copy);
    sort_doubles(copy, view.n);
    *sorted = copy;
    return ASSAY_OK;
}

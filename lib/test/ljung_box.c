/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ljung_box.c -- are the first autocorrelations of a series together zero?
 * Source:   Ljung & Box 1978, Biometrika 65:297-303; R 4.2's Box.test.
 * Assumes:  a series in order of measurement; Q near chi-square with `lags` degrees of freedom.
 * Edge:     lags < 1 or lags >= n -> ASSAY_INVALID; constant series -> ASSAY_UNDEFINED. p is an
 *           upper tail: R's 1 - P leaves 1e-16 of a small one.
 * Checked:  tests/data/acf.json, Q and p relative 1e-9 (60-digit values). */
#include <assay/test.h>

#include <Rmath.h>
#include <assay/descriptive.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

enum assay_status assay_ljung_box_test(struct assay_view view, size_t lags,
                                       struct assay_ljung_box *out, struct assay_error *error)
{
    TRY(view_check(view, 2, "the Ljung-Box test", error));
    if (lags < 1 || lags >= view.n)
        return assay_fail(error, ASSAY_INVALID,
                          "the Ljung-Box test of %zu values needs 1 to %zu lags, has %zu", view.n,
                          view.n - 1, lags);
    OWNED double *correlation = malloc((lags + 1) * sizeof *correlation);
    if (correlation == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu lags", lags);
    enum assay_status status = assay_autocorrelation(view, lags, correlation, error);
    if (status == ASSAY_OK) {
        double n = (double)view.n, sum = 0;
        for (size_t k = 1; k <= lags; k++)
            sum += correlation[k] * correlation[k] / (n - (double)k);
        double q = n * (n + 2) * sum, df = (double)lags;
        *out = (struct assay_ljung_box){.q = q, .df = df, .p = pchisq(q, df, 0, 0)};
    }
    return status;
}

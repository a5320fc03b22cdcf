/* SPDX-License-Identifier: GPL-3.0-or-later */
/* superiority.c -- how often is a value of one sample below a value of another?
 * Source:   Brunner & Munzel 2000 (METHODS A10) for its variance and degrees of freedom; Wilson 1927 for
 *           the interval of a share of k pairs, k = p (1 - p) / variance (Korn & Graubard 1998); Clopper &
 *           Pearson 1934 where the samples are separated.
 * Why:      the interval p +- t se held 84 to 90 % where one sample wins 9 of 10 pairs: a share near its
 *           end has a skewed estimate, and its variance is estimated from the few pairs that differ. So
 *           k is at most what two samples of one distribution have.
 * Assumes:  independent values.
 * Edge:     one value on a side that is not separated, or all values equal -> NaN ends.
 * Checked:  against assay_brunner_munzel_test and assay_wilcoxon_test; the separated case and Wilson's
 *           interval by hand; coverage (docs/coverage.md).
 */

#include <math.h>

#include <assay/test.h>

#include "interval/common.h"

struct assay_interval share_interval(double share, double variance, double df, double most,
                                     double confidence)
{
    const double k = fmin(share * (1 - share) / variance, most);
    const double t = assay_t_critical(confidence, df), t2 = t * t / k;
    const double middle = (share + t2 / 2) / (1 + t2);
    const double reach = sqrt(t2 * (share * (1 - share) + t2 / 4)) / (1 + t2);
    return (struct assay_interval){fmax(middle - reach, 0),
                                   fmin(middle + reach, 1),
                                   confidence,
                                   df,
                                   "wilson (effective size)",
                                   ASSAY_BOUNDED};
}

double share_most(double values, size_t n_samples)
{
    return values * (2 * (double)n_samples - 1) / (double)n_samples;
}

struct assay_interval assay_superiority_by_count(size_t k, bool always, double confidence)
{
    const double end = pow((1 - confidence) / 2, 1 / (double)k);
    return (struct assay_interval){always ? end : 0, always ? 1 : 1 - end, confidence,
                                   (double)NAN,      "clopper-pearson",    ASSAY_BOUNDED};
}

/* Where Brunner & Munzel have no variance to divide by, the rank sum still gives the share. */
static enum assay_status without_variance(struct assay_view x, struct assay_view y,
                                          double confidence, struct assay_estimate *out,
                                          struct assay_error *error)
{
    const struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_NO};
    struct assay_wilcoxon ranks;
    const enum assay_status status = assay_wilcoxon_test(x, y, &options, &ranks, error);
    *out = (struct assay_estimate){
        .estimate = 0.5,
        .interval = {(double)NAN, (double)NAN, confidence, (double)NAN, NULL, ASSAY_ALL}};
    if (status == ASSAY_UNDEFINED) /* all values are equal */
        return ASSAY_OK;
    if (status == ASSAY_OK) {
        out->estimate = ranks.superiority;
        if (ranks.superiority == 1 || ranks.superiority == 0)
            out->interval = assay_superiority_by_count(x.n < y.n ? x.n : y.n,
                                                       ranks.superiority == 1, confidence);
    }
    return status;
}

enum assay_status assay_superiority_of(struct assay_view x, struct assay_view y, double confidence,
                                       struct assay_estimate *out, struct assay_error *error)
{
    struct assay_brunner_munzel test;
    struct assay_estimate found;
    enum assay_status status =
        assay_brunner_munzel_test(x, y, ASSAY_TWO_SIDED, confidence, &test, error);
    const double each = 2 / (1 / (double)x.n + 1 / (double)y.n);
    if (status == ASSAY_OK)
        found = (struct assay_estimate){
            .estimate = test.estimate,
            .interval = share_interval(test.estimate, test.standard_error * test.standard_error,
                                       test.df, share_most(each, 2), confidence)};
    else if (status == ASSAY_UNDEFINED)
        status = without_variance(x, y, confidence, &found, error);
    if (status == ASSAY_OK)
        *out = found;
    return status;
}

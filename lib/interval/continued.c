/* SPDX-License-Identifier: GPL-3.0-or-later */
/* continued.c -- intervals after a pilot whose values count.
 * Source:   METHODS B6(b): Stein 1945, Ann. Math. Stat. 16:243-258, takes t on the pilot's degrees of freedom with the
 *           pilot's variance, which is exact and as wide as the pilot was unsteady. Here the quantile is Stein's and the
 *           variance that of all values (internal pilots: Wittes & Brittain 1990, Stat. Med. 9:65-72). The plain interval
 *           of all values covers 94.6 % after a pilot of 30, 92.8 % after one of 5, of a nominal 95.
 * Assumes:  the pilot chose the number by its spread alone; normal differences; a third more units than the pilot has
 *           (assay_stopping_continued). Order statistics need no correction: docs/stopping.md has both measured.
 * Edge:     no more units than the pilot: the plain interval. pilot < 2 -> ASSAY_INVALID.
 * Checked:  coverage over whole runs, tests/lib/stopping/test_continued.c and bench/stopping; by hand.
 */

#include "base/try.h"
#include "interval/common.h"

double continued_df(size_t pilot, size_t r)
{
    return (double)(pilot < r ? pilot : r) - 1;
}

enum assay_status continued_check(size_t pilot, struct assay_error *error)
{
    if (pilot >= 2)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID, "a pilot has 2 units and more, is of %zu", pilot);
}

static double squared(const void *context, size_t r, double confidence)
{
    const double t = assay_t_critical(confidence, continued_df(*(const size_t *)context, r));
    return t * t;
}

enum assay_status assay_ratio_continued(const struct assay_sample *old_sample,
                                        const struct assay_sample *new_sample, size_t pilot,
                                        double confidence, struct assay_estimate *out,
                                        struct assay_error *error)
{
    TRY(continued_check(pilot, error));
    const size_t r = assay_shape_units(&old_sample->shape, 0);
    const struct critical critical = {squared, &pilot, "fieller-paired-continued",
                                      continued_df(pilot, r)};
    return ratio_paired_by(old_sample, new_sample, confidence, &critical, out, error);
}

enum assay_status assay_mean_continued(const struct assay_sample *sample, size_t pilot,
                                       double confidence, struct assay_estimate *out,
                                       struct assay_error *error)
{
    TRY(continued_check(pilot, error));
    const struct critical critical = {squared, &pilot, "continued t on top-level means",
                                      continued_df(pilot, assay_shape_units(&sample->shape, 0))};
    return mean_by(sample, confidence, &critical, out, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brunner_munzel.c -- does one sample tend to larger values, whatever the two shapes?
 * Source:   Brunner & Munzel 2000, Biometrical Journal 42:17-25, in terms of placements: of each
 *           value the share of the other sample below it, ties one half.
 * Assumes:  independent samples. Unlike Wilcoxon's test it is valid when the spreads differ.
 * Edge:     n < 2, or no spread of placements (samples apart, or all values equal) ->
 *           ASSAY_UNDEFINED. With fewer than about 10 values a side its size is only near.
 * Checked:  the published pain scores; identities in tests/lib/test/test_brunner_munzel.c. */
#include <assay/test.h>

#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "base/view.h"
#include "test/groups.h"

/* Sums of squared deviations of the placements of x among y and of y among x, as counts. */
struct placements {
    double superiority; /* P(X > Y) + P(X = Y)/2 */
    double variance_x, variance_y;
};

static double mean_placement_of_x(struct groups *groups)
{
    double sum = 0;
    size_t in_x, in_y;
    while (groups_next(groups, &in_x, &in_y))
        sum += (double)in_x * ((double)(groups->j - in_y) + (double)in_y / 2);
    return sum / (double)groups->n;
}

static struct placements place(struct groups *groups)
{
    double n = (double)groups->n, m = (double)groups->m;
    double mean_x = mean_placement_of_x(groups), superiority = mean_x / m;
    double mean_y = n * (m - mean_x) / m;
    double squares_x = 0, squares_y = 0;
    size_t in_x, in_y;
    while (groups_next(groups, &in_x, &in_y)) {
        double of_x = (double)(groups->j - in_y) + (double)in_y / 2 - mean_x;
        double of_y = (double)(groups->i - in_x) + (double)in_x / 2 - mean_y;
        squares_x += (double)in_x * of_x * of_x;
        squares_y += (double)in_y * of_y * of_y;
    }
    return (struct placements){superiority, squares_x / (n - 1), squares_y / (m - 1)};
}

static void find_interval(struct assay_brunner_munzel *test, enum assay_alternative alternative)
{
    double alpha = 1 - test->confidence;
    if (alternative == ASSAY_TWO_SIDED)
        alpha /= 2;
    double reach = qt(alpha, test->df, 0, 0) * test->standard_error;
    test->lower = alternative == ASSAY_LESS ? 0 : fmax(0, test->estimate - reach);
    test->upper = alternative == ASSAY_GREATER ? 1 : fmin(1, test->estimate + reach);
}

enum assay_status assay_brunner_munzel_test(struct assay_view x, struct assay_view y,
                                            enum assay_alternative alternative, double confidence,
                                            struct assay_brunner_munzel *out,
                                            struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    struct groups groups;
    TRY(groups_init(&groups, x, y, 2, "the Brunner-Munzel test", error));
    struct placements placements = place(&groups);
    groups_fini(&groups);
    double n = (double)x.n, m = (double)y.n;
    double v_x = placements.variance_x / (n * m * m), v_y = placements.variance_y / (m * n * n);
    if (!(v_x + v_y > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "the Brunner-Munzel test is undefined: %s",
                          placements.superiority == 0.5 ? "all values are equal"
                                                        : "the samples do not overlap");
    double share_x = v_x / (v_x + v_y), share_y = v_y / (v_x + v_y);
    struct assay_brunner_munzel result = {
        .t = (placements.superiority - 0.5) / sqrt(v_x + v_y),
        .df = 1 / (share_x * share_x / (n - 1) + share_y * share_y / (m - 1)),
        .estimate = placements.superiority,
        .standard_error = sqrt(v_x + v_y),
        .confidence = confidence};
    result.p = alternative == ASSAY_TWO_SIDED
                   ? 2 * pt(-fabs(result.t), result.df, 1, 0)
                   : pt(result.t, result.df, alternative == ASSAY_LESS, 0);
    find_interval(&result, alternative);
    *out = result;
    return ASSAY_OK;
}

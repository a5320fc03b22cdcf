/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_far.c -- what few values, and a tail to one side, do to the change of total time.
 * Source:   Fieller's interval of paired rounds rests on d_j = new_j - ratio old_j (METHODS B5): what a round does
 *           to both systems is not in it. The share of far values is what putting them at their system's median
 *           takes off the variance of d; unpaired, off the sum of both means' variances. Skewness of d: Joanes &
 *           Gill 1998, on one side (doubts.c); a t interval of skewed values misses the side that it did not see.
 * Assumes:  the ratio is that of means.
 * Edge:     fewer than 5 rounds, and 50 or more: nothing is said of a tail.
 * Checked:  tests/lib/finding/test_compare_far.c; how often: docs/evidence/comparison-notes.md.
 */
#include "finding/compare.h"

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "finding/effective.h"
#include "sample/tree.h"

enum { LEAST_ROUNDS = 5, MOST_ROUNDS = 50 };
static const double most_of_it = 0.5;

/* Means of the top units of both systems, and the ratio that their difference is about. */
struct sides {
    double *old_means, *new_means;
    size_t n_old, n_new;
    double ratio;
    bool paired;
};

static void sides_fini(struct sides *sides)
{
    free(sides->old_means);
    free(sides->new_means);
}

static enum assay_status sides_init(struct sides *sides, const struct assay_sample *old_sample,
                                    const struct assay_sample *new_sample,
                                    struct assay_error *error)
{
    sides->n_old = assay_shape_units(&old_sample->shape, 0);
    sides->n_new = assay_shape_units(&new_sample->shape, 0);
    sides->old_means = calloc(sides->n_old + 1, sizeof *sides->old_means);
    sides->new_means = calloc(sides->n_new + 1, sizeof *sides->new_means);
    if (sides->old_means == NULL || sides->new_means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu units",
                          sides->n_old + sides->n_new);
    TRY(tree_unit_means(old_sample, 0, sides->old_means, NULL, error));
    return tree_unit_means(new_sample, 0, sides->new_means, NULL, error);
}

static double variance_of(const double *x, size_t n)
{
    return sum_moments_of(x, n, 1).sum_squares / (double)(n - 1);
}

/* Of the difference that the interval rests on; new_means become the rounds' differences. */
static double difference_variance(struct sides *sides)
{
    if (!sides->paired)
        return variance_of(sides->new_means, sides->n_new) / (double)sides->n_new +
               sides->ratio * sides->ratio * variance_of(sides->old_means, sides->n_old) /
                   (double)sides->n_old;
    for (size_t j = 0; j < sides->n_new; j++)
        sides->new_means[j] -= sides->ratio * sides->old_means[j];
    return variance_of(sides->new_means, sides->n_new) / (double)sides->n_new;
}

/* What is left of it without the far values; their numbers. */
static enum assay_status variance_without(const struct compare_input *input, bool paired,
                                          double ratio, struct assay_far_change *far, double *out,
                                          struct assay_error *error)
{
    struct far_sample old_rest = {0}, new_rest = {0};
    SCOPED(sides_fini) struct sides sides = {.paired = paired, .ratio = ratio};
    enum assay_status status = far_left_out(input->old_sample, &old_rest, error);
    if (status == ASSAY_OK)
        status = far_left_out(input->new_sample, &new_rest, error);
    if (status == ASSAY_OK)
        status = sides_init(&sides, &old_rest.rest, &new_rest.rest, error);
    if (status == ASSAY_OK) {
        *out = difference_variance(&sides);
        far->n_old = old_rest.n;
        far->n_new = new_rest.n;
    }
    free(old_rest.storage);
    free(new_rest.storage);
    return status;
}

enum assay_status compare_far(const struct compare_input *input, bool paired,
                              struct assay_comparison *out, struct assay_error *error)
{
    SCOPED(sides_fini) struct sides sides = {.paired = paired, .ratio = out->ratio.estimate};
    double without = 0, all = 0;
    if (!isfinite(sides.ratio) || assay_shape_units(&input->old_sample->shape, 0) < 2 ||
        assay_shape_units(&input->new_sample->shape, 0) < 2)
        return ASSAY_OK;
    enum assay_status status = sides_init(&sides, input->old_sample, input->new_sample, error);
    if (status == ASSAY_OK) {
        const bool one_stalls = doubts_skewed(sides.old_means, sides.n_old) !=
                                doubts_skewed(sides.new_means, sides.n_new);
        all = difference_variance(&sides);
        if (paired && sides.n_new >= LEAST_ROUNDS && sides.n_new < MOST_ROUNDS && one_stalls &&
            doubts_one_sided(sides.new_means, sides.n_new))
            out->warnings |= ASSAY_WARNING(ASSAY_WARN_SKEWED_ROUNDS);
        status = variance_without(input, paired, sides.ratio, &out->far, &without, error);
    }
    out->far.share = all > 0 ? fmax(0, 1 - without / all) : 0;
    if (status == ASSAY_OK && out->far.n_old + out->far.n_new > 0 && out->far.share > most_of_it)
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_OUTLIERS);
    return status;
}

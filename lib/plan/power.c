/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.c -- how likely a design is to reach a verdict, and what it can detect.
 * Source:   METHODS B7 for the verdicts, F2 for the interval. For normal top means the sample mean
 *           and variance are independent, normal and chi-square: they are drawn instead of values.
 * Assumes:  normal top means, unpaired; pairing only helps.
 * Edge:     a count that no number reaches -> ASSAY_UNDEFINED. Every replicate keeps its own two
 *           normal and two uniform numbers at every count and ratio, so that probabilities move
 *           smoothly with both.
 * Checked:  the exact size at the margin's edge, the textbook normal power for many units, seeds;
 *           tests/lib/plan/test_power.c. */
#include <Rmath.h>
#include <math.h>

#include "base/view.h"
#include "plan/plan.h"
#include <assay/random.h>

enum { REPLICATES = 2000, MOST = 100000, ENOUGH_FOR_NORMAL = 200 };

/* A chi-square deviate over its df, by inversion; Wilson and Hilferty 1931 where it is exact to 1e-4.
 */
static double variance_ratio(double probability, double df)
{
    if (df < ENOUGH_FOR_NORMAL)
        return qchisq(probability, df, 1, 0) / df;
    double h = 2 / (9 * df), root = 1 - h + qnorm(probability, 0, 1, 1, 0) * sqrt(h);
    return root * root * root;
}

static struct assay_top_summary draw(struct assay_random *random, double mean, double sd, size_t n)
{
    double at = assay_random_normal(random), spread = assay_random_uniform(random);
    return (struct assay_top_summary){
        .mean = mean * (1 + sd * at / sqrt((double)n)),
        .s2 = mean * mean * sd * sd * variance_ratio(spread, (double)n - 1),
        .r = n,
    };
}

static enum assay_status one_verdict(const struct assay_power_design *design, size_t count,
                                     double ratio, uint32_t replicate, enum assay_verdict *verdict,
                                     struct assay_error *error)
{
    struct assay_random random;
    struct assay_estimate wide, narrow;
    assay_random_init(&random, design->seed, ASSAY_RANDOM_POWER, replicate, 0);
    struct assay_top_summary old_summary = draw(&random, 1, design->old_sd, count);
    struct assay_top_summary new_summary = draw(&random, ratio, design->new_sd, count);
    enum assay_status status = assay_ratio_from_summaries(
        &old_summary, &new_summary, design->confidence, ASSAY_DF_SATTERTHWAITE, &wide, error);
    narrow = wide;
    double inner = 1 - 2 * (1 - design->confidence);
    if (status == ASSAY_OK && inner > 0)
        status = assay_ratio_from_summaries(&old_summary, &new_summary, inner,
                                            ASSAY_DF_SATTERTHWAITE, &narrow, error);
    if (status == ASSAY_OK)
        *verdict = assay_verdict_of(&wide.interval, &narrow.interval, design->margin, false);
    return status;
}

static enum assay_status check(const struct assay_power_design *design, struct assay_error *error)
{
    if (!(design->old_sd > 0 && design->new_sd > 0 && isfinite(design->old_sd + design->new_sd)))
        return assay_fail(error, ASSAY_INVALID,
                          "standard deviations must be positive, are %g and %g", design->old_sd,
                          design->new_sd);
    if (confidence_check(design->confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(design->margin >= 0 && isfinite(design->margin)))
        return assay_fail(error, ASSAY_INVALID, "a margin must not be negative, is %g",
                          design->margin);
    return ASSAY_OK;
}

static enum assay_status check_probability(double probability, struct assay_error *error)
{
    if (probability > 0 && probability < 1)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID, "a probability must lie in (0, 1), is %g", probability);
}

enum assay_status assay_power_of(const struct assay_power_design *design, size_t count,
                                 double ratio, enum assay_verdict verdict, double *probability,
                                 struct assay_error *error)
{
    enum assay_status status = check(design, error);
    if (status != ASSAY_OK)
        return status;
    if (count < 2 || !(ratio > 0 && isfinite(ratio)))
        return assay_fail(error, ASSAY_INVALID,
                          "2 units or more and a positive ratio are needed, not %zu and %g", count,
                          ratio);
    const size_t replicates = design->replicates > 0 ? design->replicates : REPLICATES;
    size_t reached = 0;
    for (size_t k = 0; k < replicates; k++) {
        enum assay_verdict found;
        status = one_verdict(design, count, ratio, (uint32_t)k, &found, error);
        if (status != ASSAY_OK)
            return status;
        reached += found == verdict;
    }
    *probability = (double)reached / (double)replicates;
    return ASSAY_OK;
}

enum assay_status assay_power_count(const struct assay_power_design *design, double ratio,
                                    enum assay_verdict verdict, double probability, size_t most,
                                    size_t *count, struct assay_error *error)
{
    enum assay_status status = check_probability(probability, error);
    size_t low = 1, high = 2;
    double reached = 0;
    most = most > 0 ? most : MOST;
    while (status == ASSAY_OK && reached < probability) {
        status = assay_power_of(design, high, ratio, verdict, &reached, error);
        if (status == ASSAY_OK && reached < probability && high >= most)
            return assay_fail(error, ASSAY_UNDEFINED,
                              "not even %zu units of the top level reach the verdict with "
                              "probability %g",
                              most, probability);
        if (reached < probability) {
            low = high;
            high = 2 * high < most ? 2 * high : most;
        }
    }
    while (status == ASSAY_OK && high - low > 1) {
        size_t middle = low + (high - low) / 2;
        status = assay_power_of(design, middle, ratio, verdict, &reached, error);
        *(reached >= probability ? &high : &low) = middle;
    }
    if (status == ASSAY_OK)
        *count = high;
    return status;
}

enum assay_status assay_power_detectable(const struct assay_power_design *design, size_t count,
                                         double probability, double *ratio,
                                         struct assay_error *error)
{
    enum { STEPS = 14 };
    enum assay_status status = check_probability(probability, error);
    double low = log1p(fmax(design->margin, 0)), high = low + 0.01, reached = 0;
    while (status == ASSAY_OK && reached < probability) {
        status = assay_power_of(design, count, exp(high), ASSAY_SLOWER, &reached, error);
        if (status == ASSAY_OK && reached < probability && high > log(1000))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "not even a thousandfold time is called slower with probability %g",
                              probability);
        if (reached < probability) {
            low = high;
            high *= 2;
        }
    }
    for (int i = 0; status == ASSAY_OK && i < STEPS; i++) {
        double middle = (low + high) / 2;
        status = assay_power_of(design, count, exp(middle), ASSAY_SLOWER, &reached, error);
        *(reached >= probability ? &high : &low) = middle;
    }
    if (status == ASSAY_OK)
        *ratio = exp(high);
    return status;
}

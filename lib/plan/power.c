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
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "plan/power.h"
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

static struct power_draw draw(struct assay_random *random, double sd)
{
    const double at = assay_random_normal(random);
    return (struct power_draw){1, sd, at, assay_random_uniform(random), (double)NAN};
}

enum assay_status power_draw_all(const struct assay_power_design *design,
                                 struct power_replicates *replicates, struct assay_error *error)
{
    const size_t n = design->replicates > 0 ? design->replicates : REPLICATES;
    struct power_draw *draws =
        n <= SIZE_MAX / 2 / sizeof *draws ? malloc(2 * n * sizeof *draws) : NULL;
    if (draws == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "out of memory");
    *replicates = (struct power_replicates){draws, draws + n, n, 0};
    for (size_t k = 0; k < n; k++) {
        struct assay_random random;
        assay_random_init(&random, design->seed, ASSAY_RANDOM_POWER, (uint32_t)k, 0);
        replicates->old_draws[k] = draw(&random, design->old_sd);
        replicates->new_draws[k] = draw(&random, design->new_sd);
    }
    return ASSAY_OK;
}

static void set_count(struct power_replicates *replicates, size_t count)
{
    for (size_t k = 0; k < 2 * replicates->n && replicates->count != count; k++)
        replicates->old_draws[k].variance = (double)NAN;
    replicates->count = count;
}

/* Most of the time goes into these quantiles: once for all ratios of a count, none of what is not asked for. */
static struct assay_top_summary summary_of(struct power_draw *draw, double ratio, size_t n)
{
    const double mean = ratio * draw->mean, sd = draw->sd;
    if (isnan(draw->variance))
        draw->variance = variance_ratio(draw->spread, (double)n - 1);
    return (struct assay_top_summary){
        .mean = mean * (1 + sd * draw->at / sqrt((double)n)),
        .s2 = mean * mean * sd * sd * draw->variance,
        .r = n,
    };
}

static enum assay_status interval_of(const struct power_replicates *replicates, size_t k,
                                     double ratio, double confidence,
                                     struct assay_interval *interval, struct assay_error *error)
{
    const size_t n = replicates->count;
    const struct assay_top_summary old_summary = summary_of(&replicates->old_draws[k], 1, n),
                                   new_summary = summary_of(&replicates->new_draws[k], ratio, n);
    struct assay_estimate estimate;
    TRY(assay_ratio_from_summaries(&old_summary, &new_summary, confidence, ASSAY_DF_SATTERTHWAITE,
                                   &estimate, error));
    *interval = estimate.interval;
    return ASSAY_OK;
}

static bool is_beyond(enum assay_verdict verdict)
{
    return verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER;
}

/* Equivalence is decided by the narrow interval alone. What is beyond the margin is so by the wide one,
 * in which the narrow one lies (verdict.c): asked only where that is beyond it, too. */
static enum assay_status reaches(const struct assay_power_design *design,
                                 const struct power_replicates *replicates, size_t k,
                                 const struct power_aim *aim, bool *reached,
                                 struct assay_error *error)
{
    const double wide = design->confidence, inner = assay_verdict_narrower(wide);
    const bool by_narrow = !is_beyond(aim->verdict) && inner > 0;
    struct assay_interval interval;
    enum assay_verdict verdict = ASSAY_INCONCLUSIVE;
    enum assay_status status =
        interval_of(replicates, k, aim->ratio, by_narrow ? inner : wide, &interval, error);
    if (status == ASSAY_OK)
        verdict = assay_verdict_of(&interval, &interval, design->margin, false);
    if (by_narrow && is_beyond(verdict)) {
        status = interval_of(replicates, k, aim->ratio, wide, &interval, error);
        if (status == ASSAY_OK)
            verdict = assay_verdict_of(&interval, &interval, design->margin, false);
    }
    *reached = (verdict == aim->verdict) != aim->any_other;
    return status;
}

enum assay_status power_check(const struct assay_power_design *design, struct assay_error *error)
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

enum assay_status power_check_probability(double probability, struct assay_error *error)
{
    if (probability > 0 && probability < 1)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID, "a probability must lie in (0, 1), is %g", probability);
}

/* Whether so many reach it: no more of them are simulated than tell that. */
static enum assay_status probable(const struct assay_power_design *design,
                                  struct power_replicates *replicates, size_t count,
                                  const struct power_aim *aim, double probability, bool *is,
                                  struct assay_error *error)
{
    const double n = (double)replicates->n;
    size_t reached = 0;
    set_count(replicates, count);
    for (size_t k = 0; (double)reached / n < probability &&
                       (double)(reached + replicates->n - k) / n >= probability;
         k++) {
        bool one;
        TRY(reaches(design, replicates, k, aim, &one, error));
        reached += one;
    }
    *is = (double)reached / n >= probability;
    return ASSAY_OK;
}

static enum assay_status begin(const struct assay_power_design *design, size_t count, double ratio,
                               struct power_replicates *replicates, struct assay_error *error)
{
    TRY(power_check(design, error));
    if (count < 2 || !(ratio > 0 && isfinite(ratio)))
        return assay_fail(error, ASSAY_INVALID,
                          "2 units or more and a positive ratio are needed, not %zu and %g", count,
                          ratio);
    return power_draw_all(design, replicates, error);
}

enum assay_status assay_power_of(const struct assay_power_design *design, size_t count,
                                 double ratio, enum assay_verdict verdict, double *probability,
                                 struct assay_error *error)
{
    struct power_replicates replicates;
    TRY(begin(design, count, ratio, &replicates, error));
    const struct power_aim aim = {ratio, verdict, false};
    size_t reached = 0;
    set_count(&replicates, count);
    enum assay_status status = ASSAY_OK;
    for (size_t k = 0; k < replicates.n && status == ASSAY_OK; k++) {
        bool one = false;
        status = reaches(design, &replicates, k, &aim, &one, error);
        reached += one;
    }
    *probability = (double)reached / (double)replicates.n;
    free(replicates.old_draws);
    return status;
}

enum assay_status power_find_count(const struct assay_power_design *design,
                                   struct power_replicates *replicates, const struct power_aim *aim,
                                   double probability, size_t most, size_t *count,
                                   struct assay_error *error)
{
    most = most > 0 ? most : MOST;
    size_t low = 1, high = 2;
    bool reached = false;
    while (!reached) {
        TRY(probable(design, replicates, high, aim, probability, &reached, error));
        if (!reached && high >= most)
            return assay_fail(error, ASSAY_UNDEFINED,
                              "not even %zu units of the top level reach the verdict with "
                              "probability %g",
                              most, probability);
        if (!reached) {
            low = high;
            high = 2 * high < most ? 2 * high : most;
        }
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        TRY(probable(design, replicates, middle, aim, probability, &reached, error));
        *(reached ? &high : &low) = middle;
    }
    *count = high;
    return ASSAY_OK;
}

enum assay_status assay_power_count(const struct assay_power_design *design, double ratio,
                                    enum assay_verdict verdict, double probability, size_t most,
                                    size_t *count, struct assay_error *error)
{
    struct power_replicates replicates;
    TRY(power_check_probability(probability, error));
    TRY(begin(design, 2, ratio, &replicates, error));
    const struct power_aim aim = {ratio, verdict, false};
    enum assay_status status =
        power_find_count(design, &replicates, &aim, probability, most, count, error);
    free(replicates.old_draws);
    return status;
}

static enum assay_status find_ratio(const struct assay_power_design *design,
                                    struct power_replicates *replicates, size_t count,
                                    double probability, double *ratio, struct assay_error *error)
{
    enum { STEPS = 14 };
    double low = log1p(fmax(design->margin, 0)), high = low + 0.01;
    bool reached = false;
    while (!reached) {
        const struct power_aim aim = {exp(high), ASSAY_SLOWER, false};
        TRY(probable(design, replicates, count, &aim, probability, &reached, error));
        if (!reached && high > log(1000))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "not even a thousandfold time is called slower with probability %g",
                              probability);
        if (!reached) {
            low = high;
            high *= 2;
        }
    }
    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2;
        const struct power_aim aim = {exp(middle), ASSAY_SLOWER, false};
        TRY(probable(design, replicates, count, &aim, probability, &reached, error));
        *(reached ? &high : &low) = middle;
    }
    *ratio = exp(high);
    return ASSAY_OK;
}

enum assay_status assay_power_detectable(const struct assay_power_design *design, size_t count,
                                         double probability, double *ratio,
                                         struct assay_error *error)
{
    struct power_replicates replicates;
    TRY(power_check_probability(probability, error));
    TRY(begin(design, count, 1, &replicates, error));
    enum assay_status status = find_ratio(design, &replicates, count, probability, ratio, error);
    free(replicates.old_draws);
    return status;
}

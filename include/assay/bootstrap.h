/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap.h -- intervals by resampling: for medians, quantiles and anything without a formula.
 *
 * The default resamples the top level only (whole builds, say) and reads expanded percentiles:
 * METHODS B4 and F4. The papers' RRR, RRN, RNN and FLAT stand beside it under their names, with
 * plain percentiles (A4). The same seed gives the same bits on any number of threads and on every
 * processor. Replicate b of system s has its own random numbers, named by (seed, b, s): to resample
 * several benchmarks independently give each its own seed.
 */
#ifndef ASSAY_BOOTSTRAP_H
#define ASSAY_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/descriptive.h>
#include <assay/interval.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

enum assay_bootstrap_mode {
    ASSAY_BOOTSTRAP_CLUSTER, /* top units with all that is below them; expanded percentile */
    ASSAY_BOOTSTRAP_RRR,     /* every level, plain percentile; as the next three */
    ASSAY_BOOTSTRAP_RRN,     /* the two highest levels */
    ASSAY_BOOTSTRAP_RNN,     /* the highest level */
    ASSAY_BOOTSTRAP_FLAT     /* the values as if there were no levels */
};

/* Top units that ASSAY_BOOTSTRAP_CLUSTER needs. */
enum { ASSAY_BOOTSTRAP_FEWEST = 5 };

enum assay_statistic_kind {
    ASSAY_STATISTIC_MEAN,    /* grand mean, children weighted equally at each level */
    ASSAY_STATISTIC_QUANTILE /* of the pooled values */
};

/* What is estimated of each system. All zero is the mean. */
struct assay_statistic {
    enum assay_statistic_kind kind;
    double probability; /* of a quantile, in [0, 1]; 0.5 is the median */
    int quantile_type;  /* 1..9 after Hyndman & Fan as R numbers them; 0 stands for 7 */
};

/* "mean", "median", "p90", "p99.9" as a statistic; ASSAY_INVALID for other text. */
ASSAY_API enum assay_status assay_statistic_parse(const char *text, struct assay_statistic *out,
                                                  struct assay_error *error);

/* The same text from a statistic, with a terminating zero. */
enum { ASSAY_STATISTIC_TEXT = 32 };
ASSAY_API void assay_statistic_name(const struct assay_statistic *statistic,
                                    char text[ASSAY_STATISTIC_TEXT]);

/* The statistic of one sample, not resampled. */
ASSAY_API enum assay_status assay_statistic_of(const struct assay_sample *sample,
                                               const struct assay_statistic *statistic, double *out,
                                               struct assay_error *error);

/* A quantile of type 7 with its interval: of one level the order statistics that hold it, of nested
 * values the bootstrap of the top units. The interval is ASSAY_ALL where there are too few. */
ASSAY_API enum assay_status assay_quantile_interval(const struct assay_sample *sample,
                                                    const struct assay_statistic *statistic,
                                                    double confidence, struct assay_estimate *out,
                                                    struct assay_error *error);

/* ---- quantiles that may be looked at after every top unit ---- */

/* All values of one system, and how many top units they count for: all of them over those of the
 * largest unit. */
struct assay_pooled_values {
    struct assay_view sorted;         /* ascending; without an array: */
    const struct assay_ordered *kept; /* as they come */
    double units;
};

/* The quantile with an interval that holds it at every number of top units at once, whatever the values of
 * one unit have to do with each other; `expected` units before the first. ASSAY_ALL: too few. */
ASSAY_API enum assay_status assay_pooled_values_anytime(const struct assay_pooled_values *pooled,
                                                        const struct assay_statistic *statistic,
                                                        double expected, double confidence,
                                                        struct assay_estimate *out,
                                                        struct assay_error *error);
/* The ratio new / old of the quantile, measured in rounds or apart: that both systems' intervals at half of
 * what may go wrong leave open. ASSAY_UNDEFINED where they are not positive. */
ASSAY_API enum assay_status assay_pooled_values_ratio_anytime(
    const struct assay_pooled_values *old_pooled, const struct assay_pooled_values *new_pooled,
    const struct assay_statistic *statistic, double expected, double confidence,
    struct assay_estimate *out, struct assay_error *error);
/* The same of samples, whose levels at the top that have one unit are none. */
ASSAY_API enum assay_status assay_quantile_anytime(const struct assay_sample *sample,
                                                   const struct assay_statistic *statistic,
                                                   double expected, double confidence,
                                                   struct assay_estimate *out,
                                                   struct assay_error *error);
ASSAY_API enum assay_status assay_quantile_ratio_anytime(const struct assay_sample *old_sample,
                                                         const struct assay_sample *new_sample,
                                                         const struct assay_statistic *statistic,
                                                         double expected, double confidence,
                                                         struct assay_estimate *out,
                                                         struct assay_error *error);

/* ---- what more top units would give ---- */

/* Independent values that hold a quantile from both sides: 36 for p90 at 0.95. */
ASSAY_API double assay_quantile_values(const struct assay_statistic *statistic, double confidence);

/* Of a pilot of one system, or of two (old, new), whose top units are paired or not. */
struct assay_quantile_pilot {
    double spread; /* standard deviation of the logarithm that one top unit gives */
    size_t least;  /* top units for an interval at all */
};
/* ASSAY_UNDEFINED: too few values to hold the quantile from both sides, or some are not positive. */
ASSAY_API enum assay_status assay_quantile_pilot_of(const struct assay_sample *samples, size_t n,
                                                    bool paired,
                                                    const struct assay_statistic *statistic,
                                                    double confidence,
                                                    struct assay_quantile_pilot *out,
                                                    struct assay_error *error);
/* Half of the interval, relative to the estimate, that so many top units would give; NaN: none. */
ASSAY_API double assay_quantile_half_width(const struct assay_quantile_pilot *pilot, size_t units,
                                           double confidence);
/* The fewest for which that is at most `half_width`; 0: more than `most`. */
ASSAY_API size_t assay_quantile_units(const struct assay_quantile_pilot *pilot, double half_width,
                                      double confidence, size_t most);

struct assay_bootstrap_options {
    enum assay_bootstrap_mode mode;
    struct assay_statistic statistic;
    double confidence; /* in (0, 1) */
    bool paired;       /* top unit j of both samples was measured in the same round: draw rounds */
    uint64_t seed;
    size_t n_threads;  /* 0: as many as there are processors */
    size_t replicates; /* 0: as the method needs; raised where the percentile's rank would be 0 */
};

struct assay_bootstrap_result {
    struct assay_estimate estimate;
    size_t replicates; /* B, as done */
    double tail;       /* probability cut off at each end: (1 - confidence) / 2, or expanded */
    size_t rank;       /* the limits are the rank-th smallest and the rank-th largest replicate */
    double standard_error; /* sd of the replicates; of the log ratio for a ratio */
};

/* Interval for the statistic of one sample. The default mode needs 5 top units (ASSAY_UNDEFINED
 * below: few distinct resamples), the others 2. RRR and RRN know the mean only. A quantile needs as
 * many values as bound it when they are independent (299 for p99 at 95 %), and an extreme has no
 * interval. Levels of one unit at the top are no levels. */
ASSAY_API enum assay_status assay_bootstrap_one(const struct assay_sample *sample,
                                                const struct assay_bootstrap_options *options,
                                                struct assay_bootstrap_result *out,
                                                struct assay_error *error);

/* Interval for statistic(new) / statistic(old), resampled independently unless options->paired.
 * ASSAY_UNDEFINED when a resample has a statistic that is not positive. */
ASSAY_API enum assay_status assay_bootstrap_ratio(const struct assay_sample *old_sample,
                                                  const struct assay_sample *new_sample,
                                                  const struct assay_bootstrap_options *options,
                                                  struct assay_bootstrap_result *out,
                                                  struct assay_error *error);

/* One resample of one sample: n_top numbers of top units, with repeats. The values of unit u are
 * those of assay_shape_values(&sample->shape, 0, u, …); the sample is the caller's without levels
 * at the top that have one unit only. */
struct assay_resample {
    const struct assay_sample *sample;
    const size_t *top;
    size_t n_top;
};

/* A statistic of the caller's own, of n samples resampled together. It must be re-entrant and
 * depend on its arguments only; NaN is "undefined" and makes the bootstrap fail. */
typedef double assay_resample_statistic(const struct assay_resample *resamples, size_t n,
                                        void *context);

/* Interval for any statistic of 1..ASSAY_BOOTSTRAP_MAX_SAMPLES samples. options->statistic is not
 * used. Modes CLUSTER, RNN and FLAT. */
enum { ASSAY_BOOTSTRAP_MAX_SAMPLES = 16 };
ASSAY_API enum assay_status assay_bootstrap_custom(const struct assay_sample *samples, size_t n,
                                                   assay_resample_statistic *statistic,
                                                   void *context,
                                                   const struct assay_bootstrap_options *options,
                                                   struct assay_bootstrap_result *out,
                                                   struct assay_error *error);

/* How two systems differ along the distribution (METHODS B14): at each probability the two
 * quantiles, their difference new - old or ratio new / old, a pointwise interval (expanded
 * percentile) and a band that holds at all probabilities at once: max |t| over the probabilities in
 * the same bootstrap, widened as the percentiles are. */
struct assay_shift_point {
    double probability;
    double old_quantile, new_quantile;
    struct assay_estimate change; /* the pointwise interval */
    double band_lower, band_upper;
};

/* points[] receives n entries. relative: ratios (values must be positive) instead of differences.
 * Modes CLUSTER and RNN; options->statistic gives the quantile type only. */
ASSAY_API enum assay_status assay_bootstrap_shift(const struct assay_sample *old_sample,
                                                  const struct assay_sample *new_sample,
                                                  const double *probabilities, size_t n,
                                                  bool relative,
                                                  const struct assay_bootstrap_options *options,
                                                  struct assay_shift_point *points,
                                                  struct assay_error *error);

/* The exact variance of the resampled mean (METHODS A4; any shape), without resampling. */
ASSAY_API enum assay_status assay_bootstrap_variance(const struct assay_sample *sample,
                                                     enum assay_bootstrap_mode mode,
                                                     double *variance, struct assay_error *error);

/* Where a percentile of B sorted replicates lies; the rules differ by a fraction of a rank. */
enum assay_percentile_rule {
    ASSAY_PERCENTILE_ORDER,       /* order statistic k = floor((B + 1) a) from either end */
    ASSAY_PERCENTILE_ROUNDED,     /* order statistic of rank round(a B), round((1 - a) B) */
    ASSAY_PERCENTILE_TYPE6,       /* quantile type 6 of R */
    ASSAY_PERCENTILE_TYPE7,       /* quantile type 7 of R */
    ASSAY_PERCENTILE_INTERPOLATED /* between order statistics on the normal scale, as R's boot */
};

/* The limits that cut off lower_tail below and upper_tail above; both in (0, 1), order of the
 * replicates is free. A rank below 1 gives the extreme replicate. */
ASSAY_API enum assay_status assay_percentile_limits(struct assay_view replicates, double lower_tail,
                                                    double upper_tail,
                                                    enum assay_percentile_rule rule, double *lower,
                                                    double *upper, struct assay_error *error);

/* Bias-corrected and accelerated percentiles (Efron 1987): the tails to hand to
 * assay_percentile_limits. influence: empirical or jackknife influence values of the statistic. */
struct assay_bca {
    double z0, acceleration;
    double lower_tail, upper_tail;
};
ASSAY_API enum assay_status assay_bootstrap_bca(double estimate, struct assay_view replicates,
                                                struct assay_view influence, double confidence,
                                                struct assay_bca *out, struct assay_error *error);

ASSAY_END_DECLS

#endif

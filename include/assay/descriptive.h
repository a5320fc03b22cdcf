/* SPDX-License-Identifier: GPL-3.0-or-later */
/* descriptive.h -- what a flat array of numbers looks like. */
#ifndef ASSAY_DESCRIPTIVE_H
#define ASSAY_DESCRIPTIVE_H

#include <stdbool.h>

#include <assay/api.h>
#include <assay/sample.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* Count, mean, sum of squared deviations and sample variance (divisor n - 1; NaN when n = 1).
 * Two passes with compensated (double-double) sums: correct to the last digits also when the mean
 * is 1e9 times the spread (NIST NumAcc4). n >= 1; values must be finite. */
struct assay_moments {
    size_t n;
    double mean;
    double sum_squares; /* sum of (x - mean)^2 */
    double variance;
    double min, max;
};
ASSAY_API enum assay_status assay_moments_of(struct assay_view view, struct assay_moments *out,
                                             struct assay_error *error);

/* Quantiles after Hyndman & Fan 1996, type 1..9 as R 4.2 numbers them (type 7 is R's default).
 * probabilities lie in [0, 1]; values[] receives n_probabilities numbers. */
ASSAY_API enum assay_status assay_quantiles(struct assay_view view, const double *probabilities,
                                            size_t n_probabilities, int type, double *values,
                                            struct assay_error *error);

/* Median: the mean of the two middle values when n is even. */
ASSAY_API enum assay_status assay_median(struct assay_view view, double *out,
                                         struct assay_error *error);

/* The step of the grid on which all values lie; NaN when there is none (or it is below a millionth of
 * their range). */
ASSAY_API enum assay_status assay_tick_of(struct assay_view view, double *tick,
                                          struct assay_error *error);

/* Numbers in ascending order, kept so as they come: one more of n takes a time that hardly grows with n, and
 * so does one that is asked for. None may be NaN. All zero: none yet. */
struct assay_ordered {
    size_t n, distinct;
    struct assay_ordered_block **blocks;
    size_t n_blocks, room;
};
/* False: no memory; all is as it was. */
ASSAY_API bool assay_ordered_add(struct assay_ordered *ordered, double x);
/* The number of this rank, 0 to n - 1. */
ASSAY_API double assay_ordered_at(const struct assay_ordered *ordered, size_t rank);
ASSAY_API void assay_ordered_fini(struct assay_ordered *ordered);

/* Harrell & Davis 1982: quantiles as means of all order statistics, weighted by the Beta(p (n + 1),
 * (1 - p)(n + 1)) distribution; smoother than one order statistic. Probabilities in [0, 1], n >= 1.
 */
ASSAY_API enum assay_status assay_harrell_davis(struct assay_view view, const double *probabilities,
                                                size_t n_probabilities, double *values,
                                                struct assay_error *error);

/* Robust centre and spread: the median, and 1.4826 times the median of |x - median| (R's mad: the
 * standard deviation of normal data). n >= 1. */
struct assay_robust {
    double median;
    double mad;
};
ASSAY_API enum assay_status assay_mad(struct assay_view view, struct assay_robust *out,
                                      struct assay_error *error);

/* Values grouped by what was drawn for each, in ascending order of the draws: up to eight different
 * draws make a group each, more are cut into four ranges of like counts. */
enum { ASSAY_GROUPS_MAX = 8 };
struct assay_group {
    double lower, upper; /* of the draws */
    size_t begin, n;     /* its values are order[begin .. begin + n - 1] */
    double mean;
};
struct assay_grouping {
    struct assay_group group[ASSAY_GROUPS_MAX];
    size_t n_groups, n;
    double share;           /* of the sum of squares, between groups (correlation ratio); or NaN */
    double share_by_chance; /* what it is on average when the draws do nothing; n = 1: NaN */
};
/* order[]: n entries, receives the indices of the values by their draws. drawn and values are of one
 * length, n >= 1, finite. */
ASSAY_API enum assay_status assay_group_by(struct assay_view drawn, struct assay_view values,
                                           size_t *order, struct assay_grouping *out,
                                           struct assay_error *error);

/* Autocorrelations as R's acf: c_k / c_0 with divisor n at every lag and the mean of the whole
 * series. values[0 .. lag_max], values[0] = 1; lag_max < n. A constant series is ASSAY_UNDEFINED.
 */
ASSAY_API enum assay_status assay_autocorrelation(struct assay_view view, size_t lag_max,
                                                  double *values, struct assay_error *error);

/* R's default number of lags: floor(10 log10 n), at most n - 1; n >= 1. */
ASSAY_API size_t assay_autocorrelation_lags(size_t n);

/* The bound that one autocorrelation of n independent values exceeds in absolute value with
 * probability 1 - confidence: z / sqrt(n). */
ASSAY_API double assay_autocorrelation_bound(size_t n, double confidence);

/* The autocorrelation at lag 1 of the ranks: far values count as one place each. n >= 3, not all
 * equal (ASSAY_UNDEFINED). */
ASSAY_API enum assay_status assay_rank_autocorrelation(struct assay_view view, double *out,
                                                       struct assay_error *error);

/* How many independent values a correlated series is worth: n / tau with Geyer's initial monotone
 * sequence (1992). More than n for series that alternate. n >= 4, not constant. */
struct assay_effective {
    double size;
    double tau;   /* 1 + 2 sum of the autocorrelations, as estimated; at least 1 / n */
    double lag_1; /* the autocorrelation at lag 1 */
};
ASSAY_API enum assay_status assay_effective_size(struct assay_view view,
                                                 struct assay_effective *out,
                                                 struct assay_error *error);

ASSAY_END_DECLS

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test.h -- the classical tests, one or two flat samples each, defined as in R 4.2.
 *
 * Common to all: values must be finite (ASSAY_INVALID names the first that is not); data that
 * cannot support the statistic (too few, constant) are ASSAY_UNDEFINED with a sentence; outputs are
 * written on success only; the caller's values are neither changed nor reordered. A p value is
 * computed from its own tail, never as 1 - p. An end of a one-sided interval is -INFINITY or
 * INFINITY. Every test is re-entrant.
 */
#ifndef ASSAY_TEST_H
#define ASSAY_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/sample.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* What is suspected of x against y (or of one sample against mu). */
enum assay_alternative {
    ASSAY_TWO_SIDED,
    ASSAY_GREATER, /* x is greater; for Kolmogorov: the distribution function of x lies above */
    ASSAY_LESS
};

/* Whether p comes from the exact null distribution. AUTO is R's rule for the test. */
enum assay_exact { ASSAY_EXACT_AUTO, ASSAY_EXACT_YES, ASSAY_EXACT_NO };

/* Shapiro & Wilk's test of normality, Royston's AS R94. 3 <= n <= 5000, not all values equal, else
 * ASSAY_UNDEFINED. */
struct assay_shapiro {
    double w;
    double p;
};
ASSAY_API enum assay_status assay_shapiro_test(struct assay_view view, struct assay_shapiro *out,
                                               struct assay_error *error);

/* How a t test is asked; {.confidence = 0.95} is R's default. */
struct assay_t_options {
    enum assay_alternative alternative;
    double mu;         /* hypothetical mean, or difference of means */
    double confidence; /* of the interval, in (0, 1) */
};

struct assay_t_test {
    double t, df, p;
    double estimate; /* the mean, or mean of x - mean of y */
    double mean_x;   /* paired: the mean of the differences */
    double mean_y;   /* NaN where there is one sample */
    double standard_error;
    double lower, upper; /* of the estimate; one-sided as the alternative */
    double confidence;
};

/* One sample against mu. n >= 2. "Essentially constant" data (standard error below 10 epsilon times
 * the mean, R's rule) are ASSAY_UNDEFINED in all four tests. */
ASSAY_API enum assay_status assay_student_one(struct assay_view x,
                                              const struct assay_t_options *options,
                                              struct assay_t_test *out, struct assay_error *error);

/* Two independent samples, pooled variance (Student), df n + m - 2; n, m >= 1 and n + m >= 3. */
ASSAY_API enum assay_status assay_student_two(struct assay_view x, struct assay_view y,
                                              const struct assay_t_options *options,
                                              struct assay_t_test *out, struct assay_error *error);

/* Two independent samples, unequal variances (Welch), Satterthwaite's df; n, m >= 2. */
ASSAY_API enum assay_status assay_welch_test(struct assay_view x, struct assay_view y,
                                             const struct assay_t_options *options,
                                             struct assay_t_test *out, struct assay_error *error);

/* Pairs (x[i], y[i]): one sample of the differences x - y. n = m >= 2. */
ASSAY_API enum assay_status assay_paired_test(struct assay_view x, struct assay_view y,
                                              const struct assay_t_options *options,
                                              struct assay_t_test *out, struct assay_error *error);

/* F test of var(x) / var(y) = ratio (R's var.test). n, m >= 2. One variance zero gives F = 0 or
 * INFINITY and p accordingly; both zero is ASSAY_UNDEFINED. A one-sided interval ends at 0 below.
 */
struct assay_variance_options {
    enum assay_alternative alternative;
    double ratio; /* hypothetical ratio, > 0; 1 asks for equality */
    double confidence;
};
struct assay_variance_test {
    double f;
    double df1, df2;
    double p;
    double ratio;        /* var(x) / var(y) */
    double lower, upper; /* of the ratio */
    double confidence;
};
ASSAY_API enum assay_status assay_variance_compare(struct assay_view x, struct assay_view y,
                                                   const struct assay_variance_options *options,
                                                   struct assay_variance_test *out,
                                                   struct assay_error *error);

/* Two-sample Kolmogorov-Smirnov. greater: D+ = max(Fx - Fy); less: D- = max(Fy - Fx). AUTO is exact
 * (conditional on the ties) iff n m < 10000. n, m >= 1. YES is ASSAY_INVALID beyond n m = 1e9. */
struct assay_kolmogorov {
    double d;
    double p;
    bool exact;
    bool ties; /* two values of the pooled sample are equal */
};
ASSAY_API enum assay_status assay_kolmogorov_test(struct assay_view x, struct assay_view y,
                                                  enum assay_alternative alternative,
                                                  enum assay_exact exact,
                                                  struct assay_kolmogorov *out,
                                                  struct assay_error *error);

/* Wilcoxon-Mann-Whitney. AUTO is exact iff n < 50, m < 50 and no ties, else normal with
 * tie-corrected variance. YES with ties is the exact permutation distribution given the ties (R
 * has none); it is ASSAY_INVALID where n and m are too large for it (about n m = 4e6). The normal
 * approximation of samples whose values are all equal is ASSAY_UNDEFINED. n, m >= 1. */
struct assay_wilcoxon_options {
    enum assay_alternative alternative;
    enum assay_exact exact;
    bool no_correction; /* leave out the continuity correction of the normal approximation */
    double confidence;  /* of the interval of the shift; 0: no shift, no interval (faster) */
};
struct assay_wilcoxon {
    double w; /* #(x > y) + #(x = y) / 2 */
    double p;
    bool exact, ties;
    double superiority; /* w / (n m) */
    double shift;       /* Hodges-Lehmann: the median of all differences x - y */
    /* Order statistics of the differences: exact without ties when the test is, else at the rank
     * floor(nm/2 - z sigma) of the tie-corrected normal approximation. NaN when not asked for. */
    double lower, upper;
    double confidence;
};
ASSAY_API enum assay_status assay_wilcoxon_test(struct assay_view x, struct assay_view y,
                                                const struct assay_wilcoxon_options *options,
                                                struct assay_wilcoxon *out,
                                                struct assay_error *error);

/* Brunner & Munzel 2000: is P(X < Y) + P(X = Y)/2 one half, without assuming equal shapes? estimate
 * is P(X > Y) + P(X = Y)/2, so that "greater" is: x tends to be larger. n, m >= 2. Completely
 * separated samples have no variance to divide by: ASSAY_UNDEFINED. */
struct assay_brunner_munzel {
    double t, df, p;
    double estimate;
    double standard_error; /* of the estimate */
    double lower, upper;   /* of the estimate, two-sided or one-sided, clipped to [0, 1] */
    double confidence;
};
ASSAY_API enum assay_status assay_brunner_munzel_test(struct assay_view x, struct assay_view y,
                                                      enum assay_alternative alternative,
                                                      double confidence,
                                                      struct assay_brunner_munzel *out,
                                                      struct assay_error *error);

/* The interval of a proportion a / b. */
enum assay_proportion_method {
    ASSAY_PROPORTION_WILSON,
    ASSAY_PROPORTION_PROP_TEST, /* R's prop.test: Wilson with continuity correction min(1/2, |a -
                                   b/2|), which is none when a = b/2 */
    ASSAY_PROPORTION_EXACT,     /* Clopper & Pearson */
    ASSAY_PROPORTION_WALD       /* a/b +- z sqrt(C (1 - C) / b), not clipped */
};
struct assay_proportion {
    double estimate;
    double lower, upper;
    double confidence;
    /* Trials for a half-width of `precision`: ceil(z^2 C (1 - C) / precision^2); NaN when C is 0 or
     * 1. */
    double needed;
    bool valid; /* the normal approximation's condition a (1 - a/b) > 5 */
};
ASSAY_API enum assay_status assay_proportion_interval(uint64_t successes, uint64_t trials,
                                                      enum assay_proportion_method method,
                                                      double confidence, double precision,
                                                      struct assay_proportion *out,
                                                      struct assay_error *error);

/* Two one-sided t tests: the difference of means lies in (low, high) iff both reject. Equivalent
 * iff p <= alpha iff the 1 - 2 alpha interval lies inside [low, high], alpha = 1 - confidence. */
enum assay_equivalence_method {
    ASSAY_EQUIVALENCE_WELCH,
    ASSAY_EQUIVALENCE_STUDENT,
    ASSAY_EQUIVALENCE_PAIRED
};
struct assay_equivalence {
    double estimate; /* mean of x - mean of y */
    double standard_error, df;
    double t_lower, t_upper; /* against low, against high */
    double p_lower, p_upper; /* difference > low; difference < high */
    double p;                /* the larger */
    double lower, upper;     /* the 1 - 2 alpha interval */
    bool equivalent;
};
ASSAY_API enum assay_status assay_equivalence_test(struct assay_view x, struct assay_view y,
                                                   enum assay_equivalence_method method, double low,
                                                   double high, double confidence,
                                                   struct assay_equivalence *out,
                                                   struct assay_error *error);

/* Ljung & Box 1978: are the autocorrelations at lags 1 .. lags zero? 1 <= lags < n; a constant
 * series is ASSAY_UNDEFINED. */
struct assay_ljung_box {
    double q;
    double df; /* lags */
    double p;
};
ASSAY_API enum assay_status assay_ljung_box_test(struct assay_view view, size_t lags,
                                                 struct assay_ljung_box *out,
                                                 struct assay_error *error);

/* Hartigan & Hartigan's dip: the distance to the nearest one-peaked distribution function, at least
 * 1 / (2n), as R's diptest. p is the share (1 + #) / (1 + replicates) of uniform samples with a dip at
 * least as large (seeded; 0 replicates asks for 2000; beyond 5000 values sqrt(n) d is compared at
 * 5000). Equal values on a grid, a clock's tick, would each be a peak of their own: there p is of
 * d_spread, the dip of values spread evenly over their ticks, in the simulated samples as well.
 * n >= 1; when all values are equal p is 1. */
struct assay_dip {
    double d; /* of the values as they are */
    double p;
    double tick;                /* NaN: no values are equal, or they lie on no grid */
    double d_spread;            /* d where there is no tick */
    double mode_low, mode_high; /* the closest function has its peak between these */
    size_t replicates;
};
ASSAY_API enum assay_status assay_dip_test(struct assay_view view, size_t replicates, uint64_t seed,
                                           struct assay_dip *out, struct assay_error *error);

ASSAY_END_DECLS

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval.h -- interval estimates of one mean and of the ratio of two means. */
#ifndef ASSAY_INTERVAL_H
#define ASSAY_INTERVAL_H

#include <stdbool.h>

#include <assay/api.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

/* What is asked for where nobody says otherwise: the confidence of intervals, the smallest change that matters (a part of the
 * old mean), and the seed of what is drawn. */
#define ASSAY_CONFIDENCE_DEFAULT 0.95
#define ASSAY_MARGIN_DEFAULT 0.01
#define ASSAY_SEED_DEFAULT 1

/* What a confidence set looks like. An unbounded set is a result, not a failure. */
enum assay_interval_kind {
    ASSAY_BOUNDED, /* [lower, upper] */
    ASSAY_RAY,     /* [lower, infinity), or (-infinity, upper] when the means differ in sign */
    ASSAY_OUTSIDE, /* (-infinity, lower] and [upper, infinity): everything outside (lower, upper) */
    ASSAY_ALL      /* the whole line: the data exclude nothing */
};

struct assay_interval {
    double lower;       /* -INFINITY when there is no lower end */
    double upper;       /* INFINITY when there is no upper end */
    double confidence;  /* as asked, in (0, 1) */
    double df;          /* degrees of freedom; NaN where the method has none */
    const char *method; /* a static string, as JSON prints it: "t on top-level means",
                           "fieller-satterthwaite" */
    enum assay_interval_kind kind;
};

/* "bounded", "ray", "outside", "all". */
ASSAY_API const char *assay_interval_kind_name(enum assay_interval_kind kind);

struct assay_estimate {
    double estimate;
    struct assay_interval interval;
    assay_warnings warnings;
};

/* Student's t quantile, real df > 0, accurate to 1e-12 relative (libRmath qt, checked against
 * 60-digit values). assay_t_critical(0.95, df) is the two-sided critical value. */
ASSAY_API double assay_t_critical(double confidence, double df);

/* The confidence by which each of the intervals between n systems, two by two, is made that all of them may hold
 * together, whichever is looked at: Bonferroni over n (n - 1) / 2 pairs. n < 3: the confidence itself. Source:
 * lib/interval/pairs.c. */
ASSAY_API double assay_confidence_of_pairs(double confidence, size_t n);

/* METHODS A2: grand mean (children weighted equally at each level) and mean +- t(1 - a/2, r - 1)
 * sqrt(S_L^2 / r) on the r top-level means. Errors: confidence outside (0, 1); fewer than 2 top
 * units is ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_mean_interval(const struct assay_sample *sample,
                                                double confidence, struct assay_estimate *out,
                                                struct assay_error *error);

/* Two means and how they vary: x of the old system (the denominator), y of the new one. vx, vy >= 0
 * are variances of the MEANS, vxy their covariance: 0 unless the systems were paired. */
struct assay_mean_pair {
    double x, y, vx, vy, vxy;
};

/* The raw Fieller set (METHODS F1): all theta with (y - theta x)^2 <= q (vy - 2 theta vxy + theta^2
 * vx). q >= 0 is the squared critical value. Scale-free; fills kind, lower and upper only. */
ASSAY_API enum assay_status assay_fieller_set(const struct assay_mean_pair *pair, double q,
                                              struct assay_interval *out,
                                              struct assay_error *error);

/* Degrees of freedom of an unpaired ratio or difference. */
enum assay_ratio_df {
    ASSAY_DF_SATTERTHWAITE, /* METHODS A3 (i), plug-in at theta = y / x: the default */
    ASSAY_DF_PAPER /* min(r_old, r_new) - 1; the papers' nu = r - 1 when the counts agree */
};

/* What the top-level means say of one system: r units, their mean and sample variance S_L^2
 * (divisor r - 1). */
struct assay_top_summary {
    double mean;
    double s2;
    size_t r;
};
ASSAY_API enum assay_status assay_top_summarise(const struct assay_sample *sample,
                                                struct assay_top_summary *out,
                                                struct assay_error *error);

/* Ratio new / old from summaries of independent systems (METHODS A3, F2). r >= 2 on both sides.
 * Both variances zero gives the degenerate interval [y/x, y/x] with ASSAY_WARN_CLOCK_TICK. A mean
 * of old that is zero is ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_ratio_from_summaries(const struct assay_top_summary *old_summary,
                                                       const struct assay_top_summary *new_summary,
                                                       double confidence, enum assay_ratio_df df,
                                                       struct assay_estimate *out,
                                                       struct assay_error *error);

/* Ratio new / old, independent samples. */
ASSAY_API enum assay_status assay_ratio_unpaired(const struct assay_sample *old_sample,
                                                 const struct assay_sample *new_sample,
                                                 double confidence, enum assay_ratio_df df,
                                                 struct assay_estimate *out,
                                                 struct assay_error *error);

/* Ratio new / old when top unit j of both samples was measured in the same round (METHODS B5):
 * Fieller with v_xy = cov / r, nu = r - 1. Both samples must have the same number of top units. */
ASSAY_API enum assay_status assay_ratio_paired(const struct assay_sample *old_sample,
                                               const struct assay_sample *new_sample,
                                               double confidence, struct assay_estimate *out,
                                               struct assay_error *error);

/* ---- intervals for runs that look at their values before they end ---- */

/* The squared critical value of an anytime-valid interval after n >= 2 rounds (METHODS F5): takes
 * the place of t^2, and holds at every n at once. `expected` > 0 is the number of rounds that was
 * expected before the first one; the interval is narrowest near it. INFINITY: nothing is excluded
 * yet. NaN outside the domain. */
ASSAY_API double assay_anytime_critical(size_t n, double expected, double confidence);

/* assay_ratio_paired and assay_mean_interval that may be looked at after every round. */
ASSAY_API enum assay_status assay_ratio_anytime(const struct assay_sample *old_sample,
                                                const struct assay_sample *new_sample,
                                                double expected, double confidence,
                                                struct assay_estimate *out,
                                                struct assay_error *error);
ASSAY_API enum assay_status assay_mean_anytime(const struct assay_sample *sample, double expected,
                                               double confidence, struct assay_estimate *out,
                                               struct assay_error *error);

/* The same after a pilot whose values count: t on the degrees of freedom of the first `pilot` units (2 or more), from whose
 * spread the number of all was chosen, with the variance of all. */
ASSAY_API enum assay_status assay_ratio_continued(const struct assay_sample *old_sample,
                                                  const struct assay_sample *new_sample,
                                                  size_t pilot, double confidence,
                                                  struct assay_estimate *out,
                                                  struct assay_error *error);
ASSAY_API enum assay_status assay_mean_continued(const struct assay_sample *sample, size_t pilot,
                                                 double confidence, struct assay_estimate *out,
                                                 struct assay_error *error);

/* The confidence of the plain interval that look number `look` of n_looks (1 .. 50, equally spaced)
 * may take, so that all of them together keep `confidence` (O'Brien and Fleming 1979; METHODS B6c).
 */
ASSAY_API enum assay_status assay_look_confidence(size_t look, size_t n_looks, double confidence,
                                                  double *out, struct assay_error *error);

/* assay_ratio_paired at a look; its confidence is that of all looks together. */
ASSAY_API enum assay_status assay_ratio_look(const struct assay_sample *old_sample,
                                             const struct assay_sample *new_sample, size_t look,
                                             size_t n_looks, double confidence,
                                             struct assay_estimate *out, struct assay_error *error);

/* The four verdicts (METHODS B7). "slower" means the metric moved to the worse side beyond the
 * margin. */
enum assay_verdict {
    ASSAY_FASTER,
    ASSAY_SLOWER,
    ASSAY_EQUIVALENT,
    ASSAY_INCONCLUSIVE,
    ASSAY_MIXED /* two questions with answers that contradict each other */
};
ASSAY_API const char *assay_verdict_name(enum assay_verdict verdict);

/* The verdict at margin m >= 0 from the 1 - a interval and the 1 - 2a interval of one ratio:
 * equivalent iff m > 0 and narrow lies inside (1/(1+m), 1+m); else slower iff wide lies above 1+m;
 * faster iff below 1/(1+m); else inconclusive. more_is_better swaps faster and slower. Unbounded
 * sets are inconclusive. */
ASSAY_API enum assay_verdict assay_verdict_of(const struct assay_interval *wide,
                                              const struct assay_interval *narrow, double margin,
                                              bool more_is_better);

/* Of the narrow one, 1 - 2a, where the wide one has `confidence`, 1 - a; not in (0, 1): there is none. */
ASSAY_API double assay_verdict_narrower(double confidence);

/* One verdict of two: the same one; the conclusive one beside an inconclusive one; else mixed. */
ASSAY_API enum assay_verdict assay_verdict_both(enum assay_verdict first,
                                                enum assay_verdict second);

/* Comparators, kept under their names so that old results can be repeated. How two intervals of
 * means lie, after Jain 1991. */
enum assay_overlap {
    ASSAY_OVERLAP_NONE,   /* disjoint: "the systems differ" */
    ASSAY_OVERLAP_SLIGHT, /* they overlap, neither holds the centre of the other: undecided */
    ASSAY_OVERLAP_CENTER  /* one holds the centre of the other: "no difference seen" */
};
ASSAY_API enum assay_overlap assay_overlap_of(const struct assay_estimate *old_mean,
                                              const struct assay_estimate *new_mean);

/* The decision of an overlap detector, with the ratio that belongs to it: its interval excludes 1
 * exactly when the detector says that the means differ. Decided by overlap it is [lower end of new
 * / upper end of old, upper end of new / lower end of old]; decided by Jain's fallback it is the
 * Fieller set at Welch's degrees of freedom. Means must be positive for a ratio. */
struct assay_detection {
    struct assay_estimate old_mean, new_mean;
    enum assay_overlap overlap;
    bool differ;
    double p; /* of Welch's two-sided t test when it decided, else NaN */
    struct assay_estimate ratio;
};

/* Jain's approximate visual test on the t intervals of the means (A2), which falls back to Welch's
 * t test on top-level means when they overlap slightly. */
ASSAY_API enum assay_status assay_visual_detect(const struct assay_sample *old_sample,
                                                const struct assay_sample *new_sample,
                                                double confidence, struct assay_detection *out,
                                                struct assay_error *error);

/* P(X > Y) + P(X = Y)/2 of independent values, with Wilson's interval by the variance of Brunner & Munzel;
 * where the samples are separated that of Clopper & Pearson below; no ends where all values are equal, or one value on a
 * side is not separated. n, m >= 1. */
ASSAY_API enum assay_status assay_superiority_of(struct assay_view x, struct assay_view y,
                                                 double confidence, struct assay_estimate *out,
                                                 struct assay_error *error);

/* Of a share of which k pairs without a unit in common saw 1 (always) or 0: one below (a / 2)^(1 / k)
 * would have been seen so with probability below a / 2. k >= 1. */
ASSAY_API struct assay_interval assay_superiority_by_count(size_t k, bool always,
                                                           double confidence);

ASSAY_END_DECLS

#endif

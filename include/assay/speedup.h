/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.h -- the Speedup-Test protocol (Touati, Worms & Briais 2010): is the speedup of each
 * benchmark of a suite statistically significant, and how large is it over the suite?
 *
 * Two samples of execution times a benchmark: x of the old system, y of the new one. Times must be
 * finite. The protocol is kept as published (docs/speedup.md names where its text is corrected);
 * what it leaves open to error stands as doubts beside each decision, and the effect with its
 * interval, which assay recommends instead, beside both.
 */
#ifndef ASSAY_SPEEDUP_H
#define ASSAY_SPEEDUP_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/status.h>
#include <assay/test.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

/* What stands for a program's execution time. */
enum assay_speedup_time {
    ASSAY_SPEEDUP_MIN,
    ASSAY_SPEEDUP_MEAN,
    ASSAY_SPEEDUP_MEDIAN,
    ASSAY_SPEEDUP_TIMES /* how many there are */
};

/* ---- one benchmark: tests ---- */

/* The p value of every test of the protocol; each is computed once, whatever levels are tried.
 * Where R refuses a test the protocol goes on: Shapiro-Wilk with fewer than 3, more than 5000 or
 * equal values counts as "not normal" (0); two variances of zero are equal (1); t tests without
 * variance are 0 when mean x > mean y, else 1; with one value on a side 1, and the F test is NaN.
 */
struct assay_speedup_p {
    double shapiro_x, shapiro_y;
    double variance;       /* F test, two-sided */
    double student, welch; /* one-sided: mean x > mean y */
    double kolmogorov;     /* of x - median(x) and y - median(y), two-sided */
    double wilcoxon;       /* one-sided: x tends to be larger */
};
ASSAY_API enum assay_status assay_speedup_test(struct assay_view x, struct assay_view y,
                                               struct assay_speedup_p *out,
                                               struct assay_error *error);

/* ---- one benchmark: decisions ---- */

/* What limits a decision, in the protocol's own terms. */
enum assay_speedup_doubt {
    ASSAY_SPEEDUP_MEAN_SMALL_X, /* not normal, and 30 values or fewer: no test of the mean */
    ASSAY_SPEEDUP_MEAN_SMALL_Y,
    ASSAY_SPEEDUP_MEAN_NOT_NORMAL_X, /* tested all the same: more than 30 values on both sides */
    ASSAY_SPEEDUP_MEAN_NOT_NORMAL_Y,
    ASSAY_SPEEDUP_MEAN_NO_LEVEL,  /* the search found no level above one half */
    ASSAY_SPEEDUP_MEDIAN_SMALL_X, /* no location shift, and 30 values or fewer: no test */
    ASSAY_SPEEDUP_MEDIAN_SMALL_Y,
    ASSAY_SPEEDUP_MEDIAN_NO_SHIFT, /* tested all the same */
    ASSAY_SPEEDUP_MEDIAN_NO_LEVEL,
    ASSAY_SPEEDUP_DOUBTS
};
#define ASSAY_SPEEDUP_DOUBT(bit) (1U << (bit))

enum assay_speedup_answer {
    ASSAY_SPEEDUP_NO,     /* not significant */
    ASSAY_SPEEDUP_YES,    /* significant */
    ASSAY_SPEEDUP_REFUSED /* the samples are too small for the test (R's NA) */
};

struct assay_speedup_decision {
    enum assay_speedup_answer answer;
    double confidence; /* as given, or found by the search; NaN when it found none */
    bool searched;     /* then confidence was chosen from the data and is no confidence level */
    unsigned doubts;   /* bits of enum assay_speedup_doubt */
};

/* The decision about the mean, the median at one risk alpha, from p values of samples of n and m
 * values. confidence is 1 - alpha. "Rejected" is p <= alpha throughout. */
ASSAY_API struct assay_speedup_decision assay_speedup_mean_at(const struct assay_speedup_p *p,
                                                              size_t n, size_t m, double alpha);
ASSAY_API struct assay_speedup_decision assay_speedup_median_at(const struct assay_speedup_p *p,
                                                                size_t n, size_t m, double alpha);

/* How the highest level is found at which a speedup is significant, between 0.50 and 0.99. */
enum assay_speedup_search {
    ASSAY_SPEEDUP_GRID,     /* 0.99, 0.98 ... 0.51, the first that passes: the highest */
    ASSAY_SPEEDUP_BISECTION /* halving down to 0.01, cut to two decimals: the printed numbers of the
                               paper; it can miss levels, for what passes need not be an interval */
};

/* One test at the level `confidence`, or a search when it is NaN. ASSAY_INVALID when it lies
 * outside (0, 1). */
ASSAY_API enum assay_status assay_speedup_decide(const struct assay_speedup_p *p, size_t n,
                                                 size_t m, double confidence,
                                                 enum assay_speedup_search search,
                                                 struct assay_speedup_decision *mean,
                                                 struct assay_speedup_decision *median,
                                                 struct assay_error *error);

/* ---- one benchmark: effects, which assay recommends beside the decisions ---- */

struct assay_speedup_effect {
    /* Beside the test of means: ratio of means, y / x, by Fieller, and its verdict at the margin.
     * NaN ends when a side has fewer than 2 values. */
    struct assay_estimate ratio;
    enum assay_verdict ratio_verdict;

    /* Beside the test of medians: the share of pairs in which y is below x (ties one half), by
     * Brunner & Munzel; where all y lie on one side of all x, by Clopper & Pearson on min(n, m)
     * independent pairs. Faster above one half, slower below, never equivalent. */
    double superiority;
    struct assay_interval superiority_interval;
    enum assay_verdict superiority_verdict;
};
ASSAY_API enum assay_status assay_speedup_effect_of(struct assay_view x, struct assay_view y,
                                                    bool paired, double confidence, double margin,
                                                    struct assay_speedup_effect *out,
                                                    struct assay_error *error);

/* ---- the suite ---- */

/* Overall gain G = 1 - sum w y / sum w x and speedup S = sum w x / sum w y of b benchmarks with
 * times x, y and weights w >= 0 (they need not sum to 1). ASSAY_INVALID for a negative weight;
 * ASSAY_UNDEFINED when sum w x is not positive. S is infinite when all weighted y are zero. */
struct assay_speedup_gain {
    double gain, speedup;
};
ASSAY_API enum assay_status assay_speedup_gain_of(const double *x, const double *y,
                                                  const double *weight, size_t b,
                                                  struct assay_speedup_gain *out,
                                                  struct assay_error *error);

enum assay_speedup_weight {
    ASSAY_SPEEDUP_CUSTOM,  /* the benchmark's coefficient, 1 when it has none */
    ASSAY_SPEEDUP_EQUAL,   /* 1 */
    ASSAY_SPEEDUP_FRACTION /* share of the old system's whole time */
};

struct assay_speedup_benchmark {
    struct assay_view x, y; /* times of the old and of the new system; borrowed */
    double confidence;      /* the benchmark's own level; outside (0, 1) or NaN: not given */
    double coefficient;     /* NaN: 1 */
    bool paired;            /* x[j] and y[j] were measured in the same round (for the effect) */
};

struct assay_speedup_options {
    double confidence; /* for benchmarks without a level of their own; NaN: search */
    enum assay_speedup_search search;
    enum assay_speedup_weight weight;
    double proportion_confidence; /* of the intervals of both proportions */
    double precision;             /* half-width that `needed` aims at, 0.05 */
    bool strict;                  /* the protocol alone: effects stay zero */
    double effect_confidence, margin;
    size_t n_threads; /* 0: as many as there are processors */
};

/* Arrays are indexed by enum assay_speedup_time. */
struct assay_speedup_result {
    double time_x[ASSAY_SPEEDUP_TIMES], time_y[ASSAY_SPEEDUP_TIMES];
    double speedup[ASSAY_SPEEDUP_TIMES]; /* time_x / time_y; NaN when time_y is zero */
    double weight[ASSAY_SPEEDUP_TIMES];  /* as used, not normalised */
    struct assay_speedup_p p;
    struct assay_speedup_decision mean, median;
    struct assay_speedup_effect effect;
};

/* Accelerated benchmarks: those with a significant speedup, which is to say detectably faster with
 * as many values as there were. The interval is R's prop.test. */
struct assay_speedup_share {
    size_t accelerated, benchmarks;
    size_t untested; /* of those not accelerated: samples too small for the test */
    struct assay_proportion proportion;
};

struct assay_speedup_suite {
    struct assay_speedup_gain overall[ASSAY_SPEEDUP_TIMES];
    struct assay_speedup_share mean, median;
};

/* The whole protocol over b >= 1 benchmarks: results[] receives one entry for each. Errors name the
 * benchmark by its number, from 1. The same bits for any number of threads. */
ASSAY_API enum assay_status assay_speedup_analyse(const struct assay_speedup_benchmark *benchmarks,
                                                  size_t b,
                                                  const struct assay_speedup_options *options,
                                                  struct assay_speedup_result *results,
                                                  struct assay_speedup_suite *suite,
                                                  struct assay_error *error);

ASSAY_END_DECLS

#endif

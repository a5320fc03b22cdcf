/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding.h -- results as data: what `show` and `compare` say of samples, before anybody prints it.
 */
#ifndef ASSAY_FINDING_H
#define ASSAY_FINDING_H

#include <assay/api.h>
#include <assay/bootstrap.h>
#include <assay/interval.h>
#include <assay/plan.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/stopping.h>
#include <assay/typical.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

/* Values far from the rest that make most of the interval of a mean, and their share of the mean's
 * variance; n = 0 where none do. */
struct assay_far {
    size_t n;
    double share;
};

/* Far values of two systems, and their share of the variance that the interval of the change of their means rests on:
 * of paired rounds that of the rounds' differences. */
struct assay_far_change {
    size_t n_old, n_new;
    double share;
};

/* One sample described (docs/show.md). Undefined numbers are NaN. */
struct assay_description {
    size_t n;
    double mean;                         /* grand mean, children weighted equally at each level */
    double sd, min, q1, median, q3, max; /* of the pooled values; quantiles of type 7 */
    struct assay_interval
        interval;    /* of the mean, A2; NaN ends when there are fewer than 2 top units */
    size_t n_levels; /* as in the sample, also levels that were not repeated */
    struct assay_component
        level[ASSAY_MAX_LEVELS]; /* top to bottom; t2 NaN for a level that was not repeated */
    struct assay_far far;
    double
        step; /* of the grid that the values lie on, of the warnings clock-tick and rounded; else 0 */
    assay_warnings warnings;
};
ASSAY_API enum assay_status assay_describe(const struct assay_sample *sample, double confidence,
                                           struct assay_description *out,
                                           struct assay_error *error);

/* What lies beside a first run that stands apart. */
struct assay_others {
    double low, high;
};
/* Whether the first of n values, in the order of measuring, is so much above all others that it began otherwise than
 * they (cold caches): then *others is set. Chance says so of at most one in n samples of values that are alike; how
 * often, and how often it is found: docs/coverage.md. Source: lib/finding/slow_first.c. */
ASSAY_API bool assay_slow_first(const double *x, size_t n, struct assay_others *others);

enum assay_compare_method {
    ASSAY_COMPARE_AUTO,    /* paired when rounds are paired, else Fieller with Satterthwaite df */
    ASSAY_COMPARE_FIELLER, /* unpaired, Satterthwaite */
    ASSAY_COMPARE_PAIRED,
    ASSAY_COMPARE_PAPER, /* unpaired, nu = r - 1 */
    ASSAY_COMPARE_BOOTSTRAP,
    ASSAY_COMPARE_RRR,
    ASSAY_COMPARE_RRN,
    ASSAY_COMPARE_RNN,
    ASSAY_COMPARE_FLAT,
    ASSAY_COMPARE_VISUAL,
    ASSAY_COMPARE_KT2006,
    ASSAY_COMPARE_ORDER /* quantiles by order statistics that may be looked at: auto takes it then */
};

/* All zero: the mean. */
struct assay_question {
    enum assay_basis basis;
    struct assay_statistic statistic; /* other than the mean: with ASSAY_BASIS_STATISTIC only */
};

/* "both", "typical", or a statistic as assay_statistic_parse knows it; ASSAY_INVALID otherwise. */
ASSAY_API enum assay_status assay_question_parse(const char *text, struct assay_question *out,
                                                 struct assay_error *error);
/* The same text from a question. */
ASSAY_API void assay_question_name(const struct assay_question *question,
                                   char text[ASSAY_STATISTIC_TEXT]);

/* What is asked of one system by itself: of its typical run the median. */
ASSAY_API struct assay_statistic assay_question_alone(const struct assay_question *question);

struct assay_compare_options {
    enum assay_compare_method method;
    double confidence; /* 0.95 */
    double margin;     /* 0.01 */
    bool more_is_better;
    bool rounds_paired;  /* top unit j of both samples belongs to the same round; a single top unit
                           on both sides: its children do, in order */
    size_t paired_level; /* the lowest level whose units rounds pair in order; 0: the top one */
    uint64_t seed;
    size_t n_threads;  /* 0: as many as there are processors */
    size_t replicates; /* 0: as the method needs */

    /* Paired rounds take the interval that belongs to the rule; anything else warns. */
    enum assay_stopping stopping;
    size_t expected;      /* ASSAY_STOPPED_ANYTIME: rounds expected before the first */
    size_t look, n_looks; /* ASSAY_STOPPED_LOOKS */
    size_t pilot; /* ASSAY_STOPPED_CONTINUED: rounds that the number of all was chosen from */

    /* What the ratio is of; all zero is the mean. Quantiles are compared by the bootstrap, which
     * auto then takes, and by order statistics where they may have been looked at at any time. */
    struct assay_question question;

    bool without_bootstrap; /* beside another method it is a check for those who look at it */

    /* A duet (METHODS H3), whose systems are executions of rounds: of each of n_on_second rounds whether new ran on the
     * second processor. Paired means are then the geometric ones, with the processors apart (order.h); rounds of other
     * numbers, and those that a rule of stopping watched, are compared as any. NULL: none. */
    const bool *on_second;
    size_t n_on_second;
};

/* Which of the two decided. */
enum assay_rests {
    ASSAY_RESTS_ON_STATISTIC, /* the one that there is */
    ASSAY_RESTS_ON_TYPICAL,
    ASSAY_RESTS_ON_MEAN,
    ASSAY_RESTS_ON_BOTH /* they agree, or contradict each other: ASSAY_MIXED */
};

struct assay_comparison {
    struct assay_description old_sample, new_sample;
    struct assay_statistic statistic; /* that was asked for */
    /* What the finding begins with (assay_comparison_statistic names it): ratio.estimate is new_value / old_value. Of a
     * typical run old_value is the old system's median, and new_value what the ratio makes of it: the rounds give no
     * other pair of values whose quotient is the median of their ratios. */
    double old_value, new_value;
    struct assay_estimate ratio;

    /* Typical run and mean beside each other, intervals at 1 - a. */
    bool has_typical;
    bool typical_first; /* ratio is that of the typical run */
    struct assay_typical typical;
    struct assay_estimate mean_ratio;
    enum assay_verdict typical_verdict, mean_verdict;
    enum assay_rests rests_on;

    /* The same ratio by the top-level bootstrap, beside another method's: with 5 to 20 000 top
     * units (beyond, resampling takes long and tells nothing new). */
    bool has_bootstrap;
    struct assay_estimate bootstrap;
    /* The autocorrelation of the changes of paired rounds (of their ranks), where it is more than chance
     * makes; else 0. Intervals are too narrow then, by up to assay_dependent_width. */
    double dependence;
    /* Of a duet: half of what new gains, in log, by running on the second processor, and its interval. */
    bool has_cpu;
    double cpu, cpu_lower, cpu_upper;
    struct assay_far_change far; /* of a comparison of means */

    double p_superior; /* share of value pairs with new below old, ties one half */
    double margin;
    enum assay_verdict verdict;
    bool paired;
    assay_warnings warnings;
};
/* What ratio, old_value and new_value are of: "mean", "p90", "typical run". */
ASSAY_API void assay_comparison_statistic(const struct assay_comparison *comparison,
                                          char text[ASSAY_STATISTIC_TEXT]);
/* True when the interval of the mean is more than three times as wide as that of the typical run: a few
 * values lie far out. */
ASSAY_API bool assay_mean_is_wide(const struct assay_comparison *comparison);
/* How many times wider an interval of r rounds with this autocorrelation may have to be: an upper limit (95 %); INFINITY: they do
 * not tell. */
ASSAY_API double assay_dependent_width(double rho, double r);
/* True when what was compared got slower: by the verdict, or by either side of a mixed one. */
ASSAY_API bool assay_comparison_is_slower(const struct assay_comparison *comparison);

ASSAY_API enum assay_status assay_compare(const struct assay_sample *old_sample,
                                          const struct assay_sample *new_sample,
                                          const struct assay_compare_options *options,
                                          struct assay_comparison *out, struct assay_error *error);

ASSAY_END_DECLS

#endif

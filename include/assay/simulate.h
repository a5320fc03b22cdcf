/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h -- experiments with known truth: what coverage, width and false alarms do the intervals
 * really have?
 *
 * An experiment is named by (seed, design, number). Each can be made alone, in any order and on any
 * thread, and gives the same bits; tallies are whole numbers, so that parts of a simulation add up
 * exactly in any order.
 */
#ifndef ASSAY_SIMULATE_H
#define ASSAY_SIMULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/bootstrap.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

/* What a level adds to its units: independent effects of mean 0, scaled to the level's sd. */
enum assay_simulate_distribution {
    ASSAY_SIMULATE_NORMAL,
    ASSAY_SIMULATE_LOGNORMAL, /* sigma^2 = ln 2 of the logarithm: skewness 4 */
    ASSAY_SIMULATE_GAMMA,     /* with the design's gamma_shape; 1 is the exponential */
    ASSAY_SIMULATE_BIMODAL,   /* two normal modes six of their sd apart; the slow one holds 10 % */
    ASSAY_SIMULATE_RESAMPLED  /* drawn with replacement from effects[level] */
};

/* What changes while the experiment goes on; drift_sd is its standard deviation over the time. */
enum assay_simulate_drift {
    ASSAY_SIMULATE_STEADY,
    ASSAY_SIMULATE_LINEAR,
    ASSAY_SIMULATE_STEP, /* from -drift_sd to drift_sd at a random time */
    ASSAY_SIMULATE_AR1   /* autocorrelation 0.95 from one top unit to the next */
};

/* In which order the top units of the two systems are measured. */
enum assay_simulate_order {
    ASSAY_SIMULATE_ROUNDS, /* unit j of both side by side, in random order */
    ASSAY_SIMULATE_SHUFFLED,
    ASSAY_SIMULATE_BLOCKED /* all of old, then all of new */
};

/* Counts from the top level to the lowest; sd of each level's own effects as a share of the
 * system's mean (0.05 is 5 %). */
struct assay_simulate_system {
    size_t count[ASSAY_MAX_LEVELS];
    double sd[ASSAY_MAX_LEVELS];
};

struct assay_simulate_design {
    size_t n_levels;
    struct assay_simulate_system old_system, new_system;
    double ratio; /* the truth: mean of new / mean of old; old has the mean 1 */
    enum assay_simulate_distribution distribution[ASSAY_MAX_LEVELS];
    double gamma_shape; /* > 0; 0 stands for 1 */
    enum assay_simulate_drift drift;
    double drift_sd;
    enum assay_simulate_order order;
    double tick;          /* values are rounded to its multiples; 0: not at all */
    double outlier_share; /* of the values, in [0, 1) */
    double outlier_size;  /* an outlier is (1 + size) times its value */

    /* For RESAMPLED levels: mean 0 and sd 1; borrowed. */
    struct assay_view effects[ASSAY_MAX_LEVELS];
};

/* The names of these words: "normal", "lognormal" …; NULL past the end. */
ASSAY_API const char *assay_simulate_distribution_name(enum assay_simulate_distribution word);
ASSAY_API const char *assay_simulate_drift_name(enum assay_simulate_drift word);
ASSAY_API const char *assay_simulate_order_name(enum assay_simulate_order word);

/* ASSAY_INVALID with a sentence when the design makes no sense. */
ASSAY_API enum assay_status assay_simulate_check(const struct assay_simulate_design *design,
                                                 struct assay_error *error);

/* The methods under examination, by the names of `assay compare`; normal and pooled are Fieller's
 * set with the normal quantile and with r_x + r_y - 2 degrees of freedom. The last three know quantiles
 * only: at every look, the ratio; of the new system alone, beside what is true of the old one's: as
 * `assay show` has it, and at every look. */
enum assay_simulate_method {
    ASSAY_SIMULATE_FIELLER,
    ASSAY_SIMULATE_PAPER,
    ASSAY_SIMULATE_PAIRED,
    ASSAY_SIMULATE_NORMAL_QUANTILE,
    ASSAY_SIMULATE_POOLED,
    ASSAY_SIMULATE_BOOTSTRAP,
    ASSAY_SIMULATE_RRR,
    ASSAY_SIMULATE_RRN,
    ASSAY_SIMULATE_RNN,
    ASSAY_SIMULATE_FLAT,
    ASSAY_SIMULATE_VISUAL,
    ASSAY_SIMULATE_KT2006,
    ASSAY_SIMULATE_WATCHED,
    ASSAY_SIMULATE_ALONE,
    ASSAY_SIMULATE_ALONE_WATCHED,
    ASSAY_SIMULATE_METHODS /* how many */
};
ASSAY_API const char *assay_simulate_method_name(enum assay_simulate_method method);
ASSAY_API bool assay_simulate_method_knows(enum assay_simulate_method method,
                                           const struct assay_statistic *statistic);

enum { ASSAY_SIMULATE_MOST_MARGINS = 16 };

struct assay_simulate_options {
    enum assay_simulate_method methods[ASSAY_SIMULATE_METHODS];
    size_t n_methods;
    double margins[ASSAY_SIMULATE_MOST_MARGINS]; /* an alarm: the interval lies beyond 1 + m or
                                                    below 1 / (1 + m) */
    size_t n_margins;
    double confidence;
    struct assay_statistic statistic; /* all zero: the mean; quantiles: what knows them */
    size_t replicates;                /* B of the bootstrap; 0: as the method needs */
    uint64_t seed;
    size_t n_threads; /* 0: as many as there are processors */

    /* Make every value, also where the methods need no more than means of top units, which can be
     * drawn from their exact distribution when all effects are normal and nothing else happens. */
    bool every_value;

    /* Do not form the intervals of RRR, RRN, RNN and FLAT, only decide whether they hold the truth
     * and, where the ratio is 1, which margins they lie beyond: the same decisions, from the first
     * replicates that leave no doubt. Widths, power and equivalence of these methods stay empty. */
    bool coverage_only;
};

/* True when means of top units, drawn from their exact distribution, are all that these methods
 * need of this design. */
ASSAY_API bool assay_simulate_by_top_means(const struct assay_simulate_design *design,
                                           const struct assay_simulate_options *options);

/* A number that names a design with all that it borrows, or a sample, so that parts of different
 * simulations are told apart. */
ASSAY_API uint64_t assay_simulate_identity(const struct assay_simulate_design *design);
ASSAY_API uint64_t assay_simulate_sample_identity(const struct assay_sample *sample);

/* What one method did in a number of experiments. Whole numbers add up in any order. */
struct assay_simulate_tally {
    uint64_t experiments;
    uint64_t undefined; /* the method had no answer (bootstrap of four builds, say) */
    uint64_t covered;   /* of those with an answer */
    uint64_t unbounded;
    uint64_t measured; /* bounded intervals whose width was taken */
    uint64_t judged;   /* intervals of which it is known what they lie beyond */
    uint64_t above[ASSAY_SIMULATE_MOST_MARGINS], below[ASSAY_SIMULATE_MOST_MARGINS];
    uint64_t compared; /* of which the verdict of equivalence is known too (METHODS B7) */
    uint64_t equivalent[ASSAY_SIMULATE_MOST_MARGINS];
    uint64_t units;                 /* top units measured, where a rule of stopping says how many */
    uint64_t width_high, width_low; /* 128 bits: sum of widths in units of 2^-32 */
    uint64_t square_high, square_low; /* sum of their squares in units of 2^-64 */
};
ASSAY_API void assay_simulate_add(struct assay_simulate_tally *sum,
                                  const struct assay_simulate_tally *part);

/* What a tally says; NaN where nothing was seen. Standard errors of shares are binomial. */
struct assay_simulate_summary {
    double coverage, coverage_se;
    double mean_width, mean_width_se;
    double above[ASSAY_SIMULATE_MOST_MARGINS], below[ASSAY_SIMULATE_MOST_MARGINS];
    double equivalent[ASSAY_SIMULATE_MOST_MARGINS];
};
ASSAY_API struct assay_simulate_summary assay_simulate_summarise(
    const struct assay_simulate_tally *tally);

/* Adds experiments begin .. end - 1 of the design to tallies[n_methods], in the order of
 * options->methods. end <= 2^32. */
ASSAY_API enum assay_status assay_simulate_run(const struct assay_simulate_design *design,
                                               const struct assay_simulate_options *options,
                                               uint64_t begin, uint64_t end,
                                               struct assay_simulate_tally *tallies,
                                               struct assay_error *error);

/* The values of one system in one experiment, as assay_simulate_run sees them: values[] has the
 * product of its counts. which: 0 old, 1 new. */
ASSAY_API enum assay_status assay_simulate_values(const struct assay_simulate_design *design,
                                                  uint64_t seed, uint32_t experiment, int which,
                                                  double *values, struct assay_error *error);

/* A design after a stored experiment: counts (rounded means when unbalanced) and components (those
 * below 0 as 0, METHODS A1) of two samples of the same levels; resampled: the effects of old's own
 * units, scaled to the components, in the place of normal ones. Levels without repetition get no
 * effects. End with assay_simulate_fit_fini. */
struct assay_simulate_fit {
    struct assay_simulate_design design;
    double *storage[ASSAY_MAX_LEVELS];
};
ASSAY_API enum assay_status assay_simulate_fit_init(struct assay_simulate_fit *fit,
                                                    const struct assay_sample *old_sample,
                                                    const struct assay_sample *new_sample,
                                                    bool resampled, struct assay_error *error);
ASSAY_API void assay_simulate_fit_fini(struct assay_simulate_fit *fit);

/* Is an interval to be trusted? Decided from coverage +- 3 standard errors: TRUSTED when not below
 * the confidence by more than a fifth of what it leaves out (94 % for 95 %), WIDE when it covers
 * more than half of what it should leave out (97.5 %), WRONG when below. */
enum assay_simulate_trust {
    ASSAY_SIMULATE_TRUSTED,
    ASSAY_SIMULATE_TOO_WIDE,
    ASSAY_SIMULATE_NOT_TRUSTED,
    ASSAY_SIMULATE_UNDECIDED, /* too few experiments to tell */
    ASSAY_SIMULATE_NO_ANSWER  /* the method was undefined in more than 1 of 100 experiments */
};
ASSAY_API enum assay_simulate_trust assay_simulate_trust_of(
    const struct assay_simulate_tally *tally, double confidence);
ASSAY_API const char *assay_simulate_trust_name(enum assay_simulate_trust trust);

/* A/A on real measurements (KT06, Figure 2): draws disjoint sets of `units` top units of one sample
 * for either side and compares them: experiments begin .. end - 1. */
ASSAY_API enum assay_status assay_simulate_aa(const struct assay_sample *sample, size_t units,
                                              const struct assay_simulate_options *options,
                                              uint64_t begin, uint64_t end,
                                              struct assay_simulate_tally *tallies,
                                              struct assay_error *error);

ASSAY_END_DECLS

#endif

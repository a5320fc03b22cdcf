/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_checks.h -- simulations with a published result each: rules of stopping, tests of fit, sizes
 * from which means look normal, spread of minima.
 */
#ifndef ASSAY_SIMULATE_CHECKS_H
#define ASSAY_SIMULATE_CHECKS_H

#include <assay/simulate.h>

ASSAY_BEGIN_DECLS

/* What rules of stopping do to the interval of one mean (METHODS C3), which is 1: values with a
 * standard deviation of sd, until the half-width is precision times the mean. */
enum assay_simulate_rule {
    ASSAY_SIMULATE_FIXED,      /* `fixed` units */
    ASSAY_SIMULATE_PEEK,       /* look after each, from `least` on */
    ASSAY_SIMULATE_PEEK_LATER, /* from 10 on */
    ASSAY_SIMULATE_STEIN,      /* pilot of `least`, but 5, then what it says, all of them used */
    ASSAY_SIMULATE_FRESH,      /* the same, the pilot's values not used */
    ASSAY_SIMULATE_ANYTIME,    /* the anytime-valid interval, `expected` units expected */
    ASSAY_SIMULATE_RULES       /* how many */
};
struct assay_stopping_design {
    enum assay_simulate_distribution distribution; /* normal, lognormal, bimodal */
    double sd, precision, expected;
    size_t least, fixed;
};
ASSAY_API const char *assay_simulate_rule_name(enum assay_simulate_rule rule);
ASSAY_API uint64_t assay_simulate_stopping_identity(const struct assay_stopping_design *design);
/* Adds experiments begin .. end - 1 to tallies[ASSAY_SIMULATE_RULES]; of the options it takes
 * confidence, seed and threads. */
ASSAY_API enum assay_status assay_simulate_stopping(const struct assay_stopping_design *design,
                                                    const struct assay_simulate_options *options,
                                                    uint64_t begin, uint64_t end,
                                                    struct assay_simulate_tally *tallies,
                                                    struct assay_error *error);

/* How often tests of fit reject n normal values that a clock of this tick, in sds, rounded (METHODS
 * C6). A rejection counts as an alarm. */
enum assay_simulate_fit_test {
    ASSAY_SIMULATE_TEST_ROUNDED,   /* samples from the fit are rounded too: what assay does */
    ASSAY_SIMULATE_TEST_UNROUNDED, /* they are not */
    ASSAY_SIMULATE_TEST_TABLES,    /* p as if the distribution had been known beforehand */
    ASSAY_SIMULATE_FIT_TESTS       /* how many */
};
struct assay_fit_size_design {
    size_t n;
    double tick;
};
ASSAY_API const char *assay_simulate_fit_test_name(enum assay_simulate_fit_test test);
ASSAY_API uint64_t assay_simulate_fit_size_identity(const struct assay_fit_size_design *design);
ASSAY_API enum assay_status assay_simulate_fit_size(const struct assay_fit_size_design *design,
                                                    const struct assay_simulate_options *options,
                                                    uint64_t begin, uint64_t end,
                                                    struct assay_simulate_tally *tallies,
                                                    struct assay_error *error);

/* Machines as a level (METHODS H1): no true change; the machines' ratios vary by tau, a round's by sigma, both
 * in logs, and their speeds by `speed`. */
enum assay_simulate_across {
    ASSAY_ACROSS_GEOMETRIC,   /* the geometric mean of the machines' ratios */
    ASSAY_ACROSS_TOTAL,       /* Fieller of the machines' means */
    ASSAY_ACROSS_POOLED,      /* Fieller of all rounds, as if machines were none */
    ASSAY_ACROSS_NEW_MACHINE, /* the prediction, of what another machine measures */
    ASSAY_ACROSS_ONE,         /* Fieller of the rounds of one machine alone */
    ASSAY_SIMULATE_ACROSS     /* how many */
};
struct assay_machines_design {
    size_t machines, rounds;
    double tau, sigma, speed;
};
ASSAY_API const char *assay_simulate_across_name(enum assay_simulate_across across);
ASSAY_API uint64_t assay_simulate_machines_identity(const struct assay_machines_design *design);
ASSAY_API enum assay_status assay_simulate_machines(const struct assay_machines_design *design,
                                                    const struct assay_simulate_options *options,
                                                    uint64_t begin, uint64_t end,
                                                    struct assay_simulate_tally *tallies,
                                                    struct assay_error *error);

/* How large is large? (Speedup-Test, appendices A and C.) Of `trials` vectors of means, and of
 * medians, of samples of n values drawn with replacement, the share that Shapiro and Wilk's test
 * rejects at the level; a vector has min(500, max(10, 1000 / n)) entries. And the standard
 * deviations of mean and minimum over all samples. */
struct assay_clt_row {
    size_t n, vector, trials;
    uint64_t mean_rejected, median_rejected, constant; /* constant vectors count as rejected */
    double mean_sd, minimum_sd;
};
ASSAY_API enum assay_status assay_simulate_clt(struct assay_view values, size_t n, size_t trials,
                                               double level, uint64_t seed, size_t n_threads,
                                               struct assay_clt_row *out,
                                               struct assay_error *error);

/* Speedup-Test, Table 1: standard deviations of mean and minimum over `samples` samples of n standard
 * normal values. */
struct assay_minimum_row {
    size_t n, samples;
    double mean_sd, minimum_sd;
};
ASSAY_API enum assay_status assay_simulate_minimum(size_t n, size_t samples, uint64_t seed,
                                                   size_t n_threads, struct assay_minimum_row *out,
                                                   struct assay_error *error);

ASSAY_END_DECLS

#endif

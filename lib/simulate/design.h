/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design.h -- what the files of the simulation share. */
#pragma once

#include <assay/simulate.h>

/* The levels that are repeated, from the top, and the factor by which the others' are left out: a
 * level with one repetition is no level. */
struct repeated_counts {
    size_t n_levels;
    size_t count[ASSAY_MAX_LEVELS];
};
struct repeated_counts repeated_counts_of(const size_t *count, size_t n_levels);

/* The product of the counts. */
size_t design_values(const size_t *count, size_t n_levels);

/* A number that follows from the seed and everything that the design says: the same design has the
 * same random numbers in every grid. */
uint64_t design_seed(const struct assay_simulate_design *design, uint64_t seed);

/* What one method answers: where the interval lies, or that there is none. */
struct simulate_answer {
    bool defined, covered;
    bool missed; /* at a look, whatever the interval holds */
    bool has_interval, has_narrow, has_alarms;
    struct assay_interval interval;
    struct assay_interval narrow; /* at 1 - 2a, for the verdict of equivalence */
    bool above[ASSAY_SIMULATE_MOST_MARGINS], below[ASSAY_SIMULATE_MOST_MARGINS]; /* no interval */
};

/* Decides without forming the interval whether it holds the ratio and, when the ratio is 1, which
 * margins it lies beyond. */
struct early_question {
    struct assay_sample given[2]; /* old, new */
    struct assay_bootstrap_options options;
    double ratio;
    const double *margins;
    size_t n_margins;
};
enum assay_status early_answer(const struct early_question *question,
                               struct simulate_answer *answer, struct assay_error *error);

/* Counts an answer. covered is taken from the interval when there is one. */
void tally_answer(struct assay_simulate_tally *tally, const struct simulate_answer *answer,
                  double ratio, const struct assay_simulate_options *options);

/* Checks what the options say, apart from the design. */
enum assay_status simulate_check_options(const struct assay_simulate_options *options,
                                         uint64_t begin, uint64_t end, struct assay_error *error);

/* Confidence in (0, 1), begin <= end <= 2^32. */
enum assay_status simulate_check_range(double confidence, uint64_t begin, uint64_t end,
                                       struct assay_error *error);

/* Both systems of one experiment, what is true of them, and what names the bootstrap's random numbers. */
struct simulate_pair {
    const struct assay_sample *old_sample, *new_sample;
    double ratio,
        quantile; /* new over old; of the old system, NaN where none is asked for or known */
    uint64_t seed;
};

/* Answers of all the methods. A status other than OK and UNDEFINED ends the simulation. */
enum assay_status simulate_methods(const struct simulate_pair *pair,
                                   const struct assay_simulate_options *options,
                                   struct assay_simulate_tally *tallies, struct assay_error *error);

/* True where a method asks what the old system's quantile truly is. */
bool simulate_asks_alone(const struct assay_simulate_options *options);

/* The quantile of the old system, undisturbed by drift. */
enum assay_status true_quantile(const struct assay_simulate_design *design,
                                const struct assay_statistic *statistic, double *out,
                                struct assay_error *error);

/* Looks at a quantile, or at the ratio of two systems', as `assay run` makes them. */
struct looks {
    const struct assay_sample *old_sample, *new_sample; /* old NULL: of new alone */
    const struct assay_statistic *statistic;
    double confidence, truth;
};
/* The interval of the last look, and whether one of them did not hold the truth. */
enum assay_status looks_answer(const struct looks *looks, struct simulate_answer *answer,
                               struct assay_error *error);

/* True for methods that look at nothing but the means of the top units. */
bool method_needs_top_only(enum assay_simulate_method method);

/* Runs experiments begin .. end - 1 on several threads, each with tallies of its own, and adds them
 * up. body: one experiment; thread names the caller's scratch space. */
typedef enum assay_status simulate_experiment(uint32_t experiment, size_t thread, void *context,
                                              struct assay_simulate_tally *tallies,
                                              struct assay_error *error);
enum assay_status simulate_loop(uint64_t begin, uint64_t end,
                                const struct assay_simulate_options *options,
                                simulate_experiment *experiment, void *context,
                                struct assay_simulate_tally *tallies, struct assay_error *error);

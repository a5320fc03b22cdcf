/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.h -- simulated comparisons of two systems: what power.c and units_needed.c share. */
#pragma once

#include <assay/plan.h>

/* What one replicate draws for one system: its true mean and relative deviation, how far the mean that
 * is seen lies from the true one, in standard errors, and its variance over the true one, of each count
 * from the same uniform number. */
struct power_draw {
    double mean, sd, at, spread, variance;
};

/* The replicates of a design: drawn once, used at every count and ratio. */
struct power_replicates {
    struct power_draw *old_draws, *new_draws; /* in one allocation that old_draws begins */
    size_t n, count; /* count: of which the variances are; 0: of none so far */
};

/* New means are this many times their draws'; the verdict, or any other one. */
struct power_aim {
    double ratio;
    enum assay_verdict verdict;
    bool any_other;
};

enum assay_status power_check(const struct assay_power_design *design, struct assay_error *error);
enum assay_status power_check_probability(double probability, struct assay_error *error);

/* Draws with mean 1 and the design's deviations; old_draws is to be freed. */
enum assay_status power_draw_all(const struct assay_power_design *design,
                                 struct power_replicates *replicates, struct assay_error *error);

/* As assay_power_count. */
enum assay_status power_find_count(const struct assay_power_design *design,
                                   struct power_replicates *replicates, const struct power_aim *aim,
                                   double probability, size_t most, size_t *count,
                                   struct assay_error *error);

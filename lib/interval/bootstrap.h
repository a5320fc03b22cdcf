/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap.h -- what the files of the bootstrap share: a plan, the replicates, the limits. */
#pragma once

#include <assay/bootstrap.h>

#include "interval/bootstrap_draw.h"

enum {
    BOOTSTRAP_LEAST_TOP = ASSAY_BOOTSTRAP_FEWEST,
    BOOTSTRAP_MOST_CONFIDENCES = 8,
    BOOTSTRAP_PAPER_REPLICATES = 999 /* (B + 1) a / 2 is whole for the usual confidences */
};

/* How many replicates, and which of them are the limits. */
struct bootstrap_plan {
    size_t replicates, rank;
    double tail, df;  /* df NaN for plain percentiles */
    double top_units; /* the smaller number, for the expansion */
};

/* METHODS F4 for the default, A4 for the others. df: of the statistic; least_top: the smaller
 * number of top units. */
enum assay_status bootstrap_plan_make(const struct assay_bootstrap_options *options,
                                      size_t least_top, double df, struct bootstrap_plan *plan,
                                      struct assay_error *error);

/* sqrt(r / (r - 1)) t(1 - a / 2, df): what stands in the normal quantile's place when percentiles
 * are expanded. */
double bootstrap_expansion(double confidence, double top_units, double df);

/* Checks options and samples, and fills samples[n] with what is resampled. rrr: the statistic
 * allows RRR and RRN. */
enum assay_status bootstrap_prepare(const struct assay_sample *given, size_t n,
                                    const struct assay_bootstrap_options *options, bool rrr,
                                    struct assay_sample *samples, struct assay_error *error);

/* The smallest number of top units. */
size_t bootstrap_least_top(const struct assay_sample *samples, size_t n);

/* r - 1 for one sample or pairs, else r_x + r_y - 2 (METHODS F4). */
double bootstrap_plain_df(const struct assay_sample *samples, size_t n, bool paired);

/* One replicate on one thread; NaN when it is undefined. */
typedef double bootstrap_replicate(const void *model, size_t thread, uint32_t replicate);

/* Fills t[n] on several threads. */
void bootstrap_fill(double *t, size_t n, size_t n_threads, bootstrap_replicate *replicate,
                    const void *model);

/* Replicates of the mean (n = 1) or of the ratio of means (n = 2: old, new) on one code path. */
enum assay_status bootstrap_means(const struct assay_sample *samples, size_t n,
                                  const struct assay_bootstrap_options *options,
                                  const struct draw_path *path, double *t, size_t n_replicates,
                                  struct assay_error *error);

/* Plans for several confidences at once: as many replicates as the most demanding needs. */
enum assay_status bootstrap_plan_all(const struct assay_bootstrap_options *options,
                                     const double *confidences, size_t n, size_t least_top,
                                     double df, struct bootstrap_plan *plans,
                                     struct assay_error *error);

/* assay_bootstrap_one (n = 1) and assay_bootstrap_ratio (n = 2: old, new) at several confidences,
 * read off the same replicates. */
enum assay_status bootstrap_at(const struct assay_sample *given, size_t n,
                               const struct assay_bootstrap_options *options,
                               const double *confidences, size_t n_confidences,
                               struct assay_bootstrap_result *out, struct assay_error *error);

/* Turns replicates into the result; sorts t. name: the method; is_ratio: sd of logarithms. */
enum assay_status bootstrap_finish(const struct assay_bootstrap_options *options,
                                   const struct bootstrap_plan *plan, double estimate, double *t,
                                   const char *method, bool is_ratio,
                                   struct assay_bootstrap_result *out, struct assay_error *error);

/* ASSAY_UNDEFINED when a sample has too few values to bound the quantile at all, even if they were
 * independent: 1 - p^n >= confidence at the farther end (METHODS B14: 299 for p99 at 95 %). The
 * extremes never have an interval (B16). */
enum assay_status bootstrap_quantile_check(const struct assay_sample *samples, size_t n,
                                           double probability, double confidence,
                                           struct assay_error *error);

/* "bootstrap-cluster (…)", naming the percentile rule and, for a quantile, its type; of drawn rounds
 * "bootstrap-cluster-paired (…)". */
const char *bootstrap_method(const struct assay_bootstrap_options *options,
                             const struct assay_statistic *statistic);

/* floor((B + 1) a), the rank of a percentile counted from its end. */
double percentile_rank(size_t n, double tail);

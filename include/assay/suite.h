/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suite.h -- what many benchmarks say together: adjusted p values, one ratio for a suite. */
#ifndef ASSAY_SUITE_H
#define ASSAY_SUITE_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

/* Adjusted p values as R's p.adjust numbers them; the order of the input is kept. Holm, Hochberg
 * and Bonferroni bound the chance of any false claim (Hochberg for independent or positively
 * dependent tests); BH and BY bound the expected share of false claims (BY under any dependence).
 */
enum assay_adjustment {
    ASSAY_ADJUST_HOLM,
    ASSAY_ADJUST_HOCHBERG,
    ASSAY_ADJUST_BONFERRONI,
    ASSAY_ADJUST_BH,
    ASSAY_ADJUST_BY
};

/* n >= 1 p values in [0, 1]; adjusted may be the same array as p. */
ASSAY_API enum assay_status assay_adjust(const double *p, size_t n, enum assay_adjustment method,
                                         double *adjusted, struct assay_error *error);

/* ---- several metrics at once ---- */

/* What is known of n metrics, each with the verdict of its own interval: `at` gives metric i's verdict at
 * a higher confidence. */
struct assay_joint_question {
    enum assay_status (*at)(void *context, size_t i, double confidence, enum assay_verdict *verdict,
                            struct assay_error *error);
    void *context;
};
/* Holm's procedure: of verdicts, which hold one by one at this confidence, leaves the claims (faster, slower,
 * mixed) that hold all at once; those that do not become inconclusive. Under any dependence a false claim is
 * among them with a chance of 1 - confidence at most. Errors: those of `at`, ASSAY_INVALID, ASSAY_NO_MEMORY. */
ASSAY_API enum assay_status assay_joint_verdicts(size_t n, double confidence,
                                                 const struct assay_joint_question *question,
                                                 enum assay_verdict *verdicts,
                                                 struct assay_error *error);

/* Pareto's words for them; a mixed one is better and worse. */
enum assay_joint {
    ASSAY_JOINT_BETTER, /* in one at least, and in none worse or open */
    ASSAY_JOINT_WORSE,  /* in one at least, and in none better */
    ASSAY_JOINT_TRADE,  /* better in one, worse in another */
    ASSAY_JOINT_SAME,   /* equivalent in all */
    ASSAY_JOINT_OPEN    /* worse in none; one at least is inconclusive */
};
ASSAY_API enum assay_joint assay_joint_of(const enum assay_verdict *verdicts, size_t n);

/* One benchmark of a suite. Old and new are summaries of top-level means; both means positive, at
 * least two top units each. covariance: of the top-level means of paired rounds (divisor r - 1),
 * used when paired is true, which needs equal counts. weight > 0: how often the benchmark counts.
 */
struct assay_suite_benchmark {
    struct assay_top_summary old_summary, new_summary;
    bool paired;
    double covariance;
    double weight;
};

/* One ratio new / old for the suite with two intervals, which answer two questions: fixed speaks
 * of these benchmarks and of nothing else; random takes them as drawn from a population of
 * benchmarks and speaks of that population. random has NaN ends for fewer than five benchmarks. */
enum { ASSAY_SUITE_FEWEST_DRAWN = 5 };
struct assay_suite_ratio {
    double estimate;
    struct assay_interval fixed, random;
};

/* The three ways to read a suite (METHODS B8), none of them silently.
 * geometric:  exp of the weighted mean of log ratios.
 * equal_time: weighted mean of the ratios: what happens to the total time when each benchmark takes
 *             an equal share of the old time. Its inverse is the harmonic mean of the speedups.
 * total_time: sum of weighted new times / sum of weighted old times. */
struct assay_suite_summary {
    size_t n;
    struct assay_suite_ratio geometric, equal_time, total_time;
    assay_warnings warnings;
};
ASSAY_API enum assay_status assay_suite_summarise(const struct assay_suite_benchmark *benchmarks,
                                                  size_t n, double confidence,
                                                  struct assay_suite_summary *out,
                                                  struct assay_error *error);

/* The geometric mean of ratios that have their intervals, of whatever statistics, all at this confidence: what a suite
 * says where its benchmarks do not rest on their means (or not in rounds of one machine). No ends where one of them
 * has none. Source: lib/suite/changes.c. */
ASSAY_API enum assay_status assay_suite_of_changes(const struct assay_estimate *ratios, size_t n,
                                                   double confidence, struct assay_suite_ratio *out,
                                                   struct assay_error *error);

/* The means of benchmark i in round j that all benchmarks were measured in: old_means[i * n_old + j] and
 * new_means[i * n_new + j]. Where rounds pair both systems, n_old and n_new are equal and round j of both is one. At least two each.
 * What happens in a round happens to all benchmarks: to one build of new, say, or on one machine. */
struct assay_suite_rounds {
    const double *old_means, *new_means;
    size_t n_old, n_new;
};
/* As assay_suite_summarise, of benchmarks that share their rounds: what moves them together is in all intervals. Benchmarks are all
 * paired, or none is. Source: lib/suite/summary.c. */
ASSAY_API enum assay_status assay_suite_summarise_rounds(
    const struct assay_suite_benchmark *benchmarks, const struct assay_suite_rounds *rounds,
    size_t n, double confidence, struct assay_suite_summary *out, struct assay_error *error);

/* As assay_suite_of_changes, of benchmarks of which round j (or machine j) says deviation[i * n_rounds + j] of benchmark i, in any
 * scale: how far it lies from what the benchmark's ratio is. Benchmarks that deviate in the same rounds are not independent. */
ASSAY_API enum assay_status assay_suite_of_changes_in_rounds(const struct assay_estimate *ratios,
                                                             const double *deviation, size_t n,
                                                             size_t n_rounds, double confidence,
                                                             struct assay_suite_ratio *out,
                                                             struct assay_error *error);

/* Fills a benchmark from two samples; paired when top unit j of both belongs to the same round. */
ASSAY_API enum assay_status assay_suite_benchmark_of(const struct assay_sample *old_sample,
                                                     const struct assay_sample *new_sample,
                                                     bool paired, double weight,
                                                     struct assay_suite_benchmark *out,
                                                     struct assay_error *error);

ASSAY_END_DECLS

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.h -- when measuring ends: the next look, whether it is the last, and how many units a fresh
 * run has at least (docs/stopping.md).
 *
 * The run, `assay simulate` and bench/stopping.c, whose tables docs/stopping.md shows, call these
 * functions. They are pure: what a look decides follows from the rule and the top units so far, so a
 * run that goes on after an interruption decides what it would have decided. The units stand as
 * running moments: a look costs the same after ten units and after a million. */
#ifndef ASSAY_STOPPING_H
#define ASSAY_STOPPING_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>
#include <assay/bootstrap.h>
#include <assay/interval.h>
#include <assay/status.h>
#include <assay/typical.h>

ASSAY_BEGIN_DECLS

/* ---- rules that look ---- */

struct assay_stopping_rule {
    enum assay_stopping kind;
    enum assay_basis basis; /* of verdicts in rounds; all zero: the mean alone */
    double confidence;      /* in (0, 1) */
    double margin;          /* >= 0: of the verdict */
    double precision; /* relative half-width that is narrow enough; 0: none, the verdict decides */
    double expected;  /* ASSAY_STOPPED_ANYTIME: top units expected before the first, > 0 */
    size_t n_looks;   /* ASSAY_STOPPED_LOOKS: 1 .. 50 */
    size_t most;      /* top units: no look lies beyond */

    /* The numbers of the rule itself, as assay_stopping_rule_of gives them. */
    size_t first; /* units at the first look, >= 2 */
    size_t pace;  /* from n units to the next look: 1 + n / pace; 0: after each unit */
    size_t seen;  /* units before a small spread is believed: neither "narrow enough" nor
                     "equivalent" is said with fewer */

    /* O'Brien and Fleming's boundary, of the interval and of that of equivalence: set by
     * assay_stopping_prepare. */
    double boundary[2];
};

/* What `assay run` follows: a first look after three units, then each time there are a twentieth more;
 * anytime with `seen` 40. Confidence 0.95, margin 0.01, no precision; expected, n_looks and most are
 * the caller's to set. */
ASSAY_API struct assay_stopping_rule assay_stopping_rule_of(enum assay_stopping kind);

/* Checks the rule and finds the boundary. ASSAY_INVALID with a sentence when a number is out of its
 * range or the rule is one that does not look. */
ASSAY_API enum assay_status assay_stopping_prepare(struct assay_stopping_rule *rule,
                                                   struct assay_error *error);

/* Top units at the next look after n of them, at most rule->most. */
ASSAY_API size_t assay_stopping_next(const struct assay_stopping_rule *rule, size_t n);

/* Of n_looks announced ones among `most` units the last that n units reach, from 1; before the first
 * one its demands stand. */
ASSAY_API size_t assay_stopping_look(size_t n_looks, size_t most, size_t n);

/* ---- leaving out what is certainly beaten ---- */

/* Top units at the next look after `units` of them, at most `most`: after 4, then half as many again. */
ASSAY_API size_t assay_eliminate_next(size_t units, size_t most);

/* How many times is looked, the end included; and the confidence with which each says what the best are
 * (assay_factor_best), so that all together are wrong with at most 1 - confidence. */
ASSAY_API size_t assay_eliminate_looks(size_t most);
ASSAY_API double assay_eliminate_confidence(double confidence, size_t looks);

/* ---- what was measured so far ---- */

/* Top units of one system: running moments (Welford 1962). All zero: none yet. */
struct assay_running_mean {
    size_t n;
    double mean, m2; /* m2: sum of squared deviations */
};
ASSAY_API void assay_running_mean_add(struct assay_running_mean *running, double value);

/* Top units of two systems, each pair of the same round. Values are kept relative to the first of
 * their system, and the new system's as what it differs: under drift, which both share, the variance
 * of the difference keeps its digits (as METHODS B5 asks). All zero: none yet. */
struct assay_running_pair {
    struct assay_running_mean old_units, new_units;
    double old_origin, new_origin; /* the units of what follows; never 0 */
    double mean_old, mean_difference;
    double m2_old, m2_difference, products; /* products: of the deviations of both */
};
ASSAY_API void assay_running_pair_add(struct assay_running_pair *running, double old_value,
                                      double new_value);

/* ---- one look ---- */

/* Squared critical values that the rule takes of means after n top units: of its interval, and of the one
 * that says equivalent (confidence 1 - 2a; NaN where there is none). INFINITY: nothing is excluded. Of a
 * verdict that rests on two questions a is half of 1 - confidence. */
struct assay_stopping_reach {
    double wide, narrow;
};
ASSAY_API struct assay_stopping_reach assay_stopping_reach_at(
    const struct assay_stopping_rule *rule, size_t n);

/* The interval of one mean that reaches `squared`: kind, lower and upper are set. ASSAY_UNDEFINED with
 * fewer than two units. */
ASSAY_API enum assay_status assay_stopping_mean(const struct assay_running_mean *running,
                                                double squared, struct assay_interval *out,
                                                struct assay_error *error);
/* The same of the ratio new / old in paired rounds: Fieller's set. ASSAY_UNDEFINED also where the old
 * mean is 0. */
ASSAY_API enum assay_status assay_stopping_ratio(const struct assay_running_pair *running,
                                                 double squared, struct assay_interval *out,
                                                 struct assay_error *error);

/* Half of the interval relative to the estimate; INFINITY where it is not bounded. */
ASSAY_API double assay_stopping_half_width(double estimate, const struct assay_interval *interval);

/* True when the rule ends here: the interval is narrow enough or, where no precision is asked for, the
 * verdict is clear. Of one mean there is no verdict: without precision it never ends. Fewer than
 * two units never end. */
ASSAY_API bool assay_stopping_mean_done(const struct assay_stopping_rule *rule,
                                        const struct assay_running_mean *running,
                                        const struct assay_stopping_reach *reach);
ASSAY_API bool assay_stopping_pair_done(const struct assay_stopping_rule *rule,
                                        const struct assay_running_pair *running,
                                        const struct assay_stopping_reach *reach);
/* The same of verdicts that rest on the typical run, or on it and the mean (rule->basis), as the finding
 * judges them. changes: of the rounds (assay_typical_changes); of fewer than three, or of none because a
 * value was not positive, the mean decides where both would. resolution: what the clocks' ticks hide; where
 * the rule goes on with a smaller one, it goes on with a larger. With a precision: the interval that the finding shows first is narrow enough,
 * the mean's, or the typical run's where the mean's is more than three times as wide. */
ASSAY_API bool assay_stopping_rounds_done(const struct assay_stopping_rule *rule,
                                          const struct assay_running_pair *running,
                                          const struct assay_ordered *changes, double resolution,
                                          const struct assay_stopping_reach *reach);
/* The same of verdicts that rest on a quantile, in rounds or apart; old_values NULL: of one system, by its
 * precision. Only the anytime rule ends by it. */
ASSAY_API bool assay_stopping_quantile_done(const struct assay_stopping_rule *rule,
                                            const struct assay_statistic *statistic,
                                            const struct assay_pooled_values *old_values,
                                            const struct assay_pooled_values *new_values);
/* The same where rounds do not pair, because executions failed: Fieller's set of independent systems.
 * It allows for no looking, and findings warn of it. */
ASSAY_API bool assay_stopping_apart_done(const struct assay_stopping_rule *rule,
                                         const struct assay_running_mean *old_units,
                                         const struct assay_running_mean *new_units);

/* ---- fresh runs after a pilot (METHODS B6a, B6b) ---- */

#define ASSAY_STOPPING_PILOT 30 /* top units of a good pilot (docs/plan.md) */
/* Of anytime: units expected for each of a fixed number (docs/stopping.md). */
#define ASSAY_STOPPING_EXPECTED 2.4

/* By how much narrower to plan than was asked for, because the variance of a pilot of so many top
 * units is itself uncertain: its t over the normal quantile, of at least six units. */
ASSAY_API double assay_stopping_caution(size_t pilot_units, double confidence);
/* Top units that a fresh run has at least. */
ASSAY_API size_t assay_stopping_least(size_t pilot_units);

/* Top units that a run has at least, the pilot's among them, when the pilot's values count. */
ASSAY_API size_t assay_stopping_continued(size_t pilot_units);

/* Stein's number of units for a relative half-width, max(n0, ceil(t^2 s0^2 / d^2)), at most `most`;
 * squared: t^2 of the pilot's n0. The textbook's, which `assay simulate` shows beside the others. */
ASSAY_API size_t assay_stopping_stein(const struct assay_running_mean *pilot, double precision,
                                      double squared, size_t most);

ASSAY_END_DECLS

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- where the variance sits, what a repetition costs, and how many to take. */
#ifndef ASSAY_PLAN_H
#define ASSAY_PLAN_H

#include <assay/api.h>
#include <assay/dataset.h>
#include <assay/interval.h>
#include <assay/sample.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* Variance by level (METHODS A1 for balanced data, B3 and F9 in general; both agree when balanced).
 * level[0] is the top. s2: mean over the parents of the sample variance of their children's means.
 * t2: the component that the level adds on its own, unbiased, may be negative. */
struct assay_component {
    double count; /* children per parent, the mean number when unbalanced */
    double s2;    /* NaN where no parent has two children */
    double t2;
    bool opposed; /* t2 lies below zero further than chance takes it in 1 of 1000 samples */
};
struct assay_components {
    size_t n_levels;
    struct assay_component level[ASSAY_MAX_LEVELS];
    double mean; /* grand mean, children weighted equally at each level */
};

/* ASSAY_UNDEFINED when a level has no parent with two children: drop or merge it first
 * (assay_shape_drop_single). */
ASSAY_API enum assay_status assay_components_of(const struct assay_sample *sample,
                                                struct assay_components *out,
                                                struct assay_error *error);

/* The share that one level has in the variance of a single value, with an interval. */
struct assay_share {
    double t2;           /* the component, as assay_components_of; may be negative */
    double share;        /* max(t2, 0) / sum of max(t2, 0); NaN when all are 0 */
    double lower, upper; /* modified large-sample interval of t2; lower < 0 where the level may add
                            nothing */
    double df;           /* Satterthwaite's degrees of freedom of t2; NaN where t2 <= 0 */
    double satterthwaite_lower, satterthwaite_upper; /* never cover 0, and little else at df < 5 */
};

/* shares[0 .. n_levels - 1] from the top. Normal effects are assumed; for an unbalanced sample the
 * degrees of freedom are approximate. Errors as assay_components_of. */
ASSAY_API enum assay_status assay_variance_shares(const struct assay_sample *sample,
                                                  double confidence, struct assay_share *shares,
                                                  struct assay_error *error);

/* The impact factor of the top level (METHODS A7): by how much the standard deviation of a mean
 * grows when its executions come from different top units (binaries) instead of one. sqrt(1 +
 * T_L^2 / S_(L-1)^2), and 1, which is none, where T_L^2 is negative. The interval follows from the F
 * distribution for normal effects; its ends are never below 1. Needs two levels. */
struct assay_impact {
    double factor;
    double lower, upper;
    double f, df1, df2; /* the F statistic of "the top level adds nothing" */
    double p;           /* its upper tail */
};
ASSAY_API enum assay_status assay_impact_factor(const struct assay_sample *sample,
                                                double confidence, struct assay_impact *out,
                                                struct assay_error *error);

/* One top unit in place of many (METHODS A7). The impact factor is about one execution of each binary;
 * a mean of m executions of one binary is off by sqrt(1 + m T_L^2 / S_(L-1)^2) times what its own
 * interval says, since no number of them shows or averages T_L. */
struct assay_alone {
    double factor, upper; /* that root as estimated, and its upper limit; both 1 or more */
    double coverage;      /* what an interval of one top unit covers at that upper limit */
    double
        most; /* the most executions of which one top unit may be believed: at the upper limit its
                    interval misses at most 1.4 times as often as it says (covers 93 % for 95) */
};
/* impact: of a pilot, with the same confidence. executions: of the one top unit, above 0, each like
 * the pilot's; need not be whole. */
ASSAY_API enum assay_status assay_impact_alone(const struct assay_impact *impact, double confidence,
                                               double executions, struct assay_alone *out,
                                               struct assay_error *error);

/* How much of the spread is the accident of a build, and whether to repeat builds. */
enum assay_build_advice {
    ASSAY_BUILDS_WORTH, /* builds differ: one build alone is off by an error that nothing averages */
    ASSAY_BUILDS_ENOUGH, /* one build may be believed with as many executions */
    ASSAY_BUILDS_UNCLEAR
};
struct assay_build_effect {
    double share, share_lower, share_upper; /* of builds in the variance of one value */
    double error_percent;       /* sd of builds, as a part of the mean: what one build is off by */
    struct assay_impact impact; /* METHODS A7 */
    enum assay_build_advice advice;
    double executions; /* for each build, by cost and variance; NaN when costs are not known */
    double below_s2;   /* variance of the means of executions of one build */
    double step;       /* mean square of the step from one build to the next, over that of the step
                          within a build: 1 where only the host drifts */
    bool beyond_drift; /* it is surely above 1; without that no repeating is called worth it */

    double all; /* executions, those measured or planned */
    struct assay_alone
        alone; /* all of them of one build; upper is INFINITY where that is undefined */
};
/* ASSAY_UNDEFINED unless the series' top level is "build" and was repeated, with another below. */
ASSAY_API enum assay_status assay_build_effect_of(const struct assay_series *series,
                                                  double confidence, struct assay_build_effect *out,
                                                  struct assay_error *error);
/* Judges again what one build in place of all would tell: with as many executions, whose mean of one
 * build has this variance beside the build's own. */
ASSAY_API void assay_build_effect_judge(struct assay_build_effect *effect, double confidence,
                                        double all, double variance);

/* KT06 (17), kept under its name so that old results can be repeated: the mean
 * +- z sqrt(S_1^2/(r_1..r_L) + ... + S_L^2/r_L). It counts the lower levels twice and is wider than
 * its confidence says; the finding carries ASSAY_WARN_PAPER_METHOD. Levels that are not repeated
 * are dropped first. */
ASSAY_API enum assay_status assay_kt2006_interval(const struct assay_sample *sample,
                                                  double confidence, struct assay_estimate *out,
                                                  struct assay_error *error);

/* KT06's detector: a change iff the two intervals (17) are disjoint. */
ASSAY_API enum assay_status assay_kt2006_detect(const struct assay_sample *old_sample,
                                                const struct assay_sample *new_sample,
                                                double confidence, struct assay_detection *out,
                                                struct assay_error *error);

/* ---- how many to take ---- */

/* What a plan is made from, levels from the top: level 0 is the top, level n_levels - 1 the values.
 * t2 <= 0 means that the level was not seen to add anything. cost_s: seconds to open one more unit
 * of the level, without what is live below it (METHODS section 0), finite and >= 0. */
struct assay_plan_input {
    size_t n_levels;
    double t2[ASSAY_MAX_LEVELS];
    double cost_s[ASSAY_MAX_LEVELS];
};

/* A design without its number of top units: count[k], k > 0, units of level k in each unit above
 * it. count[0] is 1. */
struct assay_plan {
    size_t n_levels;
    size_t count[ASSAY_MAX_LEVELS];
    double real[ASSAY_MAX_LEVELS];  /* before integers; INFINITY below a top that adds nothing */
    bool removed[ASSAY_MAX_LEVELS]; /* not worth repeating: one in each unit of the level above */
    bool bounded[ASSAY_MAX_LEVELS]; /* a limit from above acted: a larger count would be better */
    size_t least[ASSAY_MAX_LEVELS]; /* no target goes below these counts; 0: none */
    size_t most[ASSAY_MAX_LEVELS];  /* nor above these; 0: none */
    double unit_cost_s;             /* seconds that one top unit takes with all below it */
    double unit_variance;           /* variance of the mean of one top unit */
};

/* The counts that minimise variance times cost (METHODS A5, F3): pool adjacent violators, then the
 * best integers. Counts never exceed ASSAY_PLAN_MOST. Below a top level that adds nothing the best
 * number is infinite: count is then ASSAY_PLAN_MOST until assay_plan_for_* sets a target. */
#define ASSAY_PLAN_MOST 1000000000
ASSAY_API enum assay_status assay_plan_exact(const struct assay_plan_input *input,
                                             struct assay_plan *out, struct assay_error *error);

/* The best counts between limits, 0 meaning none; level 0 is not looked at. */
struct assay_plan_limits {
    size_t least[ASSAY_MAX_LEVELS], most[ASSAY_MAX_LEVELS];
};
ASSAY_API enum assay_status assay_plan_within(const struct assay_plan_input *input,
                                              const struct assay_plan_limits *limits,
                                              struct assay_plan *out, struct assay_error *error);

/* The papers' counts, the ceiling of sqrt((c_(i+1) / c_i) (T_i^2 / T_(i+1)^2)): ISMM (3), TR (14).
 * Levels without a positive component are merged first. With S_i^2 in place of T_i^2 these are
 * KT06 (21), and (23) when costs are in seconds (METHODS A6). */
ASSAY_API enum assay_status assay_plan_paper(const struct assay_plan_input *input,
                                             struct assay_plan *out, struct assay_error *error);

/* Cost and variance of one top unit with these counts (count[0] is not looked at). */
ASSAY_API enum assay_status assay_plan_evaluate(const struct assay_plan_input *input,
                                                const size_t *count, double *unit_cost_s,
                                                double *unit_variance, struct assay_error *error);

/* The plan with its number of top units. Half-widths are relative to the mean: 0.01 is 1 %. */
struct assay_plan_target {
    size_t count[ASSAY_MAX_LEVELS]; /* count[0]: top units */
    double time_s;
    double half_width; /* as predicted; NaN with fewer than 2 top units, INFINITY never */
    bool adjusted;     /* lower counts were changed from the plan's so that enough top units fit */
    size_t of_plan;    /* top units with the plan's own counts; 0: fewer than the least fit */
};

struct assay_plan_goal {
    double mean; /* > 0 */
    double confidence;
    size_t least; /* top units: fewer are never planned; 5 unless a paper's formula is repeated (2).
                     Where the plan's counts would give fewer, the counts below are lowered; also
                     where more top units of less each take 5 % less time, as few ones make t
                     large. Neither is done for 2. */
};

/* The cheapest number of top units whose interval has at most this half-width (> 0). */
ASSAY_API enum assay_status assay_plan_for_precision(const struct assay_plan_input *input,
                                                     const struct assay_plan *plan,
                                                     const struct assay_plan_goal *goal,
                                                     double half_width,
                                                     struct assay_plan_target *out,
                                                     struct assay_error *error);

/* The most that fits into time_s > 0. Where not even `least` top units with one of everything fit,
 * as many as fit, maybe none, with the counts below that the rest of the time allows. */
ASSAY_API enum assay_status assay_plan_for_time(const struct assay_plan_input *input,
                                                const struct assay_plan *plan,
                                                const struct assay_plan_goal *goal, double time_s,
                                                struct assay_plan_target *out,
                                                struct assay_error *error);

/* What repeating only the top level would give: one of everything below. */
ASSAY_API enum assay_status assay_plan_one_level(const struct assay_plan_input *input,
                                                 struct assay_plan *out, struct assay_error *error);

/* A pilot's components as a plan's input (METHODS A5): an inner level whose component is not
 * positive, or that was not repeated, is removed and the others are estimated again with its units
 * pooled. Where values of one unit depend on those before them, input.t2 of the lowest level is its
 * long-run variance (METHODS B1). cost_s[] goes with the sample's levels. ASSAY_UNDEFINED when
 * nothing was repeated. */
struct assay_plan_pilot {
    struct assay_plan_input input; /* from level `first` of the sample: what is above was not
                                      repeated, so nothing can be planned of it */
    size_t first;
    double mean;

    /* By the sample's levels. A removed level keeps the component that it had, NaN when it was not
     * repeated. */
    double t2[ASSAY_MAX_LEVELS];
    double s2[ASSAY_MAX_LEVELS]; /* NaN for removed levels */
    bool removed[ASSAY_MAX_LEVELS];
    double upper[ASSAY_MAX_LEVELS]; /* upper limits of the components before any was removed, 97.5 %
                                       (assay_variance_shares); NaN when not repeated */
    double count[ASSAY_MAX_LEVELS]; /* what the pilot had of the level in each unit above */
    double df[ASSAY_MAX_LEVELS];    /* degrees of freedom of s2; NaN for removed levels */
    double kurtosis[ASSAY_MAX_LEVELS]; /* excess kurtosis of the level's own effects, estimated; 0
                                          where below 0, not seen, or removed */
    size_t units;                      /* of the first level */
    double dependence; /* long-run variance of the lowest level over its variance; 1: independent */
};
ASSAY_API enum assay_status assay_plan_from_pilot(const struct assay_sample *sample,
                                                  const double *cost_s,
                                                  struct assay_plan_pilot *out,
                                                  struct assay_error *error);

/* Two systems that were measured in rounds, as one pilot of their ratio (METHODS B5): its components
 * are those of the relative differences, in which what both share cancels, its mean is 1, and a
 * half-width is the ratio's. cost_s[]: of both systems together. ASSAY_UNDEFINED where the shapes
 * differ or are unbalanced, or a mean is not positive; else as assay_plan_from_pilot. */
ASSAY_API enum assay_status assay_plan_from_rounds(const struct assay_sample *old_sample,
                                                   const struct assay_sample *new_sample,
                                                   const double *cost_s,
                                                   struct assay_plan_pilot *out,
                                                   struct assay_error *error);

/* The same of two systems that were measured apart: relative variances add (METHODS A3). The
 * pilots' costs add, too, and so do fourth cumulants; doubts (dependence, counts) are those of the
 * worse one.
 * ASSAY_UNDEFINED where the two do not repeat the same levels. */
ASSAY_API enum assay_status assay_plan_from_apart(const struct assay_plan_pilot *old_pilot,
                                                  const struct assay_plan_pilot *new_pilot,
                                                  struct assay_plan_pilot *out,
                                                  struct assay_error *error);

/* How far a pilot may be believed. No count below the top exceeds `extrapolation` (>= 1) times what
 * the pilot had: what it did not see, dependence and interference shared by a unit, begins to rule
 * there. NaN: 4, and 2 below a top level that was not seen to add anything. */
#define ASSAY_PLAN_EXTRAPOLATION 4
#define ASSAY_PLAN_EXTRAPOLATION_UNSEEN 2
ASSAY_API enum assay_status assay_plan_limits_of(const struct assay_plan_pilot *pilot,
                                                 double extrapolation,
                                                 struct assay_plan_limits *out,
                                                 struct assay_error *error);

/* The best counts within these limits, and at least two of each level that was not seen to add
 * anything but whose upper limit would make half-widths more than a quarter wider. limits->least
 * receives the twos. */
ASSAY_API enum assay_status assay_plan_cautious(const struct assay_plan_pilot *pilot,
                                                struct assay_plan_limits *limits,
                                                struct assay_plan *out, struct assay_error *error);

/* How near to the plan's the half-width of a fresh run will come: the pilot's variance and the run's
 * own are both estimates. */
#define ASSAY_PLAN_NEAR 0.25
#define ASSAY_PLAN_LIKELY 0.8 /* the probability that assay's own screens use */
struct assay_plan_prediction {
    double df;     /* of the pilot's estimate of the variance of a planned top unit */
    double run_df; /* of the run's own; both fewer than for normal means where tails are heavy */
    double lower, upper; /* realised over predicted half-width lies between with `probability` */
    double near;         /* probability that the two are within a quarter of each other */
    double pilot_units;  /* top units that the pilot would need for `near` to reach `probability`;
                            INFINITY: the run itself has too few */
};
/* count[0 .. input.n_levels - 1]: the design, as in struct assay_plan_target. ASSAY_UNDEFINED when
 * nothing varies or count[0] < 2. */
ASSAY_API enum assay_status assay_plan_predict(const struct assay_plan_pilot *pilot,
                                               const size_t *count, double probability,
                                               struct assay_plan_prediction *out,
                                               struct assay_error *error);

/* Two systems whose costs and variances differ: how many top units of each (METHODS A5). */
struct assay_plan_system {
    double mean, unit_cost_s, unit_variance;
};
struct assay_plan_pair {
    double old_per_new; /* the best ratio of their numbers of top units */
    size_t old_count, new_count;
    double time_s;     /* of both together */
    double half_width; /* of the ratio, relative to it; approximate (ISMM (6), Satterthwaite) */
};
ASSAY_API enum assay_status assay_plan_two_systems(const struct assay_plan_system *old_system,
                                                   const struct assay_plan_system *new_system,
                                                   double confidence, double half_width,
                                                   size_t least, struct assay_plan_pair *out,
                                                   struct assay_error *error);

/* ---- one design for several ---- */

/* A mean or a ratio that a joint design serves. */
struct assay_plan_served {
    double mean; /* > 0 */
    struct assay_plan_input input;
    struct assay_plan_limits limits;
};
/* What n >= 1 of them, with the same levels, are planned from together: *input has their relative
 * components, on average, and the costs given, which are those of one more unit of a level for all;
 * *limits keeps to what each allows. assay_plan_within then minimises mean relative variance times
 * cost. */
ASSAY_API enum assay_status assay_plan_joint(const struct assay_plan_served *served, size_t n,
                                             const double *cost_s, struct assay_plan_input *input,
                                             struct assay_plan_limits *limits,
                                             struct assay_error *error);
/* Which of them (the first, of several alike) varies most, relative to its mean, in one top unit with
 * these counts (>= 1; count[0] is not looked at): the one whose half-width is the widest. */
ASSAY_API enum assay_status assay_plan_joint_worst(const struct assay_plan_served *served, size_t n,
                                                   const size_t *count, size_t *worst,
                                                   double *variance, struct assay_error *error);
/* Two systems, and their ratio in rounds. */
struct assay_plan_compared {
    struct assay_plan_served old_system, new_system, ratio;
};
/* What pairing in rounds is worth: relative variance of the ratios of n pairs measured apart, over
 * what it is in rounds, each summed over the pairs. ASSAY_UNDEFINED where the ratios do not vary. */
ASSAY_API enum assay_status assay_plan_joint_gain(const struct assay_plan_compared *pairs, size_t n,
                                                  const size_t *count, double *gain,
                                                  struct assay_error *error);

/* ---- verdicts that a design can reach ---- */

/* Two systems, each with `count` top units whose means are normal with these relative standard
 * deviations (sqrt(unit_variance) / mean), compared by Fieller with Satterthwaite's degrees of
 * freedom. Simulated: means and variances are drawn from their exact distributions. */
struct assay_power_design {
    double old_sd, new_sd; /* > 0, relative to the means */
    double confidence;
    double margin;     /* >= 0 */
    uint64_t seed;     /* the same seed gives the same numbers */
    size_t replicates; /* 0: 2000 */
};
/* Probability of a verdict when the true ratio is `ratio` > 0. */
ASSAY_API enum assay_status assay_power_of(const struct assay_power_design *design, size_t count,
                                           double ratio, enum assay_verdict verdict,
                                           double *probability, struct assay_error *error);
/* The fewest top units of each system for which that probability is reached; ASSAY_UNDEFINED when
 * no number up to most does (most 0: 100 000). */
ASSAY_API enum assay_status assay_power_count(const struct assay_power_design *design, double ratio,
                                              enum assay_verdict verdict, double probability,
                                              size_t most, size_t *count,
                                              struct assay_error *error);
/* What is known of a ratio that was measured and not decided. */
struct assay_undecided {
    double ratio; /* as estimated, > 0 */
    double
        unit_sd;  /* relative sd of one top unit of each system, as estimated, > 0: that of the log
                       of the ratio is unit_sd sqrt(2 / units) */
    double df;    /* of unit_sd, > 0 */
    size_t units; /* top units of each system, 2 or more */
};
/* From the interval of a ratio of `units` top units of each system, pairing included. ASSAY_UNDEFINED
 * where it is unbounded or says nothing of how units vary. */
ASSAY_API enum assay_status assay_undecided_of(const struct assay_estimate *ratio, size_t units,
                                               struct assay_undecided *out,
                                               struct assay_error *error);
/* The fewest top units of each system with which a fresh run is decided (faster, slower or equivalent)
 * with that probability, averaged over what the measured interval leaves open: over true ratios and
 * deviations as they may be after these data, not at the estimate. design: old_sd and new_sd are not
 * looked at. ASSAY_UNDEFINED when no number up to most (0: 100 000) does. */
ASSAY_API enum assay_status assay_units_needed(const struct assay_power_design *design,
                                               const struct assay_undecided *seen,
                                               double probability, size_t most, size_t *count,
                                               struct assay_error *error);
/* The same if nothing changed. ASSAY_UNDEFINED without a margin, too. */
ASSAY_API enum assay_status assay_units_needed_unchanged(const struct assay_power_design *design,
                                                         const struct assay_undecided *seen,
                                                         double probability, size_t most,
                                                         size_t *count, struct assay_error *error);
/* The smallest true ratio above 1 that is called slower with that probability. ASSAY_UNDEFINED when
 * no ratio up to 1000 is. */
ASSAY_API enum assay_status assay_power_detectable(const struct assay_power_design *design,
                                                   size_t count, double probability, double *ratio,
                                                   struct assay_error *error);

ASSAY_END_DECLS

#endif

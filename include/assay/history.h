/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h -- which versions changed performance?
 *
 * A series is what one benchmark gave in each of many versions, in their order. Positions count
 * versions from 0; what people see are the versions' labels. When all means are positive everything
 * is done on their logarithms, so that nothing depends on the unit and a change is a ratio.
 */
#ifndef ASSAY_HISTORY_H
#define ASSAY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/bootstrap.h>
#include <assay/interval.h>
#include <assay/status.h>
#include <assay/suite.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

enum assay_history_rule {
    /* Change points by PELT over version means with their known within-version variance and the
     * noise between versions (METHODS B10), each with the p value of the largest of all splits. */
    ASSAY_HISTORY_CHANGEPOINTS,
    /* Each version against the one before it: Fieller's interval of the ratio and the margin. */
    ASSAY_HISTORY_PAIR,
    /* KT06: the intervals of two consecutive versions do not meet. Kept for comparison. */
    ASSAY_HISTORY_KT2006,
    /* Matteson & James 2014 over version means, with permutation p. */
    ASSAY_HISTORY_EDIVISIVE,
    /* Apache Otava's rule over version means: windows, pooled t test. Kept for comparison: its p
     * is that of a place chosen by looking. */
    ASSAY_HISTORY_OTAVA
};

/* What one version gave. r = 1: only one value, s2 is not looked at. */
struct assay_history_point {
    struct assay_top_summary summary;
    double lower, upper; /* an interval of the mean: the rule of KT06 compares these */
};

/* Which intervals the means of versions have. */
struct assay_history_intervals {
    double confidence;
    bool kt2006;     /* KT06's own, of the sample added last */
    size_t expected; /* anytime-valid, with so many units expected; 0: plain */
    /* A quantile: in the mean's place, with plain intervals; confidence 0: with none. */
    struct assay_statistic statistic;
};

/* Adds a sample to what others gave of the same version (summary.r = 0: it is the first): the summary
 * and the interval of all top units as one sample. Errors: those of assay_top_summarise, and the
 * version stays as it was. */
ASSAY_API enum assay_status assay_history_add(struct assay_history_point *version,
                                              const struct assay_sample *sample,
                                              const struct assay_history_intervals *intervals,
                                              struct assay_error *error);

struct assay_history_options {
    enum assay_history_rule rule;
    double confidence;   /* 0.95 */
    double margin;       /* smaller changes are left out; 0: none */
    uint64_t seed;       /* of permutations */
    size_t permutations; /* 0: 999 */
    size_t window;       /* Otava's; 0: 50 */
    double max_p;        /* Otava's; 0: 0.001 */
};

struct assay_change {
    size_t at;                   /* the first version after the change */
    size_t from, to;             /* versions from .. at - 1 are before it, at .. to - 1 after it */
    double before, after;        /* means of these; around a slope, moved along it to `at` */
    struct assay_estimate ratio; /* after / before, NaN when a mean is not positive */
    double p;                    /* NaN where the rule has none */
};

/* A version that stands alone: off the level to which the series comes back, as others are, or off
 * it by itself (CHANGEPOINTS only). It is no step. */
struct assay_lone {
    size_t at;
    double ratio; /* its mean / the level around it; NaN when a mean is not positive */
    double size;  /* how far its stretch is off: the logarithm, or by the largest magnitude */
};

/* A drift at one rate through the whole series (CHANGEPOINTS only): steps are told around it. */
struct assay_slope {
    bool found;
    bool beyond;                 /* over the whole range it is more than the margin */
    double first;                /* where the line begins when there is no step */
    double per_version;          /* ratio from one version to the next */
    struct assay_estimate ratio; /* from the first version to the last, steps left out */
    double p;
};

struct assay_history {
    struct assay_change *changes; /* in order of versions */
    size_t n;
    struct assay_slope slope;
    struct assay_lone *alone; /* in order of versions */
    size_t n_alone;
    double within_sd;  /* relative sd of a version's mean from its own units; NaN: one value each */
    double between_sd; /* relative sd that versions add without a change; NaN: not estimated */
    double sd; /* relative sd of a version when nothing changes, as it looks; NaN: not known */
    /* The step, as the ratio less 1, that 8 of 10 such series would show where two versions or more stand
     * on both sides of it (PAIR, KT2006: at one version); 0: every difference is one; NaN: not known of this rule, or of means
     * that are not positive. */
    double detectable;
    double dependence; /* autocorrelation of that noise at one version's distance; 0: none seen */
    /* At most this many of 1000 versions are called changed when nothing changes; NaN where the
     * rule has no such rate, or there are too few versions to know one. */
    double false_per_1000;
    assay_warnings warnings;
};

/* The changes in one series of n >= 2 versions. ASSAY_UNDEFINED when there is no measure of noise:
 * one value in each of fewer than 8 versions. End with assay_history_fini. */
ASSAY_API enum assay_status assay_history_find(const struct assay_history_point *versions, size_t n,
                                               const struct assay_history_options *options,
                                               struct assay_history *out,
                                               struct assay_error *error);
ASSAY_API void assay_history_fini(struct assay_history *history);

/* Many benchmarks: adjusts the p values of all series together and keeps the changes whose adjusted
 * p is at most 1 - confidence. For change points a series without a change counts as one test; for
 * pairs the benchmarks of one position are one family. Rules without p are left as they are. Ratios
 * of what stays are computed again. */
ASSAY_API enum assay_status assay_history_adjust(const struct assay_history_point *const *versions,
                                                 const size_t *n, size_t n_series,
                                                 const struct assay_history_options *options,
                                                 enum assay_adjustment adjustment,
                                                 struct assay_history *histories,
                                                 struct assay_error *error);

/* ---- versions of the same program ---- */

/* What versions of the same program differ by: relative sd of their means, pooled over programs that were
 * measured in two versions or more; NaN with df 0 where there are none. */
struct assay_history_same {
    size_t n_programs, n_versions;
    double sd, df;
};
/* program: a number for each version, equal for equal programs; 0: not known. */
ASSAY_API struct assay_history_same assay_history_floor(const struct assay_history_point *versions,
                                                        const unsigned *program, size_t n);

/* Of changes that were found (and not adjusted yet) leaves none between neighbours of the same program: each
 * goes to the nearest place between two programs, as far as its neighbours reach, and is left out where there
 * is none, or where it is clear no more. Comparisons of neighbours (PAIR, KT2006) are only left out. */
ASSAY_API enum assay_status assay_history_settle(const struct assay_history_point *versions,
                                                 const unsigned *program, size_t n,
                                                 const struct assay_history_options *options,
                                                 struct assay_history *history,
                                                 struct assay_error *error);

/* ---- rounds that versions shared ---- */

/* What one version gave in one experiment that measured others of the series beside it. */
struct assay_history_round {
    size_t experiment; /* those of one stand behind one another */
    size_t version;    /* which of the series' points it is of */
    struct assay_top_summary summary;
};

/* Puts each change where the rounds that versions shared say it lies, as far as its neighbours reach: values that were
 * measured apart differ by what the machine did then, too. A change that is put elsewhere keeps its p, and has the ratio of
 * these rounds. *n_moved: how many were (CHANGEPOINTS and EDIVISIVE, without a slope; else 0). */
ASSAY_API enum assay_status assay_history_place(const struct assay_history_point *versions,
                                                size_t n, const struct assay_history_round *rounds,
                                                size_t n_rounds,
                                                const struct assay_history_options *options,
                                                struct assay_history *history, size_t *n_moved,
                                                struct assay_error *error);

/* ---- few versions ---- */

/* From so many on a series tells by itself what versions add; of fewer only what counts exactly has steps, and no
 * rate of false alarms is known (CHANGEPOINTS). */
enum { ASSAY_HISTORY_LEAST = 4 };

/* The logarithms of a benchmark's version means, the oldest first; n >= 2. error: the variance of one of them
 * by its own units; 0: not known. */
struct assay_history_means {
    const double *logarithms;
    size_t n;
    double error;
};

enum assay_few_from {
    ASSAY_FEW_NEVER,  /* nothing tells what versions differ by */
    ASSAY_FEW_OLDER,  /* older versions of the benchmarks that have two or more */
    ASSAY_FEW_NEWEST, /* what the others' newest versions changed by */
};

/* The newest version beside what versions of these benchmarks differ by (METHODS I4). */
struct assay_history_few {
    size_t n;      /* versions of the benchmark; 0: it was not asked */
    double change; /* logarithm: the newest less the mean of the older ones */
    enum assay_few_from from;
    bool alone;      /* the benchmark itself is all that tells: no rate is to be promised */
    double variance; /* of a version; NaN with NEVER, as what follows */
    double df, df_used;
    double limit, p; /* of |change|, at the confidence asked for */
    /* The middle square of the others' newest, as the variance of a version (NaN: there are no others), and
     * variance, limit and p with no less than that, nor than the error: what a version does to all benchmarks
     * is no change of this one. */
    double shared, wider, limit_beside, p_beside;
    double
        widest; /* the largest part of the variance over the middle one; beyond 30 benchmarks differ widely */
    size_t n_benchmarks, n_versions; /* that the variance is of */
};

/* Of all n benchmarks at once. ASSAY_UNDEFINED: one has fewer than two versions. */
ASSAY_API enum assay_status assay_history_compare_few(const struct assay_history_means *means,
                                                      size_t n, double confidence,
                                                      struct assay_history_few *out,
                                                      struct assay_error *error);

/* ---- what benchmarks share ---- */

/* A series among others: at[i] numbers the version of versions[i] among all, ascending. program[i] as
 * assay_history_settle takes it; NULL: not known. */
struct assay_history_input {
    const struct assay_history_point *versions;
    const size_t *at;
    size_t n;
    const unsigned *program;
};

/* How much of what the others do a series does, too; of logarithms. */
struct assay_common {
    double slope, lower, upper; /* as it comes, with its interval; NaN: not known */
    double used;  /* shrunk, so that it costs little where nothing is shared; 0: not used */
    double share; /* of its variance, that is taken out with it */
};

/* The coefficient from n changes of the series itself and of its control. ASSAY_UNDEFINED: fewer than three, or
 * the control never changes. */
ASSAY_API enum assay_status assay_common_fit(const double *own, const double *control, size_t n,
                                             double confidence, struct assay_common *out,
                                             struct assay_error *error);

/* The median of all series by version, and its steps: what a change there is of is everything. */
struct assay_shared {
    size_t *at; /* of each of its points: the version */
    size_t n;
    struct assay_history finding;
};

/* Takes out of each series what it shares with the others of its version (METHODS H5), but for shared steps;
 * one in front of which all of them have the same program is no program's, and is taken out.
 * adjusted[s]: copies of the series' versions, which are changed where out[s].used > 0; found: the changes
 * that each has without it. Ends with assay_shared_fini. */
ASSAY_API enum assay_status assay_history_common(
    const struct assay_history_input *series, size_t n_series, size_t n_versions,
    const struct assay_history *found, double confidence, struct assay_history_point **adjusted,
    struct assay_common *out, struct assay_shared *shared, struct assay_error *error);
ASSAY_API void assay_shared_fini(struct assay_shared *shared);

/* "changepoints", "pair", "kt2006", "edivisive", "otava". */
ASSAY_API const char *assay_history_rule_name(enum assay_history_rule rule);

ASSAY_END_DECLS

#endif

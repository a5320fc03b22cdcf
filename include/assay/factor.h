/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factor.h -- parameters as fixed factors: which cell is best and which tie with it, whether a gain holds at
 * every value, from which size on a system is faster, how time grows (METHODS H2).
 *
 * A cell is a system at one value of each parameter; a round runs every cell once. Every question is
 * reduced to one number a round, a difference of logarithms, and t on these numbers: cells may vary
 * unequally, share a build or drift together. Differences are natural logarithms of ratios.
 */
#ifndef ASSAY_FACTOR_H
#define ASSAY_FACTOR_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>
#include <assay/interval.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

enum {
    ASSAY_FAMILY_ROUNDS = 4, /* fewer support no family of intervals */
    ASSAY_SWEEP_ROUNDS = 10, /* fewer make the intervals of a family wide */
    ASSAY_LAW_SIZES = 5,     /* fewer sizes, or a narrower range, tell no law */
    ASSAY_LAW_RANGE = 8
};

/* ln of the cells' means, round by round; borrowed. */
struct assay_cells {
    const double *z; /* z[round * cells + cell]; NaN where a cell was lost */
    size_t rounds, cells;
};

/* One contrast of cells: a difference of logarithms. */
struct assay_effect {
    double estimate, se, df;
    double lower,
        upper;     /* together with the family's others at its confidence; NaN where exact, and
                            where fewer than two rounds have the cells */
    double p;      /* of no difference; of a family by Holm */
    size_t rounds; /* that have the cells */
    bool exact;    /* the same in every round: known for these rounds, without an interval */
};

/* t on one contrast's value in each round (NaN: left out), one of `comparisons` of a family by
 * Bonferroni; p unadjusted. No round at all is ASSAY_UNDEFINED. */
ASSAY_API enum assay_status assay_effect_of(struct assay_view values, double confidence,
                                            size_t comparisons, struct assay_effect *out,
                                            struct assay_error *error);

/* Two cells: the second less the first. */
struct assay_cell_pair {
    size_t first, second;
};

/* A family of n pairs, each by its own error over the rounds that have both: Bonferroni's intervals,
 * Holm's p. out[n]. */
ASSAY_API enum assay_status assay_factor_pairs(const struct assay_cells *cells,
                                               const struct assay_cell_pair *pairs, size_t n,
                                               double confidence, struct assay_effect *out,
                                               struct assay_error *error);

/* A contrast of cells without common rounds: values[n] of each cell, in logarithms, weights[n];
 * Satterthwaite's degrees of freedom. */
ASSAY_API enum assay_status assay_effect_unpaired(const struct assay_view *values,
                                                  const double *weights, size_t n,
                                                  double confidence, size_t comparisons,
                                                  struct assay_effect *out,
                                                  struct assay_error *error);

/* The lowest cell, and those that cannot be told from the best: the truly lowest is among them with the
 * confidence. */
struct assay_best {
    size_t cell, ties; /* the lowest mean; how many stay, itself among them */
    double critical;   /* of each comparison, one-sided */
};
/* tied[cells]. Two cells or more, with two common rounds or more. */
ASSAY_API enum assay_status assay_factor_best(const struct assay_cells *cells, double confidence,
                                              struct assay_best *out, bool *tied,
                                              struct assay_error *error);

/* Cells that no other beats in all of n >= 1 metrics together, all lower-is-better, each with the same cells: those
 * that belong there all stay with the confidence. kept[cells]. */
ASSAY_API enum assay_status assay_factor_front(const struct assay_cells *metrics, size_t n,
                                               double confidence, bool *kept,
                                               struct assay_error *error);

/* Which dimensions of a grid an effect is of: bit i for dimension i, of n_dimensions with level[i]
 * levels, the last fastest. Rounds that lack a cell are left out. */
struct assay_grid {
    const size_t *level;
    size_t n_dimensions;
};
struct assay_effect_test {
    double f, df1, df2, p;                /* by Greenhouse and Geisser */
    double epsilon;                       /* 1: cells vary alike */
    double uncorrected;                   /* p as if epsilon were 1 */
    double pooled_f, pooled_df, pooled_p; /* by one variance for all cells */
    size_t rounds;
};
/* ASSAY_UNDEFINED with fewer than two complete rounds, or a dimension of one level in the effect. */
ASSAY_API enum assay_status assay_factor_test(const struct assay_cells *cells,
                                              const struct assay_grid *grid, unsigned effect,
                                              struct assay_effect_test *out,
                                              struct assay_error *error);

/* ---- one variance for all cells (`--error pooled`) ---- */

/* ln t ~ round + cell; opaque, freed by assay_pooled_free. */
struct assay_pooled;
ASSAY_API enum assay_status assay_pooled_fit(const struct assay_cells *cells,
                                             struct assay_pooled **out, struct assay_error *error);
ASSAY_API void assay_pooled_free(struct assay_pooled *pooled);

struct assay_pooled_about {
    double s2, df;
    double
        spread; /* the largest residual sd of a cell over the smallest: above 2 pooling misleads */
    bool balanced;
};
ASSAY_API struct assay_pooled_about assay_pooled_describe(const struct assay_pooled *pooled);

/* What intervals of differences are simultaneous with. */
enum assay_pooled_family {
    ASSAY_POOLED_ALONE,  /* t */
    ASSAY_POOLED_TUKEY,  /* all pairs, by Tukey and Kramer */
    ASSAY_POOLED_DUNNETT /* all others against `first` */
};
ASSAY_API struct assay_effect assay_pooled_pair(const struct assay_pooled *pooled,
                                                struct assay_cell_pair pair,
                                                enum assay_pooled_family family, double critical);
/* The critical value of a family, of differences over their standard errors. */
ASSAY_API double assay_pooled_critical(const struct assay_pooled *pooled,
                                       enum assay_pooled_family family, double confidence);

/* Hsu's comparisons with the best: the interval of a cell less the lowest of the others, which ends at 0
 * where it is certainly the best, or certainly not. lower[cells], upper[cells], tied[cells]. */
ASSAY_API enum assay_status assay_pooled_best(const struct assay_pooled *pooled, double confidence,
                                              struct assay_best *out, double *lower, double *upper,
                                              bool *tied, struct assay_error *error);

/* Dunnett's distribution: the chance that the largest of k differences from one control, over the
 * standard error of a difference, exceeds d (its magnitude where two-sided); correlation 1/2, df
 * degrees of freedom. And its quantile. NaN outside the domain. */
ASSAY_API double assay_dunnett_tail(double d, size_t k, double df, bool two_sided);
ASSAY_API double assay_dunnett_critical(double confidence, size_t k, double df, bool two_sided);

/* ---- along sizes ---- */

/* How time grows: d ln t / d ln n, a slope in each round. */
struct assay_exponent {
    struct assay_effect slope;
    double curvature, curvature_p; /* the coefficient of (ln n)^2; NaN of two sizes */
};
/* n[cells] > 0, at least two that differ; rounds that lack a cell are left out, two must stay. */
ASSAY_API enum assay_status assay_growth_exponent(const struct assay_cells *cells, const double *n,
                                                  double confidence, struct assay_exponent *out,
                                                  struct assay_error *error);

/* From which size on one system is the faster one. */
struct assay_crossover {
    double a, b;                    /* of the mean line d = a + b (ln n - mean ln n) */
    double at;                      /* where it is 0, as a size */
    struct assay_interval interval; /* of that, as sizes; whatever its kind */
    double curvature_p;             /* small: no line, only the bracket holds; NaN of two sizes */
    size_t changes;                 /* of the certain sign along the sizes */
    double after, until;            /* where there is one: between these sizes; NaN else */
    size_t rounds;
};
/* gains: ln(new / old) at each size; n[cells] ascending. gain[cells]: simultaneous intervals. */
ASSAY_API enum assay_status assay_growth_crossover(const struct assay_cells *gains, const double *n,
                                                   double confidence, struct assay_crossover *out,
                                                   struct assay_effect *gain,
                                                   struct assay_error *error);

/* What values are to stay below, as a logarithm: by itself, or above each round's own value at the first size. */
struct assay_limit {
    double log;
    bool of_first;
};
/* Up to which size they do. */
struct assay_reach {
    double at; /* 0: not at the first size; infinite: at all that were measured */
    struct assay_interval interval; /* lower 0, upper infinite: beyond what was measured */
    size_t rounds;
};
/* n[cells] above 0, ascending; rounds that lack a cell are left out, two must stay. */
ASSAY_API enum assay_status assay_growth_reach(const struct assay_cells *cells, const double *n,
                                               const struct assay_limit *limit, double confidence,
                                               struct assay_reach *out, struct assay_error *error);

/* ---- doses: what a design sees ---- */

enum assay_sight { ASSAY_SIGHT_SEES, ASSAY_SIGHT_BLIND, ASSAY_SIGHT_AMPLIFIES, ASSAY_SIGHT_OPEN };

/* Cells with known slowdowns (METHODS H7). */
struct assay_sensitivity {
    struct assay_exponent
        answer; /* slope: how much of a dose shows, 1: all of it; where rounds allow
                                     (ASSAY_TYPICAL_BY_ORDER), the median of theirs in place of the mean */
    enum assay_sight sight;
    struct assay_effect unchanged; /* of two cells without a dose: the second less the first */
    double sd;                     /* of a round's difference of two cells */
};
/* dose[cells] >= 0, of which the first two are 0 and another is not. Rounds that lack a cell are left out;
 * two must stay. */
ASSAY_API enum assay_status assay_sensitivity_of(const struct assay_cells *cells,
                                                 const double *dose, double confidence,
                                                 struct assay_sensitivity *out,
                                                 struct assay_error *error);
/* What is said of a slope whose interval lies above or below `seen`, or above `too_much`. */
ASSAY_API enum assay_sight assay_sight_of(const struct assay_effect *slope, double seen,
                                          double too_much);
/* These two of a slowdown of everything. */
#define ASSAY_SIGHT_SEEN 0.5
#define ASSAY_SIGHT_TOO_MUCH 1.5
/* The sd of a round's difference of two cells, pooled over all of them; NaN where rounds or cells are fewer
 * than two. For a mean of rounds; and for their median, as the sd that gives a mean the same error, from the
 * differences to the first cell (MAD: stalls in fewer than half of the rounds do no harm). */
ASSAY_API double assay_round_sd(const struct assay_cells *cells);
ASSAY_API double assay_round_sd_typical(const struct assay_cells *cells);

/* The chance that so many paired rounds of this sd show a slowdown: the interval of the ratio lies above
 * 1 + margin. And the smallest slowdown with that chance; NaN outside the domain (rounds < 2). */
ASSAY_API double assay_detection_rate(double slowdown, double margin, double sd, size_t rounds,
                                      double confidence);
ASSAY_API double assay_detection_least(double chance, double margin, double sd, size_t rounds,
                                       double confidence);

enum assay_law {
    ASSAY_LAW_LOG,
    ASSAY_LAW_LINEAR,
    ASSAY_LAW_LINEARITHMIC,
    ASSAY_LAW_QUADRATIC,
    ASSAY_LAW_CUBIC,
    ASSAY_LAW_POWER,    /* b n^p of any p; it competes where p is certainly none of the powers above */
    ASSAY_GROWING_LAWS, /* how many: those that are fitted */
    ASSAY_LAW_CONSTANT = ASSAY_GROWING_LAWS,
    ASSAY_LAW_FEW_SIZES, /* cannot tell: fewer than 5 sizes, or over less than a factor of 8 */
    ASSAY_LAW_UNKNOWN    /* cannot tell */
};
/* "log n", "n", "n log n", "n^2", "n^3", "n^p", "1", "cannot tell". */
ASSAY_API const char *assay_law_name(enum assay_law law);

/* One law, a + b f(n), by weighted least squares with a, b >= 0. */
struct assay_law_fit {
    double a, b, q, ic, weight; /* q: relative squares; weight among all, of what does not compete 0 */
    double worst;               /* the largest relative distance of a mean from the law */
};
struct assay_growth {
    enum assay_law law;
    struct assay_law_fit fit[ASSAY_GROWING_LAWS];
    double power; /* p of ASSAY_LAW_POWER */
    double v; /* the noise of a mean, relative, squared */
    double trend, trend_low,
        trend_high;             /* ln of the growth over the whole range, with its interval */
    double flat_low, flat_high; /* its 90 % interval, which decides "1" */
};
/* Two rounds or more, two sizes or more; margin >= 0: growth below it is none. */
ASSAY_API enum assay_status assay_growth_law(const struct assay_cells *cells, const double *n,
                                             double margin, struct assay_growth *out,
                                             struct assay_error *error);

ASSAY_END_DECLS

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h -- a history as the detectors see it: one number and one variance a version. */
#pragma once

#include <assay/history.h>

struct series {
    const struct assay_history_point *versions;
    size_t n;
    bool logarithms; /* y is the logarithm of the mean */
    double *y;       /* n, free of units: about 0, or divided by the largest magnitude */
    double *own;     /* n: the variance of y from the version's own units; 0 with one value */
    double
        *alone; /* n: how far the version stands off by itself (lone_version.c); 0: it does not */
    double *weight;                   /* n: 1 / variance of y, noise between versions included */
    double *scratch;                  /* n */
    double *sum_w, *sum_wy, *sum_wyy; /* n + 1 prefix sums */
    double pooled;                    /* mean variance of y from all units; 0: unknown */
    double within_df;                 /* of pooled */
    double near;                      /* variance that differences of neighbours show */
    double between;                   /* variance that versions add */
    double between_df;
    double dependence;
    double tilt; /* a slope that was taken out of y, in a version */
    struct critical {
        double probability, value;
    } critical[2]; /* what was asked of series_critical */
};

enum { LEAST_DEPENDENT = 20 }; /* versions that tell whether they depend on one another */
enum { LEAST_SINGLE = 8 };     /* versions of one value each that say something of their noise */
enum { LEAST_SIDE = 2 };       /* versions on each side of a step that tell the noise beside it */

/* What the differences of so many versions are worth: their median, and they overlap. */
double between_df(size_t n);

enum assay_status series_init(struct series *series, const struct assay_history_point *versions,
                              size_t n, struct assay_error *error);
void series_fini(struct series *series);

/* Looks for dependence of neighbours that the changes at[] leave, and widens the noise for it. */
void series_find_dependence(struct series *series, const size_t *at, size_t n_at);
void series_set_dependence(struct series *series, double rho);

/* Makes the weights anew: versions that stand alone say little of the level. */
void series_weigh(struct series *series);

/* Marks the versions that stand alone, in the light of the changes at[]; *found: there are more than
 * before, and the changes are to be looked for again. */
enum assay_status alone_find(struct series *series, double level, const size_t *at, size_t n_at,
                             bool *found, struct assay_error *error);

/* Takes a slope out of y, about the middle version. */
void series_tilt(struct series *series, double slope);

/* Is a slope worth looking for, where n_at steps were found without one? */
bool slope_possible(struct series *series, double level, size_t n_at);

/* Does a line, with steps around it or none, describe the series better than the steps at[] alone? Its
 * slope in a version, else 0. */
enum assay_status slope_find(struct series *series, double level, const size_t *at, size_t n_at,
                             double *slope, struct assay_error *error);

/* The slope that the stretches between the steps at[] still have. */
double slope_refine(const struct series *series, const size_t *at, size_t n_at);

/* Fills all of a slope but `beyond`; false: it is not more than chance brings about. */
bool slope_describe(struct series *series, double confidence, const size_t *at, size_t n_at,
                    struct assay_slope *out);

/* Mean of y over [from, to), weighted. */
static inline double series_mean(const struct series *series, size_t from, size_t to)
{
    return (series->sum_wy[to] - series->sum_wy[from]) / (series->sum_w[to] - series->sum_w[from]);
}

/* The mean of all units of [from, to); where the series has a slope, moved along it to version `at`. */
double series_level(const struct series *series, size_t from, size_t to, size_t at);

/* Weighted squares of y about that mean. */
static inline double series_cost(const struct series *series, size_t from, size_t to)
{
    return series->sum_wyy[to] - series->sum_wyy[from] -
           (series->sum_wy[to] - series->sum_wy[from]) * series_mean(series, from, to);
}

/* The normal deviate of the difference of the means of [from, at) and [at, to) (step.c): by what they
 * leave where that is the better known noise; else the smaller one of two, by the noise of the whole series
 * and by the units of these versions alone. A skewed outlier can mislead one of them, not both. */
double series_deviate(const struct series *series, size_t from, size_t at, size_t to);

/* The probability that nothing changes in [from, to) and the largest of all splits is as clear; two noises
 * are looked at, at different places, and stretches are searched twice, which counts as so many searches:
 * without it 5.1 to 7.1 of 100 series of 8 to 40 versions had a false step, with it 3.3 to 5.4, 5 stated. */
static const double searches = 1.4;
double step_probability(const struct series *series, size_t from, size_t at, size_t to);
/* That it is at most `level`. */
bool step_is_clear(const struct series *series, size_t from, size_t at, size_t to, double level);

/* Fills everything of a change but at, from, to and p. */
void series_describe(const struct series *series, double confidence, struct assay_change *change);

/* True when the ratio's interval lies beyond the margin. */
bool change_beyond(const struct assay_change *change, double margin);

/* Describes steps between their neighbours. */
void steps_describe(const struct series *series, double confidence, struct assay_change *changes,
                    size_t n);

/* Describes where steps lie, and the levels on both sides; their ratios stay. */
enum assay_status steps_levels(const struct assay_history_point *versions, size_t n,
                               struct assay_history *history, struct assay_error *error);

/* Leaves out what is not beyond the margin, the smallest first; those beside it grow. */
size_t steps_beyond(const struct series *series, const struct assay_history_options *options,
                    struct assay_change *changes, size_t n);

/* The standard deviation of a version when nothing changes: of what the stretches between the changes
 * leave, and no less than units within versions tell. NaN where the series is not one of logarithms. */
double series_sd(const struct series *series, const struct assay_change *changes, size_t n);

/* The step that 8 of 10 such series would show (detectable.c), as the ratio less 1, in a family of so many
 * series; 0 where all differences are steps, NaN where the rule cannot tell. */
double detectable_step(const struct assay_history *history,
                       const struct assay_history_point *versions, size_t n,
                       const struct assay_history_options *options, size_t n_series);

/* An upper bound of the probability that the largest deviate |Z_k| of all splits of [from, to)
 * reaches b when nothing changes. */
double crossing_probability(const double *weight, size_t from, size_t to, double b);

/* The sum over n places from `from` (1 or more) on of a smooth function that is the same at the k-th place from
 * either end: to about 1e-4 of it, and exactly below some 250 places. */
typedef double place_function(double place, const void *context);
double sum_places(size_t from, size_t n, place_function *at, const void *context);

/* The b that |Z_k| of n equally weighted versions reaches with at most this probability. */
double crossing_critical(size_t n, double probability);

/* The same for the versions of a series, which is asked again and again. */
double series_critical(struct series *series, double probability);

/* The logarithm of the probability, about, that the mean of so many draws from x[0 .. n) is `mean` or
 * more; never above Chernoff's bound. Where that is `enough` or less, anything from it down. */
double tail_log_probability(const double *x, size_t n, double mean, double draws, double enough);

/* Best split of x[0 .. n) by the energy statistic, at least `least` values on both sides; false when
 * there is none. scratch: energy_scratch(n) doubles. */
bool energy_split(const double *x, size_t n, size_t least, double *scratch, size_t *at, double *q);
size_t energy_scratch(size_t n);

/* The detectors: at[] (room for n) receives the first versions after a change, ascending. This one: those that
 * are significant by the noise of the whole series. */
enum assay_status changepoints_detect(struct series *series, double level, size_t *at, size_t *n_at,
                                      struct assay_error *error);
/* The same of some places, ascending; at[] may be these. NULL: of all. */
enum assay_status changepoints_among(struct series *series, double level, const size_t *places,
                                     size_t n_places, size_t *at, size_t *n_at,
                                     struct assay_error *error);
/* Takes out the least probable one until all are significant between their neighbours; returns how many are
 * left. */
size_t changepoints_confirm(const struct series *series, double level, size_t *at, size_t n_at);
/* Adds the best splits of the stretches that are clear by themselves; returns how many there are then. */
size_t changepoints_divide(const struct series *series, double level, size_t *at, size_t n_at);
enum assay_status edivisive_detect(const struct series *series,
                                   const struct assay_history_options *options, size_t *at,
                                   double *p, size_t *n_at, struct assay_error *error);
enum assay_status otava_detect(const struct series *series,
                               const struct assay_history_options *options, size_t *at, double *p,
                               size_t *n_at, struct assay_error *error);
/* Each version against the one before; p NaN for KT06. */
enum assay_status pair_detect(const struct assay_history_point *versions, size_t n,
                              const struct assay_history_options *options,
                              struct assay_change *changes, size_t *n_changes,
                              struct assay_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h -- what the files of this room share. */
#pragma once

#include <stdbool.h>

#include <assay/status.h>
#include <assay/steady.h>
#include <assay/view.h>

/* Mean and variance of x[begin, end), not empty; the variance of one value is 0. */
void span_moments(const double *x, size_t begin, size_t end, double *mean, double *variance);

/* Fills what out->steady_from leads to: moments, effective size, independence, warnings. */
enum assay_status steady_part_describe(struct assay_view view,
                                       const struct assay_steady_options *options,
                                       struct assay_execution_state *out,
                                       struct assay_error *error);

/* The values of execution u, and how many there are: units of the lowest level but one. */
struct assay_view execution_values(const struct assay_sample *sample, size_t u);
size_t n_executions(const struct assay_sample *sample);

/* A sine through x[begin, end). */
struct wave {
    double frequency; /* radians an iteration */
    double cosine, sine;
};
struct wave wave_project(const double *x, size_t begin, size_t end, double frequency);

/* Finds the cycle of cut values x, whose swing is at least `least`, and takes it out of x; what it took
 * from each value is added to taken[0 .. n). out->period is NaN when there is none. */
enum assay_status cycle_remove(double *x, size_t n, double least, double *taken,
                               struct assay_cycle *out, struct assay_error *error);

/* What each rule would choose, and the error of the mean that the choice would cause against
 * steady_mean (NaN: none to compare with). */
struct assay_heuristics heuristics_of(struct assay_view view, double steady_mean);

/* Period in iterations and its p; both NaN for fewer than 16 values, or constant ones. */
enum assay_status strongest_wave(struct assay_view view, double *period, double *p,
                                 struct assay_error *error);

/* The largest ordinate of the periodogram, from `first` swings in n values on: how many swings, about;
 * 0 when there is none. n >= 16. */
enum assay_status largest_ordinate(const double *x, size_t n, size_t first, double *ordinate,
                                   struct assay_error *error);

/* rank[i]: the midrank of x[i], from 1; values finite. False when memory is lacking. */
bool midranks(struct assay_view view, double *rank);

/* From where on a block of iterations is off the last quarter. */
struct warm_up_limits {
    double tolerance; /* on average over the executions, relative */
    double errors;    /* standard errors of that average */
    double majority;  /* share of the executions on one side */
    size_t blocks;    /* >= 10: the change points of longer executions are those of as many means */
};
enum assay_status warm_up_within(const struct warm_up_limits *limits,
                                 const struct assay_sample *sample,
                                 const struct assay_warm_up_options *options,
                                 struct assay_warm_up *out, struct assay_error *error);

/* Fills found, n, n_warming, n_slowing and until. Executions have ASSAY_LEAST_ITERATIONS at least. */
struct looking {
    const struct warm_up_limits *limits;
    size_t shortest; /* execution */
    bool more_is_better;
    bool without_cycle; /* none is sought: it was divided out */
};
enum { MOST_EXAMINED = 40 };
enum assay_status looks_take(const struct assay_sample *sample, const struct looking *looking,
                             struct assay_warm_up *out, struct assay_error *error);

/* Divides x[0 .. n) by its medians by phase, relative to their median; *swing: from the least to the largest,
 * relative. Of a phase that is not positive nothing is divided. 0 < period <= n. */
enum assay_status cycle_divide(const double *x, size_t n, size_t period, double *out, double *swing,
                               struct assay_error *error);

/* An AR(1) of short reach; phi = 0: independent, as far as is seen. */
struct dependence {
    double phi;
    double variance; /* of one value, as the median stretch shows it */
    double df;       /* so many independent values the series is worth, less two */
    double edge;     /* deviation of the difference of a few values from those before them */
};

/* What differences within stretches of the series show, whatever changes between them. */
struct dependence dependence_of(struct assay_view view);

/* The variance of the mean of n values; 0 when they are independent, which have their own. */
double dependence_of_mean(const struct dependence *dependence, size_t n);

/* So many independent values say as much of a mean as n of these. */
double dependence_effective(const struct dependence *dependence, size_t n);

/* Two-sided p of the difference of the means of x[a, b) and x[b, c). */
double dependence_p(const struct dependence *dependence, const double *x, size_t a, size_t b,
                    size_t c);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependence.h -- how much less do iterations that depend on one another say of a mean? */
#pragma once

#include <assay/view.h>

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

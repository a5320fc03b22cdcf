/* SPDX-License-Identifier: GPL-3.0-or-later */
/* together.h -- the errors of benchmarks that share their rounds, as vectors: what one of them is off by in each round.
 *
 * The square of a vector's length is the variance of the benchmark's mean, the product of two their covariance; so the variance of
 * any sum is the square of the sum's length. Independent ones are at right angles, but for chance. */
#pragma once

#include <stddef.h>

#include <assay/status.h>

struct errors {
    double *at; /* of benchmark i in round j: at[i * n + j] */
    size_t n;
};

/* All 0. */
enum assay_status errors_init(struct errors *errors, size_t n_benchmarks, size_t n,
                              struct assay_error *error);
void errors_fini(struct errors *errors);
/* Benchmark i has these values in n rounds from `from` on: their deviations from their mean, to this length; 0 where all are alike. */
void errors_put(struct errors *errors, size_t i, size_t from, const double *values, size_t n,
                double length);
/* The square of the length of benchmark i's. */
double errors_square(const struct errors *errors, size_t i);

/* What benchmarks that are drawn from a population share beside what they differ by: of the variance of their mean that part which is
 * products of different ones. */
double suite_shared(double products, size_t n);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* together.c -- the errors of benchmarks that share their rounds.
 * Source:   METHODS H (one number for each top unit) and B8 (what benchmarks share is drawn jointly); a covariance is the product of
 *           the deviations.
 * Assumes:  what a round does to one benchmark it may do to all; rounds are independent of each other.
 * Edge:     all rounds of a benchmark alike: its error is 0.
 * Checked:  tests/lib/suite/test_together.c: t of the rounds' means over the benchmarks; coverage: docs/evidence/coverage.md. */
#include "suite/together.h"

#include <math.h>
#include <stdlib.h>

enum assay_status errors_init(struct errors *errors, size_t n_benchmarks, size_t n,
                              struct assay_error *error)
{
    *errors = (struct errors){calloc(n_benchmarks * n + 1, sizeof *errors->at), n};
    return errors->at != NULL ? ASSAY_OK
                              : assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu rounds", n);
}

void errors_fini(struct errors *errors)
{
    free(errors->at);
    *errors = (struct errors){NULL, 0};
}

static double mean_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += values[j] / (double)n;
    return sum;
}

void errors_put(struct errors *errors, size_t i, size_t from, const double *values, size_t n,
                double length)
{
    double *at = errors->at + i * errors->n + from, squares = 0;
    const double mean = mean_of(values, n);
    for (size_t j = 0; j < n; j++) {
        at[j] = values[j] - mean;
        squares += at[j] * at[j];
    }
    for (size_t j = 0; j < n; j++)
        at[j] = squares > 0 ? at[j] * length / sqrt(squares) : 0;
}

double errors_square(const struct errors *errors, size_t i)
{
    double square = 0;
    for (size_t j = 0; j < errors->n; j++)
        square += errors->at[i * errors->n + j] * errors->at[i * errors->n + j];
    return square;
}

double suite_shared(double products, size_t n)
{
    return fmax(products, 0) * (double)n / ((double)n - 1);
}

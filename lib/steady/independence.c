/* SPDX-License-Identifier: GPL-3.0-or-later */
/* independence.c -- do the iterations of a steady part depend on one another?
 * Source:   METHODS B1: Ljung & Box 1978 on the values and on their ranks (Dufour & Roy 1986), and
 *           the ranks' statistic against shuffled copies, which is the lag plot beside its shuffled
 *           twin of Kalibera & Jones 2013 as a number; sampling ends early after Besag & Clifford
 *           1991, Biometrika 78:301-304.
 * Assumes:  a series in order of measurement, without a change of its mean.
 * Edge:     n < 10 or constant -> ASSAY_UNDEFINED. From 20 000 values on the shuffled copies are of
 *           the first 20 000: the chi-square of ranks is exact to all digits shown by then.
 * Checked:  uniform p on independent series, AR(1) and cycles found (test_independence.c). */
#include <assay/steady.h>

#include <assay/random.h>
#include <assay/test.h>
#include <math.h>
#include <stdlib.h>

#include "base/allow.h"
#include "base/try.h"
#include "base/view.h"
#include "steady/steady.h"

enum { MOST_LAGS = 10, SHUFFLES = 199, ENOUGH = 10, MOST_SHUFFLED = 20000 };

/* Sum over the lags of r_k^2 / (n - k) times the square of c_0: what orders the copies. */
static double dependence(const float *z, size_t n, size_t lags)
{
    double q = 0;
    for (size_t k = 1; k <= lags; k++) {
        float part[8] = {0};
        size_t i = k;
        for (; i + 8 <= n; i += 8)
            for (size_t j = 0; j < 8; j++)
                part[j] += z[i + j] * z[i + j - k];
        double sum = 0;
        for (; i < n; i++)
            sum += (double)(z[i] * z[i - k]);
        for (size_t j = 0; j < 8; j++)
            sum += (double)part[j];
        q += sum * sum / (double)(n - k);
    }
    return q;
}

/* Fisher and Yates, two draws from each 64 random bits: n < 2^20 keeps the bias below 1e-3 of a
 * place. */
static void shuffle(float *z, size_t n, struct assay_random *random)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)(((uint64_t)assay_random_u32(random) * i) >> 32);
        const float kept = z[i - 1];
        z[i - 1] = z[j];
        z[j] = kept;
    }
}

static void shuffled(const double *rank, size_t n, size_t lags, size_t most, uint64_t seed,
                     float *z, struct assay_independence *out)
{
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_PERMUTATION, 0, 0);
    const double mean = 0.5 * (double)(n + 1), scale = 1 / (double)n;
    for (size_t i = 0; i < n; i++)
        z[i] = (float)((rank[i] - mean) * scale);
    /* A copy equal to the series, as ties make them, counts as dependent as it is. */
    const double observed = dependence(z, n, lags) * (1 - 1e-6);
    size_t count = 0, done = 0;
    while (done < most && count < ENOUGH) {
        shuffle(z, n, &random);
        count += dependence(z, n, lags) >= observed;
        done++;
    }
    out->permutation_p =
        count == ENOUGH ? (double)count / (double)done : (double)(count + 1) / (double)(done + 1);
    out->shuffles = done;
}

/* Rank sum of the odd against the even iterations; NaN where there is nothing to test. */
static enum assay_status odd_even(struct assay_view view, double *scratch, double *p,
                                  struct assay_error *error)
{
    const size_t n_odd = (view.n + 1) / 2;
    for (size_t i = 0; i < view.n; i++)
        scratch[i % 2 == 0 ? i / 2 : n_odd + i / 2] = view.x[i];
    const struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_NO};
    struct assay_wilcoxon test;
    const enum assay_status status = assay_wilcoxon_test(
        (struct assay_view){scratch, n_odd}, (struct assay_view){scratch + n_odd, view.n - n_odd},
        &options, &test, NULL);
    *p = status == ASSAY_OK ? test.p : (double)NAN;
    return allow_undefined(status, error);
}

static enum assay_status fill(struct assay_view view, size_t shuffles, uint64_t seed, double *rank,
                              float *z, struct assay_independence *out, struct assay_error *error)
{
    out->lags = view.n / 5 < MOST_LAGS ? view.n / 5 : MOST_LAGS;
    struct assay_ljung_box test;
    TRY(assay_ljung_box_test(view, out->lags, &test, error));
    out->ljung_box_p = test.p;
    TRY(odd_even(view, rank, &out->odd_even_p, error));
    if (!midranks(view, rank))
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu ranks", view.n);
    const struct assay_view ranks = {rank, view.n};
    TRY(assay_ljung_box_test(ranks, out->lags, &test, error));
    out->rank_p = test.p;
    struct assay_view first = ranks;
    if (view.n > MOST_SHUFFLED) {
        first = (struct assay_view){view.x, MOST_SHUFFLED};
        if (!midranks(first, rank))
            return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu ranks", first.n);
        first.x = rank;
    }
    shuffled(first.x, first.n, out->lags, shuffles > 0 ? shuffles : SHUFFLES, seed, z, out);
    return strongest_wave(view, &out->period, &out->period_p, error);
}

enum assay_status assay_independence_of(struct assay_view view, size_t shuffles, uint64_t seed,
                                        struct assay_independence *out, struct assay_error *error)
{
    TRY(view_check(view, ASSAY_LEAST_ITERATIONS, "a test of independence", error));
    OWNED double *rank = malloc(view.n * sizeof *rank);
    OWNED float *z = malloc((view.n < MOST_SHUFFLED ? view.n : MOST_SHUFFLED) * sizeof *z);
    struct assay_independence found = {0};
    enum assay_status status = ASSAY_OK;
    if (rank != NULL && z != NULL)
        status = fill(view, shuffles, seed, rank, z, &found, error);
    else
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    if (status == ASSAY_OK)
        *out = found;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* period.c -- is there a wave stronger than noise has?
 * Source:   Fisher 1929, Proceedings of the Royal Society A 125:54-59: the largest share g of a
 *           periodogram of m ordinates has P(g > x) <= m (1 - x)^(m - 1), its first term, which is
 *           exact for x >= 1/2 and otherwise too large: the test is conservative.
 * Assumes:  independent normal noise; ranks are taken of the values, so that one far value is no
 *           wave.
 * Edge:     of n values the first 2^a 3^b 5^c are taken, at least 15/16 of them, at most 65 536: the
 *           transform of a prime length is slow.
 * Checked:  waves planted in noise, and the false ones (test_independence.c). */
#include "base/try.h"
#include "steady/steady.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 16, MOST = 65536 };

static bool is_smooth(size_t n)
{
    static const size_t primes[] = {2, 3, 5};
    for (size_t i = 0; i < 3; i++)
        while (n % primes[i] == 0)
            n /= primes[i];
    return n == 1;
}

static size_t smooth_length(size_t n)
{
    n = n < MOST ? n : MOST;
    while (!is_smooth(n))
        n--;
    return n;
}

/* Half-complex order: x[0], then real and imaginary parts in pairs. The ordinate at n/2 is left out:
 * it has one degree of freedom, and alternation has its own test. */
static void largest_share(const double *x, size_t n, double *period, double *p)
{
    const size_t m = (n - 1) / 2;
    double sum = 0, most = 0;
    size_t at = 1;
    for (size_t k = 1; k <= m; k++) {
        const double power = x[2 * k - 1] * x[2 * k - 1] + x[2 * k] * x[2 * k];
        sum += power;
        at = power > most ? k : at;
        most = fmax(most, power);
    }
    if (!(sum > 0))
        return;
    *period = (double)n / (double)at;
    *p = fmin(1, (double)m * exp((double)(m - 1) * log1p(-fmin(1, most / sum))));
}

/* Where memory lacks GSL ends the program, unless its handler of errors, which is the whole program's,
 * is off: the first who comes here turns it off, the last who leaves turns it on again. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static size_t inside;
static gsl_error_handler_t *handler;

static void handler_off(void)
{
    pthread_mutex_lock(&gate);
    if (inside++ == 0)
        handler = gsl_set_error_handler_off();
    pthread_mutex_unlock(&gate);
}

static void handler_on(void)
{
    pthread_mutex_lock(&gate);
    if (--inside == 0)
        (void)gsl_set_error_handler(handler);
    pthread_mutex_unlock(&gate);
}

static enum assay_status transform(double *x, size_t n, struct assay_error *error)
{
    handler_off();
    gsl_fft_real_wavetable *table = gsl_fft_real_wavetable_alloc(n);
    gsl_fft_real_workspace *space = gsl_fft_real_workspace_alloc(n);
    handler_on();
    const bool ready = table != NULL && space != NULL;
    if (ready)
        gsl_fft_real_transform(x, 1, n, table, space);
    if (table != NULL)
        gsl_fft_real_wavetable_free(table);
    if (space != NULL)
        gsl_fft_real_workspace_free(space);
    return ready ? ASSAY_OK : assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", n);
}

/* The first smooth_length(n) values tell where to look: the place is scaled to all of them. */
enum assay_status largest_ordinate(const double *x, size_t n, size_t first, double *ordinate,
                                   struct assay_error *error)
{
    *ordinate = 0;
    const size_t length = smooth_length(n), m = (length - 1) / 2;
    double *copy = malloc(length * sizeof *copy), most = 0;
    if (copy == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", n);
    memcpy(copy, x, length * sizeof *copy);
    const enum assay_status status = transform(copy, length, error);
    for (size_t k = first; k <= m && status == ASSAY_OK; k++) {
        const double power = copy[2 * k - 1] * copy[2 * k - 1] + copy[2 * k] * copy[2 * k];
        if (power > most) {
            most = power;
            *ordinate = (double)k * (double)n / (double)length;
        }
    }
    free(copy);
    return status;
}

enum assay_status strongest_wave(struct assay_view view, double *period, double *p,
                                 struct assay_error *error)
{
    *period = *p = (double)NAN;
    if (view.n < LEAST)
        return ASSAY_OK;
    const size_t n = smooth_length(view.n);
    OWNED double *x = malloc(n * sizeof *x);
    if (x == NULL || !midranks((struct assay_view){view.x, n}, x))
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", n);
    TRY(transform(x, n, error));
    largest_share(x, n, period, p);
    return ASSAY_OK;
}

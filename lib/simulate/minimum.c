/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minimum.c -- how little a minimum settles as samples grow.
 * Source:   Speedup-Test, appendix A, Table 1.
 * Edge:     fewer than 2 samples, or none of values -> ASSAY_INVALID.
 * Checked:  tests/lib/simulate/test_stored.c: Table 1; 1 / sqrt(n) for the mean.
 */
#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/view.h"
#include "simulate/normal.h"

#include <assay/simulate_checks.h>

enum { CHUNK = 512, MOST = 100000000 };

struct minimum {
    size_t n;
    uint64_t seed;
    double *means, *minima;
};

static void one(size_t i, size_t thread, void *context)
{
    (void)thread;
    struct minimum *work = context;
    struct normal_stream stream;
    double x[CHUNK], sum = 0, minimum = INFINITY;
    normal_stream_init(&stream, work->seed, (uint32_t)i, (uint32_t)work->n);
    for (size_t done = 0; done < work->n; done += CHUNK) {
        size_t m = work->n - done < CHUNK ? work->n - done : CHUNK;
        normal_fill(&stream, x, m);
        for (size_t j = 0; j < m; j++) {
            sum += x[j];
            minimum = x[j] < minimum ? x[j] : minimum;
        }
    }
    work->means[i] = sum / (double)work->n;
    work->minima[i] = minimum;
}

enum assay_status assay_simulate_minimum(size_t n, size_t samples, uint64_t seed, size_t n_threads,
                                         struct assay_minimum_row *out, struct assay_error *error)
{
    if (n == 0 || n > MOST || samples < 2 || samples > MOST)
        return assay_fail(error, ASSAY_INVALID,
                          "1 to %d values and 2 to %d samples, not %zu and %zu", MOST, MOST, n,
                          samples);
    struct minimum work = {n, seed, calloc(samples, sizeof(double)),
                           calloc(samples, sizeof(double))};
    enum assay_status status = ASSAY_OK;
    if (work.means == NULL || work.minima == NULL) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu samples", samples);
    } else {
        parallel_for(samples, n_threads, one, &work);
        *out = (struct assay_minimum_row){n, samples, plain_sd(work.means, samples),
                                          plain_sd(work.minima, samples)};
    }
    free(work.means);
    free(work.minima);
    return status;
}

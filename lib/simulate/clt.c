/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clt.c -- how large must a sample be for its mean, or median, to look normal?
 * Source:   Speedup-Test, appendix C (Tables 3 to 6: vectors of N means of n runs, n N <= 1000, 10
 *           <= N <= 500, Shapiro-Wilk at 5 %) and appendix A (standard deviation of the minimum).
 *           The papers test one vector a program; here `trials` of them, drawn from the values.
 * Assumes:  values are independent: drawing with replacement breaks whatever tied them in time.
 * Edge:     a vector of equal means or medians counts as rejected, and as constant.
 * Checked:  tests/lib/simulate/test_stored.c: normal data reject at the level; ST Table 1.
 */
#include <math.h>
#include <stdlib.h>

#include <assay/random.h>
#include <assay/simulate_checks.h>
#include <assay/test.h>

#include "base/parallel.h"
#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"

enum { LEAST_VECTOR = 10, MOST_VECTOR = 500, RUNS = 1000, MOST_N = 1000000 };

/* Moments of one trial; trials are added up in their order, whatever the threads. */
struct trial {
    unsigned char mean_rejected, median_rejected, constant, no_memory;
    double mean_sum, mean_squares, minimum_sum, minimum_squares;
};

struct clt {
    struct assay_view values;
    double center, level;
    size_t n, vector;
    uint64_t seed;
    struct trial *trials;
    double *work; /* [thread][n + 2 vector] */
};

static bool rejected(const double *x, size_t n, double level, struct trial *trial)
{
    struct assay_shapiro result;
    const enum assay_status status = assay_shapiro_test((struct assay_view){x, n}, &result, NULL);
    if (status == ASSAY_OK)
        return result.p <= level;
    trial->no_memory = trial->no_memory || status == ASSAY_NO_MEMORY;
    trial->constant = 1;
    return true;
}

/* One sample: its mean and minimum (as deviations from the centre) and its median. */
static void draw_sample(const struct clt *clt, struct assay_random *random, double *x,
                        struct trial *trial, double *mean, double *median)
{
    double sum = 0, minimum = INFINITY;
    for (size_t i = 0; i < clt->n; i++) {
        x[i] = clt->values.x[assay_random_below(random, clt->values.n)] - clt->center;
        sum += x[i];
        minimum = fmin(minimum, x[i]);
    }
    sum /= (double)clt->n;
    *median = median_sorting(x, clt->n);
    *mean = sum;
    trial->mean_sum += sum, trial->mean_squares += sum * sum;
    trial->minimum_sum += minimum, trial->minimum_squares += minimum * minimum;
}

static void one(size_t i, size_t thread, void *context)
{
    struct clt *clt = context;
    double *x = clt->work + thread * (clt->n + 2 * clt->vector);
    double *means = x + clt->n, *medians = means + clt->vector;
    struct trial trial = {0};
    struct assay_random random;
    assay_random_init(&random, clt->seed, ASSAY_RANDOM_SIMULATION, (uint32_t)i, (uint32_t)clt->n);
    for (size_t j = 0; j < clt->vector; j++)
        draw_sample(clt, &random, x, &trial, &means[j], &medians[j]);
    trial.mean_rejected = rejected(means, clt->vector, clt->level, &trial);
    trial.median_rejected = rejected(medians, clt->vector, clt->level, &trial);
    clt->trials[i] = trial;
}

static double sd_of(double sum, double squares, double n)
{
    return sqrt(fmax(squares - sum * sum / n, 0) / (n - 1));
}

static struct assay_clt_row add_up(const struct clt *clt, size_t trials)
{
    struct assay_clt_row row = {.n = clt->n, .vector = clt->vector, .trials = trials};
    struct trial sum = {0};
    for (size_t i = 0; i < trials; i++) {
        const struct trial *trial = &clt->trials[i];
        row.mean_rejected += trial->mean_rejected;
        row.median_rejected += trial->median_rejected;
        row.constant += trial->constant;
        sum.mean_sum += trial->mean_sum, sum.mean_squares += trial->mean_squares;
        sum.minimum_sum += trial->minimum_sum, sum.minimum_squares += trial->minimum_squares;
    }
    double n = (double)(trials * clt->vector);
    row.mean_sd = sd_of(sum.mean_sum, sum.mean_squares, n);
    row.minimum_sd = sd_of(sum.minimum_sum, sum.minimum_squares, n);
    return row;
}

static enum assay_status check(struct assay_view values, size_t n, size_t trials, double level,
                               struct assay_error *error)
{
    TRY(view_check(values, 2, "a resampled mean", error));
    if (n == 0 || n > MOST_N || trials == 0 || trials > MOST_N)
        return assay_fail(error, ASSAY_INVALID,
                          "sample size and trials must lie in 1..%d, are %zu and %zu", MOST_N, n,
                          trials);
    if (!(level > 0 && level < 1))
        return assay_fail(error, ASSAY_INVALID, "the level must lie in (0, 1), is %g", level);
    return ASSAY_OK;
}

enum assay_status assay_simulate_clt(struct assay_view values, size_t n, size_t trials,
                                     double level, uint64_t seed, size_t n_threads,
                                     struct assay_clt_row *out, struct assay_error *error)
{
    TRY(check(values, n, trials, level, error));
    size_t vector = RUNS / n;
    vector = vector < LEAST_VECTOR ? LEAST_VECTOR : vector > MOST_VECTOR ? MOST_VECTOR : vector;
    n_threads = parallel_threads(n_threads);
    struct clt clt = {values, values.x[0], level, n, vector, seed, NULL, NULL};
    clt.trials = calloc(trials, sizeof *clt.trials);
    clt.work = calloc(n_threads * (n + 2 * vector), sizeof *clt.work);
    enum assay_status status = ASSAY_OK;
    if (clt.trials == NULL || clt.work == NULL) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu trials", trials);
    } else {
        parallel_for(trials, n_threads, one, &clt);
        *out = add_up(&clt, trials);
        for (size_t i = 0; i < trials && status == ASSAY_OK; i++)
            if (clt.trials[i].no_memory)
                status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for trial %zu", i + 1);
    }
    free(clt.trials);
    free(clt.work);
    return status;
}

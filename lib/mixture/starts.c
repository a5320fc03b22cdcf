/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starts.c -- where EM begins: many candidates, short runs, the best few kept.
 * Source:   short runs: Biernacki, Celeux & Govaert 2003, CSDA 41:561-575. Candidates: best
 *           partitions into runs, equal counts, the best fit with one part fewer with a part split
 *           (side by side, or narrow in wide) or added where the values are densest against it
 *           (Verbeek, Vlassis & Krose 2003), k-means++ centres (Arthur & Vassilvitskii 2007).
 * Edge:     deterministic in the values and the seed.
 * Checked:  tests/lib/mixture/test_fit.c: oracle gmm.json.
 */
#include <assay/random.h>
#include <math.h>

#include "mixture/problem.h"

enum { SHORT_RUN = 6, INCREDIBLE = 4 /* in log-likelihood */ };

/* ---- the few best ---- */

static bool known(const struct starts *starts, double loglik)
{
    for (size_t i = 0; i < starts->n; i++)
        if (fabs(starts->loglik[i] - loglik) <= 1e-6 * (1 + fabs(loglik)))
            return true;
    return false;
}

static void keep(struct starts *starts, const struct assay_mixture *mixture, double loglik)
{
    size_t at = starts->n;
    if (!isfinite(loglik) || known(starts, loglik))
        return;
    while (at > 0 && starts->loglik[at - 1] < loglik)
        at--;
    if (at >= starts->kept)
        return;
    if (starts->n < starts->kept)
        starts->n++;
    for (size_t i = starts->n - 1; i > at; i--) {
        starts->best[i] = starts->best[i - 1];
        starts->loglik[i] = starts->loglik[i - 1];
    }
    starts->best[at] = *mixture;
    starts->loglik[at] = loglik;
}

static void try_start(const struct mixture_problem *problem, struct assay_mixture *mixture,
                      struct starts *starts)
{
    double sum = 0, loglik = 0;
    for (size_t k = 0; k < mixture->k; k++) {
        mixture->part[k].sd = fmax(mixture->part[k].sd, problem->full.floor);
        sum += mixture->part[k].weight;
    }
    for (size_t k = 0; k < mixture->k; k++)
        mixture->part[k].weight /= sum;
    for (int step = 0; step < SHORT_RUN; step++)
        loglik = em_step(&problem->thinned, mixture, mixture);
    if (starts->credible && !mixture_credible(&problem->full, (double)problem->n, mixture))
        loglik -= INCREDIBLE;
    keep(starts, mixture, loglik);
}

/* ---- partitions ---- */

/* Runs of one value get the spacing around them as sd. */
static struct assay_gaussian part_of_run(const struct mixture_problem *problem, size_t first,
                                         size_t end)
{
    const double *x = problem->thin;
    size_t n = problem->n_thin;
    double sum = 0, squares = 0, count = (double)(end - first);
    for (size_t i = first; i < end; i++) {
        sum += x[i] - x[first];
        squares += (x[i] - x[first]) * (x[i] - x[first]);
    }
    double variance = fmax(squares - sum * sum / count, 0) / count;
    double around = x[end < n ? end : n - 1] - x[first > 0 ? first - 1 : 0];
    double sd = variance > 0 ? sqrt(variance) : around / 4;
    return (struct assay_gaussian){count / (double)n, x[first] + sum / count, sd};
}

static void try_cuts(const struct mixture_problem *problem, const size_t *cut, size_t k,
                     struct starts *starts)
{
    struct assay_mixture mixture = {.k = k};
    for (size_t i = 0; i < k; i++) {
        if (cut[i + 1] <= cut[i])
            return;
        mixture.part[i] = part_of_run(problem, cut[i], cut[i + 1]);
    }
    try_start(problem, &mixture, starts);
}

static void try_partitions(const struct mixture_problem *problem,
                           const struct partitions *partitions, size_t k, struct starts *starts)
{
    size_t cut[EM_MAX + 1], n = problem->n_thin;
    for (size_t c = 0; c < 2; c++) {
        cut[k] = n;
        for (size_t i = k; i-- > 0;)
            cut[i] = cut[i + 1] > 0 ? partitions->from[c][i * n + cut[i + 1] - 1] : 0;
        try_cuts(problem, cut, k, starts);
    }
    for (size_t i = 0; i <= k; i++)
        cut[i] = i * n / k;
    try_cuts(problem, cut, k, starts);
}

/* ---- from one part fewer ---- */

static void try_splits(const struct mixture_problem *problem, const struct assay_mixture *fewer,
                       struct starts *starts)
{
    for (size_t k = 0; k < fewer->k; k++) {
        const struct assay_gaussian part = fewer->part[k];
        for (int nested = 0; nested < 2; nested++) {
            struct assay_mixture mixture = *fewer;
            double half = 0.5 * part.weight, apart = nested ? 0 : 0.8 * part.sd;
            double ratio = nested ? 2 : 1, sd = nested ? part.sd : 0.6 * part.sd;
            mixture.part[k] = (struct assay_gaussian){half, part.mean - apart, sd / ratio};
            mixture.part[mixture.k++] =
                (struct assay_gaussian){half, part.mean + apart, sd * sqrt(ratio)};
            try_start(problem, &mixture, starts);
        }
    }
}

/* A new part where `run` values stand closest together for what the mixture expects there. */
static void try_peak(const struct mixture_problem *problem, const struct assay_mixture *fewer,
                     size_t run, struct starts *starts)
{
    const double *x = problem->thin;
    double densest = 0;
    size_t at = 0;
    for (size_t i = 0; i + run <= problem->n_thin; i++) {
        double middle = 0.5 * (x[i] + x[i + run - 1]), width = x[i + run - 1] - x[i];
        double expected = assay_mixture_density(fewer, middle) + 1e-6;
        double excess = 1 / (fmax(width, problem->full.floor) * expected);
        if (excess > densest) {
            densest = excess;
            at = i;
        }
    }
    struct assay_mixture mixture = *fewer;
    mixture.part[mixture.k++] = part_of_run(problem, at, at + run);
    try_start(problem, &mixture, starts);
}

/* ---- random centres ---- */

/* The next centre: a value drawn with probability proportional to its squared distance. */
static double draw_centre(const double *x, size_t n, const double *distance,
                          struct assay_random *random)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += distance[i];
    double target = assay_random_uniform(random) * total;
    for (size_t i = 0; i < n; i++) {
        target -= distance[i];
        if (target <= 0)
            return x[i];
    }
    return x[n - 1];
}

static void try_random(const struct mixture_problem *problem, size_t k, struct assay_random *random,
                       struct starts *starts)
{
    const double *x = problem->thin;
    double distance[THINNED_MOST], centre[EM_MAX];
    size_t n = problem->n_thin, cut[EM_MAX + 1] = {0};
    for (size_t i = 0; i < n; i++)
        distance[i] = 1;
    for (size_t c = 0; c < k; c++) {
        double drawn = draw_centre(x, n, distance, random);
        size_t at = c;
        for (; at > 0 && centre[at - 1] > drawn; at--)
            centre[at] = centre[at - 1];
        centre[at] = drawn;
        for (size_t i = 0; i < n; i++) {
            double d = (x[i] - drawn) * (x[i] - drawn);
            distance[i] = c == 0 ? d : fmin(distance[i], d);
        }
    }
    for (size_t c = 1, i = 0; c < k; c++) {
        while (i < n && x[i] < 0.5 * (centre[c - 1] + centre[c]))
            i++;
        cut[c] = i;
    }
    cut[k] = n;
    try_cuts(problem, cut, k, starts);
}

void starts_find(const struct mixture_problem *problem, const struct partitions *partitions,
                 const struct assay_mixture *fewer, size_t k, size_t n_random, uint64_t seed,
                 struct starts *starts)
{
    starts->n = 0;
    try_partitions(problem, partitions, k, starts);
    try_splits(problem, fewer, starts);
    size_t last = 0;
    for (size_t part = 32; part >= 4; part /= 2) {
        size_t run = problem->n_thin / part > 3 ? problem->n_thin / part : 3;
        if (run != last)
            try_peak(problem, fewer, run, starts);
        last = run;
    }
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_MIXTURE, 0, (uint32_t)k);
    for (size_t i = 0; i < n_random; i++)
        try_random(problem, k, &random, starts);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* few.c -- the newest of two or three versions beside what other benchmarks tell of the noise between versions.
 * Source:   METHODS I4: the variance between older versions, pooled over benchmarks; where none has two older
 *           ones, the mean square of what the others' newest changed by. Student's t with half the degrees of
 *           freedom, between 1 and 4: benchmarks vary unlike one another, and the tail belongs to the restless.
 * Assumes:  means are of the same effort and one machine. What a version does to all benchmarks alike (a runner)
 *           is no change of one: the variance that tells is never less than the middle square of what the
 *           others' newest changed by, nor than the error of a mean.
 * Edge:     nothing to pool -> from NEVER, no limit. The benchmark itself is all there is -> its own degrees
 *           of freedom, and `alone`. No variance at all -> no p: what counts exactly is not asked here.
 * Checked:  tests/data/few_versions.json; false alarms and power by simulation (bench/few_versions.c,
 *           docs/evidence/few-versions.md).
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include <assay/history.h>

#include "base/try.h"
#include "base/view.h"

/* What one benchmark tells. */
struct part {
    double change, square; /* newest against older; its square as that of one version */
    double sum;            /* of squares of the older versions about their mean */
    double df;             /* of these */
};

static struct part part_of(const struct assay_history_means *means)
{
    const size_t older = means->n - 1;
    struct part part = {0, 0, 0, (double)older - 1};
    double mean = 0;
    for (size_t i = 0; i < older; i++)
        mean += means->logarithms[i] / (double)older;
    for (size_t i = 0; i < older; i++)
        part.sum += (means->logarithms[i] - mean) * (means->logarithms[i] - mean);
    part.change = means->logarithms[older] - mean;
    part.square = part.change * part.change / (1 + 1 / (double)older);
    return part;
}

/* All benchmarks together. */
struct pool {
    double sum, df;  /* of older versions */
    double squares;  /* of the newest */
    double *ordered; /* those, ascending */
    size_t n, versions, n_older;
    double widest; /* the largest part over the middle one */
};

static double middle(const double *ordered, size_t n)
{
    return n > 0 ? 0.5 * (ordered[(n - 1) / 2] + ordered[n / 2]) : (double)NAN;
}

/* The parts that the variance is made of; scratch: n doubles. */
static void pool_all(const struct assay_history_means *means, const struct part *parts, size_t n,
                     struct pool *pool, double *scratch)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        pool->sum += parts[i].sum;
        pool->df += parts[i].df;
        pool->squares += parts[i].square;
        pool->ordered[i] = parts[i].square;
        pool->n_older += parts[i].df > 0;
    }
    for (size_t i = 0; i < n; i++) {
        const bool has_part = pool->n_older == 0 || parts[i].df > 0;
        pool->versions += has_part ? means[i].n - (pool->n_older > 0) : 0;
        if (has_part)
            scratch[m++] = pool->n_older > 0 ? parts[i].sum / parts[i].df : parts[i].square;
    }
    pool->n = m;
    sort_doubles(scratch, m);
    const double half = middle(scratch, m);
    pool->widest = half > 0 ? scratch[m - 1] / half : (double)NAN;
    sort_doubles(pool->ordered, n);
}

/* The middle square of the others' newest; NaN: there are none. */
static double others_middle(const struct pool *pool, size_t n, double own)
{
    size_t at = 0;
    while (at + 1 < n && pool->ordered[at] < own)
        at++;
    const size_t left = n - 1, low = left > 0 ? (left - 1) / 2 : 0, high = left / 2;
    if (left == 0)
        return (double)NAN;
    return 0.5 * (pool->ordered[low + (low >= at)] + pool->ordered[high + (high >= at)]);
}

static double tail(double change, double variance, double k, double df)
{
    if (!(variance > 0))
        return (double)NAN;
    return 2 * pt(-fabs(change) / sqrt(variance * k), df, 1, 0);
}

static struct assay_history_few judge(const struct assay_history_means *means,
                                      const struct part *part, const struct pool *pool, size_t n,
                                      double confidence)
{
    const double k = 1 + 1 / (double)(means->n - 1);
    struct assay_history_few few = {.n = means->n,
                                    .change = part->change,
                                    .variance = (double)NAN,
                                    .df_used = (double)NAN,
                                    .limit = (double)NAN,
                                    .p = (double)NAN,
                                    .shared = others_middle(pool, n, part->square),
                                    .widest = pool->widest,
                                    .n_benchmarks = pool->n,
                                    .n_versions = pool->versions};
    if (pool->df > 0) {
        few.from = ASSAY_FEW_OLDER;
        few.df = pool->df;
        few.variance = pool->sum / pool->df;
        few.alone = pool->n_older == 1 && part->df > 0;
    } else if (n > 1) {
        few.from = ASSAY_FEW_NEWEST;
        few.df = (double)n - 1;
        few.variance = fmax(0, pool->squares - part->square) / few.df;
        few.n_benchmarks = n - 1;
        few.n_versions = pool->versions - means->n;
    }
    if (few.from == ASSAY_FEW_NEVER)
        return few;
    few.wider = fmax(fmax(few.shared, few.variance), means->error);
    few.df_used = few.alone ? few.df : fmin(4, fmax(1, few.df / 2));
    few.limit = assay_t_critical(confidence, few.df_used) * sqrt(few.variance * k);
    few.p = tail(part->change, few.variance, k, few.df_used);
    few.limit_beside = assay_t_critical(confidence, few.df_used) * sqrt(few.wider * k);
    few.p_beside = tail(part->change, few.wider, k, few.df_used);
    return few;
}

enum assay_status assay_history_compare_few(const struct assay_history_means *means, size_t n,
                                            double confidence, struct assay_history_few *out,
                                            struct assay_error *error)
{
    for (size_t i = 0; i < n; i++) {
        if (means[i].n < 2)
            return assay_fail(error, ASSAY_UNDEFINED,
                              "benchmark %zu needs at least 2 versions, has %zu", i + 1,
                              means[i].n);
        for (size_t v = 0; v < means[i].n; v++)
            if (!isfinite(means[i].logarithms[v]))
                return assay_fail(error, ASSAY_INVALID,
                                  "benchmark %zu: version %zu must have a finite logarithm", i + 1,
                                  v + 1);
    }
    TRY(confidence_check(confidence, error));
    OWNED struct part *parts = calloc(n + 1, sizeof *parts);
    double *room = calloc(2 * n + 1, sizeof *room);
    struct pool pool = {.ordered = room};
    if (parts == NULL || room == NULL) {
        free(room);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu benchmarks", n);
    }
    for (size_t i = 0; i < n; i++)
        parts[i] = part_of(&means[i]);
    pool_all(means, parts, n, &pool, room + n);
    for (size_t i = 0; i < n; i++)
        out[i] = judge(&means[i], &parts[i], &pool, n, confidence);
    free(room);
    return ASSAY_OK;
}

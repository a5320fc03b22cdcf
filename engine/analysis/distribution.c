/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.c -- the mixture that fits a sample, and how the deciles of two systems differ.
 * Source:   lib/mixture (Worms & Touati 2016, corrected), as `assay show --modes` has it; lib/interval
 *           bootstrap_shift (METHODS B14): pointwise intervals by the bootstrap of top units and a
 *           band for all deciles at once.
 * Edge:     of more values than there is time for, evenly spaced ones are fitted, then with at most 5
 *           parts, and evenly spaced ones of every top unit resampled. Few values, all equal, a coarse
 *           clock: no mixture. Fewer than 5 top units: deciles without intervals; deciles that are not
 *           positive: none.
 * Checked:  tests/engine/analysis/test_distribution.c: a constant factor, two modes, thinned or whole. */
#include "analysis/distribution.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <assay/descriptive.h>
#include <assay/parallel.h>

#include "base/failure.h"
#include "base/owned.h"

/* ---- a mixture ---- */

static enum assay_status unless_memory(enum assay_status status)
{
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

enum assay_status mixture_of(const struct assay_series *series, size_t most,
                             struct sample_mixture *out)
{
    const struct assay_shape *shape = &series->live.shape;
    const size_t n = assay_shape_units(shape, shape->n_levels - 1), m = n < most ? n : most;
    const struct assay_mixture_options options = {.max_components = m < n ? 5 : 0,
                                                  .seed = ASSAY_SEED_DEFAULT};
    struct assay_mixture_fit fit;
    OWNED double *values = calloc(m + 1, sizeof *values);
    *out = (struct sample_mixture){.fitted = 0};
    if (values == NULL)
        return ASSAY_NO_MEMORY;
    for (size_t i = 0; i < m; i++)
        values[i] = series->live.values[spaced(i, m, n)];
    enum assay_status status =
        assay_mixture_fit_values((struct assay_view){values, m}, &options, &fit, NULL);
    if (status == ASSAY_OK)
        status = assay_mixture_modes(&fit.mixture, &out->modes, NULL);
    if (status != ASSAY_OK)
        return unless_memory(status);
    out->mixture = fit.mixture;
    out->fitted = m;
    return ASSAY_OK;
}

/* ---- deciles ---- */

enum { REPLICATES = 299 };

/* A sample of two levels, with values of its own. */
struct thinned {
    struct assay_sample sample;
    double *values;
    size_t *first;
};

static bool thin(const struct assay_sample *from, size_t most, struct thinned *out)
{
    const struct assay_shape *shape = &from->shape;
    const size_t n = assay_shape_units(shape, shape->n_levels - 1), r = shape->count[0];
    *out = (struct thinned){.sample = *from};
    if (n <= most || shape->n_levels < 2)
        return true;
    const size_t each = most / r > 0 ? most / r : 1;
    out->values = calloc(r * each + 1, sizeof *out->values);
    out->first = calloc(r + 1, sizeof *out->first);
    if (out->values == NULL || out->first == NULL)
        return false;
    out->first[0] = 0;
    for (size_t u = 0; u < r; u++) {
        size_t begin, end;
        assay_shape_values(shape, 0, u, &begin, &end);
        const size_t kept = end - begin < each ? end - begin : each;
        for (size_t i = 0; i < kept; i++)
            out->values[out->first[u] + i] = from->values[begin + spaced(i, kept, end - begin)];
        out->first[u + 1] = out->first[u] + kept;
    }
    out->sample =
        (struct assay_sample){out->values, {.n_levels = 2, .count = {r, 0}, .first = {out->first}}};
    return true;
}

static void thinned_fini(struct thinned *thinned)
{
    free(thinned->values);
    free(thinned->first);
}

/* Without resampling: the quantiles alone. ASSAY_UNDEFINED where they have no ratio. */
static enum assay_status plain(const struct assay_sample *old_sample,
                               const struct assay_sample *new_sample, const double *shares,
                               struct assay_shift_point *points)
{
    double x[SHIFT_POINTS], y[SHIFT_POINTS];
    TRY(assay_quantiles((struct assay_view){old_sample->values, assay_sample_size(old_sample)},
                        shares, SHIFT_POINTS, 7, x, NULL));
    TRY(assay_quantiles((struct assay_view){new_sample->values, assay_sample_size(new_sample)},
                        shares, SHIFT_POINTS, 7, y, NULL));
    for (size_t i = 0; i < SHIFT_POINTS; i++) {
        if (!(x[i] > 0 && y[i] > 0))
            return ASSAY_UNDEFINED;
        points[i] = (struct assay_shift_point){.probability = shares[i],
                                               .old_quantile = x[i],
                                               .new_quantile = y[i],
                                               .change.estimate = y[i] / x[i],
                                               .change.interval.lower = (double)NAN,
                                               .change.interval.upper = (double)NAN,
                                               .band_lower = (double)NAN,
                                               .band_upper = (double)NAN};
    }
    return ASSAY_OK;
}

static enum assay_status shift_between(const struct assay_sample *old_sample,
                                       const struct assay_sample *new_sample, size_t most,
                                       bool paired, struct comparison_shift *out)
{
    const struct assay_bootstrap_options options = {.confidence = out->confidence,
                                                    .paired = paired,
                                                    .seed = ASSAY_SEED_DEFAULT,
                                                    .n_threads = 1,
                                                    .replicates = REPLICATES};
    enum assay_status status = ASSAY_UNDEFINED;
    double shares[SHIFT_POINTS];
    for (size_t i = 0; i < SHIFT_POINTS; i++)
        shares[i] = (double)(i + 1) / (SHIFT_POINTS + 1);
    if (assay_sample_size(old_sample) <= 8 * most)
        status = assay_bootstrap_shift(old_sample, new_sample, shares, SHIFT_POINTS, true, &options,
                                       out->points, NULL);
    out->resampled = status == ASSAY_OK;
    if (!out->resampled && status != ASSAY_NO_MEMORY)
        status = plain(old_sample, new_sample, shares, out->points);
    if (status == ASSAY_OK)
        out->values = assay_sample_size(old_sample);
    return unless_memory(status);
}

enum assay_status shift_of(const struct comparison_finding *row, size_t most,
                           struct comparison_shift *out)
{
    SCOPED(thinned_fini) struct thinned old_thinned = {0}, new_thinned = {0};
    enum assay_status status = ASSAY_NO_MEMORY;
    *out = (struct comparison_shift){.confidence = row->finding.ratio.interval.confidence};
    if (thin(&row->old_series->live, most, &old_thinned) &&
        thin(&row->new_series->live, most, &new_thinned))
        status =
            shift_between(&old_thinned.sample, &new_thinned.sample, most, row->finding.paired, out);
    return status;
}

/* ---- many ---- */

struct row {
    const struct comparison_finding *comparison;
    struct comparison_distribution *found;
};

static enum assay_status look_at(const struct row *row, size_t most)
{
    return shift_of(row->comparison, most, &row->found->shift);
}

struct work {
    const struct sample_finding *samples;
    struct sample_mixture *mixtures;
    size_t fitted, resampled; /* values of each to look at */
    struct row *rows;
    size_t n_rows;
    atomic_bool failed;
};

static void work_on_one(size_t i, size_t thread, void *context)
{
    struct work *work = context;
    (void)thread;
    if ((i < work->n_rows ? look_at(&work->rows[i], work->resampled)
                          : mixture_of(work->samples[i - work->n_rows].series, work->fitted,
                                       &work->mixtures[i - work->n_rows])) != ASSAY_OK)
        atomic_store(&work->failed, true);
}

/* False: no memory. */
static bool lay_out(struct work *work, struct comparison *pairs)
{
    size_t n_rows = 0;
    for (size_t i = 0; i < pairs->n; i++)
        n_rows += pairs->items[i].n;
    work->rows = calloc(n_rows + 1, sizeof *work->rows);
    for (size_t i = 0; work->rows != NULL && i < pairs->n; i++) {
        struct system_pair *pair = &pairs->items[i];
        pair->distributions = calloc(pair->n + 1, sizeof *pair->distributions);
        for (size_t j = 0; pair->distributions != NULL && j < pair->n; j++) {
            pair->rows[j].distribution = &pair->distributions[j];
            work->rows[work->n_rows++] = (struct row){&pair->rows[j], &pair->distributions[j]};
        }
    }
    return work->rows != NULL && work->n_rows == n_rows;
}

/* So many of `all` values for each of n samples. */
static size_t share_of(size_t all, size_t n, size_t least, size_t most)
{
    const size_t each = all / (n > 0 ? n : 1);
    return each < least ? least : each > most ? most : each;
}

enum assay_status distributions_of(const struct sample_finding *samples, size_t n,
                                   struct comparison *pairs, size_t n_threads,
                                   struct sample_mixture **mixtures, struct assay_error *error)
{
    enum { FITTED = 50000, SHIFTED = 200000 };
    struct work work = {.samples = samples,
                        .mixtures = mixtures != NULL ? calloc(n + 1, sizeof *work.mixtures) : NULL,
                        .fitted = share_of(FITTED, n, 500, 2000),
                        .resampled = share_of(SHIFTED, n, 1000, 8000)};
    const bool possible = (mixtures == NULL || work.mixtures != NULL) && lay_out(&work, pairs);
    if (possible)
        assay_parallel_for(work.n_rows + (mixtures != NULL ? n : 0), n_threads, work_on_one, &work);
    free(work.rows);
    if (mixtures != NULL)
        *mixtures = work.mixtures;
    return possible && !atomic_load(&work.failed) ? ASSAY_OK : fail_no_memory(error);
}

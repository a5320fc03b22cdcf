/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_shift.c -- how two distributions differ, quantile by quantile, with a band for all.
 * Source:   METHODS B14, B4: pointwise expanded percentiles; the band is estimate +- c g se with c
 *           the 1 - a quantile of max |t| over the probabilities in the same bootstrap, and g the
 *           expansion of F4 (t sqrt(r / (r - 1)) over z). Ratios are treated as logarithms.
 * Assumes:  top units independent.
 * Edge:     a quantile that never varies has a band of no width and does not enter max |t|.
 * Checked:  hand-worked shift of a constant; coverage of the band by simulation (docs/coverage.md).
 */
#include <math.h>
#include <stdlib.h>

#include <Rmath.h>

#include "base/parallel.h"
#include "base/try.h"
#include "base/view.h"
#include "interval/bootstrap_cluster.h"

struct shift_model {
    struct cluster_order order[2];
    const double *probabilities;
    size_t n;
    int type;
    bool relative, paired;
    uint64_t seed;
    double *change; /* [probability][replicate] */
    size_t n_replicates;
    uint32_t *count; /* scratch of each thread: the units of both samples */
};

static double change_of(const struct shift_model *model, double old_value, double new_value)
{
    if (!model->relative)
        return new_value - old_value;
    return old_value > 0 && new_value > 0 ? log(new_value / old_value) : (double)NAN;
}

/* All probabilities from one resample; the row of t that the caller keeps is not used. */
static double replicate_shift(const void *context, size_t thread, uint32_t replicate)
{
    const struct shift_model *model = context;
    const size_t n_units = model->order[0].n_units + model->order[1].n_units;
    uint32_t *old_count = model->count + thread * n_units;
    uint32_t *new_count = old_count + model->order[0].n_units;
    cluster_draw(&model->order[0], model->seed, replicate, 0, old_count);
    cluster_draw(&model->order[1], model->seed, replicate, model->paired ? 0 : 1, new_count);
    for (size_t k = 0; k < model->n; k++) {
        double p = model->probabilities[k];
        model->change[k * model->n_replicates + replicate] =
            change_of(model, cluster_quantile(&model->order[0], old_count, p, model->type),
                      cluster_quantile(&model->order[1], new_count, p, model->type));
    }
    return 0;
}

/* The 1 - a quantile of max |t|; largest[] has room for one number a replicate. */
static double simultaneous_critical(const struct shift_model *model, const double *centre,
                                    const double *se, double confidence, double *largest)
{
    const size_t n = model->n_replicates;
    for (size_t b = 0; b < n; b++) {
        largest[b] = 0;
        for (size_t k = 0; k < model->n; k++)
            if (se[k] > 0)
                largest[b] = fmax(largest[b], fabs(model->change[k * n + b] - centre[k]) / se[k]);
    }
    sort_doubles(largest, n);
    return largest[(size_t)fmin(ceil(confidence * ((double)n + 1)), (double)n) - 1];
}

static void fill_point(const struct shift_model *model,
                       const struct assay_bootstrap_options *options,
                       const struct bootstrap_plan *plan, size_t k, double centre, double half,
                       struct assay_shift_point *point)
{
    double *sorted = model->change + k * model->n_replicates;
    sort_doubles(sorted, model->n_replicates);
    double lower = sorted[plan->rank - 1], upper = sorted[model->n_replicates - plan->rank];
    const bool relative = model->relative;
    const struct assay_statistic quantile = {ASSAY_STATISTIC_QUANTILE, point->probability,
                                             model->type};
    point->change.estimate = relative ? exp(centre) : centre;
    point->change.interval =
        (struct assay_interval){.lower = relative ? exp(lower) : lower,
                                .upper = relative ? exp(upper) : upper,
                                .confidence = options->confidence,
                                .df = plan->df,
                                .method = bootstrap_method(options, &quantile),
                                .kind = ASSAY_BOUNDED};
    point->change.warnings = lower == upper ? ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK) : 0;
    point->band_lower = relative ? exp(centre - half) : centre - half;
    point->band_upper = relative ? exp(centre + half) : centre + half;
}

/* centre[], se[] have n entries, largest[] one a replicate. */
static enum assay_status summarise(const struct shift_model *model,
                                   const struct assay_bootstrap_options *options,
                                   const struct bootstrap_plan *plan, double *centre, double *se,
                                   double *largest, struct assay_shift_point *points,
                                   struct assay_error *error)
{
    for (size_t k = 0; k < model->n; k++) {
        centre[k] = change_of(model, points[k].old_quantile, points[k].new_quantile);
        se[k] = plain_sd(model->change + k * model->n_replicates, model->n_replicates);
        if (!isfinite(centre[k]) || !isfinite(se[k]))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "the quantiles at %g have no ratio in some resamples: values must be "
                              "positive",
                              model->probabilities[k]);
    }
    double widening = 1;
    if (options->mode == ASSAY_BOOTSTRAP_CLUSTER)
        widening = bootstrap_expansion(options->confidence, plan->top_units, plan->df) /
                   qnorm((1 + options->confidence) / 2, 0, 1, 1, 0);
    double critical =
        widening * simultaneous_critical(model, centre, se, options->confidence, largest);
    for (size_t k = 0; k < model->n; k++)
        fill_point(model, options, plan, k, centre[k], critical * se[k], &points[k]);
    return ASSAY_OK;
}

/* The quantiles of the samples themselves: every unit once. */
static void quantiles_now(const struct shift_model *model, struct assay_shift_point *points)
{
    uint32_t *count = model->count;
    for (size_t j = 0; j < model->order[0].n_units + model->order[1].n_units; j++)
        count[j] = 1;
    for (size_t k = 0; k < model->n; k++) {
        double p = model->probabilities[k];
        points[k] = (struct assay_shift_point){
            .probability = p,
            .old_quantile = cluster_quantile(&model->order[0], count, p, model->type),
            .new_quantile = cluster_quantile(&model->order[1], count, p, model->type)};
    }
}

static enum assay_status run(struct shift_model *model, const struct assay_sample *samples,
                             const struct assay_bootstrap_options *options,
                             const struct bootstrap_plan *plan, struct assay_shift_point *points,
                             struct assay_error *error)
{
    const size_t n_threads = parallel_threads(options->n_threads), n = plan->replicates;
    const size_t n_units = samples[0].shape.count[0] + samples[1].shape.count[0];
    OWNED double *work = malloc((n + 2 * model->n) * sizeof *work);
    OWNED struct assay_shift_point *made = malloc(model->n * sizeof *made);
    model->change = malloc(model->n * n * sizeof *model->change);
    model->count = malloc(n_threads * n_units * sizeof *model->count);
    model->n_replicates = n;
    enum assay_status status = ASSAY_OK;
    if (work == NULL || made == NULL || model->change == NULL || model->count == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu replicates", n);
    for (size_t s = 0; s < 2 && status == ASSAY_OK; s++)
        status = cluster_order_init(&model->order[s], &samples[s], error);
    if (status == ASSAY_OK) {
        quantiles_now(model, made);
        bootstrap_fill(work, n, options->n_threads, replicate_shift, model);
        status = summarise(model, options, plan, work + n, work + n + model->n, work, made, error);
    }
    for (size_t k = 0; k < model->n && status == ASSAY_OK; k++)
        points[k] = made[k];
    cluster_order_fini(&model->order[0]);
    cluster_order_fini(&model->order[1]);
    free(model->change);
    free(model->count);
    return status;
}

static enum assay_status check(const double *probabilities, size_t n, int type,
                               enum assay_bootstrap_mode mode, struct assay_error *error)
{
    if (n == 0)
        return assay_fail(error, ASSAY_INVALID, "a shift function needs at least 1 probability");
    for (size_t k = 0; k < n; k++)
        if (!(probabilities[k] >= 0 && probabilities[k] <= 1))
            return assay_fail(error, ASSAY_INVALID, "a probability must lie in [0, 1], is %g",
                              probabilities[k]);
    if (type < 1 || type > 9)
        return assay_fail(error, ASSAY_INVALID, "quantile types are 1 to 9, is %d", type);
    if (mode != ASSAY_BOOTSTRAP_CLUSTER && mode != ASSAY_BOOTSTRAP_RNN)
        return assay_fail(error, ASSAY_INVALID,
                          "a shift function is resampled by cluster or rnn only");
    return ASSAY_OK;
}

enum assay_status assay_bootstrap_shift(const struct assay_sample *old_sample,
                                        const struct assay_sample *new_sample,
                                        const double *probabilities, size_t n, bool relative,
                                        const struct assay_bootstrap_options *options,
                                        struct assay_shift_point *points, struct assay_error *error)
{
    const struct assay_sample given[2] = {*old_sample, *new_sample};
    struct assay_sample samples[2];
    struct bootstrap_plan plan;
    const int type = options->statistic.quantile_type == 0 ? 7 : options->statistic.quantile_type;
    TRY(check(probabilities, n, type, options->mode, error));
    TRY(bootstrap_prepare(given, 2, options, false, samples, error));
    for (size_t k = 0; k < n; k++)
        TRY(bootstrap_quantile_check(samples, 2, probabilities[k], options->confidence, error));
    TRY(bootstrap_plan_make(options, bootstrap_least_top(samples, 2),
                            bootstrap_plain_df(samples, 2, options->paired), &plan, error));
    struct shift_model model = {.probabilities = probabilities,
                                .n = n,
                                .type = type,
                                .relative = relative,
                                .paired = options->paired,
                                .seed = options->seed};
    return run(&model, samples, options, &plan, points, error);
}

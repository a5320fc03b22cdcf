/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap.c -- resampling intervals of one statistic and of the ratio of two.
 * Source:   METHODS B4, F4 (top level, expanded percentile), A4 (RRR, RRN, RNN, FLAT).
 * Assumes:  top units independent; the statistic does not jump (no minimum, METHODS B16).
 * Edge:     a statistic that is not positive in a resample -> no ratio, ASSAY_UNDEFINED. No
 *           variance at all -> an interval of no width and the warning clock tick.
 * Checked:  tests/data/bootstrap.json; A4's exact variance; METHODS C2, C4 by simulation; the
 *           same bits on every code path and number of threads.
 */
#include "interval/bootstrap.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/allow.h"
#include "base/parallel.h"
#include "base/try.h"
#include "base/view.h"
#include "interval/bootstrap_cluster.h"
#include "interval/bootstrap_tree.h"

#define NAMES(name, rule)                                                                          \
    {                                                                                              \
        name " (" rule ")", name " (quantile type 1; " rule ")",                                   \
            name " (quantile type 2; " rule ")", name " (quantile type 3; " rule ")",              \
            name " (quantile type 4; " rule ")", name " (quantile type 5; " rule ")",              \
            name " (quantile type 6; " rule ")", name " (quantile type 7; " rule ")",              \
            name " (quantile type 8; " rule ")", name " (quantile type 9; " rule ")"               \
    }
#define PLAIN "percentile, order statistic (B+1)a/2"
#define EXPANDED "expanded percentile, order statistic (B+1)a'"

const char *bootstrap_method(const struct assay_bootstrap_options *options,
                             const struct assay_statistic *statistic)
{
    static const char *const names[][10] = {
        [ASSAY_BOOTSTRAP_CLUSTER] = NAMES("bootstrap-cluster", EXPANDED),
        [ASSAY_BOOTSTRAP_RRR] = NAMES("bootstrap-rrr", PLAIN),
        [ASSAY_BOOTSTRAP_RRN] = NAMES("bootstrap-rrn", PLAIN),
        [ASSAY_BOOTSTRAP_RNN] = NAMES("bootstrap-rnn", PLAIN),
        [ASSAY_BOOTSTRAP_FLAT] = NAMES("bootstrap-flat", PLAIN),
        NAMES("bootstrap-cluster-paired", EXPANDED),
    };
    const bool of_rounds = options->paired && options->mode == ASSAY_BOOTSTRAP_CLUSTER;
    int type = 0;
    if (statistic != NULL && statistic->kind == ASSAY_STATISTIC_QUANTILE)
        type = statistic->quantile_type == 0 ? 7 : statistic->quantile_type;
    return names[of_rounds ? sizeof names / sizeof names[0] - 1 : options->mode][type];
}

struct fill {
    double *t;
    bootstrap_replicate *replicate;
    const void *model;
};

static void fill_one(size_t i, size_t thread, void *context)
{
    const struct fill *fill = context;
    fill->t[i] = fill->replicate(fill->model, thread, (uint32_t)i);
}

void bootstrap_fill(double *t, size_t n, size_t n_threads, bootstrap_replicate *replicate,
                    const void *model)
{
    struct fill fill = {t, replicate, model};
    parallel_for(n, n_threads, fill_one, &fill);
}

static double standard_error(const double *t, size_t n, bool is_ratio)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += (is_ratio ? log(t[i]) : t[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        double deviation = (is_ratio ? log(t[i]) : t[i]) - mean;
        squares += deviation * deviation / ((double)n - 1);
    }
    return sqrt(squares);
}

enum assay_status bootstrap_finish(const struct assay_bootstrap_options *options,
                                   const struct bootstrap_plan *plan, double estimate, double *t,
                                   const char *method, bool is_ratio,
                                   struct assay_bootstrap_result *out, struct assay_error *error)
{
    const size_t n = plan->replicates;
    size_t undefined = 0;
    for (size_t i = 0; i < n; i++)
        undefined += isfinite(t[i]) ? 0 : 1;
    if (undefined > 0 || !isfinite(estimate))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the statistic is undefined%s in %zu of %zu resamples",
                          is_ratio ? " or not positive" : "", undefined, n);
    struct assay_bootstrap_result result = {
        .estimate = {.estimate = estimate,
                     .interval = {.confidence = options->confidence,
                                  .df = plan->df,
                                  .method = method,
                                  .kind = ASSAY_BOUNDED}},
        .replicates = n,
        .tail = plan->tail,
        .rank = plan->rank,
        .standard_error = n > 1 ? standard_error(t, n, is_ratio) : (double)NAN};
    sort_doubles(t, n);
    result.estimate.interval.lower = t[plan->rank - 1];
    result.estimate.interval.upper = t[n - plan->rank];
    if (plan->top_units < BOOTSTRAP_LEAST_TOP)
        result.estimate.warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (options->mode != ASSAY_BOOTSTRAP_CLUSTER)
        result.estimate.warnings |= ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD);
    if (t[0] == t[n - 1])
        result.estimate.warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    *out = result;
    return ASSAY_OK;
}

struct mean_model {
    struct resample_tree tree[2];
    size_t n;
    const struct draw_path *path;
    uint64_t seed;
    bool paired;
};

static double replicate_mean(const void *context, size_t thread, uint32_t replicate)
{
    (void)thread;
    const struct mean_model *model = context;
    double first = resample_tree_mean(&model->tree[0], model->path, model->seed, replicate, 0);
    if (model->n == 1)
        return first;
    uint32_t system = model->paired ? 0 : 1;
    double second =
        resample_tree_mean(&model->tree[1], model->path, model->seed, replicate, system);
    return first > 0 && second > 0 ? second / first : (double)NAN;
}

enum assay_status bootstrap_means(const struct assay_sample *samples, size_t n,
                                  const struct assay_bootstrap_options *options,
                                  const struct draw_path *path, double *t, size_t n_replicates,
                                  struct assay_error *error)
{
    struct mean_model model = {
        .n = n, .path = path, .seed = options->seed, .paired = options->paired};
    enum assay_status status = ASSAY_OK;
    size_t made = 0;
    for (; made < n && status == ASSAY_OK; made++) {
        size_t depth = resample_depth(&samples[made].shape, options->mode);
        status =
            resample_tree_init(&model.tree[made], &samples[made], depth, path->wants_planes, error);
    }
    if (status == ASSAY_OK)
        bootstrap_fill(t, n_replicates, options->n_threads, replicate_mean, &model);
    while (made-- > 0)
        resample_tree_fini(&model.tree[made]);
    return status;
}

/* Satterthwaite's for the ratio of two independent means, else the plain count (METHODS F4). */
static enum assay_status degrees_of_freedom(const struct assay_sample *samples, size_t n,
                                            const struct assay_bootstrap_options *options,
                                            double *df, struct assay_error *error)
{
    *df = bootstrap_plain_df(samples, n, options->paired);
    if (n != 2 || options->paired || options->statistic.kind != ASSAY_STATISTIC_MEAN)
        return ASSAY_OK;
    struct assay_estimate ratio;
    const enum assay_status status = assay_ratio_unpaired(
        &samples[0], &samples[1], options->confidence, ASSAY_DF_SATTERTHWAITE, &ratio, NULL);
    if (status == ASSAY_OK)
        *df = ratio.interval.df;
    return allow_undefined(status, error);
}

static enum assay_status estimate_of(const struct assay_sample *samples, size_t n,
                                     const struct assay_statistic *statistic, double *estimate,
                                     struct assay_error *error)
{
    double value[2];
    for (size_t s = 0; s < n; s++)
        TRY(assay_statistic_of(&samples[s], statistic, &value[s], error));
    if (n == 2 && !(value[0] > 0 && value[1] > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "a ratio needs positive values, old has %g and new %g", value[0],
                          value[1]);
    *estimate = n == 1 ? value[0] : value[1] / value[0];
    return ASSAY_OK;
}

static enum assay_status replicates_of(const struct assay_sample *samples, size_t n,
                                       const struct assay_bootstrap_options *options, double *t,
                                       size_t n_replicates, struct assay_error *error)
{
    if (options->statistic.kind == ASSAY_STATISTIC_MEAN)
        return bootstrap_means(samples, n, options, draw_path_best(), t, n_replicates, error);
    return bootstrap_quantiles(samples, n, options, t, n_replicates, error);
}

/* The paper's modes draw their systems independently, whatever the rounds. */
static struct assay_bootstrap_options effective(const struct assay_bootstrap_options *options)
{
    struct assay_bootstrap_options copy = *options;
    copy.paired = options->paired && options->mode == ASSAY_BOOTSTRAP_CLUSTER;
    return copy;
}

/* Samples, options and what follows from them, ready to be resampled. */
struct prepared {
    struct assay_sample samples[2];
    struct assay_bootstrap_options options;
    struct bootstrap_plan plans[BOOTSTRAP_MOST_CONFIDENCES];
    double estimate;
};

static enum assay_status prepare(const struct assay_sample *given, size_t n,
                                 const double *confidences, size_t n_confidences,
                                 struct prepared *ready, struct assay_error *error)
{
    const struct assay_statistic *statistic = &ready->options.statistic;
    TRY(bootstrap_prepare(given, n, &ready->options, statistic->kind == ASSAY_STATISTIC_MEAN,
                          ready->samples, error));
    TRY(estimate_of(ready->samples, n, statistic, &ready->estimate, error));
    for (size_t i = 0; i < n_confidences; i++)
        if (statistic->kind == ASSAY_STATISTIC_QUANTILE)
            TRY(bootstrap_quantile_check(ready->samples, n, statistic->probability, confidences[i],
                                         error));
    double df;
    TRY(degrees_of_freedom(ready->samples, n, &ready->options, &df, error));
    return bootstrap_plan_all(&ready->options, confidences, n_confidences,
                              bootstrap_least_top(ready->samples, n), df, ready->plans, error);
}

enum assay_status bootstrap_at(const struct assay_sample *given, size_t n,
                               const struct assay_bootstrap_options *options,
                               const double *confidences, size_t n_confidences,
                               struct assay_bootstrap_result *out, struct assay_error *error)
{
    assert(n_confidences >= 1 && n_confidences <= BOOTSTRAP_MOST_CONFIDENCES);
    struct prepared ready = {.options = effective(options)};
    TRY(prepare(given, n, confidences, n_confidences, &ready, error));
    const size_t n_replicates = ready.plans[0].replicates;
    OWNED double *t = malloc(n_replicates * sizeof *t);
    if (t == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu replicates", n_replicates);
    enum assay_status status =
        replicates_of(ready.samples, n, &ready.options, t, n_replicates, error);
    const char *method = bootstrap_method(&ready.options, &ready.options.statistic);
    for (size_t i = 0; i < n_confidences && status == ASSAY_OK; i++) {
        ready.options.confidence = confidences[i];
        status = bootstrap_finish(&ready.options, &ready.plans[i], ready.estimate, t, method,
                                  n == 2, &out[i], error);
    }
    return status;
}

enum assay_status assay_bootstrap_one(const struct assay_sample *sample,
                                      const struct assay_bootstrap_options *options,
                                      struct assay_bootstrap_result *out, struct assay_error *error)
{
    struct assay_bootstrap_options single = *options;
    single.paired = false;
    return bootstrap_at(sample, 1, &single, &options->confidence, 1, out, error);
}

enum assay_status assay_bootstrap_ratio(const struct assay_sample *old_sample,
                                        const struct assay_sample *new_sample,
                                        const struct assay_bootstrap_options *options,
                                        struct assay_bootstrap_result *out,
                                        struct assay_error *error)
{
    const struct assay_sample samples[2] = {*old_sample, *new_sample};
    return bootstrap_at(samples, 2, options, &options->confidence, 1, out, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_custom.c -- interval for a statistic of the caller's own.
 * Source:   METHODS B4: the top-level bootstrap works for any smooth functional.
 * Assumes:  a re-entrant statistic; top units independent.
 * Edge:     NaN from the statistic -> ASSAY_UNDEFINED.
 * Checked:  a mean as custom statistic equals the mean's own bootstrap.
 */
#include <stdlib.h>

#include "base/parallel.h"
#include "base/try.h"
#include "interval/bootstrap.h"

struct custom_model {
    const struct assay_sample *samples;
    size_t n, n_top; /* n_top: drawn from all samples */
    assay_resample_statistic *statistic;
    void *context;
    uint64_t seed;
    bool paired;
    size_t *top; /* scratch of each thread: n_top numbers */
};

static void draw_top(const struct custom_model *model, uint32_t replicate, size_t s, size_t *top)
{
    const size_t n = model->samples[s].shape.count[0];
    struct draw_stream stream;
    draw_stream_init(&stream, draw_path_best(), model->seed, replicate,
                     model->paired ? 0 : (uint32_t)s, n);
    for (size_t i = 0; i < n; i++)
        top[i] = draw_below(&stream, (uint32_t)n);
}

static void identity(size_t n, size_t *top)
{
    for (size_t i = 0; i < n; i++)
        top[i] = i;
}

/* replicate NULL: the samples as they are. */
static double evaluate(const struct custom_model *model, size_t thread, const uint32_t *replicate)
{
    struct assay_resample resamples[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    size_t *top = model->top + thread * model->n_top;
    for (size_t s = 0; s < model->n; s++) {
        const size_t n = model->samples[s].shape.count[0];
        if (replicate != NULL)
            draw_top(model, *replicate, s, top);
        else
            identity(n, top);
        resamples[s] = (struct assay_resample){&model->samples[s], top, n};
        top += n;
    }
    return model->statistic(resamples, model->n, model->context);
}

static double replicate_custom(const void *context, size_t thread, uint32_t replicate)
{
    return evaluate(context, thread, &replicate);
}

static enum assay_status run(struct custom_model *model,
                             const struct assay_bootstrap_options *options,
                             const struct bootstrap_plan *plan, struct assay_bootstrap_result *out,
                             struct assay_error *error)
{
    const size_t n_threads = parallel_threads(options->n_threads);
    OWNED double *t = malloc(plan->replicates * sizeof *t);
    model->top = malloc(n_threads * model->n_top * sizeof *model->top);
    enum assay_status status;
    if (t == NULL || model->top == NULL) {
        status =
            assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu replicates", plan->replicates);
    } else {
        double estimate = evaluate(model, 0, NULL);
        bootstrap_fill(t, plan->replicates, options->n_threads, replicate_custom, model);
        status = bootstrap_finish(options, plan, estimate, t, bootstrap_method(options, NULL),
                                  false, out, error);
    }
    free(model->top);
    return status;
}

enum assay_status assay_bootstrap_custom(const struct assay_sample *given, size_t n,
                                         assay_resample_statistic *statistic, void *context,
                                         const struct assay_bootstrap_options *options,
                                         struct assay_bootstrap_result *out,
                                         struct assay_error *error)
{
    struct assay_sample samples[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    struct bootstrap_plan plan;
    if (n < 1 || n > ASSAY_BOOTSTRAP_MAX_SAMPLES)
        return assay_fail(error, ASSAY_INVALID, "1 to %d samples are resampled together, not %zu",
                          ASSAY_BOOTSTRAP_MAX_SAMPLES, n);
    TRY(bootstrap_prepare(given, n, options, false, samples, error));
    TRY(bootstrap_plan_make(options, bootstrap_least_top(samples, n),
                            bootstrap_plain_df(samples, n, options->paired), &plan, error));
    struct custom_model model = {.samples = samples,
                                 .n = n,
                                 .statistic = statistic,
                                 .context = context,
                                 .seed = options->seed,
                                 .paired = options->paired};
    for (size_t s = 0; s < n; s++)
        model.n_top += samples[s].shape.count[0];
    return run(&model, options, &plan, out, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method.c -- the intervals under examination, by name.
 * Source:   METHODS A2-A4, A6, A9, B4, B5, C1.
 * Edge:     ASSAY_UNDEFINED is an answer (it is counted); any other failure ends the simulation.
 * Checked:  tests/lib/simulate/test_run.c: the coverage of METHODS C1, C2, C5.
 */
#include <assay/interval.h>
#include <assay/plan.h>
#include <math.h>

#include "interval/bootstrap.h"
#include "interval/bootstrap_tree.h"
#include "simulate/design.h"

struct question {
    const struct assay_sample *old_sample, *new_sample;
    const struct assay_simulate_options *options;
    double ratio;
    uint64_t seed;
    enum assay_bootstrap_mode mode;
};
typedef enum assay_status answer_fn(const struct question *question, struct simulate_answer *answer,
                                    struct assay_error *error);

static void answer_with(struct simulate_answer *answer, const struct assay_interval *interval)
{
    *answer =
        (struct simulate_answer){.defined = true, .has_interval = true, .interval = *interval};
}

static enum assay_status unpaired(const struct question *question, enum assay_ratio_df df,
                                  struct simulate_answer *answer, struct assay_error *error)
{
    struct assay_estimate ratio;
    enum assay_status status =
        assay_ratio_unpaired(question->old_sample, question->new_sample,
                             question->options->confidence, df, &ratio, error);
    if (status == ASSAY_OK)
        answer_with(answer, &ratio.interval);
    return status;
}

static enum assay_status fieller(const struct question *question, struct simulate_answer *answer,
                                 struct assay_error *error)
{
    return unpaired(question, ASSAY_DF_SATTERTHWAITE, answer, error);
}

static enum assay_status paper(const struct question *question, struct simulate_answer *answer,
                               struct assay_error *error)
{
    return unpaired(question, ASSAY_DF_PAPER, answer, error);
}

static enum assay_status paired(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_estimate ratio;
    if (question->old_sample->shape.count[0] != question->new_sample->shape.count[0])
        return ASSAY_UNDEFINED;
    enum assay_status status = assay_ratio_paired(question->old_sample, question->new_sample,
                                                  question->options->confidence, &ratio, error);
    if (status == ASSAY_OK)
        answer_with(answer, &ratio.interval);
    return status;
}

/* Fieller's set with a given critical value; df NaN: the normal quantile. */
static enum assay_status with_df(const struct question *question, bool pooled,
                                 struct simulate_answer *answer, struct assay_error *error)
{
    struct assay_top_summary old, new;
    enum assay_status status = assay_top_summarise(question->old_sample, &old, error);
    if (status == ASSAY_OK)
        status = assay_top_summarise(question->new_sample, &new, error);
    if (status != ASSAY_OK)
        return status;
    if (old.r < 2 || new.r < 2)
        return ASSAY_UNDEFINED;
    /* Of 1e15 degrees of freedom t is the normal distribution to the last digit. */
    double df = pooled ? (double)(old.r + new.r) - 2 : 1e15;
    double t = assay_t_critical(question->options->confidence, df);
    struct assay_interval set = {0};
    status = assay_fieller_set(old.mean, new.mean, old.s2 / (double)old.r, new.s2 / (double)new.r,
                               0, t * t, &set, error);
    if (status == ASSAY_OK)
        answer_with(answer, &set);
    return status;
}

static enum assay_status normal_quantile(const struct question *question,
                                         struct simulate_answer *answer, struct assay_error *error)
{
    return with_df(question, false, answer, error);
}

static enum assay_status pooled(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    return with_df(question, true, answer, error);
}

static struct assay_bootstrap_options bootstrap_options(const struct question *question)
{
    return (struct assay_bootstrap_options){.mode = question->mode,
                                            .statistic = question->options->statistic,
                                            .confidence = question->options->confidence,
                                            .seed = question->seed,
                                            .n_threads = 1,
                                            .replicates = question->options->replicates};
}

/* Decides whether the k-th smallest and largest of B replicates hold the truth, from as few of them
 * as leave no doubt: once k lie on either side they do; once too few are left they do not. */
static enum assay_status replicates_hold(const struct resample_tree trees[2],
                                         const struct bootstrap_plan *plan,
                                         const struct question *question,
                                         struct simulate_answer *answer)
{
    const struct draw_path *path = draw_path_best();
    size_t low = 0, high = 0, least = 0;
    for (uint32_t b = 0; b < plan->replicates; b++) {
        double old = resample_tree_mean(&trees[0], path, question->seed, b, 0);
        double new = resample_tree_mean(&trees[1], path, question->seed, b, 1);
        if (!(old > 0 && new > 0))
            return ASSAY_UNDEFINED;
        low += new / old <= question->ratio ? 1 : 0;
        high += new / old >= question->ratio ? 1 : 0;
        least = low < high ? low : high;
        if (least >= plan->rank || least + (plan->replicates - b - 1) < plan->rank)
            break;
    }
    *answer = (struct simulate_answer){.defined = true, .covered = least >= plan->rank};
    return ASSAY_OK;
}

static enum assay_status curtailed(const struct question *question, struct simulate_answer *answer,
                                   struct assay_error *error)
{
    const struct assay_sample given[2] = {*question->old_sample, *question->new_sample};
    const struct assay_bootstrap_options options = bootstrap_options(question);
    struct assay_sample samples[2];
    struct bootstrap_plan plan;
    struct resample_tree trees[2];
    enum assay_status status = bootstrap_prepare(given, 2, &options, true, samples, error);
    if (status == ASSAY_OK)
        status = bootstrap_plan_make(&options, bootstrap_least_top(samples, 2),
                                     bootstrap_plain_df(samples, 2, false), &plan, error);
    size_t made = 0;
    for (; made < 2 && status == ASSAY_OK; made++)
        status = resample_tree_init(&trees[made], &samples[made],
                                    resample_depth(&samples[made].shape, options.mode),
                                    draw_path_best()->wants_planes, error);
    if (status == ASSAY_OK)
        status = replicates_hold(trees, &plan, question, answer);
    else if (made > 0)
        made--; /* the last one was not made */
    while (made-- > 0)
        resample_tree_fini(&trees[made]);
    return status;
}

static enum assay_status bootstrap(const struct question *question, struct simulate_answer *answer,
                                   struct assay_error *error)
{
    if (question->options->coverage_only && question->mode != ASSAY_BOOTSTRAP_CLUSTER &&
        question->options->statistic.kind == ASSAY_STATISTIC_MEAN)
        return curtailed(question, answer, error);
    const struct assay_bootstrap_options options = bootstrap_options(question);
    struct assay_bootstrap_result result;
    enum assay_status status =
        assay_bootstrap_ratio(question->old_sample, question->new_sample, &options, &result, error);
    if (status == ASSAY_OK)
        answer_with(answer, &result.estimate.interval);
    return status;
}

static enum assay_status visual(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_detection detection;
    enum assay_status status =
        assay_visual_detect(question->old_sample, question->new_sample,
                            question->options->confidence, &detection, error);
    if (status == ASSAY_OK)
        answer_with(answer, &detection.ratio.interval);
    return status;
}

static enum assay_status kt2006(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_detection detection;
    enum assay_status status =
        assay_kt2006_detect(question->old_sample, question->new_sample,
                            question->options->confidence, &detection, error);
    if (status == ASSAY_OK)
        answer_with(answer, &detection.ratio.interval);
    return status;
}

static const struct method {
    const char *name;
    answer_fn *answer;
    bool top_only;  /* looks at nothing but the means of the top units */
    bool resamples; /* knows quantiles */
    enum assay_bootstrap_mode mode;
} methods[] = {
    [ASSAY_SIMULATE_FIELLER] = {"fieller", fieller, true, false, 0},
    [ASSAY_SIMULATE_PAPER] = {"paper", paper, true, false, 0},
    [ASSAY_SIMULATE_PAIRED] = {"paired", paired, true, false, 0},
    [ASSAY_SIMULATE_NORMAL_QUANTILE] = {"normal", normal_quantile, true, false, 0},
    [ASSAY_SIMULATE_POOLED] = {"pooled", pooled, true, false, 0},
    [ASSAY_SIMULATE_BOOTSTRAP] = {"bootstrap", bootstrap, true, true, ASSAY_BOOTSTRAP_CLUSTER},
    [ASSAY_SIMULATE_RRR] = {"rrr", bootstrap, false, false, ASSAY_BOOTSTRAP_RRR},
    [ASSAY_SIMULATE_RRN] = {"rrn", bootstrap, false, false, ASSAY_BOOTSTRAP_RRN},
    [ASSAY_SIMULATE_RNN] = {"rnn", bootstrap, true, true, ASSAY_BOOTSTRAP_RNN},
    [ASSAY_SIMULATE_FLAT] = {"flat", bootstrap, false, true, ASSAY_BOOTSTRAP_FLAT},
    [ASSAY_SIMULATE_VISUAL] = {"visual", visual, true, false, 0},
    [ASSAY_SIMULATE_KT2006] = {"kt2006", kt2006, false, false, 0},
};

const char *assay_simulate_method_name(enum assay_simulate_method method)
{
    return (size_t)method < ASSAY_SIMULATE_METHODS ? methods[method].name : NULL;
}

bool method_needs_top_only(enum assay_simulate_method method)
{
    return methods[method].top_only;
}

static enum assay_status check_method(const struct assay_simulate_options *options,
                                      enum assay_simulate_method method, struct assay_error *error)
{
    if (assay_simulate_method_name(method) == NULL)
        return assay_fail(error, ASSAY_INVALID, "unknown method %d", (int)method);
    if (options->statistic.kind != ASSAY_STATISTIC_MEAN && !methods[method].resamples)
        return assay_fail(error, ASSAY_INVALID,
                          "the method %s knows means only; quantiles take bootstrap, rnn or flat",
                          methods[method].name);
    return ASSAY_OK;
}

enum assay_status simulate_check_options(const struct assay_simulate_options *options,
                                         uint64_t begin, uint64_t end, struct assay_error *error)
{
    if (!(options->confidence > 0 && options->confidence < 1))
        return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g",
                          options->confidence);
    if (options->n_methods == 0 || options->n_methods > ASSAY_SIMULATE_METHODS ||
        options->n_margins > ASSAY_SIMULATE_MOST_MARGINS)
        return assay_fail(error, ASSAY_INVALID,
                          "1 to %d methods and up to %d margins, not %zu and %zu",
                          ASSAY_SIMULATE_METHODS, ASSAY_SIMULATE_MOST_MARGINS, options->n_methods,
                          options->n_margins);
    for (size_t m = 0; m < options->n_margins; m++)
        if (!(options->margins[m] >= 0 && isfinite(options->margins[m])))
            return assay_fail(error, ASSAY_INVALID, "a margin must be 0 or more, is %g",
                              options->margins[m]);
    if (begin > end || end > UINT64_C(1) << 32)
        return assay_fail(error, ASSAY_INVALID, "experiments lie between 0 and 2^32");
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; status == ASSAY_OK && i < options->n_methods; i++)
        status = check_method(options, options->methods[i], error);
    return status;
}

enum assay_status simulate_methods(const struct assay_sample *old_sample,
                                   const struct assay_sample *new_sample,
                                   const struct assay_simulate_options *options, double ratio,
                                   uint64_t seed, struct assay_simulate_tally *tallies,
                                   struct assay_error *error)
{
    struct question question = {old_sample, new_sample, options, ratio, seed, 0};
    for (size_t i = 0; i < options->n_methods; i++) {
        const struct method *method = &methods[options->methods[i]];
        struct simulate_answer answer = {0};
        question.mode = method->mode;
        enum assay_status status = method->answer(&question, &answer, error);
        if (status != ASSAY_OK && status != ASSAY_UNDEFINED)
            return status;
        tally_answer(&tallies[i], &answer, ratio, options);
    }
    return ASSAY_OK;
}

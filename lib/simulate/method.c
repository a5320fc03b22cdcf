/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method.c -- the intervals under examination, by name.
 * Source:   METHODS A2-A4, A6, A9, B4, B5, C1.
 * Edge:     ASSAY_UNDEFINED is an answer (it is counted); any other failure ends the simulation.
 * Checked:  tests/lib/simulate/test_run.c: the coverage of METHODS C1, C2, C5.
 */
#include <assay/plan.h>
#include <math.h>

#include "interval/bootstrap.h"
#include "interval/common.h"
#include "simulate/design.h"

struct question {
    const struct assay_sample *old_sample, *new_sample;
    const struct assay_simulate_options *options;
    double ratio, confidence;
    bool wants_narrow; /* the interval at 1 - 2a too */
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
    enum assay_status status = assay_ratio_unpaired(question->old_sample, question->new_sample,
                                                    question->confidence, df, &ratio, error);
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
                                                  question->confidence, &ratio, error);
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
    double t = assay_t_critical(question->confidence, df);
    struct assay_interval set = {0};
    const struct assay_mean_pair pair = mean_pair_of(&old, &new);
    status = assay_fieller_set(&pair, t * t, &set, error);
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

static enum assay_status bootstrap(const struct question *question, struct simulate_answer *answer,
                                   struct assay_error *error)
{
    const struct assay_simulate_options *asked = question->options;
    const struct assay_bootstrap_options options = {.mode = question->mode,
                                                    .statistic = asked->statistic,
                                                    .confidence = question->confidence,
                                                    .seed = question->seed,
                                                    .n_threads = 1,
                                                    .replicates = asked->replicates};
    const struct assay_sample given[2] = {*question->old_sample, *question->new_sample};
    if (asked->coverage_only && question->mode != ASSAY_BOOTSTRAP_CLUSTER &&
        asked->statistic.kind == ASSAY_STATISTIC_MEAN)
        return early_answer(
            &(struct early_question){
                {given[0], given[1]}, options, question->ratio, asked->margins, asked->n_margins},
            answer, error);
    /* Both intervals are read off the same replicates. */
    const double confidences[2] = {question->confidence, 2 * question->confidence - 1};
    const size_t n = question->wants_narrow ? 2 : 1;
    struct assay_bootstrap_result results[2];
    enum assay_status status = bootstrap_at(given, 2, &options, confidences, n, results, error);
    if (status != ASSAY_OK)
        return status;
    answer_with(answer, &results[0].estimate.interval);
    answer->has_narrow = n == 2;
    if (answer->has_narrow)
        answer->narrow = results[1].estimate.interval;
    return ASSAY_OK;
}

static enum assay_status visual(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_detection detection;
    enum assay_status status = assay_visual_detect(question->old_sample, question->new_sample,
                                                   question->confidence, &detection, error);
    if (status == ASSAY_OK)
        answer_with(answer, &detection.ratio.interval);
    return status;
}

static enum assay_status kt2006(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_detection detection;
    enum assay_status status = assay_kt2006_detect(question->old_sample, question->new_sample,
                                                   question->confidence, &detection, error);
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

enum assay_status simulate_check_range(double confidence, uint64_t begin, uint64_t end,
                                       struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (begin > end || end > UINT64_C(1) << 32)
        return assay_fail(error, ASSAY_INVALID, "experiments lie between 0 and 2^32");
    return ASSAY_OK;
}

enum assay_status simulate_check_options(const struct assay_simulate_options *options,
                                         uint64_t begin, uint64_t end, struct assay_error *error)
{
    enum assay_status status = simulate_check_range(options->confidence, begin, end, error);
    if (status != ASSAY_OK)
        return status;
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
    for (size_t i = 0; status == ASSAY_OK && i < options->n_methods; i++)
        status = check_method(options, options->methods[i], error);
    return status;
}

/* Equivalence is asked for at margins above 0, and takes a < 1/2. */
static bool wants_narrow(const struct assay_simulate_options *options)
{
    for (size_t m = 0; m < options->n_margins; m++)
        if (options->margins[m] > 0)
            return options->confidence > 0.5;
    return false;
}

static enum assay_status ask(const struct method *method, struct question *question,
                             struct simulate_answer *answer, struct assay_error *error)
{
    enum assay_status status = method->answer(question, answer, error);
    if (status != ASSAY_OK || !question->wants_narrow || !answer->has_interval ||
        answer->has_narrow)
        return status;
    struct question second = *question;
    struct simulate_answer narrow = {0};
    second.confidence = 2 * question->confidence - 1;
    second.wants_narrow = false;
    status = method->answer(&second, &narrow, error);
    answer->has_narrow = status == ASSAY_OK;
    answer->narrow = narrow.interval;
    return status;
}

enum assay_status simulate_methods(const struct assay_sample *old_sample,
                                   const struct assay_sample *new_sample,
                                   const struct assay_simulate_options *options, double ratio,
                                   uint64_t seed, struct assay_simulate_tally *tallies,
                                   struct assay_error *error)
{
    for (size_t i = 0; i < options->n_methods; i++) {
        const struct method *method = &methods[options->methods[i]];
        struct simulate_answer answer = {0};
        struct question question = {old_sample, new_sample,          options,
                                    ratio,      options->confidence, wants_narrow(options),
                                    seed,       method->mode};
        enum assay_status status = ask(method, &question, &answer, error);
        if (status != ASSAY_OK && status != ASSAY_UNDEFINED)
            return status;
        tally_answer(&tallies[i], &answer, ratio, options);
    }
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method.c -- the intervals under examination, by name.
 * Source:   METHODS A2-A4, A6, A9, B4, B5, C1.
 * Edge:     ASSAY_UNDEFINED is an answer (it is counted); any other failure ends the simulation.
 * Checked:  tests/lib/simulate/test_run.c: the coverage of METHODS C1, C2, C5.
 */
#include <assay/plan.h>
#include <math.h>

#include "base/try.h"
#include "interval/bootstrap.h"
#include "interval/common.h"
#include "simulate/design.h"

struct method;
struct question {
    const struct simulate_pair *pair;
    const struct assay_simulate_options *options;
    const struct method *method;
    double confidence;
    bool wants_narrow; /* the interval at 1 - 2a too */
};
typedef enum assay_status answer_fn(const struct question *question, struct simulate_answer *answer,
                                    struct assay_error *error);
typedef enum assay_status detect_fn(const struct assay_sample *old_sample,
                                    const struct assay_sample *new_sample, double confidence,
                                    struct assay_detection *out, struct assay_error *error);

struct method {
    const char *name;
    answer_fn *answer;
    enum { MEANS, QUANTILES, BOTH } knows;
    bool top_only;         /* looks at nothing but the means of the top units */
    bool of_rounds, alone; /* units of both drawn together; of one system */
    enum assay_bootstrap_mode mode;
    enum assay_ratio_df df;
    detect_fn *detect;
};

static void answer_with(struct simulate_answer *answer, const struct assay_interval *interval)
{
    *answer =
        (struct simulate_answer){.defined = true, .has_interval = true, .interval = *interval};
}

static enum assay_status unpaired(const struct question *question, struct simulate_answer *answer,
                                  struct assay_error *error)
{
    struct assay_estimate ratio;
    TRY(assay_ratio_unpaired(question->pair->old_sample, question->pair->new_sample,
                             question->confidence, question->method->df, &ratio, error));
    answer_with(answer, &ratio.interval);
    return ASSAY_OK;
}

/* Fieller's set with a given critical value; df NaN: the normal quantile. */
static enum assay_status with_df(const struct question *question, bool pooled,
                                 struct simulate_answer *answer, struct assay_error *error)
{
    struct assay_top_summary old, new;
    TRY(assay_top_summarise(question->pair->old_sample, &old, error));
    TRY(assay_top_summarise(question->pair->new_sample, &new, error));
    if (old.r < 2 || new.r < 2)
        return ASSAY_UNDEFINED;
    /* Of 1e15 degrees of freedom t is the normal distribution to the last digit. */
    double df = pooled ? (double)(old.r + new.r) - 2 : 1e15;
    double t = assay_t_critical(question->confidence, df);
    struct assay_interval set = {0};
    const struct assay_mean_pair pair = mean_pair_of(&old, &new);
    TRY(assay_fieller_set(&pair, t * t, &set, error));
    answer_with(answer, &set);
    return ASSAY_OK;
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
    const struct assay_bootstrap_options options = {.mode = question->method->mode,
                                                    .statistic = asked->statistic,
                                                    .confidence = question->confidence,
                                                    .paired = question->method->of_rounds,
                                                    .seed = question->pair->seed,
                                                    .n_threads = 1,
                                                    .replicates = asked->replicates};
    const struct assay_sample given[2] = {*question->pair->old_sample, *question->pair->new_sample};
    if (asked->coverage_only && question->method->mode != ASSAY_BOOTSTRAP_CLUSTER &&
        asked->statistic.kind == ASSAY_STATISTIC_MEAN)
        return early_answer(&(struct early_question){{given[0], given[1]},
                                                     options,
                                                     question->pair->ratio,
                                                     asked->margins,
                                                     asked->n_margins},
                            answer, error);
    /* Both intervals are read off the same replicates. */
    const double confidences[2] = {question->confidence,
                                   assay_verdict_narrower(question->confidence)};
    const size_t n = question->wants_narrow ? 2 : 1;
    struct assay_bootstrap_result results[2];
    TRY(bootstrap_at(given, 2, &options, confidences, n, results, error));
    answer_with(answer, &results[0].estimate.interval);
    answer->has_narrow = n == 2;
    if (answer->has_narrow)
        answer->narrow = results[1].estimate.interval;
    return ASSAY_OK;
}

static enum assay_status paired(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_estimate ratio;
    if (question->pair->old_sample->shape.count[0] != question->pair->new_sample->shape.count[0])
        return ASSAY_UNDEFINED;
    if (question->options->statistic.kind != ASSAY_STATISTIC_MEAN)
        return bootstrap(question, answer, error); /* of rounds */
    TRY(assay_ratio_paired(question->pair->old_sample, question->pair->new_sample,
                           question->confidence, &ratio, error));
    answer_with(answer, &ratio.interval);
    return ASSAY_OK;
}

static enum assay_status detect(const struct question *question, struct simulate_answer *answer,
                                struct assay_error *error)
{
    struct assay_detection detection;
    TRY(question->method->detect(question->pair->old_sample, question->pair->new_sample,
                                 question->confidence, &detection, error));
    answer_with(answer, &detection.ratio.interval);
    return ASSAY_OK;
}

/* Of one system: the new one's quantile over what is true of the old one's, which is known. */
static enum assay_status relative(const struct question *question, struct simulate_answer *answer)
{
    answer->interval.lower /= question->pair->quantile;
    answer->interval.upper /= question->pair->quantile;
    return isnan(question->pair->quantile) ? ASSAY_UNDEFINED : ASSAY_OK;
}

static enum assay_status one(const struct question *question, struct simulate_answer *answer,
                             struct assay_error *error)
{
    struct assay_estimate quantile;
    TRY(assay_quantile_interval(question->pair->new_sample, &question->options->statistic,
                                question->confidence, &quantile, error));
    answer_with(answer, &quantile.interval);
    answer->defined = quantile.interval.kind == ASSAY_BOUNDED;
    return relative(question, answer);
}

static enum assay_status watched(const struct question *question, struct simulate_answer *answer,
                                 struct assay_error *error)
{
    const struct simulate_pair *pair = question->pair;
    const bool alone = question->method->alone;
    const struct looks looks = {alone ? NULL : pair->old_sample, pair->new_sample,
                                &question->options->statistic, question->confidence,
                                alone ? pair->ratio * pair->quantile : pair->ratio};
    const enum assay_status status = looks_answer(&looks, answer, error);
    return status == ASSAY_OK && alone ? relative(question, answer) : status;
}

static const struct method methods[] = {
    [ASSAY_SIMULATE_FIELLER] = {"fieller", unpaired, .top_only = true},
    [ASSAY_SIMULATE_PAPER] = {"paper", unpaired, .top_only = true, .df = ASSAY_DF_PAPER},
    [ASSAY_SIMULATE_PAIRED] = {"paired", paired, BOTH, .top_only = true, .of_rounds = true},
    [ASSAY_SIMULATE_NORMAL_QUANTILE] = {"normal", normal_quantile, .top_only = true},
    [ASSAY_SIMULATE_POOLED] = {"pooled", pooled, .top_only = true},
    [ASSAY_SIMULATE_BOOTSTRAP] = {"bootstrap", bootstrap, BOTH, .top_only = true},
    [ASSAY_SIMULATE_RRR] = {"rrr", bootstrap, .mode = ASSAY_BOOTSTRAP_RRR},
    [ASSAY_SIMULATE_RRN] = {"rrn", bootstrap, .mode = ASSAY_BOOTSTRAP_RRN},
    [ASSAY_SIMULATE_RNN] = {"rnn", bootstrap, BOTH, .top_only = true, .mode = ASSAY_BOOTSTRAP_RNN},
    [ASSAY_SIMULATE_FLAT] = {"flat", bootstrap, BOTH, .mode = ASSAY_BOOTSTRAP_FLAT},
    [ASSAY_SIMULATE_VISUAL] = {"visual", detect, .top_only = true, .detect = assay_visual_detect},
    [ASSAY_SIMULATE_KT2006] = {"kt2006", detect, .detect = assay_kt2006_detect},
    [ASSAY_SIMULATE_WATCHED] = {"watched", watched, QUANTILES},
    [ASSAY_SIMULATE_ALONE] = {"one", one, QUANTILES, .alone = true},
    [ASSAY_SIMULATE_ALONE_WATCHED] = {"one-watched", watched, QUANTILES, .alone = true},
};

const char *assay_simulate_method_name(enum assay_simulate_method method)
{
    return (size_t)method < ASSAY_SIMULATE_METHODS ? methods[method].name : NULL;
}

bool method_needs_top_only(enum assay_simulate_method method)
{
    return methods[method].top_only;
}

bool assay_simulate_method_knows(enum assay_simulate_method method,
                                 const struct assay_statistic *statistic)
{
    const bool mean = statistic->kind == ASSAY_STATISTIC_MEAN;
    return methods[method].knows != (mean ? QUANTILES : MEANS);
}

bool simulate_asks_alone(const struct assay_simulate_options *options)
{
    bool alone = false;
    for (size_t i = 0; i < options->n_methods; i++)
        alone |= methods[options->methods[i]].alone;
    return alone;
}

static enum assay_status check_method(const struct assay_simulate_options *options,
                                      enum assay_simulate_method method, struct assay_error *error)
{
    if (assay_simulate_method_name(method) == NULL)
        return assay_fail(error, ASSAY_INVALID, "unknown method %d", (int)method);
    if (!assay_simulate_method_knows(method, &options->statistic))
        return assay_fail(
            error, ASSAY_INVALID,
            "the method %s knows %s only; quantiles take bootstrap, paired, rnn, flat, watched, "
            "one or one-watched",
            methods[method].name, methods[method].knows == MEANS ? "means" : "quantiles");
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
    TRY(simulate_check_range(options->confidence, begin, end, error));
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
    for (size_t i = 0; i < options->n_methods; i++)
        TRY(check_method(options, options->methods[i], error));
    return ASSAY_OK;
}

/* Equivalence is asked for at margins above 0, and takes a < 1/2. */
static bool wants_narrow(const struct assay_simulate_options *options)
{
    for (size_t m = 0; m < options->n_margins; m++)
        if (options->margins[m] > 0)
            return options->confidence > 0.5;
    return false;
}

static enum assay_status ask(const struct question *question, struct simulate_answer *answer,
                             struct assay_error *error)
{
    enum assay_status status = question->method->answer(question, answer, error);
    if (status != ASSAY_OK || !question->wants_narrow || !answer->has_interval ||
        answer->has_narrow)
        return status;
    struct question second = *question;
    struct simulate_answer narrow = {0};
    second.confidence = assay_verdict_narrower(question->confidence);
    second.wants_narrow = false;
    status = question->method->answer(&second, &narrow, error);
    answer->has_narrow = status == ASSAY_OK;
    answer->narrow = narrow.interval;
    return status;
}

enum assay_status simulate_methods(const struct simulate_pair *pair,
                                   const struct assay_simulate_options *options,
                                   struct assay_simulate_tally *tallies, struct assay_error *error)
{
    for (size_t i = 0; i < options->n_methods; i++) {
        struct simulate_answer answer = {0};
        struct question question = {pair, options, &methods[options->methods[i]],
                                    options->confidence, wants_narrow(options)};
        enum assay_status status = ask(&question, &answer, error);
        if (status != ASSAY_OK && status != ASSAY_UNDEFINED)
            return status;
        answer.defined &= status == ASSAY_OK;
        tally_answer(&tallies[i], &answer, pair->ratio, options);
    }
    return ASSAY_OK;
}

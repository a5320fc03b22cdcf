/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c -- how much faster is new than old, and how sure is that?
 * Source:   METHODS A3, B5 (ratio), B7 (verdict by margin), B12 (share of pairs, ties one half).
 * Edge:     fewer than 2 repetitions of everything on a side -> ASSAY_UNDEFINED; a level with one
 *           repetition is no level.
 * Checked:  tests/lib/finding/test_compare.c; TR Table V.
 */
#include "finding/compare.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "finding/effective.h"

static enum assay_status fieller(const struct compare_input *input, const double *confidences,
                                 size_t n, struct assay_estimate *out, struct assay_error *error)
{
    for (size_t i = 0; i < n; i++)
        TRY(assay_ratio_unpaired(input->old_sample, input->new_sample, confidences[i],
                                 ASSAY_DF_SATTERTHWAITE, &out[i], error));
    return ASSAY_OK;
}

static enum assay_status paper(const struct compare_input *input, const double *confidences,
                               size_t n, struct assay_estimate *out, struct assay_error *error)
{
    for (size_t i = 0; i < n; i++)
        TRY(assay_ratio_unpaired(input->old_sample, input->new_sample, confidences[i],
                                 ASSAY_DF_PAPER, &out[i], error));
    return ASSAY_OK;
}

/* The paired interval that the rule of stopping allows. */
static enum assay_status paired_once(const struct compare_input *input, double confidence,
                                     struct assay_estimate *out, struct assay_error *error)
{
    const struct assay_compare_options *options = input->options;
    if (input->on_second != NULL)
        return compare_duet(input, confidence, out, error);
    if (options->stopping == ASSAY_STOPPED_ANYTIME)
        return assay_ratio_anytime(input->old_sample, input->new_sample, (double)options->expected,
                                   confidence, out, error);
    if (options->stopping == ASSAY_STOPPED_LOOKS)
        return assay_ratio_look(input->old_sample, input->new_sample, options->look,
                                options->n_looks, confidence, out, error);
    if (options->stopping == ASSAY_STOPPED_CONTINUED)
        return assay_ratio_continued(input->old_sample, input->new_sample, options->pilot,
                                     confidence, out, error);
    return assay_ratio_paired(input->old_sample, input->new_sample, confidence, out, error);
}

static enum assay_status paired(const struct compare_input *input, const double *confidences,
                                size_t n, struct assay_estimate *out, struct assay_error *error)
{
    for (size_t i = 0; i < n; i++)
        TRY(paired_once(input, confidences[i], &out[i], error));
    return ASSAY_OK;
}

static enum assay_status order(const struct compare_input *input, const double *confidences,
                               size_t n, struct assay_estimate *out, struct assay_error *error)
{
    const struct assay_compare_options *options = input->options;
    for (size_t i = 0; i < n; i++)
        TRY(assay_quantile_ratio_anytime(input->old_sample, input->new_sample,
                                         &options->question.statistic, (double)options->expected,
                                         confidences[i], &out[i], error));
    return ASSAY_OK;
}

typedef enum assay_status detector(const struct assay_sample *old_sample,
                                   const struct assay_sample *new_sample, double confidence,
                                   struct assay_detection *out, struct assay_error *error);

/* A detector's own ratio: its interval excludes 1 exactly when the detector sees a difference. */
static enum assay_status detect(detector *detector_of, const struct compare_input *input,
                                const double *confidences, size_t n, struct assay_estimate *out,
                                struct assay_error *error)
{
    for (size_t i = 0; i < n; i++) {
        struct assay_detection detection;
        TRY(detector_of(input->old_sample, input->new_sample, confidences[i], &detection, error));
        out[i] = detection.ratio;
    }
    return ASSAY_OK;
}

static enum assay_status visual(const struct compare_input *input, const double *confidences,
                                size_t n, struct assay_estimate *out, struct assay_error *error)
{
    return detect(assay_visual_detect, input, confidences, n, out, error);
}

static enum assay_status kt2006(const struct compare_input *input, const double *confidences,
                                size_t n, struct assay_estimate *out, struct assay_error *error)
{
    return detect(assay_kt2006_detect, input, confidences, n, out, error);
}

static const struct compare_method methods[] = {
    [ASSAY_COMPARE_AUTO] = {"auto", NULL, NULL, false},
    [ASSAY_COMPARE_FIELLER] = {"fieller", fieller, NULL, false},
    [ASSAY_COMPARE_PAIRED] = {"paired", paired, NULL, true, .looks = true},
    [ASSAY_COMPARE_PAPER] = {"paper", paper, NULL, false},
    [ASSAY_COMPARE_BOOTSTRAP] = {"bootstrap", compare_bootstrap, NULL, false, true, true},
    [ASSAY_COMPARE_RRR] = {"rrr", compare_bootstrap, NULL, false, true, false},
    [ASSAY_COMPARE_RRN] = {"rrn", compare_bootstrap, NULL, false, true, false},
    [ASSAY_COMPARE_RNN] = {"rnn", compare_bootstrap, NULL, false, true, false},
    [ASSAY_COMPARE_FLAT] = {"flat", compare_bootstrap, NULL, false, true, false},
    [ASSAY_COMPARE_VISUAL] = {"visual", visual, NULL, false},
    [ASSAY_COMPARE_KT2006] = {"kt2006", kt2006, NULL, false},
    [ASSAY_COMPARE_ORDER] = {"order", order, NULL, false, .quantiles = true, .pairs = true,
                             .looks = true},
};
enum { N_METHODS = sizeof methods / sizeof methods[0] };

/* The table entry to use: auto pairs when it can. */
static enum assay_status choose(const struct compare_input *input,
                                const struct compare_method **method, struct assay_error *error)
{
    size_t asked = (size_t)input->options->method;
    if (asked >= N_METHODS)
        return assay_fail(error, ASSAY_INVALID, "unknown method of comparison %zu", asked);
    bool is_mean = input->options->question.statistic.kind == ASSAY_STATISTIC_MEAN;
    if (asked == ASSAY_COMPARE_AUTO && is_mean)
        asked = input->rounds_paired ? ASSAY_COMPARE_PAIRED : ASSAY_COMPARE_FIELLER;
    else if (asked == ASSAY_COMPARE_AUTO)
        asked = input->options->stopping == ASSAY_STOPPED_ANYTIME ? ASSAY_COMPARE_ORDER
                                                                  : ASSAY_COMPARE_BOOTSTRAP;
    if (methods[asked].ratio == NULL)
        return assay_fail(error, ASSAY_INVALID, "the method %s is not available",
                          methods[asked].name);
    if (!is_mean && !methods[asked].quantiles)
        return assay_fail(error, ASSAY_INVALID,
                          "the method %s compares means; for a quantile take bootstrap",
                          methods[asked].name);
    *method = &methods[asked];
    return ASSAY_OK;
}

/* The 1 - a interval and, where a < 1/2 lets it exist, the 1 - 2a interval of B7. */
static enum assay_status judge(const struct compare_input *input,
                               const struct compare_method *method, struct assay_comparison *out,
                               struct assay_error *error)
{
    double confidence = input->options->confidence;
    double confidences[2] = {confidence, assay_verdict_narrower(confidence)};
    struct assay_estimate estimates[2] = {
        [1] = {.interval = {.kind = ASSAY_ALL, .lower = -INFINITY, .upper = INFINITY}}};
    size_t n = confidences[1] > 0 ? 2 : 1;
    TRY(method->ratio(input, confidences, n, estimates, error));
    out->ratio = estimates[0];
    out->paired = method->paired || (method->pairs && input->rounds_paired);
    out->warnings |= estimates[0].warnings;
    if (input->options->stopping == ASSAY_STOPPED_PEEKED ||
        ((input->options->stopping == ASSAY_STOPPED_ANYTIME ||
          input->options->stopping == ASSAY_STOPPED_LOOKS ||
          input->options->stopping == ASSAY_STOPPED_CONTINUED) &&
         !method->looks))
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_PEEKED);
    enum assay_status status = ASSAY_OK;
    if (input->options->question.statistic.kind == ASSAY_STATISTIC_MEAN && method->verdict == NULL)
        status = compare_far(input, out->paired, out, error);
    if (status == ASSAY_OK && out->paired)
        status = compare_dependence(input, out, error);
    if (status == ASSAY_OK && !method->quantiles && !input->options->without_bootstrap)
        status = compare_beside(input, out->paired, out, error);
    if (status != ASSAY_OK)
        return status;
    if (method->verdict != NULL)
        return method->verdict(input, out, &out->verdict, error);
    out->verdict = assay_verdict_of(&estimates[0].interval, &estimates[1].interval,
                                    input->options->margin, input->options->more_is_better);
    if (input->options->question.basis == ASSAY_BASIS_STATISTIC ||
        (input->options->question.basis == ASSAY_BASIS_BOTH && !method->paired))
        return ASSAY_OK;
    return compare_typical(input, out, error);
}

enum assay_status compare_paired_verdict(const struct compare_input *input, double confidence,
                                         enum assay_verdict *out, struct assay_error *error)
{
    const double narrower = assay_verdict_narrower(confidence);
    struct assay_estimate wide,
        narrow = {.interval = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL}};
    TRY(paired_once(input, confidence, &wide, error));
    if (narrower > 0)
        TRY(paired_once(input, narrower, &narrow, error));
    *out = assay_verdict_of(&wide.interval, &narrow.interval, input->options->margin,
                            input->options->more_is_better);
    return ASSAY_OK;
}

/* For each new value: the old ones above it count 2, equal ones 1. */
static double share_below(struct assay_view old_sorted, struct assay_view new_sorted)
{
    uint64_t twice = 0;
    size_t below = 0, not_above = 0;
    for (size_t i = 0; i < new_sorted.n; i++) {
        double value = new_sorted.x[i];
        while (below < old_sorted.n && old_sorted.x[below] < value)
            below++;
        while (not_above < old_sorted.n && old_sorted.x[not_above] <= value)
            not_above++;
        twice += 2 * (uint64_t)(old_sorted.n - not_above) + (uint64_t)(not_above - below);
    }
    return (double)twice / 2 / (double)old_sorted.n / (double)new_sorted.n;
}

static enum assay_status describe_both(struct compare_input *input, struct assay_comparison *out,
                                       struct assay_error *error)
{
    const struct assay_sample *old_sample = input->old_given, *new_sample = input->new_given;
    const double confidence = input->options->confidence;
    struct assay_view old_sorted, new_sorted;
    OWNED double *old_storage = NULL, *new_storage = NULL;
    TRY(sample_sorted(old_sample, &old_sorted, &old_storage, error));
    TRY(sample_sorted(new_sample, &new_sorted, &new_storage, error));
    TRY(describe_sorted(old_sample, old_sorted, confidence, &out->old_sample, error));
    TRY(describe_sorted(new_sample, new_sorted, confidence, &out->new_sample, error));
    out->p_superior = share_below(old_sorted, new_sorted);
    input->resolution = assay_typical_resolution(old_sorted, new_sorted);
    /* Skewness of each says nothing of the ratio, nor do far values: what counts is what they leave of the rounds'
     * differences (compare_far.c). */
    const assay_warnings of_means =
        ASSAY_WARNING(ASSAY_WARN_SKEWED) | ASSAY_WARNING(ASSAY_WARN_OUTLIERS);
    out->warnings |= (out->old_sample.warnings | out->new_sample.warnings) & ~of_means;
    return ASSAY_OK;
}

/* The units to pair are those of the highest repeated level. Where it is not the top one, the top
 * has one unit on each side, measured side by side, and its children follow the same rounds. */
static bool tops_pair(const struct effective *old_effective, const struct effective *new_effective)
{
    return old_effective->top == new_effective->top &&
           old_effective->sample.shape.count[0] == new_effective->sample.shape.count[0];
}

/* Where the level that rounds pair went among those that were repeated; of several the higher one. */
static size_t level_kept(const struct effective *effective, size_t level)
{
    size_t kept = 0;
    for (size_t k = 0; k <= level && k < ASSAY_MAX_LEVELS; k++)
        kept += !effective->removed[k];
    const size_t lowest = effective->sample.shape.n_levels - 1;
    const size_t at = kept > 0 ? kept - 1 : 0;
    return at < lowest ? at : lowest;
}

static enum assay_status compare_effective(struct compare_input *input,
                                           struct assay_comparison *out, struct assay_error *error)
{
    struct effective old_effective = {0}, new_effective = {0};
    const struct compare_method *method = NULL;
    enum assay_status status = effective_init(&old_effective, input->old_given, error);
    if (status == ASSAY_OK)
        status = effective_init(&new_effective, input->new_given, error);
    if (status != ASSAY_OK)
        goto out;
    input->old_sample = &old_effective.sample;
    input->new_sample = &new_effective.sample;
    input->rounds_paired =
        input->options->rounds_paired && tops_pair(&old_effective, &new_effective);
    if (!input->rounds_paired)
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_UNPAIRED);
    const size_t of_old = level_kept(&old_effective, input->options->paired_level),
                 of_new = level_kept(&new_effective, input->options->paired_level);
    input->paired_level = of_old < of_new ? of_old : of_new;
    status = compare_duet_begin(input, out, error);
    if (status == ASSAY_OK)
        status = choose(input, &method, error);
    if (status == ASSAY_OK)
        status = judge(input, method, out, error);
out:
    effective_fini(&old_effective);
    effective_fini(&new_effective);
    return status;
}

enum assay_status assay_compare(const struct assay_sample *old_sample,
                                const struct assay_sample *new_sample,
                                const struct assay_compare_options *options,
                                struct assay_comparison *out, struct assay_error *error)
{
    struct assay_comparison result = {.margin = options->margin,
                                      .statistic = options->question.statistic};
    struct compare_input input = {
        .old_given = old_sample, .new_given = new_sample, .options = options};
    if (confidence_check(options->confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(options->margin >= 0 && isfinite(options->margin)))
        return assay_fail(error, ASSAY_INVALID, "the margin must be 0 or more, is %g",
                          options->margin);
    TRY(describe_both(&input, &result, error));
    TRY(assay_statistic_of(old_sample, &options->question.statistic, &result.old_value, error));
    TRY(assay_statistic_of(new_sample, &options->question.statistic, &result.new_value, error));
    TRY(compare_effective(&input, &result, error));
    *out = result;
    return ASSAY_OK;
}

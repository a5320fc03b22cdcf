/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_bootstrap.c -- two samples compared by resampling: the default bootstrap and the papers'.
 * Source:   METHODS B4, F4 (top level, expanded percentile), A4 (rrr, rrn, rnn, flat).
 * Edge:     4 or fewer top units -> ASSAY_UNDEFINED from the default bootstrap.
 * Checked:  tests/lib/finding/test_compare_bootstrap.c against lib/interval.
 */
#include "finding/compare.h"

#include "base/allow.h"
#include "base/try.h"
#include "interval/bootstrap.h"

/* Beside another method the bootstrap is a check, not worth seconds of waiting. */
enum { MOST_BESIDE = 20000 };

static enum assay_bootstrap_mode mode_of(enum assay_compare_method method)
{
    switch (method) {
    case ASSAY_COMPARE_RRR: return ASSAY_BOOTSTRAP_RRR;
    case ASSAY_COMPARE_RRN: return ASSAY_BOOTSTRAP_RRN;
    case ASSAY_COMPARE_RNN: return ASSAY_BOOTSTRAP_RNN;
    case ASSAY_COMPARE_FLAT: return ASSAY_BOOTSTRAP_FLAT;
    default: return ASSAY_BOOTSTRAP_CLUSTER;
    }
}

static struct assay_bootstrap_options options_of(const struct compare_input *input)
{
    const struct assay_compare_options *options = input->options;
    return (struct assay_bootstrap_options){.mode = mode_of(options->method),
                                            .statistic = options->question.statistic,
                                            .confidence = options->confidence,
                                            .paired = input->rounds_paired,
                                            .seed = options->seed,
                                            .n_threads = options->n_threads,
                                            .replicates = options->replicates};
}

enum assay_status compare_bootstrap(const struct compare_input *input, const double *confidences,
                                    size_t n, struct assay_estimate *out, struct assay_error *error)
{
    const struct assay_sample samples[2] = {*input->old_sample, *input->new_sample};
    const struct assay_bootstrap_options options = options_of(input);
    struct assay_bootstrap_result results[BOOTSTRAP_MOST_CONFIDENCES];
    TRY(bootstrap_at(samples, 2, &options, confidences, n, results, error));
    for (size_t i = 0; i < n; i++)
        out[i] = results[i].estimate;
    return ASSAY_OK;
}

enum assay_status compare_beside(const struct compare_input *input, bool paired,
                                 struct assay_comparison *out, struct assay_error *error)
{
    const size_t top_units = input->old_sample->shape.count[0] + input->new_sample->shape.count[0];
    struct assay_bootstrap_options options = options_of(input);
    struct assay_bootstrap_result result;
    options.mode = ASSAY_BOOTSTRAP_CLUSTER;
    options.paired = paired;
    if (top_units > MOST_BESIDE)
        return ASSAY_OK;
    const enum assay_status status =
        assay_bootstrap_ratio(input->old_sample, input->new_sample, &options, &result, NULL);
    out->has_bootstrap = status == ASSAY_OK;
    if (out->has_bootstrap)
        out->bootstrap = result.estimate;
    return allow_undefined(status, error);
}

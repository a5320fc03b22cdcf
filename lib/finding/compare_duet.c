/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_duet.c -- two systems at the same time on two processors that are not alike.
 * Source:   METHODS H3; lib/order/duet.c has the statistic.
 * Assumes:  a round is one execution of each; of iterations its mean counts, never they.
 * Edge:     fewer than 4 rounds, or all placed alike: ASSAY_UNDEFINED. A mean that is not positive: rounds as any. Rules of stopping that watch: rounds as any, whose
 *           interval holds what the processors do and is wider for it.
 * Checked:  tests/lib/finding/test_compare_duet.c: as lib/order has it; what a processor is faster by changes nothing.
 */
#include <stdlib.h>

#include <assay/order.h>

#include "base/try.h"
#include "finding/compare.h"

/* To be freed; NULL: no memory, or a mean that is not positive. */
static double *logs_of(const struct compare_input *input, struct assay_error *error)
{
    const size_t n = input->old_sample->shape.count[0];
    double *logs = malloc(3 * n * sizeof *logs);
    if (logs == NULL) {
        (void)assay_fail(error, ASSAY_NO_MEMORY, "no memory for the log ratios of %zu rounds", n);
        return NULL;
    }
    double *old_means = logs + n, *new_means = logs + 2 * n;
    if (assay_sample_unit_means(input->old_sample, 0, old_means, error) == ASSAY_OK &&
        assay_sample_unit_means(input->new_sample, 0, new_means, error) == ASSAY_OK &&
        assay_order_log_ratios((struct assay_view){old_means, n}, (struct assay_view){new_means, n},
                               logs, error) == ASSAY_OK)
        return logs;
    free(logs);
    return NULL;
}

static enum assay_status duet_of(const struct compare_input *input, double confidence,
                                 struct assay_duet *out, struct assay_error *error)
{
    struct assay_error why = {ASSAY_OK, ""};
    const size_t n = input->old_sample->shape.count[0];
    OWNED double *logs = logs_of(input, &why);
    enum assay_status status = why.status;
    if (logs != NULL)
        status =
            assay_duet_of((struct assay_view){logs, n}, input->on_second, confidence, out, &why);
    if (status != ASSAY_OK && error != NULL)
        *error = why;
    return status;
}

enum assay_status compare_duet_begin(struct compare_input *input, struct assay_comparison *out,
                                     struct assay_error *error)
{
    const struct assay_compare_options *options = input->options;
    struct assay_duet duet;
    if (options->on_second == NULL || !input->rounds_paired ||
        options->stopping != ASSAY_STOPPED_FIXED ||
        options->n_on_second != input->old_sample->shape.count[0])
        return ASSAY_OK;
    struct assay_error why = {ASSAY_OK, ""};
    double *logs = logs_of(input, &why);
    free(logs);
    if (logs == NULL && why.status == ASSAY_UNDEFINED)
        return ASSAY_OK; /* counts may be 0, and have no log ratio */
    input->on_second = options->on_second;
    TRY(duet_of(input, options->confidence, &duet, error));
    out->has_cpu = true;
    input->cpu = out->cpu = duet.cpu;
    out->cpu_lower = duet.cpu_lower;
    out->cpu_upper = duet.cpu_upper;
    return ASSAY_OK;
}

enum assay_status compare_duet(const struct compare_input *input, double confidence,
                               struct assay_estimate *out, struct assay_error *error)
{
    struct assay_duet duet;
    TRY(duet_of(input, confidence, &duet, error));
    *out = duet.ratio;
    return ASSAY_OK;
}

void compare_duet_level(const struct compare_input *input, double *changes)
{
    for (size_t i = 0; input->on_second != NULL && i < input->old_sample->shape.count[0]; i++)
        changes[i] += input->on_second[i] ? -input->cpu : input->cpu;
}

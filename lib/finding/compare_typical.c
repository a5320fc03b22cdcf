/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_typical.c -- verdicts of paired rounds: by the typical run, or by it and the mean together.
 * Source:   METHODS H10: both at confidence 1 - a / 2; the intervals shown stay at 1 - a.
 * Edge:     fewer than 3 rounds, rounds that do not pair, or a value that is not positive: the mean
 *           alone, unless the typical run was asked for.
 * Checked:  tests/lib/finding/test_compare_typical.c; false alarms and power: docs/coverage.md.
 */
#include "finding/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allow.h"
#include "base/try.h"
#include "base/view.h"

/* The interval of the typical run that the rule of stopping allows. */
static enum assay_status typical_once(const struct compare_input *input, struct assay_view sorted,
                                      double confidence, struct assay_typical *out,
                                      struct assay_error *error)
{
    const struct assay_compare_options *options = input->options;
    const struct assay_typical_rule rule = {.stopping = options->stopping,
                                            .expected = (double)options->expected,
                                            .look = options->look,
                                            .n_looks = options->n_looks,
                                            .pilot = options->pilot};
    TRY(assay_typical_interval(sorted, &rule, confidence, out, error));
    assay_typical_widen(out, input->resolution);
    return ASSAY_OK;
}

/* The verdict at confidence 1 - a, of which equivalence takes 1 - 2a. */
static enum assay_status typical_verdict(const struct compare_input *input,
                                         struct assay_view sorted, double confidence,
                                         enum assay_verdict *out, struct assay_error *error)
{
    const double narrower = assay_verdict_narrower(confidence);
    struct assay_typical wide,
        narrow = {.ratio.interval = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL}};
    TRY(typical_once(input, sorted, confidence, &wide, error));
    if (narrower > 0)
        TRY(typical_once(input, sorted, narrower, &narrow, error));
    *out = assay_verdict_of(&wide.ratio.interval, &narrow.ratio.interval, input->options->margin,
                            input->options->more_is_better);
    return ASSAY_OK;
}

static enum assay_status changes_of(const struct compare_input *input, struct assay_view *sorted,
                                    double **storage, struct assay_error *error)
{
    const size_t r = input->old_sample->shape.count[0];
    double *changes = malloc(r * sizeof *changes);
    if (changes == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the changes of %zu rounds", r);
    enum assay_status status = assay_typical_changes(input->old_sample, input->new_sample,
                                                     input->paired_level, changes, error);
    if (status != ASSAY_OK) {
        free(changes);
        return status;
    }
    compare_duet_level(input, changes);
    sort_doubles(changes, r);
    *sorted = (struct assay_view){changes, r};
    *storage = changes;
    return ASSAY_OK;
}

static double log_width(const struct assay_interval *interval)
{
    if (interval->kind != ASSAY_BOUNDED || !(interval->lower > 0))
        return INFINITY;
    return log(interval->upper / interval->lower);
}

void assay_comparison_statistic(const struct assay_comparison *comparison,
                                char text[ASSAY_STATISTIC_TEXT])
{
    if (comparison->typical_first)
        strcpy(text, "typical run");
    else
        assay_statistic_name(&comparison->statistic, text);
}

bool assay_mean_is_wide(const struct assay_comparison *comparison)
{
    const double typical = log_width(&comparison->typical.ratio.interval);
    return comparison->has_typical && isfinite(typical) &&
           log_width(&comparison->mean_ratio.interval) > ASSAY_MUCH_WIDER * typical;
}

bool assay_comparison_is_slower(const struct assay_comparison *comparison)
{
    if (comparison->verdict != ASSAY_MIXED)
        return comparison->verdict == ASSAY_SLOWER;
    return comparison->typical_verdict == ASSAY_SLOWER || comparison->mean_verdict == ASSAY_SLOWER;
}

static void decide(const struct assay_compare_options *options, struct assay_comparison *out)
{
    if (options->question.basis == ASSAY_BASIS_TYPICAL) {
        out->verdict = out->typical_verdict;
        out->rests_on = ASSAY_RESTS_ON_TYPICAL;
        out->typical_first = true;
        return;
    }
    out->verdict = assay_verdict_both(out->typical_verdict, out->mean_verdict);
    if (out->typical_verdict == out->mean_verdict || out->verdict == ASSAY_MIXED)
        out->rests_on = ASSAY_RESTS_ON_BOTH;
    else
        out->rests_on =
            out->verdict == out->typical_verdict ? ASSAY_RESTS_ON_TYPICAL : ASSAY_RESTS_ON_MEAN;
    out->typical_first = out->rests_on == ASSAY_RESTS_ON_TYPICAL ||
                         (out->rests_on == ASSAY_RESTS_ON_BOTH &&
                          (out->verdict == ASSAY_MIXED || assay_mean_is_wide(out)));
}

static enum assay_status judge_changes(const struct compare_input *input, struct assay_view sorted,
                                       struct assay_comparison *out, struct assay_error *error)
{
    const struct assay_compare_options *options = input->options;
    const double shared = 1 - (1 - options->confidence) / 2;
    const double each = options->question.basis == ASSAY_BASIS_BOTH ? shared : options->confidence;
    TRY(typical_once(input, sorted, options->confidence, &out->typical, error));
    TRY(typical_verdict(input, sorted, each, &out->typical_verdict, error));
    TRY(compare_paired_verdict(input, each, &out->mean_verdict, error));
    out->has_typical = true;
    out->mean_ratio = out->ratio;
    decide(options, out);
    if (out->typical_first) {
        out->ratio = out->typical.ratio;
        out->old_value = out->old_sample.median;
        out->new_value = out->old_value * out->ratio.estimate;
    }
    out->warnings |= out->typical.ratio.warnings & ~ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    return ASSAY_OK;
}

enum assay_status compare_typical(const struct compare_input *input, struct assay_comparison *out,
                                  struct assay_error *error)
{
    const bool asked = input->options->question.basis == ASSAY_BASIS_TYPICAL;
    const size_t rounds = input->old_sample->shape.count[0];
    if (!input->rounds_paired || rounds < ASSAY_TYPICAL_LEAST) {
        if (!asked)
            return ASSAY_OK;
        return assay_fail(error, ASSAY_UNDEFINED, "%s",
                          input->rounds_paired
                              ? "the typical run needs 3 paired rounds"
                              : "the typical run needs systems that were measured in paired "
                                "rounds; median compares others");
    }
    struct assay_view sorted = {NULL, 0};
    OWNED double *storage = NULL;
    struct assay_error why;
    enum assay_status status = changes_of(input, &sorted, &storage, asked ? error : &why);
    if (status == ASSAY_OK)
        status = judge_changes(input, sorted, out, asked ? error : &why);
    if (status != ASSAY_OK && !asked && status != ASSAY_UNDEFINED && error != NULL)
        *error = why;
    return asked ? status : allow_undefined(status, error);
}

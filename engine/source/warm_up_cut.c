/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up_cut.c -- live values without the iterations before executions are steady. */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "source/input.h"

static bool has_iterations(const struct assay_series *series)
{
    return assay_series_paired_level(series) + 1 < series->live.shape.n_levels;
}

static bool same_question(const struct assay_series *a, const struct assay_series *b)
{
    return strcmp(a->benchmark, b->benchmark) == 0 && strcmp(a->metric, b->metric) == 0;
}

/* How many iterations each of the systems leaves out: of all that measured this, the longest warm-up. */
static enum assay_status until_steady(const struct input *input, size_t at, size_t *until,
                                      struct assay_error *error)
{
    *until = 0;
    for (size_t i = 0; i < input->n; i++) {
        struct assay_warm_up warm_up;
        if (!same_question(&input->series[i], &input->series[at]) ||
            !has_iterations(&input->series[i]))
            continue;
        enum assay_status status = assay_warm_up_of(
            &input->series[i].live, input->series[i].more_is_better, &warm_up, error);
        if (status != ASSAY_OK)
            return status;
        if (warm_up.found && warm_up.until > *until)
            *until = warm_up.until;
    }
    return ASSAY_OK;
}

static enum assay_status cut_one(struct input *input, size_t at, size_t first, bool by_hand,
                                 struct assay_error *error)
{
    struct assay_series *series = &input->series[at];
    struct assay_cut_sample *cut = &input->cuts[at];
    struct assay_error why;
    const size_t before = series->decided != ASSAY_DECIDED_NOT ? series->live_from
                          : series->n_warmup != NULL           ? series->n_warmup[0]
                                                               : 0;
    enum assay_status status = assay_sample_cut(&series->live, first, cut, &why);
    if (status != ASSAY_OK)
        return assay_fail(error, status, "%s (%s) on %s: %s", series->benchmark, series->metric,
                          series->system, why.text);
    series->live = cut->sample;
    series->decided = by_hand ? ASSAY_DECIDED_BY_HAND : ASSAY_DECIDED_AUTOMATIC;
    series->live_from = before + first;
    return ASSAY_OK;
}

enum assay_status input_settle_warm_up(struct input *input, enum warm_up_choice choice,
                                       size_t first, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    input->warm_up_settled = choice != WARM_UP_ASK;
    if (choice == WARM_UP_ASK || choice == WARM_UP_KEEP)
        return ASSAY_OK;
    OWNED size_t *until = calloc(input->n, sizeof *until);
    input->cuts = calloc(input->n, sizeof *input->cuts);
    if (until == NULL || input->cuts == NULL)
        status = fail_no_memory(error);
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++) {
        until[i] = first;
        if (choice == WARM_UP_CUT)
            status = until_steady(input, i, &until[i], error);
    }
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++)
        if (until[i] > 0 && has_iterations(&input->series[i]))
            status = cut_one(input, i, until[i], choice == WARM_UP_CUT_FIRST, error);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up_cut.c -- live values without the iterations before executions are steady. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "source/input.h"

static bool same_question(const struct assay_series *a, const struct assay_series *b)
{
    return strcmp(a->benchmark, b->benchmark) == 0 && strcmp(a->metric, b->metric) == 0;
}

/* ---- looking ---- */

static bool same_shape(const struct assay_shape *a, const struct assay_shape *b)
{
    if (a->n_levels != b->n_levels)
        return false;
    for (size_t level = 0; level < a->n_levels; level++)
        if (a->count[level] == 0 || a->count[level] != b->count[level])
            return false;
    return true;
}

static const struct processor_cut *processor_cut_of(const struct input *input,
                                                    const struct assay_series *series)
{
    const bool known = input->warm_up.processor != NULL && series >= input->series &&
                       series < input->series + input->n;
    const struct processor_cut *cut =
        known ? &input->warm_up.processor[series - input->series] : NULL;
    return cut != NULL && cut->series.metric != NULL ? cut : NULL;
}

const struct assay_series *input_processor_series(const struct input *input,
                                                  const struct assay_series *series)
{
    const struct processor_cut *cut = processor_cut_of(input, series);
    if (cut != NULL)
        return &cut->series;
    return input->n_sources == 1 && strcmp(series->metric, "wall") == 0
               ? assay_dataset_find(input->sources[0].dataset, series->system, series->benchmark,
                                    "cpu")
               : NULL;
}

static const struct assay_sample *live_processor(const struct input *input,
                                                 const struct assay_series *series)
{
    const struct assay_series *found = input_processor_series(input, series);
    return found != NULL && same_shape(&found->live.shape, &series->live.shape) ? &found->live
                                                                                : NULL;
}

const struct assay_sample *input_processor_of_all(const struct input *input,
                                                  const struct assay_series *series)
{
    const struct assay_series *found = input_processor_series(input, series);
    return found != NULL && same_shape(&found->all.shape, &series->all.shape) ? &found->all : NULL;
}

enum assay_status input_warm_up(const struct input *input, const struct assay_series *series,
                                double margin, struct assay_warm_up *out, struct assay_error *error)
{
    const struct assay_warm_up_options options = {series->more_is_better, margin,
                                                  live_processor(input, series)};
    return assay_warm_up_of(&series->live, &options, out, error);
}

/* ---- cutting ---- */

/* How many iterations each of the systems leaves out: of all that measured this, the longest warm-up, and half of
 * what follows it. */
static size_t until_rest(const struct input *input, size_t at)
{
    size_t until = 0, period = 0, shortest = SIZE_MAX;
    bool moves = false;
    for (size_t i = 0; i < input->n; i++) {
        if (!same_question(&input->series[i], &input->series[at]) ||
            !input_has_iterations(&input->series[i]))
            continue;
        const struct assay_warm_up *warm_up = &input->warm_up.looked[i];
        const struct assay_shape *shape = &input->series[i].live.shape;
        size_t least = SIZE_MAX;
        for (size_t u = 0; u < assay_shape_units(shape, shape->n_levels - 2); u++) {
            size_t begin, end;
            assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
            least = end - begin < least ? end - begin : least;
        }
        const size_t n = least;
        moves = moves || assay_warm_up_moves(warm_up);
        until = warm_up->until > until ? warm_up->until : until;
        period = warm_up->cycle.period > period ? warm_up->cycle.period : period;
        shortest = n < shortest ? n : shortest;
    }
    return moves ? assay_warm_up_rest(until, shortest, period) : 0;
}

static enum assay_status look_at_all(struct input *input, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    input->warm_up.looked = calloc(input->n, sizeof *input->warm_up.looked);
    if (input->warm_up.looked == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++)
        if (input_has_iterations(&input->series[i]))
            status =
                input_warm_up(input, &input->series[i], input_margin(input, ASSAY_MARGIN_DEFAULT),
                              &input->warm_up.looked[i], error);
    return status;
}

static enum assay_status cut_series(struct assay_series *series, size_t first, bool by_hand,
                                    struct assay_cut_sample *cut, struct assay_error *error)
{
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

/* The processor time of the same iterations: by it wall time may be decided. */
static enum assay_status cut_one(struct input *input, size_t at, size_t first, bool by_hand,
                                 struct assay_error *error)
{
    struct assay_series *series = &input->series[at];
    struct processor_cut *cut = &input->warm_up.processor[at];
    const struct assay_series *processor = input_processor_series(input, series);
    if (processor != NULL &&
        assay_sample_size(&processor->live) == assay_sample_size(&series->live)) {
        cut->series = *processor;
        TRY(cut_series(&cut->series, first, by_hand, &cut->sample, error));
    }
    return cut_series(series, first, by_hand, &input->warm_up.cuts[at], error);
}

bool warm_up_parse(const char *text, enum warm_up_choice *choice, size_t *first)
{
    char *end = NULL;
    *first = 0;
    *choice = WARM_UP_ASK;
    if (text == NULL)
        return true;
    *choice = strcmp(text, "keep") == 0  ? WARM_UP_KEEP
              : strcmp(text, "cut") == 0 ? WARM_UP_CUT
                                         : WARM_UP_CUT_FIRST;
    if (*choice != WARM_UP_CUT_FIRST)
        return true;
    errno = 0;
    *first = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

enum assay_status input_settle_warm_up(struct input *input, enum warm_up_choice choice,
                                       size_t first, struct assay_error *error)
{
    input->warm_up.settled = choice != WARM_UP_ASK;
    if (choice == WARM_UP_ASK || choice == WARM_UP_KEEP)
        return ASSAY_OK;
    OWNED size_t *until = calloc(input->n, sizeof *until);
    input->warm_up.cuts = calloc(input->n, sizeof *input->warm_up.cuts);
    input->warm_up.processor = calloc(input->n, sizeof *input->warm_up.processor);
    if (until == NULL || input->warm_up.cuts == NULL || input->warm_up.processor == NULL)
        return fail_no_memory(error);
    if (choice == WARM_UP_CUT)
        TRY(look_at_all(input, error));
    for (size_t i = 0; i < input->n; i++)
        until[i] = choice == WARM_UP_CUT ? until_rest(input, i) : first;
    for (size_t i = 0; i < input->n; i++)
        if (until[i] > 0 && input_has_iterations(&input->series[i]))
            TRY(cut_one(input, i, until[i], choice == WARM_UP_CUT_FIRST, error));
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_choose.c -- from series to states, and keeping a choice of warm-up in the store. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/steady_analyse.h"
#include "base/failure.h"

static size_t shortest_execution(const struct assay_series *series)
{
    size_t shortest = SIZE_MAX;
    const size_t n = series->all.shape.n_levels > 1
                         ? assay_shape_units(&series->all.shape, series->all.shape.n_levels - 2)
                         : 1;
    for (size_t u = 0; u < n; u++) {
        const size_t length = steady_values(series, u).n;
        shortest = length < shortest ? length : shortest;
    }
    return shortest;
}

static bool has_iterations(const struct assay_series *series)
{
    const size_t n = series->all.shape.n_levels;
    return n > 1 && series->level_name[n - 1] != NULL &&
           strcmp(series->level_name[n - 1], "iteration") == 0;
}

static enum assay_status choose(struct store *store, const struct input *input,
                                const struct assay_series *series, size_t warmup,
                                enum assay_decided decided, struct remarks *remarks,
                                struct assay_error *error)
{
    const size_t shortest = shortest_execution(series);
    if (warmup >= shortest)
        return assay_fail(
            error, ASSAY_INVALID,
            "%s on %s: iteration %zu cannot be the first live one: an execution has %zu",
            series->benchmark, series->system, warmup + 1, shortest);
    TRY(store_choose_live(store, input->experiment->id, series->system, series->benchmark, warmup,
                          decided, error));
    remark_located(remarks, "%s on %s: live from iteration %zu, %s.", series->benchmark,
                   series->system, warmup + 1,
                   decided == ASSAY_DECIDED_BY_HAND ? "by hand" : "automatic");
    return ASSAY_OK;
}

/* One choice for each (system, benchmark), whatever its metrics. */
static bool chosen_before(const struct input *input, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (has_iterations(&input->series[j]) &&
            strcmp(input->series[j].system, input->series[i].system) == 0 &&
            strcmp(input->series[j].benchmark, input->series[i].benchmark) == 0)
            return true;
    return false;
}

enum assay_status steady_choose(struct store *store, const struct input *input, size_t from,
                                const struct steady_finding *finding, struct remarks *remarks,
                                struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    size_t chosen = 0;
    for (size_t i = 0; status == ASSAY_OK && from > 0 && i < input->n; i++)
        if (has_iterations(&input->series[i]) && !chosen_before(input, i)) {
            status = choose(store, input, &input->series[i], from - 1, ASSAY_DECIDED_BY_HAND,
                            remarks, error);
            chosen++;
        }
    for (size_t i = 0; status == ASSAY_OK && from == 0 && i < finding->n; i++) {
        const struct sample_state *row = &finding->rows[i];
        if (row->problem.status == ASSAY_OK && has_iterations(row->series)) {
            status = choose(store, input, row->series, row->state.warmup, ASSAY_DECIDED_AUTOMATIC,
                            remarks, error);
            chosen++;
        }
    }
    if (status == ASSAY_OK && chosen == 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "nothing here has iterations; a warm-up is chosen among the iterations "
                          "of an execution");
    return status;
}

struct manifest_count steady_counts(const struct steady_finding *finding, bool automatic)
{
    struct manifest_count count = {.level = "iteration", .count = 1, .sets_warmup = true};
    for (size_t i = 0; i < finding->n; i++) {
        const struct assay_series *series = finding->rows[i].series;
        const struct assay_benchmark_state *state = &finding->rows[i].state;
        if (finding->rows[i].problem.status != ASSAY_OK)
            continue;
        const bool by_hand = !automatic && series->decided == ASSAY_DECIDED_BY_HAND;
        const size_t warmup = by_hand ? series->live_from : state->warmup;
        count.warmup = warmup > count.warmup ? warmup : count.warmup;
        count.count = state->iterations > count.count ? state->iterations : count.count;
    }
    return count;
}

/* From series to states. */

/* A series with too few iterations is left without a state; any other failure ends. */
static enum assay_status find_state(const struct input *input, struct sample_state *row,
                                    const struct assay_steady_options *options,
                                    struct assay_error *error)
{
    struct assay_steady_options own = *options;
    if (!steady_has_iterations(row->series)) {
        (void)assay_fail(&row->problem, ASSAY_UNDEFINED,
                         "each execution has one value: there are no iterations to look at. "
                         "count: of the level iteration, or a harness, makes some");
        return ASSAY_OK;
    }
    own.more_is_better = row->series->more_is_better;
    own.processor = input_processor_of_all(input, row->series);
    enum assay_status status =
        assay_benchmark_state_of(&row->series->all, &own, &row->state, &row->problem);
    if (status == ASSAY_OK)
        row->problem.status = ASSAY_OK;
    if (status == ASSAY_OK || status == ASSAY_UNDEFINED)
        return ASSAY_OK;
    return assay_fail(error, status, "%s on %s (%s): %s", row->series->benchmark,
                      row->series->system, row->series->metric, row->problem.text);
}

enum assay_status steady_analyse(const struct input *input, const struct steady_request *request,
                                 struct steady_finding *finding, struct assay_error *error)
{
    *finding = (struct steady_finding){.rows = calloc(input->n, sizeof *finding->rows)};
    enum assay_status status = finding->rows != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++) {
        const struct assay_series *series = &input->series[i];
        if ((!request->all_metrics && !input_is_primary(input, series)) ||
            series->live.shape.count[0] == 0)
            continue;
        struct sample_state *row = &finding->rows[finding->n++];
        row->series = series;
        status = find_state(input, row, &request->how, error);
        finding->n_short += row->problem.status != ASSAY_OK;
    }
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interference.c -- whether the systems of a duet disturb each other unequally.
 * Source:   METHODS H3, "Bias": pairs less rounds, which share no run; lib/order/bias.c.
 * Assumes:  what the executions gave that ran alone before the pairs (schedule_is_alone) is what they take alone.
 * Edge:     iterations, what is no time, fewer than two rounds alone: not known. A margin of 0: the default one.
 * Checked:  tests/engine/analysis/test_interference.c, by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/finding.h>

#include "analysis/comparison_parts.h"
#include "base/failure.h"
#include "base/owned.h"

static bool is_of(const struct store_draw *draw, const struct assay_series *series,
                  const char *metric)
{
    return strcmp(draw->metric, metric) == 0 && strcmp(draw->system, series->system) == 0 &&
           strcmp(draw->benchmark, series->benchmark) == 0;
}

/* Metrics that are kept, whose sum the series' is. */
static size_t parts_of(const char *metric, const char *parts[2])
{
    const bool sum = strcmp(metric, "user+system") == 0;
    parts[0] = sum ? "user" : metric;
    parts[1] = "system_time";
    return sum ? 2 : 1;
}

/* What the series' system took alone, among those of one round; NaN: it has not. */
static double alone_in(const struct store_draw *of_round, size_t n,
                       const struct assay_series *series)
{
    const char *parts[2];
    double sum = 0;
    const size_t n_parts = parts_of(series->metric, parts);
    for (size_t p = 0; p < n_parts; p++) {
        double part = (double)NAN;
        for (size_t i = 0; i < n; i++)
            if (is_of(&of_round[i], series, parts[p]))
                part = of_round[i].mean;
        sum += part;
    }
    return sum;
}

/* Rounds that both have, in order; logs have room for as many as stand in order->alone. */
static size_t take_alone(const struct input_order *order, const struct comparison_finding *row,
                         double *old_logs, double *new_logs)
{
    size_t n = 0, behind;
    for (size_t from = 0; from < order->n_alone; from = behind) {
        const struct store_draw *first = &order->alone[from];
        for (behind = from; behind < order->n_alone; behind++)
            if (order->alone[behind].round != first->round)
                break;
        const double old = alone_in(first, behind - from, row->old_series),
                     new = alone_in(first, behind - from, row->new_series);
        if (old > 0 && new > 0) {
            old_logs[n] = log(old);
            new_logs[n++] = log(new);
        }
    }
    return n;
}

/* The pairs' logs, of both; how many there are. 0: some value has none. */
static size_t take_pairs(const struct assay_sample *old, const struct assay_sample *new,
                         double *old_logs, double *new_logs)
{
    const size_t n = old->shape.count[0];
    for (size_t i = 0; i < n; i++) {
        if (!(old->values[i] > 0 && new->values[i] > 0))
            return 0;
        old_logs[i] = log(old->values[i]);
        new_logs[i] = log(new->values[i]);
    }
    return n;
}

static void difference(const double *old_logs, const double *new_logs, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = new_logs[i] - old_logs[i];
}

static bool find(const struct input_order *order, const struct comparison_finding *row,
                 const struct assay_compare_options *options, double *room, size_t each,
                 struct interference_finding *out)
{
    double *const old_alone = room, *const new_alone = room + each,
                  *const old_pair = room + 2 * each, *const new_pair = room + 3 * each,
                  *const logs = room + 4 * each;
    const size_t rounds = take_alone(order, row, old_alone, new_alone),
                 pairs =
                     take_pairs(&row->old_series->live, &row->new_series->live, old_pair, new_pair);
    struct interference_finding found = {.known = true};
    struct assay_order_spread alone;
    struct assay_duet duet;
    if (pairs == 0 || rounds < 2)
        return false;
    difference(old_pair, new_pair, pairs, logs);
    if (assay_duet_of((struct assay_view){logs, pairs}, options->on_second, options->confidence,
                      &duet, NULL) != ASSAY_OK)
        return false;
    difference(old_alone, new_alone, rounds, logs);
    const double margin = options->margin > 0 ? options->margin : ASSAY_MARGIN_DEFAULT;
    if (assay_order_spread_of((struct assay_view){logs, rounds}, &alone, NULL) != ASSAY_OK ||
        assay_order_bias_of(&duet.spread, &alone, margin, &found.bias, NULL) != ASSAY_OK)
        return false;
    found.old_slow_down = comparison_mean(old_pair, pairs) - comparison_mean(old_alone, rounds);
    found.new_slow_down = comparison_mean(new_pair, pairs) - comparison_mean(new_alone, rounds);
    *out = found;
    return true;
}

/* Of a time: peak memory of what runs alone has another least value, its launcher's. */
static bool is_duet(const struct comparison_finding *row,
                    const struct assay_compare_options *options)
{
    const struct assay_shape *old = &row->old_series->live.shape,
                             *new = &row->new_series->live.shape;
    return options->on_second != NULL && row->finding.has_cpu && row->old_series->unit != NULL &&
           strcmp(row->old_series->unit, "s") == 0 && old->n_levels == 1 && new->n_levels == 1 &&
           old->count[0] == options->n_on_second &&new->count[0] == options->n_on_second;
}

enum assay_status interference_of(const struct input *input,
                                  const struct assay_compare_options *options,
                                  struct comparison_finding *row, struct assay_error *error)
{
    row->interference = (struct interference_finding){.known = false};
    const struct input_order *order = &input->sources[0].order;
    if (!is_duet(row, options) || order->n_alone == 0)
        return ASSAY_OK;
    const size_t each = order->n_alone + options->n_on_second;
    OWNED double *room = malloc(5 * each * sizeof *room);
    if (room == NULL)
        return fail_no_memory(error);
    if (find(order, row, options, room, each, &row->interference) &&
        row->interference.bias.agreement == ASSAY_ORDER_INTERFERENCE)
        row->finding.warnings |= ASSAY_WARNING(ASSAY_WARN_INTERFERENCE);
    return ASSAY_OK;
}

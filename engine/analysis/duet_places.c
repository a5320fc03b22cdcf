/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duet_places.c -- of a row that is a duet, which system ran on the second processor in each of its rounds. */
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison_parts.h"

/* The processor of the execution that is this top unit; NaN: not known. */
static double place_of(const struct input_order *order, const struct assay_series *series,
                       size_t unit)
{
    const int64_t told = series->occasion != NULL ? series->occasion[unit].lane.processor : 0;
    return told > 0 ? (double)told
                    : store_draws_find(order->places, order->n_places, series->system,
                                       series->benchmark, series->pair_key[unit]);
}

/* Its top units are executions, of which a round has one. */
static bool is_of_rounds(const struct assay_series *series)
{
    return series->pair_key != NULL && series->live.shape.n_levels > 0 &&
           series->level_name[0] != NULL && strcmp(series->level_name[0], "execution") == 0;
}

bool *duet_places(const struct input *input, const struct assay_series *old_series,
                  const struct assay_series *new_series, size_t *n)
{
    const struct input_order *order = &input->sources[0].order;
    *n = 0;
    if (input->n_sources != 1 || order->by != ORDER_DUET || !is_of_rounds(old_series) ||
        !is_of_rounds(new_series))
        return NULL;
    const size_t n_old = old_series->live.shape.count[0], n_new = new_series->live.shape.count[0];
    bool *on_second = malloc((n_old + 1) * sizeof *on_second);
    bool known = on_second != NULL;
    for (size_t i = 0, j = 0; known && i < n_old && j < n_new;) {
        const int64_t a = old_series->pair_key[i], b = new_series->pair_key[j];
        if (a == b) {
            const double of_old = place_of(order, old_series, i),
                         of_new = place_of(order, new_series, j);
            known = of_old < of_new || of_new < of_old;
            on_second[(*n)++] = of_new > of_old;
        }
        i += a <= b;
        j += b <= a;
    }
    if (known)
        return on_second;
    free(on_second);
    *n = 0;
    return NULL;
}

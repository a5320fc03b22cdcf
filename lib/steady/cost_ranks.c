/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost_ranks.c -- the nonparametric cost of a segment: its empirical distribution at quantiles of
 * the whole series.
 * Source:   Haynes, Fearnhead & Eckley 2017, Statistics and Computing 27:1293-1305 (ED-PELT); Zou,
 *           Yin, Feng & Wang 2014, Annals of Statistics 42:970-1002. 4 log n quantiles, denser
 *           towards the tails.
 * Assumes:  independent values; any distribution. A tie with a quantile counts one half below it.
 * Edge:     only the order of the values enters, so any rising transformation leaves it as it is.
 * Checked:  against the formula with counts made anew; false changes in docs/steady.md. */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "steady/cost.h"

/* Twice the number below each quantile of the values before each place. */
static void count_below(struct segment_cost *cost, struct assay_view view, const double *quantile)
{
    const size_t k = cost->n_quantiles;
    for (size_t j = 0; j < k; j++)
        cost->below[j] = 0;
    for (size_t p = 1; p <= cost->n_places; p++) {
        unsigned *row = cost->below + p * k;
        for (size_t j = 0; j < k; j++) {
            unsigned count = row[(ptrdiff_t)j - (ptrdiff_t)k];
            for (size_t i = cost->place[p - 1]; i < cost->place[p]; i++)
                count += (unsigned)(view.x[i] < quantile[j]) + (unsigned)(view.x[i] <= quantile[j]);
            row[j] = count;
        }
    }
}

/* Zou's weights 1 / (F (1 - F)) become a plain mean over these. */
static void pick_quantiles(const double *sorted, size_t n, size_t k, double c, double *quantile)
{
    for (size_t j = 0; j < k; j++) {
        const double odds = exp(-c * (2 * (double)j + 1) / (double)k);
        const double share = 1 / (1 + odds * (2 * (double)n - 1));
        const double at = share * (double)n;
        quantile[j] = sorted[at < (double)n - 1 ? (size_t)at : n - 1];
    }
}

enum assay_status cost_ranks_init(struct segment_cost *cost, struct assay_view view,
                                  struct assay_error *error)
{
    const double n = (double)view.n, c = log(2 * n - 1);
    cost->n_quantiles = (size_t)ceil(4 * log(n));
    cost->weight = 2 * c / (double)cost->n_quantiles;
    OWNED double *sorted = NULL, *quantile = malloc(cost->n_quantiles * sizeof *quantile);
    cost->below = malloc((cost->n_places + 1) * cost->n_quantiles * sizeof *cost->below);
    cost->x_log_x = malloc((2 * view.n + 1) * sizeof *cost->x_log_x);
    TRY(view_sorted(view, &sorted, error));
    if (quantile == NULL || cost->below == NULL || cost->x_log_x == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    pick_quantiles(sorted, view.n, cost->n_quantiles, c, quantile);
    count_below(cost, view, quantile);
    cost->x_log_x[0] = 0;
    for (size_t i = 1; i <= 2 * view.n; i++)
        cost->x_log_x[i] = 0.5 * (double)i * log(0.5 * (double)i);
    return ASSAY_OK;
}

static double cost_of(const struct segment_cost *cost, const unsigned *from, const unsigned *to,
                      size_t twice_length)
{
    double sum = -(double)cost->n_quantiles * cost->x_log_x[twice_length];
    for (size_t j = 0; j < cost->n_quantiles; j++) {
        const size_t below = to[j] - from[j];
        sum += cost->x_log_x[below] + cost->x_log_x[twice_length - below];
    }
    return -cost->weight * sum;
}

void cost_ranks(const struct segment_cost *cost, size_t t, struct candidates *candidates)
{
    const size_t k = cost->n_quantiles;
    const unsigned *to = cost->below + t * k;
    for (size_t i = 0; i < candidates->n; i++) {
        const size_t from = candidates->index[i];
        candidates->total[i] =
            candidates->best[i] +
            cost_of(cost, cost->below + from * k, to, 2 * (cost->place[t] - cost->place[from]));
    }
}

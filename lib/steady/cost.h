/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost.h -- what a segment costs: -2 log-likelihood of its values, from sums made once.
 *
 * A change may stand at the places only (all of them in short series), named by their index:
 * place[0] = 0 … place[n_places] = n.
 */
#pragma once

#include <assay/steady.h>

/* Candidates for the last change before t, column by column: what their cost needs. */
struct candidates {
    size_t n;
    size_t earliest; /* of the due */
    size_t *index;   /* of the place */
    size_t *due;     /* iteration from which it is no candidate any more */
    double *best;    /* least penalised cost up to it */
    double *place, *sum, *sum_squares;
    double *total; /* best + cost of the segment from it to t: the result */
};

struct segment_cost {
    size_t n, n_places;
    size_t *place;
    bool by_length; /* add log(length / n) to each segment: MBIC */

    /* normal: prefix sums of (x - centre) / scale over all n values, in [-1, 1] */
    double *sum, *sum_squares;
    bool wide; /* the processor has the wider vectors */
    double least_variance;
    double log_scale;

    /* ranks: counts below each quantile, twice, n_quantiles for each place; i/2 log(i/2) */
    size_t n_quantiles;
    unsigned *below;
    double *x_log_x;
    double weight;
};

enum { COST_MOST_PLACES = 5000 };

/* x finite, n >= 1, tick >= 0. */
enum assay_status segment_cost_init(struct segment_cost *cost, struct assay_view view,
                                    enum assay_changepoint_cost kind, double tick, bool by_length,
                                    struct assay_error *error);
void segment_cost_fini(struct segment_cost *cost);

/* Fills candidates->total for the segments that end at place t. */
void segment_costs(const struct segment_cost *cost, size_t t, struct candidates *candidates);

/* The normal cost of any segment [begin, end) of iterations. */
double segment_cost_normal(const struct segment_cost *cost, size_t begin, size_t end);

/* The pieces. */
enum assay_status cost_ranks_init(struct segment_cost *cost, struct assay_view view,
                                  struct assay_error *error);
void cost_ranks(const struct segment_cost *cost, size_t t, struct candidates *candidates);

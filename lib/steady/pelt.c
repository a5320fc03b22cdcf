/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pelt.c -- the segmentation of least penalised cost.
 * Source:   Killick, Fearnhead & Eckley 2012, JASA 107:1590-1598, with a minimum segment; METHODS
 *           F6.
 * Assumes:  splitting a segment never raises its cost, which both costs and the MBIC keep.
 * Edge:     with a minimum segment M a candidate that has lost at t may still be needed until t + M:
 *           dropping it at once is wrong for M > 1.
 * Checked:  equal to exact dynamic programming on 1 000 random series, ties included. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "steady/changepoints.h"

struct search {
    const struct segment_cost *cost;
    double penalty;
    size_t min_segment;
    double *best;     /* least cost up to each place, without the last penalty's twin */
    size_t *previous; /* place of the last change before it */
    size_t next;      /* the next place to become a candidate */
    struct candidates candidates;
};

static void search_fini(struct search *search)
{
    struct candidates *c = &search->candidates;
    free(search->best);
    free(search->previous);
    free(c->index);
    free(c->due);
    free(c->best);
    free(c->place);
    free(c->sum);
    free(c->sum_squares);
    free(c->total);
}

static bool search_init(struct search *search)
{
    const size_t n = search->cost->n_places + 1;
    struct candidates *c = &search->candidates;
    search->best = malloc(n * sizeof *search->best);
    search->previous = malloc(n * sizeof *search->previous);
    c->index = malloc(n * sizeof *c->index);
    c->due = malloc(n * sizeof *c->due);
    c->best = malloc(n * sizeof *c->best);
    c->place = malloc(n * sizeof *c->place);
    c->sum = malloc(n * sizeof *c->sum);
    c->sum_squares = malloc(n * sizeof *c->sum_squares);
    c->total = malloc(n * sizeof *c->total);
    return search->best != NULL && search->previous != NULL && c->index != NULL && c->due != NULL &&
           c->best != NULL && c->place != NULL && c->sum != NULL && c->sum_squares != NULL &&
           c->total != NULL;
}

static void add_candidate(struct search *search, size_t s)
{
    struct candidates *c = &search->candidates;
    const size_t place = search->cost->place[s];
    if (!isfinite(search->best[s]))
        return;
    c->index[c->n] = s;
    c->due[c->n] = SIZE_MAX;
    c->best[c->n] = search->best[s];
    c->place[c->n] = (double)place;
    c->sum[c->n] = search->cost->sum != NULL ? search->cost->sum[place] : 0;
    c->sum_squares[c->n] = search->cost->sum != NULL ? search->cost->sum_squares[place] : 0;
    c->n++;
}

/* Keeps those that are not due at the iteration `now`. */
static void drop_candidates(struct candidates *c, size_t now)
{
    if (c->earliest > now)
        return;
    size_t kept = 0;
    c->earliest = SIZE_MAX;
    for (size_t i = 0; i < c->n; i++) {
        if (c->due[i] <= now)
            continue;
        c->earliest = c->due[i] < c->earliest ? c->due[i] : c->earliest;
        c->index[kept] = c->index[i];
        c->due[kept] = c->due[i];
        c->best[kept] = c->best[i];
        c->place[kept] = c->place[i];
        c->sum[kept] = c->sum[i];
        c->sum_squares[kept] = c->sum_squares[i];
        kept++;
    }
    c->n = kept;
}

struct range {
    double least, most;
};

/* Of the totals, in four lanes, which the compiler makes vectors of. */
static struct range totals(const struct candidates *c)
{
    double least[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    double most[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    size_t i = 0;
    for (; i + 4 <= c->n; i += 4)
        for (size_t k = 0; k < 4; k++) {
            const double x = c->total[i + k];
            least[k] = x < least[k] ? x : least[k];
            most[k] = x > most[k] ? x : most[k];
        }
    for (; i < c->n; i++) {
        least[0] = fmin(least[0], c->total[i]);
        most[0] = fmax(most[0], c->total[i]);
    }
    return (struct range){fmin(fmin(least[0], least[1]), fmin(least[2], least[3])),
                          fmax(fmax(most[0], most[1]), fmax(most[2], most[3]))};
}

/* Those that cost more than the best and a penalty will never be best again, but for segments that
 * are too short yet. */
static void mark_losers(struct candidates *c, double limit, size_t due)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->total[i] > limit && c->due[i] == SIZE_MAX)
            c->due[i] = due;
    c->earliest = due < c->earliest ? due : c->earliest;
}

/* One place: the best segmentation that ends there. */
static void step(struct search *search, size_t t)
{
    struct candidates *c = &search->candidates;
    const size_t now = search->cost->place[t];
    while (search->next < t && search->cost->place[search->next] + search->min_segment <= now)
        add_candidate(search, search->next++);
    drop_candidates(c, now);
    search->best[t] = INFINITY;
    if (c->n == 0)
        return;
    segment_costs(search->cost, t, c);
    const struct range range = totals(c);
    const double limit = range.least + search->penalty;
    size_t chosen = 0;
    while (c->total[chosen] > range.least)
        chosen++;
    if (range.most > limit)
        mark_losers(c, limit, now + search->min_segment);
    search->best[t] = limit;
    search->previous[t] = c->index[chosen];
}

/* In long series a change is found at a place: the best iteration for it lies between the places
 * beside it. */
static void move_to_best(const struct segment_cost *cost, size_t min_segment, const size_t *places,
                         struct assay_changepoints *changes)
{
    for (size_t i = 0; i < changes->n; i++) {
        const size_t begin = i > 0 ? changes->at[i - 1] : 0;
        const size_t end = i + 1 < changes->n ? changes->at[i + 1] : cost->n;
        size_t from = cost->place[places[i] - 1], to = cost->place[places[i] + 1];
        from = from < begin + min_segment ? begin + min_segment : from;
        to = to + min_segment > end ? end - min_segment : to;
        double least = INFINITY;
        for (size_t at = from; at <= to; at++) {
            const double both =
                segment_cost_normal(cost, begin, at) + segment_cost_normal(cost, at, end);
            if (both < least) {
                least = both;
                changes->at[i] = at;
            }
        }
    }
}

static enum assay_status collect(const struct search *search, struct assay_changepoints *changes,
                                 struct assay_error *error)
{
    const struct segment_cost *cost = search->cost;
    size_t n = 0;
    for (size_t t = search->previous[cost->n_places]; t > 0; t = search->previous[t])
        n++;
    size_t *at = malloc((n + 1) * sizeof *at), *places = malloc((n + 1) * sizeof *places);
    if (at == NULL || places == NULL) {
        free(at);
        free(places);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu change points", n);
    }
    size_t i = n;
    for (size_t t = search->previous[cost->n_places]; t > 0; t = search->previous[t]) {
        places[--i] = t;
        at[i] = cost->place[t];
    }
    *changes = (struct assay_changepoints){.at = at, .n = n, .cost = search->best[cost->n_places]};
    if (cost->n > cost->n_places && cost->sum != NULL)
        move_to_best(cost, search->min_segment, places, changes);
    free(places);
    return ASSAY_OK;
}

enum assay_status pelt(const struct segment_cost *cost, double penalty, size_t min_segment,
                       struct assay_changepoints *changes, struct assay_error *error)
{
    struct search search = {.cost = cost, .penalty = penalty, .min_segment = min_segment};
    enum assay_status status = ASSAY_NO_MEMORY;
    if (search_init(&search)) {
        search.best[0] = -penalty;
        search.previous[0] = 0;
        search.candidates.earliest = SIZE_MAX;
        for (size_t t = 1; t <= cost->n_places; t++)
            step(&search, t);
        status = collect(&search, changes, error);
    } else {
        (void)assay_fail(error, status, "no memory for %zu places", cost->n_places);
    }
    search_fini(&search);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changepoints.c -- change points of version means whose variance is known.
 * Source:   METHODS B10; the optimum of PELT (Killick, Fearnhead & Eckley 2012), searched by
 *           functional pruning (Maidstone et al. 2017), which needs few places where nothing
 *           changes, as PELT does not. The cost of a segment is its
 *           weighted sum of squares, and the penalty the square of what the largest of all splits
 *           reaches with probability `level` when nothing changes (crossing.c). A change whose
 *           deviate between its neighbours is likelier than that is taken out again, weakest first.
 *           Where differences of neighbours make the noise out to be more than it is, that penalty is too
 *           high for steps that the stretches themselves show (step.c): then the best split of each stretch
 *           is tried, and again beside it (binary segmentation; Vostrikova 1981).
 * Assumes:  as series.c says.
 * Edge:     a segment may be one version long: the newest version can be a change.
 * Checked:  equal to exhaustive dynamic programming; false alarms and power by simulation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/series.h"

/* A stretch of levels, up to `end`, at which the last change is best placed at `owner`. */
struct piece {
    double end;
    size_t owner;
    double value, middle,
        radius; /* of the owner's cost: least, where, and how far below the best */
};

struct search {
    const struct series *series;
    double penalty;
    const size_t *places; /* where changes may be; NULL: anywhere */
    size_t n_places;
    double *best;         /* n + 1: least cost of the first t versions */
    size_t *last;         /* n + 1: where the last segment of that begins */
    struct piece *pieces; /* by level; two quadratics cross twice: at most 2 n - 1 */
    struct piece *fresh;
    size_t n_pieces;
};

/* Adds a piece; one of the same owner goes on, an empty one is none. */
static size_t put(struct piece *pieces, size_t n, double end, size_t owner)
{
    if (n > 0 && !(end > pieces[n - 1].end))
        return n;
    if (n > 0 && pieces[n - 1].owner == owner) {
        pieces[n - 1].end = end;
        return n;
    }
    pieces[n] = (struct piece){.end = end, .owner = owner};
    return n + 1;
}

/* Where a change at t is better than what was, t takes over. */
static void split(struct search *search, size_t t)
{
    struct piece *fresh = search->fresh;
    size_t n = 0;
    for (size_t i = 0; i < search->n_pieces; i++) {
        const struct piece *piece = &search->pieces[i];
        const double low = piece->middle - piece->radius, high = piece->middle + piece->radius;
        if (low < high) {
            n = put(fresh, n, low < piece->end ? low : piece->end, t);
            n = put(fresh, n, high < piece->end ? high : piece->end, piece->owner);
        }
        n = put(fresh, n, piece->end, t);
    }
    search->fresh = search->pieces;
    search->pieces = fresh;
    search->n_pieces = n;
}

static void optimise(struct search *search)
{
    const struct series *s = search->series;
    search->best[0] = -search->penalty;
    search->pieces[0] = (struct piece){.end = (double)INFINITY, .owner = 0};
    search->n_pieces = 1;
    for (size_t k = 0, t = 0; t < s->n; k++) {
        size_t chosen = 0;
        t = search->places == NULL ? t + 1 : k < search->n_places ? search->places[k] : s->n;
        for (size_t i = 0; i < search->n_pieces; i++) {
            struct piece *piece = &search->pieces[i];
            piece->value = search->best[piece->owner] + series_cost(s, piece->owner, t);
            if (piece->value < search->pieces[chosen].value)
                chosen = i;
        }
        search->best[t] = search->pieces[chosen].value + search->penalty;
        search->last[t] = search->pieces[chosen].owner;
        for (size_t i = 0; i < search->n_pieces; i++) {
            struct piece *piece = &search->pieces[i];
            const double w = s->sum_w[t] - s->sum_w[piece->owner];
            piece->middle = (s->sum_wy[t] - s->sum_wy[piece->owner]) / w;
            const double below = search->best[t] - piece->value;
            piece->radius = sqrt(below > 0 ? below / w : 0);
        }
        split(search, t);
    }
}

static size_t collect(const struct search *search, size_t *at)
{
    size_t n_at = 0;
    for (size_t t = search->last[search->series->n]; t > 0; t = search->last[t])
        at[n_at++] = t;
    for (size_t i = 0; i < n_at / 2; i++) {
        size_t other = at[i];
        at[i] = at[n_at - 1 - i];
        at[n_at - 1 - i] = other;
    }
    return n_at;
}

static double p_of(const struct series *series, const size_t *at, size_t n_at, size_t i)
{
    size_t from = i > 0 ? at[i - 1] : 0, to = i + 1 < n_at ? at[i + 1] : series->n;
    return step_probability(series, from, at[i], to);
}

size_t changepoints_confirm(const struct series *series, double level, size_t *at, size_t n_at)
{
    double *p = series->scratch;
    for (size_t i = 0; i < n_at; i++)
        p[i] = p_of(series, at, n_at, i);
    while (n_at > 0) {
        size_t weakest = 0;
        for (size_t i = 1; i < n_at; i++)
            if (p[i] > p[weakest])
                weakest = i;
        if (p[weakest] <= level)
            return n_at;
        memmove(at + weakest, at + weakest + 1, (n_at - weakest - 1) * sizeof *at);
        memmove(p + weakest, p + weakest + 1, (n_at - weakest - 1) * sizeof *p);
        n_at--;
        if (weakest > 0)
            p[weakest - 1] = p_of(series, at, n_at, weakest - 1);
        if (weakest < n_at)
            p[weakest] = p_of(series, at, n_at, weakest);
    }
    return 0;
}

enum assay_status changepoints_among(struct series *series, double level, const size_t *places,
                                     size_t n_places, size_t *at, size_t *n_at,
                                     struct assay_error *error)
{
    const size_t room = series->n + 1;
    const double critical = series_critical(series, level);
    struct piece *pieces = malloc(8 * room * sizeof *pieces);
    struct search search = {.series = series,
                            .penalty = critical * critical,
                            .places = places,
                            .n_places = n_places,
                            .best = malloc(room * sizeof *search.best),
                            .last = malloc(room * sizeof *search.last),
                            .pieces = pieces,
                            .fresh = pieces + 4 * room};
    enum assay_status status = ASSAY_OK;
    if (search.best == NULL || search.last == NULL || pieces == NULL) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", series->n);
    } else {
        optimise(&search);
        *n_at = collect(&search, at);
    }
    free(search.best);
    free(search.last);
    free(pieces);
    return status;
}

enum assay_status changepoints_detect(struct series *series, double level, size_t *at, size_t *n_at,
                                      struct assay_error *error)
{
    return changepoints_among(series, level, NULL, 0, at, n_at, error);
}

/* The split of [from, to) that leaves least, versions enough on both sides; 0: there is none. */
static size_t best_split(const struct series *series, size_t from, size_t to)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t at = from + LEAST_SIDE; at + LEAST_SIDE <= to; at++) {
        const double cost = series_cost(series, from, at) + series_cost(series, at, to);
        if (cost < least) {
            least = cost;
            best = at;
        }
    }
    return best;
}

size_t changepoints_divide(const struct series *series, double level, size_t *at, size_t n_at)
{
    for (size_t i = 0; i <= n_at;) {
        const size_t from = i > 0 ? at[i - 1] : 0, to = i < n_at ? at[i] : series->n;
        const size_t split = best_split(series, from, to);
        if (split == 0 || !step_is_clear(series, from, split, to, level)) {
            i++;
            continue;
        }
        memmove(at + i + 1, at + i, (n_at - i) * sizeof *at);
        at[i] = split;
        n_at++;
    }
    return n_at;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changepoints.c -- change points of version means whose variance is known.
 * Source:   Killick, Fearnhead & Eckley 2012 (PELT); METHODS B10. The cost of a segment is its
 *           weighted sum of squares, and the penalty the square of what the largest of all splits
 *           reaches with probability `level` when nothing changes (crossing.c). A change whose
 *           deviate between its neighbours is likelier than that is taken out again, weakest first.
 * Assumes:  as series.c says.
 * Edge:     a segment may be one version long: the newest version can be a change.
 * Checked:  equal to exhaustive dynamic programming; false alarms and power by simulation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/series.h"

/* PELT's working space for n versions. */
struct search {
    const struct series *series;
    double penalty;
    double *best;       /* n + 1: least cost of the first t versions */
    double *value;      /* n + 1: costs of the candidates at hand */
    size_t *last;       /* n + 1: where the last segment of that begins */
    size_t *candidates; /* n + 1 */
};

static double cost(const struct series *s, size_t from, size_t to)
{
    double w = s->sum_w[to] - s->sum_w[from], wy = s->sum_wy[to] - s->sum_wy[from];
    return s->sum_wyy[to] - s->sum_wyy[from] - wy * wy / w;
}

static void optimise(struct search *search)
{
    const struct series *s = search->series;
    size_t n_candidates = 1;
    search->candidates[0] = 0;
    search->best[0] = -search->penalty;
    for (size_t t = 1; t <= s->n; t++) {
        size_t chosen = 0;
        for (size_t i = 0; i < n_candidates; i++) {
            size_t from = search->candidates[i];
            search->value[i] = search->best[from] + cost(s, from, t);
            if (search->value[i] < search->value[chosen])
                chosen = i;
        }
        search->best[t] = search->value[chosen] + search->penalty;
        search->last[t] = search->candidates[chosen];
        size_t kept = 0;
        for (size_t i = 0; i < n_candidates; i++)
            if (search->value[i] <= search->best[t])
                search->candidates[kept++] = search->candidates[i];
        search->candidates[kept] = t;
        n_candidates = kept + 1;
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
    return crossing_probability(series->weight, from, to, series_deviate(series, from, at[i], to));
}

/* Takes out the least probable change until all are significant. p[] is scratch. */
static size_t prune(const struct series *series, double level, size_t *at, size_t n_at, double *p)
{
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

enum assay_status changepoints_detect(const struct series *series, double level, bool confirm,
                                      size_t *at, size_t *n_at, struct assay_error *error)
{
    const size_t room = series->n + 1;
    struct search search = {.series = series,
                            .best = malloc(2 * room * sizeof *search.best),
                            .last = malloc(2 * room * sizeof *search.last)};
    enum assay_status status = ASSAY_OK;
    if (search.best == NULL || search.last == NULL) {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", series->n);
    } else {
        search.value = search.best + room;
        search.candidates = search.last + room;
        const double critical = crossing_critical(series->n, level);
        search.penalty = critical * critical;
        optimise(&search);
        *n_at = collect(&search, at);
        if (confirm)
            *n_at = prune(series, level, at, *n_at, search.value);
    }
    free(search.best);
    free(search.last);
    return status;
}

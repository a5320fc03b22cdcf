/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_next.c -- halving the intervals of a history whose ends differ.
 * Source:   own. A pair of neighbours is asked about while there is an unknown version between them; the middle of
 *           these is measured when the two differ, and stays unknown when they do not. So no version is the middle of
 *           two pairs. How they share the error: versions_shares.h.
 * Assumes:  nothing of the verdicts. One step is found with 2 + ceil(log2(n - 1)) versions, k steps to one side with
 *           at most k times as many.
 * Edge:     a version that failed is passed over: the next one to the inside is the end, the next one to the middle
 *           is the middle.
 * Checked:  exhaustively for up to 10 versions, and by simulation (test_versions_next.c, bench/fill.c,
 *           docs/history.md).
 */
#include "session/versions_next.h"

size_t versions_spaced(size_t i, size_t sample, size_t n)
{
    return i == 0 ? 0 : (i * (n - 1) + (sample - 1) / 2) / (sample - 1);
}

size_t versions_halvings(size_t between)
{
    size_t n = 0;
    for (size_t reach = 1; reach < between; reach *= 2)
        n++;
    return n;
}

static void take(const struct versions_known *known, size_t i, size_t *next, size_t *n)
{
    if (known->states[i] == VERSION_UNKNOWN && (*n == 0 || next[*n - 1] < i))
        next[(*n)++] = i;
}

/* What is missing of those to begin with. */
static size_t begin(const struct versions_known *known, size_t *next)
{
    const size_t n = known->n;
    const size_t sample = known->sample < 2 ? 2 : known->sample < n ? known->sample : n;
    size_t first = 0, last = n - 1, n_next = 0;
    while (first < last && known->states[first] == VERSION_FAILED)
        first++;
    while (last > first && known->states[last] == VERSION_FAILED)
        last--;
    take(known, first, next, &n_next);
    for (size_t i = 1; i + 1 < sample && n > 1; i++) {
        const size_t at = versions_spaced(i, sample, n);
        if (at > first && at < last)
            take(known, at, next, &n_next);
    }
    take(known, last, next, &n_next);
    return n_next;
}

size_t versions_middle(const enum version_state *states, size_t older, size_t newer, enum version_state state)
{
    size_t best = older, nearest = 0;
    for (size_t i = older + 1; i < newer; i++) {
        const size_t twice = 2 * i, centre = older + newer;
        const size_t off = twice > centre ? twice - centre : centre - twice;
        if (states[i] == state && (best == older || off < nearest)) {
            best = i;
            nearest = off;
        }
    }
    return best;
}

size_t versions_next(const struct versions_known *known, size_t *next)
{
    size_t n_next = begin(known, next), older = known->n;
    if (n_next > 0)
        return n_next;
    for (size_t i = 0; i < known->n; i++) {
        if (known->states[i] != VERSION_MEASURED)
            continue;
        const size_t at = older < i ? versions_middle(known->states, older, i, VERSION_UNKNOWN) : older;
        if (at != older && known->differ(known->context, older, i))
            next[n_next++] = at;
        older = i;
    }
    return n_next;
}

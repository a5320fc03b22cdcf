/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_next.h -- which versions of a history to measure next, so that few are built.
 *
 * The ends first, or as many as are asked for, evenly spaced; then the middle of each interval between measured
 * neighbours that differ, until those that differ stand side by side. A step up and one down between two measured
 * versions hide each other: more versions in the beginning find them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum version_state { VERSION_UNKNOWN, VERSION_MEASURED, VERSION_FAILED };

struct versions_known {
    const enum version_state *states; /* the oldest first */
    size_t n;                         /* >= 1 */
    size_t sample;                    /* to begin with; below 2: the ends */
    /* Do two measured versions differ? Asked only where there is one between them that is not known. */
    bool (*differ)(void *context, size_t older, size_t newer);
    void *context;
};

/* Those to measure now, in their order, into next, which has room for n; 0: nothing is left to do. */
size_t versions_next(const struct versions_known *known, size_t *next);

/* The place of the i-th of `sample` of n versions, evenly spaced with both ends among them: 2 <= sample <= n. */
size_t versions_spaced(size_t i, size_t sample, size_t n);

/* Experiments until two that differ stand side by side, with so many intervals between them: 0 where they do. */
size_t versions_halvings(size_t between);

/* The version of that state between the two that is nearest to their middle, the older of two; `older` when there is none. */
size_t versions_middle(const enum version_state *states, size_t older, size_t newer, enum version_state state);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h -- arrays that grow: by doubling as items are added, or to a size.
 *
 *     if (!array_more(&list->items, list->n, &list->room))
 *         return false;
 *     list->items[list->n++] = entry;
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What array_more does when there is no room; *array is a pointer to items of this size. */
bool array_grow(void *array, size_t size, size_t n, size_t *room);

static inline bool array_more_of(void *array, size_t size, size_t n, size_t *room)
{
    return n < *room || array_grow(array, size, n, room);
}

/* Makes room for one more item behind the first n of the array, which may move, *room then being
 * larger. False: no memory; array and *room are as they were. */
#define array_more(array, n, room) array_more_of(array, sizeof **(array), n, room)

/* Makes the array hold n items, or one where n is 0. False: no memory; it is as it was. */
bool array_resize_of(void *array, size_t size, size_t n);
#define array_resize(array, n) array_resize_of(array, sizeof **(array), n)

/* The same where it holds fewer; *room: how many it holds. */
static inline bool array_hold_of(void *array, size_t size, size_t n, size_t *room)
{
    const bool holds = n <= *room || array_resize_of(array, size, n);
    *room = holds && n > *room ? n : *room;
    return holds;
}
#define array_hold(array, n, room) array_hold_of(array, sizeof **(array), n, room)

/* The order of two doubles, for qsort; none is NaN. */
int array_ascending(const void *a, const void *b);

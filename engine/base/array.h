/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h -- arrays that grow by doubling.
 *
 *     if (!array_more(&list->items, list->n, &list->room))
 *         return false;
 *     list->items[list->n++] = entry;
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

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

#endif

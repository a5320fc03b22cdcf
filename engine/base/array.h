/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h -- arrays that grow by doubling.
 *
 *     struct entry *items = array_room(list->items, list->n, &list->room, sizeof *items);
 *     if (items == NULL)
 *         return false;
 *     list->items = items;
 *     list->items[list->n++] = entry;
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

/* What array_room does when there is no room. */
void *array_grow(void *items, size_t n, size_t *room, size_t size);

/* The array with room for one more item of `size` bytes behind the first n: `items` itself, or what
 * took its place, *room then being larger. NULL: no memory; array and *room are as they were. */
static inline void *array_room(void *items, size_t n, size_t *room, size_t size)
{
    return n < *room ? items : array_grow(items, n, room, size);
}

#endif

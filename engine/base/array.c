/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.c -- arrays that grow by doubling. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

void *array_grow(void *items, size_t n, size_t *room, size_t size)
{
    enum { FIRST = 8 };
    if (n > SIZE_MAX / 2 / size)
        return NULL;
    const size_t larger = n < FIRST ? FIRST : 2 * n;
    void *grown = realloc(items, larger * size);
    if (grown != NULL)
        *room = larger;
    return grown;
}

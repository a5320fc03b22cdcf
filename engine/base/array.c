/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.c -- arrays that grow by doubling. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool array_grow(void *array, size_t size, size_t n, size_t *room)
{
    enum { FIRST = 8 };
    if (n > SIZE_MAX / 2 / size)
        return false;
    const size_t larger = n < FIRST ? FIRST : 2 * n;
    void *items; /* copied: a pointer to a pointer to items is none to void * */
    memcpy(&items, array, sizeof items);
    void *grown = realloc(items, larger * size);
    if (grown == NULL)
        return false;
    memcpy(array, &grown, sizeof grown);
    *room = larger;
    return true;
}

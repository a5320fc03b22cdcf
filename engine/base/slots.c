/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c -- slots grow to twice as many, each item to its place among them. */
#include "base/slots.h"

#include <stdlib.h>

static bool is_none(const void *wanted, size_t place)
{
    (void)wanted;
    (void)place;
    return false;
}

bool slots_more(struct slots *slots, size_t n, uint64_t (*hash_of)(const void *list, size_t place),
                const void *list)
{
    enum { FIRST = 64 };
    if (2 * (n + 1) <= slots->n)
        return true;
    struct slots more = {.n = slots->n > 0 ? 2 * slots->n : FIRST};
    more.items = calloc(more.n, sizeof *more.items);
    if (more.items == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        *slots_find(&more, hash_of(list, i), is_none, NULL) = (uint32_t)i + 1;
    free(slots->items);
    *slots = more;
    return true;
}

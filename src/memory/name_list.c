/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_list.c -- names as people list them. */
#include "memory/name_list.h"

#include <stdio.h>

void name_list_join(const struct name_list *names, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < names->n && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", i > 0 ? ", " : "", names->items[i]);
}

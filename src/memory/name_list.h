/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_list.h -- a list of names that stand elsewhere. */
#ifndef MEMORY_NAME_LIST_H
#define MEMORY_NAME_LIST_H

#include <stddef.h>

struct name_list {
    const char **items;
    size_t n;
};

/* "a, b, c" into text, cut to size; in memory of the caller. */
void name_list_join(const struct name_list *names, char *text, size_t size);

#endif

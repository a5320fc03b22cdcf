/* SPDX-License-Identifier: GPL-3.0-or-later */
/* borrowed.c -- a library that asks for memory for who calls it. */
#include <stdlib.h>

void *lib_ask(size_t size);

__attribute__((noipa)) void *lib_ask(size_t size)
{
    void *volatile p = malloc(size);
    return p;
}

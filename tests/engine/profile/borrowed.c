/* SPDX-License-Identifier: GPL-3.0-or-later */
/* borrowed.c -- a library that asks for memory for who calls it. */
#include <stdlib.h>

#include "../../support/apart.h"

void *lib_ask(size_t size);

APART void *lib_ask(size_t size)
{
    void *volatile p = malloc(size);
    return p;
}

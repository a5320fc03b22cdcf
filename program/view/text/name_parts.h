/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_parts.h -- names of benchmarks taken apart: what all begin with, their parameters, the rest. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { NAME_PARAMETERS = 4 }; /* names with more keys between them stay whole */

/* "org.x.Svd.execute (dim=100, lib=ACM)", "CRC32/size=15-8", "sort[n=4]", "BM_copy/1024". */
struct name_parts {
    char *prefix;               /* said once, ends with a separator; "": none */
    char *key[NAME_PARAMETERS]; /* "dim", "lib"; "" of a number at the end; those that vary */
    size_t n_keys;
    char **rest;  /* of each name, what is neither; never empty but of an empty name */
    char **value; /* of name i and key k: value[i * n_keys + k]; NULL: it has none */
    size_t n;
};

/* False: no memory, and nothing is to be freed. */
bool name_parts_of(const char *const *names, size_t n, struct name_parts *parts);
void name_parts_fini(struct name_parts *parts);

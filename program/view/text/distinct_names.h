/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distinct_names.h -- names cut to a width so that different ones still look different. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Of each of n names a copy made safe (terminal_name), and of more columns than limit without its middle: "gzip -1 … corpus". Where that makes different names alike, they show the place where they begin
 * to differ: "suite/with/…/128/sorted"; a name that nothing tells apart within the limit stays
 * whole. limit 0: all stay whole. cut[i] is to be freed; false: no memory, and nothing is. */
bool distinct_names(const char *const *names, size_t n, int limit, char **cut);

/* The same of two systems. False: no memory, and lost. */
bool distinct_pair(const char *newer, const char *older, int limit, char **new_cut, char **old_cut);

/* ---- one name, cut to a width so that what stands at certain places is seen ---- */

/* A copy of the safe name of at most limit columns that keeps the signs at n places (bytes, ascending),
 * with an ellipsis for each gap; a whole one where they do not fit. NULL: no memory. */
char *abbreviate(const char *name, const size_t *places, size_t n, int limit);

/* ---- names of benchmarks taken apart: what all begin with, their parameters, the rest ---- */

enum { NAME_PARAMETERS = 4 }; /* names with more keys between them stay whole */

/* "org.x.Svd.execute (dim=100, lib=ACM)", "CRC32/size=15-8", "sort[n=4]", "BM_copy/1024". */
struct name_parts {
    char *prefix; /* said once, ends with a separator; "": none */
    char *alike;  /* "cores=1, mode=fast": what all have alike, said once; "": nothing */
    char *key[NAME_PARAMETERS]; /* "dim", "lib"; "" of a number at the end; those that vary */
    size_t n_keys;
    char **rest;  /* of each name, what is neither; never empty but of an empty name */
    char **value; /* of name i and key k: value[i * n_keys + k]; NULL: it has none */
    size_t n;
};

/* False: no memory, and nothing is to be freed. */
bool name_parts_of(const char *const *names, size_t n, struct name_parts *parts);
void name_parts_fini(struct name_parts *parts);

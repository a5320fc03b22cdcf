/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion.h -- the known name that a mistyped one was meant to be. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct suggestion {
    const char *given;
    size_t length;    /* of given */
    const char *name; /* the nearest so far; NULL: none is near enough to be of help */
    size_t distance;  /* only what is nearer than this counts */
};

/* Begins the search for what given[0..length) was meant to be; borrows given. */
struct suggestion suggestion_for(const char *given, size_t length);

/* One of the names that there are; of equally near ones the first stays. Borrows name. */
void suggestion_consider(struct suggestion *suggestion, const char *name);

/* The nearest of names that do not stay: of rows, files, lines. "": none is near. */
struct near_name {
    struct suggestion suggestion;
    char name[256];
};
struct near_name near_name_for(const char *given);
void near_name_consider(struct near_name *near, const char *name);

/* The file that this path was meant to be, of those in its directory, in near->name: written as the path is. */
bool near_file(const char *path, struct near_name *near);

/* The same for names of several words: budget is near to time-budget, and the other way round. */
void suggestion_consider_part(struct suggestion *suggestion, const char *name);

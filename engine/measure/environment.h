/* SPDX-License-Identifier: GPL-3.0-or-later */
/* environment.h -- the environment of a command: the caller's, without what would leak into it,
 * then the benchmark's and the system's own variables. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names the file to which a build's layout is written (layout/layout.h). */
#define LAYOUT_RECORD_VARIABLE "ASSAY_LAYOUT"

/* "MILLIONTHS FUNCTION": builds by assay cc slow calls of that function down (layout/dose.h). */
#define LAYOUT_DOSE_VARIABLE "ASSAY_CC_DOSE"
/* "ID TOKEN" of the page in which they tell whether one ran (reach.h). */
#define LAYOUT_REACH_VARIABLE "ASSAY_CC_REACH"

/* "NAME=value" strings, NULL-terminated, owned. */
struct environment {
    char **items;
    size_t n;
};

/* Copies base, leaving out variables that a caller's make or assay put there for itself. */
bool environment_init(struct environment *environment, char *const *base);
void environment_fini(struct environment *environment);
/* Sets or replaces one. False when memory is short. */
bool environment_set(struct environment *environment, const char *name, const char *value);
bool environment_set_number(struct environment *environment, const char *name, uint64_t number);
/* Its strings with these "NAME=value" in place of others of the same names: a list to be freed, which borrows them all. NULL:
 * no memory. */
char **environment_beside(const struct environment *environment, char *const *more, size_t n);
/* The value, or NULL. */
const char *environment_get(const struct environment *environment, const char *name);

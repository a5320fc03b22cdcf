/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_object.h -- methods of `assay stat` that read one JSON object. Those that return bool say false where
 * there is no answer: answer->error has why. */
#pragma once

#include "cli/stat.h"

/* "rounds.json: KEY WHAT"; false. */
bool stat_object_wrong(struct stat_answer *answer, const char *key, const char *what);
bool stat_no_memory(struct stat_answer *answer);

/* True where the key is absent, too. */
bool stat_object_number(struct stat_answer *answer, const char *key, double *out);
/* A list that stands under the key, one number or more, into memory of the caller: *out is freed also
 * after a failure. */
bool stat_object_list(struct stat_answer *answer, const json_t *list, const char *key, double **out,
                      size_t *n);

/* The logarithm of a time above 0; NaN of null, where one was lost. */
bool stat_object_time(struct stat_answer *answer, const json_t *value, const char *key,
                      double *out);

/* A list of two numbers. */
json_t *stat_limits(double lower, double upper);

/* Of the method `machines` (stat_machine_classes.c). */
bool stat_machine_classes(struct stat_answer *answer);
bool stat_machine_plan(struct stat_answer *answer);

/* Of the method `factors`: what shares no rounds, cells with "contrasts", else builds (stat_factors_apart.c). */
bool stat_factors_apart(struct stat_answer *answer);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_summary.h -- what the values say so far, while they still come: never final. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "design/design.h"
#include "measure/record.h"

/* Means of top units, for each system and benchmark. Memory does not grow: when there are too many,
 * neighbours become one. */
struct run_summary;

/* NULL when memory is out. The design is borrowed. */
struct run_summary *run_summary_new(const struct design *design);
void run_summary_free(struct run_summary **summary);

/* Counts the live values of a record's first metric. */
void run_summary_count(struct run_summary *summary, const struct record *record);

/* "−3.1 % [−4.6 … −1.7]": a system's ratio to the first one, or "1.23 ms [1.20 … 1.26]": the mean of
 * the only one, with 95 % intervals; "mean −3.1 % …" where the design's verdict rests on the typical run or
 * a quantile. False: nothing can be said yet. */
bool run_summary_write(const struct run_summary *summary, size_t system, size_t benchmark,
                       FILE *out);

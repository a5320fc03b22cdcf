/* SPDX-License-Identifier: GPL-3.0-or-later */
/* running_means.h -- what the values say so far, while they still come: never final. */
#pragma once

#include <stdbool.h>

#include <assay/interval.h>

#include "design/design.h"
#include "measure/record.h"

/* Means of top units, for each system and benchmark. Memory does not grow: when there are too many,
 * neighbours become one. */
struct running_means;

/* NULL when memory is out. The design is borrowed. */
struct running_means *running_means_new(const struct design *design);
void running_means_free(struct running_means **means);

/* Counts the live values of a record's first metric. */
void running_means_count(struct running_means *means, const struct record *record);

/* A system's ratio to the first one, or of a design with one system the mean. False: nothing can be said yet. */
bool running_means_estimate(const struct running_means *means, size_t system, size_t benchmark,
                            double confidence, struct assay_estimate *out);
/* Of the metric; NULL: no value has come yet. */
const char *running_means_unit(const struct running_means *means);

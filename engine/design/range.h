/* SPDX-License-Identifier: GPL-3.0-or-later */
/* range.h -- the values of a parameter between two ends: by a sum, or by a product. */
#pragma once

#include "design/design.h"

enum { RANGE_MOST = 10000 }; /* values of a range, and combinations of parameters */

struct range {
    double least, most, step; /* the step is a factor where it is geometric */
    bool geometric;
    int decimals; /* with which values are written */
};

/* As many as its first value or its step has; step NULL: as the value. */
void range_set_decimals(struct range *range, const char *least, const char *step);

/* How many values; of least <= most and a step above 0, or least > 0 and a factor above 1. */
double range_count(const struct range *range);

/* Their texts, owned by the design; NULL: no memory. */
char **range_values(const struct range *range, struct design *design, size_t *n);

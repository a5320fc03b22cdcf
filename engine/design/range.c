/* SPDX-License-Identifier: GPL-3.0-or-later */
/* range.c -- the values of a parameter between two ends. */
#include "design/range.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DECIMALS = 9 };

static int decimals(const char *number)
{
    const char *point = strchr(number, '.');
    size_t n = point != NULL ? strspn(point + 1, "0123456789") : 0;
    return (int)(n < MAX_DECIMALS ? n : MAX_DECIMALS);
}

void range_set_decimals(struct range *range, const char *least, const char *step)
{
    range->decimals = decimals(least);
    if (step != NULL && decimals(step) > range->decimals)
        range->decimals = decimals(step);
}

/* A little slack, so that 0.1 + 2 x 0.1 reaches 0.3. */
double range_count(const struct range *range)
{
    if (range->geometric)
        return floor(log(range->most / range->least) / log(range->step) + 1e-9) + 1;
    return floor((range->most - range->least) / range->step + 1e-9) + 1;
}

static double value_at(const struct range *range, size_t i)
{
    return range->geometric ? range->least * pow(range->step, (double)i)
                            : range->least + (double)i * range->step;
}

char **range_values(const struct range *range, struct design *design, size_t *n)
{
    *n = (size_t)range_count(range);
    char **values = design_alloc(design, *n * sizeof *values);
    for (size_t i = 0; values != NULL && i < *n; i++) {
        char text[400]; /* the longest double has 309 digits before the point */
        (void)snprintf(text, sizeof text, "%.*f", range->decimals, value_at(range, i));
        values[i] = design_string(design, text);
        if (values[i] == NULL)
            return NULL;
    }
    return values;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_trouble.c -- samples of which no interval of a ratio can be had, told before it is tried. */
#include "analysis/comparison_trouble.h"

#include <stdio.h>
#include <string.h>

static bool is_single(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    return assay_shape_units(shape, shape->n_levels - 1) == 1;
}

bool comparison_is_single(const struct comparison_finding *row)
{
    return is_single(row->old_series) && is_single(row->new_series);
}

static size_t n_negative(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    const size_t n = assay_shape_units(shape, shape->n_levels - 1);
    size_t negative = 0;
    if (strcmp(series->unit, "s") == 0)
        for (size_t i = 0; i < n; i++)
            negative += series->live.values[i] < 0;
    return negative;
}

void comparison_trouble(const struct comparison_finding *row, bool allow_negative, char *text,
                        size_t size)
{
    const size_t negative = n_negative(row->old_series) + n_negative(row->new_series);
    text[0] = '\0';
    if (negative > 0 && !allow_negative)
        (void)snprintf(text, size,
                       "%zu of its times %s negative, as no time is: no ratio of them is taken "
                       "(--allow-negative takes it)",
                       negative, negative == 1 ? "is" : "are");
    else if (comparison_is_single(row))
        (void)snprintf(text, size,
                       "one value each: no interval; repeat the benchmark to know what the ratio "
                       "is worth");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tick.c -- the grid on which values lie, if they do.
 * Source:   METHODS B12: the greatest common divisor of the distances from the smallest value, by
 *           Euclid's algorithm on doubles, short distances first.
 * Edge:     all values equal: none. Distances count as multiples within a hundredth of the step; a
 *           step below a millionth of the range, or near the doubles' own spacing, is none.
 * Checked:  tests/lib/descriptive/test_tick.c.
 */
#include "descriptive/sorted.h"

#include <assay/descriptive.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

static const double tolerance = 1e-2; /* of a step, in the end */
static const double finest = 1e-6;    /* of the range */

static double remainder_of(double distance, double step)
{
    return fabs(distance - round(distance / step) * step);
}

/* The common divisor of step and distance; 0 when it is finer than least. */
static double common(double step, double distance, double least)
{
    while (step >= least) {
        double rest = remainder_of(distance, step);
        if (rest < 0.5 * least) /* a step of the grid is no shorter than least */
            return step;
        distance = step;
        step = rest;
    }
    return 0;
}

double tick_of_sorted(const double *sorted, size_t n)
{
    double range = n > 0 ? sorted[n - 1] - sorted[0] : 0;
    double spacing = n > 0 ? 64 * 0x1p-52 * fmax(fabs(sorted[0]), fabs(sorted[n - 1])) : 0;
    double least = fmax(finest * range, spacing), step = 0;
    if (!(range > 0) || !isfinite(range))
        return (double)NAN;
    for (size_t i = 1; i < n; i++) {
        double distance = sorted[i] - sorted[0];
        if (distance < least || sorted[i] == sorted[i - 1])
            continue;
        step = step > 0 ? common(step, distance, least) : distance;
        if (!(step > 0))
            return (double)NAN;
        step = distance / round(distance / step); /* longer distances know the step better */
    }
    if (!(step > 0))
        return (double)NAN;
    for (size_t i = 1; i < n; i++)
        if (sorted[i] != sorted[i - 1] &&
            remainder_of(sorted[i] - sorted[0], step) > tolerance * step)
            return (double)NAN;
    return step;
}

void tick_spread(double *sorted, size_t n, double tick)
{
    for (size_t i = 0, end; i < n; i = end) {
        const double place = sorted[i];
        for (end = i + 1; end < n && sorted[end] - place < 0.5 * tick;)
            end++;
        for (size_t j = i; j < end && end - i > 1; j++)
            sorted[j] = place + tick * (((double)(j - i) + 0.5) / (double)(end - i) - 0.5);
    }
}

enum assay_status assay_tick_of(struct assay_view view, double *tick, struct assay_error *error)
{
    OWNED double *sorted = NULL;
    TRY(view_check(view, 1, "the clock's tick", error));
    TRY(view_sorted(view, &sorted, error));
    *tick = tick_of_sorted(sorted, view.n);
    return ASSAY_OK;
}

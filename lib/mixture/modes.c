/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.c -- I4: the local maxima of a mixture's density.
 * Source:   METHODS A12. The sign of the derivative is followed over places mean + t sd of every part,
 *           t in [-6, 6] by 1/50, and each change of sign is bisected to the last bit.
 * Edge:     the derivative is scaled by its largest term, so that nothing vanishes between far
 *           modes; where it is exactly 0 the sign before counts. All modes lie between the smallest
 *           and the largest mean. That there are at most k is usual, not relied on.
 * Checked:  oracle varcore.json: the number exactly, places to 1e-7 relative.
 */
#include <assay/mixture.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

enum { STEPS = 300 }; /* of 1/50 sd to either side */

/* Has the sign of the density's derivative. */
static double slope(const struct assay_mixture *mixture, double x)
{
    double log_height[ASSAY_MIXTURE_MAX], largest = -HUGE_VAL, sum = 0;
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        double z = (x - part->mean) / part->sd;
        log_height[k] = log(part->weight / part->sd) - 0.5 * z * z;
        largest = fmax(largest, log_height[k]);
    }
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        sum += exp(log_height[k] - largest) * ((part->mean - x) / part->sd) / part->sd;
    }
    return sum;
}

static double bisect(const struct assay_mixture *mixture, double low, double high, bool rising)
{
    for (int i = 0; i < 200; i++) {
        double middle = low + 0.5 * (high - low);
        if (!(middle > low) || !(middle < high))
            break;
        double here = slope(mixture, middle);
        if (here == 0)
            return middle;
        if ((here > 0) == rising)
            low = middle;
        else
            high = middle;
    }
    return low + 0.5 * (high - low);
}

static size_t list_places(const struct assay_mixture *mixture, double *x)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    size_t n = 0;
    for (size_t k = 0; k < mixture->k; k++) {
        low = fmin(low, mixture->part[k].mean);
        high = fmax(high, mixture->part[k].mean);
    }
    for (size_t k = 0; k < mixture->k; k++)
        for (int t = -STEPS; t <= STEPS; t++) {
            double place = mixture->part[k].mean + t / 50.0 * mixture->part[k].sd;
            if (place >= low && place <= high)
                x[n++] = place;
        }
    sort_doubles(x, n);
    return n;
}

static void add_mode(const struct assay_mixture *mixture, double at, struct assay_modes *modes)
{
    struct assay_mode *mode = &modes->mode[modes->n++];
    *mode = (struct assay_mode){.at = at, .density = assay_mixture_density(mixture, at)};
    mode->from = -(double)INFINITY;
    mode->to = (double)INFINITY;
}

/* The density rises before the first place and falls behind the last. */
static void follow(const struct assay_mixture *mixture, const double *x, size_t n,
                   struct assay_modes *modes)
{
    const size_t most = sizeof modes->mode / sizeof modes->mode[0];
    bool rising = true;
    double last = x[0], low = -(double)INFINITY;
    for (size_t i = 0; i < n && modes->n < most; i++) {
        double here = slope(mixture, x[i]);
        if (here == 0 || (here > 0) == rising) {
            last = here == 0 ? last : x[i];
            continue;
        }
        double turn = bisect(mixture, last, x[i], rising);
        if (rising) {
            add_mode(mixture, turn, modes);
            modes->mode[modes->n - 1].from = low;
        } else {
            low = modes->mode[modes->n - 1].to = turn;
        }
        rising = !rising;
        last = x[i];
    }
    if (rising && modes->n < most) {
        add_mode(mixture, bisect(mixture, last, x[n - 1], true), modes);
        modes->mode[modes->n - 1].from = low;
    }
}

enum assay_status assay_mixture_modes(const struct assay_mixture *mixture, struct assay_modes *out,
                                      struct assay_error *error)
{
    TRY(assay_mixture_check(mixture, error));
    OWNED double *x = malloc(mixture->k * (2 * STEPS + 1) * sizeof *x);
    if (x == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the modes of %zu components",
                          mixture->k);
    struct assay_modes modes = {0};
    size_t n = list_places(mixture, x);
    follow(mixture, x, n, &modes);
    for (size_t j = 0; j < modes.n; j++) {
        struct assay_mode *mode = &modes.mode[j];
        mode->weight =
            assay_mixture_below(mixture, mode->to) - assay_mixture_below(mixture, mode->from);
    }
    *out = modes;
    return ASSAY_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dip_quick.c -- does Hartigan's dip reject one mode at 5 %? Without simulating anew.
 * Source:   95 % points of sqrt(n) times the dip of n uniform values, of 100 000 samples each up to
 *           200 values and 30 000 above (2026-11-22, ASSAY_RANDOM_DIP); between them by log n.
 * Assumes:  independent values, DIP_QUICK_MOST at most. Rounded values are spread (dip.c); the points
 *           are those of values that are not rounded, a little above what rounded ones ask for.
 * Checked:  tests/lib/test/test_dip.c, against the simulated p of dip.c. */
#include "test/dip.h"

#include <math.h>
#include <string.h>

#include "descriptive/sorted.h"

static const struct {
    double n, root_dip;
} points[] = {{10, 0.4417},  {12, 0.4499},  {15, 0.4590},  {20, 0.4694}, {25, 0.4770},
              {30, 0.4832},  {40, 0.4920},  {50, 0.4974},  {70, 0.5033}, {100, 0.5114},
              {150, 0.5177}, {200, 0.5221}, {300, 0.5276}, {500, 0.5280}};
enum { N_POINTS = sizeof points / sizeof points[0] };

static double critical(double n)
{
    size_t i = 1;
    while (i + 1 < N_POINTS && points[i].n < n)
        i++;
    const double below = log(points[i - 1].n), above = log(points[i].n);
    const double share = (log(n) - below) / (above - below);
    return points[i - 1].root_dip + share * (points[i].root_dip - points[i - 1].root_dip);
}

/* The dip of the middle one of every five values is within 2 / n of that of all, as their distribution
 * functions are of one another: where that is little enough, which costs a fifth. */
static bool surely_less(const double *x, size_t n, size_t *corners, double dip)
{
    enum { FIVE = 5, LEAST = 100 };
    double middle[DIP_QUICK_MOST / FIVE];
    const size_t m = n / FIVE;
    size_t low, high;
    if (n % FIVE != 0 || n < LEAST)
        return false;
    for (size_t i = 0; i < m; i++)
        middle[i] = x[FIVE * i + FIVE / 2];
    return dip_walk(middle, m, corners, &low, &high) / (2 * (double)m) + 2 / (double)n < dip;
}

bool dip_rejects(const double *sorted, size_t n)
{
    double x[DIP_QUICK_MOST];
    size_t corners[4 * DIP_QUICK_MOST], low, high;
    if (n < DIP_QUICK_LEAST || n > DIP_QUICK_MOST)
        return false;
    memcpy(x, sorted, n * sizeof *x);
    dip_scale(x, n);
    const double tick = dip_tick(x, n);
    if (!isnan(tick))
        tick_spread(x, n, tick);
    const double root = sqrt((double)n), most = critical((double)n);
    return !surely_less(x, n, corners, most / root) &&
           dip_walk(x, n, corners, &low, &high) / (2 * root) > most;
}

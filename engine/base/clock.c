/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c -- the program's own clock. */
#include "base/clock.h"

#include <math.h>
#include <time.h>

static double seconds(const struct timespec *time)
{
    return (double)time->tv_sec + (double)time->tv_nsec * 1e-9;
}

double clock_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds(&now);
}

double clock_reading_s(void)
{
    enum { TRIES = 5, READINGS = 200 };
    double best = INFINITY;
    for (int try = 0; try < TRIES; try++) {
        const double begin = clock_now_s();
        struct timespec last;
        for (int i = 0; i < READINGS; i++)
            clock_gettime(CLOCK_MONOTONIC, &last);
        best = fmin(best, (seconds(&last) - begin) / READINGS);
    }
    return best;
}

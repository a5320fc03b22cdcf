/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h -- reading clocks, and the middle of what they said. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static inline double clock_s(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* For qsort: doubles, smallest first. */
static inline int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Sorts x. n >= 1. */
static inline double median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, ascending);
    return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

#endif

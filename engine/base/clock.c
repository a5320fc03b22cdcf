/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c -- the program's own clock. */
#include "base/clock.h"

#include <time.h>

double clock_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

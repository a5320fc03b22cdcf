/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wait_idle.c -- waiting until a machine has little else to do.
 *
 * The load average of the last minute holds our own benchmarks, so busy processors are counted
 * while we sleep: proc(5), the first line of /proc/stat.
 */
#include "measure/wait_idle.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "measure/interrupt.h"

enum { LOOK_MS = 200 };

/* Ticks that all processors together were busy: user, nice, system, irq, softirq, steal. */
static bool busy_ticks(double *ticks)
{
    unsigned long long t[8];
    FILE *file = fopen("/proc/stat", "re");
    bool read = file != NULL && fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[0],
                                       &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]) == 8;
    if (file != NULL)
        fclose(file);
    if (read)
        *ticks = (double)(t[0] + t[1] + t[2] + t[5] + t[6] + t[7]);
    return read;
}

enum idle wait_idle(double load, double wait_s, double *busy)
{
    const double begin = clock_now_s(), ticks_a_second = (double)sysconf(_SC_CLK_TCK);
    double before, after;
    for (;;) {
        const double start = clock_now_s();
        if (!busy_ticks(&before))
            return IDLE_UNKNOWN;
        struct pollfd wake = {interrupt_descriptor(), POLLIN, 0};
        (void)poll(&wake, 1, LOOK_MS);
        if (interrupt_requested())
            return IDLE_INTERRUPTED;
        if (!busy_ticks(&after))
            return IDLE_UNKNOWN;
        *busy = (after - before) / ticks_a_second / (clock_now_s() - start);
        if (*busy < load)
            return IDLE_YES;
        if (clock_now_s() - begin > wait_s)
            return IDLE_NO;
    }
}

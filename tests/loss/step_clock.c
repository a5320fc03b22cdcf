/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_clock.c -- a wall clock that somebody sets all the time, for tests; preloaded.
 *
 * CLOCK_REALTIME jumps by years, forwards and backwards, at each reading; the clocks that measure
 * are left alone.
 */
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long step_s(void)
{
    static const long steps[] = {0, 86400, -86400, 315360000, -315360000, 3600, -1};
    static unsigned next;
    return steps[next++ % (sizeof steps / sizeof steps[0])];
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const long result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME)
        now->tv_sec += step_s();
    return (int)result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec real;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &real) != 0)
        return -1;
    *now = (struct timeval){real.tv_sec, real.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec real;
    (void)clock_gettime(CLOCK_REALTIME, &real);
    if (out != NULL)
        *out = real.tv_sec;
    return real.tv_sec;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* witness.c -- a command that says by itself, on disk, that it has begun and that it has ended.
 *
 * usage: witness LOG MICROSECONDS [FILE that must be there]
 *
 * "begin" is its first line; "end" its last act, forced to disk. Who begins after another one has
 * been seen to end: what ended before the last "begin" must be stored. Under a harness's protocol it
 * gives values, too.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void say(int log, const char *line)
{
    if (write(log, line, strlen(line)) != (ssize_t)strlen(line))
        exit(3);
}

static void give_values(void)
{
    const char *fd = getenv("ASSAY_FD"), *n = getenv("ASSAY_ITERATIONS");
    const char *warmup = getenv("ASSAY_WARMUP");
    if (fd == NULL || n == NULL || warmup == NULL)
        return;
    for (int i = atoi(n) + atoi(warmup); i > 0; i--)
        (void)dprintf(atoi(fd), "value wall us %d\n", 100 + i);
}

int main(int argc, char **argv)
{
    const int log = argc >= 3 ? open(argv[1], O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
    if (log < 0 || (argc > 3 && access(argv[3], R_OK) != 0))
        return 2;
    say(log, "begin\n");
    const long us = atol(argv[2]);
    const struct timespec pause = {us / 1000000, us % 1000000 * 1000};
    (void)nanosleep(&pause, NULL);
    give_values();
    say(log, "end\n");
    return fsync(log) == 0 ? 0 : 4;
}

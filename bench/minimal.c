/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minimal.c -- the least that timing a command can cost: vfork, exec, wait4, two clock reads.
 * Usage: minimal RUNS PROGRAM [ARGUMENT…]; prints the loop's wall time for one run and the mean and
 * median of what the clock reads say, in seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/command.h"
#include "timing.h"

extern char **environ;

static double now_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

static double run(const char *path, char **argv)
{
    struct rusage usage;
    int status;
    const double start = now_s();
    pid_t child = vfork();
    if (child == 0) {
        execve(path, argv, environ);
        _exit(127);
    }
    (void)wait4(child, &status, 0, &usage);
    return now_s() - start;
}

int main(int argc, char **argv)
{
    const int n = argc > 2 ? atoi(argv[1]) : 0;
    char *path = argc > 2 ? command_resolve(argv[2], getenv("PATH"), "/") : NULL;
    double *wall_s = calloc((size_t)(n > 0 ? n : 1), sizeof *wall_s), sum = 0;
    if (n < 1 || path == NULL || wall_s == NULL)
        return 2;
    const double begin = now_s();
    for (int i = 0; i < n; i++)
        wall_s[i] = run(path, argv + 2);
    const double whole = now_s() - begin;
    for (int i = 0; i < n; i++)
        sum += wall_s[i];
    qsort(wall_s, (size_t)n, sizeof *wall_s, ascending);
    printf("{\"wall\": %.9f, \"mean\": %.9f, \"median\": %.9f}\n", whole / n, sum / n,
           (wall_s[(n - 1) / 2] + wall_s[n / 2]) / 2);
    free(wall_s);
    free(path);
    return 0;
}

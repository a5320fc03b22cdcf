/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn.c -- what measuring costs: assay's experiment loop beside a minimal vfork + wait4 loop, in
 * blocks of executions that alternate in random order.
 *
 * Prints, for each block pair and then as medians over all: seconds of the whole loop for one
 * execution, the mean wall time that the loop reports, and processor time of the measuring process
 * itself. Usage: spawn PROGRAM [ARGUMENT…] with BLOCKS (40) and EXECUTIONS (100) in the
 * environment.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <assay/random.h>

#include "measure/command.h"
#include "measure/experiment.h"

extern char **environ;

struct cost {
    double loop_s, wall_s, cpu_s; /* for one execution */
};

static double clock_s(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double own_cpu_s(void)
{
    return clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

static double minimal_run(const char *path, char **argv)
{
    struct rusage usage;
    int status;
    const double start = clock_s(CLOCK_MONOTONIC);
    pid_t child = vfork();
    if (child == 0) {
        execve(path, argv, environ);
        _exit(127);
    }
    (void)wait4(child, &status, 0, &usage);
    return clock_s(CLOCK_MONOTONIC) - start;
}

static struct cost minimal_loop(const char *path, char **argv, int n)
{
    double begin = clock_s(CLOCK_MONOTONIC), cpu = own_cpu_s(), wall = 0;
    for (int i = 0; i < n; i++)
        wall += minimal_run(path, argv);
    return (struct cost){(clock_s(CLOCK_MONOTONIC) - begin) / n, wall / n, (own_cpu_s() - cpu) / n};
}

static bool keep(void *context, const struct record *record)
{
    *(double *)context += record->duration_s;
    return true;
}

static bool keep_all(void *context, const struct record *const *records, size_t n)
{
    for (size_t i = 0; i < n; i++)
        keep(context, records[i]);
    return true;
}

static struct cost assay_loop(struct launcher *launcher, struct design *design, int n)
{
    double wall = 0;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {.context = &wall, .keep = keep, .keep_all = keep_all};
    struct experiment_report report;
    design->levels[0].count = (size_t)n;
    double begin = clock_s(CLOCK_MONOTONIC), cpu = own_cpu_s();
    if (experiment_run(design, launcher, &options, &calls, &report) != EXPERIMENT_DONE) {
        fprintf(stderr, "%s\n", report.text);
        exit(1);
    }
    return (struct cost){(clock_s(CLOCK_MONOTONIC) - begin) / n, wall / n, (own_cpu_s() - cpu) / n};
}

static int compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, compare);
    return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

static int setting(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text != NULL && atoi(text) > 0 ? atoi(text) : otherwise;
}

static char *join(int argc, char **argv)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    for (int i = 1; stream != NULL && i < argc; i++)
        fprintf(stream, "'%s' ", argv[i]);
    if (stream == NULL || fclose(stream) != 0)
        exit(1);
    return text;
}

static void print_medians(const char *what, double *minimal, double *assay, double *difference,
                          size_t n)
{
    printf("%-44s %10.4f %10.4f %+10.4f\n", what, median(minimal, n) * 1e3, median(assay, n) * 1e3,
           median(difference, n) * 1e3);
}

int main(int argc, char **argv)
{
    struct launcher *launcher;
    struct assay_error error;
    if (argc < 2 || launcher_start(&launcher, NULL, &error) != ASSAY_OK)
        return 2;
    int blocks = setting("BLOCKS", 40), n = setting("EXECUTIONS", 100);
    char *metrics[] = {(char *)"wall", (char *)"user", (char *)"system_time", (char *)"max_rss"};
    struct design_system system = {.name = (char *)"system"};
    struct design_benchmark benchmark = {.name = (char *)"benchmark",
                                         .run = join(argc, argv),
                                         .output = (char *)"null",
                                         .metrics = metrics,
                                         .n_metrics = 4};
    struct design design = {.source = (char *)"/",
                            .levels = {{(char *)"execution", 1, 0}},
                            .n_levels = 1,
                            .systems = &system,
                            .n_systems = 1,
                            .benchmarks = &benchmark,
                            .n_benchmarks = 1};
    char *path = command_resolve(argv[1], getenv("PATH"), "/");
    double *table = calloc(9 * (size_t)blocks, sizeof *table);
    if (path == NULL || table == NULL)
        return 2;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (int b = -1; b < blocks; b++) { /* block -1 warms up */
        struct cost cost[2];
        int first = (int)assay_random_below(&random, 2);
        for (int i = 0; i < 2; i++)
            cost[first ^ i] = (first ^ i) == 0 ? minimal_loop(path, argv + 1, n)
                                               : assay_loop(launcher, &design, n);
        const double values[3][2] = {{cost[0].loop_s, cost[1].loop_s},
                                     {cost[0].wall_s, cost[1].wall_s},
                                     {cost[0].cpu_s, cost[1].cpu_s}};
        for (int k = 0; k < 3 && b >= 0; k++) {
            table[(3 * k + 0) * blocks + b] = values[k][0];
            table[(3 * k + 1) * blocks + b] = values[k][1];
            table[(3 * k + 2) * blocks + b] = values[k][1] - values[k][0];
        }
    }
    static const char *const names[3] = {"whole loop", "wall time reported",
                                         "processor time of the measuring process"};
    printf("ms for one execution, medians of %d blocks of %d\n", blocks, n);
    printf("%-44s %10s %10s %10s\n", "", "minimal", "assay", "difference");
    for (int k = 0; k < 3; k++)
        print_medians(names[k], &table[3 * k * blocks], &table[(3 * k + 1) * blocks],
                      &table[(3 * k + 2) * blocks], (size_t)blocks);
    launcher_stop(&launcher);
    free(table);
    free(path);
    free(benchmark.run);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn.c -- what measuring costs: assay's experiment loop beside a minimal vfork + wait4 loop, in
 * blocks of executions that alternate in random order.
 *
 * Prints, for each block pair and then as medians over all: seconds of the whole loop for one
 * execution, the mean wall time that the loop reports, and processor time of the measuring process
 * itself. Usage: spawn PROGRAM [ARGUMENT…] with BLOCKS (40) and EXECUTIONS (100) in the
 * environment.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assay/random.h>

#include "measure/command.h"
#include "measure/experiment.h"
#include "timing.h"

extern char **environ;

struct cost {
    double loop_s, wall_s, cpu_s; /* for one execution */
};

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

static enum assay_status keep(void *context, const struct record *record, struct assay_error *error)
{
    (void)error;
    *(double *)context += record->duration_s;
    return ASSAY_OK;
}

static bool keep_all(void *context, const struct record *const *records, size_t n)
{
    for (size_t i = 0; i < n; i++)
        (void)keep(context, records[i], NULL);
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
    if (experiment_run(design, launcher, &options, &calls, &report) != ASSAY_OK) {
        fprintf(stderr, "%s\n", report.error.text);
        exit(1);
    }
    return (struct cost){(clock_s(CLOCK_MONOTONIC) - begin) / n, wall / n, (own_cpu_s() - cpu) / n};
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

/* One row of the table for each block: what is measured of the minimal loop, of assay, and between. */
enum { QUANTITIES = 3, COLUMNS = 3 * QUANTITIES };

/* Both loops in random order. Block -1 warms up. */
static void measure_block(struct launcher *launcher, struct design *design, const char *path,
                          char **argv, int n, struct assay_random *random, double *row)
{
    struct cost cost[2];
    const int first = (int)assay_random_below(random, 2);
    for (int i = 0; i < 2; i++)
        cost[first ^ i] =
            (first ^ i) == 0 ? minimal_loop(path, argv, n) : assay_loop(launcher, design, n);
    const double values[QUANTITIES][2] = {{cost[0].loop_s, cost[1].loop_s},
                                          {cost[0].wall_s, cost[1].wall_s},
                                          {cost[0].cpu_s, cost[1].cpu_s}};
    for (int k = 0; row != NULL && k < QUANTITIES; k++) {
        row[3 * k] = values[k][0];
        row[3 * k + 1] = values[k][1];
        row[3 * k + 2] = values[k][1] - values[k][0];
    }
}

static double median_of_column(const double *table, int blocks, int column, double *scratch)
{
    for (int b = 0; b < blocks; b++)
        scratch[b] = table[COLUMNS * b + column];
    return median(scratch, (size_t)blocks);
}

static void print_table(const double *table, int blocks, int n, double *scratch)
{
    static const char *const names[QUANTITIES] = {"whole loop", "wall time reported",
                                                  "processor time of the measuring process"};
    printf("ms for one execution, medians of %d blocks of %d\n", blocks, n);
    printf("%-44s %10s %10s %10s\n", "", "minimal", "assay", "difference");
    for (int k = 0; k < QUANTITIES; k++)
        printf("%-44s %10.4f %10.4f %+10.4f\n", names[k],
               median_of_column(table, blocks, 3 * k, scratch) * 1e3,
               median_of_column(table, blocks, 3 * k + 1, scratch) * 1e3,
               median_of_column(table, blocks, 3 * k + 2, scratch) * 1e3);
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
    double *table = calloc((size_t)(COLUMNS + 1) * (size_t)blocks, sizeof *table);
    if (path == NULL || table == NULL)
        return 2;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (int b = -1; b < blocks; b++)
        measure_block(launcher, &design, path, argv + 1, n, &random,
                      b >= 0 ? &table[COLUMNS * b] : NULL);
    print_table(table, blocks, n, &table[COLUMNS * blocks]);
    launcher_stop(&launcher);
    free(table);
    free(path);
    free(benchmark.run);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.c -- how often live values are told to warm up: the table of docs/coverage.md.
 *
 *     bench_warm_up [EXPERIMENTS] [THREADS]
 *
 * Executions at rest, whose iterations depend on the ones before, and such that begin higher and decay;
 * within the limits of lib/steady/warm_up.c and others. Seeds are fixed: a table is the same on any
 * number of threads. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/parallel.h>
#include <assay/random.h>

#include "steady/warm_up.h"

enum { SEED = 1201 };

static const struct warm_up_limits limits[] = {
    {0.01, 4, 0.8}, {0.005, 4, 0.8}, {0.02, 4, 0.8}, {0.01, 2, 0.8}, {0.01, 4, 0.6}, {0.01, 2, 0.6},
};
enum { N_LIMITS = sizeof limits / sizeof *limits };

static const size_t shapes[][2] = {{12, 100}, {6, 30}, {30, 20}};
enum { N_SHAPES = sizeof shapes / sizeof *shapes };

struct row {
    size_t executions, iterations;
    double dependence, sd, decay; /* the first iterations are so much slower */
    uint32_t seed;
    unsigned char (*found)[N_LIMITS];
};

/* Executions differ by 1 %. An AR(1) begins in its own distribution. */
static void fill(const struct row *row, struct assay_random *random, double *values)
{
    const double rho = row->dependence, step = row->sd * sqrt(1 - rho * rho);
    for (size_t e = 0; e < row->executions; e++) {
        const double level = exp(0.01 * assay_random_normal(random));
        double noise = row->sd * assay_random_normal(random);
        for (size_t i = 0; i < row->iterations; i++) {
            const double place = (double)i / (double)row->iterations;
            values[e * row->iterations + i] =
                level * exp(noise) * (1 + row->decay * exp(-10 * place));
            noise = rho * noise + step * assay_random_normal(random);
        }
    }
}

static void experiment(size_t e, size_t thread, void *context)
{
    (void)thread;
    const struct row *row = context;
    const size_t counts[] = {row->executions, row->iterations};
    double *values = calloc(row->executions * row->iterations, sizeof *values);
    struct assay_random random;
    struct assay_sample sample = {.values = values, .shape = {.n_levels = 2}};
    if (values == NULL)
        exit(1);
    sample.shape.count[0] = counts[0];
    sample.shape.count[1] = counts[1];
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, (uint32_t)e, 0);
    fill(row, &random, values);
    for (size_t k = 0; k < N_LIMITS; k++) {
        struct assay_warm_up found;
        if (warm_up_within(&limits[k], &sample, false, &found, NULL) != ASSAY_OK)
            exit(1);
        row->found[e][k] = found.found;
    }
    free(values);
}

static void run_row(struct row *row, size_t n, size_t n_threads)
{
    row->found = calloc(n, sizeof *row->found);
    if (row->found == NULL)
        exit(1);
    assay_parallel_for(n, n_threads, experiment, row);
    printf("| %zu × %zu | %g | %.0f %% | ", row->executions, row->iterations, row->dependence,
           100 * row->sd);
    printf(row->decay > 0 ? "%.0f %% |" : "none |", 100 * row->decay);
    for (size_t k = 0; k < N_LIMITS; k++) {
        size_t hits = 0;
        for (size_t e = 0; e < n; e++)
            hits += row->found[e][k];
        printf(" %.1f |", 100 * (double)hits / (double)n);
    }
    printf("\n");
    fflush(stdout);
    free(row->found);
}

int main(int argc, char **argv)
{
    static const double dependences[] = {0, 0.6, 0.9}, sds[] = {0.01, 0.05}, decays[] = {0, 0.1};
    const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    const size_t n_threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    uint32_t seed = SEED;
    printf("%zu experiments each\n\n| executions × iterations | AR(1) | sd | decay |", n);
    for (size_t k = 0; k < N_LIMITS; k++)
        printf(" %g %%, %g, %g |", 100 * limits[k].tolerance, limits[k].errors, limits[k].majority);
    printf("\n|---|---|---|---|");
    for (size_t k = 0; k < N_LIMITS; k++)
        printf("---|");
    printf("\n");
    for (size_t d = 0; d < 2; d++)
        for (size_t s = 0; s < N_SHAPES; s++)
            for (size_t a = 0; a < 3; a++)
                for (size_t v = 0; v < 2; v++) {
                    struct row row = {shapes[s][0], shapes[s][1], dependences[a], sds[v],
                                      decays[d],    seed++,       NULL};
                    run_row(&row, n, n_threads);
                }
    return 0;
}

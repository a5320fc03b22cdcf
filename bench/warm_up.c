/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.c -- how often live values are told to warm up: the tables of docs/coverage.md.
 *
 *     bench_warm_up [EXPERIMENTS] [THREADS] [limits|blocks]
 *
 * Executions at rest, whose iterations depend on the ones before, and such that begin higher; within the
 * limits of lib/steady/warm_up.c and others, or, of long executions, with fewer or more blocks. Seeds
 * are fixed: a table is the same on any number of threads. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/parallel.h>
#include <assay/random.h>

#include "steady/steady.h"

enum { SEED = 1201, N_LIMITS = 6, N_BLOCKS = 4, N_SHAPES = 3 };

static const struct warm_up_limits limits[N_LIMITS] = {
    {0.01, 4, 0.8, 250}, {0.005, 4, 0.8, 250}, {0.02, 4, 0.8, 250},
    {0.01, 2, 0.8, 250}, {0.01, 4, 0.6, 250},  {0.01, 2, 0.6, 250},
};
static const struct warm_up_limits blocks[N_BLOCKS] = {
    {0.01, 4, 0.8, 100000}, {0.01, 4, 0.8, 500}, {0.01, 4, 0.8, 250}, {0.01, 4, 0.8, 100}};

static const size_t shapes[N_SHAPES][2] = {{12, 100}, {6, 30}, {30, 20}};
enum { LONG_EXECUTIONS = 12, LONG = 1000 };

enum warm_up { NONE, DECAY, STEP, START_UP, N_WARM_UPS };
static const char *const names[] = {"none", "10 %", "5 % until 50 … 100", "100 % until 5"};

struct row {
    size_t executions, iterations;
    double dependence, sd;
    enum warm_up warm_up;
    uint32_t seed;
    const struct warm_up_limits *limits;
    size_t n_limits;
    double (*until)[N_LIMITS]; /* NaN: not found */
};

/* By how much an iteration is slower than at rest. */
static double excess(const struct row *row, double step, size_t i)
{
    switch (row->warm_up) {
    case DECAY: return 0.1 * exp(-10 * (double)i / (double)row->iterations);
    case STEP: return (double)i < step ? 0.05 : 0;
    case START_UP: return i < 5 ? 1 : 0;
    default: return 0;
    }
}

/* Executions differ by 1 %. An AR(1) begins in its own distribution. */
static void fill(const struct row *row, struct assay_random *random, double *values)
{
    const double rho = row->dependence, spread = row->sd * sqrt(1 - rho * rho);
    for (size_t e = 0; e < row->executions; e++) {
        const double level = exp(0.01 * assay_random_normal(random));
        const double step = row->warm_up == STEP ? 0.05 * (double)row->iterations *
                                                       (1 + (double)e / (double)row->executions)
                                                 : 0;
        double noise = row->sd * assay_random_normal(random);
        for (size_t i = 0; i < row->iterations; i++) {
            values[e * row->iterations + i] = level * exp(noise) * (1 + excess(row, step, i));
            noise = rho * noise + spread * assay_random_normal(random);
        }
    }
}

static void experiment(size_t e, size_t thread, void *context)
{
    (void)thread;
    const struct row *row = context;
    const size_t counts[] = {row->executions, row->iterations};
    const struct assay_warm_up_options options = {0};
    double *values = calloc(row->executions * row->iterations, sizeof *values);
    struct assay_random random;
    if (values == NULL)
        exit(1);
    const struct assay_sample sample = assay_sample_balanced(values, 2, counts);
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, (uint32_t)e, 0);
    fill(row, &random, values);
    for (size_t k = 0; k < row->n_limits; k++) {
        struct assay_warm_up found;
        if (warm_up_within(&row->limits[k], &sample, &options, &found, NULL) != ASSAY_OK)
            exit(1);
        row->until[e][k] = found.found ? (double)found.until : (double)NAN;
    }
    free(values);
}

static void print_cell(const struct row *row, size_t k, size_t n)
{
    double hits = 0, sum = 0;
    for (size_t e = 0; e < n; e++)
        if (!isnan(row->until[e][k])) {
            hits++;
            sum += row->until[e][k];
        }
    printf(" %.1f", 100 * hits / (double)n);
    if (row->limits == blocks && hits > 0)
        printf(", %.0f", sum / hits);
    printf(" |");
}

static void run_row(struct row *row, size_t n, size_t n_threads)
{
    row->until = calloc(n, sizeof *row->until);
    if (row->until == NULL)
        exit(1);
    assay_parallel_for(n, n_threads, experiment, row);
    printf("| %zu × %zu | %g | %.0f %% | %s |", row->executions, row->iterations, row->dependence,
           100 * row->sd, names[row->warm_up]);
    for (size_t k = 0; k < row->n_limits; k++)
        print_cell(row, k, n);
    printf("\n");
    fflush(stdout);
    free(row->until);
}

/* All dependences and standard deviations. */
static void run_rows(struct row row, size_t n, size_t n_threads)
{
    static const double dependences[] = {0, 0.6, 0.9}, sds[] = {0.01, 0.05};
    for (size_t a = 0; a < 3; a++)
        for (size_t v = 0; v < 2; v++) {
            row.dependence = dependences[a];
            row.sd = sds[v];
            run_row(&row, n, n_threads);
            row.seed++;
        }
}

static void print_head(const struct warm_up_limits *columns, size_t n)
{
    printf("| executions × iterations | AR(1) | sd | warm-up |");
    for (size_t k = 0; k < n; k++)
        if (columns == blocks)
            printf(k == 0 ? " each iteration |" : " %zu blocks |", blocks[k].blocks);
        else
            printf(" %g %%, %g, %g |", 100 * columns[k].tolerance, columns[k].errors,
                   columns[k].majority);
    printf("\n|---|---|---|---|");
    for (size_t k = 0; k < n; k++)
        printf("---|");
    printf("\n");
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    const size_t n_threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    const char *table = argc > 3 ? argv[3] : "limits";
    uint32_t seed = SEED;
    printf("%zu experiments each\n\n", n);
    if (strcmp(table, "blocks") == 0) {
        print_head(blocks, N_BLOCKS);
        for (enum warm_up w = NONE; w < N_WARM_UPS; w++, seed += 6)
            run_rows((struct row){LONG_EXECUTIONS, LONG, 0, 0, w, seed, blocks, N_BLOCKS, NULL}, n,
                     n_threads);
        return 0;
    }
    print_head(limits, N_LIMITS);
    for (enum warm_up w = NONE; w <= DECAY; w++)
        for (size_t s = 0; s < N_SHAPES; s++, seed += 6)
            run_rows(
                (struct row){shapes[s][0], shapes[s][1], 0, 0, w, seed, limits, N_LIMITS, NULL}, n,
                n_threads);
    return 0;
}

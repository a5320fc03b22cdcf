/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page_store.c -- a store to write pages from: BENCHMARKS of 2 systems x 10 executions x ITERATIONS
 * values, with warm-up, dependence and modes as programs have them. Usage: page_store FILE
 * [BENCHMARKS [ITERATIONS]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/random.h>

#include "store/store.h"

enum { EXECUTIONS = 10, MOST_ITERATIONS = 100000, MOST_BENCHMARKS = 1000 };

static void must(enum assay_status status, const struct assay_error *error)
{
    if (status != ASSAY_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

static struct design *make_design(size_t benchmarks)
{
    struct design *design = design_new();
    if (design == NULL)
        exit(1);
    design->manifest = design_string(design, "");
    design->levels[0] = (struct design_level){.name = design_string(design, "execution")};
    design->levels[1] = (struct design_level){.name = design_string(design, "iteration")};
    design->n_levels = 2;
    design->n_systems = 2;
    design->n_benchmarks = benchmarks;
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    design->benchmarks = design_alloc(design, benchmarks * sizeof *design->benchmarks);
    design->systems[0].name = design_string(design, "old");
    design->systems[1].name = design_string(design, "new");
    for (size_t i = 0; i < benchmarks; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "benchmark-%zu", i + 1);
        design->benchmarks[i].name = design_string(design, name);
    }
    return design;
}

/* Rough, but quick and much like a normal one: the sum of four uniform numbers, of variance 1. */
static double noise(struct assay_random *random)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += assay_random_uniform(random);
    return (sum - 2) * 1.7320508075688772;
}

/* Whole nanoseconds around 1 ms: 2 % of dependent noise, 1 % between executions, two modes in every
 * third benchmark, and a warm-up of about 20 iterations. */
static void draw(const struct step *step, size_t n, double *values)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, step->benchmark,
                      step->system * EXECUTIONS + step->round);
    const double change = step->system == 0 ? 1 : 0.9 + 0.004 * step->benchmark;
    const double base = 1e6 * change * (1 + 0.01 * noise(&random));
    double drift = 0;
    for (size_t i = 0; i < n; i++) {
        drift = 0.3 * drift + 0.019 * noise(&random);
        const double mode =
            step->benchmark % 3 == 0 && assay_random_uniform(&random) < 0.2 ? 0.15 : 0;
        values[i] = floor(base * (1 + drift + mode + 0.5 * exp(-(double)i / 6))) / 1e9;
    }
}

static void append(struct store *store, int64_t experiment, struct step step, size_t n)
{
    static double values[MOST_ITERATIONS];
    struct assay_error error;
    draw(&step, n, values);
    struct metric_values series = {
        .metric = "wall", .unit = "s", .values = values, .n = n, .n_warmup = n > 40 ? 20 : 0};
    struct record record = {.step = step,
                            .start_ns = 1700000000000000000 + (int64_t)step.round * 1000000000,
                            .cost_s = 0.02 + 0.001 * (double)n,
                            .live_s = 0.001 * (double)n,
                            .series = &series,
                            .n_series = 1};
    must(store_append(store, experiment, &record, &error), &error);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const size_t benchmarks = argc > 2 ? strtoul(argv[2], NULL, 10) : 50;
    const size_t iterations = argc > 3 ? strtoul(argv[3], NULL, 10) : 10000;
    if (benchmarks > MOST_BENCHMARKS || iterations > MOST_ITERATIONS)
        return 2;
    struct assay_error error;
    struct store *store = NULL;
    must(store_open(argv[1], STORE_WRITE, &store, &error), &error);
    struct design *design = make_design(benchmarks);
    int64_t experiment;
    must(store_begin(store, design, NULL, &experiment, &error), &error);
    for (uint32_t round = 0; round < EXECUTIONS; round++)
        for (uint32_t benchmark = 0; benchmark < benchmarks; benchmark++)
            for (uint32_t system = 0; system < 2; system++)
                append(store, experiment,
                       (struct step){.kind = STEP_EXECUTE,
                                     .system = system,
                                     .benchmark = benchmark,
                                     .round = round,
                                     .position = system,
                                     .unit = {round}},
                       iterations);
    must(store_finish(store, experiment, &error), &error);
    store_close(&store);
    design_free(&design);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.c -- how fast experiments are made: normal deviates, Fieller's coverage, RRR's.
 * Usage: simulate [EXPERIMENTS]   (default 100; times are scaled to 1000)
 *
 * Peers for the second row, on another day and machine: R 69 s, numpy 15.9 s, a ziggurat in C 9.5 s.
 */
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <assay/simulate.h>

#include "simulate/normal.h"

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Best of several: what the code can do when the machine lets it. */
static void bench_normal(const struct draw_path *draw, const struct normal_path *path)
{
    enum { N = 4096, TIMES = 500, TRIES = 9 };
    static double out[N];
    struct normal_stream stream;
    double best = 1e9;
    if (!draw->usable() || !path->usable())
        return;
    normal_stream_init(&stream, 1, 0, 0);
    stream.draw = draw, stream.path = path;
    for (int i = 0; i < TRIES; i++) {
        double start = now_s();
        for (int k = 0; k < TIMES; k++)
            normal_fill(&stream, out, N);
        double took = now_s() - start;
        best = took < best ? took : best;
    }
    printf("| normal deviate, %s generator, %s transform | %.2f ns |\n", draw->name, path->name,
           best / ((double)N * TIMES) * 1e9);
}

static struct assay_simulate_design design_of(size_t top, size_t middle, size_t low)
{
    struct assay_simulate_design design = {.n_levels = 3, .ratio = 0.95};
    design.old_system = (struct assay_simulate_system){{top, middle, low}, {0.034, 0.082, 0.014}};
    design.new_system = design.old_system;
    return design;
}

static void bench_run(const char *what, const struct assay_simulate_design *design,
                      enum assay_simulate_method method, bool every_value, uint64_t n,
                      size_t n_threads)
{
    struct assay_simulate_options options = {.methods = {method},
                                             .n_methods = 1,
                                             .confidence = 0.95,
                                             .seed = 1,
                                             .replicates = 999,
                                             .n_threads = n_threads,
                                             .every_value = every_value,
                                             .coverage_only = true};
    struct assay_simulate_tally tally = {0};
    struct assay_error error;
    double start = now_s();
    if (assay_simulate_run(design, &options, 0, n, &tally, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    double took = (now_s() - start) * 1000 / (double)n;
    printf("| %s, %zu thread%s | %.4g s for 1000 experiments |\n", what, n_threads,
           n_threads == 1 ? "" : "s", took);
}

int main(int argc, char **argv)
{
    uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    const struct assay_simulate_design large = design_of(100, 100, 100);
    const struct assay_simulate_design cell = design_of(50, 50, 10);
    printf("| work | time |\n|---|---|\n");
    bench_normal(draw_paths[0], normal_paths[0]);
    bench_normal(draw_paths[n_draw_paths > 1 ? 1 : 0], normal_paths[0]);
    for (size_t p = 1; p < n_normal_paths; p++)
        bench_normal(draw_paths[p + 1 < n_draw_paths ? p + 1 : 0], normal_paths[p]);
    bench_run("Fieller, 2 x 100 x 100 x 100, every value", &large, ASSAY_SIMULATE_FIELLER, true, n,
              1);
    bench_run("Fieller, 2 x 100 x 100 x 100, exact top means", &large, ASSAY_SIMULATE_FIELLER,
              false, 1000, 1);
    bench_run("RRR coverage, B 999, 2 x 50 x 50 x 10", &cell, ASSAY_SIMULATE_RRR, true, n / 5 + 1,
              1);
    bench_run("RRR coverage, B 999, 2 x 50 x 50 x 10", &cell, ASSAY_SIMULATE_RRR, true, n / 5 + 1,
              2);
    return 0;
}

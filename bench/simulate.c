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

#include <assay/simulate.h>

#include "simulate/normal.h"
#include "timing.h"

static double now_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

/* Elapsed time, and that of the processors: on a machine with other work only the latter tells. */
struct took {
    double elapsed, processor;
};

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
        double start = clock_s(CLOCK_PROCESS_CPUTIME_ID);
        for (int k = 0; k < TIMES; k++)
            normal_fill(&stream, out, N);
        double took = clock_s(CLOCK_PROCESS_CPUTIME_ID) - start;
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

static struct took run_s(const struct assay_simulate_design *design,
                         const struct assay_simulate_options *options, uint64_t n)
{
    struct assay_simulate_tally tally = {0};
    struct assay_error error;
    double start = now_s(), used = clock_s(CLOCK_PROCESS_CPUTIME_ID);
    if (assay_simulate_run(design, options, 0, n, &tally, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return (struct took){now_s() - start, clock_s(CLOCK_PROCESS_CPUTIME_ID) - used};
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
    struct took took = run_s(design, &options, n);
    double scale = 1000 / (double)n;
    printf("| %s, %zu thread%s | %.4g s for 1000 experiments, processor %.4g s |\n", what,
           n_threads, n_threads == 1 ? "" : "s", took.elapsed * scale, took.processor * scale);
}

/* A few experiments in every cell of the grid, scaled to 1000. */
static void bench_fig7(size_t n_threads)
{
    enum { EACH = 4 };
    static const double sds[2][3] = {{.034, .082, .014}, {.004, .038, .093}};
    const struct assay_simulate_options options = {.methods = {ASSAY_SIMULATE_RRR},
                                                   .n_methods = 1,
                                                   .confidence = 0.95,
                                                   .seed = 1,
                                                   .replicates = 999,
                                                   .n_threads = n_threads,
                                                   .coverage_only = true};
    struct took took = {0, 0};
    for (size_t i = 0; i < 200; i++) {
        struct assay_simulate_design design =
            design_of(i / 10 % 10 * 10 + 10, i % 10 * 10 + 10, 10);
        memcpy(design.old_system.sd, sds[i / 100], sizeof sds[0]);
        memcpy(design.new_system.sd, sds[i / 100], sizeof sds[0]);
        struct took cell = run_s(&design, &options, EACH);
        took.elapsed += cell.elapsed, took.processor += cell.processor;
    }
    printf("| tr-fig7 for RRR, 1000 experiments in 200 cells (scaled from %d), %zu thread%s | %.3g "
           "min, processor %.3g min |\n",
           EACH, n_threads, n_threads == 1 ? "" : "s", took.elapsed * 1000 / EACH / 60,
           took.processor * 1000 / EACH / 60);
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
    bench_fig7(1);
    bench_fig7(2);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.c -- what the store costs: microseconds for each appended execution, bytes for each kept
 * one, seconds to read all back. Usage: store [FILE [EXECUTIONS [ITERATIONS [METRICS]]]]; FILE -: a
 * temporary one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <assay/random.h>

#include "store/store.h"
#include "temporary.h"
#include "timing.h"

enum { MOST_ITERATIONS = 10000, MOST_METRICS = 8 };

static double now_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

static void must(enum assay_status status, const struct assay_error *error)
{
    if (status != ASSAY_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static struct design *make_design(bool iterated)
{
    struct design *design = design_new();
    if (design == NULL)
        exit(1);
    design->manifest = design_string(design, "");
    design->levels[0] = (struct design_level){.name = design_string(design, "execution")};
    design->levels[1] = (struct design_level){.name = design_string(design, "iteration")};
    design->n_levels = iterated ? 2 : 1;
    design->n_systems = 2;
    design->n_benchmarks = 1;
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    design->benchmarks = design_alloc(design, sizeof *design->benchmarks);
    design->systems[0].name = design_string(design, "old");
    design->systems[1].name = design_string(design, "new");
    design->benchmarks[0].name = design_string(design, "b");
    return design;
}

/* Times of 1 ms with 2 % of noise, in whole nanoseconds, as a clock gives them. */
static void draw(uint32_t execution, size_t n, double *values)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, execution, 0);
    for (size_t i = 0; i < n; i++)
        values[i] = (double)(980000 + assay_random_below(&random, 40000)) / 1e9;
}

static void append_all(struct store *store, int64_t experiment, size_t n, size_t iterations,
                       size_t n_metrics)
{
    static double values[MOST_METRICS][MOST_ITERATIONS];
    static const char *const names[MOST_METRICS] = {"wall", "user", "system_time", "max_rss",
                                                    "m4",   "m5",   "m6",          "m7"};
    struct assay_error error;
    double slowest = 0, began = now_s();
    for (size_t i = 0; i < n; i++) {
        struct metric_values series[MOST_METRICS];
        for (size_t m = 0; m < n_metrics; m++) {
            draw((uint32_t)(i * n_metrics + m), iterations, values[m]);
            series[m] = (struct metric_values){
                .metric = names[m], .unit = "s", .values = values[m], .n = iterations};
        }
        struct record record = {.step = {.kind = STEP_EXECUTE,
                                         .system = (uint32_t)(i % 2),
                                         .round = (uint32_t)(i / 2),
                                         .position = (uint32_t)(i % 2),
                                         .unit = {(uint32_t)(i / 2)}},
                                .start_ns = 1700000000000000000 + (int64_t)i * 1100000,
                                .cost_s = 0.0011 + values[0][0] / 100,
                                .live_s = iterations > 1 ? 0.001 : 0,
                                .series = series,
                                .n_series = n_metrics};
        double before = now_s();
        must(store_append(store, experiment, &record, &error), &error);
        double took = now_s() - before;
        slowest = took > slowest ? took : slowest;
        if (i == n / 10)
            printf("peak memory after a tenth: %ld KiB\n", peak_kib());
    }
    printf("append: %.1f us each (drawing included), slowest %.1f ms; peak memory %ld KiB\n",
           (now_s() - began) / (double)n * 1e6, slowest * 1e3, peak_kib());
}

static long number(char **argv, int argc, int i, long otherwise)
{
    return i < argc ? atol(argv[i]) : otherwise;
}

int main(int argc, char **argv)
{
    struct bench_file file;
    size_t n = (size_t)number(argv, argc, 2, 100000);
    size_t iterations = (size_t)number(argv, argc, 3, 1);
    size_t metrics = (size_t)number(argv, argc, 4, 4);
    if (iterations > MOST_ITERATIONS || metrics > MOST_METRICS ||
        !bench_file_open(&file, argc > 1 ? argv[1] : NULL))
        return 2;
    struct assay_error error;
    struct store *store = NULL;
    must(store_open(file.path, STORE_WRITE, &store, &error), &error);
    struct design *design = make_design(iterations > 1);
    int64_t experiment;
    must(store_begin(store, design, NULL, &experiment, &error), &error);
    append_all(store, experiment, n, iterations, metrics);
    must(store_finish(store, experiment, &error), &error);
    store_close(&store);
    struct stat found;
    if (stat(file.path, &found) == 0)
        printf("file: %.1f bytes an execution of %zu x %zu values\n",
               (double)found.st_size / (double)n, metrics, iterations);
    design_free(&design);
    must(store_open(file.path, STORE_READ, &store, &error), &error);
    struct assay_dataset *dataset = assay_dataset_new();
    double began = now_s();
    must(store_read(store, experiment, dataset, &error), &error);
    double read = now_s();
    struct assay_error problem;
    if (assay_dataset_finish(dataset, &problem) != ASSAY_OK)
        return 1;
    printf("read: %.3f s, finished %.3f s\n", read - began, now_s() - read);
    assay_dataset_free(&dataset);
    store_close(&store);
    bench_file_remove(&file);
    return 0;
}

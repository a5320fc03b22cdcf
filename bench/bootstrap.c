/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap.c -- what resampling costs: nanoseconds a drawn value on each code path, milliseconds
 * for a whole interval, beside R in the same run. Usage: bootstrap [ROUNDS [SCRIPT.R]]
 *
 * Two systems of 30 x 30 x 100 values: 180 000 draws a replicate. Medians over rounds in which all
 * take turns, after one round of warm-up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interval/bootstrap.h"
#include "timing.h"

enum { TOP = 30, MIDDLE = 30, INNER = 100, N = TOP * MIDDLE * INNER, DRAWS = 2 * N };
enum { MOST_ROUNDS = 101, REPLICATES = 999, TOP_REPLICATES = 10000 };

/* The gather and index limits of the plain loop, and of lookups in registers (docs/bootstrap.md). */
static const double LIMIT_PORTABLE = 0.36, LIMIT_AVX512 = 0.13;

/* Processor time for one thread, so that a busy machine disturbs less; elapsed time for more. */
static double now_s(size_t threads)
{
    return clock_s(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}

static void must(enum assay_status status, const struct assay_error *error)
{
    if (status != ASSAY_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

/* One job of the run: measure() returns its cost in its own unit; NaN when it cannot run. */
struct job {
    char name[64];
    const char *unit;
    double (*measure)(const struct job *job);
    const struct draw_path *path;
    enum assay_statistic_kind statistic;
    size_t n_threads;
    const char *script;
    double seen[MOST_ROUNDS];
};

static struct assay_sample samples[2];

static double measure_rrr(const struct job *job)
{
    static double t[REPLICATES];
    struct assay_error error;
    struct assay_bootstrap_options options = {
        .mode = ASSAY_BOOTSTRAP_RRR, .confidence = 0.95, .seed = 1, .n_threads = job->n_threads};
    double start = now_s(job->n_threads);
    must(bootstrap_means(samples, 2, &options, job->path, t, REPLICATES, &error), &error);
    return (now_s(job->n_threads) - start) * 1e9 / REPLICATES / DRAWS;
}

static double measure_top(const struct job *job)
{
    struct assay_error error;
    struct assay_bootstrap_result result;
    struct assay_bootstrap_options options = {.confidence = 0.95,
                                              .seed = 1,
                                              .n_threads = job->n_threads,
                                              .replicates = TOP_REPLICATES,
                                              .statistic = {job->statistic, 0.5, 7}};
    double start = now_s(job->n_threads);
    must(assay_bootstrap_ratio(&samples[0], &samples[1], &options, &result, &error), &error);
    return (now_s(job->n_threads) - start) * 1e3;
}

/* The script prints nanoseconds a draw. */
static double measure_r(const struct job *job)
{
    char command[4096];
    double ns = 0;
    (void)snprintf(command, sizeof command, "Rscript --vanilla '%s' 2>/dev/null", job->script);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        return 0;
    if (fscanf(pipe, "%lf", &ns) != 1)
        ns = 0;
    (void)pclose(pipe);
    return ns;
}

static double *make_data(void)
{
    double *x = malloc(2 * N * sizeof *x);
    struct assay_random random;
    if (x == NULL)
        exit(1);
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < 2 * N; i++)
        x[i] = 10 + assay_random_normal(&random);
    const size_t counts[] = {TOP, MIDDLE, INNER};
    samples[0] = assay_sample_balanced(x, 3, counts);
    samples[1] = assay_sample_balanced(x + N, 3, counts);
    return x;
}

static size_t list_jobs(struct job *jobs, const char *script)
{
    size_t n = 0;
    for (size_t p = 0; p < n_draw_paths; p++) {
        if (!draw_paths[p]->usable())
            continue;
        jobs[n] = (struct job){
            .unit = "ns/draw", .measure = measure_rrr, .path = draw_paths[p], .n_threads = 1};
        (void)snprintf(jobs[n++].name, sizeof jobs->name, "rrr %s", draw_paths[p]->name);
    }
    jobs[n++] = (struct job){.name = "rrr best, 2 threads",
                             .unit = "ns/draw",
                             .measure = measure_rrr,
                             .path = draw_path_best(),
                             .n_threads = 2};
    jobs[n++] = (struct job){.name = "top level, ratio of means, B 10000",
                             .unit = "ms",
                             .measure = measure_top,
                             .n_threads = 1};
    jobs[n++] = (struct job){.name = "top level, ratio of medians, B 10000",
                             .unit = "ms",
                             .measure = measure_top,
                             .statistic = ASSAY_STATISTIC_QUANTILE,
                             .n_threads = 1};
    if (script != NULL)
        jobs[n++] = (struct job){
            .name = "rrr R sample.int", .unit = "ns/draw", .measure = measure_r, .script = script};
    return n;
}

int main(int argc, char **argv)
{
    static struct job jobs[16];
    size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 7;
    rounds = rounds < 1 ? 1 : rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
    double *x = make_data();
    size_t n = list_jobs(jobs, argc > 2 ? argv[2] : NULL);
    for (size_t round = 0; round <= rounds; round++)
        for (size_t j = 0; j < n; j++) {
            double cost = jobs[j].measure(&jobs[j]);
            if (round > 0)
                jobs[j].seen[round - 1] = cost;
        }
    double r_cost = argc > 2 ? median(jobs[n - 1].seen, rounds) : 0;
    printf("%-38s %9s %-8s %9s %9s\n", "bootstrap, 2 x 30x30x100", "median", "unit", "x limit",
           "R / this");
    for (size_t j = 0; j < n; j++) {
        double cost = median(jobs[j].seen, rounds);
        printf("%-38s %9.3f %-8s", jobs[j].name, cost, jobs[j].unit);
        if (jobs[j].measure == measure_rrr && jobs[j].n_threads == 1)
            printf(" %9.1f", cost / (strcmp(jobs[j].path->name, "avx512") == 0 ? LIMIT_AVX512
                                                                               : LIMIT_PORTABLE));
        if (jobs[j].measure == measure_rrr && r_cost > 0)
            printf(" %*.0f", jobs[j].n_threads == 1 ? 9 : 19, r_cost / cost);
        printf("\n");
    }
    free(x);
    return 0;
}

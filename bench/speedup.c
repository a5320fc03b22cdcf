/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.c -- what the Speedup-Test costs on a suite of the size of its authors' own collection:
 * 2438 samples of 30 to 1000 values. Usage: speedup [ROUNDS]
 *
 * Prints the median over the rounds, in ms, of the protocol alone and with the effects beside it,
 * on one thread and on two, as ratios to a sort of all samples in the same round: what any rank
 * test needs. The cases of a round run in turn, so that drift meets all.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "timing.h"

enum { BENCHMARKS = 1219, SAMPLES = 2 * BENCHMARKS, MOST = 1000, MOST_ROUNDS = 101, CASES = 4 };

static double values[SAMPLES][MOST], scratch[MOST];
static size_t count[SAMPLES];

static double now_ms(void)
{
    return 1e3 * clock_s(CLOCK_MONOTONIC);
}

static void draw(void)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t s = 0; s < SAMPLES; s++) {
        count[s] = 30 + assay_random_below(&random, 971);
        for (size_t i = 0; i < count[s]; i++)
            values[s][i] = 10 - 0.1 * (double)(s % 2) + assay_random_normal(&random);
    }
}

static double time_sorts(void)
{
    double start = now_ms();
    for (size_t s = 0; s < SAMPLES; s++) {
        memcpy(scratch, values[s], count[s] * sizeof *scratch);
        qsort(scratch, count[s], sizeof *scratch, ascending);
    }
    return now_ms() - start;
}

static double time_analysis(bool strict, size_t threads)
{
    static struct assay_speedup_benchmark in[BENCHMARKS];
    static struct assay_speedup_result out[BENCHMARKS];
    struct assay_speedup_suite suite;
    struct assay_error error;
    const struct assay_speedup_options options = {.confidence = NAN,
                                                  .proportion_confidence = 0.95,
                                                  .precision = 0.05,
                                                  .strict = strict,
                                                  .effect_confidence = 0.95,
                                                  .margin = 0.01,
                                                  .n_threads = threads};
    for (size_t i = 0; i < BENCHMARKS; i++)
        in[i] = (struct assay_speedup_benchmark){{values[2 * i], count[2 * i]},
                                                 {values[2 * i + 1], count[2 * i + 1]},
                                                 (double)NAN,
                                                 (double)NAN,
                                                 false};
    double start = now_ms();
    if (assay_speedup_analyse(in, BENCHMARKS, &options, out, &suite, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return now_ms() - start;
}

int main(int argc, char **argv)
{
    static const char *const names[CASES] = {"protocol, 1 thread", "with effects, 1 thread",
                                             "protocol, 2 threads", "with effects, 2 threads"};
    static double ms[CASES][MOST_ROUNDS], sort_ms[MOST_ROUNDS];
    int rounds = argc > 1 ? atoi(argv[1]) : 9;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    draw();
    for (int r = 0; r < rounds; r++) {
        sort_ms[r] = time_sorts();
        for (int c = 0; c < CASES; c++)
            ms[c][r] = time_analysis(c % 2 == 0, c < 2 ? 1 : 2);
    }
    double sorts = median(sort_ms, (size_t)rounds);
    printf("%d samples of 30 to 1000 values, median of %d rounds\n", SAMPLES, rounds);
    printf("  %-26s %8.1f ms\n", "qsort of every sample", sorts);
    for (int c = 0; c < CASES; c++) {
        double cost = median(ms[c], (size_t)rounds);
        printf("  %-26s %8.1f ms  %5.2f x\n", names[c], cost, cost / sorts);
    }
    return 0;
}

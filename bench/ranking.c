/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking.c -- commands that take the same time, each compared with the one that seemed the fastest: how often is a
 * difference told, and how often an interval without the truth? docs/coverage.md.
 * Usage: ranking [SHARE], SHARE of the full number of samples.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { N_SAMPLES = 4000, MOST_COMMANDS = 20, MOST_ROUNDS = 100 };
static double values[MOST_COMMANDS][MOST_ROUNDS];

static size_t draw(uint32_t sample, size_t commands, size_t rounds)
{
    double least = (double)INFINITY;
    size_t fastest = 0;
    struct assay_random random;
    assay_random_init(&random, 41, ASSAY_RANDOM_SIMULATION, sample,
                      (uint32_t)(1000 * commands + rounds));
    for (size_t i = 0; i < commands; i++) {
        double sum = 0;
        for (size_t r = 0; r < rounds; r++)
            sum += values[i][r] = 1 + 0.05 * assay_random_normal(&random);
        fastest = sum < least ? i : fastest;
        least = fmin(least, sum);
    }
    return fastest;
}

/* Whether one of the others is told apart, or has an interval of the ratio without 1. */
static bool misses(size_t commands, size_t rounds, size_t fastest, double confidence)
{
    const struct assay_compare_options options = {.method = ASSAY_COMPARE_AUTO,
                                                  .confidence = confidence,
                                                  .rounds_paired = true,
                                                  .without_bootstrap = true};
    const struct assay_sample reference = assay_sample_flat(values[fastest], rounds);
    for (size_t i = 0; i < commands; i++) {
        const struct assay_sample other = assay_sample_flat(values[i], rounds);
        struct assay_comparison found;
        if (i == fastest)
            continue;
        if (assay_compare(&reference, &other, &options, &found, NULL) != ASSAY_OK)
            exit(1);
        if (found.ratio.interval.lower > 1 || found.ratio.interval.upper < 1)
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    static const size_t commands[] = {3, 5, 10, 20}, rounds[] = {10, 30, 100};
    const size_t n = (size_t)((argc > 1 ? strtod(argv[1], NULL) : 1) * N_SAMPLES);
    printf("| commands | rounds | each at 95 %% | all pairs at 95 %% |\n|---|---|---|---|\n");
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
        for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++) {
            size_t plain = 0, joint = 0;
            for (size_t s = 0; s < n; s++) {
                const size_t fastest = draw((uint32_t)s, commands[c], rounds[r]);
                plain += misses(commands[c], rounds[r], fastest, 0.95);
                joint += misses(commands[c], rounds[r], fastest,
                                assay_confidence_of_pairs(0.95, commands[c]));
            }
            printf("| %zu | %zu | %.1f | %.1f |\n", commands[c], rounds[r],
                   100 * (double)plain / (double)n, 100 * (double)joint / (double)n);
            (void)fflush(stdout);
        }
    return 0;
}

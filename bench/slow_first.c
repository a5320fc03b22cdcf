/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow_first.c -- how often a quick run says that its first run was slow, by chance and for a reason: docs/coverage.md.
 * Usage: slow_first [SHARE], SHARE of the full number of samples.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { N_CHANCE = 40000, N_REASON = 10000, MOST = 100 };

enum shape { NORMAL, LOG_NORMAL, ACCIDENTS };
static const struct noise {
    enum shape shape;
    double size;
    const char *name;
} noises[] = {
    {NORMAL, 0.05, "normal, 5 %"},
    {NORMAL, 0.2, "normal, 20 %"},
    {LOG_NORMAL, 0.3, "log-normal, 0.3"},
    {LOG_NORMAL, 0.6, "log-normal, 0.6"},
    {LOG_NORMAL, 1, "log-normal, 1"},
    {ACCIDENTS, 0.02, "2 % of runs 1.5 to 6 times as long"},
    {ACCIDENTS, 0.1, "10 % of runs 1.5 to 6 times as long"},
};
static const size_t sizes[] = {5, 6, 10, 20, 30, 100};
enum { N_SIZES = sizeof sizes / sizeof *sizes };

static double draw(const struct noise *noise, struct assay_random *random)
{
    const double z = assay_random_normal(random), u = assay_random_uniform(random);
    switch (noise->shape) {
    case NORMAL: return fmax(0.05, 1 + noise->size * z);
    case LOG_NORMAL: return exp(noise->size * z);
    default: return (1 + 0.02 * z) * (u < noise->size ? 1.5 + 4.5 * u / noise->size : 1);
    }
}

static void row(const struct noise *noise, double times, size_t n_samples)
{
    printf("| %s | %g |", noise->name, times);
    for (size_t k = 0; k < N_SIZES; k++) {
        size_t fired = 0;
        for (size_t s = 0; s < n_samples; s++) {
            struct assay_random random;
            struct assay_others others;
            double x[MOST];
            assay_random_init(&random, 37, ASSAY_RANDOM_SIMULATION, (uint32_t)s, (uint32_t)k);
            for (size_t i = 0; i < sizes[k]; i++)
                x[i] = draw(noise, &random) * (i == 0 ? times : 1);
            fired += assay_slow_first(x, sizes[k], &others);
        }
        printf(" %.1f |", 100.0 * (double)fired / (double)n_samples);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static const double times[] = {1.5, 2, 5, 15};
    const double share = argc > 1 ? strtod(argv[1], NULL) : 1;
    printf("| values | first, times | 5 | 6 | 10 | 20 | 30 | 100 "
           "|\n|---|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++)
        row(&noises[k], 1, (size_t)(share * N_CHANCE));
    for (size_t t = 0; t < sizeof times / sizeof *times; t++)
        for (size_t k = 0; k < sizeof noises / sizeof *noises; k++)
            if (k != 3 && k != 4 && k != 5)
                row(&noises[k], times[t], (size_t)(share * N_REASON));
    return 0;
}

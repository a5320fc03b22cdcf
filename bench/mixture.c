/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mixture.c -- what mixtures cost on each code path, beside R's mclust where it is installed, and how
 * often they err: K > 1 for pure normals, planted modes found, size of the fit test.
 * Usage: mixture [SAMPLES [SCRIPT.R]]. 2000 samples give standard errors of half a point.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

#include "mixture/problem.h"
#include "timing.h"

enum { MOST = 1000, ROUNDS = 15 };

static double x[MOST];

static double now_ms(void)
{
    return 1e3 * clock_s(CLOCK_MONOTONIC);
}

/* Of this process: other work on the machine does not count. */
static double cpu_ms(void)
{
    return 1e3 * clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

/* n normals, of which the first n_shifted stand `shift` higher, rounded to tick > 0. */
static struct assay_view fill(uint32_t replicate, size_t n, size_t n_shifted, double shift,
                              double tick)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, replicate, (uint32_t)n);
    for (size_t i = 0; i < n; i++) {
        x[i] = assay_random_normal(&random) + (i < n_shifted ? shift : 0);
        x[i] = tick > 0 ? tick * round(x[i] / tick) : x[i];
    }
    return (struct assay_view){x, n};
}

static struct assay_mixture_fit fit(struct assay_view view)
{
    struct assay_mixture_fit found = {0};
    struct assay_error error;
    if (assay_mixture_fit_values(view, NULL, &found, &error) != ASSAY_OK) {
        fprintf(stderr, "mixture: %s\n", error.text);
        exit(1);
    }
    return found;
}

static double median_choice_ms(const struct em_path *path)
{
    const struct assay_mixture_options options = {0};
    struct assay_mixture_fit found;
    double ms[ROUNDS];
    for (uint32_t r = 0; r <= ROUNDS; r++) {
        struct assay_view view = fill(r, 1000, 300, 4, 0);
        double start = cpu_ms();
        (void)mixture_fit_on(path, view, &options, &found, NULL);
        if (r > 0)
            ms[r - 1] = cpu_ms() - start;
    }
    qsort(ms, ROUNDS, sizeof ms[0], ascending);
    return ms[ROUNDS / 2];
}

static double peer_ms(const char *script)
{
    char command[4096];
    double ms = NAN;
    (void)snprintf(command, sizeof command, "Rscript '%s' 2>/dev/null", script);
    FILE *pipe = script != NULL ? popen(command, "r") : NULL;
    if (pipe == NULL)
        return NAN;
    if (fscanf(pipe, "%lf", &ms) != 1)
        ms = NAN;
    pclose(pipe);
    return ms;
}

static void time_choice(const char *script)
{
    double peer = peer_ms(script);
    puts("K chosen from 1 to 10, 1000 values, ms of one core");
    for (size_t p = 0; p < n_em_paths; p++) {
        if (!em_paths[p]->usable())
            continue;
        double ms = median_choice_ms(em_paths[p]);
        printf("  %-10s %7.2f", em_paths[p]->name, ms);
        printf(isnan(peer) ? "\n" : "   %.1f times as fast as mclust\n", peer / ms);
    }
    printf(isnan(peer) ? "  mclust     not installed\n" : "  mclust     %7.2f\n", peer);
}

static void time_many(void)
{
    double start = cpu_ms();
    for (uint32_t r = 0; r < 2438; r++) {
        size_t n = 30 + (size_t)r * 970 / 2437;
        (void)fit(fill(r, n, r % 3 * n / 4, 4, 0));
    }
    printf("2438 samples of 30 to 1000 values: %.1f s of one core\n", (cpu_ms() - start) / 1e3);
}

static void time_fit_test(void)
{
    static const double ticks[] = {0, 0.1};
    for (size_t t = 0; t < 2; t++) {
        struct assay_view view = fill(1, 100, 50, 6, ticks[t]);
        struct assay_mixture_fit found = fit(view);
        struct assay_mixture_test test;
        double start = now_ms();
        (void)assay_mixture_fit_test(view, &found, 999, 1, 0, &test, NULL);
        printf("fit test, B = 999, n = 100, K = %zu, tick %.1f: %.0f ms\n", found.mixture.k,
               ticks[t], now_ms() - start);
    }
}

static void count_choices(uint32_t n_samples)
{
    static const size_t sizes[] = {50, 200};
    static const double shifts[] = {3, 4, 5};
    uint32_t found;
    for (size_t s = 0; s < 2; s++) {
        found = 0;
        for (uint32_t r = 0; r < n_samples; r++)
            found += fit(fill(r, sizes[s], 0, 0, 0)).mixture.k > 1;
        printf("pure normals, n = %zu: K > 1 in %.1f %%\n", sizes[s], 100.0 * found / n_samples);
    }
    for (size_t s = 0; s < 3; s++) {
        found = 0;
        for (uint32_t r = 0; r < n_samples; r++)
            found += fit(fill(r, 35, 7, shifts[s], 0)).mixture.k > 1;
        printf("28 values, and 7 of them %.0f sd higher: K > 1 in %.1f %%\n", shifts[s],
               100.0 * found / n_samples);
    }
}

static void count_rejections(uint32_t n_samples)
{
    static const double ticks[] = {0, 0.1, 0.25, 0.5};
    static const size_t sizes[] = {30, 100, 300};
    for (size_t s = 0; s < 3; s++)
        for (size_t t = 0; t < 4; t++) {
            uint32_t rejected = 0;
            for (uint32_t r = 0; r < n_samples; r++) {
                struct assay_view view = fill(r, sizes[s], 0, 0, ticks[t]);
                struct assay_mixture_options one = {.components = 1};
                struct assay_mixture_fit found;
                struct assay_mixture_test test = {0};
                (void)assay_mixture_fit_values(view, &one, &found, NULL);
                (void)assay_mixture_fit_test(view, &found, 199, r, 0, &test, NULL);
                rejected += test.p <= 0.05;
            }
            printf("fit test at 5 %%, n = %zu, tick %.2f sd: rejects %.1f %%\n", sizes[s], ticks[t],
                   100.0 * rejected / n_samples);
        }
}

int main(int argc, char **argv)
{
    uint32_t n_samples = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2000;
    if (n_samples == 0) {
        fputs("usage: mixture [SAMPLES [SCRIPT.R]]\n", stderr);
        return 2;
    }
    time_choice(argc > 2 ? argv[2] : NULL);
    time_many();
    time_fit_test();
    count_choices(n_samples);
    count_rejections(n_samples);
    return 0;
}

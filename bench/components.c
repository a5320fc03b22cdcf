/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.c -- what the nested statistics cost on 1e7 values: variance by level with the interval
 * of the mean (two walks), the description that `show` prints, and filling a dataset.
 * Usage: components [ROUNDS]
 *
 * Prints the median over the rounds, in ms, and the bandwidth of a plain sum over the same array in
 * the same round: what memory allows. The cases of a round run in turn, so that drift meets all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "timing.h"

enum { VALUES = 10000000, MOST_ROUNDS = 101, N_SHAPES = 5 };

static const struct {
    const char *name;
    size_t n_levels, counts[3];
} shapes[N_SHAPES] = {
    {"100 x 100 x 1000", 3, {100, 100, 1000}},
    {"30 x 30 x 11111", 3, {30, 30, 11111}},
    {"1000 x 1000 x 10", 3, {1000, 1000, 10}},
    {"1000000 x 10", 2, {1000000, 10}},
    {"10000000 flat", 1, {VALUES}},
};

static double now_ms(void)
{
    return 1e3 * clock_s(CLOCK_MONOTONIC);
}

static void must(enum assay_status status, const struct assay_error *error)
{
    if (status != ASSAY_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

static double *draw_values(void)
{
    double *x = malloc(VALUES * sizeof *x);
    if (x == NULL)
        exit(1);
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < VALUES; i++)
        x[i] = 0.1 + 1e-12 * assay_random_u32(&random);
    return x;
}

static double time_sum(const double *x)
{
    double start = now_ms(), sum[8] = {0};
    for (size_t i = 0; i + 8 <= VALUES; i += 8)
        for (size_t k = 0; k < 8; k++)
            sum[k] += x[i + k];
    volatile double kept = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
    (void)kept;
    return now_ms() - start;
}

static double time_components(const struct assay_sample *sample)
{
    struct assay_components components;
    struct assay_estimate estimate;
    struct assay_error error;
    double start = now_ms();
    must(assay_components_of(sample, &components, &error), &error);
    must(assay_mean_interval(sample, 0.95, &estimate, &error), &error);
    return now_ms() - start;
}

static double time_description(const struct assay_sample *sample)
{
    struct assay_description description;
    struct assay_error error;
    double start = now_ms();
    must(assay_describe(sample, 0.95, &description, &error), &error);
    return now_ms() - start;
}

/* An importer's worst habit (each value by itself, all names given), or 1000 values a call. */
static double time_dataset(const double *x, size_t at_once)
{
    static const char *const levels[] = {"build", "execution", "iteration"};
    char build[32] = "", execution[32] = "";
    const char *labels[] = {build, execution};
    struct assay_error error;
    double start = now_ms();
    struct assay_dataset *dataset = assay_dataset_new();
    const struct assay_series_key key = {"old", "fft", "wall", "s", false, 3, levels};
    for (size_t i = 0; i < VALUES; i += at_once) {
        if (i % 1000 == 0) {
            (void)snprintf(build, sizeof build, "%zu", i / 100000);
            (void)snprintf(execution, sizeof execution, "%zu", i / 1000 % 100);
        }
        size_t series;
        must(assay_dataset_series(dataset, &key, &series, &error), &error);
        must(assay_dataset_add(dataset, series, labels, x + i, at_once, 0, &error), &error);
    }
    must(assay_dataset_finish(dataset, &error), &error);
    double spent = now_ms() - start;
    assay_dataset_free(&dataset);
    return spent;
}

int main(int argc, char **argv)
{
    size_t rounds = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 7;
    if (rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "components: ROUNDS must be 1 to %d\n", MOST_ROUNDS);
        return 2;
    }
    double *x = draw_values();
    static double sum[MOST_ROUNDS], spent[N_SHAPES + 3][MOST_ROUNDS];
    (void)time_components(&(struct assay_sample){x, {.n_levels = 1, .count = {VALUES}}});
    for (size_t round = 0; round < rounds; round++) {
        sum[round] = time_sum(x);
        for (size_t k = 0; k < N_SHAPES; k++) {
            struct assay_sample sample =
                assay_sample_balanced(x, shapes[k].n_levels, shapes[k].counts);
            spent[k][round] = time_components(&sample);
        }
        struct assay_sample sample = assay_sample_balanced(x, 3, shapes[0].counts);
        spent[N_SHAPES][round] = time_description(&sample);
        spent[N_SHAPES + 1][round] = time_dataset(x, 1);
        spent[N_SHAPES + 2][round] = time_dataset(x, 1000);
    }
    printf("1e7 values, median of %zu rounds, ms\n", rounds);
    printf("  %-42s %8.1f  (%.1f GB/s)\n", "plain sum", median(sum, rounds),
           VALUES * sizeof(double) / median(sum, rounds) / 1e6);
    for (size_t k = 0; k < N_SHAPES; k++)
        printf("  components and interval, %-17s %8.1f\n", shapes[k].name,
               median(spent[k], rounds));
    printf("  %-42s %8.1f\n", "description (sorts)", median(spent[N_SHAPES], rounds));
    printf("  %-42s %8.1f\n", "dataset, value by value", median(spent[N_SHAPES + 1], rounds));
    printf("  %-42s %8.1f\n", "dataset, 1000 values a call", median(spent[N_SHAPES + 2], rounds));
    free(x);
    return 0;
}

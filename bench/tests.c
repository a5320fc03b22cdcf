/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests.c -- what the rank tests, Shapiro-Wilk and the sort cost, beside R in the same run where R is
 * installed. Usage: tests [ROUNDS [SCRIPT.R]]. Prints medians over the rounds in milliseconds, after
 * one round of warm-up, R's median of its own rounds, and the ratio.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "base/sort.h"
#include "timing.h"

enum { MOST = 10000000, MOST_ROUNDS = 101 };

static double now_ms(void)
{
    return 1e3 * clock_s(CLOCK_MONOTONIC);
}

static double *x, *y, *scratch;

/* Normal deviates, rounded to 1 / ticks when ticks > 0. */
static void fill(double *values, size_t n, double ticks, uint32_t unit)
{
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t i = 0; i < n; i++) {
        values[i] = assay_random_normal(&random);
        if (ticks > 0)
            values[i] = round(values[i] * ticks) / ticks;
    }
}

struct job {
    const char *name; /* as in tests.R */
    size_t n;
    double ticks;
    double target_ms;
    enum assay_status (*run)(const struct job *job, struct assay_error *error);
};

static enum assay_status run_shapiro(const struct job *job, struct assay_error *error)
{
    struct assay_shapiro out;
    return assay_shapiro_test((struct assay_view){x, job->n}, &out, error);
}

static enum assay_status run_exact(const struct job *job, struct assay_error *error)
{
    struct assay_wilcoxon out;
    struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_YES};
    return assay_wilcoxon_test((struct assay_view){x, job->n}, (struct assay_view){y, job->n},
                               &options, &out, error);
}

static enum assay_status run_normal(const struct job *job, struct assay_error *error)
{
    struct assay_wilcoxon out;
    struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_NO};
    return assay_wilcoxon_test((struct assay_view){x, job->n}, (struct assay_view){y, job->n},
                               &options, &out, error);
}

static enum assay_status run_kolmogorov(const struct job *job, struct assay_error *error)
{
    struct assay_kolmogorov out;
    return assay_kolmogorov_test((struct assay_view){x, job->n}, (struct assay_view){y, job->n},
                                 ASSAY_TWO_SIDED, ASSAY_EXACT_NO, &out, error);
}

static enum assay_status run_sort(const struct job *job, struct assay_error *error)
{
    (void)error;
    sort_values(x, job->n, scratch);
    return ASSAY_OK;
}

static const struct job JOBS[] = {
    {"shapiro 5000", 5000, 0, 0.15, run_shapiro},
    {"wilcoxon exact 50", 50, 0, 0.15, run_exact},
    {"wilcoxon exact 200 ties", 200, 20, 50, run_exact},
    {"wilcoxon exact 200 few values", 200, 2, 50, run_exact},
    {"wilcoxon 1e5", 100000, 0, 5, run_normal},
    {"ks 1e5", 100000, 0, 5, run_kolmogorov},
    {"sort 1e7", MOST, 0, 200, run_sort},
};

/* The median; *best receives the fastest round, which a busy machine disturbs least. */
static double measure(const struct job *job, size_t rounds, double *best)
{
    double seen[MOST_ROUNDS];
    for (size_t r = 0; r <= rounds; r++) {
        struct assay_error error;
        if (r == 0 || job->run == run_sort) {
            fill(x, job->n, job->ticks, 0);
            fill(y, job->n, job->ticks, 1);
        }
        double start = now_ms();
        if (job->run(job, &error) != ASSAY_OK) {
            fprintf(stderr, "%s: %s\n", job->name, error.text);
            exit(1);
        }
        if (r > 0)
            seen[r - 1] = now_ms() - start;
    }
    qsort(seen, rounds, sizeof *seen, ascending);
    *best = seen[0];
    return seen[rounds / 2];
}

/* The script prints lines "name: milliseconds"; NaN for what it does not know. */
static double ask_r(const char *script, const char *name)
{
    char command[4096], line[256];
    double ms = NAN;
    (void)snprintf(command, sizeof command, "Rscript --vanilla '%s' '%s' 2>/dev/null", script,
                   name);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        return NAN;
    while (fgets(line, sizeof line, pipe) != NULL)
        ms = strtod(line, NULL);
    return pclose(pipe) == 0 ? ms : (double)NAN;
}

int main(int argc, char **argv)
{
    size_t rounds = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 11;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    x = malloc(MOST * sizeof *x);
    y = malloc(MOST * sizeof *y);
    scratch = malloc(MOST * sizeof *scratch);
    if (x == NULL || y == NULL || scratch == NULL)
        return 1;
    printf("%-30s %10s %10s %10s %10s %8s\n", "milliseconds", "median", "best", "target",
           "R median", "R/assay");
    for (size_t k = 0; k < sizeof JOBS / sizeof *JOBS; k++) {
        double best, ours = measure(&JOBS[k], rounds, &best);
        printf("%-30s %10.4g %10.4g %10.4g", JOBS[k].name, ours, best, JOBS[k].target_ms);
        double theirs = argc > 2 ? ask_r(argv[2], JOBS[k].name) : (double)NAN;
        if (isnan(theirs))
            printf(" %10s %8s\n", "-", "-");
        else
            printf(" %10.4g %8.3g\n", theirs, theirs / ours);
        (void)fflush(stdout);
    }
    free(x);
    free(y);
    free(scratch);
    return 0;
}

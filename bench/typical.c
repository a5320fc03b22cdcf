/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical.c -- how often the typical run's intervals hold what they promise: tables of docs/coverage.md.
 * Usage: typical [coverage|verdict|whole|study|all [SHARE [THREADS]]], SHARE of the full number of experiments.
 *
 * Each experiment has its own random numbers, so the tables do not depend on the threads.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>
#include <assay/parallel.h>

enum { MOST_ROUNDS = 1000, FULL = 8000, SEED = 71, METHODS = 6 };
static double share = 1;
static size_t n_threads = 0;

/* What happens to a round beside the change itself. */
enum noise { NORMAL, STALLS, CAUCHY, TICK, DEPENDENT, SLOWLY };
static const char *const noise_names[] = {
    [NORMAL] = "normal, 1 %",
    [STALLS] = "stalls: 10 % of the values + Exp(0.5) in ln",
    [CAUCHY] = "Cauchy",
    [TICK] = "a clock's tick as coarse as one sd",
    [DEPENDENT] = "AR(1) 0.2 from round to round",
    [SLOWLY] = "AR(1) 0.5",
};
enum { N_NOISES = sizeof noise_names / sizeof *noise_names };

static double stall(struct assay_random *random)
{
    return assay_random_uniform(random) < 0.1 ? -0.5 * log(assay_random_uniform(random)) : 0;
}

/* One round: the logarithm of each system's value. */
static void draw_round(struct assay_random *random, enum noise noise, double *memory, double *x,
                       double *y)
{
    const double sd = 0.01 / sqrt(2), rho = noise == DEPENDENT ? 0.2 : noise == SLOWLY ? 0.5 : 0;
    *x = sd * assay_random_normal(random);
    *y = sd * assay_random_normal(random);
    if (rho > 0) {
        *memory = rho * *memory + sqrt(1 - rho * rho) * sqrt(2) * *y;
        *x = 0, *y = *memory;
    }
    if (noise == STALLS) {
        *x += stall(random);
        *y += stall(random);
    }
    if (noise == CAUCHY) /* kept within doubles */
        *y = 0.005 * fmax(fmin(tan(M_PI * (assay_random_uniform(random) - 0.5)), 1e4), -1e4);
}

/* Rounds of one value each; the tick shows in values. */
static void draw(struct assay_random *random, enum noise noise, double change, size_t r, double *x,
                 double *y)
{
    const double tick = 0.01 / sqrt(2);
    double memory = 0;
    if (noise == DEPENDENT || noise == SLOWLY)
        memory = 0.01 * assay_random_normal(random);
    for (size_t j = 0; j < r; j++) {
        draw_round(random, noise, &memory, &x[j], &y[j]);
        x[j] = exp(x[j]);
        y[j] = exp(y[j] + change);
        if (noise == TICK) {
            x[j] = tick * round(x[j] / tick);
            y[j] = tick * round(y[j] / tick);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct row {
    enum noise noise;
    size_t r;
    double change;
    uint32_t seed;
    unsigned char (*hit)[METHODS];
};

static bool holds(const struct assay_interval *interval, double truth)
{
    return interval->kind != ASSAY_BOUNDED ||
           (interval->lower <= truth && truth <= interval->upper);
}

/* Does the anytime interval leave the truth at any of the rounds? log ratios in order of time. */
static bool ever_left(const double *changes, size_t r, double truth)
{
    const double prior = assay_median_prior(60);
    size_t above = 0, below = 0;
    for (size_t n = 1; n <= r; n++) {
        above += changes[n - 1] > truth;
        below += changes[n - 1] < truth;
        size_t order = assay_median_order_anytime(n, prior, 0.95);
        if (order > 0 && (n - above < order || n - below < order))
            return true;
    }
    return false;
}

/* hit: typical holds, mean holds, anytime held all along, a verdict of both, of the mean alone, typical holds
 * without allowing for ticks. */
static void experiment(size_t e, size_t thread, void *context)
{
    (void)thread;
    const struct row *row = context;
    double x[MOST_ROUNDS], y[MOST_ROUNDS], changes[MOST_ROUNDS];
    struct assay_random random;
    assay_random_init(&random, row->seed, ASSAY_RANDOM_SIMULATION, (uint32_t)e, 0);
    draw(&random, row->noise, row->change, row->r, x, y);
    const struct assay_sample a = assay_sample_flat(x, row->r), b = assay_sample_flat(y, row->r);
    struct assay_typical typical[2];
    struct assay_estimate mean[2];
    unsigned char *hit = row->hit[e];
    if (assay_typical_changes(&a, &b, 0, changes, NULL) != ASSAY_OK)
        exit(1);
    hit[2] = row->noise == TICK || !ever_left(changes, row->r, row->change);
    qsort(changes, row->r, sizeof *changes, ascending);
    const struct assay_view sorted = {changes, row->r};
    for (int k = 0; k < 2; k++) /* 1 - a, 1 - a/2 */
        if (assay_typical_interval(sorted, NULL, k == 0 ? 0.95 : 0.975, &typical[k], NULL) !=
                ASSAY_OK ||
            assay_ratio_paired(&a, &b, k == 0 ? 0.95 : 0.975, &mean[k], NULL) != ASSAY_OK)
            exit(1);
    hit[5] = holds(&typical[0].ratio.interval, exp(row->change));
    qsort(x, row->r, sizeof *x, ascending);
    qsort(y, row->r, sizeof *y, ascending);
    const double hidden =
        assay_typical_resolution((struct assay_view){x, row->r}, (struct assay_view){y, row->r});
    for (int k = 0; k < 2; k++)
        assay_typical_widen(&typical[k], hidden);
    hit[0] = holds(&typical[0].ratio.interval, exp(row->change));
    hit[1] = holds(&mean[0].interval, exp(row->change));
    hit[3] = !holds(&typical[1].ratio.interval, 1) || !holds(&mean[1].interval, 1);
    hit[4] = !holds(&mean[0].interval, 1);
}

static size_t run_row(struct row *row, double percent[METHODS])
{
    static uint32_t next_seed = SEED;
    const size_t n = (size_t)fmax(ceil(share * FULL), 2);
    row->seed = next_seed++;
    row->hit = calloc(n, sizeof *row->hit);
    if (row->hit == NULL)
        exit(1);
    assay_parallel_for(n, n_threads, experiment, row);
    for (int k = 0; k < METHODS; k++) {
        size_t hits = 0;
        for (size_t e = 0; e < n; e++)
            hits += row->hit[e][k];
        percent[k] = 100 * (double)hits / (double)n;
    }
    free(row->hit);
    return n;
}

static void coverage(void)
{
    static const size_t rounds[] = {6, 8, 11, 12, 20, 30, 100, 300, 1000};
    enum { N_ROUNDS = sizeof rounds / sizeof *rounds };
    static const char *const what[] = {"typical", "mean (Fieller)",
                                       "anytime, looked at each round"};
    double percent[N_NOISES][N_ROUNDS][METHODS];
    size_t n = 0;
    for (size_t k = 0; k < N_NOISES; k++)
        for (size_t i = 0; i < N_ROUNDS; i++) {
            struct row row = {.noise = (enum noise)k, .r = rounds[i], .change = log(1.03)};
            n = run_row(&row, percent[k][i]);
        }
    printf("%zu experiments each\n\n| noise | interval |", n);
    for (size_t i = 0; i < N_ROUNDS; i++)
        printf(" %zu |", rounds[i]);
    printf("\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < N_NOISES; k++)
        for (size_t m = 0; m < 3; m++) {
            const bool bare = k == TICK && m == 2;
            printf("| %s | %s |", m == 0 ? noise_names[k] : "",
                   bare ? "typical, tick not allowed for" : what[m]);
            for (size_t i = 0; i < N_ROUNDS; i++)
                printf(" %.1f |", percent[k][i][bare ? 5 : m]);
            printf("\n");
        }
}

static void verdict(void)
{
    static const size_t rounds[] = {8, 10, 30, 100, 300};
    printf("\n| noise | change | decided by |");
    for (size_t i = 0; i < 5; i++)
        printf(" %zu |", rounds[i]);
    printf("\n|---|---|---|---|---|---|---|---|\n");
    for (size_t k = NORMAL; k <= STALLS; k++)
        for (int changed = 0; changed < 2; changed++) {
            double percent[5][METHODS];
            for (size_t i = 0; i < 5; i++) {
                struct row row = {
                    .noise = (enum noise)k, .r = rounds[i], .change = changed ? log(1.01) : 0};
                (void)run_row(&row, percent[i]);
            }
            for (size_t m = 3; m < 5; m++) {
                printf("| %s | %s | %s |", m == 3 ? noise_names[k] : "", changed ? "1 %" : "none",
                       m == 3 ? "both" : "the mean alone");
                for (size_t i = 0; i < 5; i++)
                    printf(" %.1f |", percent[i][m]);
                printf("\n");
            }
        }
}

/* ---- several benchmarks together ---- */

enum { MOST_BENCHMARKS = 30 };

struct whole {
    struct row row;
    size_t n; /* benchmarks, each with a change of its own */
};

static void whole_one(size_t e, size_t thread, void *context)
{
    (void)thread;
    const struct whole *whole = context;
    const size_t r = whole->row.r;
    double x[MOST_ROUNDS], y[MOST_ROUNDS], changes[MOST_ROUNDS], truth = 0;
    struct assay_estimate ratios[MOST_BENCHMARKS];
    struct assay_suite_ratio found;
    for (size_t b = 0; b < whole->n; b++) {
        const double change = log(0.97 + 0.02 * (double)(b % 5));
        struct assay_typical typical;
        struct assay_random random;
        assay_random_init(&random, whole->row.seed, ASSAY_RANDOM_SIMULATION, (uint32_t)e,
                          (uint32_t)b);
        draw(&random, whole->row.noise, change, r, x, y);
        truth += change / (double)whole->n;
        const struct assay_sample old = assay_sample_flat(x, r), new = assay_sample_flat(y, r);
        if (assay_typical_changes(&old, &new, 0, changes, NULL) != ASSAY_OK)
            exit(1);
        qsort(changes, r, sizeof *changes, ascending);
        if (assay_typical_interval((struct assay_view){changes, r}, NULL, 0.95, &typical, NULL) !=
            ASSAY_OK)
            exit(1);
        ratios[b] = typical.ratio;
    }
    if (assay_suite_of_changes(ratios, whole->n, 0.95, &found, NULL) != ASSAY_OK)
        exit(1);
    whole->row.hit[e][0] = holds(&found.fixed, exp(truth));
}

static void wholes(void)
{
    static const size_t rounds[] = {8, 12, 30, 100}, counts[] = {2, 3, 5, 10, 30};
    const size_t n = (size_t)fmax(ceil(share * FULL), 2);
    unsigned char(*hit)[METHODS] = calloc(n, sizeof *hit);
    if (hit == NULL)
        exit(1);
    printf("\n%zu experiments each\n\n| noise | benchmarks | 8 | 12 | 30 | 100 |\n|---|---|---|---|---|---|\n",
           n);
    for (size_t k = NORMAL; k <= CAUCHY; k++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            printf("| %s | %zu |", i == 0 ? noise_names[k] : "", counts[i]);
            for (size_t j = 0; j < sizeof rounds / sizeof *rounds; j++) {
                struct whole whole = {.row = {.noise = (enum noise)k,
                                              .r = rounds[j],
                                              .seed = (uint32_t)(SEED + 1000 + 100 * k + 10 * i + j),
                                              .hit = hit},
                                      .n = counts[i]};
                size_t hits = 0;
                assay_parallel_for(n, n_threads, whole_one, &whole);
                for (size_t e = 0; e < n; e++)
                    hits += hit[e][0];
                printf(" %.1f |", 100 * (double)hits / (double)n);
            }
            printf("\n");
        }
    free(hit);
}

/* ---- which statistic? ---- */

enum { STUDY_ROUNDS = 60, WALSH = STUDY_ROUNDS * (STUDY_ROUNDS + 1) / 2 };
enum { BY_MEAN, BY_TYPICAL, BY_HODGES_LEHMANN, BY_TRIMMED, BY_MINIMUM, N_STATISTICS };
static const char *const statistic_names[] = {
    [BY_MEAN] = "mean (Fieller)",
    [BY_TYPICAL] = "typical (median of ratios)",
    [BY_HODGES_LEHMANN] = "Hodges-Lehmann (signed ranks)",
    [BY_TRIMMED] = "mean of ratios, a tenth trimmed at each end",
    [BY_MINIMUM] = "minimum of each system",
};

/* Logarithms: estimate and ends; ends NaN where there is no interval. */
struct studied {
    double estimate, lower, upper;
};

struct study {
    double stalled; /* share of runs that stall, of each system */
    uint32_t seed;
    struct studied (*found)[N_STATISTICS];
};

static struct studied hodges_lehmann(const double *sorted)
{
    static _Thread_local double walsh[WALSH];
    const double n = STUDY_ROUNDS;
    size_t at = 0;
    for (size_t i = 0; i < STUDY_ROUNDS; i++)
        for (size_t j = i; j < STUDY_ROUNDS; j++)
            walsh[at++] = (sorted[i] + sorted[j]) / 2;
    qsort(walsh, WALSH, sizeof *walsh, ascending);
    const size_t k =
        (size_t)floor(n * (n + 1) / 4 - 1.959964 * sqrt(n * (n + 1) * (2 * n + 1) / 24));
    return (struct studied){(walsh[WALSH / 2 - 1] + walsh[WALSH / 2]) / 2, walsh[k],
                            walsh[WALSH - 1 - k]};
}

/* Tukey and McLaughlin 1963: t with the winsorised deviation. */
static struct studied trimmed(const double *sorted)
{
    enum { CUT = STUDY_ROUNDS / 10, KEPT = STUDY_ROUNDS - 2 * CUT };
    double mean = 0, winsorised = 0, squares = 0;
    for (size_t i = 0; i < STUDY_ROUNDS; i++) {
        const size_t at = i < CUT ? CUT : i >= STUDY_ROUNDS - CUT ? STUDY_ROUNDS - CUT - 1 : i;
        mean += i == at ? sorted[i] / KEPT : 0;
        winsorised += sorted[at] / STUDY_ROUNDS;
        squares += sorted[at] * sorted[at];
    }
    const double sd = sqrt((squares - STUDY_ROUNDS * winsorised * winsorised) / (STUDY_ROUNDS - 1));
    const double reach =
        assay_t_critical(0.95, KEPT - 1) * sd / ((double)KEPT / STUDY_ROUNDS * sqrt(STUDY_ROUNDS));
    return (struct studied){mean, mean - reach, mean + reach};
}

static double least(const double *x)
{
    double smallest = x[0];
    for (size_t i = 1; i < STUDY_ROUNDS; i++)
        smallest = fmin(smallest, x[i]);
    return smallest;
}

static void study_one(size_t e, size_t thread, void *context)
{
    (void)thread;
    const struct study *study = context;
    double x[STUDY_ROUNDS], y[STUDY_ROUNDS], changes[STUDY_ROUNDS];
    struct assay_random random;
    assay_random_init(&random, study->seed, ASSAY_RANDOM_SIMULATION, (uint32_t)e, 0);
    for (size_t j = 0; j < STUDY_ROUNDS; j++)
        for (int k = 0; k < 2; k++) {
            double z = 0.01 / sqrt(2) * assay_random_normal(&random);
            if (assay_random_uniform(&random) < study->stalled)
                z -= 0.5 * log(assay_random_uniform(&random));
            *(k == 0 ? &x[j] : &y[j]) = exp(z + (k == 0 ? 0 : log(1.03)));
        }
    const struct assay_sample a = assay_sample_flat(x, STUDY_ROUNDS),
                              b = assay_sample_flat(y, STUDY_ROUNDS);
    struct assay_typical typical;
    struct assay_estimate mean;
    struct studied *found = study->found[e];
    if (assay_typical_changes(&a, &b, 0, changes, NULL) != ASSAY_OK)
        exit(1);
    qsort(changes, STUDY_ROUNDS, sizeof *changes, ascending);
    if (assay_typical_interval((struct assay_view){changes, STUDY_ROUNDS}, NULL, 0.95, &typical,
                               NULL) != ASSAY_OK ||
        assay_ratio_paired(&a, &b, 0.95, &mean, NULL) != ASSAY_OK)
        exit(1);
    const struct assay_interval *of_mean = &mean.interval, *of_typical = &typical.ratio.interval;
    const bool bounded = of_mean->kind == ASSAY_BOUNDED;
    found[BY_MEAN] = (struct studied){
        log(mean.estimate), bounded && of_mean->lower > 0 ? log(of_mean->lower) : (double)-INFINITY,
        bounded ? log(of_mean->upper) : (double)INFINITY};
    found[BY_TYPICAL] = (struct studied){log(typical.ratio.estimate), log(of_typical->lower),
                                         log(of_typical->upper)};
    found[BY_HODGES_LEHMANN] = hodges_lehmann(changes);
    found[BY_TRIMMED] = trimmed(changes);
    found[BY_MINIMUM] = (struct studied){log(least(y) / least(x)), NAN, NAN};
}

static void print_studied(const struct study *study, size_t n, size_t statistic, double *reference)
{
    const double truth = log(1.03), margin = log(1.01);
    double bias = 0, squares = 0, held = 0, decided = 0, *widths = calloc(n, sizeof *widths);
    if (widths == NULL)
        exit(1);
    for (size_t e = 0; e < n; e++) {
        const struct studied *f = &study->found[e][statistic];
        bias += (f->estimate - truth) / (double)n;
        squares += (f->estimate - truth) * (f->estimate - truth) / (double)n;
        widths[e] = (f->upper - f->lower) / 2;
        held += f->lower <= truth && truth <= f->upper;
        decided += f->lower > margin;
    }
    qsort(widths, n, sizeof *widths, ascending);
    const double width = statistic == BY_MINIMUM ? (double)NAN : widths[n / 2];
    free(widths);
    if (statistic == BY_MEAN)
        *reference = width;
    printf("| %.0f %% | %s | %+.2f | %.2f |", 100 * study->stalled, statistic_names[statistic],
           100 * bias, 100 * sqrt(squares));
    if (isnan(width))
        printf(" none | | | |\n");
    else
        printf(" %.2f | %.1f | %.1f | %.3g |\n", 100 * width, 100 * held / (double)n,
               100 * decided / (double)n, width * width / *reference / *reference);
}

static void study(void)
{
    static const double stalled[] = {0, 0.02, 0.1, 0.3};
    const size_t n = (size_t)fmax(ceil(share * FULL / 4), 2);
    printf("\n| runs that stall | statistic | bias, %% | error, %% | half-width, %% | covers, %% | "
           "finds 3 "
           "%%, %% | time for the mean's half-width |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < 4; k++) {
        struct study of = {stalled[k], 501 + (uint32_t)k, calloc(n, sizeof *of.found)};
        double reference = 1;
        if (of.found == NULL)
            exit(1);
        assay_parallel_for(n, n_threads, study_one, &of);
        for (size_t statistic = 0; statistic < N_STATISTICS; statistic++)
            print_studied(&of, n, statistic, &reference);
        free(of.found);
    }
}

int main(int argc, char **argv)
{
    const char *grid = argc > 1 ? argv[1] : "all";
    share = argc > 2 ? strtod(argv[2], NULL) : 1;
    n_threads = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    const bool all = strcmp(grid, "all") == 0;
    if (all || strcmp(grid, "coverage") == 0)
        coverage();
    if (all || strcmp(grid, "verdict") == 0)
        verdict();
    if (all || strcmp(grid, "whole") == 0)
        wholes();
    if (all || strcmp(grid, "study") == 0)
        study();
    return 0;
}

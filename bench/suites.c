/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suites.c -- how often the interval of a suite holds the truth where its benchmarks move together: a table of
 * docs/evidence/coverage.md.
 * Usage: suites [SUITES]
 *
 * A suite is 10 benchmarks whose true changes differ by 3 % about the population's, which is 0. A value errs by 1 %; a benchmark's
 * ratio moves by 1 % for itself from machine to machine, or from round to round, and by as much with all benchmarks where something is
 * shared: what a machine does to new, a fresh build of new in each round. Each suite has its own random numbers.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/assay.h>

enum { BENCHMARKS = 10, MOST = 32, SEED = 77 };
static size_t suites = 10000;

enum kind { MACHINES, PAIRED, TYPICAL, UNPAIRED };
struct cell {
    const char *name;
    enum kind kind;
    size_t units; /* machines, or rounds */
};
static const struct cell cells[] = {
    {"2 machines", MACHINES, 2},
    {"3 machines", MACHINES, 3},
    {"4 machines", MACHINES, 4},
    {"8 machines", MACHINES, 8},
    {"3 rounds", PAIRED, 3},
    {"5 rounds", PAIRED, 5},
    {"10 rounds", PAIRED, 10},
    {"30 rounds", PAIRED, 30},
    {"10 rounds, typical runs", TYPICAL, 10},
    {"20 rounds, typical runs", TYPICAL, 20},
    {"30 rounds, typical runs", TYPICAL, 30},
    {"10 rounds, not paired", UNPAIRED, 10},
};

/* One suite: values by benchmark and unit. */
struct suite {
    double change[BENCHMARKS], mean_change;
    double old[BENCHMARKS * MOST], new[BENCHMARKS * MOST], log_ratio[BENCHMARKS * MOST];
};

static void draw(struct assay_random *random, const struct cell *cell, double shared,
                 struct suite *out)
{
    const size_t n = cell->units;
    double of_unit[MOST], speed[2][MOST];
    out->mean_change = 0;
    for (size_t j = 0; j < n; j++) {
        of_unit[j] = shared * assay_random_normal(random);
        speed[0][j] = (cell->kind == MACHINES ? 0.3 : 0.02) * assay_random_normal(random);
        speed[1][j] = speed[0][j];
    }
    for (size_t j = 0; cell->kind == UNPAIRED && j < n;
         j++) /* what all of them have in common is in of_unit alone */
        speed[0][j] = speed[1][j] = 0;
    for (size_t i = 0; i < BENCHMARKS; i++) {
        out->change[i] = 0.03 * assay_random_normal(random);
        out->mean_change += out->change[i] / BENCHMARKS;
        for (size_t j = 0; j < n; j++) {
            const double moved = out->change[i] + of_unit[j] + 0.01 * assay_random_normal(random);
            const size_t at = i * n + j;
            out->old[at] = (double)(i + 1) * exp(speed[0][j] + 0.01 * assay_random_normal(random));
            out->new[at] =
                (double)(i + 1) * exp(speed[1][j] + moved + 0.01 * assay_random_normal(random));
            out->log_ratio[at] = log(out->new[at] / out->old[at]);
        }
    }
}

static void must(enum assay_status status)
{
    if (status != ASSAY_OK)
        exit(1);
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* What the benchmarks say each by itself, and how far each unit lies from it. */
static void ratios_of(const struct cell *cell, const struct suite *suite,
                      struct assay_estimate *ratios, double *deviation)
{
    const size_t n = cell->units;
    for (size_t i = 0; i < BENCHMARKS; i++) {
        double changes[MOST];
        for (size_t j = 0; j < n; j++)
            changes[j] = suite->log_ratio[i * n + j];
        if (cell->kind == MACHINES) {
            must(assay_machines_ratio((struct assay_view){changes, n}, 0.95, &ratios[i], NULL));
        } else {
            struct assay_typical typical;
            qsort(changes, n, sizeof *changes, ascending);
            must(assay_typical_interval((struct assay_view){changes, n}, NULL, 0.95, &typical,
                                        NULL));
            ratios[i] = typical.ratio;
        }
        for (size_t j = 0; j < n; j++) {
            const double away = suite->log_ratio[i * n + j] - log(ratios[i].estimate);
            size_t below = 0;
            for (size_t k = 0; k < n; k++)
                below += suite->log_ratio[i * n + k] < suite->log_ratio[i * n + j];
            deviation[i * n + j] = cell->kind == TYPICAL ? (double)below : away;
        }
    }
}

static void of_ratios(const struct cell *cell, const struct suite *suite,
                      struct assay_suite_ratio out[2])
{
    struct assay_estimate ratios[BENCHMARKS];
    double deviation[BENCHMARKS * MOST];
    ratios_of(cell, suite, ratios, deviation);
    must(assay_suite_of_changes(ratios, BENCHMARKS, 0.95, &out[0], NULL));
    must(assay_suite_of_changes_in_rounds(ratios, deviation, BENCHMARKS, cell->units, 0.95, &out[1],
                                          NULL));
}

static void of_means(const struct cell *cell, const struct suite *suite,
                     struct assay_suite_summary out[2])
{
    struct assay_suite_benchmark benchmarks[BENCHMARKS];
    const size_t n = cell->units;
    const struct assay_suite_rounds rounds = {suite->old, suite->new, n, n};
    for (size_t i = 0; i < BENCHMARKS; i++) {
        const struct assay_sample old = assay_sample_flat(suite->old + i * n, n),
                                  new = assay_sample_flat(suite->new + i *n, n);
        must(assay_suite_benchmark_of(&old, &new, cell->kind != UNPAIRED, 1, &benchmarks[i], NULL));
    }
    must(assay_suite_summarise(benchmarks, BENCHMARKS, 0.95, &out[0], NULL));
    must(assay_suite_summarise_rounds(benchmarks, &rounds, BENCHMARKS, 0.95, &out[1], NULL));
}

static bool holds(const struct assay_interval *interval, double truth)
{
    const bool between = interval->lower <= truth && truth <= interval->upper;
    return interval->kind == ASSAY_OUTSIDE ? !between : interval->kind == ASSAY_ALL || between;
}

struct counts {
    size_t average[2], total[2], drawn[2];
    double width[2];
};

static void count(const struct cell *cell, double shared, uint32_t number, struct counts *counts)
{
    struct assay_random random;
    struct suite suite;
    struct assay_suite_ratio ratio[2];
    struct assay_suite_summary summary[2];
    double old = 0, new = 0;
    assay_random_init(&random, SEED, ASSAY_RANDOM_SIMULATION, number,
                      (uint32_t)(cell - cells) * 2 + (shared > 0));
    draw(&random, cell, shared, &suite);
    for (size_t i = 0; i < BENCHMARKS; i++) {
        old += (double)(i + 1);
        new += (double)(i + 1) * exp(suite.change[i]);
    }
    of_means(cell, &suite, summary);
    if (cell->kind == MACHINES || cell->kind == TYPICAL)
        of_ratios(cell, &suite, ratio);
    for (int k = 0; k < 2; k++) {
        if (cell->kind == PAIRED || cell->kind == UNPAIRED)
            ratio[k] = summary[k].geometric;
        counts->average[k] += holds(&ratio[k].fixed, exp(suite.mean_change));
        counts->drawn[k] += holds(&ratio[k].random, 1);
        counts->total[k] += holds(&summary[k].total_time.fixed, new / old);
        counts->width[k] += log(ratio[k].fixed.upper / ratio[k].fixed.lower) / 2 / (double)suites;
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        suites = (size_t)strtoul(argv[1], NULL, 10);
    printf("%zu suites each: taken together, and as if independent\n\n"
           "| | average | total time | a population's average | half-width "
           "|\n|---|---:|---:|---:|---:|\n",
           suites);
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (int shared = 0; shared < 2; shared++) {
            struct counts counts = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
            for (uint32_t s = 0; s < suites; s++)
                count(&cells[c], shared * 0.01, s, &counts);
            const double to = 100 / (double)suites;
            printf("| %s%s | %.1f (%.1f) | %.1f (%.1f) | %.1f (%.1f) | %.2f (%.2f) %% |\n",
                   cells[c].name, shared ? ", shared" : "", to * (double)counts.average[1],
                   to * (double)counts.average[0], to * (double)counts.total[1],
                   to * (double)counts.total[0], to * (double)counts.drawn[1],
                   to * (double)counts.drawn[0], 100 * counts.width[1], 100 * counts.width[0]);
        }
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* continued.c -- pilots whose values count, and rules that look, in rounds and in slices (METHODS B6, I1).
 *
 *     build/bench/bench_continued [RUNS]
 *
 * Prints the tables of docs/evidence/pilots-that-count.md: two equal systems, so that every interval without 1 is a false
 * alarm. RUNS: 4000. Data of rounds are those of stopping_data.h, hosts those of stopping_hosts.h. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "stopping_hosts.h"

enum { MOST = 4000, PILOT = ASSAY_STOPPING_PILOT, ROUNDS = 60, LOOKS = 4, EXPECTED = 100 };
static const double confidence = 0.95;

/* ---- rounds ---- */

static const struct host_source sources[] = {
    {"normal", normal, 0, false},
    {"lognormal", lognormal, 0, false},
    {"bimodal", bimodal, 0, false},
    {"narrow", narrow, 0, false},
    {"stalls", stalls, 0, false},
    {"slices, 10 ms", NULL, 0.01, true},
    {"slices, 0.1 s", NULL, 0.1, true},
    {"slices, 10 s", NULL, 10, true},
    {"one by one, 0.1 s", NULL, 0.1, false},
};
enum { N_SOURCES = sizeof sources / sizeof sources[0] };

static struct host begin(const struct host_source *source, size_t run, uint64_t seed)
{
    return host_of(source, run, seed, (uint32_t)(source - sources));
}

static void draw_pair(struct host *w, double *old_value, double *new_value)
{
    host_pair(w, w->source->in_slices, old_value, new_value);
}

/* ---- judged at the end ---- */

static double x[MOST], y[MOST], changes[MOST];

static void measure(struct host *w, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        draw_pair(w, &x[i], &y[i]);
        changes[i] = log(y[i] / x[i]);
    }
}

/* A row's sums; what is in per cent is divided by the number of runs. */
struct sums {
    double mean, typical, both, rounds, width, width_typical;
};

static bool without_one(const struct assay_interval *interval)
{
    return interval->kind == ASSAY_BOUNDED && (interval->lower > 1 || interval->upper < 1);
}

/* pilot 0: the number was fixed. At confidence 1 - a, a / 2 for each of the two questions of `both`. */
static void intervals(size_t from, size_t n, size_t pilot, double at, struct assay_interval *mean,
                      struct assay_interval *typical)
{
    const struct assay_sample old_sample = assay_sample_flat(&x[from], n),
                              new_sample = assay_sample_flat(&y[from], n);
    const struct assay_typical_rule rule = {.stopping = ASSAY_STOPPED_CONTINUED, .pilot = pilot};
    struct assay_estimate ratio;
    struct assay_typical found;
    const enum assay_status status =
        pilot > 0 ? assay_ratio_continued(&old_sample, &new_sample, pilot, at, &ratio, NULL)
                  : assay_ratio_paired(&old_sample, &new_sample, at, &ratio, NULL);
    if (status != ASSAY_OK ||
        assay_typical_interval((struct assay_view){&changes[from], n}, pilot > 0 ? &rule : NULL, at,
                               &found, NULL) != ASSAY_OK)
        exit(1);
    *mean = ratio.interval;
    *typical = found.ratio.interval;
}

static void judge(size_t from, size_t n, size_t pilot, size_t measured, struct sums *sums)
{
    struct assay_interval mean, typical, mean_half, typical_half;
    qsort(&changes[from], n, sizeof *changes, host_ascending);
    intervals(from, n, pilot, confidence, &mean, &typical);
    intervals(from, n, pilot, 1 - (1 - confidence) / 2, &mean_half, &typical_half);
    sums->mean += without_one(&mean);
    sums->typical += without_one(&typical);
    sums->both += without_one(&mean_half) || without_one(&typical_half);
    sums->rounds += (double)measured;
    sums->width += (mean.upper - mean.lower) / 2;
    sums->width_typical += (typical.upper - typical.lower) / 2;
}

/* Rounds that a pilot asks for, with the caution of plans; `fits` pilots would do if its variance were the true one. */
static size_t planned(const struct host *w, size_t pilot, double fits)
{
    static double true_variance[N_SOURCES];
    struct assay_moments moments;
    double *variance = &true_variance[w->source - sources];
    if (*variance == 0) { /* once, of a run of its own */
        struct host own = begin(w->source, 0, 2018);
        static double kept[3][MOST];
        memcpy(kept[0], x, sizeof x), memcpy(kept[1], y, sizeof y);
        memcpy(kept[2], changes, sizeof changes);
        measure(&own, 0, MOST);
        if (assay_moments_of((struct assay_view){changes, MOST}, &moments, NULL) != ASSAY_OK)
            exit(1);
        *variance = moments.variance;
        memcpy(x, kept[0], sizeof x), memcpy(y, kept[1], sizeof y);
        memcpy(changes, kept[2], sizeof changes);
    }
    if (assay_moments_of((struct assay_view){changes, pilot}, &moments, NULL) != ASSAY_OK)
        exit(1);
    const double caution = assay_stopping_caution(pilot, confidence);
    const double n = ceil(fits * (double)pilot * caution * caution * moments.variance / *variance);
    return n < MOST - PILOT ? (size_t)n : MOST - PILOT;
}

enum { COURSES = 3 };

static void precise(const struct host_source *source, size_t run, size_t pilot, double fits,
                    struct sums *sums)
{
    struct host w = begin(source, run, 2017);
    measure(&w, 0, pilot);
    const size_t wanted = planned(&w, pilot, fits);
    const size_t least = assay_stopping_continued(pilot), again = assay_stopping_least(pilot);
    const size_t n = wanted < least ? least : wanted, after = wanted < again ? again : wanted;
    measure(&w, pilot, pilot + after > n ? pilot + after : n);
    judge(pilot, after, 0, pilot + after, &sums[0]);
    measure(&w, pilot, n);
    double own[MOST];
    memcpy(own, changes, n * sizeof *own); /* judging sorts them */
    judge(0, n, 0, n, &sums[1]);
    memcpy(changes, own, n * sizeof *own);
    judge(0, n, pilot, n, &sums[2]);
}

static void print_sums(const struct sums *sums, size_t runs)
{
    const double each = 100 / (double)runs;
    printf(" | %.1f, %.1f, %.1f (%.0f)", sums->mean * each, sums->typical * each, sums->both * each,
           sums->rounds / (double)runs);
}

static void precision_table(size_t runs, size_t pilot, double fits)
{
    printf("\n%% of runs whose interval leaves out the truth, of the mean, the typical run, either "
           "at half the error (mean "
           "rounds); pilot %zu, %g of it would do\n\n| data | fresh | all, plain | all, as "
           "continued |\n|---|---|---|---|\n",
           pilot, fits);
    for (size_t s = 0; s < N_SOURCES; s++) {
        struct sums sums[COURSES] = {{0}};
        for (size_t run = 0; run < runs; run++)
            precise(&sources[s], run, pilot, fits, sums);
        printf("| %s", sources[s].name);
        for (size_t k = 0; k < COURSES; k++)
            print_sums(&sums[k], runs);
        puts(" |");
    }
}

/* ---- the same time ---- */

/* Half for a pilot, and half for what is judged; all of it judged. */
static void time_table(size_t runs)
{
    printf("\n%% of runs whose interval leaves out the truth, as above, and its mean half-width in "
           "%% (mean, typical run), in the "
           "time of %d rounds\n\n| data | half is a pilot | width | all count | width "
           "|\n|---|---|---|---|---|\n",
           ROUNDS);
    for (size_t s = 0; s < N_SOURCES; s++) {
        struct sums half = {0}, all = {0};
        for (size_t run = 0; run < runs; run++) {
            struct host w = begin(&sources[s], run, 2019);
            measure(&w, 0, ROUNDS);
            judge(ROUNDS / 2, ROUNDS / 2, 0, ROUNDS, &half);
            judge(0, ROUNDS, 0, ROUNDS, &all);
        }
        const double each = 100 / (double)runs;
        printf("| %s", sources[s].name);
        print_sums(&half, runs);
        printf(" | %.3g, %.3g", half.width * each, half.width_typical * each);
        print_sums(&all, runs);
        printf(" | %.3g, %.3g |\n", all.width * each, all.width_typical * each);
    }
}

/* ---- rules that look ---- */

static bool alarms(const struct host_source *source, size_t run,
                   const struct assay_stopping_rule *rule, const struct assay_stopping_reach *reach)
{
    struct host w = begin(source, run, 2020);
    struct assay_running_pair means = {0};
    struct assay_ordered ordered = {0};
    bool done = false;
    for (size_t n = 0; n < rule->most && !done;) {
        for (n = assay_stopping_next(rule, n); ordered.n < n;) {
            double old_value, new_value;
            draw_pair(&w, &old_value, &new_value);
            assay_running_pair_add(&means, old_value, new_value);
            if (!assay_ordered_add(&ordered, log(new_value / old_value)))
                exit(1);
        }
        done = assay_stopping_rounds_done(rule, &means, &ordered, 0, &reach[n]);
    }
    assay_ordered_fini(&ordered);
    return done;
}

static void look_table(size_t runs)
{
    static const enum assay_stopping kinds[] = {ASSAY_STOPPED_ANYTIME, ASSAY_STOPPED_LOOKS};
    static const enum assay_basis bases[] = {ASSAY_BASIS_STATISTIC, ASSAY_BASIS_TYPICAL,
                                             ASSAY_BASIS_BOTH};
    static struct assay_stopping_reach reach[EXPECTED + 1];
    printf(
        "\n%% of runs that find a change, at a margin of 0: of the mean, the typical run, both\n\n"
        "| data | anytime, to %d rounds | %d looks in %d |\n|---|---|---|\n",
        EXPECTED, LOOKS, ROUNDS);
    for (size_t s = 0; s < N_SOURCES; s++) {
        printf("| %s", sources[s].name);
        for (size_t k = 0; k < 2; k++) {
            printf(" | ");
            for (size_t b = 0; b < 3; b++) {
                struct assay_stopping_rule rule = assay_stopping_rule_of(kinds[k]);
                size_t found = 0;
                rule.basis = bases[b];
                rule.margin = 0;
                rule.expected = EXPECTED;
                rule.n_looks = LOOKS;
                rule.most = k == 0 ? EXPECTED : ROUNDS;
                if (assay_stopping_prepare(&rule, NULL) != ASSAY_OK)
                    exit(1);
                for (size_t n = 2; n <= rule.most; n++)
                    reach[n] = assay_stopping_reach_at(&rule, n);
                for (size_t run = 0; run < runs; run++)
                    found += alarms(&sources[s], run, &rule, reach);
                printf("%s%.1f", b > 0 ? ", " : "", 100 * (double)found / (double)runs);
            }
        }
        puts(" |");
    }
}

int main(int argc, char **argv)
{
    const size_t runs = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 4000;
    static const size_t pilots[] = {PILOT, 10, 5};
    static const double fits[] = {2, 4};
    for (size_t p = 0; p < 3; p++)
        for (size_t f = 0; f < 2; f++)
            precision_table(runs, pilots[p], fits[f]);
    time_table(runs);
    look_table(runs);
    return 0;
}

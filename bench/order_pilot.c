/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_pilot.c -- a pilot of rounds and slices, of which one is gone on with and its values count (METHODS I1).
 *
 *     build/bench/bench_order_pilot [RUNS]
 *
 * Prints the table of docs/evidence/pilots-that-count.md, "A pilot that chooses the order": two equal systems, so that
 * every interval without 1 is a false alarm. RUNS: 4000. Ten rounds and ten pairs in random order, the engine's own choice
 * (order_choose), then as many of the chosen as are lacking; beside it the same where all
 * of the pilot counts whatever it was chosen by, and as many fresh ones of what was chosen. Data are those of
 * stopping_data.h, pairs as they are and rounds with a log ratio that varies SQRT(GAIN) times as much; and one
 * host (stopping_hosts.h) that goes on through rounds and pairs. Rounds and pairs take the same time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "session/order_choose.h"
#include "stopping_data.h"
#include "stopping_hosts.h"

enum { PILOT = ORDER_PILOT_MOST, MOST = 60 };
static const double confidence = 0.95;

static const struct host_source hosts[] = {
    {"normal", normal, 0, false},      {"lognormal", lognormal, 0, false},
    {"bimodal", bimodal, 0, false},    {"stalls", stalls, 0, false},
    {"host, 10 ms", NULL, 0.01, true}, {"host, 0.1 s", NULL, 0.1, true},
    {"host, 10 s", NULL, 10, true},
};
enum { N_HOSTS = sizeof hosts / sizeof hosts[0] };

/* Of one kind, as measured: in time, rounds and pairs meet one host. */
struct values {
    double old_values[MOST], new_values[MOST];
    size_t n;
};

/* scale: of the log ratio of data that have no host. */
static void measure(struct host *host, bool beside, double scale, struct values *values)
{
    double *old = &values->old_values[values->n], *new = &values->new_values[values->n];
    host_pair(host, beside, old, new);
    if (host->source->draw != NULL) {
        *old = exp(scale * log(*old));
        *new = exp(scale * log(*new));
    }
    values->n++;
}

static void add_pilot(const struct values *from, size_t i, size_t round, bool beside,
                      struct store_pilot_value *out)
{
    for (size_t s = 0; s < 2; s++)
        out[s] =
            (struct store_pilot_value){.system = s,
                                       .round = (int64_t)round,
                                       .beside = beside,
                                       .cost_s = 1,
                                       .value = s == 0 ? from->old_values[i] : from->new_values[i]};
}

/* Fills kinds[0] with rounds, kinds[1] with pairs; whether pairs are chosen. */
static struct order_choice pilot(struct host *host, double scale, struct values kinds[2])
{
    size_t places[2 * PILOT];
    struct store_pilot_value values[4 * PILOT];
    struct order_choice choice;
    assay_random_permutation(&host->random, (size_t)2 * PILOT, places);
    for (size_t round = 0; round < (size_t)2 * PILOT; round++) {
        const bool beside = places[round] >= PILOT;
        struct values *kind = &kinds[beside];
        measure(host, beside, beside ? 1 : scale, kind);
        add_pilot(kind, kind->n - 1, round, beside, &values[2 * round]);
    }
    const struct order_pilot asked = {.values = values,
                                      .n = (size_t)4 * PILOT,
                                      .n_systems = 2,
                                      .n_benchmarks = 1,
                                      .rounds = (size_t)2 * PILOT,
                                      .confidence = confidence,
                                      .margin = ASSAY_MARGIN_DEFAULT};
    order_choose(&asked, &choice);
    return choice;
}

/* False alarms: of the mean, the typical run, either at half the error. */
struct alarms {
    size_t mean, typical, both;
};

static bool without_one(const struct assay_interval *interval)
{
    return interval->kind == ASSAY_BOUNDED && (interval->lower > 1 || interval->upper < 1);
}

static void intervals(const struct values *values, double at, bool *mean, bool *typical)
{
    const struct assay_sample old_sample = assay_sample_flat(values->old_values, values->n),
                              new_sample = assay_sample_flat(values->new_values, values->n);
    double logs[MOST];
    struct assay_estimate ratio;
    struct assay_typical found;
    if (assay_order_log_ratios((struct assay_view){values->old_values, values->n},
                               (struct assay_view){values->new_values, values->n}, logs,
                               NULL) != ASSAY_OK)
        exit(1);
    qsort(logs, values->n, sizeof *logs, host_ascending);
    if (assay_ratio_paired(&old_sample, &new_sample, at, &ratio, NULL) != ASSAY_OK ||
        assay_typical_interval((struct assay_view){logs, values->n}, NULL, at, &found, NULL) !=
            ASSAY_OK)
        exit(1);
    *mean = without_one(&ratio.interval);
    *typical = without_one(&found.ratio.interval);
}

static void judge(const struct values *values, struct alarms *alarms)
{
    bool mean, typical;
    intervals(values, confidence, &mean, &typical);
    alarms->mean += mean;
    alarms->typical += typical;
    intervals(values, 1 - (1 - confidence) / 2, &mean, &typical);
    alarms->both += mean || typical;
}

static void print(const struct alarms *alarms, size_t runs)
{
    const double each = 100 / (double)runs;
    printf(" | %.1f, %.1f, %.1f", each * (double)alarms->mean, each * (double)alarms->typical,
           each * (double)alarms->both);
}

static void row(const struct host_source *source, double gain, size_t runs)
{
    static const size_t counts[] = {10, 12, 20, 60};
    struct alarms counted[4] = {{0}}, whole = {0}, fresh = {0};
    size_t slices = 0, afresh = 0;
    for (size_t run = 0; run < runs; run++) {
        struct host host = host_of(source, run, 2021, (uint32_t)(source - hosts));
        struct values kinds[2] = {{.n = 0}, {.n = 0}}, again = {.n = 0};
        const struct order_choice choice = pilot(&host, sqrt(gain), kinds);
        const bool beside = choice.by == ORDER_SLICES;
        const double scale = beside ? 1 : sqrt(gain);
        slices += beside;
        afresh += choice.afresh;
        struct values plain = kinds[beside]; /* as if all of the pilot counted */
        if (choice.afresh)
            kinds[beside].n = 0;
        for (size_t k = 0; k < 4; k++) {
            while (kinds[beside].n < counts[k])
                measure(&host, beside, scale, &kinds[beside]);
            judge(&kinds[beside], &counted[k]);
        }
        while (plain.n < counts[1])
            measure(&host, beside, scale, &plain);
        judge(&plain, &whole);
        while (again.n < counts[1])
            measure(&host, beside, scale, &again);
        judge(&again, &fresh);
    }
    printf("| %s | ", source->name);
    if (source->draw != NULL)
        printf("%g", gain);
    printf(" | %.0f | %.0f", 100 * (double)slices / (double)runs,
           100 * (double)afresh / (double)runs);
    for (size_t k = 0; k < 4; k++)
        print(&counted[k], runs);
    print(&whole, runs);
    print(&fresh, runs);
    puts(" |");
}

int main(int argc, char **argv)
{
    const size_t runs = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 4000;
    static const double gains[] = {0.5, 1, 1.5, 2, 4, 16};
    puts("| data | true gain | slices, % | afresh, % | 10 in all | 12 | 20 | 60 | 12, whatever "
         "chose | "
         "12 fresh ones |\n|---|---|---|---|---|---|---|---|---|---|");
    for (size_t s = 0; s < N_HOSTS; s++)
        for (size_t g = 0; g < (hosts[s].draw != NULL ? sizeof gains / sizeof *gains : 1); g++)
            row(&hosts[s], gains[g], runs);
    return 0;
}

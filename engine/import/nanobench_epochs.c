/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench_epochs.c -- what nanobench measured in the epochs of one result.
 * Source:   martinus/nanobench nanobench.h: since 4.0 elapsed (seconds) and counters are those of one
 *           iteration; before, elapsed_ns and counters are those of all `iters`.
 * Edge:     counters are zero throughout where the machine was not asked for them, and before 4.0
 *           2^64 - 1 where it could not count; such are left out. */
#include "import/nanobench_epochs.h"

#include <math.h>
#include <stdlib.h>

const char *const nanobench_counters[NANOBENCH_N_COUNTERS] = {
    "cpucycles",    "instructions", "branchinstructions",
    "branchmisses", "pagefaults",   "contextswitches"};

struct epoch {
    double elapsed, elapsed_ns, iterations;
    bool timed, timed_ns; /* which of the two is there */
    double counts[NANOBENCH_N_COUNTERS];
    bool counted[NANOBENCH_N_COUNTERS];
};

static void take_count(struct nanobench_epochs *epochs, size_t counter, double x)
{
    if (!isfinite(x))
        importer_skip(epochs->importer, 1, "values that are no finite number");
    else if (!numbers_append(&epochs->counts[counter], x))
        pull_no_memory(&epochs->importer->json);
}

void nanobench_epochs_count(struct nanobench_epochs *epochs, size_t counter)
{
    double x;
    pull_number(&epochs->importer->json, 0, &x);
    take_count(epochs, counter, x);
}

static void read_member(struct pull *json, struct epoch *epoch)
{
    size_t i = 0;
    while (i < NANOBENCH_N_COUNTERS &&
           (nanobench_counters[i][0] != json->key[0] || !pull_key_is(json, nanobench_counters[i])))
        i++;
    if (i < NANOBENCH_N_COUNTERS) {
        pull_number(json, 0, &epoch->counts[i]);
        epoch->counted[i] = true;
    } else if (pull_key_is(json, "elapsed")) {
        pull_number(json, 0, &epoch->elapsed);
        epoch->timed = true;
    } else if (pull_key_is(json, "elapsed_ns")) {
        pull_number(json, 0, &epoch->elapsed_ns);
        epoch->timed_ns = true;
    } else if (pull_key_is(json, "iters")) {
        pull_number(json, 0, &epoch->iterations);
    } else {
        pull_skip(json);
    }
}

/* Totals of all iterations, as they were before 4.0, become those of one. */
static void divide(struct epoch *epoch)
{
    const double uncounted = 0x1p64;
    epoch->elapsed = epoch->elapsed_ns / (epoch->iterations * 1e9);
    epoch->timed = true;
    for (size_t i = 0; i < NANOBENCH_N_COUNTERS; i++)
        epoch->counts[i] = epoch->counts[i] < uncounted ? epoch->counts[i] / epoch->iterations : 0;
}

static void read_epoch(struct nanobench_epochs *epochs)
{
    struct pull *json = &epochs->importer->json;
    struct epoch epoch = {.iterations = (double)NAN};
    pull_object(json);
    while (pull_key(json))
        read_member(json, &epoch);
    if (json->failed)
        return;
    if (!epoch.timed && epoch.timed_ns)
        divide(&epoch);
    if (epoch.timed)
        importer_value(epochs->importer, epoch.elapsed);
    for (size_t i = 0; i < NANOBENCH_N_COUNTERS; i++)
        if (epoch.counted[i])
            take_count(epochs, i, epoch.counts[i]);
}

void nanobench_epochs_read(struct nanobench_epochs *epochs)
{
    struct pull *json = &epochs->importer->json;
    pull_array(json);
    while (pull_item(json))
        read_epoch(epochs);
}

void nanobench_epochs_add(struct nanobench_epochs *epochs, const struct importer_series *times)
{
    importer_skip(epochs->importer, epochs->importer->values.n == 0, "results without a time");
    importer_add(epochs->importer, times, NULL);
    struct importer_series series = *times;
    series.unit = unit_of("1");
    for (size_t i = 0; i < NANOBENCH_N_COUNTERS; i++) {
        struct numbers *counts = &epochs->counts[i];
        bool counted = false;
        for (size_t j = 0; j < counts->n; j++)
            counted = counted || counts->x[j] != 0;
        series.metric = nanobench_counters[i];
        if (counted)
            importer_add_from(epochs->importer, &series, NULL, counts);
        counts->n = 0;
    }
}

void nanobench_epochs_fini(struct nanobench_epochs *epochs)
{
    for (size_t i = 0; i < NANOBENCH_N_COUNTERS; i++)
        free(epochs->counts[i].x);
}

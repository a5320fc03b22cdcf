/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beside.c -- what is known of systems that were measured at the same time: how, and for how long of it all were there.
 * Orders:   all have an overlap; slices their length; a duet has two processors in a round, lockstep one.
 * Source:   METHODS I1, "Edges": a median overlap below 0.80 says nothing that a verdict may rest on.
 * Checked:  tests/engine/store/test_beside.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>
#include <assay/order.h>

#include "base/owned.h"
#include "store/packed.h"

double store_draws_median(const struct store_draw *draws, size_t n, const char *benchmark)
{
    OWNED double *drawn = malloc((n + 1) * sizeof *drawn);
    double median = (double)NAN;
    size_t n_drawn = 0;
    for (size_t i = 0; drawn != NULL && i < n; i++)
        if (benchmark == NULL || strcmp(draws[i].benchmark, benchmark) == 0)
            drawn[n_drawn++] = draws[i].drawn;
    if (n_drawn > 0)
        (void)assay_median((struct assay_view){drawn, n_drawn}, &median, NULL);
    return median;
}

/* Where draws of a round begin: they stand in the order of measuring. */
static size_t first_of(const struct store_draw *draws, size_t n, int64_t round)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (draws[middle].round < round)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double store_draws_find(const struct store_draw *draws, size_t n, const char *system,
                        const char *benchmark, int64_t round)
{
    for (size_t i = first_of(draws, n, round); i < n && draws[i].round == round; i++)
        if (strcmp(draws[i].system, system) == 0 && strcmp(draws[i].benchmark, benchmark) == 0)
            return draws[i].drawn;
    return (double)NAN;
}

/* Of a manifest that cannot be read nothing is said: reading the experiment will. */
static enum assay_status names_order(struct store *store, int64_t experiment, bool *names,
                                     struct assay_error *error)
{
    struct store_rows rows = store_ask(store, "SELECT manifest FROM experiment WHERE id = ?1",
                                       error, INTEGER(experiment));
    *names = false;
    while (store_next(&rows)) {
        struct texts texts;
        if (!store_texts(store, rows.row, 0, &texts))
            continue;
        *names = texts.n > 0 && strstr(texts.items[0], "order:") != NULL;
        texts_fini(&texts);
    }
    return store_asked(&rows);
}

static enum assay_status told_as_duet(struct store *store, int64_t experiment, bool *told,
                                      struct assay_error *error)
{
    struct store_draw *draws = NULL;
    size_t n = 0;
    const enum assay_status status =
        store_draws(store, experiment, STORE_DUET_DRAW, &draws, &n, error);
    store_draws_free(&draws, n);
    *told = n > 0;
    return status;
}

enum assay_status store_lanes_read(struct store *store, int64_t experiment, bool has_wall,
                                   struct store_lanes *lanes, struct assay_error *error)
{
    bool asked = true;
    *lanes = (struct store_lanes){0};
    enum assay_status status = has_wall ? names_order(store, experiment, &asked, error) : ASSAY_OK;
    if (status == ASSAY_OK && asked)
        status =
            store_draws(store, experiment, "overlap", &lanes->overlap, &lanes->n_overlap, error);
    if (status == ASSAY_OK && lanes->n_overlap > 0)
        status = store_draws(store, experiment, "cpu", &lanes->cpu, &lanes->n_cpu, error);
    if (status == ASSAY_OK && lanes->n_overlap > 0)
        status = store_draws(store, experiment, "slice_ms", &lanes->slice, &lanes->n_slice, error);
    if (status == ASSAY_OK && lanes->n_cpu > 0 && lanes->n_slice == 0)
        status = told_as_duet(store, experiment, &lanes->duet, error);
    if (status != ASSAY_OK)
        store_lanes_free(lanes);
    return status;
}

void store_lanes_free(struct store_lanes *lanes)
{
    store_draws_free(&lanes->overlap, lanes->n_overlap);
    store_draws_free(&lanes->cpu, lanes->n_cpu);
    store_draws_free(&lanes->slice, lanes->n_slice);
    *lanes = (struct store_lanes){0};
}

static enum assay_together store_lanes_together(const struct store_lanes *lanes)
{
    if (lanes->n_overlap == 0)
        return ASSAY_IN_ROUNDS;
    if (lanes->n_slice > 0 || lanes->n_cpu == 0)
        return ASSAY_IN_SLICES;
    if (lanes->duet)
        return ASSAY_IN_DUET;
    for (size_t i = 1; i < lanes->n_cpu; i++)
        if (lanes->cpu[i].round == lanes->cpu[i - 1].round &&
            lanes->cpu[i].drawn != lanes->cpu[i - 1].drawn)
            return ASSAY_IN_DUET;
    return ASSAY_IN_LOCKSTEP;
}

struct assay_lane store_lane_of(const struct store_lanes *lanes, const char *system,
                                const char *benchmark, int64_t round)
{
    const double overlap =
                     store_draws_find(lanes->overlap, lanes->n_overlap, system, benchmark, round),
                 cpu = store_draws_find(lanes->cpu, lanes->n_cpu, system, benchmark, round),
                 slice = store_draws_find(lanes->slice, lanes->n_slice, system, benchmark, round);
    return (struct assay_lane){.overlap = overlap > 0 ? overlap : 0,
                               .slice_s = slice > 0 ? 1e-3 * slice : 0,
                               .processor = cpu >= 0 ? (int64_t)cpu + 1 : 0};
}

enum assay_status store_order_of(struct store *store, int64_t experiment, bool has_wall,
                                 enum assay_together *together, struct assay_error *error)
{
    SCOPED(store_lanes_free) struct store_lanes lanes = {0};
    const enum assay_status status = store_lanes_read(store, experiment, has_wall, &lanes, error);
    *together = store_lanes_together(&lanes);
    return status;
}

void store_tell_beside(const struct store_lanes *lanes, size_t first, struct assay_dataset *dataset)
{
    const enum assay_together together = store_lanes_together(lanes);
    for (size_t i = first; lanes->n_overlap > 0 && i < assay_dataset_count(dataset); i++) {
        const char *benchmark = assay_dataset_get(dataset, i)->benchmark;
        assay_dataset_together(dataset, i, together);
        if (together != ASSAY_IN_LOCKSTEP &&
            store_draws_median(lanes->overlap, lanes->n_overlap, benchmark) <
                ASSAY_SLICES_OVERLAP_LEAST)
            assay_dataset_warn(dataset, i, ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP));
    }
}

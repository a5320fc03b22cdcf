/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dataset.c -- named samples, filled value by value or run by run.
 * Source:   the one structure that holds data (sample.c): values stay in the order of measurement within their unit.
 * Speed:    a call that names the same series and units as the one before compares labels and
 *           appends; no table is asked.
 * Checked:  tests/lib/sample/test_dataset.c.
 */
#include <assay/dataset.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sample/builder.h"

/* The hash stands beside the index, so that neither probing nor growing looks at other series. */
struct slot {
    uint64_t hash;
    size_t series; /* index + 1; 0: empty */
};

struct assay_dataset {
    struct text_pool pool;
    struct builder **builders;
    size_t n, capacity;
    struct slot *slots; /* open addressing by name */
    size_t n_slots;
    size_t last; /* the series found most recently */
    bool finished;
};

struct assay_dataset *assay_dataset_new(void)
{
    return calloc(1, sizeof(struct assay_dataset));
}

void assay_dataset_free(struct assay_dataset **dataset)
{
    struct assay_dataset *old = *dataset;
    if (old == NULL)
        return;
    for (size_t i = 0; i < old->n; i++) {
        builder_fini(old->builders[i]);
        free(old->builders[i]);
    }
    free(old->builders);
    free(old->slots);
    text_pool_fini(&old->pool);
    free(old);
    *dataset = NULL;
}

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the values");
}

static uint64_t name_hash(const char *system, const char *benchmark, const char *metric)
{
    return text_hash(metric, text_hash(benchmark, text_hash(system, 0)));
}

static bool has_name(const struct assay_series *series, const char *system, const char *benchmark,
                     const char *metric)
{
    return strcmp(series->benchmark, benchmark) == 0 && strcmp(series->system, system) == 0 &&
           strcmp(series->metric, metric) == 0;
}

static struct slot *empty_slot(struct slot *slots, size_t n_slots, uint64_t hash)
{
    size_t slot = hash & (n_slots - 1);
    while (slots[slot].series != 0)
        slot = (slot + 1) & (n_slots - 1);
    return &slots[slot];
}

static bool widen(struct assay_dataset *dataset)
{
    if (2 * (dataset->n + 1) <= dataset->n_slots)
        return true;
    size_t n_slots = dataset->n_slots == 0 ? 16 : 2 * dataset->n_slots;
    struct slot *slots = calloc(n_slots, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < dataset->n_slots; i++)
        if (dataset->slots[i].series != 0)
            *empty_slot(slots, n_slots, dataset->slots[i].hash) = dataset->slots[i];
    free(dataset->slots);
    dataset->slots = slots;
    dataset->n_slots = n_slots;
    return true;
}

static enum assay_status check_same(const struct builder *builder,
                                    const struct assay_series_key *key, struct assay_error *error)
{
    const struct assay_series *series = &builder->series;
    if (strcmp(series->unit, key->unit) != 0)
        return assay_fail(error, ASSAY_INVALID, "%s of %s on %s is in %s and in %s", series->metric,
                          series->benchmark, series->system, series->unit, key->unit);
    if (series->more_is_better != key->more_is_better)
        return assay_fail(error, ASSAY_INVALID, "%s of %s on %s is better when less and when more",
                          series->metric, series->benchmark, series->system);
    bool same = builder->n_levels == key->n_levels;
    for (size_t k = 0; same && k < key->n_levels; k++)
        same = strcmp(series->level_name[k], key->level_name[k]) == 0;
    if (!same)
        return assay_fail(error, ASSAY_INVALID, "%s of %s on %s has other levels than before",
                          series->metric, series->benchmark, series->system);
    return ASSAY_OK;
}

static struct builder *builder_new(struct text_pool *pool, const struct assay_series_key *key)
{
    struct builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL)
        return NULL;
    builder->n_levels = key->n_levels;
    builder->series = (struct assay_series){
        .system = text_keep(pool, key->system),
        .benchmark = text_keep(pool, key->benchmark),
        .metric = text_keep(pool, key->metric),
        .unit = text_keep(pool, key->unit),
        .more_is_better = key->more_is_better,
    };
    bool complete = builder->series.system != NULL && builder->series.benchmark != NULL &&
                    builder->series.metric != NULL && builder->series.unit != NULL;
    for (size_t k = 0; k < key->n_levels; k++) {
        builder->series.level_name[k] = text_keep(pool, key->level_name[k]);
        builder->series.cost_s[k] = (double)NAN;
        complete = complete && builder->series.level_name[k] != NULL;
    }
    if (!complete) {
        free(builder);
        return NULL;
    }
    return builder;
}

/* The index of the name, or dataset->n. */
static size_t find(const struct assay_dataset *dataset, const char *system, const char *benchmark,
                   const char *metric)
{
    if (dataset->n == 0)
        return 0;
    if (has_name(&dataset->builders[dataset->last]->series, system, benchmark, metric))
        return dataset->last;
    const uint64_t hash = name_hash(system, benchmark, metric);
    const size_t mask = dataset->n_slots - 1;
    for (size_t i = hash & mask; dataset->slots[i].series != 0; i = (i + 1) & mask) {
        const size_t index = dataset->slots[i].series - 1;
        if (dataset->slots[i].hash == hash &&
            has_name(&dataset->builders[index]->series, system, benchmark, metric))
            return index;
    }
    return dataset->n;
}

static enum assay_status check_open(const struct assay_dataset *dataset, struct assay_error *error)
{
    if (dataset->finished)
        return assay_fail(error, ASSAY_INVALID, "the dataset is finished: nothing can be added");
    return ASSAY_OK;
}

/* Names go into tables and messages: one of megabytes is a mistake in what was read. */
static enum assay_status check_names(const struct assay_series_key *key, struct assay_error *error)
{
    const struct {
        const char *what, *name;
    } names[] = {{"system", key->system},
                 {"benchmark", key->benchmark},
                 {"metric", key->metric},
                 {"unit", key->unit}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) > ASSAY_LONGEST_NAME)
            return assay_fail(error, ASSAY_INVALID,
                              "the name of a %s has %zu bytes; at most %d are allowed",
                              names[i].what, strlen(names[i].name), ASSAY_LONGEST_NAME);
    return ASSAY_OK;
}

enum assay_status assay_dataset_series(struct assay_dataset *dataset,
                                       const struct assay_series_key *key, size_t *index,
                                       struct assay_error *error)
{
    enum assay_status status = check_open(dataset, error);
    if (status != ASSAY_OK)
        return status;
    if (key->n_levels < 1 || key->n_levels > ASSAY_MAX_LEVELS)
        return assay_fail(error, ASSAY_INVALID, "a series has 1 to %d levels, is asked for %zu",
                          ASSAY_MAX_LEVELS, key->n_levels);
    const size_t found = find(dataset, key->system, key->benchmark, key->metric);
    if (found < dataset->n) {
        status = check_same(dataset->builders[found], key, error);
    } else if ((status = check_names(key, error)) == ASSAY_OK) {
        struct builder *builder = NULL;
        if (widen(dataset) && array_reserve((void **)&dataset->builders, &dataset->capacity,
                                            dataset->n, sizeof(struct builder *)))
            builder = builder_new(&dataset->pool, key);
        if (builder == NULL)
            return no_memory(error);
        dataset->builders[dataset->n++] = builder;
        const uint64_t hash = name_hash(key->system, key->benchmark, key->metric);
        *empty_slot(dataset->slots, dataset->n_slots, hash) = (struct slot){hash, dataset->n};
    }
    if (status == ASSAY_OK)
        *index = dataset->last = found;
    return status;
}

static enum assay_status builder_at(struct assay_dataset *dataset, size_t series,
                                    struct builder **out, struct assay_error *error)
{
    enum assay_status status = check_open(dataset, error);
    if (status != ASSAY_OK)
        return status;
    if (series >= dataset->n)
        return assay_fail(error, ASSAY_INVALID, "there are %zu series, not number %zu", dataset->n,
                          series);
    *out = dataset->builders[series];
    return ASSAY_OK;
}

/* Points last[] at the units of the labels; those that are the same as before are not looked up. */
static bool find_units(struct builder *builder, const char *const *labels, struct text_pool *pool)
{
    size_t parent = 0;
    bool same = builder->any;
    for (size_t k = 0; k + 1 < builder->n_levels; k++) {
        size_t unit = builder->last[k];
        same = same && strcmp(builder->units[k].items[unit].label, labels[k]) == 0;
        if (!same && !units_find(&builder->units[k], parent, labels[k], pool, &unit)) {
            builder->any = false;
            return false;
        }
        builder->last[k] = parent = unit;
    }
    builder->any = true;
    return true;
}

/* A run goes on while its unit stays and no warm-up would come behind a live value. */
static bool note_run(struct builder *builder, size_t unit, size_t n, size_t n_warmup)
{
    struct run *latest = builder->n_runs > 0 ? &builder->runs[builder->n_runs - 1] : NULL;
    if (latest != NULL && latest->unit == unit &&
        (n_warmup == 0 || latest->n == latest->n_warmup)) {
        latest->n += n;
        latest->n_warmup += n_warmup;
        return true;
    }
    if (!array_reserve((void **)&builder->runs, &builder->runs_capacity, builder->n_runs,
                       sizeof *builder->runs))
        return false;
    builder->runs[builder->n_runs++] = (struct run){unit, n, n_warmup};
    return true;
}

enum assay_status assay_dataset_add(struct assay_dataset *dataset, size_t series,
                                    const char *const *labels, const double *values, size_t n,
                                    size_t n_warmup, struct assay_error *error)
{
    struct builder *builder = NULL;
    enum assay_status status = builder_at(dataset, series, &builder, error);
    if (status != ASSAY_OK)
        return status;
    if (n_warmup > n)
        return assay_fail(error, ASSAY_INVALID, "%zu of %zu values cannot be warm-up", n_warmup, n);
    if (n == 0)
        return ASSAY_OK;
    for (size_t k = 0; k + 1 < builder->n_levels; k++)
        if (labels == NULL || labels[k] == NULL)
            return assay_fail(error, ASSAY_INVALID, "a value has no label for level %s",
                              builder->series.level_name[k]);
    if (!array_reserve((void **)&builder->values, &builder->capacity, builder->n + n - 1,
                       sizeof *builder->values) ||
        !find_units(builder, labels, &dataset->pool))
        return no_memory(error);
    size_t unit = builder->n_levels < 2 ? 0 : builder->last[builder->n_levels - 2];
    if (!note_run(builder, unit, n, n_warmup))
        return no_memory(error);
    memcpy(builder->values + builder->n, values, n * sizeof *values);
    builder->n += n;
    return ASSAY_OK;
}

enum assay_status assay_dataset_pair(struct assay_dataset *dataset, size_t series,
                                     const char *top_label, int64_t round,
                                     struct assay_error *error)
{
    struct builder *builder = NULL;
    enum assay_status status = builder_at(dataset, series, &builder, error);
    if (status != ASSAY_OK)
        return status;
    if (builder->n_levels == 1) {
        if (!array_reserve((void **)&builder->rounds, &builder->rounds_capacity, builder->n_rounds,
                           sizeof *builder->rounds))
            return no_memory(error);
        builder->rounds[builder->n_rounds++] = round;
        return ASSAY_OK;
    }
    if (top_label == NULL)
        return assay_fail(error, ASSAY_INVALID, "a round has no label for level %s",
                          builder->series.level_name[0]);
    size_t unit;
    if (!units_find(&builder->units[0], 0, top_label, &dataset->pool, &unit))
        return no_memory(error);
    builder->units[0].items[unit].round = round;
    builder->units[0].items[unit].has_round = true;
    return ASSAY_OK;
}

void assay_dataset_cost(struct assay_dataset *dataset, size_t series, size_t level, double cost_s)
{
    if (series < dataset->n && level < dataset->builders[series]->n_levels)
        dataset->builders[series]->series.cost_s[level] = cost_s;
}

void assay_dataset_decided(struct assay_dataset *dataset, size_t series, enum assay_decided decided,
                           size_t live_from)
{
    if (series >= dataset->n)
        return;
    dataset->builders[series]->series.decided = decided;
    dataset->builders[series]->series.live_from = live_from;
}

void assay_dataset_warn(struct assay_dataset *dataset, size_t series, assay_warnings warnings)
{
    if (series < dataset->n)
        dataset->builders[series]->series.warnings |= warnings;
}

enum assay_status assay_dataset_finish(struct assay_dataset *dataset, struct assay_error *error)
{
    enum assay_status status = check_open(dataset, error);
    for (size_t i = 0; status == ASSAY_OK && i < dataset->n; i++)
        status = builder_finish(dataset->builders[i], error);
    if (status == ASSAY_OK)
        dataset->finished = true;
    return status;
}

size_t assay_dataset_count(const struct assay_dataset *dataset)
{
    return dataset->n;
}

const struct assay_series *assay_dataset_get(const struct assay_dataset *dataset, size_t index)
{
    return index < dataset->n ? &dataset->builders[index]->series : NULL;
}

const struct assay_series *assay_dataset_find(const struct assay_dataset *dataset,
                                              const char *system, const char *benchmark,
                                              const char *metric)
{
    return assay_dataset_get(dataset, find(dataset, system, benchmark, metric));
}

bool assay_series_paired(const struct assay_series *a, const struct assay_series *b)
{
    size_t n = a->live.shape.count[0];
    return n > 0 && n == b->live.shape.count[0] && a->pair_key != NULL && b->pair_key != NULL &&
           memcmp(a->pair_key, b->pair_key, n * sizeof *a->pair_key) == 0;
}

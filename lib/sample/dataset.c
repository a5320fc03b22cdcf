/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dataset.c -- named samples, filled value by value or run by run.
 * Source:   the one structure that holds data (sample.c): values stay in the order of measurement within their unit.
 * Speed:    a call that names the same series as the one before asks no table; fill.c has the rest.
 * Checked:  tests/lib/sample/test_dataset.c.
 */

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/try.h"
#include "sample/builder.h"

/* The hash stands beside the index, so that neither probing nor growing looks at other series. */
struct slot {
    uint64_t hash;
    size_t series; /* index + 1; 0: empty */
};

struct assay_dataset {
    struct pool pool;
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
    OWNED struct assay_dataset *old = *dataset;
    if (old == NULL)
        return;
    for (size_t i = 0; i < old->n; i++)
        builder_fini(old->builders[i], &old->pool);
    array_release(&old->pool, old->builders, old->capacity, sizeof(struct builder *));
    free(old->slots);
    pool_fini(&old->pool);
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
    size_t slot = (size_t)hash & (n_slots - 1);
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

/* The index of the name, or dataset->n. */
static size_t look_up(const struct assay_dataset *dataset, uint64_t hash, const char *system,
                      const char *benchmark, const char *metric)
{
    const size_t mask = dataset->n_slots - 1;
    for (size_t i = (size_t)hash & mask; dataset->n > 0 && dataset->slots[i].series != 0;
         i = (i + 1) & mask) {
        const size_t index = dataset->slots[i].series - 1;
        if (dataset->slots[i].hash == hash &&
            has_name(&dataset->builders[index]->series, system, benchmark, metric))
            return index;
    }
    return dataset->n;
}

/* The series found most recently, or the one behind it: where the series change with each value, they
 * mostly come in the same order again. dataset->n: it is neither. */
static size_t find_near(const struct assay_dataset *dataset, const char *system,
                        const char *benchmark, const char *metric)
{
    for (size_t i = dataset->last; i < dataset->n && i <= dataset->last + 1; i++)
        if (has_name(&dataset->builders[i]->series, system, benchmark, metric))
            return i;
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

static enum assay_status add_series(struct assay_dataset *dataset,
                                    const struct assay_series_key *key, uint64_t hash,
                                    struct assay_error *error)
{
    TRY(check_names(key, error));
    const struct builder *like = dataset->n > 0 ? dataset->builders[dataset->last] : NULL;
    struct builder *builder = NULL;
    if (widen(dataset) &&
        array_reserve(&dataset->pool, (void **)&dataset->builders, &dataset->capacity, dataset->n,
                      1, sizeof(struct builder *)))
        builder = builder_new(&dataset->pool, key, like);
    if (builder == NULL)
        return no_memory(error);
    dataset->builders[dataset->n++] = builder;
    *empty_slot(dataset->slots, dataset->n_slots, hash) = (struct slot){hash, dataset->n};
    return ASSAY_OK;
}

enum assay_status assay_dataset_series(struct assay_dataset *dataset,
                                       const struct assay_series_key *key, size_t *index,
                                       struct assay_error *error)
{
    TRY(check_open(dataset, error));
    if (key->n_levels < 1 || key->n_levels > ASSAY_MAX_LEVELS)
        return assay_fail(error, ASSAY_INVALID, "a series has 1 to %d levels, is asked for %zu",
                          ASSAY_MAX_LEVELS, key->n_levels);
    size_t found = find_near(dataset, key->system, key->benchmark, key->metric);
    uint64_t hash = 0;
    if (found == dataset->n) {
        hash = name_hash(key->system, key->benchmark, key->metric);
        found = look_up(dataset, hash, key->system, key->benchmark, key->metric);
    }
    TRY(found < dataset->n ? builder_check(dataset->builders[found], key, error)
                           : add_series(dataset, key, hash, error));
    *index = dataset->last = found;
    return ASSAY_OK;
}

static enum assay_status builder_at(struct assay_dataset *dataset, size_t series,
                                    struct builder **out, struct assay_error *error)
{
    TRY(check_open(dataset, error));
    if (series >= dataset->n)
        return assay_fail(error, ASSAY_INVALID, "there are %zu series, not number %zu", dataset->n,
                          series);
    *out = dataset->builders[series];
    return ASSAY_OK;
}

enum assay_status assay_dataset_add(struct assay_dataset *dataset, size_t series,
                                    const char *const *labels, const double *values, size_t n,
                                    size_t n_warmup, struct assay_error *error)
{
    struct builder *builder = NULL;
    TRY(builder_at(dataset, series, &builder, error));
    if (n_warmup > n)
        return assay_fail(error, ASSAY_INVALID, "%zu of %zu values cannot be warm-up", n_warmup, n);
    if (n == 0)
        return ASSAY_OK;
    for (size_t k = 0; k + 1 < builder->n_levels; k++)
        if (labels == NULL || labels[k] == NULL)
            return assay_fail(error, ASSAY_INVALID, "a value has no label for level %s",
                              builder->series.level_name[k]);
    if (!builder_add(builder, labels, values, n, n_warmup, &dataset->pool))
        return no_memory(error);
    return ASSAY_OK;
}

enum assay_status assay_dataset_pair(struct assay_dataset *dataset, size_t series,
                                     const char *top_label, int64_t round,
                                     struct assay_error *error)
{
    struct builder *builder = NULL;
    TRY(builder_at(dataset, series, &builder, error));
    if (builder->n_levels == 1) {
        if (!array_reserve(&dataset->pool, (void **)&builder->rounds, &builder->rounds_capacity,
                           builder->n_rounds, 1, sizeof *builder->rounds))
            return no_memory(error);
        builder->rounds[builder->n_rounds++] = round;
        return ASSAY_OK;
    }
    if (top_label == NULL)
        return assay_fail(error, ASSAY_INVALID, "a round has no label for level %s",
                          builder->series.level_name[0]);
    size_t unit;
    if (!units_find(&builder->above[0].units, 0, top_label, &dataset->pool, &unit))
        return no_memory(error);
    builder->above[0].units.items[unit].round = round;
    builder->above[0].units.items[unit].has_round = true;
    return ASSAY_OK;
}

enum assay_status assay_dataset_occasion(struct assay_dataset *dataset, size_t series,
                                         const struct assay_occasion *occasion,
                                         struct assay_error *error)
{
    struct builder *builder = NULL;
    TRY(builder_at(dataset, series, &builder, error));
    if (!builder_note_occasion(builder, occasion, &dataset->pool))
        TRY(no_memory(error));
    return ASSAY_OK;
}

void assay_dataset_cost(struct assay_dataset *dataset, size_t series, size_t level, double cost_s)
{
    if (series < dataset->n && level < dataset->builders[series]->n_levels)
        dataset->builders[series]->series.cost_s[level] = cost_s;
}

void assay_dataset_together(struct assay_dataset *dataset, size_t series,
                            enum assay_together together)
{
    if (series < dataset->n)
        dataset->builders[series]->series.together = together;
}

void assay_dataset_decided(struct assay_dataset *dataset, size_t series, enum assay_decided decided,
                           size_t live_from)
{
    if (series >= dataset->n)
        return;
    dataset->builders[series]->series.decided = decided;
    dataset->builders[series]->series.live_from = live_from;
}

void assay_dataset_direct(struct assay_dataset *dataset, size_t series, bool more_is_better,
                          enum assay_teller teller)
{
    if (series >= dataset->n)
        return;
    struct assay_series *directed = &dataset->builders[series]->series;
    directed->more_is_better = more_is_better;
    directed->told.direction = teller;
}

void assay_dataset_warn(struct assay_dataset *dataset, size_t series, assay_warnings warnings)
{
    if (series < dataset->n)
        dataset->builders[series]->series.warnings |= warnings;
}

bool assay_series_alike(const struct assay_series *a, const struct assay_series *b)
{
    return a->together == b->together || strcmp(a->unit, "byte") == 0;
}

bool assay_program_same(const struct assay_program *a, const struct assay_program *b)
{
    if (a->opened_known && b->opened_known)
        return a->opened == b->opened;
    return a->known && b->known && a->digest == b->digest &&
           (a->place == b->place || (a->beside_known && b->beside_known && a->beside == b->beside));
}

bool assay_program_decides(const struct assay_program *a, const struct assay_program *b)
{
    return assay_program_same(a, b) && a->experiment == b->experiment;
}

void assay_dataset_program(struct assay_dataset *dataset, size_t series,
                           const struct assay_program *program)
{
    if (series >= dataset->n)
        return;
    struct builder *builder = dataset->builders[series];
    const bool other =
        builder->has_program && !assay_program_same(&builder->series.program, program);
    builder->series.program = other ? (struct assay_program){.known = false} : *program;
    builder->has_program = true;
}

enum assay_status assay_dataset_declare(struct assay_dataset *dataset, size_t series,
                                        const struct assay_declared *declared,
                                        struct assay_error *error)
{
    struct builder *builder = NULL;
    TRY(builder_at(dataset, series, &builder, error));
    const char *unit = pool_text(&dataset->pool, declared->unit);
    if (unit == NULL)
        return no_memory(error);
    builder->series.unit = unit;
    builder->series.more_is_better = declared->more_is_better;
    for (size_t i = 0; i < builder->n && (declared->times != 1 || declared->over != 1); i++)
        builder->values[i] = builder->values[i] * declared->times / declared->over;
    return ASSAY_OK;
}

enum assay_status assay_dataset_finish(struct assay_dataset *dataset, struct assay_error *error)
{
    TRY(check_open(dataset, error));
    for (size_t i = 0; i < dataset->n; i++)
        TRY(builder_finish(dataset->builders[i], &dataset->pool, error));
    dataset->finished = true;
    return ASSAY_OK;
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
    const size_t near = find_near(dataset, system, benchmark, metric);
    if (near < dataset->n)
        return assay_dataset_get(dataset, near);
    const uint64_t hash = name_hash(system, benchmark, metric);
    return assay_dataset_get(dataset, look_up(dataset, hash, system, benchmark, metric));
}

bool assay_series_paired(const struct assay_series *a, const struct assay_series *b)
{
    size_t n = a->live.shape.count[0];
    return n > 0 && n == b->live.shape.count[0] && a->pair_key != NULL && b->pair_key != NULL &&
           memcmp(a->pair_key, b->pair_key, n * sizeof *a->pair_key) == 0;
}

size_t assay_series_paired_level(const struct assay_series *series)
{
    const size_t lowest = series->live.shape.n_levels - 1;
    const char *name = series->level_name[lowest];
    return lowest > 0 && name != NULL && strcmp(name, "iteration") == 0 ? lowest - 1 : lowest;
}

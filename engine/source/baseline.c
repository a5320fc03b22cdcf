/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline.c -- earlier experiments as one old system, beside a new one. */
#include "source/baseline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"

bool baseline_is_of(const char *shown, const char *benchmark)
{
    const size_t n = strlen(benchmark);
    return strncmp(shown, benchmark, n) == 0 &&
           (shown[n] == '\0' || strncmp(shown + n, " on ", 4) == 0);
}

/* ---- which experiments ---- */

struct chosen {
    int64_t *ids;
    size_t n;
    char old_name[256], new_name[256];
};

/* The newest n experiments of other versions, before this one; pilots are no results. */
static void choose_last(const struct store_entry *entries, size_t n_entries, int64_t experiment,
                        size_t n, struct chosen *chosen)
{
    for (size_t i = n_entries; i-- > 0 && chosen->n < n;) {
        char label[256];
        store_entry_label(&entries[i], label, sizeof label);
        if (entries[i].id < experiment && entries[i].finished_ns != 0 && !entries[i].pilot &&
            strcmp(label, chosen->new_name) != 0)
            chosen->ids[chosen->n++] = entries[i].id;
    }
    (void)snprintf(chosen->old_name, sizeof chosen->old_name, "last %zu", chosen->n);
}

static enum assay_status choose_one(struct store *store, const char *which, int64_t experiment,
                                    const struct store_entry *entries, size_t n,
                                    struct chosen *chosen, struct assay_error *error)
{
    struct experiment_info info;
    TRY(store_find(store, which, &info, error));
    chosen->ids[chosen->n++] = info.id;
    experiment_info_fini(&info);
    for (size_t i = 0; i < n; i++)
        if (entries[i].id == chosen->ids[0])
            store_entry_label(&entries[i], chosen->old_name, sizeof chosen->old_name);
    if (chosen->ids[0] != experiment)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_INVALID,
                       "@compare-with=%s is the experiment just measured: name an earlier one by "
                       "its id, or last:1",
                       which);
}

/* "last:5@12": before experiment 12. */
static int64_t bound_of(const char *which, int64_t experiment)
{
    const char *bound = strchr(which, '@');
    return bound != NULL ? strtoll(bound + 1, NULL, 10) : experiment;
}

static enum assay_status choose(struct store *store, const char *which, int64_t experiment,
                                struct chosen *chosen, struct assay_error *error)
{
    struct store_entry *entries = NULL;
    size_t n = 0;
    TRY(store_entries(store, &entries, &n, error));
    chosen->ids = calloc(n + 1, sizeof *chosen->ids);
    for (size_t i = 0; i < n; i++)
        if (entries[i].id == experiment)
            store_entry_label(&entries[i], chosen->new_name, sizeof chosen->new_name);
    enum assay_status status = ASSAY_OK;
    if (chosen->ids == NULL)
        status = fail_no_memory(error);
    else if (strncmp(which, "last:", 5) == 0)
        choose_last(entries, n, bound_of(which, experiment), (size_t)strtoul(which + 5, NULL, 10),
                    chosen);
    else
        status = choose_one(store, which, experiment, entries, n, chosen, error);
    store_entries_free(&entries, n);
    if (status == ASSAY_OK && chosen->n == 0)
        status = fail_naming(error, ASSAY_MISSING,
                             "@compare-with=%s: there is no earlier experiment", which);
    if (strcmp(chosen->old_name, chosen->new_name) == 0)
        (void)strncat(chosen->new_name, " (new)",
                      sizeof chosen->new_name - strlen(chosen->new_name) - 1);
    return status;
}

/* ---- one dataset of both ---- */

struct pool {
    struct assay_dataset *dataset; /* both */
    const char *system;            /* under which to add */
    bool several;                  /* systems in the new experiment */
    int64_t experiment;            /* units of different experiments are different ones */
};

/* Labels of the units above one lowest unit, made from their numbers. */
static enum assay_status add_unit(const struct pool *pool, size_t series, const size_t *path,
                                  size_t n_levels, const double *values, size_t n,
                                  struct assay_error *error)
{
    char text[ASSAY_MAX_LEVELS][48];
    const char *labels[ASSAY_MAX_LEVELS];
    for (size_t i = 0; i + 1 < n_levels; i++) {
        (void)snprintf(text[i], sizeof text[i], "%lld.%zu", (long long)pool->experiment,
                       path[i] + 1);
        labels[i] = text[i];
    }
    return assay_dataset_add(pool->dataset, series, labels, values, n, 0, error);
}

/* Walks the units down to those that hold values. */
static enum assay_status add_units(const struct pool *pool, size_t series,
                                   const struct assay_sample *sample, struct assay_error *error)
{
    const struct assay_shape *shape = &sample->shape;
    const size_t n_levels = shape->n_levels;
    if (n_levels == 1)
        return assay_dataset_add(pool->dataset, series, NULL, sample->values, shape->count[0], 0,
                                 error);
    const size_t lowest = n_levels - 2;
    size_t path[ASSAY_MAX_LEVELS] = {0};
    enum assay_status status = ASSAY_OK;
    for (size_t u = 0; u < assay_shape_units(shape, lowest) && status == ASSAY_OK; u++) {
        size_t begin, end;
        assay_shape_values(shape, lowest, u, &begin, &end);
        for (size_t level = 0; level <= lowest; level++) /* numbered over the whole sample */
            for (;; path[level]++) {
                size_t first, last;
                assay_shape_values(shape, level, path[level], &first, &last);
                if (begin < last)
                    break;
            }
        status = add_unit(pool, series, path, n_levels, sample->values + begin, end - begin, error);
    }
    return status;
}

static enum assay_status add_series(const struct pool *pool, const struct assay_series *series,
                                    struct assay_error *error)
{
    size_t index;
    char *benchmark = NULL;
    if (asprintf(&benchmark, pool->several ? "%s on %s" : "%s", series->benchmark, series->system) <
        0)
        return fail_no_memory(error);
    const struct assay_series_key key = {
        .system = pool->system,
        .benchmark = benchmark,
        .metric = series->metric,
        .unit = series->unit,
        .more_is_better = series->more_is_better,
        .told = series->told,
        .n_levels = series->live.shape.n_levels,
        .level_name = series->level_name,
    };
    const enum assay_status status = assay_dataset_series(pool->dataset, &key, &index, error);
    free(benchmark);
    TRY(status);
    TRY(add_units(pool, index, &series->live, error));
    assay_dataset_program(pool->dataset, index, &series->program);
    assay_dataset_together(pool->dataset, index, series->together);
    assay_dataset_warn(pool->dataset, index, series->warnings | ASSAY_WARNING(ASSAY_WARN_UNPAIRED));
    return ASSAY_OK;
}

/* The finished dataset of an experiment; the caller frees it also after an error. */
static enum assay_status read_experiment(struct store *store, int64_t id,
                                         struct assay_dataset **dataset, struct assay_error *error)
{
    *dataset = assay_dataset_new();
    if (*dataset == NULL)
        return fail_no_memory(error);
    TRY(store_read(store, id, *dataset, error));
    return assay_dataset_finish(*dataset, error);
}

static enum assay_status add_all(struct pool *pool, int64_t id, const struct assay_dataset *dataset,
                                 struct assay_error *error)
{
    pool->experiment = id;
    for (size_t i = 0; i < assay_dataset_count(dataset); i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        if (series->live.shape.count[0] > 0)
            TRY(add_series(pool, series, error));
    }
    return ASSAY_OK;
}

static enum assay_status add_experiment(struct store *store, int64_t id, struct pool *pool,
                                        struct assay_error *error)
{
    SCOPED(assay_dataset_free) struct assay_dataset *dataset = NULL;
    TRY(read_experiment(store, id, &dataset, error));
    return add_all(pool, id, dataset, error);
}

static bool has_several_systems(const struct assay_dataset *dataset)
{
    bool several = false;
    for (size_t i = 1; i < assay_dataset_count(dataset); i++)
        several = several || strcmp(assay_dataset_get(dataset, i)->system,
                                    assay_dataset_get(dataset, 0)->system) != 0;
    return several;
}

static enum assay_status fill(struct store *store, const struct chosen *chosen, int64_t experiment,
                              struct assay_dataset *dataset, struct assay_error *error)
{
    SCOPED(assay_dataset_free) struct assay_dataset *newest = NULL;
    struct pool pool = {.dataset = dataset, .system = chosen->old_name};
    TRY(read_experiment(store, experiment, &newest, error));
    pool.several = has_several_systems(newest);
    for (size_t i = 0; i < chosen->n; i++)
        TRY(add_experiment(store, chosen->ids[i], &pool, error));
    pool.system = chosen->new_name;
    TRY(add_all(&pool, experiment, newest, error));
    return assay_dataset_finish(dataset, error);
}

/* Of several earlier ones the newest is told. */
static enum assay_status take_around(struct store *store, int64_t before, int64_t after,
                                     struct input *input, struct assay_error *error)
{
    struct experiment_info infos[2];
    const int64_t ids[] = {before, after};
    size_t n = 0;
    enum assay_status status = ASSAY_OK;
    for (; n < 2 && status == ASSAY_OK; n += status == ASSAY_OK) {
        char which[24];
        (void)snprintf(which, sizeof which, "%" PRId64, ids[n]);
        status = store_find(store, which, &infos[n], error);
    }
    if (status == ASSAY_OK)
        status = input_take_around(input, &infos[0], &infos[1], error);
    while (n-- > 0)
        experiment_info_fini(&infos[n]);
    return status;
}

enum assay_status baseline_input(const struct source_request *request, struct store *store,
                                 const char *which, int64_t experiment, struct input *input,
                                 struct remarks *remarks, struct assay_error *error)
{
    struct chosen chosen = {0};
    struct assay_dataset *dataset = assay_dataset_new();
    *input = (struct input){0};
    enum assay_status status =
        dataset != NULL ? choose(store, which, experiment, &chosen, error) : fail_no_memory(error);
    if (status == ASSAY_OK)
        status = fill(store, &chosen, experiment, dataset, error);
    const int64_t newest = chosen.n > 0 ? chosen.ids[0] : 0;
    free(chosen.ids);
    if (status != ASSAY_OK) {
        assay_dataset_free(&dataset);
        return status;
    }
    status = input_of_dataset(request, dataset, "baseline", input, remarks, error);
    if (status == ASSAY_OK)
        status = take_around(store, newest, experiment, input, error);
    return status;
}

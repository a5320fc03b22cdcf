/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline.c -- earlier experiments as one old system, beside a new one. */
#include "cli/baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/source.h"
#include "render/terminal.h"

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

static enum exit_code choose_one(struct store *store, const char *which, int64_t experiment,
                                 const struct store_entry *entries, size_t n, struct chosen *chosen)
{
    struct experiment_info info;
    struct assay_error error;
    if (store_find(store, which, &info, &error) != ASSAY_OK)
        return fail_with(&error);
    chosen->ids[chosen->n++] = info.id;
    experiment_info_fini(&info);
    for (size_t i = 0; i < n; i++)
        if (entries[i].id == chosen->ids[0])
            store_entry_label(&entries[i], chosen->old_name, sizeof chosen->old_name);
    if (chosen->ids[0] != experiment)
        return EXIT_DONE;
    terminal_complain("assay: --compare-with %s is the experiment just measured: name an earlier "
                      "one by its id, or last:1",
                      which);
    return EXIT_DATA;
}

/* "last:5@12": before experiment 12. */
static int64_t bound_of(const char *which, int64_t experiment)
{
    const char *bound = strchr(which, '@');
    return bound != NULL ? strtoll(bound + 1, NULL, 10) : experiment;
}

static enum exit_code choose(struct store *store, const char *which, int64_t experiment,
                             struct chosen *chosen)
{
    struct store_entry *entries = NULL;
    struct assay_error error;
    size_t n = 0;
    enum exit_code code = EXIT_DONE;
    if (store_entries(store, &entries, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    chosen->ids = calloc(n + 1, sizeof *chosen->ids);
    for (size_t i = 0; i < n; i++)
        if (entries[i].id == experiment)
            store_entry_label(&entries[i], chosen->new_name, sizeof chosen->new_name);
    if (chosen->ids == NULL)
        code = fail_memory();
    else if (strncmp(which, "last:", 5) == 0)
        choose_last(entries, n, bound_of(which, experiment), (size_t)strtoul(which + 5, NULL, 10),
                    chosen);
    else
        code = choose_one(store, which, experiment, entries, n, chosen);
    store_entries_free(&entries, n);
    if (code == EXIT_DONE && chosen->n == 0) {
        terminal_complain("assay: --compare-with %s: there is no earlier experiment", which);
        code = EXIT_DATA;
    }
    if (strcmp(chosen->old_name, chosen->new_name) == 0)
        (void)strncat(chosen->new_name, " (new)",
                      sizeof chosen->new_name - strlen(chosen->new_name) - 1);
    return code;
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

static enum exit_code add_series(const struct pool *pool, const struct assay_series *series)
{
    struct assay_error error;
    size_t index;
    char *benchmark = NULL;
    if (asprintf(&benchmark, pool->several ? "%s on %s" : "%s", series->benchmark, series->system) <
        0)
        return fail_memory();
    const struct assay_series_key key = {
        .system = pool->system,
        .benchmark = benchmark,
        .metric = series->metric,
        .unit = series->unit,
        .more_is_better = series->more_is_better,
        .n_levels = series->live.shape.n_levels,
        .level_name = series->level_name,
    };
    enum assay_status status = assay_dataset_series(pool->dataset, &key, &index, &error);
    free(benchmark);
    if (status == ASSAY_OK)
        status = add_units(pool, index, &series->live, &error);
    if (status != ASSAY_OK)
        return fail_with(&error);
    assay_dataset_warn(pool->dataset, index, series->warnings | ASSAY_WARNING(ASSAY_WARN_UNPAIRED));
    return EXIT_DONE;
}

static enum exit_code add_experiment(struct store *store, int64_t id, struct pool *pool)
{
    struct assay_error error;
    struct assay_error problem;
    enum exit_code code = EXIT_DONE;
    struct assay_dataset *dataset = assay_dataset_new();
    pool->experiment = id;
    if (dataset == NULL)
        code = fail_memory();
    else if (store_read(store, id, dataset, &error) != ASSAY_OK)
        code = fail_with(&error);
    else if (assay_dataset_finish(dataset, &problem) != ASSAY_OK)
        code = fail_with(&problem);
    for (size_t i = 0; code == EXIT_DONE && i < assay_dataset_count(dataset); i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        if (series->live.shape.count[0] > 0)
            code = add_series(pool, series);
    }
    assay_dataset_free(&dataset);
    return code;
}

/* Whether the experiment has several systems. */
static enum exit_code count_systems(struct store *store, int64_t id, bool *several)
{
    struct assay_error error;
    struct assay_error problem;
    struct assay_dataset *dataset = assay_dataset_new();
    enum exit_code code = EXIT_DONE;
    if (dataset == NULL)
        code = fail_memory();
    else if (store_read(store, id, dataset, &error) != ASSAY_OK)
        code = fail_with(&error);
    else if (assay_dataset_finish(dataset, &problem) != ASSAY_OK)
        code = fail_with(&problem);
    for (size_t i = 1; code == EXIT_DONE && i < assay_dataset_count(dataset); i++)
        *several = *several || strcmp(assay_dataset_get(dataset, i)->system,
                                      assay_dataset_get(dataset, 0)->system) != 0;
    assay_dataset_free(&dataset);
    return code;
}

static enum exit_code fill(struct store *store, const char *which, int64_t experiment,
                           struct assay_dataset *dataset)
{
    struct chosen chosen = {0};
    struct pool pool = {.dataset = dataset};
    struct assay_error problem;
    enum exit_code code = choose(store, which, experiment, &chosen);
    if (code == EXIT_DONE)
        code = count_systems(store, experiment, &pool.several);
    pool.system = chosen.old_name;
    for (size_t i = 0; i < chosen.n && code == EXIT_DONE; i++)
        code = add_experiment(store, chosen.ids[i], &pool);
    pool.system = chosen.new_name;
    if (code == EXIT_DONE)
        code = add_experiment(store, experiment, &pool);
    if (code == EXIT_DONE && assay_dataset_finish(dataset, &problem) != ASSAY_OK)
        code = fail_with(&problem);
    free(chosen.ids);
    return code;
}

enum exit_code baseline_input(const char *which, int64_t experiment,
                              const struct global_options *global, struct input *input)
{
    struct store *store = NULL;
    struct assay_error error;
    const struct input_options all = {0};
    struct assay_dataset *dataset = assay_dataset_new();
    char *path = source_store_path(global);
    enum exit_code code = EXIT_DONE;
    *input = (struct input){0};
    if (dataset == NULL || path == NULL)
        code = fail_memory();
    else if (store_open(path, STORE_READ, &store, &error) != ASSAY_OK)
        code = fail_with(&error);
    else
        code = fill(store, which, experiment, dataset);
    store_close(&store);
    free(path);
    if (code == EXIT_DONE)
        return input_of_dataset(&all, dataset, "baseline", global, input);
    assay_dataset_free(&dataset);
    return code;
}

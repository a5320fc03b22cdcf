/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c -- what a handle knows of the experiment that it writes. */
#include "store/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "store/schema.h"

struct run *run_new(int64_t experiment, size_t n_systems, size_t n_benchmarks)
{
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    *run = (struct run){.experiment = experiment,
                        .n_systems = n_systems,
                        .n_benchmarks = n_benchmarks,
                        .systems = calloc(n_systems + 1, sizeof *run->systems),
                        .benchmarks = calloc(n_benchmarks + 1, sizeof *run->benchmarks),
                        .units = calloc(n_systems + 1, sizeof *run->units)};
    if (run->systems == NULL || run->benchmarks == NULL || run->units == NULL)
        run_free(&run);
    return run;
}

static void forget_metrics(struct run *run)
{
    for (size_t i = 0; i < run->n_metrics; i++) {
        free(run->metrics[i].name);
        free(run->metrics[i].unit);
        free(run->metrics[i].part);
    }
    run->n_metrics = 0;
}

void run_free(struct run **run)
{
    if (*run == NULL)
        return;
    forget_metrics(*run);
    free((*run)->metrics);
    free((*run)->units);
    free((*run)->benchmarks);
    free((*run)->systems);
    free(*run);
    *run = NULL;
}

void run_forget(struct run *run)
{
    forget_metrics(run);
    for (size_t i = 0; i < run->n_systems; i++)
        run->units[i].known = false;
}

/* A unit of one level below parent; *id is -1 when it does not exist and make is not set. */
static enum assay_status find_unit(struct store *store, const struct step *step, size_t depth,
                                   int64_t parent, bool make, int64_t *id,
                                   struct assay_error *error)
{
    struct run *run = store->run;
    struct store_first unit = {.found = false};
    enum assay_status status = store_first(
        store, SQL_FIND_UNIT, &unit, error, INTEGER(run->experiment),
        INTEGER(run->systems[step->system]), INTEGER(parent), INTEGER(step->unit[depth]));
    *id = unit.found ? unit.numbers[0] : -1;
    if (status != ASSAY_OK || *id >= 0 || !make)
        return status;
    status = store_put(store, SQL_ADD_UNIT, error, INTEGER(run->experiment),
                       INTEGER(run->systems[step->system]), INTEGER(parent), INTEGER(depth),
                       INTEGER(step->unit[depth]));
    *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

enum assay_status run_unit(struct store *store, const struct step *step, bool make, int64_t *id,
                           struct assay_error *error)
{
    struct run *run = store->run;
    struct unit_cache *cache = &run->units[step->system];
    size_t path_bytes = run->execution_level * sizeof *cache->path;
    *id = 0;
    if (cache->known && memcmp(cache->path, step->unit, path_bytes) == 0) {
        *id = cache->id;
        return ASSAY_OK;
    }
    for (size_t depth = 0; depth < run->execution_level && *id >= 0; depth++)
        TRY(find_unit(store, step, depth, *id, make, id, error));
    if (*id >= 0) {
        memcpy(cache->path, step->unit, path_bytes);
        cache->id = *id;
        cache->known = true;
    }
    return ASSAY_OK;
}

static const char *part_of(const struct metric_values *series)
{
    return series->part != NULL ? series->part : "";
}

/* Interns the metric in the store. */
static enum assay_status intern_metric(struct store *store, const struct metric_values *series,
                                       int64_t *id, struct assay_error *error)
{
    const struct store_value metric[] = {TEXT(series->metric), TEXT(series->unit),
                                         INTEGER(series->more_is_better), TEXT(part_of(series)),
                                         INTEGER(store_told_number(&series->told))};
    const size_t n = sizeof metric / sizeof *metric;
    struct store_first found = {.found = false};
    enum assay_status status = store_put_values(store, SQL_ADD_METRIC, error, metric, n);
    if (status == ASSAY_OK)
        status = store_first_values(store, SQL_FIND_METRIC, &found, error, metric, n);
    *id = found.numbers[0];
    return status;
}

static struct metric_cache *cached_metric(struct run *run, const struct metric_values *series)
{
    for (size_t i = 0; i < run->n_metrics; i++) {
        struct metric_cache *metric = &run->metrics[i];
        if (strcmp(metric->name, series->metric) == 0 && strcmp(metric->unit, series->unit) == 0 &&
            metric->more_is_better == series->more_is_better &&
            metric->told == store_told_number(&series->told) &&
            strcmp(metric->part, part_of(series)) == 0)
            return metric;
    }
    return NULL;
}

/* Takes the new metric into the cache; it may stay out when memory is short. */
static void cache_metric(struct run *run, const struct metric_values *series, int64_t id)
{
    if (!array_resize(&run->metrics, run->n_metrics + 1))
        return;
    struct metric_cache metric = {.name = strdup(series->metric),
                                  .unit = strdup(series->unit),
                                  .part = strdup(part_of(series)),
                                  .more_is_better = series->more_is_better,
                                  .told = store_told_number(&series->told),
                                  .id = id};
    if (metric.name != NULL && metric.unit != NULL && metric.part != NULL) {
        run->metrics[run->n_metrics++] = metric;
        return;
    }
    free(metric.name);
    free(metric.unit);
    free(metric.part);
}

enum assay_status run_metric(struct store *store, const struct metric_values *series, int64_t *id,
                             struct assay_error *error)
{
    const struct metric_cache *metric = cached_metric(store->run, series);
    if (metric != NULL) {
        *id = metric->id;
        return ASSAY_OK;
    }
    TRY(intern_metric(store, series, id, error));
    if (*id > SCHEMA_MOST_METRICS)
        return fail_naming(error, ASSAY_SYSTEM,
                           "%s: a store names at most %d metrics. Begin another store with "
                           "@store=FILE.",
                           store->path, SCHEMA_MOST_METRICS);
    cache_metric(store->run, series, *id);
    return ASSAY_OK;
}

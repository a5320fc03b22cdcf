/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_store.c -- versions from the experiments of a store. */
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/failure.h"
#include "source/source.h"

/* One experiment being read. */
struct reading {
    struct history *history;
    const struct history_request *request;
    struct assay_history_intervals intervals;
    size_t version;
    enum assay_status status;
    struct assay_error *error;
};

static bool metric_selected(const struct history_request *request, const char *metric)
{
    const struct name_list *metrics = &request->source.metrics;
    return metrics->n == 0 || strcmp(metrics->items[0], "all") == 0 ||
           name_list_selects(metrics, metric);
}

static bool wants(void *context, const struct store_sample *sample)
{
    const struct reading *reading = context;
    const struct source_request *source = &reading->request->source;
    return metric_selected(reading->request, sample->metric) &&
           name_list_selects(&source->systems, sample->system) &&
           name_list_selects(&source->benchmarks,
                             history_name_of(reading->history, sample->benchmark));
}

/* A system that has the name of the version, and is the only one, tells nothing. */
static bool take(void *context, const struct store_sample *sample)
{
    struct reading *reading = context;
    struct history *history = reading->history;
    const bool single =
        sample->n_systems == 1 &&
        strcmp(sample->system, history->finding.versions[reading->version].label) == 0;
    const struct assay_series series = {.benchmark = history_name_of(history, sample->benchmark),
                                        .metric = sample->metric,
                                        .unit = sample->unit,
                                        .more_is_better = sample->more_is_better};
    if (sample->live.shape.n_levels == 0 || sample->live.shape.count[0] == 0)
        return true;
    struct series_history *shown =
        history_series(history, single ? NULL : sample->system, &series, true);
    const struct history_given given = {reading->version, &sample->live, sample->has_iterations,
                                        reading->intervals};
    reading->status = shown == NULL
                          ? fail_no_memory(reading->error)
                          : history_add(history, reading->request, shown, &given, reading->error);
    return reading->status == ASSAY_OK;
}

/* Unless a metric is named, or all are wanted, wall, or what there is where nothing has wall. */
static enum assay_status read_place(struct history *history, const struct history_request *request,
                                    struct store *store, const struct history_place *place,
                                    struct assay_error *error)
{
    struct reading reading = {history,     request,  history_intervals_of(request),
                              place->rank, ASSAY_OK, error};
    if (!reading.intervals.kt2006 && request->statistic.kind == ASSAY_STATISTIC_MEAN)
        reading.intervals.expected = place->expected;
    const bool all = request->source.all_metrics || request->source.metrics.n > 0;
    const struct store_filter filter = {all ? NULL : "wall", wants, take, &reading};
    enum assay_status status = store_samples(store, place->entry->id, &filter, error);
    return status != ASSAY_OK ? status : reading.status;
}

/* A single system throughout is not named: its versions are what differs. */
static void drop_lone_system(struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].system == NULL || history->series[0].system == NULL ||
            strcmp(history->series[i].system, history->series[0].system) != 0)
            return;
    for (size_t i = 0; i < history->n; i++)
        history->series[i].system = NULL;
}

static enum assay_status read_places(struct history *history, const struct history_request *request,
                                     struct store *store, struct assay_error *error)
{
    struct history_place *places = NULL;
    size_t n = 0, first = 0;
    struct history_finding *finding = &history->finding;
    enum assay_status status = history_places(history, request, &places, &n, error);
    const bool plain = request->rule.rule == ASSAY_HISTORY_KT2006 ||
                       request->statistic.kind != ASSAY_STATISTIC_MEAN;
    for (size_t v = 0; plain && v < finding->n_versions; v++)
        finding->versions[v].anytime = false;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++)
        if (request->last > 0 && places[i].rank + request->last < finding->n_versions)
            first = i + 1;
    for (size_t i = first; i < n && status == ASSAY_OK; i++)
        status = read_place(history, request, store, &places[i], error);
    if (status == ASSAY_OK)
        drop_lone_system(finding);
    free(places);
    return status;
}

enum assay_status history_from_store(struct history *history, const struct history_request *request,
                                     struct assay_error *error)
{
    struct store *store = NULL;
    char *path = source_store_path(request->source.store);
    enum assay_status status =
        path != NULL ? store_open(path, STORE_READ, &store, error) : fail_no_memory(error);
    if (status == ASSAY_OK)
        status = store_entries(store, &history->entries, &history->n_entries, error);
    if (status == ASSAY_OK)
        status = store_rulings(store, &history->rulings, &history->n_rulings, error);
    if (status == ASSAY_OK)
        status = read_places(history, request, store, error);
    store_close(&store);
    free(path);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_store.c -- versions from the experiments of a store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/service.h"
#include "import/direct.h"
#include "measure/counting.h"
#include "source/read_source.h"
#include "source/saturated.h"
#include "store/host.h"

/* Of one system on one benchmark the part of user+system that came first. */
struct half {
    char *system, *benchmark, *metric;
    double *values;
    size_t n;
    bool added; /* the sum, or the metric itself */
};

/* Of one system on one benchmark what its load says of itself. */
struct load {
    char *system, *benchmark;
    bool is_busy, has_errors, has_requests;
};

/* One experiment being read. */
struct reading {
    struct history *history;
    const struct history_request *request;
    struct assay_history_intervals intervals;
    const struct history_place *place;
    size_t version;
    bool sums; /* user+system is asked for */
    struct store *store;
    int64_t experiment;
    bool asked; /* how it was measured */
    enum assay_together together;
    bool asked_counts;
    char *counts; /* what counted its instructions; NULL: it does not say */
    struct half *halves;
    size_t n_halves, halves_room;
    struct load *loads;
    size_t n_loads, loads_room;
    enum assay_status status;
    struct assay_error *error;
};

static const char processor_time[] = "user+system", failing[] = "errors", counting[] = "requests";

static bool is_half(const char *metric)
{
    return strcmp(metric, "user") == 0 || strcmp(metric, "system_time") == 0;
}

static bool is_of_load(const char *metric)
{
    return strcmp(metric, SERVICE_LOAD_BUSY) == 0 || strcmp(metric, failing) == 0 ||
           strcmp(metric, counting) == 0;
}

static bool metric_selected(const struct history_request *request, const char *metric)
{
    const struct name_list *metrics = &request->source.metrics;
    return metrics->n == 0 || strcmp(metrics->items[0], "all") == 0 ||
           name_list_selects(metrics, metric);
}

/* By its name, or as one of all. */
static bool wants_sum(const struct name_list *metrics)
{
    return metrics->n > 0 &&
           (strcmp(metrics->items[0], "all") == 0 || name_list_has(metrics, processor_time));
}

static bool wants(void *context, const struct store_sample *sample)
{
    const struct reading *reading = context;
    const struct source_request *source = &reading->request->source;
    const char *system = history_system_at(reading->history, reading->place, sample->system);
    return system != NULL &&
           (metric_selected(reading->request, sample->metric) || is_of_load(sample->metric) ||
            (reading->sums && is_half(sample->metric))) &&
           name_list_selects(&source->systems, system) &&
           name_list_selects(&source->benchmarks,
                             history_name_of(reading->history, sample->benchmark));
}

/* Once an experiment; of one with wall time only its manifest is looked at, as long as that names no order. */
static enum assay_together together_of(struct reading *reading, const char *metric)
{
    if (!reading->asked) {
        reading->asked = true;
        reading->status =
            store_order_of(reading->store, reading->experiment, strcmp(metric, "wall") == 0,
                           &reading->together, reading->error);
    }
    return reading->together;
}

/* Instructions by valgrind are series of their own, by the name of its release: values of two sources are never one history. */
static const char *metric_of(struct reading *reading, const char *metric, char *text, size_t size)
{
    if (strcmp(metric, "instructions") != 0)
        return metric;
    if (!reading->asked_counts)
        reading->status =
            store_counts(reading->store, reading->experiment, &reading->counts, reading->error);
    reading->asked_counts = true;
    if (reading->counts == NULL || strcmp(reading->counts, COUNTING_PERF) == 0)
        return metric;
    (void)snprintf(text, size, "%s by %.60s", metric, reading->counts);
    return text;
}

/* A system that has the name of the version, and is the only one, tells nothing. */
static bool add(struct reading *reading, const struct store_sample *sample)
{
    struct history *history = reading->history;
    char metric[96];
    const bool single =
        sample->n_systems == 1 &&
        strcmp(sample->system, history->finding.versions[reading->version].label) == 0;
    struct assay_series series = {.benchmark = history_name_of(history, sample->benchmark),
                                  .metric =
                                      metric_of(reading, sample->metric, metric, sizeof metric),
                                  .unit = sample->unit,
                                  .more_is_better = sample->more_is_better,
                                  .told = sample->told,
                                  .together = together_of(reading, sample->metric)};
    if (reading->status != ASSAY_OK)
        return false;
    if (direct_tells(&reading->request->source.directions, sample->metric, &series.more_is_better))
        series.told.direction = ASSAY_TOLD_BY_USER;
    struct history_row *shown = history_series(
        history, single ? NULL : history_system_at(history, reading->place, sample->system),
        &series, true);
    const struct history_given given = {reading->version, &sample->live, sample->has_iterations,
                                        reading->intervals, &sample->program};
    reading->status = shown == NULL
                          ? fail_no_memory(reading->error)
                          : history_add(history, reading->request, shown, &given, reading->error);
    return reading->status == ASSAY_OK;
}

static struct half *half_of(struct reading *reading, const struct store_sample *sample)
{
    for (size_t i = 0; i < reading->n_halves; i++)
        if (strcmp(reading->halves[i].system, sample->system) == 0 &&
            strcmp(reading->halves[i].benchmark, sample->benchmark) == 0)
            return &reading->halves[i];
    if (!array_more(&reading->halves, reading->n_halves, &reading->halves_room))
        return NULL;
    struct half *half = &reading->halves[reading->n_halves];
    *half = (struct half){.system = strdup(sample->system), .benchmark = strdup(sample->benchmark)};
    reading->n_halves += half->system != NULL && half->benchmark != NULL;
    return half->system != NULL && half->benchmark != NULL ? half : NULL;
}

static struct load *load_of(struct reading *reading, const struct store_sample *sample)
{
    for (size_t i = 0; i < reading->n_loads; i++)
        if (strcmp(reading->loads[i].system, sample->system) == 0 &&
            strcmp(reading->loads[i].benchmark, sample->benchmark) == 0)
            return &reading->loads[i];
    if (!array_more(&reading->loads, reading->n_loads, &reading->loads_room))
        return NULL;
    struct load *load = &reading->loads[reading->n_loads++];
    *load = (struct load){.system = strdup(sample->system), .benchmark = strdup(sample->benchmark)};
    return load->system != NULL && load->benchmark != NULL ? load : NULL;
}

static bool any_above_zero(const struct assay_sample *live)
{
    bool any = false;
    for (size_t i = 0; i < assay_sample_size(live); i++)
        any = any || live->values[i] > 0;
    return any;
}

/* As engine/source/load_doubts.c and saturated.c say it of what is read whole. */
static bool take_load(struct reading *reading, const struct store_sample *sample)
{
    struct load *load = load_of(reading, sample);
    if (load == NULL)
        reading->status = fail_no_memory(reading->error);
    else if (strcmp(sample->metric, SERVICE_LOAD_BUSY) == 0)
        load->is_busy = saturated_is(&sample->live);
    else if (strcmp(sample->unit, "1") == 0 && strcmp(sample->metric, failing) == 0)
        load->has_errors = any_above_zero(&sample->live);
    else if (strcmp(sample->unit, "1") == 0)
        load->has_requests = true;
    return load != NULL;
}

static assay_warnings doubts_by(const struct load *load, const struct history_row *series)
{
    return (load->is_busy && saturated_concerns(series->metric, series->unit)
                ? ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED)
                : 0) |
           (load->has_errors && load->has_requests ? ASSAY_WARNING(ASSAY_WARN_FAILED_REQUESTS) : 0);
}

/* Once all of the experiment is read: which series there are is known then. */
static enum assay_status doubt_loads(struct reading *reading)
{
    struct history *history = reading->history;
    for (size_t l = 0; l < reading->n_loads; l++) {
        const struct load *load = &reading->loads[l];
        for (size_t i = 0; i < history->finding.n; i++) {
            struct history_row *series = &history->finding.series[i];
            if (series->n > 0 && series->versions[series->n - 1] == reading->version &&
                strcmp(series->benchmark, history_name_of(history, load->benchmark)) == 0 &&
                (series->system == NULL ||
                 name_is(history_system_at(history, reading->place, load->system), series->system)))
                TRY(history_doubt(history, series, doubts_by(load, series), reading->error));
        }
    }
    return ASSAY_OK;
}

static void halves_fini(struct reading *reading)
{
    for (size_t i = 0; i < reading->n_loads; i++) {
        free(reading->loads[i].system);
        free(reading->loads[i].benchmark);
    }
    free(reading->loads);
    for (size_t i = 0; i < reading->n_halves; i++) {
        free(reading->halves[i].system);
        free(reading->halves[i].benchmark);
        free(reading->halves[i].metric);
        free(reading->halves[i].values);
    }
    free(reading->halves);
    free(reading->counts);
}

static bool keep_half(struct half *half, const struct store_sample *sample, size_t n)
{
    half->values = malloc(n * sizeof *half->values);
    half->metric = strdup(sample->metric);
    half->n = n;
    if (half->values == NULL || half->metric == NULL)
        return false;
    memcpy(half->values, sample->live.values, n * sizeof *half->values);
    return true;
}

/* The second part gives the sum, in the shape that both have. */
static bool add_sum(struct reading *reading, struct half *half, const struct store_sample *sample,
                    size_t n)
{
    if (half->added || n != half->n || strcmp(half->metric, sample->metric) == 0)
        return true;
    for (size_t i = 0; i < n; i++)
        half->values[i] += sample->live.values[i];
    struct store_sample sum = *sample;
    sum.metric = processor_time;
    sum.live.values = half->values;
    half->added = true;
    return add(reading, &sum);
}

static bool take_half(struct reading *reading, const struct store_sample *sample)
{
    struct half *half = half_of(reading, sample);
    const size_t n = assay_sample_size(&sample->live);
    const bool kept = half != NULL && (half->values != NULL || keep_half(half, sample, n));
    if (!kept)
        reading->status = fail_no_memory(reading->error);
    return kept && add_sum(reading, half, sample, n);
}

/* user+system that was measured itself is not made once more. */
static bool is_made(struct reading *reading, const struct store_sample *sample)
{
    struct half *half = half_of(reading, sample);
    const bool made = half != NULL && half->added;
    if (half != NULL)
        half->added = true;
    return made;
}

static bool take(void *context, const struct store_sample *sample)
{
    struct reading *reading = context;
    if (sample->live.shape.n_levels == 0 || sample->live.shape.count[0] == 0)
        return true;
    if (reading->sums && is_half(sample->metric) && !take_half(reading, sample))
        return false;
    if (is_of_load(sample->metric) && !take_load(reading, sample))
        return false;
    if (sample->passed_over || !metric_selected(reading->request, sample->metric) ||
        (reading->sums && strcmp(sample->metric, processor_time) == 0 && is_made(reading, sample)))
        return true;
    return add(reading, sample);
}

/* Unless a metric is named, or all are wanted, wall; of what was measured side by side processor time; or what there is
 * where nothing has either. */
enum assay_status history_read_place(struct history *history, const struct history_request *request,
                                     struct store *store, const struct history_place *place,
                                     struct assay_error *error)
{
    SCOPED(halves_fini)
    struct reading reading = {.history = history,
                              .request = request,
                              .intervals = history_intervals_of(request),
                              .place = place,
                              .version = place->rank,
                              .store = store,
                              .experiment = place->entry->id,
                              .sums = wants_sum(&request->source.metrics),
                              .error = error};
    if (!reading.intervals.kt2006 && request->statistic.kind == ASSAY_STATISTIC_MEAN)
        reading.intervals.expected = place->expected;
    const bool all = request->source.metrics.n > 0;
    const struct store_filter filter = {
        .builds = source_wants_builds(&request->source.metrics),
        .prefer = {all ? NULL : "wall", all ? NULL : processor_time},
        .also = {SERVICE_LOAD_BUSY, failing, counting},
        .wants = wants,
        .take = take,
        .context = &reading};
    TRY(store_samples(store, place->entry->id, &filter, error));
    return reading.status == ASSAY_OK ? doubt_loads(&reading) : reading.status;
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

enum assay_status history_from_store(struct history *history, const struct history_request *request,
                                     struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    OWNED char *path = source_store_path(request->source.store);
    TRY(path != NULL ? store_open(path, STORE_READ, &store, error) : fail_no_memory(error));
    TRY(store_entries(store, &history->entries, &history->n_entries, error));
    TRY(store_rulings(store, &history->rulings, &history->n_rulings, error));
    size_t first = 0;
    struct history_finding *finding = &history->finding;
    enum assay_status status =
        history_places(history, request, store, &history->places, &history->n_places, error);
    const size_t n = history->n_places;
    struct history_place *places = history->places;
    const bool plain = request->rule.rule == ASSAY_HISTORY_KT2006 ||
                       request->statistic.kind != ASSAY_STATISTIC_MEAN;
    for (size_t v = 0; plain && v < finding->n_versions; v++)
        finding->versions[v].anytime = false;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++)
        if (request->last > 0 && places[i].rank + request->last < finding->n_versions)
            first = i + 1;
    for (size_t i = first; i < n && status == ASSAY_OK; i++)
        status = history_read_place(history, request, store, &places[i], error);
    if (status == ASSAY_OK)
        drop_lone_system(finding);
    if (places != NULL)
        memmove(places, places + first, (n - first) * sizeof *places);
    history->n_places = n - first;
    return status;
}

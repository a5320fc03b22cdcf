/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_store.c -- versions from the experiments of a store. */
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/history_versions.h"
#include "cli/source.h"

/* One experiment being read. */
struct reading {
    struct history *history;
    const struct history_options *options;
    struct history_intervals intervals;
    size_t version;
    enum exit_code code;
};

static bool metric_selected(const struct history_options *options, const char *metric)
{
    const struct name_list *metrics = &options->input.metrics;
    return metrics->n == 0 || strcmp(metrics->items[0], "all") == 0 ||
           name_list_selects(metrics, metric);
}

static bool wants(void *context, const struct store_sample *sample)
{
    const struct reading *reading = context;
    const struct history_options *options = reading->options;
    return metric_selected(options, sample->metric) &&
           name_list_selects(&options->input.systems, sample->system) &&
           name_list_selects(&options->input.benchmarks, sample->benchmark);
}

/* A system that has the name of the version, and is the only one, tells nothing. */
static bool take(void *context, const struct store_sample *sample)
{
    struct reading *reading = context;
    struct history *history = reading->history;
    const bool single = sample->n_systems == 1 &&
                        strcmp(sample->system, history->versions[reading->version].label) == 0;
    const struct assay_series series = {.benchmark = sample->benchmark,
                                        .metric = sample->metric,
                                        .unit = sample->unit,
                                        .more_is_better = sample->more_is_better};
    if (sample->live.shape.n_levels == 0 || sample->live.shape.count[0] == 0)
        return true;
    struct shown_history *shown =
        history_series(history, single ? NULL : sample->system, &series, true);
    reading->code = shown == NULL
                        ? fail_memory()
                        : history_add(shown, reading->version, &sample->live, &reading->intervals);
    return reading->code == EXIT_DONE;
}

/* Without --metric the screen shows wall, or what there is where nothing has wall. */
static enum exit_code read_place(struct history *history, const struct history_options *options,
                                 const struct global_options *global, struct store *store,
                                 const struct history_place *place)
{
    struct assay_error error;
    struct reading reading = {history, options, history_intervals_of(options, global->confidence),
                              place->rank, EXIT_DONE};
    if (!reading.intervals.kt2006)
        reading.intervals.expected = place->expected;
    const bool all = global->json || options->input.metrics.n > 0;
    const struct store_wish wish = {all ? NULL : "wall", wants, take, &reading};
    if (store_samples(store, place->entry->id, &wish, &error) != ASSAY_OK)
        return fail_with(&error);
    return reading.code;
}

/* A single system throughout is not named: its versions are what differs. */
static void drop_lone_system(struct history *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].system == NULL || history->series[0].system == NULL ||
            strcmp(history->series[i].system, history->series[0].system) != 0)
            return;
    for (size_t i = 0; i < history->n; i++)
        history->series[i].system = NULL;
}

static enum exit_code read_places(struct history *history, const struct history_options *options,
                                  const struct global_options *global, struct store *store)
{
    struct history_place *places = NULL;
    size_t n = 0, first = 0;
    enum exit_code code = history_places(history, options, &places, &n);
    for (size_t v = 0; options->method == ASSAY_HISTORY_KT2006 && v < history->n_versions; v++)
        history->versions[v].anytime = false;
    for (size_t i = 0; i < n && code == EXIT_DONE; i++)
        if (options->last > 0 && places[i].rank + (size_t)options->last < history->n_versions)
            first = i + 1;
    for (size_t i = first; i < n && code == EXIT_DONE; i++)
        code = read_place(history, options, global, store, &places[i]);
    if (code == EXIT_DONE)
        drop_lone_system(history);
    free(places);
    return code;
}

enum exit_code history_from_store(struct history *history, const struct history_options *options,
                                  const struct global_options *global)
{
    struct store *store = NULL;
    struct assay_error error;
    char *path = source_store_path(global->store);
    enum exit_code code = EXIT_DONE;
    if (path == NULL)
        code = fail_memory();
    else if (store_open(path, STORE_READ, &store, &error) != ASSAY_OK ||
             store_entries(store, &history->entries, &history->n_entries, &error) != ASSAY_OK)
        code = fail_with(&error);
    else
        code = read_places(history, options, global, store);
    store_close(&store);
    free(path);
    return code;
}

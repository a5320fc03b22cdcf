/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_shared.c -- steps are put where the rounds that versions shared say they lie.
 *
 * A search measures some versions beside one another, and what is measured later has another hour of the machine: as
 * versions apart they are one series all the same, in which a step seems to begin one or two versions off. The
 * experiments themselves tell it better (lib/history/shared_rounds.c). They are read only where something changed. */
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/failure.h"
#include "base/owned.h"
#include "source/read_source.h"

/* It has several systems and is no version: these are. */
static bool is_shared(const struct history *history, const struct store_entry *entry)
{
    if (entry->systems == NULL || strchr(entry->systems, ',') == NULL ||
        entry->version.label != NULL || entry->finished_ns == 0 || entry->name == NULL)
        return false;
    for (size_t i = 0; i < history->n_places; i++)
        if (name_is(history->places[i].entry->name, entry->name))
            return true;
    return false;
}

/* Each experiment in the place of a version: its systems are the versions. */
static enum assay_status read_shared(const struct history *history,
                                     const struct history_request *request, struct history *out,
                                     struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    OWNED char *path = source_store_path(request->source.store);
    TRY(path != NULL ? store_open(path, STORE_READ, &store, error) : fail_no_memory(error));
    TRY(history_make_versions(out, history->n_entries, error));
    for (size_t i = 0; i < history->n_entries; i++) {
        const struct history_place place = {.entry = &history->entries[i], .rank = i};
        out->finding.versions[i].label = strdup("");
        if (out->finding.versions[i].label == NULL)
            return fail_no_memory(error);
        if (is_shared(history, place.entry))
            TRY(history_read_place(out, request, store, &place, error));
    }
    return ASSAY_OK;
}

/* The point of that version, or SIZE_MAX. */
static size_t point_of(const struct history_finding *history, const struct history_row *series,
                       const char *label)
{
    for (size_t i = 0; i < series->n; i++)
        if (name_is(history->versions[series->versions[i]].label, label))
            return i;
    return SIZE_MAX;
}

static bool is_same(const struct history_row *a, const struct history_row *b)
{
    return strcmp(a->benchmark, b->benchmark) == 0 && strcmp(a->metric, b->metric) == 0 &&
           strcmp(a->unit, b->unit) == 0 && b->system != NULL;
}

static int by_experiment(const void *left, const void *right)
{
    const struct assay_history_round *a = left, *b = right;
    return (a->experiment > b->experiment) - (a->experiment < b->experiment);
}

/* What the experiments gave of one series, by experiment; to be freed. NULL: no memory. */
static struct assay_history_round *rounds_of(const struct history_finding *history,
                                             const struct history_row *series,
                                             const struct history *shared, size_t *n)
{
    size_t room = 1;
    for (size_t i = 0; i < shared->finding.n; i++)
        room += shared->finding.series[i].n;
    struct assay_history_round *rounds = calloc(room, sizeof *rounds);
    *n = 0;
    for (size_t i = 0; rounds != NULL && i < shared->finding.n; i++) {
        const struct history_row *of = &shared->finding.series[i];
        const size_t version =
            is_same(series, of) ? point_of(history, series, of->system) : SIZE_MAX;
        for (size_t k = 0; version != SIZE_MAX && k < of->n; k++)
            rounds[(*n)++] =
                (struct assay_history_round){of->versions[k], version, of->points[k].summary};
    }
    if (rounds != NULL)
        qsort(rounds, *n, sizeof *rounds, by_experiment);
    return rounds;
}

static enum assay_status place(const struct history_finding *history, struct history_row *series,
                               const struct history *shared, struct assay_error *error)
{
    size_t n = 0;
    OWNED struct assay_history_round *rounds = rounds_of(history, series, shared, &n);
    if (rounds == NULL)
        return fail_no_memory(error);
    return assay_history_place(series->adjusted != NULL ? series->adjusted : series->points,
                               series->n, rounds, n, &history->rule, &series->finding,
                               &series->n_placed, error);
}

/* Of a version that is the only system, and by the metrics that changed. */
static bool may_move(const struct history_row *series)
{
    return series->system == NULL && series->trouble[0] == '\0' && series->finding.n > 0;
}

enum assay_status history_place_by_rounds(struct history *history,
                                          const struct history_request *request,
                                          struct assay_error *error)
{
    SCOPED(history_fini) struct history shared = {.room = 0};
    OWNED const char **metrics = calloc(history->finding.n + 1, sizeof *metrics);
    struct history_request other = *request;
    size_t n = 0;
    if (metrics == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < history->finding.n; i++)
        if (may_move(&history->finding.series[i]))
            metrics[n++] = history->finding.series[i].metric;
    if (n == 0 || history->n_places == 0)
        return ASSAY_OK;
    other.source.metrics = (struct name_list){metrics, n};
    other.source.systems = (struct name_list){0};
    enum assay_status status = read_shared(history, &other, &shared, error);
    for (size_t i = 0; i < history->finding.n && status == ASSAY_OK; i++)
        if (may_move(&history->finding.series[i]))
            status = place(&history->finding, &history->finding.series[i], &shared, error);
    return status;
}

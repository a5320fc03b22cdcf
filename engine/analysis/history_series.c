/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_series.c -- the series that a history is made of: found by name, grown by versions. */
#include <stdint.h>
#include <stdlib.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/hash.h"

static uint64_t hash_of(const char *system, const char *benchmark, const char *metric)
{
    const char *const parts[] = {system != NULL ? system : "", benchmark, metric};
    uint64_t hash = HASH_START;
    for (int i = 0; i < 3; i++)
        hash = hash_text(hash, parts[i]);
    return hash ^ hash >> 32;
}

static bool has_names(const struct history_row *a, const char *system,
                      const struct assay_series *series)
{
    return name_is(a->system, system) && strcmp(a->benchmark, series->benchmark) == 0 &&
           strcmp(a->metric, series->metric) == 0;
}

/* Seconds and operations a second are never one series, nor is processor time alone and beside another program. */
static bool has_unit(const struct history_row *a, const struct assay_series *series)
{
    const struct assay_series shown = {.unit = a->unit, .together = a->measured};
    return strcmp(a->unit, series->unit) == 0 && a->more_is_better == series->more_is_better &&
           assay_series_alike(&shown, series);
}

/* A copy that lives as long as the history. */
static const char *own(struct history *history, const char *text, bool copy, bool *ok)
{
    if (!copy || text == NULL)
        return text;
    if (!array_more(&history->owned, history->n_owned, &history->owned_room)) {
        *ok = false;
        return NULL;
    }
    char *own_text = strdup(text);
    if (own_text == NULL)
        *ok = false;
    else
        history->owned[history->n_owned++] = own_text;
    return own_text;
}

static struct history_row *append(struct history *history, const char *system,
                                  const struct assay_series *series, bool copy)
{
    bool ok = true;
    if (!array_more(&history->finding.series, history->finding.n, &history->room))
        return NULL;
    struct history_row *fresh = &history->finding.series[history->finding.n];
    *fresh = (struct history_row){.system = own(history, system, copy, &ok),
                                  .benchmark = own(history, series->benchmark, copy, &ok),
                                  .metric = own(history, series->metric, copy, &ok),
                                  .unit = own(history, series->unit, copy, &ok),
                                  .more_is_better = series->more_is_better,
                                  .told = series->told,
                                  .measured = series->together};
    fresh->points = calloc(history->finding.n_versions, sizeof *fresh->points);
    fresh->versions = calloc(history->finding.n_versions, sizeof *fresh->versions);
    history->finding.n++; /* what there is of it is freed with the history */
    return ok && fresh->points != NULL && fresh->versions != NULL ? fresh : NULL;
}

/* The bucket of this name and unit: that of its series, or the empty one where it belongs. *other:
 * 1 + the index of a series that has the name with another unit, if there is one. */
static size_t *find(const struct history *history, const char *system,
                    const struct assay_series *series, size_t *other)
{
    const size_t mask = history->n_buckets - 1;
    size_t i = (size_t)hash_of(system, series->benchmark, series->metric) & mask;
    *other = 0;
    for (; history->buckets[i] != 0; i = (i + 1) & mask) {
        const struct history_row *shown = &history->finding.series[history->buckets[i] - 1];
        if (!has_names(shown, system, series))
            continue;
        if (has_unit(shown, series))
            break;
        *other = history->buckets[i];
    }
    return &history->buckets[i];
}

/* Keeps at least half of the buckets empty. False: no memory. */
static bool widen(struct history *history)
{
    if (2 * (history->finding.n + 1) <= history->n_buckets)
        return true;
    struct history wide = *history;
    wide.n_buckets = history->n_buckets > 0 ? 2 * history->n_buckets : 64;
    wide.buckets = calloc(wide.n_buckets, sizeof *wide.buckets);
    if (wide.buckets == NULL)
        return false;
    for (size_t i = 0; i < history->n_buckets; i++)
        if (history->buckets[i] != 0) {
            const struct history_row *old = &history->finding.series[history->buckets[i] - 1];
            const struct assay_series name = {.benchmark = old->benchmark,
                                              .metric = old->metric,
                                              .unit = old->unit,
                                              .more_is_better = old->more_is_better,
                                              .together = old->measured};
            size_t other;
            *find(&wide, old->system, &name, &other) = history->buckets[i];
        }
    free(history->buckets);
    history->buckets = wide.buckets;
    history->n_buckets = wide.n_buckets;
    return true;
}

struct history_row *history_series(struct history *history, const char *system,
                                   const struct assay_series *series, bool copy)
{
    if (!widen(history))
        return NULL;
    size_t other, *bucket = find(history, system, series, &other);
    if (*bucket != 0)
        return &history->finding.series[*bucket - 1];
    struct history_row *fresh = append(history, system, series, copy);
    if (fresh == NULL)
        return NULL;
    *bucket = history->finding.n;
    if (other != 0 && history->n_split++ == 0) {
        history->split[0] = other - 1;
        history->split[1] = history->finding.n - 1;
    }
    return fresh;
}

enum assay_status history_make_versions(struct history *history, size_t n,
                                        struct assay_error *error)
{
    history->finding.versions = calloc(n + 1, sizeof *history->finding.versions);
    history->finding.n_versions = n;
    return history->finding.versions != NULL ? ASSAY_OK : fail_no_memory(error);
}

struct assay_history_intervals history_intervals_of(const struct history_request *request)
{
    return (struct assay_history_intervals){.confidence = request->rule.confidence,
                                            .kt2006 = request->rule.rule == ASSAY_HISTORY_KT2006,
                                            .statistic = request->statistic};
}

static size_t shortest_execution(const struct assay_sample *sample)
{
    const size_t level = sample->shape.n_levels - 2;
    size_t shortest = SIZE_MAX;
    for (size_t u = 0; u < assay_shape_units(&sample->shape, level); u++) {
        size_t begin, end;
        assay_shape_values(&sample->shape, level, u, &begin, &end);
        shortest = end - begin < shortest ? end - begin : shortest;
    }
    return shortest;
}

/* Looked for in all versions where they are cut there; else in the newest alone: in all of them it would take
 * minutes. */
static enum assay_status look(const struct history *history, const struct history_request *request,
                              bool more_is_better, const struct history_given *given,
                              struct assay_warm_up *out, struct assay_error *error)
{
    const struct assay_warm_up_options how = {.more_is_better = more_is_better};
    const bool newest = given->version + 1 == history->finding.n_versions;
    *out = (struct assay_warm_up){.until = 0};
    if (!given->has_iterations ||
        !(request->warm_up == WARM_UP_CUT || (request->warm_up == WARM_UP_ASK && newest)))
        return ASSAY_OK;
    const enum assay_status status = assay_warm_up_of(given->live, &how, out, error);
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

/* The live values without those that the request leaves out. */
static enum assay_status settle(const struct history_request *request,
                                const struct history_given *given,
                                const struct assay_warm_up *warm_up, struct assay_cut_sample *out,
                                struct assay_error *error)
{
    size_t first = request->warm_up == WARM_UP_CUT_FIRST ? request->first : 0;
    *out = (struct assay_cut_sample){.sample = *given->live};
    if (!given->has_iterations)
        return ASSAY_OK;
    if (request->warm_up == WARM_UP_CUT && assay_warm_up_moves(warm_up))
        first = assay_warm_up_rest(warm_up->until, shortest_execution(given->live),
                                   warm_up->cycle.period);
    return first > 0 ? assay_sample_cut(given->live, first, out, error) : ASSAY_OK;
}

assay_warnings history_load_doubts(assay_warnings warnings)
{
    return warnings & (ASSAY_WARNING(ASSAY_WARN_FAILED_REQUESTS) | ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED) |
                       ASSAY_WARNING(ASSAY_WARN_RATE_MISSED));
}

enum assay_status history_doubt(struct history *history, struct history_row *series, assay_warnings doubts,
                                struct assay_error *error)
{
    if (doubts == 0 || series->n == 0)
        return ASSAY_OK;
    if (series->doubts == NULL)
        series->doubts = calloc(history->finding.n_versions, sizeof *series->doubts);
    if (series->doubts == NULL)
        return fail_no_memory(error);
    series->doubts[series->n - 1] |= doubts;
    return ASSAY_OK;
}

enum assay_status history_add(struct history *history, const struct history_request *request,
                              struct history_row *series, const struct history_given *given,
                              struct assay_error *error)
{
    const bool again = series->n > 0 && series->versions[series->n - 1] == given->version;
    struct assay_history_point *point = &series->points[again ? series->n - 1 : series->n];
    struct assay_cut_sample cut;
    struct assay_warm_up warm_up;
    TRY(look(history, request, series->more_is_better, given, &warm_up, error));
    TRY(settle(request, given, &warm_up, &cut, error));
    enum assay_status status = assay_history_add(point, &cut.sample, &given->intervals, error);
    assay_sample_cut_fini(&cut);
    if (status == ASSAY_NO_MEMORY)
        return status;
    if (status == ASSAY_OK && !again)
        series->versions[series->n++] = given->version;
    if (status == ASSAY_OK && history_note_program(history, series, given, error) != ASSAY_OK)
        return ASSAY_NO_MEMORY;
    if (status == ASSAY_OK)
        TRY(history_doubt(history, series, given->doubts, error));
    /* nothing live: this version did not measure it */
    if (given->version + 1 == history->finding.n_versions &&
        !(request->warm_up == WARM_UP_CUT && warm_up.ended == ASSAY_ENDED_SEEN))
        series->warm_up = warm_up;
    return ASSAY_OK;
}

void history_fini(struct history *history)
{
    for (size_t i = 0; i < history->finding.n; i++) {
        free(history->finding.series[i].points);
        free(history->finding.series[i].versions);
        free(history->finding.series[i].rulings);
        free(history->finding.series[i].around);
        free(history->finding.series[i].adjusted);
        free(history->finding.series[i].programs);
        free(history->finding.series[i].doubts);
        free(history->finding.series[i].together);
        assay_history_fini(&history->finding.series[i].finding);
    }
    for (size_t i = 0; i < history->finding.n_versions; i++) {
        free(history->finding.versions[i].label);
        free(history->finding.versions[i].subject);
    }
    for (size_t i = 0; i < history->n_owned; i++)
        free(history->owned[i]);
    free(history->owned);
    history_beside_free(history);
    free(history->finding.series);
    free(history->finding.versions);
    free(history->buckets);
    free(history->programs);
    free(history->finding.renames);
    free(history->finding.shared);
    store_rulings_free(&history->rulings, history->n_rulings);
    free(history->places);
    store_entries_free(&history->entries, history->n_entries);
    input_fini(&history->input);
    *history = (struct history){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_choose.c -- all of a range that the store does not have, or the middles where a change is suspected. */
#include "session/versions_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "session/session_verdict.h"
#include "session/versions_next.h"

/* ---- what the store has ---- */

struct places {
    enum version_state *states;
    int64_t *ids; /* of the measured ones: the newest experiment of each */
};

/* As the only system of a run, or as one of a range, where it may have failed. */
static enum version_state state_of(struct store *store, const struct store_entry *entries, size_t n,
                                   const char *experiment, const char *commit, int64_t *id)
{
    char label[VERSION_LABEL + 1];
    for (size_t i = n; i-- > 0;) {
        const struct store_version *version = &entries[i].version;
        *id = entries[i].id;
        if (entries[i].finished_ns != 0 && version->commit != NULL && !version->dirty &&
            strcmp(version->commit, commit) == 0 && entries[i].name != NULL &&
            strcmp(entries[i].name, experiment) == 0)
            return VERSION_MEASURED;
    }
    (void)snprintf(label, sizeof label, "%.*s", VERSION_LABEL, commit);
    return store_tried(store, experiment, label) ? VERSION_FAILED : VERSION_UNKNOWN;
}

/* Nothing is known where there is no store yet, or no name to find the experiments by. */
static struct store *look_up(const struct design *design, const char *path,
                             const struct git_commit *commits, size_t n, struct places *places)
{
    struct store *store = NULL;
    struct store_entry *entries = NULL;
    struct assay_error none;
    size_t n_entries = 0;
    if (path == NULL || design->experiment == NULL ||
        store_open(path, STORE_READ, &store, &none) != ASSAY_OK)
        return NULL;
    if (store_entries(store, &entries, &n_entries, &none) == ASSAY_OK)
        for (size_t i = 0; i < n; i++)
            places->states[i] = state_of(store, entries, n_entries, design->experiment,
                                         commits[i].name, &places->ids[i]);
    store_entries_free(&entries, n_entries);
    return store;
}

/* ---- do two versions differ? ---- */

struct fill {
    const struct design *design;
    const struct places *places;
    struct store *store;
    const char *path;
    double error_each; /* of a pair: 1 - confidence, shared by all that can be asked about */
    enum assay_status status;
    struct assay_error *error;
};

static size_t gated_rows(const struct verdict *verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < verdict->pairs.n; i++)
        for (size_t j = 0; j < verdict->pairs.items[i].n; j++)
            n += comparison_is_gated(&verdict->pairs.items[i], j, &verdict->input);
    return n;
}

/* At this error a benchmark; *n: benchmarks. */
static bool moves(struct fill *fill, size_t older, size_t newer, double error_each, size_t *n)
{
    struct session pair = {.design = (struct design *)fill->design,
                           .store = fill->store,
                           .store_path = (char *)fill->path,
                           .experiment = fill->places->ids[newer]};
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    SCOPED(verdict_fini) struct verdict verdict = {0};
    request.confidence = 1 - error_each;
    (void)snprintf(pair.baseline, sizeof pair.baseline, "%" PRId64, fill->places->ids[older]);
    fill->status = store_uid(fill->store, pair.experiment, pair.uid, fill->error);
    if (fill->status == ASSAY_OK)
        fill->status = session_reach_verdict(&pair, &request, false, &verdict, fill->error);
    const bool moved = fill->status == ASSAY_OK && comparison_moves(&verdict.pairs, &verdict.input);
    *n = gated_rows(&verdict);
    return moved;
}

/* What is not told at a larger error is not told at a smaller one. */
static bool differ(void *context, size_t older, size_t newer)
{
    struct fill *fill = context;
    size_t n = 0;
    if (fill->status != ASSAY_OK || !moves(fill, older, newer, fill->error_each, &n))
        return false;
    return n < 2 || moves(fill, older, newer, fill->error_each / (double)n, &n);
}

/* ---- the choice ---- */

static size_t keep_unknown(struct git_commit *commits, size_t n, const struct places *places)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        commits[kept] = commits[i];
        kept += places->states[i] == VERSION_UNKNOWN;
    }
    return kept;
}

static enum assay_status bisect(const struct versions_request *request, struct fill *fill,
                                struct git_commit *commits, size_t *n)
{
    OWNED size_t *next = calloc(*n, sizeof *next);
    const struct versions_known known = {fill->places->states, *n, request->sample, differ, fill};
    if (next == NULL)
        return fail_no_memory(fill->error);
    fill->error_each = (1 - request->confidence) / (double)versions_pairs(*n);
    *n = versions_next(&known, next);
    for (size_t i = 0; i < *n; i++)
        commits[i] = commits[next[i]];
    return fill->status;
}

/* Evenly spaced, both ends among them. */
static size_t thin(struct git_commit *commits, size_t n, size_t sample)
{
    if (sample == 0 || sample >= n)
        return n;
    if (sample == 1)
        commits[0] = commits[n - 1];
    for (size_t i = 1; i < sample; i++)
        commits[i] = commits[versions_spaced(i, sample, n)];
    return sample;
}

enum assay_status versions_choose(const struct design *design,
                                  const struct versions_request *request,
                                  struct git_commit *commits, size_t *n, size_t *n_known,
                                  struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    const size_t all = request->bisect ? *n : thin(commits, *n, request->sample);
    struct places places = {calloc(all, sizeof *places.states), calloc(all, sizeof *places.ids)};
    struct fill fill = {
        .design = design, .places = &places, .path = request->store, .error = error};
    *n = all;
    if (places.states == NULL || places.ids == NULL) {
        status = fail_no_memory(error);
    } else {
        fill.store = look_up(design, request->store, commits, all, &places);
        *n_known = 0;
        for (size_t i = 0; i < all; i++)
            *n_known += places.states[i] != VERSION_UNKNOWN;
        if (request->bisect)
            status = bisect(request, &fill, commits, n);
        else
            *n = keep_unknown(commits, all, &places);
    }
    store_close(&fill.store);
    free(places.states);
    free(places.ids);
    return status;
}

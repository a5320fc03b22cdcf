/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_around.c -- what else changed at a change: between the experiments on both of its sides, of a version measured
 * several times the last one.
 * Edges:    of files, and of what was imported, nothing is known.
 * Checked:  tests/golden/history/manifest-changed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "source/read_source.h"

/* In what two versions differ: most series change at the same ones. */
struct history_beside {
    size_t before, at;
    struct around around;
};

/* 0: none is known. */
static int64_t experiment_of(const struct history *history, size_t version)
{
    int64_t experiment = 0;
    for (size_t i = 0; i < history->n_places; i++)
        if (history->places[i].rank == version)
            experiment = history->places[i].entry->id;
    return experiment;
}

static enum assay_status find(struct store *store, int64_t experiment, struct experiment_info *info,
                              struct assay_error *error)
{
    char id[24];
    (void)snprintf(id, sizeof id, "%" PRId64, experiment);
    return store_find(store, id, info, error);
}

static enum assay_status look(struct store *store, const int64_t experiments[2],
                              struct around *around, struct assay_error *error)
{
    SCOPED(experiment_info_fini) struct experiment_info before = {0};
    SCOPED(experiment_info_fini) struct experiment_info after = {0};
    TRY(find(store, experiments[0], &before, error));
    TRY(find(store, experiments[1], &after, error));
    if (!around_of(&before, &after, around))
        return fail_no_memory(error);
    return ASSAY_OK;
}

/* Looked for once; NULL: nothing is known. */
static enum assay_status beside(struct history *history, struct store *store, size_t before,
                                size_t at, const struct around **out, struct assay_error *error)
{
    const int64_t experiments[] = {experiment_of(history, before), experiment_of(history, at)};
    *out = NULL;
    for (size_t i = 0; i < history->n_beside; i++)
        if (history->beside[i]->before == before && history->beside[i]->at == at)
            *out = &history->beside[i]->around;
    if (*out != NULL || experiments[0] == 0 || experiments[1] == 0 ||
        experiments[0] == experiments[1])
        return ASSAY_OK;
    struct history_beside *new = calloc(1, sizeof *new);
    if (new == NULL || !array_more(&history->beside, history->n_beside, &history->beside_room)) {
        free(new);
        return fail_no_memory(error);
    }
    *new = (struct history_beside){.before = before, .at = at};
    history->beside[history->n_beside++] = new;
    *out = &new->around;
    return look(store, experiments, &new->around, error);
}

static enum assay_status note(struct history *history, struct store *store,
                              struct history_row *series, struct assay_error *error)
{
    const size_t n = series->finding.n;
    enum assay_status status = ASSAY_OK;
    if (n == 0)
        return ASSAY_OK;
    series->around = calloc(n, sizeof *series->around);
    if (series->around == NULL)
        return fail_no_memory(error);
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
        const size_t at = series->finding.changes[k].at;
        status = beside(history, store, series->versions[at - 1], series->versions[at],
                        &series->around[k], error);
    }
    return status;
}

enum assay_status history_look_around(struct history *history,
                                      const struct history_request *request,
                                      struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    bool changes = false;
    for (size_t i = 0; i < history->finding.n; i++)
        changes = changes || history->finding.series[i].finding.n > 0;
    if (!changes || history->entries == NULL)
        return ASSAY_OK;
    OWNED char *path = source_store_path(request->source.store);
    TRY(path != NULL ? store_open(path, STORE_READ, &store, error) : fail_no_memory(error));
    for (size_t i = 0; i < history->finding.n; i++)
        TRY(note(history, store, &history->finding.series[i], error));
    return ASSAY_OK;
}

void history_beside_free(struct history *history)
{
    for (size_t i = 0; i < history->n_beside; i++) {
        around_fini(&history->beside[i]->around);
        free(history->beside[i]);
    }
    free(history->beside);
}

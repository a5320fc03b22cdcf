/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.c -- which experiments a store holds, as the archive knows them: by uid and by the runs that measured them.
 *
 * Shards of one experiment have one uid. So the runs tell one shard from another, and both from all of them merged.
 */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "postgres/archive_parts.h"
#include "store/store.h"

static bool is_complete(const struct experiment_info *info, const struct store_machine *machines,
                        size_t n)
{
    bool measured = n > 0;
    for (size_t i = 0; i < n; i++)
        measured = measured && machines[i].finished_ns != 0;
    return info->finished_ns != 0 || measured;
}

static enum assay_status read_runs(struct store *store, const struct experiment_info *info,
                                   struct facts *facts, struct assay_error *error)
{
    *facts = (struct facts){.experiment = info->id};
    enum assay_status status = store_uid(store, info->id, facts->uid, error);
    if (status == ASSAY_OK)
        status = store_machines(store, info->id, &facts->machines, &facts->n_runs, error);
    facts->runs = calloc(facts->n_runs + 1, STORE_UID_BYTES);
    if (status == ASSAY_OK && facts->runs == NULL)
        status = fail_no_memory(error);
    for (size_t i = 0; i < facts->n_runs && status == ASSAY_OK; i++)
        memcpy(facts->runs + i * STORE_UID_BYTES, facts->machines[i].run, STORE_UID_BYTES);
    facts->complete = is_complete(info, facts->machines, facts->n_runs);
    if (status != ASSAY_OK)
        facts_fini(facts);
    return status;
}

enum assay_status facts_read(struct store *store, int64_t experiment, struct facts *facts,
                             struct assay_error *error)
{
    char which[24];
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    (void)snprintf(which, sizeof which, "%lld", (long long)experiment);
    TRY(store_find(store, which, &info, error));
    return read_runs(store, &info, facts, error);
}

void facts_fini(struct facts *facts)
{
    free(facts->runs);
    store_machines_free(&facts->machines, facts->n_runs);
    *facts = (struct facts){0};
}

static int by_uid(const void *a, const void *b)
{
    return memcmp(((const struct facts *)a)->uid, ((const struct facts *)b)->uid, STORE_UID_BYTES);
}

enum assay_status facts_read_all(struct store *store, struct facts **facts, size_t *n,
                                 struct assay_error *error)
{
    struct store_entry *entries;
    size_t n_entries;
    *n = 0;
    *facts = NULL;
    TRY(store_entries(store, &entries, &n_entries, error));
    *facts = calloc(n_entries + 1, sizeof **facts);
    enum assay_status status = ASSAY_OK;
    if (*facts == NULL)
        status = fail_no_memory(error);
    for (size_t i = 0; i < n_entries && status == ASSAY_OK; i++) {
        const struct experiment_info info = {.id = entries[i].id,
                                             .finished_ns = entries[i].finished_ns};
        status = read_runs(store, &info, &(*facts)[i], error);
        *n += status == ASSAY_OK;
    }
    store_entries_free(&entries, n_entries);
    if (status == ASSAY_OK)
        qsort(*facts, *n, sizeof **facts, by_uid);
    else
        facts_free(facts, *n);
    return status;
}

void facts_free(struct facts **facts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        facts_fini(&(*facts)[i]);
    free(*facts);
    *facts = NULL;
}

static bool has_run(const struct facts *facts, const unsigned char *run)
{
    for (size_t i = 0; i < facts->n_runs; i++)
        if ((facts->complete || facts->machines[i].finished_ns != 0) &&
            memcmp(facts->runs + i * STORE_UID_BYTES, run, STORE_UID_BYTES) == 0)
            return true;
    return false;
}

bool facts_hold(const struct facts *facts, size_t n, const unsigned char *uid,
                const unsigned char *runs, size_t n_runs)
{
    struct facts wanted;
    memcpy(wanted.uid, uid, STORE_UID_BYTES);
    const struct facts *found = n > 0 ? bsearch(&wanted, facts, n, sizeof *facts, by_uid) : NULL;
    bool all = found != NULL;
    for (size_t i = 0; i < n_runs && all; i++)
        all = has_run(found, runs + i * STORE_UID_BYTES);
    return all;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_collect.c -- the stores of the shards that are done become one experiment.
 *
 * Each shard comes whole or not at all, so that whoever is interrupted or killed in the midst of them asks again. One that is
 * damaged keeps no other one out.
 */
#include <errno.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "fleet/fleet_parts.h"
#include "measure/interrupt.h"

struct collecting {
    const struct fleet *fleet;
    struct store *store;
    int64_t experiment;
    size_t merged;
    struct assay_error damaged; /* the last shard that is; ASSAY_OK: none */
    struct remarks *remarks;
    struct assay_error *error;
};

/* The damages before are remarks; the last one is what collecting fails with, when all others are here. */
static void tell_damaged(struct collecting *collecting)
{
    if (collecting->damaged.status != ASSAY_OK)
        remark(collecting->remarks, "%s", collecting->damaged.text);
    collecting->damaged.status = ASSAY_OK;
}

/* Which experiment of the store the shard belongs to. */
static enum assay_status find_experiment(struct collecting *collecting, const char *path)
{
    SCOPED(store_close) struct store *shard = NULL;
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    unsigned char uid[STORE_UID_BYTES];
    bool complete;
    TRY(store_open(path, STORE_READ, &shard, collecting->error));
    TRY(store_find(shard, NULL, &info, collecting->error));
    enum assay_status status = store_uid(shard, info.id, uid, collecting->error);
    return status == ASSAY_OK ? store_find_uid(collecting->store, uid, &collecting->experiment,
                                               &complete, collecting->error)
                              : status;
}

static enum assay_status collect_shard(struct collecting *collecting, size_t k)
{
    char path[FLEET_PATH];
    struct store_merged merged = {0};
    TRY(fleet_path(collecting->fleet, k, collecting->fleet->shards[k - 1].store, path,
                   collecting->error));
    enum assay_status status =
        store_merge(collecting->store, path, &merged, collecting->remarks, collecting->error);
    if (status == ASSAY_SYSTEM && !store_file_is_whole(path)) {
        tell_damaged(collecting);
        (void)assay_fail(
            &collecting->damaged, ASSAY_SYSTEM,
            "shard %zu is damaged (%s), and nothing of it was merged. Remove %s/shard-%zu, "
            "and assay fleet run measures it again.",
            k, path, collecting->fleet->directory, k);
        return ASSAY_OK;
    }
    collecting->merged += status == ASSAY_OK;
    return status == ASSAY_OK && collecting->experiment == 0 ? find_experiment(collecting, path)
                                                             : status;
}

static enum assay_status collect_shards(struct collecting *collecting)
{
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < collecting->fleet->n && status == ASSAY_OK; i++) {
        if (interrupt_requested()) {
            char what[128];
            (void)snprintf(what, sizeof what,
                           "%zu of %zu shards are merged, the others wait as they are",
                           collecting->merged, collecting->fleet->n);
            return fleet_fail_stopped(collecting->fleet, what, "collect", collecting->error);
        }
        if (collecting->fleet->shards[i].state == FLEET_DONE)
            status = collect_shard(collecting, i + 1);
    }
    if (status != ASSAY_OK || collecting->damaged.status == ASSAY_OK)
        return status;
    *collecting->error = collecting->damaged;
    collecting->damaged.status = ASSAY_OK;
    return collecting->error->status;
}

static enum assay_status collect(struct collecting *collecting, const char *path)
{
    enum assay_status status = store_open(path, STORE_WRITE, &collecting->store, collecting->error);
    if (status == ASSAY_OK)
        status = collect_shards(collecting);
    tell_damaged(collecting);
    if (status == ASSAY_OK && collecting->experiment != 0)
        status = store_tell_shards(collecting->store, collecting->experiment, collecting->remarks,
                                   collecting->error);
    if (status == ASSAY_OK)
        status = store_settle(collecting->store, collecting->error);
    store_close(&collecting->store);
    return status;
}

enum assay_status fleet_collect(const struct fleet *fleet, const char *path, int64_t *experiment,
                                struct remarks *remarks, struct assay_error *error)
{
    struct collecting collecting = {.fleet = fleet, .remarks = remarks, .error = error};
    if (!interrupt_begin())
        return assay_fail(error, ASSAY_SYSTEM, "no pipe for signals: %s", strerror(errno));
    const enum assay_status status = collect(&collecting, path);
    interrupt_end();
    *experiment = collecting.experiment;
    return status;
}

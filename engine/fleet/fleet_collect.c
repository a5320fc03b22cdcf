/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_collect.c -- the stores of the shards that are done become one experiment. */
#include "fleet/fleet_parts.h"

enum assay_status fleet_collect(const struct fleet *fleet, struct store *store, int64_t *experiment,
                                struct remarks *remarks, struct assay_error *error)
{
    char path[FLEET_PATH];
    unsigned char uid[STORE_UID_BYTES];
    enum assay_status status = ASSAY_OK;
    bool complete;
    *experiment = 0;
    for (size_t i = 0; i < fleet->n && status == ASSAY_OK; i++) {
        struct store_merged merged = {0};
        if (fleet->shards[i].state != FLEET_DONE)
            continue;
        status = fleet_path(fleet, i + 1, fleet->shards[i].store, path, error);
        if (status == ASSAY_OK)
            status = store_merge(store, path, &merged, remarks, error);
        if (status != ASSAY_OK || *experiment != 0)
            continue;
        struct store *shard = NULL;
        struct experiment_info info;
        status = store_open(path, STORE_READ, &shard, error);
        if (status == ASSAY_OK)
            status = store_find(shard, NULL, &info, error);
        if (status == ASSAY_OK) {
            status = store_uid(shard, info.id, uid, error);
            experiment_info_fini(&info);
        }
        store_close(&shard);
        if (status == ASSAY_OK)
            status = store_find_uid(store, uid, experiment, &complete, error);
    }
    return status == ASSAY_OK && *experiment != 0
               ? store_tell_shards(store, *experiment, remarks, error)
               : status;
}

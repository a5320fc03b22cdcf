/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cell_owner.c -- whose values a packed cell holds, as a part of its checksum.
 *
 * Who reads one metric of thousands of experiments reads its cells and no more: not what the seal of
 * each experiment covers. So the last four bytes of a cell are its checksum, changed by those of an
 * XXH3 of its experiment's uid and of the names that its key stands for. A cell moved to another
 * system or metric tells it, and merging, which gives other numbers to the same names, copies it.
 */
#include <string.h>

#include <xxhash.h>

#include "store/packed.h"
#include "store/sample_names.h"

const unsigned char *store_owner(struct store *store, int64_t experiment)
{
    if (store->owner == experiment)
        return store->owner_uid;
    sqlite3_stmt *row = store_statement(store, SQL_FIND_UID, NULL);
    if (row == NULL)
        return NULL;
    sqlite3_bind_int64(row, 1, experiment);
    const bool found = sqlite3_step(row) == SQLITE_ROW &&
                       sqlite3_column_bytes(row, 0) == (int)sizeof store->owner_uid;
    if (found)
        memcpy(store->owner_uid, sqlite3_column_blob(row, 0), sizeof store->owner_uid);
    (void)sqlite3_reset(row);
    store->owner = found ? experiment : 0;
    return found ? store->owner_uid : NULL;
}

void cell_owner(struct store *store, int64_t experiment, const int64_t ids[3], size_t executions)
{
    const struct sample_name *metric, *system, *benchmark;
    XXH3_state_t *state = NULL;
    uint32_t *owner = &store->codec->owner;
    *owner = 0;
    if (store_owner(store, experiment) == NULL ||
        !sample_names_find(store, ids, &metric, &system, &benchmark) ||
        (state = XXH3_createState()) == NULL)
        return;
    const char *const names[] = {metric->name, metric->unit, metric->part, system->name,
                                 benchmark->name};
    const uint64_t seed = (uint64_t)executions << 1 | metric->more_is_better;
    (void)XXH3_64bits_reset_withSeed(state, seed);
    (void)XXH3_64bits_update(state, store->owner_uid, sizeof store->owner_uid);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        (void)XXH3_64bits_update(state, names[i], strlen(names[i]) + 1);
    *owner = (uint32_t)XXH3_64bits_digest(state);
    (void)XXH3_freeState(state);
}

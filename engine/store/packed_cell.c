/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed_cell.c -- the values of one metric on one benchmark and system, packed, and whose they are as a part of the
 * checksum. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/array.h"
#include "store/packed.h"
#include "store/private.h"

bool cell_reserve(struct cell *cell, size_t n, size_t n_values)
{
    if (n > cell->room || cell->column[0] == NULL) {
        const size_t room = n + n / 2 + 32;
        for (size_t c = 0; c < N_CELL_COLUMNS; c++)
            if (!array_resize(&cell->column[c], room))
                return false;
        cell->room = room;
    }
    if (n_values > cell->values_room || cell->values == NULL) {
        const size_t room = n_values + n_values / 2 + 32;
        if (!array_resize(&cell->values, room))
            return false;
        cell->values_room = room;
    }
    return true;
}

/* What the commonest experiment looks like: rounds of single values, none left out. */
static int64_t plain_number(enum cell_column column, size_t i)
{
    switch (column) {
    case CELL_INDEX:
    case CELL_ROUND:
    case CELL_PLACE: return (int64_t)i;
    case CELL_N: return 1;
    default: return 0;
    }
}

static bool is_plain(const struct cell *cell)
{
    for (size_t c = 0; c < N_CELL_COLUMNS; c++)
        for (size_t i = 0; i < cell->n; i++)
            if (cell->column[c][i] != plain_number((enum cell_column)c, i))
                return false;
    return true;
}

bool cell_encode(struct column_writer *writer, const struct cell *cell)
{
    const bool plain = is_plain(cell);
    column_restart(writer);
    column_put_number(writer, plain);
    for (size_t c = 0; !plain && c < N_CELL_COLUMNS; c++)
        column_put_integers(writer, cell->column[c], cell->n);
    column_put_doubles(writer, cell->values, cell->n_values);
    return column_end(writer);
}

/* All values together; SIZE_MAX when the counts are none. */
static size_t count_values(const struct cell *cell)
{
    size_t sum = 0;
    for (size_t i = 0; i < cell->n; i++) {
        const int64_t n = cell->column[CELL_N][i], n_warmup = cell->column[CELL_N_WARMUP][i];
        if (n < 0 || n_warmup < 0 || n_warmup > n || n > INT32_MAX)
            return SIZE_MAX;
        sum += (size_t)n;
    }
    return sum;
}

bool cell_decode(struct blob_codec *codec, const void *data, size_t size, size_t n,
                 struct cell *cell)
{
    struct column_reader reader = column_open(codec, data, size);
    if (reader.failed || n > INT32_MAX || !cell_reserve(cell, n, 0))
        return false;
    cell->n = n;
    const uint64_t plain = column_get_number(&reader);
    for (size_t c = 0; c < N_CELL_COLUMNS && !reader.failed; c++)
        if (plain == 0)
            column_get_integers(&reader, cell->column[c], n);
        else
            for (size_t i = 0; i < n; i++)
                cell->column[c][i] = plain_number((enum cell_column)c, i);
    cell->n_values = reader.failed ? SIZE_MAX : count_values(cell);
    if (cell->n_values == SIZE_MAX || !cell_reserve(cell, n, cell->n_values))
        return false;
    column_get_doubles(&reader, cell->values, cell->n_values);
    return column_done(&reader);
}

void cell_fini(struct cell *cell)
{
    for (size_t c = 0; c < N_CELL_COLUMNS; c++)
        free(cell->column[c]);
    free(cell->values);
    *cell = (struct cell){0};
}

/* Whose values a packed cell holds, as a part of its checksum.
 *
 * Who reads one metric of thousands of experiments reads its cells and no more: not what the seal of
 * each experiment covers. So the last four bytes of a cell are its checksum, changed by those of an
 * XXH3 of its experiment's uid and of the names that its key stands for. A cell moved to another
 * system or metric tells it, and merging, which gives other numbers to the same names, copies it.
 */

const unsigned char *store_owner(struct store *store, int64_t experiment, struct assay_error *error)
{
    if (store->owner == experiment)
        return store->owner_uid;
    struct store_rows rows = store_ask_kept(store, SQL_FIND_UID, error, INTEGER(experiment));
    const void *uid = store_next(&rows) ? sqlite3_column_blob(rows.row, 0) : NULL;
    const bool found =
        uid != NULL && sqlite3_column_bytes(rows.row, 0) == (int)sizeof store->owner_uid;
    if (found)
        memcpy(store->owner_uid, uid, sizeof store->owner_uid);
    store->owner = found ? experiment : 0;
    if (store_asked(&rows) == ASSAY_OK && !found)
        (void)assay_fail(error, ASSAY_SYSTEM,
                         "%s: the store is damaged: experiment %lld has no uid. Look at assay "
                         "store verify.",
                         store->path, (long long)experiment);
    return found ? store->owner_uid : NULL;
}

void cell_owner(struct store *store, int64_t experiment, const int64_t ids[3], size_t executions)
{
    const struct sample_name *metric, *system, *benchmark;
    XXH3_state_t *state = NULL;
    uint32_t *owner = &store->codec->owner;
    *owner = 0;
    if (store_owner(store, experiment, NULL) == NULL ||
        sample_names_find(store, ids, &metric, &system, &benchmark, NULL) != ASSAY_OK ||
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

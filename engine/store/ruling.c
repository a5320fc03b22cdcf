/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruling.c -- what people said of changes in a history: accepted, rejected, renamed.
 *
 * A ruling is of versions and benchmarks by their names, and of no experiment: these come and go. Like an
 * experiment it has 16 random bytes for its name in the world, so that merging twice gives the same. Nothing
 * is changed or removed: a later ruling holds in place of an earlier one. Each row carries a checksum of
 * all that it says, and one more row, their seal, the sum of these: so none is missing.
 */
#include "store/private.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <xxhash.h>

#include "base/array.h"
#include "base/failure.h"
#include "system/system.h"

enum { COLUMNS = 11, SEAL = RULING_RENAMED + 1 };
#define QUERY                                                                                      \
    "SELECT uid, kind, version, system, benchmark, metric, lower, upper, renamed, why, made_ns, "  \
    "checksum FROM ruling ORDER BY made_ns, uid"

/* Least significant byte first, whatever the processor's order: the file may be read on another one. */
static XXH64_hash_t hash_number(XXH64_hash_t hash, uint64_t number, size_t size)
{
    unsigned char bytes[sizeof number];
    for (size_t b = 0; b < size; b++)
        bytes[b] = (unsigned char)(number >> (8 * b));
    return XXH3_64bits_withSeed(bytes, size, hash);
}

static XXH64_hash_t hash_double(XXH64_hash_t hash, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return hash_number(hash, bits, sizeof bits);
}

int64_t store_row_checksum(sqlite3_stmt *row, int columns)
{
    XXH64_hash_t hash = 0;
    for (int i = 0; i < columns; i++) {
        const int type = sqlite3_column_type(row, i);
        hash = hash_number(hash, (unsigned)type, 4);
        if (type == SQLITE_INTEGER)
            hash = hash_number(hash, (uint64_t)sqlite3_column_int64(row, i), 8);
        else if (type == SQLITE_FLOAT)
            hash = hash_double(hash, sqlite3_column_double(row, i));
        else if (type != SQLITE_NULL) {
            const void *data = sqlite3_column_blob(row, i);
            hash = XXH3_64bits_withSeed(data, (size_t)sqlite3_column_bytes(row, i), hash);
        }
    }
    return (int64_t)hash;
}

/* The checksums as they are passed by. */
struct sum {
    uint64_t rows, seal; /* of the rows; what the seal's row has beside its own */
    size_t n;
    bool sealed, broken;
};

static void sum_up(struct sum *sum, sqlite3_stmt *row)
{
    const uint64_t own = (uint64_t)store_row_checksum(row, COLUMNS),
                   kept = (uint64_t)sqlite3_column_int64(row, COLUMNS);
    const bool seal = sqlite3_column_int64(row, 1) == SEAL;
    sum->broken |= store_column_within(row, 1, SEAL, -1) < 0 || sqlite3_column_bytes(row, 0) != STORE_UID_BYTES || (seal && sum->sealed) ||
                   (!seal && kept != own);
    sum->sealed |= seal;
    sum->n += !seal;
    if (seal)
        sum->seal = kept - own;
    else
        sum->rows += kept;
}

static bool is_sound(const struct sum *sum)
{
    return !sum->broken && sum->sealed == (sum->n > 0) && sum->seal == sum->rows;
}

static enum assay_status take_sum(void *context, sqlite3_stmt *row)
{
    sum_up(context, row);
    return ASSAY_OK;
}

enum assay_status store_rulings_check(struct store *store, bool *sound, struct assay_error *error)
{
    struct sum sum = {0};
    const enum assay_status status = store_for_each(store, QUERY, 0, take_sum, &sum, error);
    *sound = status == ASSAY_OK && is_sound(&sum);
    return status;
}

#define VALUES_OF(ruling)                                                                          \
    BLOB((ruling)->uid, STORE_UID_BYTES), INTEGER((ruling)->kind), TEXT((ruling)->version),        \
        TEXT((ruling)->system), TEXT((ruling)->benchmark), TEXT((ruling)->metric),                 \
        NUMBER((ruling)->lower), NUMBER((ruling)->upper), TEXT((ruling)->renamed),                 \
        TEXT((ruling)->why), INTEGER((ruling)->made_ns)

/* beside: what the checksum of the row, as SQLite will hold it, holds beside its own. */
static enum assay_status add(struct store *store, const struct store_ruling *ruling,
                             uint64_t beside, struct assay_error *error)
{
    struct store_rows rows = store_ask(store, "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11",
                                       error, VALUES_OF(ruling));
    const int64_t sum = store_next(&rows) ? store_row_checksum(rows.row, COLUMNS) : 0;
    TRY(store_asked(&rows));
    return store_run(store,
                     "INSERT INTO ruling VALUES"
                     " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                     error, VALUES_OF(ruling), INTEGER((uint64_t)sum + beside));
}

enum assay_status store_rulings_seal(struct store *store, struct assay_error *error)
{
    char none[] = "";
    const struct store_ruling seal = {.kind = (enum store_ruling_kind)SEAL,
                                      .benchmark = none,
                                      .lower = (double)NAN,
                                      .upper = (double)NAN};
    struct sum sum = {0};
    TRY(store_run_for(store, "DELETE FROM ruling WHERE kind = ?1", SEAL, error));
    TRY(store_for_each(store, QUERY, 0, take_sum, &sum, error));
    return sum.n > 0 ? add(store, &seal, sum.rows, error) : ASSAY_OK;
}

static enum assay_status fail_broken(struct store *store, struct assay_error *error)
{
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: the store is damaged: what was ruled of changes does not fit its "
                      "checksum. Keep a copy of the file; assay store verify says more.",
                      store->path);
}

static enum assay_status demand(struct store *store, struct assay_error *error)
{
    bool sound;
    const enum assay_status status = store_rulings_check(store, &sound, error);
    return status != ASSAY_OK || sound ? status : fail_broken(store, error);
}

enum assay_status store_rule(struct store *store, struct store_ruling *rulings, size_t n,
                             struct assay_error *error)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    TRY(store_transaction_begin(store, true, error));
    enum assay_status status = demand(store, error);
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        rulings[i].made_ns = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
        if (!system_random(rulings[i].uid, STORE_UID_BYTES))
            status = assay_fail(error, ASSAY_SYSTEM, "no random bytes: %s", strerror(errno));
        else
            status = add(store, &rulings[i], 0, error);
    }
    if (status == ASSAY_OK)
        status = store_rulings_seal(store, error);
    return store_transaction_end(store, status, error);
}

struct list {
    struct store *store;
    struct store_ruling *items;
    size_t n, room;
    struct sum sum;
    struct assay_error *error;
};

static enum assay_status take(void *context, sqlite3_stmt *row)
{
    struct list *list = context;
    sum_up(&list->sum, row);
    if (sqlite3_column_int64(row, 1) == SEAL || list->sum.broken)
        return ASSAY_OK;
    bool ok = true;
    if (!array_more(&list->items, list->n, &list->room))
        return store_no_memory(list->error);
    list->items[list->n] =
        (struct store_ruling){.kind = (enum store_ruling_kind)sqlite3_column_int(row, 1),
                              .version = store_column_copy(row, 2, &ok),
                              .system = store_column_copy(row, 3, &ok),
                              .benchmark = store_column_copy(row, 4, &ok),
                              .metric = store_column_copy(row, 5, &ok),
                              .lower = store_column_number(row, 6),
                              .upper = store_column_number(row, 7),
                              .renamed = store_column_copy(row, 8, &ok),
                              .why = store_column_copy(row, 9, &ok),
                              .made_ns = sqlite3_column_int64(row, 10)};
    memcpy(list->items[list->n++].uid, sqlite3_column_blob(row, 0), STORE_UID_BYTES);
    return ok ? ASSAY_OK : store_no_memory(list->error);
}

enum assay_status store_rulings(struct store *store, struct store_ruling **rulings, size_t *n,
                                struct assay_error *error)
{
    struct list list = {.store = store, .error = error};
    enum assay_status status = store_for_each(store, QUERY, 0, take, &list, error);
    if (status == ASSAY_OK && !is_sound(&list.sum))
        status = fail_broken(store, error);
    if (status != ASSAY_OK) {
        store_rulings_free(&list.items, list.n);
        list.n = 0;
    }
    *rulings = list.items;
    *n = list.n;
    return status;
}

void store_rulings_free(struct store_ruling **rulings, size_t n)
{
    for (size_t i = 0; *rulings != NULL && i < n; i++) {
        struct store_ruling *ruling = &(*rulings)[i];
        free(ruling->version);
        free(ruling->system);
        free(ruling->benchmark);
        free(ruling->metric);
        free(ruling->renamed);
        free(ruling->why);
    }
    free(*rulings);
    *rulings = NULL;
}

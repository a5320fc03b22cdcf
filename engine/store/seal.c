/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seal.c -- a digest of all that a complete experiment holds.
 *
 * Checksums of rows and blobs say that each is as it was written; not that none is missing, that none
 * is of another system now, what its unit is called. The seal covers every column: each row is
 * hashed by itself, with names in place of this file's numbers, and the hashes are added up. So it
 * does not depend on an order that SQLite would have to sort, nor on numbers that merging changes,
 * and a row that stands twice does not cancel out. XXH3 finds accidents, not forgers: who can write
 * the file can seal it anew.
 */
#include "store/seal.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/array.h"
#include "base/failure.h"
#include "store/run.h"

enum { PARTS = 3, DIGEST_BYTES = 16, SEAL_BYTES = PARTS * DIGEST_BYTES };

/* What stands when an experiment begins: sealed from then on, in one digest. Of what comes one by one
 * while it is run, the rows carry their own checksums. */
enum { OPEN = 8, OPEN_FACTS = SEAL_FACTS | OPEN, OPEN_TREE = SEAL_TREE | OPEN };

/* Units are named by their distance from the experiment's first, as packing and merging keep it. */
#define FIRST "(SELECT min(id) FROM unit WHERE experiment = ?1)"
#define NAMED " LEFT JOIN system s ON s.id = x.system LEFT JOIN benchmark b ON b.id = x.benchmark"
#define UNIT "CASE x.unit WHEN 0 THEN 0 ELSE x.unit - " FIRST " + 1 END"

enum { VALUES = 12 }; /* their place in: */
static const struct {
    unsigned parts;
    const char *sql;
    unsigned holds; /* of what kind its rows are; 0: of one that every experiment has */
} contents[] = {
    {OPEN_FACTS,
     "SELECT uid, name, manifest, source, quick, ignore_failure, seed, margin, planned,"
     " assay_version, started_ns, finished_ns, version, commit_id, dirty, branch, commit_s, note"
     " FROM experiment WHERE id = ?1"},
    {OPEN_FACTS, "SELECT round, facts FROM host WHERE experiment = ?1"},
    {OPEN_FACTS, "SELECT depth, name, count, warmup FROM level WHERE experiment = ?1"},
    {OPEN_FACTS, "SELECT place, s.name FROM experiment_system x LEFT JOIN system s"
                 " ON s.id = x.system WHERE experiment = ?1"},
    {OPEN_FACTS,
     "SELECT s.name, b.name, warmup, by_hand FROM live x" NAMED " WHERE experiment = ?1",
     STORE_HOLDS_LIVE},
    {OPEN_FACTS, "SELECT count(*) FROM packed_value WHERE experiment = ?1"},
    {OPEN_TREE, "SELECT place, b.name FROM experiment_benchmark x LEFT JOIN benchmark b"
                " ON b.id = x.benchmark WHERE experiment = ?1"},
    {SEAL_TREE,
     "SELECT u.id - " FIRST ", s.name, CASE parent WHEN 0 THEN 0 ELSE parent - " FIRST
     " + 1 END, depth, place FROM unit u LEFT JOIN system s ON s.id = u.system"
     " WHERE experiment = ?1",
     STORE_HOLDS_UNITS},
    {SEAL_TREE,
     "SELECT u.id - " FIRST ", attempt, round, position, start_ns, cost_s, outcome,"
     " code, last_words, checksum, layout FROM unit u JOIN build ON build.unit = u.id"
     " WHERE experiment = ?1",
     STORE_HOLDS_UNITS},
    {SEAL_TREE,
     "SELECT s.name, x.name, round, position, start_ns, cost_s, outcome, code,"
     " last_words, checksum FROM hook x LEFT JOIN system s ON s.id = x.system"
     " WHERE experiment = ?1",
     STORE_HOLDS_HOOKS},
    {SEAL_DATA, "SELECT round, position, attempt, s.name, b.name, " UNIT ", place, warmup,"
                " start_ns, cost_s, live_s, outcome, code, last_words, checksum"
                " FROM execution x" NAMED " WHERE experiment = ?1"},
    {SEAL_DATA,
     "SELECT round, position, attempt, draw.name, value FROM execution x"
     " JOIN draw ON execution = x.id WHERE experiment = ?1"
     " AND EXISTS (SELECT 1 FROM draw)",
     STORE_HOLDS_DRAWS},
    [VALUES] = {SEAL_DATA, "SELECT " SEALED_VALUES SEALED_VALUES_FROM},
    {SEAL_DATA,
     "SELECT first, executions, failures, data FROM packed_execution"
     " WHERE experiment = ?1",
     STORE_HOLDS_PACKED},
    {SEAL_DATA,
     "SELECT m.name, m.unit, more_is_better + 2 * told, part, s.name, b.name, executions, data"
     " FROM packed_value x LEFT JOIN metric m ON m.id = x.metric" NAMED " WHERE experiment = ?1",
     STORE_HOLDS_PACKED},
    {OPEN_FACTS, "SELECT rule, expected, pilot FROM stopping WHERE experiment = ?1",
     STORE_HOLDS_RULE},
    {OPEN_FACTS, "SELECT failed, accepted FROM gate WHERE experiment = ?1", STORE_HOLDS_GATE},
    {OPEN_FACTS, "SELECT place, run, identity, name, model, processors, nodes, started_ns,"
                 " finished_ns, planned, assay_version, source FROM machine WHERE experiment = ?1"},
    {OPEN_FACTS,
     "SELECT x.uid, b.name, made_ns, sampler, unit, rate_hz, functions, executions, checksum"
     " FROM profile x LEFT JOIN benchmark b ON b.id = x.benchmark WHERE experiment = ?1",
     STORE_HOLDS_PROFILES},
};
enum { CONTENTS = sizeof contents / sizeof *contents };
_Static_assert(CONTENTS == SQL_SEALED_LAST - SQL_SEALED + 1, "a statement for each");

/* ---- hashing ---- */

static bool put(struct seal_sum *sum, const void *data, size_t size)
{
    const size_t n = sum->n + size;
    if (n > sum->room && !array_hold(&sum->row, 2 * n + 256, &sum->room))
        return false;
    if (size > 0)
        memcpy(sum->row + sum->n, data, size);
    sum->n += size;
    return true;
}

static bool put_number(struct seal_sum *sum, uint64_t number)
{
    unsigned char digits[8];
    for (size_t b = 0; b < sizeof digits; b++)
        digits[b] = (unsigned char)(number >> (8 * b));
    return put(sum, digits, sizeof digits);
}

/* Its type, and its bits: 1 and 1.0 differ, and so do a text and a blob. A value is taken from the row
 * once: handles without a mutex may use it as their own. */
static bool put_column(struct seal_sum *sum, sqlite3_stmt *row, int column)
{
    sqlite3_value *value = sqlite3_column_value(row, column);
    const unsigned char type = (unsigned char)sqlite3_value_type(value);
    uint64_t bits;
    double number;
    if (!put(sum, &type, 1))
        return false;
    switch (type) {
    case SQLITE_NULL: return true;
    case SQLITE_INTEGER: return put_number(sum, (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT:
        number = sqlite3_value_double(value);
        memcpy(&bits, &number, sizeof bits);
        return put_number(sum, bits);
    default: break;
    }
    const void *data = sqlite3_value_blob(value);
    const size_t size = (size_t)sqlite3_value_bytes(value);
    return put_number(sum, size) && (size == 0 || (data != NULL && put(sum, data, size)));
}

static void add(struct seal_sum *sum, uint64_t low, uint64_t high)
{
    sum->low += low;
    sum->high += high + (sum->low < low);
}

/* Adds a row of one of the contents. */
static bool take(struct seal_sum *sum, sqlite3_stmt *row, int n_columns, size_t which)
{
    sum->n = 0;
    for (int i = 0; i < n_columns; i++)
        if (!put_column(sum, row, i))
            return false;
    const XXH128_hash_t hash = XXH3_128bits_withSeed(sum->row, sum->n, which);
    add(sum, hash.low64, hash.high64);
    return true;
}

bool seal_take_value(struct seal_sum *sum, sqlite3_stmt *row)
{
    return take(sum, row, SEALED_VALUE_COLUMNS, VALUES);
}

void seal_sum_fini(struct seal_sum *sum)
{
    free(sum->row);
    *sum = (struct seal_sum){0};
}

const char *seal_query(enum statement which)
{
    return contents[which - SQL_SEALED].sql;
}

static enum assay_status take_rows(struct store *store, int64_t experiment, size_t which,
                                   struct seal_sum *sum, struct assay_error *error)
{
    struct store_rows rows =
        store_ask_kept(store, (enum statement)(SQL_SEALED + which), error, INTEGER(experiment));
    while (store_next(&rows))
        if (!take(sum, rows.row, sqlite3_column_count(rows.row), which))
            rows.status = store_no_memory(error);
    return store_asked(&rows);
}

/* What is digested, within one state of the file. */
struct sealed {
    struct store *store;
    int64_t experiment;
    unsigned holds;                /* rows of these kinds alone */
    const struct seal_sum *values; /* what was taken of them; NULL: nothing */
};

static struct sealed sealed_of(struct store *store, int64_t experiment,
                               const struct seal_sum *values)
{
    return (struct sealed){store, experiment, store_holds(store, experiment), values};
}

static enum assay_status digest(const struct sealed *of, unsigned part, unsigned char *out,
                                struct assay_error *error)
{
    struct seal_sum sum = {0};
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < CONTENTS && status == ASSAY_OK; i++) {
        if ((contents[i].parts & part) == 0 || (contents[i].holds & ~of->holds) != 0)
            continue;
        if (i == VALUES && of->values != NULL)
            add(&sum, of->values->low, of->values->high);
        else
            status = take_rows(of->store, of->experiment, i, &sum, error);
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, (XXH128_hash_t){.low64 = sum.low, .high64 = sum.high});
    memcpy(out, canonical.digest, DIGEST_BYTES);
    seal_sum_fini(&sum);
    return status;
}

/* ---- in the file ---- */

struct seal {
    unsigned char bytes[SEAL_BYTES];
    int size;    /* that it should have */
    bool there;  /* or the experiment is complete, and has none */
    bool usable; /* of that size */
    bool complete, exists;
};

static enum assay_status read_seal(struct store *store, int64_t experiment, struct seal *seal,
                                   struct assay_error *error)
{
    *seal = (struct seal){0};
    if (!store->can_seal)
        return ASSAY_OK;
    struct store_rows rows = store_ask_kept(store, SQL_FIND_SEAL, error, INTEGER(experiment));
    if (store_next(&rows)) {
        seal->exists = true;
        const void *data = sqlite3_column_blob(rows.row, 0);
        const int size = sqlite3_column_bytes(rows.row, 0);
        seal->complete = sqlite3_column_int(rows.row, 1) != 0;
        seal->there = seal->complete || sqlite3_column_type(rows.row, 0) != SQLITE_NULL;
        seal->size = seal->complete ? SEAL_BYTES : DIGEST_BYTES;
        seal->usable = size == seal->size && data != NULL;
        if (seal->usable)
            memcpy(seal->bytes, data, (size_t)size);
    }
    return store_asked(&rows);
}

static enum assay_status write_seal(struct store *store, int64_t experiment, const void *bytes,
                                    int size, struct assay_error *error)
{
    return store_put(store, SQL_PUT_SEAL, error, INTEGER(experiment), BLOB(bytes, (size_t)size));
}

static bool is_damage(struct store *store)
{
    const int code = sqlite3_errcode(store->db) & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_INTERRUPT;
}

/* Whether a digest of the contents is what stands in the seal; what cannot be read is not. */
static enum assay_status check_digest(const struct sealed *of, unsigned part,
                                      const unsigned char *expected, bool *fits,
                                      struct assay_error *error)
{
    unsigned char now[DIGEST_BYTES];
    const enum assay_status status = digest(of, part, now, error);
    *fits = status == ASSAY_OK && memcmp(now, expected, DIGEST_BYTES) == 0;
    return status == ASSAY_OK || is_damage(of->store) ? ASSAY_OK : status;
}

static enum assay_status check_parts(struct store *store, int64_t experiment, unsigned parts,
                                     const struct seal_sum *values, unsigned *broken,
                                     struct assay_error *error)
{
    struct seal seal;
    bool fits = true;
    *broken = 0;
    enum assay_status status = read_seal(store, experiment, &seal, error);
    if (status != ASSAY_OK || !seal.there)
        return status;
    const struct sealed of = sealed_of(store, experiment, values);
    if (!seal.usable)
        *broken = parts;
    else if (!seal.complete) {
        status = check_digest(&of, OPEN, seal.bytes, &fits, error);
        *broken = fits ? 0 : SEAL_FACTS;
    }
    for (unsigned p = 0; p < PARTS && seal.usable && seal.complete && status == ASSAY_OK; p++) {
        if ((parts & 1u << p) == 0)
            continue;
        status = check_digest(&of, 1u << p, seal.bytes + (size_t)p * DIGEST_BYTES, &fits, error);
        *broken |= fits ? 0 : 1u << p;
    }
    return status;
}

static enum assay_status check(struct store *store, int64_t experiment, unsigned parts,
                               const struct seal_sum *values, unsigned *broken,
                               struct assay_error *error)
{
    const bool began = store_snapshot_begin(store); /* somebody may be sealing it anew */
    enum assay_status status = check_parts(store, experiment, parts, values, broken, error);
    store_snapshot_end(store, began);
    return status;
}

enum assay_status seal_check(struct store *store, int64_t experiment, unsigned parts,
                             unsigned *broken, struct assay_error *error)
{
    return check(store, experiment, parts, NULL, broken, error);
}

bool store_has_seals(struct store *store)
{
    return store->can_seal;
}

enum assay_status store_is_sealed(struct store *store, int64_t experiment, bool *sealed,
                                  struct assay_error *error)
{
    struct seal seal;
    const enum assay_status status = read_seal(store, experiment, &seal, error);
    *sealed = seal.usable;
    return status;
}

const char *seal_part_name(unsigned broken)
{
    if ((broken & SEAL_DATA) != 0)
        return "its executions or values";
    return (broken & SEAL_TREE) != 0 ? "its units, builds or benchmarks"
                                     : "its name, manifest, levels, systems or host";
}

static enum assay_status demand(struct store *store, int64_t experiment, unsigned parts,
                                const struct seal_sum *values, struct assay_error *error)
{
    struct seal seal;
    unsigned broken;
    enum assay_status status = read_seal(store, experiment, &seal, error);
    if (status == ASSAY_OK && store->can_seal && !seal.exists)
        return assay_fail(error, ASSAY_MISSING, "%s: there is no experiment %lld.", store->path,
                          (long long)experiment);
    if (status == ASSAY_OK)
        status = check(store, experiment, parts, values, &broken, error);
    if (status != ASSAY_OK || broken == 0)
        return status;
    store->broken = true;
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: the store is damaged: experiment %lld does not fit its checksum (%s). "
                      "Keep a copy of the file; assay store verify says more.",
                      store->path, (long long)experiment, seal_part_name(broken));
}

enum assay_status seal_demand(struct store *store, int64_t experiment, unsigned parts,
                              struct assay_error *error)
{
    return demand(store, experiment, parts, NULL, error);
}

enum assay_status store_demand_facts(struct store *store, int64_t experiment,
                                     struct assay_error *error)
{
    return seal_demand(store, experiment, SEAL_FACTS, error);
}

enum assay_status seal_demand_taken(struct store *store, int64_t experiment,
                                    const struct seal_sum *values, struct assay_error *error)
{
    return demand(store, experiment, SEAL_DATA, values, error);
}

enum assay_status seal_demand_rows(struct store *store, int64_t experiment,
                                   struct assay_error *error)
{
    struct seal seal;
    bool sound = true;
    enum assay_status status = read_seal(store, experiment, &seal, error);
    if (status == ASSAY_OK && !seal.complete)
        status = store_is_sound(store, experiment, &sound, error);
    if (status != ASSAY_OK || sound)
        return status;
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: the store is damaged: a row of experiment %lld does not fit its "
                      "checksum. Keep a copy of the file; assay store verify says which.",
                      store->path, (long long)experiment);
}

/* The parts anew, the others as they are; all of it while the experiment is not complete. */
static enum assay_status seal_parts(struct store *store, int64_t experiment, unsigned parts,
                                    struct seal *seal, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    const struct sealed of = sealed_of(store, experiment, NULL);
    if (!seal->complete)
        status = digest(&of, OPEN, seal->bytes, error);
    for (unsigned p = 0; p < PARTS && seal->complete && status == ASSAY_OK; p++)
        if ((parts & 1u << p) != 0)
            status = digest(&of, 1u << p, seal->bytes + (size_t)p * DIGEST_BYTES, error);
    return status == ASSAY_OK ? write_seal(store, experiment, seal->bytes, seal->size, error)
                              : status;
}

enum assay_status seal_put(struct store *store, int64_t experiment, bool sound,
                           struct assay_error *error)
{
    struct seal seal;
    TRY(read_seal(store, experiment, &seal, error));
    enum assay_status status = ASSAY_OK;
    if (sound)
        status = seal_parts(store, experiment, SEAL_ALL, &seal, error);
    return !sound || (status != ASSAY_OK && is_damage(store))
               ? write_seal(store, experiment, "", 0, error)
               : status;
}

enum assay_status seal_open(struct store *store, struct assay_error *error)
{
    unsigned broken;
    const int64_t experiment = store->run->experiment;
    if (!store->run->sealed)
        return ASSAY_OK;
    TRY(seal_check(store, experiment, SEAL_FACTS | SEAL_TREE, &broken, error));
    TRY(store_run_for(store, "UPDATE experiment SET finished_ns = NULL WHERE id = ?1", experiment,
                      error));
    return seal_put(store, experiment, broken == 0, error);
}

enum assay_status seal_renew(struct store *store, const struct seal_change *change,
                             struct assay_error *error)
{
    struct seal seal;
    const enum assay_status status = read_seal(store, change->experiment, &seal, error);
    if (status != ASSAY_OK || !seal.usable || (!seal.complete && change->broken != 0))
        return status;
    return seal_parts(store, change->experiment, change->parts & ~change->broken, &seal, error);
}

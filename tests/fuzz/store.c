/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.c -- fuzz target: a store that somebody changed by hand is opened for writing, and everything is done with
 * it that a verb does.
 *
 * The input is a list of changes to a sound store, which is made once: a number of its header, bytes anywhere, a cell
 * of a table by SQL; then, where the input says so, the seals and checksums are made anew, as who knows this program
 * can, so that what stands behind them is reached, too.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/private_directory.h"
#include "store/packed.h"
#include "store/schema.h"
#include "store/seal.h"
#include "store/step_row.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 19, MOST_CHANGES = 8, ROUNDS = 6 };

static struct {
    char directory[256], path[300], other[300];
    uint8_t bytes[MOST_BYTES];
    size_t n;
} base;

/* What must hold here: without it nothing was tried. */
static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

/* ---- a sound store ---- */

static struct design *make_design(void)
{
    struct design *design = design_new();
    demand(design != NULL, "no memory");
    design->experiment = design_string(design, "base");
    design->manifest = design_string(design, "experiment: base\n");
    design->source = design_string(design, "/nowhere");
    design->margin = 0.01;
    static const char *const levels[] = {"machine", "execution", "iteration"};
    for (size_t i = 0; i < 3; i++)
        design->levels[design->n_levels++] =
            (struct design_level){.name = design_string(design, levels[i]), .count = i == 0 ? 2 : 3};
    design->n_systems = design->n_benchmarks = 2;
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    design->benchmarks = design_alloc(design, 2 * sizeof *design->benchmarks);
    demand(design->systems != NULL && design->benchmarks != NULL, "no memory");
    for (size_t i = 0; i < 2; i++) {
        design->systems[i].name = design_string(design, i == 0 ? "old" : "new");
        design->benchmarks[i].name = design_string(design, i == 0 ? "sort" : "find");
    }
    design->stop.rule = STOP_ANYTIME;
    design->stop.expected = 4;
    return design;
}

static void append(struct store *store, int64_t experiment, uint32_t i)
{
    struct assay_error error;
    const double times[4] = {0.5 + i % 3, 0.25, 0.001 * i, 1.0 / 3};
    const struct metric_values series[] = {
        {.metric = "wall", .unit = "s", .values = times, .n = 4, .n_warmup = 1},
        {.metric = "max_rss", .unit = "byte", .values = times, .n = 1}};
    const struct record record = {.step = {.kind = STEP_EXECUTE,
                                           .system = i % 2,
                                           .benchmark = i / 2 % 2,
                                           .round = i / 4,
                                           .position = i % 4,
                                           .unit = {i / 12, i / 4 % 3}},
                                  .outcome = i == 7 ? OUTCOME_EXIT : OUTCOME_OK,
                                  .start_ns = INT64_C(1700000000000000000) + i,
                                  .cost_s = 0.5,
                                  .live_s = 0.25,
                                  .last_words = i == 7 ? "it failed" : NULL,
                                  .series = series,
                                  .n_series = i == 7 ? 0 : 2,
                                  .draws = {{"env_bytes", i * 16.0}},
                                  .n_draws = 1};
    demand(store_append(store, experiment, &record, &error) == ASSAY_OK, error.text);
}

/* complete: the experiment is finished, and so packed unless it is complete and to stay in rows. */
static int64_t add_experiment(struct store *store, bool complete)
{
    struct assay_error error;
    int64_t experiment;
    struct design *design = make_design();
    demand(store_begin(store, design,
                       &(struct store_beginning){.host_json = "{\"model\":\"m\"}", .here = true},
                       &experiment, &error) == ASSAY_OK,
           error.text);
    for (uint32_t i = 0; i < 4 * ROUNDS; i++)
        append(store, experiment, i);
    (void)store_choose_live(store, experiment, "old", "sort", 2, ASSAY_DECIDED_AUTOMATIC, &error);
    if (complete)
        demand(store_finish(store, experiment, &error) == ASSAY_OK, error.text);
    design_free(&design);
    return experiment;
}

static void remove_base(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char path[320];
        (void)snprintf(path, sizeof path, "%s%s", base.path, suffixes[i]);
        (void)unlink(path);
        (void)snprintf(path, sizeof path, "%s%s", base.other, suffixes[i]);
        (void)unlink(path);
    }
}

static void remove_directory(void)
{
    remove_base();
    (void)rmdir(base.directory);
}

static void make_base(void)
{
    struct assay_error error;
    struct store *store = NULL;
    char *directory = temporary_directory(
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary_parent(), &error);
    demand(directory != NULL, error.text);
    (void)snprintf(base.directory, sizeof base.directory, "%s", directory);
    (void)snprintf(base.path, sizeof base.path, "%s/a.db", directory);
    (void)snprintf(base.other, sizeof base.other, "%s/b.db", directory);
    free(directory);
    (void)atexit(remove_directory);
    demand(store_open(base.path, STORE_WRITE, &store, &error) == ASSAY_OK, error.text);
    const int64_t first = add_experiment(store, true);
    size_t n_packed = 0;
    demand(store_pack_all(store, &n_packed, &error) == ASSAY_OK, error.text);
    (void)add_experiment(store, true);
    (void)add_experiment(store, false);
    char text[] = "1";
    struct store_ruling ruling = {.version = text, .benchmark = text, .lower = 0.5, .upper = 0.75};
    demand(store_rule(store, &ruling, 1, &error) == ASSAY_OK, error.text);
    demand(store_set_gate(store, first, STORE_GATE_FAILED, &error) == ASSAY_OK, error.text);
    store_close(&store);
    FILE *file = fopen(base.path, "rb");
    demand(file != NULL, "the store is not there");
    base.n = fread(base.bytes, 1, sizeof base.bytes, file);
    (void)fclose(file);
    demand(base.n < sizeof base.bytes, "the store is too large");
}

/* ---- changes ---- */

struct stream {
    const uint8_t *data;
    size_t n;
};

static uint64_t take(struct stream *in, size_t bytes)
{
    uint64_t number = 0;
    for (; bytes > 0 && in->n > 0; bytes--, in->data++, in->n--)
        number = number << 8 | *in->data;
    return number;
}

static void change_header(struct stream *in, uint8_t *bytes)
{
    const size_t at = 16 + 4 * (take(in, 1) % 21);
    const uint64_t number = take(in, 4);
    for (size_t b = 0; b < 4; b++)
        bytes[at + b] = (uint8_t)(number >> (24 - 8 * b));
}

static void change_bytes(struct stream *in, uint8_t *bytes, size_t n)
{
    const size_t at = take(in, 3) % n, length = 1 + take(in, 1) % 4;
    for (size_t b = 0; b < length && at + b < n; b++)
        bytes[at + b] = (uint8_t)take(in, 1);
}

static int64_t number_from(struct stream *in)
{
    static const int64_t telling[] = {
        0,         1,          -1,         2,          255,       65535,      65536,    INT32_MAX,
        INT32_MIN, UINT32_MAX, INT64_MAX,  INT64_MIN,  1 << 20,   -(1 << 20), 16385,    INT64_MAX / 8,
        7,         -7,         1000000000, 4294967296, 131072,    32,         33,       3};
    const uint64_t which = take(in, 1);
    return which < 128 ? telling[which % (sizeof telling / sizeof *telling)] : (int64_t)take(in, 8);
}

static void query(sqlite3 *db, const char *sql, char *out, size_t size, unsigned which)
{
    sqlite3_stmt *row = NULL;
    out[0] = '\0';
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK) {
        sqlite3_bind_int(row, 1, (int)which);
        if (sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 0) != NULL)
            (void)snprintf(out, size, "%s", (const char *)sqlite3_column_text(row, 0));
    }
    (void)sqlite3_finalize(row);
}

/* A cell of a table becomes a number or a text. */
static void change_cell(struct stream *in, sqlite3 *db)
{
    char table[64], column[64], sql[600];
    const unsigned which = (unsigned)take(in, 1), of = (unsigned)take(in, 1);
    query(db,
          "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name LIMIT 1 OFFSET"
          " ?1 % (SELECT count(*) FROM sqlite_schema WHERE type = 'table')",
          table, sizeof table, which);
    (void)snprintf(sql, sizeof sql,
                   "SELECT name FROM pragma_table_info('%s') LIMIT 1 OFFSET ?1 %%"
                   " (SELECT count(*) FROM pragma_table_info('%s'))",
                   table, table);
    query(db, sql, column, sizeof column, of);
    const char *key = strcmp(table, "value") == 0 || strcmp(table, "execution") == 0 ? "rowid" : column;
    sqlite3_stmt *change = NULL;
    (void)snprintf(sql, sizeof sql,
                   "UPDATE OR IGNORE \"%s\" SET \"%s\" = ?1 WHERE \"%s\" = (SELECT \"%s\" FROM"
                   " \"%s\" LIMIT 1 OFFSET %u)",
                   table, column, key, key, table, (unsigned)take(in, 1) % 8);
    if (sqlite3_prepare_v2(db, sql, -1, &change, NULL) == SQLITE_OK) {
        if (take(in, 1) < 224)
            sqlite3_bind_int64(change, 1, number_from(in));
        else
            sqlite3_bind_text(change, 1, (const char *)in->data, (int)(in->n < 16 ? in->n : 16),
                              SQLITE_STATIC);
        (void)sqlite3_step(change);
    }
    (void)sqlite3_finalize(change);
}

/* Checksums and seals that fit what stands there now. */
static enum assay_status seal_row(void *context, sqlite3_stmt *row)
{
    struct assay_error error;
    struct store *store = context;
    const int64_t experiment = sqlite3_column_int64(row, 0);
    (void)step_rows_sum(store, experiment, &error);
    (void)seal_put(store, experiment, true, &error);
    return ASSAY_OK;
}

static void seal_anew(void)
{
    struct store *store = NULL;
    struct assay_error error;
    if (store_open(base.path, STORE_WRITE, &store, &error) != ASSAY_OK)
        return;
    (void)sqlite3_exec(store->db, "BEGIN", NULL, NULL, NULL);
    (void)store_for_each(store, "SELECT id FROM experiment WHERE ?1 = 0", 0, seal_row, store, &error);
    (void)store_rulings_seal(store, &error);
    (void)sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
    store_close(&store);
}

static void write_store(const uint8_t *bytes, size_t n)
{
    remove_base();
    FILE *file = fopen(base.path, "wb");
    demand(file != NULL && fwrite(bytes, 1, n, file) == n && fclose(file) == 0, "cannot write");
}

static void change_cells(struct stream *in, size_t changes)
{
    sqlite3 *db = NULL;
    if (sqlite3_open(base.path, &db) == SQLITE_OK)
        for (size_t i = 0; i < changes; i++)
            change_cell(in, db);
    (void)sqlite3_close(db);
}

/* ---- what verbs do ---- */

static void read_experiment(struct store *store, int64_t experiment)
{
    struct assay_error error;
    struct assay_dataset *dataset = assay_dataset_new();
    struct store_hook *hooks = NULL;
    struct store_layout *layouts = NULL;
    struct store_machine *machines = NULL;
    struct store_draw *draws = NULL;
    struct remarks remarks = {0};
    size_t n = 0;
    (void)store_read_also(store, experiment, STORE_BUILDS | STORE_OCCASIONS, dataset, &error);
    assay_dataset_free(&dataset);
    if (store_hooks(store, experiment, &hooks, &n, &error) == ASSAY_OK)
        store_hooks_free(&hooks, n);
    if (store_layouts(store, experiment, &layouts, &n, &error) == ASSAY_OK)
        store_layouts_free(&layouts, n);
    if (store_machines(store, experiment, &machines, &n, &error) == ASSAY_OK)
        store_machines_free(&machines, n);
    if (store_draws(store, experiment, "env_bytes", &draws, &n, &error) == ASSAY_OK)
        store_draws_free(&draws, n);
    (void)store_tell_shards(store, experiment, &remarks, &error);
    remarks_fini(&remarks);
}

static void change_experiment(struct store *store, int64_t experiment)
{
    struct assay_error error;
    const struct store_version version = {.label = (char *)(uintptr_t)"v"};
    (void)store_annotate(store, experiment, "a note", &error);
    (void)store_rename(store, experiment, "name", &error);
    (void)store_set_version(store, experiment, &version, &error);
    (void)store_set_gate(store, experiment, STORE_GATE_PASSED, &error);
    (void)store_accept(store, experiment, &error);
    if (store_resume(store, experiment, &error) != ASSAY_OK)
        return;
    const struct step step = {.kind = STEP_EXECUTE, .round = 3};
    (void)store_has_step(store, experiment, &step);
    (void)store_finish(store, experiment, &error);
}

static void use_store(struct store *store)
{
    struct assay_error error;
    struct store_listing listing;
    struct store_ruling *rulings = NULL;
    size_t n = 0;
    int64_t before, after;
    if (store_listing_read(store, &listing, &error) == ASSAY_OK)
        for (size_t i = 0; i < listing.n && i < 4; i++) {
            char label[64];
            store_entry_label(&listing.entries[i], label, sizeof label);
            read_experiment(store, listing.entries[i].id);
        }
    store_listing_fini(&listing);
    if (store_rulings(store, &rulings, &n, &error) == ASSAY_OK)
        store_rulings_free(&rulings, n);
    for (int64_t experiment = 1; experiment <= 3; experiment++)
        change_experiment(store, experiment);
    (void)store_pack_all(store, &n, &error);
    (void)store_check(store, NULL, NULL, &n, &error);
    (void)store_delete(store, 2, &error);
    (void)store_vacuum(store, &before, &after, &error);
    (void)store_extract(store, 1, base.other, &error);
}

static void merge_store(void)
{
    struct store *store = NULL;
    struct assay_error error;
    struct store_merged merged;
    struct remarks remarks = {0};
    (void)unlink(base.other);
    if (store_open(base.other, STORE_WRITE, &store, &error) == ASSAY_OK)
        (void)store_merge(store, base.path, &merged, &remarks, &error);
    remarks_fini(&remarks);
    store_close(&store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[MOST_BYTES];
    struct stream in = {data, size};
    struct store *store = NULL;
    struct assay_error error;
    if (base.n == 0)
        make_base();
    memcpy(bytes, base.bytes, base.n);
    const uint64_t how = take(&in, 1);
    const size_t changes = 1 + how % MOST_CHANGES, kind = how / MOST_CHANGES % 4;
    for (size_t i = 0; i < changes && kind == 0; i++)
        change_header(&in, bytes);
    for (size_t i = 0; i < changes && kind == 1; i++)
        change_bytes(&in, bytes, base.n);
    write_store(bytes, base.n);
    if (kind >= 2)
        change_cells(&in, changes);
    if (kind == 3)
        seal_anew();
    if (take(&in, 1) % 2 == 0)
        merge_store();
    if (store_open(base.path, STORE_WRITE, &store, &error) == ASSAY_OK)
        use_store(store);
    store_close(&store);
    remove_base();
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* open.c -- opening a store: is it ours, is it whole, is it of a version that we know? */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/suggestion.h"
#include "store/schema.h"
#include "store/seal.h"

enum {
    BUSY_TIMEOUT_MS = 20000,
    /* 16 MiB of log between checkpoints, each of which forces the disk twice. */
    CHECKPOINT_PAGES = 4000
};

/* One number from a PRAGMA or query; sets *code. */
static int64_t query_number(sqlite3 *db, const char *sql, int *code)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = 0;
    *code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (*code == SQLITE_OK && (*code = sqlite3_step(statement)) == SQLITE_ROW) {
        number = sqlite3_column_int64(statement, 0);
        *code = SQLITE_OK;
    } else if (*code == SQLITE_DONE) {
        *code = SQLITE_OK;
    }
    if (*code != SQLITE_OK)
        *code = sqlite3_extended_errcode(db);
    (void)sqlite3_finalize(statement);
    return number;
}

/* Before any table is read or written. One state of the file: somebody may be migrating it. */
static enum assay_status check_schema(struct store *store, struct assay_error *error)
{
    int code;
    const bool began = store_snapshot_begin(store);
    const int64_t version = query_number(store->db, "PRAGMA user_version", &code);
    const enum assay_status status =
        code == SQLITE_OK ? guard_schema(store, version, error) : store_fail_sqlite(store, error);
    store->version = status == ASSAY_OK ? version : 0;
    store->can_seal = version >= SCHEMA_WITH_SEALS;
    store_snapshot_end(store, began);
    return status;
}

static enum assay_status check_version(sqlite3 *db, const char *path, struct assay_error *error)
{
    int code, code2;
    int64_t application = query_number(db, "PRAGMA application_id", &code);
    int64_t version = query_number(db, "PRAGMA user_version", &code2);
    if (code != SQLITE_OK || code2 != SQLITE_OK)
        return store_fail_code(path, code != SQLITE_OK ? code : code2, sqlite3_system_errno(db),
                               sqlite3_errmsg(db), error);
    return store_judge_version(path, application, version, error);
}

static enum assay_status fail_empty(const char *path, struct assay_error *error)
{
    return assay_fail(error, ASSAY_MISSING, "%s: the store is empty. Measure first: assay run.",
                      path);
}

struct seen {
    off_t size; /* of the file that was there, 0: none was */
    bool made;  /* by store_create, now */
};

/* Makes a new store when there is none, else an empty private file, of which SQLite says what is wrong with its place and
 * which it would make with the permissions of the umask. */
static enum assay_status look(const char *path, enum store_mode mode, struct seen *seen,
                              struct assay_error *error)
{
    struct stat found;
    *seen = (struct seen){0};
    if (stat(path, &found) == 0) {
        if (!S_ISREG(found.st_mode))
            return fail_naming(error, ASSAY_SYSTEM,
                               "%s: is not a regular file. Name another store with @store=FILE.",
                               path);
        seen->size = found.st_size;
        if (found.st_size == 0 && mode != STORE_WRITE)
            return fail_empty(path, error);
        return ASSAY_OK;
    }
    struct near_name near;
    if (errno == ENOENT && mode != STORE_WRITE && near_file(path, &near))
        return fail_naming(error, ASSAY_MISSING, "%s: there is no store; did you mean %s?", path,
                           near.name);
    if (errno == ENOENT && mode != STORE_WRITE)
        return fail_naming(error, ASSAY_MISSING,
                           "%s: there is no store. Measure first with assay run, or name one with "
                           "@store=FILE.",
                           path);
    if (errno != ENOENT)
        return store_fail_code(path, SQLITE_CANTOPEN, errno, "", error);
    if ((seen->made = store_create(path)))
        return ASSAY_OK;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST)
        return store_fail_code(path, errno == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN, errno, "",
                               error);
    if (fd >= 0)
        close(fd); /* the file is new: no connection of this process can hold a lock on it */
    return ASSAY_OK;
}

static enum assay_status execute(struct store *store, const char *sql, struct assay_error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? ASSAY_OK
               : store_fail_sqlite(store, error);
}

static enum assay_status seal_one(void *context, sqlite3_stmt *row)
{
    bool sound;
    struct store_work *work = context;
    const int64_t experiment = sqlite3_column_int64(row, 0);
    enum assay_status status = store_is_sound(work->store, experiment, &sound, work->error);
    return status == ASSAY_OK ? seal_put(work->store, experiment, sound, work->error) : status;
}

/* What was complete before there were seals gets its own as it stands. */
static enum assay_status seal_all(struct store *store, struct assay_error *error)
{
    store->can_seal = true;
    return store_for_each(store,
                          "SELECT id FROM experiment WHERE finished_ns IS NOT NULL AND seal IS"
                          " NULL AND ?1 = 0",
                          0, seal_one, &(struct store_work){store, error}, error);
}

/* Applies the migrations that are missing, all or none. A new file still has a rollback journal
 * then, so that its header is whole before the log begins. */
static enum assay_status migrate(struct store *store, struct assay_error *error)
{
    TRY(execute(store, "BEGIN EXCLUSIVE", error));
    int code;
    int64_t version = query_number(store->db, "PRAGMA user_version", &code);
    int64_t tables = query_number(store->db, "SELECT count(*) FROM sqlite_schema", &code);
    enum assay_status status = ASSAY_OK;
    if (code != SQLITE_OK)
        status = store_fail_sqlite(store, error);
    else if (version < 0 || (version == 0 && tables > 0))
        status = store_fail_code(store->path, SQLITE_NOTADB, 0, "", error);
    else if (version > 0)
        status = guard_schema(store, version, error);
    for (int64_t v = version; status == ASSAY_OK && v < schema_version; v++)
        status = execute(store, schema_migrations[v], error);
    char header[96];
    (void)snprintf(header, sizeof header, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   SCHEMA_APPLICATION_ID, schema_version);
    if (status == ASSAY_OK && version < schema_version)
        status = execute(store, header, error);
    store->can_seal = version >= SCHEMA_WITH_SEALS;
    if (status == ASSAY_OK && version < SCHEMA_WITH_STOPPING)
        status = store_fill_stopping(store, error);
    if (status == ASSAY_OK)
        status = seal_all(store, error);
    if (status == ASSAY_OK)
        status = execute(store, "COMMIT", error);
    if (status != ASSAY_OK)
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    else
        store->version = schema_version;
    return status;
}

/* A write-ahead log from here on. SQLite holds a read lock when it asks for the exclusive one and
 * gives up at once, whatever the busy timeout, while another process that makes or opens the same
 * new store has one, too: it is asked again. */
static enum assay_status begin_log(struct store *store, struct assay_error *error)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    const double end_s = clock_now_s() + BUSY_TIMEOUT_MS / 1e3;
    while (sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) != SQLITE_OK) {
        if ((sqlite3_errcode(store->db) & 0xff) != SQLITE_BUSY || clock_now_s() > end_s)
            return store_fail_sqlite(store, error);
        (void)nanosleep(&pause, NULL);
    }
    return ASSAY_OK;
}

/* The log holds a page as often as it was written, the file once: copied, its room is used again. That takes some room
 * itself, by which the file grows: it is too late when nothing is left. */
static bool has_short_room(sqlite3 *db, int pages)
{
    enum { PAGE = 4096 };
    struct statvfs disk;
    const char *path = sqlite3_db_filename(db, "main");
    return path != NULL && statvfs(path, &disk) == 0 &&
           (double)disk.f_bavail * (double)disk.f_frsize < (double)pages * PAGE;
}

/* Behind each transaction, with the pages that its log holds. */
static int copy_log_in_time(void *context, sqlite3 *db, const char *name, int pages)
{
    const struct store *store = context;
    if (store->log_is_new) /* nothing would be forced */
        return SQLITE_OK;
    if (pages >= CHECKPOINT_PAGES || has_short_room(db, pages))
        (void)sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

static enum assay_status prepare_writing(struct store *store, struct assay_error *error)
{
    if (sqlite3_db_readonly(store->db, "main") == 1)
        return store_fail_code(store->path, SQLITE_READONLY, 0, "", error);
    int code;
    /* Also while it is made: a file of which half reached the disk would be refused for ever. */
    TRY(execute(store, "PRAGMA synchronous = NORMAL", error));
    enum assay_status status = ASSAY_OK;
    if (query_number(store->db, "PRAGMA user_version", &code) < schema_version || code != SQLITE_OK)
        status = migrate(store, error);
    else if ((status = check_version(store->db, store->path, error)) == ASSAY_OK)
        status = check_schema(store, error);
    if (status == ASSAY_OK)
        status = begin_log(store, error);
    return status == ASSAY_OK ? check_version(store->db, store->path, error) : status;
}

/* What store_create has just made: its tables are known, and it has a log. Only somebody with a newer assay may have been at it.
 * The first commit forces nothing: SQLite would force the header of the log alone, lest frames of an older one be taken for its own,
 * and a new file has none. */
static enum assay_status prepare_made(struct store *store, struct assay_error *error)
{
    int code;
    if (query_number(store->db, "PRAGMA user_version", &code) != schema_version)
        return prepare_writing(store, error);
    store->version = schema_version;
    store->can_seal = true;
    store->log_is_new = true;
    return execute(store, "PRAGMA synchronous = OFF", error);
}

static enum assay_status begin_writing(struct store *store, bool made, struct assay_error *error)
{
    const enum assay_status status =
        made ? prepare_made(store, error) : prepare_writing(store, error);
    store->synced_s = clock_now_s();
    (void)sqlite3_wal_hook(store->db, copy_log_in_time, store);
    return status;
}

/* Tables that a file of an older version does not have yet stand empty beside it while it is read.
 */
static void stand_in(struct store *store)
{
    sqlite3 *db = store->db;
    static const struct {
        const char *table, *columns;
    } later[] = {
        {"draw", "execution, name, value"},
        {"live", "experiment, system, benchmark, warmup, by_hand"},
        {"stopping", "experiment, rule, expected, pilot"},
        {"gate", "experiment, failed, accepted"},
        {"machine", "experiment, place, " MACHINE_COLUMNS},
        {"ruling",
         "uid, kind, version, system, benchmark, metric, lower, upper, renamed, why, made_ns,"
         " checksum"},
        {"profile", "id, uid, experiment, benchmark, " PROFILE_COLUMNS},
        {"packed_execution", "experiment, first, executions, failures, data"},
        {"packed_value", "experiment, metric, system, benchmark, executions, data"},
    };
    (void)sqlite3_exec(db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        char sql[256];
        (void)snprintf(sql, sizeof sql, "CREATE TEMP TABLE %s (%s)", later[i].table,
                       later[i].columns);
        if (!store_has(store, later[i].table, NULL))
            (void)sqlite3_exec(db, sql, NULL, NULL, NULL);
    }
    if (!store_has(store, "metric", "part"))
        (void)sqlite3_exec(db,
                           "CREATE TEMP VIEW metric AS"
                           " SELECT id, name, unit, more_is_better, '' AS part, 0 AS told"
                           " FROM main.metric",
                           NULL, NULL, NULL);
    else if (!store_has(store, "metric", "told"))
        (void)sqlite3_exec(db,
                           "CREATE TEMP VIEW metric AS"
                           " SELECT id, name, unit, more_is_better, part, 0 AS told"
                           " FROM main.metric",
                           NULL, NULL, NULL);
}

/* A reader writes nothing from here on. The file itself is opened writable where it can be, since
 * only such a connection removes the files beside it when it closes. */
static int begin_reading(struct store *store)
{
    stand_in(store);
    return sqlite3_exec(store->db, "PRAGMA query_only = 1", NULL, NULL, NULL);
}

static int open_database(struct store *store, enum store_mode mode)
{
    /* Nobody asks how much memory SQLite has, and counting it takes a lock for each piece: a tenth of what a short run executes.
     * Refused when it is at work already. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    int code =
        sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return code;
    (void)sqlite3_extended_result_codes(store->db, 1);
    (void)sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
    /* Only so does SQLite read a file that is shorter than its header says. */
    if (mode == STORE_SALVAGE) {
        code = sqlite3_exec(store->db, "PRAGMA writable_schema = 1", NULL, NULL, NULL);
        guard_connection(store, false);
        guard_steps(store, store->path);
        return code == SQLITE_OK ? begin_reading(store) : code;
    }
    guard_connection(store, true);
    guard_steps(store, store->path);
    return SQLITE_OK;
}

/* A store in a directory where nothing can be made (a mounted archive, a full disk) has no log: read it
 * as it stands. */
static bool reopen_immutable(struct store *store)
{
    OWNED char *address = store_file_address(store->path, "?immutable=1");
    bool done = false;
    if (address != NULL && !store_file_holds(sqlite3_db_filename(store->db, "main"), "-wal")) {
        (void)sqlite3_close(store->db);
        store->db = NULL;
        done = sqlite3_open_v2(address, &store->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                               NULL) == SQLITE_OK;
        if (done) {
            guard_connection(store, true);
            guard_steps(store, store->path);
        }
    }
    return done;
}

static enum assay_status check_reading(struct store *store, struct assay_error *error)
{
    int code;
    if (query_number(store->db, "PRAGMA page_count", &code) == 0 && code == SQLITE_OK)
        return fail_empty(store->path, error);
    enum assay_status status = check_version(store->db, store->path, error);
    (void)query_number(store->db, "SELECT count(*) FROM sqlite_schema", &code);
    if (code == SQLITE_OK && status == ASSAY_OK)
        return ASSAY_OK;
    code &= 0xff;
    const bool full = store_met_full_disk(store);
    if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY || full) && reopen_immutable(store))
        return check_version(store->db, store->path, error);
    if (full && store->db != NULL)
        return store_fail_reading_full(store, error);
    return status != ASSAY_OK ? status : store_fail_sqlite(store, error);
}

static enum assay_status prepare_reading(struct store *store, struct assay_error *error)
{
    TRY(check_reading(store, error));
    TRY(check_schema(store, error));
    return begin_reading(store) != SQLITE_OK ? store_fail_sqlite(store, error) : ASSAY_OK;
}

enum assay_status store_open(const char *path, enum store_mode mode, struct store **out,
                             struct assay_error *error)
{
    struct seen seen;
    TRY(look(path, mode, &seen, error));
    if (seen.size > 0 && (mode == STORE_READ || mode == STORE_WRITE))
        TRY(store_judge_header(path, error));
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return store_no_memory(error);
    store->lock_fd = -1;
    store->path = strdup(path);
    store->codec = blob_codec_new();
    enum assay_status status = ASSAY_OK;
    if (store->path == NULL || store->codec == NULL)
        status = store_no_memory(error);
    else if (open_database(store, mode) != SQLITE_OK)
        status = store_fail_sqlite(store, error);
    else if (mode == STORE_SALVAGE)
        store->broken = true; /* leave the file alone when closing */
    else
        status = mode == STORE_WRITE ? begin_writing(store, seen.made, error)
                                     : prepare_reading(store, error);
    if (status == ASSAY_OK) {
        if (mode == STORE_WRITE)
            store_mark_place(store);
        *out = store;
        return ASSAY_OK;
    }
    store->broken = true; /* what is refused is not touched: a log of a newer version stays one */
    store_close(&store);
    return status;
}

static void leave_log(sqlite3 *db)
{
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
}

enum assay_status store_settle(struct store *store, struct assay_error *error)
{
    if (store->broken)
        return ASSAY_OK;
    for (size_t i = 0; i < SQL_COUNT_STATEMENTS; i++)
        (void)sqlite3_reset(store->statements[i]); /* one that reads would hold the log back */
    const int code =
        sqlite3_wal_checkpoint_v2(store->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED)
        return ASSAY_OK; /* others are at it, and the last one copies the rest */
    leave_log(store->db);
    return store_fail_settling(store, error);
}

void store_leave(struct store **store)
{
    leave_log((*store)->db);
    store_close(store);
}

void store_close(struct store **store)
{
    OWNED struct store *s = *store;
    if (s == NULL)
        return;
    for (size_t i = 0; i < SQL_COUNT_STATEMENTS; i++)
        (void)sqlite3_finalize(s->statements[i]);
    /* Without a log there is nothing to copy, and its empty file goes. */
    if (s->broken && s->db != NULL && store_file_holds(sqlite3_db_filename(s->db, "main"), "-wal"))
        leave_log(s->db);
    else if (store_log_is_old(s, NULL) != ASSAY_OK)
        leave_log(s->db); /* nothing would be forced */
    run_lock_release(s);
    run_free(&s->run);
    sample_names_free(&s->names);
    (void)sqlite3_close(s->db);
    blob_codec_free(&s->codec);
    free(s->log_path);
    free(s->path);
    *store = NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fault.c -- a disk that fails at each write in turn: the store stays sound, and what was
 * stored before is there.
 *
 * SQLite's file layer is wrapped: write number K and, when the fault stays, all after it fail.
 */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/private.h"

/* ---- a file layer that fails on request ---- */

static struct {
    sqlite3_vfs *real;
    long countdown; /* writes until the fault; negative: none */
    bool stays;
    int code;
    long syncs; /* so far */
    long made;  /* files that were forced to disk before SQLite knew of them */
} disk;

int fsync(int fd)
{
    disk.made++;
    return (int)syscall(SYS_fsync, fd);
}

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real;
};

static bool fails(void)
{
    if (disk.countdown < 0)
        return false;
    if (disk.countdown > 0) {
        disk.countdown--;
        return false;
    }
    if (!disk.stays)
        disk.countdown = -1;
    return true;
}

#define REAL(file) (((struct faulty_file *)(file))->real)
#define METHODS(file) (REAL(file)->pMethods)

static int faulty_close(sqlite3_file *f)
{
    return METHODS(f)->xClose(REAL(f));
}
static int faulty_read(sqlite3_file *f, void *data, int n, sqlite3_int64 at)
{
    return METHODS(f)->xRead(REAL(f), data, n, at);
}
static int faulty_write(sqlite3_file *f, const void *data, int n, sqlite3_int64 at)
{
    return fails() ? disk.code : METHODS(f)->xWrite(REAL(f), data, n, at);
}
static int faulty_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return fails() ? disk.code : METHODS(f)->xTruncate(REAL(f), size);
}
static int faulty_sync(sqlite3_file *f, int flags)
{
    disk.syncs++;
    return fails() ? SQLITE_IOERR_FSYNC : METHODS(f)->xSync(REAL(f), flags);
}
static int faulty_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return METHODS(f)->xFileSize(REAL(f), size);
}
static int faulty_lock(sqlite3_file *f, int kind)
{
    return METHODS(f)->xLock(REAL(f), kind);
}
static int faulty_unlock(sqlite3_file *f, int kind)
{
    return METHODS(f)->xUnlock(REAL(f), kind);
}
static int faulty_reserved(sqlite3_file *f, int *held)
{
    return METHODS(f)->xCheckReservedLock(REAL(f), held);
}
static int faulty_control(sqlite3_file *f, int what, void *argument)
{
    return METHODS(f)->xFileControl(REAL(f), what, argument);
}
static int faulty_sector(sqlite3_file *f)
{
    return METHODS(f)->xSectorSize(REAL(f));
}
static int faulty_device(sqlite3_file *f)
{
    return METHODS(f)->xDeviceCharacteristics(REAL(f));
}
static int faulty_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **map)
{
    return extend && fails() ? SQLITE_IOERR_SHMSIZE
                             : METHODS(f)->xShmMap(REAL(f), page, size, extend, map);
}
static int faulty_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return METHODS(f)->xShmLock(REAL(f), offset, n, flags);
}
static void faulty_shm_barrier(sqlite3_file *f)
{
    METHODS(f)->xShmBarrier(REAL(f));
}
static int faulty_shm_unmap(sqlite3_file *f, int remove_it)
{
    return METHODS(f)->xShmUnmap(REAL(f), remove_it);
}

static const sqlite3_io_methods faulty_methods = {
    .iVersion = 2,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_reserved,
    .xFileControl = faulty_control,
    .xSectorSize = faulty_sector,
    .xDeviceCharacteristics = faulty_device,
    .xShmMap = faulty_shm_map,
    .xShmLock = faulty_shm_lock,
    .xShmBarrier = faulty_shm_barrier,
    .xShmUnmap = faulty_shm_unmap,
};

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *got)
{
    (void)vfs;
    struct faulty_file *faulty = (struct faulty_file *)file;
    faulty->real = (sqlite3_file *)(faulty + 1);
    int code = disk.real->xOpen(disk.real, name, faulty->real, flags, got);
    file->pMethods = faulty->real->pMethods != NULL ? &faulty_methods : NULL;
    return code;
}

static sqlite3_vfs faulty_vfs;

static int install(void **state)
{
    (void)state;
    disk.real = sqlite3_vfs_find(NULL);
    disk.countdown = -1;
    faulty_vfs = *disk.real;
    faulty_vfs.zName = "faulty";
    faulty_vfs.szOsFile = (int)sizeof(struct faulty_file) + disk.real->szOsFile;
    faulty_vfs.xOpen = faulty_open;
    return sqlite3_vfs_register(&faulty_vfs, 1) == SQLITE_OK ? 0 : -1;
}

/* ---- the runs ---- */

static const double times[] = {0.0012, 0.0013, 0.0011};
static const struct metric_values wall = {.metric = "wall", .unit = "s", .values = times, .n = 3};

enum { EXECUTIONS = 6 };

/* Runs until something fails; returns how many appends were said to be stored, -1 when not even the
 * experiment was. */
static int run_until_it_fails(struct fixture *fixture, bool *failed)
{
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    int64_t experiment;
    int stored = -1;
    *failed = true;
    fixture->error = (struct assay_error){ASSAY_OK, ""};
    if (store_open(fixture->path, STORE_WRITE, &store, &fixture->error) == ASSAY_OK &&
        store_begin(store, design, &(struct store_beginning){"{}"}, &experiment, &fixture->error) ==
            ASSAY_OK) {
        *failed = false;
        for (stored = 0; stored < EXECUTIONS && !*failed; stored += !*failed) {
            struct record record =
                fixture_record(fixture_step(0, 0, (uint32_t)stored, 0), &wall, 1);
            record.cost_s = stored % 3 == 0 ? 1 : 0.001; /* some commits force the disk */
            *failed = store_append(store, experiment, &record, &fixture->error) != ASSAY_OK;
        }
        if (!*failed)
            *failed = store_finish(store, experiment, &fixture->error) != ASSAY_OK;
    }
    store_close(&store);
    design_free(&design);
    return stored;
}

static void remove_store(const struct fixture *fixture)
{
    static const char *const beside[] = {"", "-wal", "-shm", "-run", "-journal"};
    for (size_t i = 0; i < 5; i++) {
        char path[192];
        (void)snprintf(path, sizeof path, "%s%s", fixture->path, beside[i]);
        (void)remove(path);
    }
}

/* With the disk whole again: opens, is sound, has what it said. A commit whose answer was lost may
 * be there too. */
static void assert_kept(struct fixture *fixture, int stored)
{
    struct store *store = NULL;
    struct experiment_info info;
    size_t defects = 1;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_check(store, NULL, NULL, &defects, &fixture->error));
    assert_int_equal(defects, 0);
    enum assay_status status = store_find(store, "1", &info, &fixture->error);
    assert_true(status == ASSAY_OK || stored < 0);
    if (status == ASSAY_OK) {
        assert_in_range(info.executions, stored < 0 ? 0 : stored, stored + 1);
        experiment_info_fini(&info);
        assert_stored(fixture, store_resume(store, 1, &fixture->error));
        for (int i = 0; i < EXECUTIONS; i++) { /* what is missing is appended without trouble */
            struct step step = fixture_step(0, 0, (uint32_t)i, 0);
            struct record record = fixture_record(step, &wall, 1);
            assert_true(i >= stored || store_has_step(store, 1, &step));
            if (!store_has_step(store, 1, &step))
                assert_stored(fixture, store_append(store, 1, &record, &fixture->error));
        }
    }
    store_close(&store);
}

/* Under sanitizers each seventh write: the build as released has them all fail. */
#ifdef ASSAY_SANITIZED
enum { STRIDE = 7 };
#else
enum { STRIDE = 1 };
#endif

static void each_write_fails(struct fixture *fixture, bool stays, int code, const char *words)
{
    long faults = 0;
    bool failed = true;
    for (long at = 0; at < 2000; at += STRIDE) {
        disk.countdown = at;
        disk.stays = stays;
        disk.code = code;
        int stored = run_until_it_fails(fixture, &failed);
        bool met = disk.countdown <= 0 && (stays || disk.countdown < 0);
        disk.countdown = -1;
        if (failed && fixture->error.text[0] == '\0')
            fail_msg("write %ld failed without a sentence", at);
        if (failed && words != NULL && strstr(fixture->error.text, words) == NULL &&
            strstr(fixture->error.text, "disk I/O error") == NULL)
            fail_msg("write %ld: \"%s\"", at, fixture->error.text);
        assert_kept(fixture, stored);
        remove_store(fixture);
        if (!met)
            break;
        faults++;
    }
    assert_in_range(faults, 30 / STRIDE, 1999);
}

static void a_full_disk(void **state)
{
    each_write_fails(*state, true, SQLITE_FULL, "the disk is full");
}

static void a_disk_that_fails_once(void **state)
{
    each_write_fails(*state, false, SQLITE_IOERR_WRITE, NULL);
}

static void a_disk_that_stays_broken(void **state)
{
    each_write_fails(*state, true, SQLITE_IOERR_WRITE, NULL);
}

/* What took long to measure is forced to disk at once, and the rest a second later at most. */
static void costly_executions_are_forced_to_disk(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    int64_t experiment;
    const long unmade = disk.made;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    /* A new file is forced while it is made: what is in it before it has its name, and that with its name. */
    assert_int_equal(disk.made, unmade + 2);
    const long unbegun = disk.syncs;
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &experiment,
                                       &fixture->error));
    assert_int_equal(disk.syncs, unbegun); /* nor is the head of its log, which is new */
    static const double costs[] = {0.001, 1, 0.001, 0.001, 1, 1, 0.001, 0.001};
    long forced = 0, cheap = 0;
    for (uint32_t i = 0; i < 8; i++) {
        struct record record = fixture_record(fixture_step(0, 0, i, 0), &wall, 1);
        record.cost_s = costs[i];
        long before = disk.syncs;
        assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
        *(costs[i] == 1 ? &forced : &cheap) += disk.syncs - before;
    }
    assert_int_equal(forced, 3);
    assert_in_range(cheap, 0, 2); /* on a machine that stood still for a second */
    long before = disk.syncs;
    struct record record = fixture_record(fixture_step(0, 0, 9, 0), &wall, 1);
    record.cost_s = 0.001;
    store->synced_s -= 1; /* a second has passed */
    assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
    assert_int_equal(disk.syncs - before, 1);
    store_close(&store);
    design_free(&design);
}

/* Of a new store nothing was forced yet as it is closed: first its log is, then what is copied from that. */
static void a_new_store_is_forced_to_disk_when_it_is_closed(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    (void)fixture_begin(fixture, design, &store);
    const long before = disk.syncs;
    store_close(&store);
    assert_int_equal(disk.syncs - before, 2);
    design_free(&design);
}

/* One that is made where an empty file lies is made step by step. */
static void a_store_in_an_empty_file_is_forced_to_disk(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    const int fd = open(fixture->path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    close(fd);
    const long unmade = disk.syncs;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_true(disk.syncs > unmade);
    store_close(&store);
}

/* After a failed append the same handle goes on: what it knew of the undone part is forgotten. */
static void an_append_is_tried_again(void **state)
{
    struct fixture *fixture = *state;
    bool failed = true;
    for (long at = 0; failed && at < 100; at++) {
        struct store *store = NULL;
        struct design *design = fixture_design(true);
        const int64_t experiment = fixture_begin(fixture, design, &store);
        disk.countdown = at;
        disk.stays = false;
        disk.code = SQLITE_IOERR_WRITE;
        struct record record = fixture_record(fixture_step(1, 1, 1, 0), &wall, 1);
        failed = store_append(store, experiment, &record, &fixture->error) != ASSAY_OK;
        disk.countdown = -1;
        if (failed)
            assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
        store_close(&store);
        design_free(&design);
        fixture_sound(fixture);
        assert_int_equal(fixture_number(fixture->path,
                                        "SELECT count(*) FROM value"
                                        " JOIN execution ON execution.id = value.execution"
                                        " JOIN unit ON unit.id = execution.unit"
                                        " JOIN metric ON metric.id = value.metric"),
                         1);
        remove_store(fixture);
        assert_true(failed || at > 0);
    }
    assert_false(failed);
}

/* The kernel's own limit on the size of a file, in a child of its own. A log that met it is copied, so
 * that the values themselves must outgrow the file: each execution brings some KiB, hard to pack. */
static void a_limit_on_the_size_of_files(void **state)
{
    struct fixture *fixture = *state;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const struct rlimit limit = {200000, 200000};
        (void)signal(SIGXFSZ, SIG_IGN);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
        int stored = 0;
        struct store *store = NULL;
        struct design *design = fixture_design(true);
        int64_t experiment;
        if (store_open(fixture->path, STORE_WRITE, &store, &fixture->error) != ASSAY_OK ||
            store_begin(store, design, &(struct store_beginning){"{}"}, &experiment,
                        &fixture->error) != ASSAY_OK)
            _exit(200); /* not even begun */
        double many[400];
        for (int i = 0; i < 400; i++)
            many[i] = sin(i + 1.0) + 2;
        const struct metric_values long_wall = {
            .metric = "wall", .unit = "s", .values = many, .n = 400};
        struct record record = fixture_record(fixture_step(0, 0, 0, 0), &long_wall, 1);
        while (stored < 199 &&
               store_append(store, experiment, &record, &fixture->error) == ASSAY_OK)
            record.step.round = (uint32_t)++stored;
        bool said = strstr(fixture->error.text, "limit on the size of files") != NULL;
        store_close(&store);
        _exit(said ? stored : 201); /* 201: another sentence */
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_in_range(WEXITSTATUS(status), 5, 198);
    fixture_sound(fixture);
    assert_in_range(fixture_number(fixture->path, "SELECT count(*) FROM execution"),
                    WEXITSTATUS(status), 199);
}

/* A failure that is passed over: nothing behind it is executed, nothing of the transaction is kept, and its end says which it was. */
static void the_first_failure_of_a_transaction_sticks(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    const int64_t experiment = fixture_begin(fixture, design, &store);
    assert_stored(fixture, store_together_begin(store, &fixture->error));
    assert_stored(fixture, store_put(store, SQL_ADD_HOST, &fixture->error, INTEGER(experiment),
                                     INTEGER(900), TEXT("{}")));
    assert_int_not_equal(store_put(store, SQL_ADD_LEVEL, NULL, INTEGER(experiment), INTEGER(0),
                                   TEXT("execution"), INTEGER(1), INTEGER(0)),
                         ASSAY_OK);
    assert_int_not_equal(store_put(store, SQL_ADD_HOST, &fixture->error, INTEGER(experiment),
                                   INTEGER(901), TEXT("{}")),
                         ASSAY_OK);
    assert_non_null(strstr(fixture->error.text, "UNIQUE"));
    fixture->error.text[0] = '\0';
    assert_int_equal(store_together_end(store, ASSAY_OK, &fixture->error), ASSAY_SYSTEM);
    assert_non_null(strstr(fixture->error.text, "UNIQUE"));
    assert_stored(fixture, store_host(store, experiment, 902, "{}", &fixture->error));
    store_close(&store);
    design_free(&design);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM host WHERE round > 899"),
                     1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(a_full_disk),
        fixture_test(a_disk_that_fails_once),
        fixture_test(a_disk_that_stays_broken),
        fixture_test(costly_executions_are_forced_to_disk),
        fixture_test(a_new_store_is_forced_to_disk_when_it_is_closed),
        fixture_test(a_store_in_an_empty_file_is_forced_to_disk),
        fixture_test(an_append_is_tried_again),
        fixture_test(a_limit_on_the_size_of_files),
        fixture_test(the_first_failure_of_a_transaction_sticks),
    };
    return cmocka_run_group_tests(tests, install, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_open.c -- what is not a store that we know is refused with its sentence, and not touched. */
#include "fixture.h"

#include "store/schema.h"

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static size_t read_file(const char *path, unsigned char *data, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(data, 1, capacity, file);
    fclose(file);
    return n;
}

static void assert_refused(struct fixture *fixture, enum store_mode mode, enum assay_status status,
                           const char *words)
{
    struct store *store = NULL;
    assert_int_equal(store_open(fixture->path, mode, &store, &fixture->error), status);
    assert_null(store);
    assert_int_equal(fixture->error.status, status);
    if (strstr(fixture->error.text, words) == NULL ||
        strstr(fixture->error.text, "assay.db") == NULL)
        fail_msg("\"%s\" lacks \"%s\" or the file", fixture->error.text, words);
}

/* Refused in both modes, with the same bytes afterwards and nothing beside it. */
static void assert_untouched(struct fixture *fixture, const char *words)
{
    static unsigned char before[1 << 20], after[1 << 20];
    size_t n = read_file(fixture->path, before, sizeof before);
    assert_refused(fixture, STORE_READ, ASSAY_SYSTEM, words);
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, words);
    assert_int_equal(read_file(fixture->path, after, sizeof after), n);
    assert_memory_equal(before, after, n);
    char log[192];
    (void)snprintf(log, sizeof log, "%s-wal", fixture->path);
    assert_int_not_equal(access(log, F_OK), 0);
}

static void make_store(struct fixture *fixture)
{
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    store_close(&store);
}

static void set_header(struct fixture *fixture, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void a_missing_store(void **state)
{
    struct fixture *fixture = *state;
    assert_refused(fixture, STORE_READ, ASSAY_MISSING, "assay run");
    assert_int_not_equal(access(fixture->path, F_OK), 0);
    write_file(fixture->path, "", 0);
    assert_refused(fixture, STORE_READ, ASSAY_MISSING, "empty");
    make_store(fixture); /* an empty file becomes a store */
}

static void a_missing_directory(void **state)
{
    struct fixture *fixture = *state;
    (void)snprintf(fixture->path, sizeof fixture->path, "%s/none/assay.db", fixture->directory);
    assert_refused(fixture, STORE_READ, ASSAY_MISSING, "no store");
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, "/none. Make it");
}

static void a_directory(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(mkdir(fixture->path, 0700), 0);
    assert_refused(fixture, STORE_READ, ASSAY_SYSTEM, "not a regular file");
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, "not a regular file");
}

static void a_file_of_another_kind(void **state)
{
    struct fixture *fixture = *state;
    write_file(fixture->path, "build,value\n1,2\n", 16);
    assert_untouched(fixture, "not an assay store");
    unsigned char noise[8192];
    memset(noise, 0x5a, sizeof noise);
    write_file(fixture->path, noise, sizeof noise);
    assert_untouched(fixture, "not an assay store");
}

static void another_programs_database(void **state)
{
    struct fixture *fixture = *state;
    set_header(fixture, "CREATE TABLE experiment (id); INSERT INTO experiment VALUES (1)");
    assert_untouched(fixture, "not an assay store");
}

static void a_newer_store(void **state)
{
    struct fixture *fixture = *state;
    make_store(fixture);
    char sql[64];
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", schema_version + 1);
    set_header(fixture, sql);
    assert_untouched(fixture, "newer assay");
}

/* The newer version still stands in the log only. */
static void a_newer_store_with_a_log(void **state)
{
    struct fixture *fixture = *state;
    make_store(fixture);
    char sql[64];
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", schema_version + 1);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_refused(fixture, STORE_READ, ASSAY_SYSTEM, "newer assay");
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, "newer assay");
    sqlite3_close(db);
}

/* Copies of the file and its log as they stand while it is open: what a killed process leaves. */
static void copy_of_crashed(struct fixture *fixture, const char *sql)
{
    static unsigned char bytes[1 << 20];
    char log[192], kept[sizeof fixture->path], kept_log[192];
    (void)snprintf(log, sizeof log, "%s-wal", fixture->path);
    (void)snprintf(kept, sizeof kept, "%s/kept-assay.db", fixture->directory);
    (void)snprintf(kept_log, sizeof kept_log, "%s-wal", kept);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    write_file(kept, bytes, read_file(fixture->path, bytes, sizeof bytes));
    write_file(kept_log, bytes, read_file(log, bytes, sizeof bytes));
    sqlite3_close(db);
    memcpy(fixture->path, kept, sizeof kept);
}

static void assert_both_untouched(struct fixture *fixture, const char *words)
{
    static unsigned char before[2][1 << 20], after[1 << 20];
    char log[192];
    (void)snprintf(log, sizeof log, "%s-wal", fixture->path);
    const char *const paths[] = {fixture->path, log};
    size_t n[2];
    for (size_t i = 0; i < 2; i++)
        n[i] = read_file(paths[i], before[i], sizeof before[i]);
    assert_refused(fixture, STORE_READ, ASSAY_SYSTEM, words);
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, words);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(read_file(paths[i], after, sizeof after), n[i]);
        assert_memory_equal(before[i], after, n[i]);
    }
}

/* A version is the place of a migration in their list. Those before the first are none, whoever wrote
 * them, in the file's header or in the log alone. */
static void a_version_below_the_first(void **state)
{
    struct fixture *fixture = *state;
    static const int versions[] = {-1, -100, INT32_MIN};
    char sql[64], path[sizeof fixture->path];
    memcpy(path, fixture->path, sizeof path);
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        make_store(fixture);
        (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", versions[i]);
        copy_of_crashed(fixture, sql); /* changes the file that it copies, too */
        assert_both_untouched(fixture, "not an assay store");
        memcpy(fixture->path, path, sizeof path);
        assert_untouched(fixture, "not an assay store");
        assert_int_equal(unlink(path), 0);
    }
}

/* Nobody else has it open: closing must not copy that log into the file. */
static void a_newer_store_that_crashed(void **state)
{
    struct fixture *fixture = *state;
    make_store(fixture);
    char sql[64];
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", schema_version + 1);
    copy_of_crashed(fixture, sql);
    assert_both_untouched(fixture, "newer assay");
}

/* A checkpoint has written the first page, of the new size, and nothing else. */
static void a_checkpoint_that_was_interrupted(void **state)
{
    struct fixture *fixture = *state;
    static unsigned char bytes[1 << 20];
    make_store(fixture);
    copy_of_crashed(fixture, "INSERT INTO host VALUES (1, 99, hex(zeroblob(50000)))");
    size_t n = read_file(fixture->path, bytes, sizeof bytes);
    bytes[28 + 2]++; /* the size in pages, most significant byte first: 256 more */
    write_file(fixture->path, bytes, n);
    struct store *store = NULL;
    for (int i = 0; i < 2; i++) { /* reading mends it */
        assert_stored(fixture, store_open(fixture->path, i == 0 ? STORE_READ : STORE_WRITE, &store,
                                          &fixture->error));
        store_close(&store);
    }
    const size_t mended = read_file(fixture->path, bytes, sizeof bytes);
    assert_true(mended > n); /* the log was copied, and the size is true again */
    assert_int_equal(mended, (((size_t)bytes[28 + 2] << 8) + bytes[28 + 3]) * 4096);
    assert_int_equal(fixture_number(fixture->path, "SELECT length(facts) FROM host"), 100000);
    assert_int_equal(fixture_number(fixture->path, "SELECT integrity_check = 'ok' FROM"
                                                   " pragma_integrity_check"),
                     1);
}

/* Another program's file is not ours to mend, whatever stands beside it. */
static void a_file_with_a_journal(void **state)
{
    struct fixture *fixture = *state;
    char journal[192];
    (void)snprintf(journal, sizeof journal, "%s-journal", fixture->path);
    set_header(fixture, "CREATE TABLE experiment (id)");
    write_file(journal, "a journal that would be removed", 31);
    assert_untouched(fixture, "not an assay store");
    assert_int_equal(access(journal, F_OK), 0);
    write_file(fixture->path, "build,value\n1,2\n", 16);
    assert_untouched(fixture, "not an assay store");
    assert_int_equal(access(journal, F_OK), 0);
}

static void a_damaged_header(void **state)
{
    struct fixture *fixture = *state;
    make_store(fixture);
    unsigned char bytes[65536];
    size_t n = read_file(fixture->path, bytes, sizeof bytes);
    memset(bytes + 100, 0xff, 400); /* the root of the schema */
    write_file(fixture->path, bytes, n);
    assert_untouched(fixture, "damaged");
    write_file(fixture->path, bytes, 50);
    assert_untouched(fixture, "not an assay store");
}

/* The superuser may write anywhere: the test becomes somebody else for a while. */
static void a_read_only_store(void **state)
{
    struct fixture *fixture = *state;
    bool root = geteuid() == 0;
    if (root) {
        assert_int_equal(chown(fixture->directory, 65534, 65534), 0);
        assert_int_equal(seteuid(65534), 0);
    }
    make_store(fixture);
    assert_int_equal(chmod(fixture->path, 0400), 0);
    assert_int_equal(chmod(fixture->directory, 0500), 0);
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, "read-only");
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    struct experiment_info info;
    assert_int_equal(store_find(store, "latest", &info, &fixture->error), ASSAY_MISSING);
    store_close(&store);
    assert_int_equal(chmod(fixture->path, 0000), 0);
    assert_refused(fixture, STORE_READ, ASSAY_SYSTEM, "Permission denied");
    (void)snprintf(fixture->path, sizeof fixture->path, "%s/none/assay.db", fixture->directory);
    assert_refused(fixture, STORE_WRITE, ASSAY_SYSTEM, "/none, and it cannot be made: Permission");
    assert_int_equal(chmod(fixture->directory, 0700), 0);
    if (root)
        assert_int_equal(seteuid(0), 0);
}

static void names_that_an_address_could_misread(void **state)
{
    struct fixture *fixture = *state;
    (void)snprintf(fixture->path, sizeof fixture->path, "%s/a?b#c%%41 assay.db",
                   fixture->directory);
    make_store(fixture);
    make_store(fixture);
    assert_int_equal(access(fixture->path, F_OK), 0);
}

static void the_default_path(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *given, *environment, *directory, *expected;
    } cases[] = {
        {"x.db", "y.db", "d", "x.db"}, {NULL, "y.db", "d", "y.db"}, {NULL, "", "d", "d/assay.db"}};
    for (size_t i = 0; i < 3; i++) {
        setenv("ASSAY_STORE", cases[i].environment, 1);
        char *path = store_default_path(cases[i].given, cases[i].directory);
        assert_string_equal(path, cases[i].expected);
        free(path);
    }
    unsetenv("ASSAY_STORE");
    assert_int_equal(chdir(fixture->directory), 0);
    char data[96], expected[128];
    (void)snprintf(data, sizeof data, "%s/share/deep", fixture->directory);
    (void)snprintf(expected, sizeof expected, "%s/assay/assay.db", data);
    setenv("XDG_DATA_HOME", data, 1);
    char *path = store_known_path(NULL, NULL);
    assert_string_equal(path, expected);
    assert_int_equal(access(data, F_OK), -1); /* who only reads makes nothing */
    free(path);
    path = store_default_path(NULL, NULL);
    assert_string_equal(path, expected);
    free(path);
    (void)snprintf(fixture->path, sizeof fixture->path, "%s", expected);
    make_store(fixture); /* the directories were made */
    write_file("assay.yaml", "", 0);
    path = store_default_path(NULL, NULL);
    assert_string_equal(path, "assay.db");
    free(path);
    assert_int_equal(chdir("/"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(a_missing_store),
        fixture_test(a_missing_directory),
        fixture_test(a_directory),
        fixture_test(a_file_of_another_kind),
        fixture_test(another_programs_database),
        fixture_test(a_newer_store),
        fixture_test(a_version_below_the_first),
        fixture_test(a_newer_store_with_a_log),
        fixture_test(a_newer_store_that_crashed),
        fixture_test(a_checkpoint_that_was_interrupted),
        fixture_test(a_file_with_a_journal),
        fixture_test(a_damaged_header),
        fixture_test(a_read_only_store),
        fixture_test(names_that_an_address_could_misread),
        fixture_test(the_default_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hostile.c -- files that were made to harm, or to hang, who opens them. */
#include "fixture.h"

#include <limits.h>
#include <malloc.h>

static const double times[] = {0.0012, 0.0013};
static const struct metric_values wall = {.metric = "wall", .unit = "s", .values = times, .n = 2};

static void make_experiment(struct fixture *fixture)
{
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    const int64_t experiment = fixture_begin(fixture, design, &store);
    for (uint32_t i = 0; i < 8; i++) {
        struct record record =
            fixture_record(fixture_step(i % 2, i / 2 % 2, i / 4, i % 4), &wall, 1);
        assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
    }
    assert_stored(fixture, store_finish(store, experiment, &fixture->error));
    store_close(&store);
    design_free(&design);
}

static void change(struct fixture *fixture, const char *sql)
{
    sqlite3 *db = NULL;
    char *problem = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &problem) != SQLITE_OK)
        fail_msg("%s: %s", sql, problem);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void assert_refused(struct fixture *fixture, const char *path, enum store_mode mode,
                           const char *words)
{
    struct store *store = NULL;
    assert_int_equal(store_open(path, mode, &store, &fixture->error), ASSAY_SYSTEM);
    assert_null(store);
    if (strstr(fixture->error.text, words) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", fixture->error.text, words);
}

/* What is in the schema beside a store's own is named, whoever opens it, and nothing is changed. */
static void foreign_objects_are_refused(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *add, *remove, *words;
    } cases[] = {
        {"CREATE TRIGGER t AFTER UPDATE ON experiment BEGIN DELETE FROM execution; END",
         "DROP TRIGGER t", "trigger \"t\" is none of a store"},
        {"CREATE VIEW mine AS SELECT 1", "DROP VIEW mine", "view \"mine\" is none of a store"},
        {"CREATE TABLE \"m\x1b]0;x\" (a)", "DROP TABLE \"m\x1b]0;x\"", "table \"m??0?x\""},
        {"CREATE INDEX i ON execution (cost_s)", "DROP INDEX i", "index \"i\""},
        {"DROP INDEX experiment_name", "CREATE INDEX experiment_name ON experiment (name)",
         "index \"experiment_name\" is missing"},
        {"CREATE VIRTUAL TABLE v USING rtree (id, a, b)", "DROP TABLE v", "is none of a store"},
        {"ALTER TABLE level ADD COLUMN more", "ALTER TABLE level DROP COLUMN more",
         "table \"level\" is not as a store has it"},
    };
    make_experiment(fixture);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char other[200];
        struct store *store = NULL;
        struct store_merged merged;
        struct remarks remarks = {0};
        change(fixture, cases[i].add);
        assert_refused(fixture, fixture->path, STORE_READ, cases[i].words);
        assert_refused(fixture, fixture->path, STORE_WRITE, cases[i].words);
        (void)snprintf(other, sizeof other, "%s/other%zu.db", fixture->directory, i);
        assert_stored(fixture, store_open(other, STORE_WRITE, &store, &fixture->error));
        assert_int_equal(store_merge(store, fixture->path, &merged, &remarks, &fixture->error),
                         ASSAY_SYSTEM);
        assert_non_null(strstr(fixture->error.text, cases[i].words));
        store_close(&store);
        assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM execution"), 8);
        change(fixture, cases[i].remove);
        fixture_sound(fixture);
    }
}

static void statistics_of_sqlite_are_no_strangers(void **state)
{
    struct fixture *fixture = *state;
    make_experiment(fixture);
    change(fixture, "ANALYZE");
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) > 0 FROM sqlite_stat1"), 1);
    fixture_sound(fixture);
}

static const char endless_view[] =
    "ALTER TABLE experiment RENAME TO was; CREATE VIEW experiment AS"
    " SELECT n.id, uid, name, manifest, source, quick, ignore_failure, seed, margin, planned,"
    " assay_version, started_ns, finished_ns, version, commit_id, dirty, branch, commit_s, note"
    " FROM was JOIN (WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
    " SELECT id FROM n) n";

/* Also who saves what a damaged file still gives runs no view of it. */
static void a_view_that_counts_for_ever(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct store_entry *entries = NULL;
    size_t n = 0;
    make_experiment(fixture);
    change(fixture, endless_view);
    assert_refused(fixture, fixture->path, STORE_READ, "is not as a store has it");
    assert_refused(fixture, fixture->path, STORE_WRITE, "is not as a store has it");
    assert_stored(fixture, store_open(fixture->path, STORE_SALVAGE, &store, &fixture->error));
    assert_int_equal(store_entries(store, &entries, &n, &fixture->error), ASSAY_SYSTEM);
    assert_null(strstr(fixture->error.text, "would not end")); /* it never began */
    store_close(&store);
}

/* ---- a tree of pages without an end ---- */

enum { PAGE = 4096, DEPTH = 15, CHILDREN = 400 };

/* https://www.sqlite.org/fileformat.html, section 1.6: an interior page of a table whose children
 * are all one page. */
static void weave(unsigned char page[PAGE], uint32_t child)
{
    memset(page, 0, PAGE);
    page[0] = 5;
    page[3] = CHILDREN >> 8;
    page[4] = CHILDREN & 255;
    const size_t at = PAGE - 5 * CHILDREN;
    page[5] = (unsigned char)(at >> 8);
    page[6] = (unsigned char)at;
    for (unsigned i = 0; i <= CHILDREN; i++) {
        unsigned char *cell = i < CHILDREN ? page + at + (size_t)5 * i : page + 8;
        for (unsigned b = 0; b < 4; b++)
            cell[b] = (unsigned char)(child >> (24 - 8 * b));
        if (i == CHILDREN)
            break;
        cell[4] = 1; /* the key */
        page[12 + 2 * i] = (unsigned char)((at + 5 * (size_t)i) >> 8);
        page[13 + 2 * i] = (unsigned char)(at + 5 * (size_t)i);
    }
}

/* The table's leaf moves to the end, 400^15 ways lead there. */
static void make_endless(struct fixture *fixture, const char *table)
{
    char sql[120];
    unsigned char page[PAGE], leaf[PAGE];
    (void)snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    const off_t root = (off_t)fixture_number(fixture->path, sql);
    uint32_t n = (uint32_t)fixture_number(fixture->path, "PRAGMA page_count");
    const int fd = open(fixture->path, O_RDWR);
    assert_true(fd >= 0);
    assert_int_equal(pread(fd, leaf, PAGE, (root - 1) * PAGE), PAGE);
    assert_int_equal(leaf[0], 13);
    assert_int_equal(pwrite(fd, leaf, PAGE, (off_t)n++ * PAGE), PAGE);
    for (int i = 0; i < DEPTH; i++) {
        weave(page, n);
        assert_int_equal(pwrite(fd, page, PAGE, (off_t)n++ * PAGE), PAGE);
    }
    weave(page, n);
    assert_int_equal(pwrite(fd, page, PAGE, (root - 1) * PAGE), PAGE);
    for (unsigned b = 0; b < 4; b++) /* pages of the file, in its header */
        page[b] = (unsigned char)(n >> (24 - 8 * b));
    assert_int_equal(pwrite(fd, page, 4, 28), 4);
    close(fd);
}

static void scans_end(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct store_entry *entries = NULL;
    size_t n = 0;
    (void)mallopt(M_PERTURB, 0); /* to fill what is freed would be nine tenths of this */
    make_experiment(fixture);
    make_endless(fixture, "system");
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_check(store, NULL, NULL, &n, &fixture->error));
    assert_true(n > 0);
    store_close(&store);
    make_endless(fixture, "experiment");
    for (int mode = STORE_READ; mode <= STORE_SALVAGE; mode++) {
        assert_stored(fixture,
                      store_open(fixture->path, (enum store_mode)mode, &store, &fixture->error));
        assert_int_equal(store_entries(store, &entries, &n, &fixture->error), ASSAY_SYSTEM);
        assert_non_null(strstr(fixture->error.text, "would not end"));
        store_close(&store);
    }
}

/* Cells that are not of their column's type are told, and crash no reader. */
static void cells_of_another_type(void **state)
{
    struct fixture *fixture = *state;
    static const char *const changes[] = {
        "UPDATE system SET name = CAST(x'6f0070' AS TEXT) WHERE id = 1",
        "UPDATE metric SET name = x'ff00' WHERE id = 1",
        "UPDATE level SET count = 'many' WHERE depth = 0",
        "UPDATE execution SET cost_s = 'dear' WHERE id = 1",
        "UPDATE execution SET round = x'00' WHERE id = 2",
        "UPDATE value SET data = 'text' WHERE key = (SELECT min(key) FROM value)",
        "UPDATE value SET data = zeroblob(30000000) WHERE key = (SELECT min(key) FROM value)",
        "UPDATE value SET n = -1 WHERE key = (SELECT max(key) FROM value)",
        "UPDATE experiment SET uid = x'01'",
        "UPDATE experiment SET manifest = 7",
        "UPDATE experiment SET seed = 'x', margin = x'00', started_ns = 'now'",
        "UPDATE host SET facts = x'00'",
    };
    make_experiment(fixture);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct store *store = NULL;
        struct store_entry *entries = NULL;
        struct experiment_info info = {0};
        struct assay_dataset *dataset = assay_dataset_new();
        size_t n = 0, lost;
        change(fixture, changes[i]); /* they add up */
        assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
        assert_stored(fixture, store_check(store, NULL, NULL, &n, &fixture->error));
        assert_true(n > i);
        assert_int_equal(store_read(store, 1, dataset, &fixture->error), ASSAY_SYSTEM);
        (void)store_salvage(store, 1, dataset, &lost, &fixture->error);
        if (store_find(store, "1", &info, &fixture->error) == ASSAY_OK)
            experiment_info_fini(&info);
        if (store_entries(store, &entries, &n, &fixture->error) == ASSAY_OK)
            store_entries_free(&entries, n);
        assay_dataset_free(&dataset);
        store_close(&store);
    }
}

/* A number that would name one of a list. */
static void numbers_out_of_range(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct store_entry *entries = NULL;
    size_t n = 0;
    make_experiment(fixture);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_set_gate(store, 1, STORE_GATE_FAILED, &fixture->error));
    store_close(&store);
    static const char *const numbers[] = {"-1", "5", "9223372036854775807"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char sql[64];
        (void)snprintf(sql, sizeof sql, "UPDATE gate SET failed = %s", numbers[i]);
        change(fixture, sql);
        assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
        assert_stored(fixture, store_entries(store, &entries, &n, &fixture->error));
        assert_int_equal(entries[0].gate, STORE_GATE_NONE);
        store_entries_free(&entries, n);
        store_close(&store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(foreign_objects_are_refused),
        fixture_test(statistics_of_sqlite_are_no_strangers),
        fixture_test(a_view_that_counts_for_ever),
        fixture_test(cells_of_another_type),
        fixture_test(numbers_out_of_range),
        fixture_test(scans_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

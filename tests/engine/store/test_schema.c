/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_schema.c -- docs/store.md says what the file holds: its queries run, its tables are all. */
#include "older.h"

#include "store/schema.h"
#include "store/private.h"

static char *read_documentation(void)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/docs/store.md", getenv("ASSAY_SOURCE"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    assert_in_range(fread(text, 1, (1 << 16) - 1, file), 1000, (1 << 16) - 2);
    fclose(file);
    return text;
}

static sqlite3 *open_new_store(struct fixture *fixture)
{
    struct store *store = NULL;
    sqlite3 *db = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    store_close(&store);
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    return db;
}

static void the_queries_in_the_documentation_run(void **state)
{
    char *text = read_documentation();
    sqlite3 *db = open_new_store(*state);
    size_t n = 0;
    for (char *at = text; (at = strstr(at, "```sql\n")) != NULL; n++) {
        char *end = strstr(at += strlen("```sql\n"), "```"), *problem = NULL;
        assert_non_null(end);
        *end = '\0';
        if (sqlite3_exec(db, at, NULL, NULL, &problem) != SQLITE_OK)
            fail_msg("%s", problem);
        at = end + 1;
    }
    assert_true(n > 0);
    sqlite3_close(db);
    free(text);
}

/* Every table and column is named; the version is the one that this program writes. */
static void the_documentation_names_every_column(void **state)
{
    char *text = read_documentation(), word[96];
    sqlite3 *db = open_new_store(*state);
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT t.name, c.name FROM sqlite_schema t"
                                        " JOIN pragma_table_xinfo(t.name) c"
                                        " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'",
                                        -1, &row, NULL),
                     SQLITE_OK);
    size_t n = 0;
    while (sqlite3_step(row) == SQLITE_ROW)
        for (int column = 0; column < 2; column++, n++) {
            const char *name = (const char *)sqlite3_column_text(row, column);
            (void)snprintf(word, sizeof word, "`%s`", name);
            if (strstr(text, word) == NULL)
                fail_msg("docs/store.md does not name %s", word);
        }
    assert_true(n > 100);
    sqlite3_finalize(row);
    sqlite3_close(db);
    (void)snprintf(word, sizeof word, "Tables (version %d)", schema_version);
    assert_non_null(strstr(text, word));
    free(text);
}

/* A store is opened a hundred times as fast when its schema is known by its sum. */
static void the_sums_of_the_schemas(void **state)
{
    (void)state;
    for (int version = 1; version <= schema_version; version++) {
        sqlite3 *db = NULL;
        assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
        for (int v = 0; v < version; v++)
            assert_int_equal(sqlite3_exec(db, schema_migrations[v], NULL, NULL, NULL), SQLITE_OK);
        const uint64_t sum = guard_schema_sum(db);
        sqlite3_close(db);
        if (sum != schema_sums[version - 1])
            fail_msg("the sum of version %d is 0x%016llx", version, (unsigned long long)sum);
    }
}

/* What a handle has read of the schema once does not last: another may have migrated the file. */
static void a_schema_that_changes_under_a_handle(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    sqlite3_close(open_new_store(fixture));
    older_make(fixture, SCHEMA_WITH_SEALS - 1);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_false(store_has(store, "experiment", "seal"));
    assert_true(store_has(store, "experiment", "uid"));
    assert_false(store_has(store, "elsewhere", NULL));
    sqlite3_close(open_new_store(fixture));
    assert_true(store_has(store, "experiment", "seal"));
    store_close(&store);
}

static void add_with_manifest(struct store *store, struct fixture *fixture, const char *stop)
{
    int64_t id;
    char manifest[200];
    struct design *design = fixture_design(false);
    (void)snprintf(manifest, sizeof manifest,
                   "systems: [{name: a}, {name: b}]\nbenchmarks: [{name: x, run: go}]\n"
                   "levels: [{name: execution, count: 8}]\n%s",
                   stop);
    design->manifest = design_string(design, manifest);
    assert_stored(
        fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &id, &fixture->error));
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    design_free(&design);
}

/* How each was to end, as readers have it. */
static void check_rules(struct fixture *fixture, struct store *store)
{
    struct store_entry *entries = NULL;
    struct experiment_info info;
    size_t n, n_defects;
    assert_stored(fixture, store_entries(store, &entries, &n, &fixture->error));
    assert_int_equal(n, 5);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(entries[i].pilot, i == 1);
        assert_int_equal(entries[i].planned_from, i == 2 ? 2 : 0);
        assert_int_equal(entries[i].watched, i >= 3);
        assert_int_equal(entries[i].expected, i == 3 ? 30 : 0);
    }
    store_entries_free(&entries, n);
    assert_stored(fixture, store_find(store, "3", &info, &fixture->error));
    assert_int_equal(info.pilot, 2);
    experiment_info_fini(&info);
    assert_stored(fixture, store_check(store, NULL, NULL, &n_defects, &fixture->error));
    assert_int_equal(n_defects, 0);
    store_close(&store);
}

/* Until version 7 the manifests alone told the rules: of rows and of packed experiments. */
static void rules_of_stopping_become_columns(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    add_with_manifest(store, fixture, "");
    add_with_manifest(store, fixture, "stop: {rule: pilot, precision: 1%}\n");
    add_with_manifest(store, fixture, "stop: {rule: fresh, pilot: 2}\n");
    add_with_manifest(store, fixture, "stop: {rule: anytime, expected: 30}\n");
    add_with_manifest(store, fixture, "stop: {rule: looks, looks: 4}\n");
    store_close(&store);
    older_make(fixture, SCHEMA_WITH_STOPPING - 1);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    check_rules(fixture, store);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    check_rules(fixture, store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM stopping"), 4);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM stopping JOIN experiment"
                                                   " ON uid = pilot WHERE id = 2"),
                     1);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    check_rules(fixture, store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(the_queries_in_the_documentation_run),
        fixture_test(the_documentation_names_every_column),
        fixture_test(the_sums_of_the_schemas),
        fixture_test(a_schema_that_changes_under_a_handle),
        fixture_test(rules_of_stopping_become_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

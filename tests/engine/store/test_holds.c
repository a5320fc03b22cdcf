/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_holds.c -- what is not asked for is not there: each kind of rows is told as soon as there is one. */
#include "fixture.h"
#include "store/schema.h"

/* A row of each kind, of experiment 1 and system 1; what has to be true of them is not. */
static const struct {
    unsigned kind;
    const char *row;
} kinds[] = {
    {STORE_HOLDS_UNITS, "INSERT INTO unit (experiment, system, parent, depth, place)"
                        " VALUES (1, 1, 0, 0, 0)"},
    {STORE_HOLDS_HOOKS, "INSERT INTO hook VALUES (1, 1, 1, 'setup', 0, 0, 0, 0, 0, 0, NULL, 0)"},
    {STORE_HOLDS_DRAWS, "INSERT INTO draw VALUES (1, 'stack', 1)"},
    {STORE_HOLDS_PACKED, "INSERT INTO packed_value VALUES (1, 1, 1, 1, 1, x'00')"},
    {STORE_HOLDS_PACKED | STORE_HOLDS_HOSTS,
     "INSERT INTO packed_execution VALUES (1, 0, 1, 0, x'00')"},
    {STORE_HOLDS_LIVE, "INSERT INTO live VALUES (1, 1, 1, 3, 0)"},
    {STORE_HOLDS_RULE, "INSERT INTO stopping VALUES (1, 'fresh', 0, NULL)"},
    {STORE_HOLDS_GATE, "INSERT INTO gate VALUES (1, 0, 0)"},
    {STORE_HOLDS_PROFILES, "INSERT INTO profile VALUES (1, x'00', 1, 1, 0, '', 's', 0, 0, 0, x'', x'', 0)"},
    {STORE_HOLDS_HOSTS, "INSERT INTO host VALUES (1, 7, '{}')"},
};

static struct store *begun(struct fixture *fixture)
{
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    const struct store_beginning here = {.host_json = "{}", .here = true, .machine = "fixture"};
    int64_t id;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, &here, &id, &fixture->error));
    assert_int_equal(id, 1);
    design_free(&design);
    return store;
}

static void run(struct store *store, const char *sql)
{
    assert_int_equal(sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void each_kind_is_told(void **state)
{
    struct store *store = begun(*state);
    run(store, "PRAGMA foreign_keys = 0");
    assert_int_equal(store_holds(store, 1), 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        run(store, "BEGIN");
        run(store, kinds[i].row);
        assert_int_equal(store_holds(store, 1), kinds[i].kind);
        run(store, "ROLLBACK");
    }
    run(store, "BEGIN");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        run(store, kinds[i].row);
    assert_int_equal(store_holds(store, 1), STORE_HOLDS_ALL & ~(unsigned)STORE_HOLDS_OTHERS);
    /* Of another experiment it says that there is one, and draws. */
    assert_int_equal(store_holds(store, 2), STORE_HOLDS_OTHERS | STORE_HOLDS_DRAWS);
    run(store, "ROLLBACK");
    store_close(&store);
}

static void a_failed_attempt_is_told(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = begun(fixture);
    struct record record = fixture_record(fixture_step(0, 0, 0, 0), NULL, 0);
    assert_stored(fixture, store_append(store, 1, &record, &fixture->error));
    assert_false(store_has_failed(store, 1));
    record.step.position = 1;
    record.outcome = OUTCOME_EXIT;
    assert_stored(fixture, store_append(store, 1, &record, &fixture->error));
    assert_true(store_has_failed(store, 1));
    store_close(&store);
}

static void of_an_older_version_everything_may_be_there(void **state)
{
    struct store *store = begun(*state);
    store->version = schema_version - 1;
    assert_int_equal(store_holds(store, 1), STORE_HOLDS_ALL);
    store_close(&store);
}

static void what_cannot_be_asked_may_be_there(void **state)
{
    struct store *store = begun(*state);
    run(store, "PRAGMA foreign_keys = 0");
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL);
    run(store, "DROP TABLE gate");
    assert_int_equal(store_holds(store, 1), STORE_HOLDS_ALL);
    assert_false(store->broken);
    store_close(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(each_kind_is_told),
        fixture_test(a_failed_attempt_is_told),
        fixture_test(of_an_older_version_everything_may_be_there),
        fixture_test(what_cannot_be_asked_may_be_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

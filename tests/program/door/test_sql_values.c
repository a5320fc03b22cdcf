/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sql_values.c -- assay_sqlite.so in a program with an SQLite of its own: rows, conditions, refusals, and nothing left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

static char place[] = "/tmp/assay-test-XXXXXX";

static const char making[] =
    "printf 'system,round,execution,seconds\\n' >a.csv;"
    "for i in 1 2 3 4 5; do echo old,$i,$i,1.$i; echo new,$i,$i,2.$i; done >>a.csv;"
    "\"$ASSAY_PROGRAM\" import --quiet --store s.db a.csv >/dev/null;"
    "printf 'system,day,build,execution,iteration,seconds\\n' >b.csv;"
    "n=0; for unit in 3,1,1,1 3,1,1,2 3,1,b,1 3,1,b,2 4,2,1,1 4,2,1,2; do n=$((n + 1));"
    " echo old,$unit,1.$n; echo new,$unit,3.$n; done >>b.csv;"
    "\"$ASSAY_PROGRAM\" import --quiet --store levels.db b.csv >/dev/null";

static int begin(void **state)
{
    (void)state;
    if (mkdtemp(place) == NULL || chdir(place) != 0)
        return -1;
    return system(making);
}

static int end(void **state)
{
    char command[64];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -r %s", place);
    return chdir("/") == 0 ? system(command) : -1;
}

static sqlite3 *loaded(const char *path)
{
    sqlite3 *db;
    char *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_enable_load_extension(db, 1), SQLITE_OK);
    if (sqlite3_load_extension(db, ASSAY_SQLITE, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    return db;
}

/* The first column of the first row; what is said where there is none. */
static void ask(sqlite3 *db, const char *sql, char *answer, size_t size)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    (void)snprintf(answer, size, "%s",
                   code == SQLITE_ROW    ? (const char *)sqlite3_column_text(statement, 0)
                   : code == SQLITE_DONE ? "none"
                                         : sqlite3_errmsg(db));
    (void)sqlite3_finalize(statement);
}

static void values_are_rows(void **state)
{
    static const struct {
        const char *sql, *answer;
    } cases[] = {
        {"SELECT count(*) FROM assay_values", "10"},
        {"SELECT group_concat(value, ' ') FROM assay_values WHERE system = 'new'",
         "2.1 2.2 2.3 2.4 2.5"},
        {"SELECT count(*) FROM assay_values WHERE experiment = 1 AND metric = 'wall' AND benchmark "
         "= 'a.csv'",
         "10"},
        {"SELECT count(*) FROM assay_values WHERE experiment = 2", "0"},
        {"SELECT value FROM assay_values WHERE system = NULL", "none"},
        {"SELECT count(*) FROM assay_values WHERE system = 'NEW' COLLATE nocase", "5"},
        {"SELECT count(*) FROM assay_values WHERE system = 'NEW'", "0"},
        {"SELECT count(*) FROM assay_values WHERE experiment = 'none'", "0"},
        {"SELECT count(cost_s) + count(position) FROM assay_values WHERE round = 1", "2"},
        {"SELECT group_concat(DISTINCT typeof(execution) || unit || direction) FROM assay_values",
         "integersless"},
        {"SELECT round(avg(n.value / o.value), 6) FROM assay_values n JOIN assay_values o USING "
         "(experiment, round)"
         " WHERE n.system = 'new' AND o.system = 'old'",
         "1.778521"},
    };
    char answer[256];
    sqlite3 *db = loaded("s.db");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ask(db, cases[i].sql, answer, sizeof answer);
        assert_string_equal(answer, cases[i].answer);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Levels in columns, and those without one. */
static void levels_are_columns(void **state)
{
    static const struct {
        const char *sql, *answer;
    } cases[] = {
        {"SELECT group_concat(build || '/' || execution || '/' || iteration, ' ') FROM "
         "assay_values "
         "WHERE system = 'old'",
         "1/1/1 1/1/2 1/2/1 1/2/2 1/1/1 1/1/2"},
        {"SELECT group_concat(typeof(execution), ' ') FROM assay_values WHERE system = 'old' AND "
         "iteration = 1",
         "integer integer integer"},
        {"SELECT group_concat(levels, ' ') FROM assay_values WHERE system = 'old' AND iteration = "
         "1",
         "day=1 day=1 day=2"},
        {"SELECT round(sum(value), 6) FROM assay_values", "28.2"},
    };
    char answer[256];
    sqlite3 *db = loaded("levels.db");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ask(db, cases[i].sql, answer, sizeof answer);
        assert_string_equal(answer, cases[i].answer);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Two at work at once stand at places of their own. */
static void cursors_are_apart(void **state)
{
    sqlite3_stmt *a, *b;
    sqlite3 *db = loaded("s.db");
    (void)state;
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT value FROM assay_values", -1, &a, NULL), 0);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT value FROM assay_values WHERE system = 'new'", -1, &b, NULL),
        0);
    for (int i = 1; i <= 5; i++) {
        assert_int_equal(sqlite3_step(a), SQLITE_ROW);
        assert_int_equal(sqlite3_step(b), SQLITE_ROW);
        assert_true(sqlite3_column_double(b, 0) - sqlite3_column_double(a, 0) > 0.9);
    }
    assert_int_equal(sqlite3_step(b), SQLITE_DONE);
    assert_int_equal(sqlite3_reset(b), SQLITE_OK);
    assert_int_equal(sqlite3_step(b), SQLITE_ROW); /* from the beginning */
    (void)sqlite3_finalize(a);
    (void)sqlite3_finalize(b);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void what_is_no_store_is_said(void **state)
{
    char answer[512];
    (void)state;
    sqlite3 *db = loaded(":memory:");
    ask(db, "SELECT count(*) FROM assay_values", answer, sizeof answer);
    assert_non_null(strstr(answer, "in memory"));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    db = loaded("other.db");
    ask(db, "CREATE TABLE t (x)", answer, sizeof answer);
    ask(db, "SELECT count(*) FROM assay_values", answer, sizeof answer);
    assert_non_null(strstr(answer, "other.db"));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The module cannot be made to stay in a file, and who reads holds no writer up. */
static void nothing_is_left(void **state)
{
    char answer[256];
    sqlite3 *db = loaded("s.db"), *other;
    sqlite3_stmt *reading;
    (void)state;
    ask(db, "CREATE VIRTUAL TABLE v USING assay_values", answer, sizeof answer);
    assert_non_null(strstr(answer, "no such module"));
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT value FROM assay_values", -1, &reading, NULL),
                     0);
    assert_int_equal(sqlite3_step(reading), SQLITE_ROW);
    assert_int_equal(sqlite3_open("s.db", &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "UPDATE experiment SET note = 'x'", NULL, NULL, NULL),
                     SQLITE_OK);
    ask(other, "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%assay_values%'", answer,
        sizeof answer);
    assert_string_equal(answer, "0");
    ask(other, "SELECT count(*) FROM assay_values", answer, sizeof answer);
    assert_non_null(strstr(answer, "no such table"));
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    (void)sqlite3_finalize(reading);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_rows),   cmocka_unit_test(levels_are_columns),
        cmocka_unit_test(cursors_are_apart), cmocka_unit_test(what_is_no_store_is_said),
        cmocka_unit_test(nothing_is_left),
    };
    return cmocka_run_group_tests(tests, begin, end);
}

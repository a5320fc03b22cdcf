/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_seal.c -- whatever changes in a complete experiment is told, by verify and by who reads it;
 * whatever may change keeps it sealed; nothing that may change hides what was damaged before. */
#include "older.h"
#include "packed.h"

#include "store/profiles.h"

/* ---- the file, and what is told of it ---- */

static void copy_file(const char *from, const char *to)
{
    static unsigned char bytes[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    const size_t n = fread(bytes, 1, sizeof bytes, in);
    assert_in_range(n, 1, sizeof bytes - 1);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* False when the file's rules forbid it, or nothing was changed. */
static bool change(struct fixture *fixture, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    const int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (code != SQLITE_OK && (code & 0xff) != SQLITE_CONSTRAINT)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    const bool done = code == SQLITE_OK && sqlite3_changes(db) > 0;
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return done;
}

static bool verify_tells(struct fixture *fixture)
{
    struct store *store = NULL;
    size_t n = 1;
    if (store_open(fixture->path, STORE_READ, &store, &fixture->error) != ASSAY_OK)
        return true;
    assert_stored(fixture, store_check(store, NULL, NULL, &n, &fixture->error));
    store_close(&store);
    return n > 0;
}

static void add_profile(struct fixture *fixture, struct store *store, int64_t id)
{
    struct profile profile;
    profile_init(&profile, 2, &(struct profile_origin){"timer", "s", 1000});
    profile_begin(&profile, &(struct profile_execution){.user_s = 1});
    profile_count(&profile, profile_function(&profile, "lookup", ""), 7, 9);
    assert_stored(fixture, store_add_profile(store, id, "sort", &profile, &fixture->error));
    profile_fini(&profile);
}

static bool profiles_tell(struct fixture *fixture, struct store *store, int64_t experiments)
{
    bool told = false, found;
    for (int64_t id = 1; id <= experiments; id++) {
        struct profile profile;
        told = store_read_profile(store, id, "sort", &profile, &found, &fixture->error) != ASSAY_OK ||
               told;
        profile_fini(&profile);
    }
    return told;
}

/* Every experiment is read as show and compare read it. */
static bool readers_tell(struct fixture *fixture, int64_t experiments)
{
    struct store *store = NULL;
    bool told = false;
    if (store_open(fixture->path, STORE_READ, &store, &fixture->error) != ASSAY_OK)
        return true;
    for (int64_t id = 1; id <= experiments; id++) {
        struct assay_dataset *dataset = assay_dataset_new();
        told = store_read(store, id, dataset, &fixture->error) != ASSAY_OK ||
               told;
        assay_dataset_free(&dataset);
    }
    told = profiles_tell(fixture, store, experiments) || told;
    struct store_ruling *rulings = NULL;
    size_t n = 0;
    told = store_rulings(store, &rulings, &n, &fixture->error) != ASSAY_OK ||
               told;
    store_rulings_free(&rulings, n);
    store_close(&store);
    return told;
}

/* Two experiments, the first packed, with every kind of row; the other one complete or not. */
static void make_store_of(struct fixture *fixture, bool complete, char *copy, size_t size)
{
    struct store *store = NULL;
    for (int i = 0; i < 2; i++) {
        int64_t id = add_experiment(fixture, fixture->path);
        struct record hook = {.hook = "prepare", .outcome = OUTCOME_EXIT, .exit_code = 3};
        assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
        assert_stored(fixture, store_choose_live(store, id, "new", "sort", 1, ASSAY_DECIDED_BY_HAND,
                                                 &fixture->error));
        char label[] = "v1", commit[] = "0123456789abcdef", branch[] = "main";
        const struct store_version version = {label, commit, branch, true, 7};
        assert_stored(fixture, store_set_version(store, id, &version, &fixture->error));
        assert_stored(fixture, store_annotate(store, id, "noted", &fixture->error));
        assert_stored(fixture, store_set_gate(store, id, STORE_GATE_FAILED, &fixture->error));
        struct store_ruling ruling = {.version = label,
                                      .system = branch,
                                      .benchmark = branch,
                                      .metric = branch,
                                      .lower = 1.1,
                                      .upper = 1.2,
                                      .renamed = label,
                                      .why = label};
        add_profile(fixture, store, id);
        assert_stored(fixture, store_rule(store, &ruling, 1, &fixture->error));
        assert_stored(fixture, store_resume(store, id, &fixture->error));
        assert_stored(fixture, store_append(store, id, &hook, &fixture->error));
        assert_stored(fixture, store_plan(store, id, 24, &fixture->error));
        if (i == 0 || complete)
            assert_stored(fixture, store_finish(store, id, &fixture->error));
        store_close(&store);
    }
    (void)snprintf(copy, size, "%s.copy", fixture->path);
    copy_file(fixture->path, copy);
    fixture_sound(fixture);
    assert_false(readers_tell(fixture, 2));
    assert_int_equal(
        fixture_number(fixture->path, "SELECT count(DISTINCT experiment) FROM packed_value"), 1);
    assert_int_equal(
        fixture_number(fixture->path, "SELECT count(DISTINCT experiment) FROM execution"), 1);
}

static void make_store(struct fixture *fixture, char *copy, size_t size)
{
    make_store_of(fixture, true, copy, size);
}

/* ---- every column, every row: from the schema, so that none is forgotten ---- */

static char *words(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    const char *text = (const char *)sqlite3_column_text(row, 0);
    char *copy = strdup(text != NULL ? text : "");
    sqlite3_finalize(row);
    sqlite3_close(db);
    return copy;
}

/* "(a, b) = (SELECT a, b FROM t LIMIT 1 OFFSET n)": one row by its key. */
static char *one_row(const char *path, const char *table, int64_t n)
{
    char sql[300], *text = NULL;
    (void)snprintf(sql, sizeof sql,
                   "SELECT group_concat(name) FROM pragma_table_info('%s') WHERE pk > 0", table);
    char *key = words(path, sql);
    assert_true(asprintf(&text, "(%s) = (SELECT %s FROM %s LIMIT 1 OFFSET %lld)", key, key, table,
                         (long long)n) > 0);
    free(key);
    return text;
}

/* Numbers that nothing else names and no order shows: the row is the same under another one. */
static bool is_no_content(const char *table, const char *column)
{
    return (strcmp(table, "hook") == 0 || strcmp(table, "profile") == 0) &&
           strcmp(column, "id") == 0;
}

struct tally {
    size_t changes, untold, unread;
    char first[200]; /* of those not told */
};

static void judge(struct fixture *fixture, const char *copy, const char *sql, struct tally *tally)
{
    const bool told = verify_tells(fixture), read = readers_tell(fixture, 2);
    tally->changes++;
    tally->untold += !told;
    tally->unread += !read;
    if ((!told || !read) && tally->first[0] == '\0')
        (void)snprintf(tally->first, sizeof tally->first, "%s%.190s", told ? "" : "silent: ", sql);
    copy_file(copy, fixture->path);
}

static void change_column(struct fixture *fixture, const char *copy, const char *table,
                          const char *column, const char *where, struct tally *tally)
{
    for (size_t i = 0; i < 2; i++) {
        char sql[900];
        (void)snprintf(sql, sizeof sql,
                       "WITH old AS (SELECT %s AS x FROM %s WHERE %s) UPDATE %s SET %s ="
                       " (SELECT CASE typeof(x) WHEN 'integer' THEN x + %d"
                       " WHEN 'real' THEN x * 1.000001 + 1e-9 WHEN 'text' THEN x || 'x'"
                       " WHEN 'blob' THEN CAST(substr(x, 1, length(x) - 1) ||"
                       " CASE hex(substr(x, -1)) WHEN '7E' THEN '!' ELSE '~' END AS BLOB)"
                       " ELSE 7 END FROM old) WHERE %s",
                       column, table, where, table, column, i == 0 ? 1 : 1000003, where);
        if (!change(fixture, sql))
            continue;
        judge(fixture, copy, sql, tally);
        return;
    }
    fail_msg("%s.%s cannot be changed", table, column);
}

typedef void (*visitor)(struct fixture *fixture, const char *copy, const char *table,
                        struct tally *tally);

static void each_table(struct fixture *fixture, const char *copy, visitor visit,
                       struct tally *tally)
{
    char *names = words(fixture->path, "SELECT group_concat(name) FROM sqlite_schema WHERE"
                                       " type = 'table' AND name NOT LIKE 'sqlite%'"),
         *rest = NULL;
    for (char *table = strtok_r(names, ",", &rest); table != NULL;
         table = strtok_r(NULL, ",", &rest))
        visit(fixture, copy, table, tally);
    free(names);
}

static int64_t rows_of(struct fixture *fixture, const char *table)
{
    char sql[100];
    (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    const int64_t n = fixture_number(fixture->path, sql);
    assert_true(n > 0); /* the store has every kind of row */
    return n;
}

static void change_each_column(struct fixture *fixture, const char *copy, const char *table,
                               struct tally *tally)
{
    char sql[200];
    const int64_t n = rows_of(fixture, table);
    (void)snprintf(sql, sizeof sql, "SELECT group_concat(name) FROM pragma_table_info('%s')",
                   table);
    char *columns = words(fixture->path, sql), *rest = NULL;
    char *first = one_row(fixture->path, table, 0), *last = one_row(fixture->path, table, n - 1);
    for (char *column = strtok_r(columns, ",", &rest); column != NULL;
         column = strtok_r(NULL, ",", &rest)) {
        if (is_no_content(table, column))
            continue;
        change_column(fixture, copy, table, column, first, tally);
        change_column(fixture, copy, table, column, last, tally);
    }
    free(first);
    free(last);
    free(columns);
}

static void assert_all_told(const struct tally *tally, size_t least)
{
    if (tally->untold > 0 || tally->unread > 0)
        fail_msg("%zu of %zu not told by verify, %zu not by readers: %s", tally->untold,
                 tally->changes, tally->unread, tally->first);
    assert_true(tally->changes >= least);
}

static void each_changed_column_is_told(void **state)
{
    char copy[200];
    struct tally tally = {0};
    make_store(*state, copy, sizeof copy);
    each_table(*state, copy, change_each_column, &tally);
    assert_all_told(&tally, 200);
}

/* Rows have no seal yet, but their own checksums. Who reads one experiment misses no row that now
 * says to be another one's. */
static void each_changed_column_of_a_run_underway_is_told(void **state)
{
    char copy[200];
    struct tally tally = {0};
    make_store_of(*state, false, copy, sizeof copy);
    each_table(*state, copy, change_each_column, &tally);
    assert_in_range(tally.unread, 0,
                    5); /* what a gate said is nothing that readers of values read */
    tally.unread = 0;
    assert_all_told(&tally, 200);
}

static void delete_rows(struct fixture *fixture, const char *copy, const char *table,
                        struct tally *tally)
{
    const int64_t n = rows_of(fixture, table), places[] = {0, n / 2, n - 1};
    for (size_t i = 0; i < 3; i++) {
        char *where = one_row(fixture->path, table, places[i]), sql[600];
        (void)snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s", table, where);
        assert_true(change(fixture, sql));
        judge(fixture, copy, sql, tally);
        free(where);
    }
}

static void each_deleted_row_is_told(void **state)
{
    char copy[200];
    struct tally tally = {0};
    make_store(*state, copy, sizeof copy);
    each_table(*state, copy, delete_rows, &tally);
    assert_all_told(&tally, 50);
}

/* Again under another key, where the table's rules allow it: names stand once. */
static void double_rows(struct fixture *fixture, const char *copy, const char *table,
                        struct tally *tally)
{
    char sql[1200];
    (void)snprintf(sql, sizeof sql, "SELECT group_concat(name) FROM pragma_table_info('%s')",
                   table);
    char *columns = words(fixture->path, sql);
    (void)snprintf(sql, sizeof sql,
                   "SELECT group_concat(CASE pk WHEN (SELECT max(pk) FROM pragma_table_info('%s'))"
                   " THEN CASE type WHEN 'TEXT' THEN name || ' || ''x''' ELSE"
                   " '(SELECT max(' || name || ') + 1 FROM %s)' END ELSE name END)"
                   " FROM pragma_table_info('%s')",
                   table, table, table);
    char *values = words(fixture->path, sql);
    (void)snprintf(sql, sizeof sql, "INSERT INTO %s (%s) SELECT %s FROM %s LIMIT 1", table, columns,
                   values, table);
    const bool changed = change(fixture, sql);
    if (changed && (strcmp(table, "stopping") == 0 ||
                    strcmp(table, "gate") == 0)) { /* of an experiment that is not there */
        assert_true(verify_tells(fixture));
        copy_file(copy, fixture->path);
    } else if (changed) {
        judge(fixture, copy, sql, tally);
    }
    free(columns);
    free(values);
}

static void each_doubled_row_is_told(void **state)
{
    char copy[200];
    struct tally tally = {0};
    make_store(*state, copy, sizeof copy);
    each_table(*state, copy, double_rows, &tally);
    assert_all_told(&tally, 8);
}

/* What moved a verdict, or broke a reader, without a word. */
static void changes_of_several_rows(void **state)
{
    static const char *const changes[] = {
        "UPDATE execution SET system = 3 - system",
        "UPDATE execution SET benchmark = 3 - benchmark",
        "UPDATE packed_value SET system = system + 10; UPDATE packed_value SET system = 13 - "
        "system",
        "UPDATE metric SET more_is_better = 1 WHERE id = 1",
        "UPDATE value SET n_warmup = 1 WHERE key % 3 = 0",
        "UPDATE experiment SET margin = 0.9",
        "DELETE FROM value WHERE key = (SELECT max(key) FROM value)",
        "UPDATE experiment_system SET place = place + 2; UPDATE experiment_system"
        " SET place = 3 - place",
        "UPDATE system SET name = name || '.'; UPDATE system SET name = 'old' WHERE name = 'new.';"
        "UPDATE system SET name = 'new' WHERE name = 'old.'",
        "UPDATE experiment SET seal = NULL",
        "UPDATE experiment SET seal = x''",
        "UPDATE experiment SET finished_ns = NULL",
    };
    struct tally tally = {0};
    char copy[200];
    make_store(*state, copy, sizeof copy);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_true(change(*state, changes[i]));
        judge(*state, copy, changes[i], &tally);
    }
    assert_all_told(&tally, sizeof changes / sizeof *changes);
}

/* Who asks for one metric of many experiments reads cells only: each knows whose it is. */
static bool wants_all(void *context, const struct store_sample *sample)
{
    (void)context;
    (void)sample;
    return true;
}

static enum assay_status read_samples(struct fixture *fixture, int64_t id)
{
    struct store *store = NULL;
    const struct store_filter filter = {.wants = wants_all, .take = wants_all};
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    const enum assay_status status = store_samples(store, id, &filter, &fixture->error);
    store_close(&store);
    return status;
}

static void cells_know_whose_they_are(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    const double time = 0.1;
    const struct metric_values wall = {.metric = "wall", .unit = "s", .values = &time, .n = 1};
    char copy[200];
    size_t n;
    int64_t id;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(
        fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &id, &fixture->error));
    for (uint32_t i = 0; i < 8; i++) {
        struct record record =
            fixture_record(fixture_step(i % 2, i / 2 % 2, i / 4, i % 4), &wall, 1);
        assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    }
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    assert_stored(fixture, store_pack_all(store, &n, &fixture->error));
    store_close(&store);
    design_free(&design);
    (void)snprintf(copy, sizeof copy, "%s.copy", fixture->path);
    copy_file(fixture->path, copy);
    assert_stored(fixture, read_samples(fixture, id));
    static const char *const changes[] = {
        "UPDATE packed_value SET system = system + 10; UPDATE packed_value SET system = 13 - "
        "system",
        "UPDATE metric SET unit = 'ms'",
        "UPDATE benchmark SET name = 'other' WHERE id = 1",
        "DELETE FROM packed_value WHERE system = 1 AND benchmark = 1",
        "UPDATE experiment SET version = 'v9'",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_true(change(fixture, changes[i]));
        if (read_samples(fixture, id) != ASSAY_SYSTEM)
            fail_msg("%s", changes[i]);
        copy_file(copy, fixture->path);
    }
}

/* ---- what may change ---- */

static void write_everywhere(struct fixture *fixture, int64_t id)
{
    struct store *store = NULL;
    char label[] = "v2";
    const struct store_version version = {.label = label};
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_rename(store, id, "renamed", &fixture->error));
    assert_stored(fixture, store_annotate(store, id, "a note", &fixture->error));
    assert_stored(fixture, store_set_version(store, id, &version, &fixture->error));
    assert_stored(fixture, store_choose_live(store, id, "old", "sort", 1, ASSAY_DECIDED_AUTOMATIC,
                                             &fixture->error));
    assert_stored(fixture, store_plan(store, id, 99, &fixture->error));
    assert_stored(fixture, store_host(store, id, 3, "{\"load_1m\": 2}", &fixture->error));
    assert_stored(fixture, store_host_state(store, id, 4, "{\"load_1m\": 3}", &fixture->error));
    store_close(&store);
}

static void what_may_change_stays_sealed(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char copy[200], other[200];
    size_t packed;
    struct store_merged merged;
    struct remarks remarks = {0};
    int64_t before, after;
    make_store(fixture, copy, sizeof copy);
    for (int64_t id = 1; id <= 2; id++) { /* packed, and in rows */
        write_everywhere(fixture, id);
        fixture_sound(fixture);
    }
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_resume(store, 1, &fixture->error)); /* in rows again */
    struct record record = fixture_record(fixture_step(0, 0, 77, 0), NULL, 0);
    record.outcome = OUTCOME_EXIT;
    assert_stored(fixture, store_append(store, 1, &record, &fixture->error));
    assert_stored(fixture, store_finish(store, 1, &fixture->error));
    assert_stored(fixture, store_vacuum(store, &before, &after, &fixture->error));
    store_close(&store);
    fixture_sound(fixture);
    (void)snprintf(other, sizeof other, "%s/other.db", fixture->directory);
    (void)add_experiment(fixture, other); /* numbers of names and units are others there */
    assert_stored(fixture, store_open(other, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_merge(store, fixture->path, &merged, &remarks, &fixture->error));
    assert_int_equal(merged.added, 2);
    assert_stored(fixture, store_pack_all(store, &packed, &fixture->error));
    store_close(&store);
    (void)snprintf(fixture->path, sizeof fixture->path, "%.150s", other);
    fixture_sound(fixture);
    assert_false(readers_tell(fixture, 3));
}

/* Whoever writes to a damaged experiment leaves it damaged. */
static void damage_is_not_sealed_over(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char copy[200], other[200];
    size_t n;
    struct store_merged merged;
    struct remarks remarks = {0};
    static const char *const changes[] = {
        "UPDATE level SET count = count + 1",
        "UPDATE experiment SET margin = 0.5",
        "UPDATE unit SET depth = depth + 1",
        "UPDATE value SET n_warmup = n_warmup + 1",
        "UPDATE packed_value SET executions = executions - 1",
    };
    make_store(fixture, copy, sizeof copy);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_true(change(fixture, changes[i]));
        for (int64_t id = 1; id <= 2; id++)
            write_everywhere(fixture, id);
        assert_true(verify_tells(fixture));
        assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
        (void)store_pack_all(store, &n, &fixture->error);
        (void)store_resume(store, 1, &fixture->error);
        store_close(&store);
        assert_true(verify_tells(fixture));
        assert_true(readers_tell(fixture, 2));
        (void)snprintf(other, sizeof other, "%s/other%zu.db", fixture->directory, i);
        assert_stored(fixture, store_open(other, STORE_WRITE, &store, &fixture->error));
        assert_int_equal(store_merge(store, fixture->path, &merged, &remarks, &fixture->error),
                         ASSAY_SYSTEM);
        store_close(&store);
        copy_file(copy, fixture->path);
    }
}

/* A store of before reads as it did, and is sealed when it is written to; what was damaged in it by
 * its own checksums stays damaged. */
static void older_stores_are_sealed_as_they_stand(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    for (int damaged = 0; damaged < 2; damaged++) {
        (void)remove(fixture->path);
        (void)add_experiment(fixture, fixture->path);
        older_make(fixture, 6);
        fixture_sound(fixture);
        assert_false(readers_tell(fixture, 1));
        if (damaged)
            assert_true(change(fixture, "UPDATE execution SET cost_s = 1 WHERE id = 3"));
        assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
        store_close(&store);
        assert_int_equal(fixture_number(fixture->path, "SELECT length(seal) FROM experiment"),
                         damaged ? 0 : 48);
        assert_int_equal(verify_tells(fixture), damaged);
        assert_int_equal(readers_tell(fixture, 1), damaged);
        assert_true(change(fixture, "UPDATE execution SET system = 3 - system"));
        assert_true(verify_tells(fixture) && readers_tell(fixture, 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(each_changed_column_is_told),
        fixture_test(each_changed_column_of_a_run_underway_is_told),
        fixture_test(each_deleted_row_is_told),
        fixture_test(each_doubled_row_is_told),
        fixture_test(changes_of_several_rows),
        fixture_test(cells_know_whose_they_are),
        fixture_test(what_may_change_stays_sealed),
        fixture_test(damage_is_not_sealed_over),
        fixture_test(older_stores_are_sealed_as_they_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_packed.c -- packed and unpacked, an experiment is what it was; damage takes its cells only. */
#include "packed.h"

#include <signal.h>
#include <sys/wait.h>

static void same_series(const struct assay_series *a, const struct assay_series *b)
{
    assert_string_equal(a->system, b->system);
    assert_string_equal(a->benchmark, b->benchmark);
    assert_string_equal(a->metric, b->metric);
    assert_string_equal(a->unit, b->unit);
    same_sample(&a->live, &b->live);
    same_sample(&a->all, &b->all);
    assert_memory_equal(a->cost_s, b->cost_s, a->live.shape.n_levels * sizeof *a->cost_s);
    assert_int_equal(a->warnings, b->warnings);
    assert_int_equal(a->pair_key == NULL, b->pair_key == NULL);
    if (a->pair_key != NULL)
        assert_memory_equal(a->pair_key, b->pair_key, a->live.shape.count[0] * sizeof *a->pair_key);
    for (size_t k = 0; k + 1 < a->live.shape.n_levels; k++)
        for (size_t u = 0; u < assay_shape_units(&a->live.shape, k); u++)
            assert_string_equal(a->unit_label[k][u], b->unit_label[k][u]);
}

static void same_dataset(const struct assay_dataset *a, const struct assay_dataset *b)
{
    assert_int_equal(assay_dataset_count(a), assay_dataset_count(b));
    assert_true(assay_dataset_count(a) > 0);
    for (size_t i = 0; i < assay_dataset_count(a); i++)
        same_series(assay_dataset_get(a, i), assay_dataset_get(b, i));
}

static void same_info(struct fixture *fixture, const struct experiment_info *before)
{
    struct store *store = NULL;
    struct experiment_info info;
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_find(store, "1", &info, &fixture->error));
    assert_string_equal(info.manifest, before->manifest);
    assert_string_equal(info.host_json, before->host_json);
    assert_int_equal(info.executions, before->executions);
    assert_int_equal(info.failures, before->failures);
    experiment_info_fini(&info);
    store_close(&store);
}

static struct store_draw *draws_of(struct fixture *fixture, size_t *n)
{
    struct store *store = NULL;
    struct store_draw *draws;
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_draws(store, 1, "env_padding", &draws, n, &fixture->error));
    store_close(&store);
    return draws;
}

static void packed_it_reads_the_same(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct experiment_info info;
    size_t n_rows, n_packed;
    (void)add_experiment(fixture, fixture->path);
    struct assay_dataset *rows = read_back(fixture, 1);
    struct store_draw *draws = draws_of(fixture, &n_rows);
    assert_true(n_rows > 20);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_find(store, "1", &info, &fixture->error));
    store_close(&store);
    assert_int_equal(info.executions, 4 * ROUNDS + 1);
    assert_int_equal(info.failures, 2);
    pack_all(fixture, 1);
    fixture_sound(fixture);
    struct assay_dataset *packed = read_back(fixture, 1);
    same_dataset(rows, packed);
    same_info(fixture, &info);
    struct store_draw *again = draws_of(fixture, &n_packed);
    assert_int_equal(n_packed, n_rows);
    for (size_t i = 0; i < n_rows; i++) {
        assert_string_equal(draws[i].system, again[i].system);
        assert_string_equal(draws[i].benchmark, again[i].benchmark);
        assert_string_equal(draws[i].metric, again[i].metric);
        assert_true(draws[i].drawn == again[i].drawn && draws[i].mean == again[i].mean);
    }
    store_draws_free(&draws, n_rows);
    store_draws_free(&again, n_packed);
    experiment_info_fini(&info);
    assay_dataset_free(&rows);
    assay_dataset_free(&packed);
    pack_all(fixture, 0); /* nothing is left to pack */
}

/* ---- rows again ---- */

/* All rows of a query as one text. */
static char *dump(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW) {
        for (int c = 0; c < sqlite3_column_count(row); c++)
            fprintf(stream, "%s|", (const char *)sqlite3_column_text(row, c));
        fputc('\n', stream);
    }
    sqlite3_finalize(row);
    sqlite3_close(db);
    fclose(stream);
    return text;
}

static const char everything[] =
    "SELECT round, position, attempt, system, benchmark, unit, place, warmup, start_ns,"
    " quote(cost_s), quote(live_s), outcome, code, last_words, checksum,"
    " (SELECT group_concat(metric || ':' || n || ':' || n_warmup || ':' || hex(data))"
    "  FROM value v WHERE v.execution = x.id),"
    " (SELECT group_concat(name || '=' || value) FROM draw d WHERE d.execution = x.id)"
    " FROM execution x ORDER BY round, position, attempt";

static void resumed_it_has_its_rows_again(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    (void)add_experiment(fixture, fixture->path);
    char *before = dump(fixture->path, everything);
    char *host = dump(fixture->path, "SELECT * FROM host ORDER BY round");
    pack_all(fixture, 1);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_resume(store, 1, &fixture->error));
    const struct step stored = fixture_step(0, 0, 2, 0);
    assert_true(store_has_step(store, 1, &stored));
    store_close(&store);
    char *after = dump(fixture->path, everything);
    char *host_after = dump(fixture->path, "SELECT * FROM host ORDER BY round");
    assert_string_equal(before, after);
    assert_string_equal(host, host_after);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM packed_value"), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM packed_execution"), 0);
    fixture_sound(fixture);
    free(before);
    free(after);
    free(host);
    free(host_after);
}

/* The newest stays in rows, what is not complete too. */
static void the_next_experiment_packs_the_one_before(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    const int64_t open = fixture_begin(fixture, design, &store);
    append_all(fixture, store, open);
    store_close(&store);
    design_free(&design);
    (void)add_experiment(fixture, fixture->path);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM packed_execution"), 0);
    (void)add_experiment(fixture, fixture->path);
    assert_int_equal(
        fixture_number(fixture->path, "SELECT group_concat(DISTINCT experiment) FROM packed_value"),
        2);
    assert_int_equal(
        fixture_number(fixture->path, "SELECT count(DISTINCT experiment) FROM execution"), 2);
    fixture_sound(fixture);
}

/* ---- moved and damaged ---- */

static void merged_it_is_the_same(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char other[200];
    struct store_merged done;
    struct remarks remarks = {0};
    (void)add_experiment(fixture, fixture->path);
    pack_all(fixture, 1);
    (void)snprintf(other, sizeof other, "%s/other.db", fixture->directory);
    assert_int_equal(rename(fixture->path, other), 0);
    (void)add_experiment(fixture, fixture->path);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    for (int times = 0; times < 2; times++)
        assert_stored(fixture, store_merge(store, other, &done, &remarks, &fixture->error));
    assert_int_equal(done.added, 0);
    assert_int_equal(done.known, 1);
    store_close(&store);
    fixture_sound(fixture);
    struct assay_dataset *rows = read_back(fixture, 1), *merged = read_back(fixture, 2);
    same_dataset(rows, merged);
    assay_dataset_free(&rows);
    assay_dataset_free(&merged);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_delete(store, 2, &fixture->error));
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM packed_value"), 0);
}

static void change_file(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static size_t defects_of(struct fixture *fixture)
{
    struct store *store = NULL;
    size_t n = 0;
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_check(store, NULL, NULL, &n, &fixture->error));
    store_close(&store);
    return n;
}

static size_t salvaged(struct fixture *fixture, size_t *n_series)
{
    struct store *store = NULL;
    struct assay_dataset *dataset = assay_dataset_new();
    size_t lost;
    assert_stored(fixture, store_open(fixture->path, STORE_SALVAGE, &store, &fixture->error));
    assert_stored(fixture, store_salvage(store, 1, dataset, &lost, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    *n_series = assay_dataset_count(dataset);
    assay_dataset_free(&dataset);
    store_close(&store);
    return lost;
}

static void damage_takes_its_cells_only(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    size_t n_series;
    (void)add_experiment(fixture, fixture->path);
    pack_all(fixture, 1);
    assert_int_equal(salvaged(fixture, &n_series), 0);
    assert_int_equal(n_series, 8);
    change_file(fixture->path, "UPDATE packed_value SET data = zeroblob(length(data))"
                          " WHERE metric = 1 AND system = 2 AND benchmark = 1");
    assert_int_equal(defects_of(fixture), 2); /* the cell, and the experiment */
    assert_in_range(salvaged(fixture, &n_series), 1, ROUNDS);
    assert_int_equal(n_series, 7);
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_int_equal(store_read(store, 1, dataset, &fixture->error), ASSAY_SYSTEM);
    assert_non_null(strstr(fixture->error.text, "checksum"));
    store_close(&store);
    assay_dataset_free(&dataset);
    /* Without the execution order the values are there, their costs are not. */
    change_file(fixture->path, "UPDATE packed_execution SET data = zeroblob(20)");
    assert_int_equal(defects_of(fixture), 3);
    (void)salvaged(fixture, &n_series);
    assert_int_equal(n_series, 7);
    change_file(fixture->path, "UPDATE experiment SET manifest = zeroblob(9)");
    assert_int_equal(defects_of(fixture), 5); /* the manifest, and what is recorded beside it */
}

static void a_missing_cell_is_told(void **state)
{
    struct fixture *fixture = *state;
    (void)add_experiment(fixture, fixture->path);
    pack_all(fixture, 1);
    change_file(fixture->path, "DELETE FROM packed_value WHERE metric = 2 AND system = 1");
    /* The arrays that the order counts, the cells that are counted, and what is in them. */
    assert_int_equal(defects_of(fixture), 3);
}

/* Damage in rows is not packed over. */
static void what_is_damaged_is_not_packed(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    size_t n;
    (void)add_experiment(fixture, fixture->path);
    change_file(fixture->path, "UPDATE execution SET cost_s = 1 WHERE id = 3");
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_int_equal(store_pack_all(store, &n, &fixture->error), ASSAY_SYSTEM);
    assert_non_null(strstr(fixture->error.text, "verify"));
    assert_int_equal(n, 0);
    store_close(&store);
    assert_true(fixture_number(fixture->path, "SELECT count(*) FROM execution") > 20);
}

/* Nobody packs what a process is running. */
static void what_is_run_is_not_packed(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    size_t n;
    (void)add_experiment(fixture, fixture->path);
    int told[2];
    assert_int_equal(pipe(told), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        bool held = store_open(fixture->path, STORE_WRITE, &store, &fixture->error) == ASSAY_OK &&
                    store_resume(store, 1, &fixture->error) == ASSAY_OK;
        (void)!write(told[1], &held, 1);
        pause();
        _exit(0);
    }
    bool held = false;
    assert_int_equal(read(told[0], &held, 1), 1);
    assert_true(held);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_pack_all(store, &n, &fixture->error));
    assert_int_equal(n, 0);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_stored(fixture, store_pack_all(store, &n, &fixture->error));
    assert_int_equal(n, 1);
    store_close(&store);
    close(told[0]);
    close(told[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(packed_it_reads_the_same),
        fixture_test(resumed_it_has_its_rows_again),
        fixture_test(the_next_experiment_packs_the_one_before),
        fixture_test(merged_it_is_the_same),
        fixture_test(damage_takes_its_cells_only),
        fixture_test(a_missing_cell_is_told),
        fixture_test(what_is_damaged_is_not_packed),
        fixture_test(what_is_run_is_not_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

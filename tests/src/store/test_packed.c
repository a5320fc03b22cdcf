/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_packed.c -- packed and unpacked, an experiment is what it was; damage takes its cells only. */
#include "fixture.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>

#include <assay/dataset.h>

enum { ROUNDS = 6, ITERATIONS = 5 };

/* Everything that a run may leave: builds, failures tried again and not, executions that are
 * warm-up, warm-up iterations, two metrics of which one is not always there, draws, last words. */
static void append_all(struct fixture *fixture, struct store *store, int64_t id)
{
    for (uint32_t i = 0; i < 4 * ROUNDS; i++) {
        struct step step = fixture_step(i % 2, i / 2 % 2, i / 4, i % 4);
        step.unit[0] = i / 8;
        step.unit[1] = i / 4 % 2;
        step.warmup = i < 4;
        double values[ITERATIONS];
        for (uint32_t k = 0; k < ITERATIONS; k++)
            values[k] = (double)(1000000 + 1013 * i + 17 * k) / 1e9;
        const double rss = 4096.0 * (100 + i);
        const struct series_values series[] = {
            {.metric = "wall", .unit = "s", .values = values, .n = ITERATIONS, .n_warmup = 2},
            {.metric = "max_rss", .unit = "byte", .values = &rss, .n = i % 3 != 0}};
        struct record record = fixture_record(step, series, 2);
        record.start_ns = 1700000000000000000 + (int64_t)i * 2500000;
        record.cost_s = 0.002 + 1e-6 * i;
        record.live_s = i == 7 ? (double)NAN : 0.001;
        record.draws[0] = (struct draw){"env_padding", 10.0 * i};
        record.draws[1] = (struct draw){"stack", i};
        record.n_draws = i % 5 == 0 ? 0 : 2;
        if (i == 9 || i == 14) {
            struct record failed = record;
            failed.outcome = OUTCOME_EXIT;
            failed.exit_code = 3;
            failed.last_words = "out of \"luck\"\n";
            assert_stored(fixture, store_append(store, id, &failed, &fixture->error));
            if (i == 14)
                continue;
        }
        assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    }
}

static int64_t add_experiment(struct fixture *fixture, const char *path)
{
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    int64_t id = 0;
    assert_stored(fixture, store_open(path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, "{\"cpu\": 1}", &id, &fixture->error));
    assert_stored(fixture, store_host_state(store, id, 2, "{\"load_1m\": 9}", &fixture->error));
    for (uint32_t i = 0; i < 6; i++) {
        struct step build = {.kind = STEP_BUILD, .system = i % 2, .round = i / 2, .unit = {i / 2}};
        struct record record = fixture_record(build, NULL, 0);
        record.live_s = 0;
        assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    }
    append_all(fixture, store, id);
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    store_close(&store);
    design_free(&design);
    return id;
}

static void pack_all(struct fixture *fixture, size_t expected)
{
    struct store *store = NULL;
    size_t n;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_pack_all(store, &n, &fixture->error));
    assert_int_equal(n, expected);
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM execution"), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM value"), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM draw"), 0);
    assert_int_equal(
        fixture_number(fixture->path, "SELECT count(*) FROM host WHERE typeof(facts) = 'text'"), 0);
}

/* ---- reading ---- */

static struct assay_dataset *read_back(struct fixture *fixture, int64_t id)
{
    struct store *store = NULL;
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_read(store, id, dataset, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    store_close(&store);
    return dataset;
}

static void same_sample(const struct assay_sample *a, const struct assay_sample *b)
{
    assert_int_equal(a->shape.n_levels, b->shape.n_levels);
    for (size_t k = 0; k < a->shape.n_levels; k++)
        assert_int_equal(assay_shape_units(&a->shape, k), assay_shape_units(&b->shape, k));
    assert_memory_equal(a->values, b->values,
                        assay_shape_units(&a->shape, a->shape.n_levels - 1) * sizeof *a->values);
}

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
    int64_t open;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, "{}", &open, &fixture->error));
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

/* ---- samples alone ---- */

struct samples {
    const struct assay_dataset *dataset;
    size_t n;
    const char *only; /* metric; NULL: all */
};

static bool wants(void *context, const struct store_sample *sample)
{
    const struct samples *samples = context;
    return samples->only == NULL || strcmp(sample->metric, samples->only) == 0;
}

static bool take(void *context, const struct store_sample *sample)
{
    struct samples *samples = context;
    const struct assay_series *series =
        assay_dataset_find(samples->dataset, sample->system, sample->benchmark, sample->metric);
    assert_non_null(series);
    assert_string_equal(series->unit, sample->unit);
    assert_int_equal(sample->n_systems, 2);
    same_sample(&series->live, &sample->live);
    samples->n++;
    return true;
}

static void check_samples(struct fixture *fixture, const char *only, const char *prefer, size_t n)
{
    struct store *store = NULL;
    struct assay_dataset *dataset = read_back(fixture, 1);
    struct samples samples = {dataset, 0, only};
    const struct store_wish wish = {prefer, wants, take, &samples};
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_samples(store, 1, &wish, &fixture->error));
    assert_int_equal(samples.n, n);
    store_close(&store);
    assay_dataset_free(&dataset);
}

/* With or without units above, in rows or packed, what is read alone is what is read with all. */
static void samples_are_those_of_the_dataset(void **state)
{
    struct fixture *fixture = *state;
    (void)add_experiment(fixture, fixture->path);
    for (int packed = 0; packed < 2; packed++) {
        check_samples(fixture, NULL, NULL, 8);
        check_samples(fixture, "max_rss", NULL, 4);
        check_samples(fixture, NULL, "wall", 4);
        check_samples(fixture, NULL, "no such", 8);
        if (packed == 0)
            pack_all(fixture, 1);
    }
}

/* Executions of the same place are one unit, wherever they stand; places need not rise. */
static void places_are_units_in_samples(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    int64_t id;
    design->levels[0] = design->levels[1];
    design->levels[1] = design->levels[2];
    design->n_levels = 2;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, "{}", &id, &fixture->error));
    for (uint32_t i = 0; i < 24; i++) {
        static const uint32_t places[] = {2, 0, 2, 1, 0, 3};
        struct step step = fixture_step(i % 2, i / 2 % 2, i / 4, i % 4);
        double values[ITERATIONS];
        step.unit[0] = places[i / 4];
        for (uint32_t k = 0; k < ITERATIONS; k++)
            values[k] = 1 + 100 * i + k;
        const struct series_values series = {.metric = "wall",
                                             .unit = "s",
                                             .values = values,
                                             .n = i < 12 ? ITERATIONS : 3,
                                             .n_warmup = 1};
        struct record record = fixture_record(step, &series, 1);
        assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    }
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    store_close(&store);
    design_free(&design);
    pack_all(fixture, 1);
    check_samples(fixture, NULL, NULL, 4);
}

/* ---- moved and damaged ---- */

static void merged_it_is_the_same(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char other[200];
    size_t added, known;
    (void)add_experiment(fixture, fixture->path);
    pack_all(fixture, 1);
    (void)snprintf(other, sizeof other, "%s/other.db", fixture->directory);
    assert_int_equal(rename(fixture->path, other), 0);
    (void)add_experiment(fixture, fixture->path);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    for (int times = 0; times < 2; times++)
        assert_stored(fixture, store_merge(store, other, &added, &known, &fixture->error));
    assert_int_equal(added, 0);
    assert_int_equal(known, 1);
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

static void change(const char *path, const char *sql)
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
    change(fixture->path, "UPDATE packed_value SET data = zeroblob(length(data))"
                          " WHERE metric = 1 AND system = 2 AND benchmark = 1");
    assert_int_equal(defects_of(fixture), 1);
    assert_in_range(salvaged(fixture, &n_series), 1, ROUNDS);
    assert_int_equal(n_series, 7);
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_int_equal(store_read(store, 1, dataset, &fixture->error), STORE_SYSTEM);
    assert_non_null(strstr(fixture->error.text, "checksum"));
    store_close(&store);
    assay_dataset_free(&dataset);
    /* Without the course the values are there, their costs are not. */
    change(fixture->path, "UPDATE packed_execution SET data = zeroblob(20)");
    assert_int_equal(defects_of(fixture), 2);
    (void)salvaged(fixture, &n_series);
    assert_int_equal(n_series, 7);
    change(fixture->path, "UPDATE experiment SET manifest = zeroblob(9)");
    assert_int_equal(defects_of(fixture), 3);
}

static void a_missing_cell_is_told(void **state)
{
    struct fixture *fixture = *state;
    (void)add_experiment(fixture, fixture->path);
    pack_all(fixture, 1);
    change(fixture->path, "DELETE FROM packed_value WHERE metric = 2 AND system = 1");
    assert_int_equal(defects_of(fixture), 1);
}

/* Damage in rows is not packed over. */
static void what_is_damaged_is_not_packed(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    size_t n;
    (void)add_experiment(fixture, fixture->path);
    change(fixture->path, "UPDATE execution SET cost_s = 1 WHERE id = 3");
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_int_equal(store_pack_all(store, &n, &fixture->error), STORE_SYSTEM);
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
        bool held = store_open(fixture->path, STORE_WRITE, &store, &fixture->error) == STORE_OK &&
                    store_resume(store, 1, &fixture->error) == STORE_OK;
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
        fixture_test(samples_are_those_of_the_dataset),
        fixture_test(places_are_units_in_samples),
        fixture_test(merged_it_is_the_same),
        fixture_test(damage_takes_its_cells_only),
        fixture_test(a_missing_cell_is_told),
        fixture_test(what_is_damaged_is_not_packed),
        fixture_test(what_is_run_is_not_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

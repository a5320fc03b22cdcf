/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_check.c -- damage is told, and never crashes a reader. */
#include "fixture.h"

#include <assay/random.h>

static const double times[] = {0.0012, 0.0013, 0.0011, 0.5};
static const struct metric_values wall = {
    .metric = "wall", .unit = "s", .values = times, .n = 4, .n_warmup = 1};

static void make_experiment(struct fixture *fixture)
{
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    const int64_t experiment = fixture_begin(fixture, design, &store);
    struct record build = {.step = {.kind = STEP_BUILD}, .cost_s = 2};
    assert_stored(fixture, store_append(store, experiment, &build, &fixture->error));
    for (uint32_t i = 0; i < 100; i++) {
        struct record record =
            fixture_record(fixture_step(i % 2, i / 2 % 2, i / 4, i % 4), &wall, 1);
        record.last_words = i == 7 ? "words" : NULL;
        assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
    }
    assert_stored(fixture, store_finish(store, experiment, &fixture->error));
    store_close(&store);
    design_free(&design);
}

static size_t defects(struct fixture *fixture)
{
    struct store *store = NULL;
    size_t n = 0;
    if (store_open(fixture->path, STORE_READ, &store, &fixture->error) != ASSAY_OK)
        return 1000;
    assert_stored(fixture, store_check(store, NULL, NULL, &n, &fixture->error));
    store_close(&store);
    return n;
}

/* Reads what can be read; the sanitizers look on. */
static void read_all(struct fixture *fixture)
{
    struct store *store = NULL;
    struct experiment_info info;
    if (store_open(fixture->path, STORE_READ, &store, &fixture->error) != ASSAY_OK)
        return;
    if (store_find(store, "latest", &info, &fixture->error) == ASSAY_OK) {
        struct assay_dataset *dataset = assay_dataset_new();
        struct assay_error error;
        if (store_read(store, info.id, dataset, &fixture->error) == ASSAY_OK)
            (void)assay_dataset_finish(dataset, &error);
        assay_dataset_free(&dataset);
        experiment_info_fini(&info);
    }
    store_close(&store);
}

static void change(struct fixture *fixture, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void each_changed_number_is_a_defect(void **state)
{
    struct fixture *fixture = *state;
    make_experiment(fixture);
    assert_int_equal(defects(fixture), 0);
    static const char *const changes[] = {
        "UPDATE execution SET cost_s = cost_s * 1.0000001 WHERE id = 1",
        "UPDATE execution SET start_ns = start_ns + 1 WHERE id = 2",
        "UPDATE execution SET last_words = 'word' WHERE id = 8",
        "UPDATE execution SET warmup = 1 WHERE id = 4",
        "UPDATE execution SET outcome = 1 WHERE id = 5",
        "UPDATE build SET cost_s = NULL",
        "UPDATE value SET n = 3 WHERE execution = 6",
        "UPDATE value SET n_warmup = 5 WHERE execution = 7",
        "UPDATE value SET data = x'00' WHERE execution = 9",
        "DELETE FROM execution WHERE id = 10",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        change(fixture, changes[i]);
        /* Besides, its executions, or its builds too, do not fit the experiment's seal; and how many
         * values an execution has belongs to its row, too. */
        assert_int_equal(defects(fixture), i + (i < 5 ? 2 : 3) + (i >= 6) + (i >= 7));
    }
}

/* What was drawn, and how a build was laid out, belong to their rows. */
static void draws_and_layouts_are_covered(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    const int64_t experiment = fixture_begin(fixture, design, &store);
    struct record build = {.step = {.kind = STEP_BUILD}, .cost_s = 2, .layout = "{}\n"};
    assert_stored(fixture, store_append(store, experiment, &build, &fixture->error));
    struct record record = fixture_record(fixture_step(0, 0, 0, 0), &wall, 1);
    record.draws[0] = (struct draw){"env_padding", 17};
    record.draws[1] = (struct draw){"cpu", 1};
    record.n_draws = 2;
    assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
    struct record hook = {.hook = "prepare",
                          .outcome = OUTCOME_EXIT,
                          .exit_code = 3,
                          .cost_s = 0.1,
                          .last_words = "why"};
    assert_stored(fixture, store_append(store, experiment, &hook, &fixture->error));
    store_close(&store);
    design_free(&design);
    assert_int_equal(defects(fixture), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM execution"), 1);
    static const char *const changes[][2] = {
        {"UPDATE draw SET value = 18 WHERE name = 'env_padding'",
         "UPDATE draw SET value = 17 WHERE name = 'env_padding'"},
        {"UPDATE draw SET name = 'cpv' WHERE name = 'cpu'",
         "UPDATE draw SET name = 'cpu' WHERE name = 'cpv'"},
        {"UPDATE build SET layout = '{ }'", "UPDATE build SET layout = '{}' || char(10)"},
        {"UPDATE hook SET code = 4", "UPDATE hook SET code = 3"},
        {"DELETE FROM draw WHERE name = 'cpu'", "INSERT INTO draw VALUES (1, 'cpu', 1)"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        change(fixture, changes[i][0]);
        assert_int_equal(defects(fixture), 1);
        change(fixture, changes[i][1]);
        assert_int_equal(defects(fixture), 0);
    }
}

/* Any flipped byte in the file: the check ends, and tells what is in the data. */
static void flipped_bytes_never_crash(void **state)
{
    struct fixture *fixture = *state;
    make_experiment(fixture);
    int fd = open(fixture->path, O_RDWR);
    assert_true(fd >= 0);
    struct stat found;
    assert_int_equal(fstat(fd, &found), 0);
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    size_t told = 0;
    for (int i = 0; i < 150; i++) {
        off_t at = (off_t)assay_random_below(&random, (uint32_t)found.st_size);
        unsigned char byte, flipped;
        assert_int_equal(pread(fd, &byte, 1, at), 1);
        flipped = (unsigned char)(byte ^ (1u << assay_random_below(&random, 8)));
        assert_int_equal(pwrite(fd, &flipped, 1, at), 1);
        told += defects(fixture) > 0;
        read_all(fixture);
        assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    }
    close(fd);
    assert_true(told > 0);
    assert_int_equal(defects(fixture), 0);
}

static void a_truncated_file_is_told(void **state)
{
    struct fixture *fixture = *state;
    make_experiment(fixture);
    struct stat found;
    assert_int_equal(stat(fixture->path, &found), 0);
    for (off_t size = found.st_size - 4096; size > 0; size -= 4096) {
        assert_int_equal(truncate(fixture->path, size), 0);
        assert_true(defects(fixture) > 0);
        read_all(fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(each_changed_number_is_a_defect),
        fixture_test(draws_and_layouts_are_covered),
        fixture_test(flipped_bytes_never_crash),
        fixture_test(a_truncated_file_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

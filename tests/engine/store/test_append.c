/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_append.c -- experiments are begun, appended to, taken up again and found. */
#include "fixture.h"

static struct store *open_store(struct fixture *fixture, enum store_mode mode)
{
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, mode, &store, &fixture->error));
    return store;
}

static const double times[] = {0.001, 0.002, 0.003};
static const struct metric_values wall = {
    .metric = "wall", .unit = "s", .values = times, .n = 3, .n_warmup = 1};

static void append(struct fixture *fixture, struct store *store, int64_t experiment,
                   struct record record)
{
    assert_stored(fixture, store_append(store, experiment, &record, &fixture->error));
}

static void begins_appends_and_finishes(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    struct store *store = open_store(fixture, STORE_WRITE);
    int64_t experiment = 0;
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){"{\"cpu\":1}"},
                                       &experiment, &fixture->error));
    assert_stored(fixture, store_plan(store, experiment, 4, &fixture->error));
    struct record build = {.step = {.kind = STEP_BUILD, .system = 1}, .cost_s = 2, .start_ns = 5};
    append(fixture, store, experiment, build);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t system = 0; system < 2; system++)
            append(fixture, store, experiment,
                   fixture_record(fixture_step(system, 1, round, system), &wall, 1));
    assert_stored(fixture, store_finish(store, experiment, &fixture->error));

    struct experiment_info info;
    assert_stored(fixture, store_find(store, "latest", &info, &fixture->error));
    assert_int_equal(info.id, experiment);
    assert_string_equal(info.name, "fixture");
    assert_string_equal(info.manifest, "experiment: fixture\n");
    assert_string_equal(info.host_json, "{\"cpu\":1}");
    assert_true(info.seed == 0xfedcba9876543210u && info.margin == 0.02 && !info.quick);
    assert_true(info.started_ns > 0 && info.finished_ns >= info.started_ns);
    assert_int_equal(info.executions, 4);
    assert_int_equal(info.failures, 0);
    assert_int_equal(info.planned, 4);
    experiment_info_fini(&info);
    store_close(&store);
    assert_null(store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM unit"), 4);
    assert_int_equal(fixture_number(fixture->path, "SELECT cost_s FROM build"), 2);
    assert_int_equal(fixture_number(fixture->path, "SELECT sum(n - n_warmup) FROM value"), 8);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM overview"), 4);
    design_free(&design);
}

static void leaves_one_private_file(void **state)
{
    struct fixture *fixture = *state;
    (void)umask(0);
    struct design *design = fixture_design(false);
    struct store *store = open_store(fixture, STORE_WRITE);
    int64_t experiment;
    assert_stored(fixture, store_begin(store, design, NULL, &experiment, &fixture->error));
    static const char *const beside[] = {"", "-wal", "-shm", "-run"};
    char path[192];
    struct stat found;
    for (size_t i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s%s", fixture->path, beside[i]);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    store_close(&store);
    store = open_store(fixture, STORE_READ);
    store_close(&store);
    for (size_t i = 1; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s%s", fixture->path, beside[i]);
        assert_int_not_equal(stat(path, &found), 0);
    }
    (void)umask(022);
    design_free(&design);
}

static void knows_the_steps_that_are_done(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(true);
    struct store *store = open_store(fixture, STORE_WRITE);
    int64_t experiment;
    assert_stored(fixture, store_begin(store, design, NULL, &experiment, &fixture->error));
    struct step done = fixture_step(0, 0, 0, 0), next = fixture_step(1, 0, 0, 1);
    struct step build = {.kind = STEP_BUILD, .system = 1};
    assert_false(store_has_step(store, experiment, &done));
    assert_false(store_has_step(store, experiment, &build));
    append(fixture, store, experiment, fixture_record(done, &wall, 1));
    append(fixture, store, experiment, (struct record){.step = build});
    store_close(&store);

    store = open_store(fixture, STORE_WRITE);
    assert_stored(fixture, store_resume(store, experiment, &fixture->error));
    assert_true(store_has_step(store, experiment, &done));
    assert_true(store_has_step(store, experiment, &build));
    assert_false(store_has_step(store, experiment, &next));
    append(fixture, store, experiment, fixture_record(next, &wall, 1));
    assert_true(store_has_step(store, experiment, &next));
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM execution"), 2);
    assert_int_equal(store_resume(store, 99, &fixture->error), ASSAY_MISSING);
    store_close(&store);
    design_free(&design);
}

static void failures_keep_their_last_words_and_may_be_tried_again(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(false);
    struct store *store = open_store(fixture, STORE_WRITE);
    int64_t experiment;
    assert_stored(fixture, store_begin(store, design, NULL, &experiment, &fixture->error));
    struct record record = fixture_record(fixture_step(0, 0, 0, 0), &wall, 1);
    record.outcome = OUTCOME_SIGNAL;
    record.signal = 11;
    record.last_words = "bad \xff\n\"words\"";
    append(fixture, store, experiment, record);
    assert_false(store_has_step(store, experiment, &record.step));
    append(fixture, store, experiment, fixture_record(fixture_step(0, 0, 0, 0), &wall, 1));
    assert_true(store_has_step(store, experiment, &record.step));
    struct experiment_info info;
    assert_stored(fixture, store_find(store, "fixture", &info, &fixture->error));
    assert_int_equal(info.executions, 2);
    assert_int_equal(info.failures, 1);
    experiment_info_fini(&info);
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM value"), 1);
    assert_int_equal(fixture_number(fixture->path, "SELECT code FROM execution WHERE outcome = 2 "
                                                   "AND last_words LIKE 'bad%words\"'"),
                     11);
    design_free(&design);
}

static void ignored_failures_count_as_done(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(false);
    design->ignore_failure = true;
    struct store *store = open_store(fixture, STORE_WRITE);
    int64_t experiment;
    assert_stored(fixture, store_begin(store, design, NULL, &experiment, &fixture->error));
    struct record record = {.step = fixture_step(1, 0, 3, 0), .outcome = OUTCOME_EXIT};
    append(fixture, store, experiment, record);
    store_close(&store);
    store = open_store(fixture, STORE_WRITE);
    assert_stored(fixture, store_resume(store, experiment, &fixture->error));
    assert_true(store_has_step(store, experiment, &record.step));
    store_close(&store);
    design_free(&design);
}

/* A refusal in the middle of a transaction undoes it: nothing of the execution stays, and the next
 * one is stored. */
static void a_metric_too_many_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(false);
    struct store *store = open_store(fixture, STORE_WRITE);
    int64_t experiment;
    assert_stored(fixture, store_begin(store, design, NULL, &experiment, &fixture->error));
    append(fixture, store, experiment, fixture_record(fixture_step(0, 0, 0, 0), &wall, 1));
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "INSERT INTO metric VALUES (65535, 'last', 's', 0, '', 0)", NULL, NULL,
                     NULL),
        SQLITE_OK);
    sqlite3_close(db);
    struct metric_values many[] = {wall, wall};
    many[1].metric = "one too many";
    struct record record = fixture_record(fixture_step(1, 0, 0, 1), many, 2);
    assert_int_equal(store_append(store, experiment, &record, &fixture->error), ASSAY_SYSTEM);
    assert_non_null(strstr(fixture->error.text, "65535 metrics"));
    assert_false(store_has_step(store, experiment, &record.step));
    record.n_series = 1;
    append(fixture, store, experiment, record);
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM value"), 2);
    design_free(&design);
}

/* The latest is the newest that has values; without a word it is the newest of all. */
static void finds_by_id_name_and_latest(void **state)
{
    struct fixture *fixture = *state;
    struct design *design = fixture_design(false);
    struct store *store = open_store(fixture, STORE_WRITE);
    struct experiment_info info, *infos = NULL;
    int64_t first, second, third;
    size_t n;
    assert_int_equal(store_find(store, "latest", &info, &fixture->error), ASSAY_MISSING);
    assert_stored(fixture, store_begin(store, design, NULL, &first, &fixture->error));
    assert_int_equal(store_find(store, "latest", &info, &fixture->error), ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "assay show 1 says why"));
    assert_stored(fixture, store_begin(store, design, NULL, &second, &fixture->error));
    append(fixture, store, second, fixture_record(fixture_step(0, 0, 0, 0), &wall, 1));
    design->experiment = NULL;
    assert_stored(fixture, store_begin(store, design, NULL, &third, &fixture->error));
    static const struct {
        const char *which;
        int64_t id;
    } cases[] = {{"1", 1}, {"fixture", 2}, {"latest", 2}, {NULL, 3}};
    for (size_t i = 0; i < 4; i++) {
        assert_stored(fixture, store_find(store, cases[i].which, &info, &fixture->error));
        assert_int_equal(info.id, cases[i].id);
        experiment_info_fini(&info);
    }
    assert_int_equal(store_find(store, "4", &info, &fixture->error), ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "\"4\""));
    assert_stored(fixture, store_list(store, &infos, &n, &fixture->error));
    assert_int_equal(n, 3);
    assert_null(infos[2].name);
    for (size_t i = 0; i < n; i++)
        experiment_info_fini(&infos[i]);
    free(infos);
    store_close(&store);
    design_free(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(begins_appends_and_finishes),
        fixture_test(leaves_one_private_file),
        fixture_test(knows_the_steps_that_are_done),
        fixture_test(failures_keep_their_last_words_and_may_be_tried_again),
        fixture_test(ignored_failures_count_as_done),
        fixture_test(a_metric_too_many_is_refused),
        fixture_test(finds_by_id_name_and_latest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

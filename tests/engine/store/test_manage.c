/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_manage.c -- versions, names, notes, removing, merging, and what is left of a damaged store. */
#include "older.h"

#include <fcntl.h>

#include <assay/dataset.h>

/* One finished experiment of 2 systems x 2 benchmarks x 3 rounds with one value each. */
static int64_t add_experiment(struct fixture *fixture, const char *path, double first)
{
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t id = 0;
    assert_stored(fixture, store_open(path, STORE_WRITE, &store, &fixture->error));
    assert_stored(
        fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &id, &fixture->error));
    for (uint32_t i = 0; i < 12; i++) {
        double value = first + i;
        const struct metric_values series = {
            .metric = "wall", .unit = "s", .values = &value, .n = 1};
        struct record record =
            fixture_record(fixture_step(i % 2, i / 2 % 2, i / 4, i % 4), &series, 1);
        assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    }
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    store_close(&store);
    design_free(&design);
    return id;
}

static size_t count_values(struct fixture *fixture, struct store *store, int64_t id, size_t *n_lost)
{
    struct assay_dataset *dataset = assay_dataset_new();
    size_t n = 0;
    if (n_lost == NULL)
        assert_stored(fixture, store_read(store, id, dataset, &fixture->error));
    else
        assert_stored(fixture, store_salvage(store, id, dataset, n_lost, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    for (size_t i = 0; i < assay_dataset_count(dataset); i++)
        n += assay_shape_units(&assay_dataset_get(dataset, i)->live.shape, 0);
    assay_dataset_free(&dataset);
    return n;
}

static void versions(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct experiment_info info;
    struct store_entry *entries;
    char label[64];
    size_t n;
    char text[] = "v1.2", commit[] = "0123456789abcdef0123456789abcdef01234567", branch[] = "main";
    for (int i = 0; i < 3; i++)
        (void)add_experiment(fixture, fixture->path, i);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_set_version(store, 2,
                                             &(struct store_version){text, commit, branch, true, 7},
                                             &fixture->error));
    assert_stored(fixture,
                  store_set_version(store, 3, &(struct store_version){NULL, commit, NULL, true, 7},
                                    &fixture->error));
    static const struct {
        const char *which;
        int64_t id;
    } cases[] = {{"v1.2", 2}, {"branch:main", 2}, {"0123456", 3}, {"fixture", 3}, {"1", 1}};
    for (size_t i = 0; i < 5; i++) {
        assert_stored(fixture, store_find(store, cases[i].which, &info, &fixture->error));
        assert_int_equal(info.id, cases[i].id);
        experiment_info_fini(&info);
    }
    assert_int_equal(store_find(store, "branch:other", &info, &fixture->error), ASSAY_MISSING);
    assert_int_equal(store_find(store, "012345", &info, &fixture->error), ASSAY_MISSING);
    assert_stored(fixture, store_entries(store, &entries, &n, &fixture->error));
    assert_int_equal(n, 3);
    static const char *const labels[] = {"fixture", "v1.2", "0123456789ab-dirty"};
    for (size_t i = 0; i < 3; i++) {
        store_entry_label(&entries[i], label, sizeof label);
        assert_string_equal(label, labels[i]);
    }
    assert_true(entries[1].version.dirty && entries[1].version.commit_s == 7);
    store_entries_free(&entries, n);
    store_close(&store);
}

static void names_and_removal(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct experiment_info info;
    int64_t before, after;
    for (int i = 0; i < 2; i++)
        (void)add_experiment(fixture, fixture->path, i);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_rename(store, 1, "first", &fixture->error));
    assert_stored(fixture, store_annotate(store, 1, "noted", &fixture->error));
    assert_int_equal(store_rename(store, 9, "x", &fixture->error), ASSAY_MISSING);
    assert_stored(fixture, store_find(store, "first", &info, &fixture->error));
    assert_int_equal(info.id, 1);
    experiment_info_fini(&info);
    char waiting[192], other[192];
    for (int id = 1; id <= 2; id++) {
        (void)snprintf(id == 1 ? other : waiting, sizeof waiting, "%s-run-%d", fixture->path, id);
        fclose(fopen(id == 1 ? other : waiting, "w"));
    }
    assert_stored(fixture, store_delete(store, 2, &fixture->error));
    assert_int_not_equal(access(waiting, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    assert_int_equal(store_delete(store, 2, &fixture->error), ASSAY_MISSING);
    assert_stored(fixture, store_vacuum(store, &before, &after, &fixture->error));
    assert_true(after <= before);
    assert_int_equal(count_values(fixture, store, 1, NULL), 12);
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM execution"), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM value"), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT sum(executions) FROM packed_execution"),
                     12);
}

static void add_planned(struct store *store, struct fixture *fixture, enum stop_rule rule,
                        size_t pilot)
{
    int64_t id;
    struct design *design = fixture_design(false);
    design->stop = (struct design_stop){.rule = rule, .pilot = pilot};
    assert_stored(
        fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &id, &fixture->error));
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    design_free(&design);
}

/* Five experiments come behind three: the runs' pilots, one of them deleted, have other numbers then. */
static void merging_planned_runs(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char other[200];
    size_t n = 0;
    struct store_merged merged;
    struct remarks remarks = {0};
    (void)snprintf(other, sizeof other, "%s/other.db", fixture->directory);
    assert_stored(fixture, store_open(other, STORE_WRITE, &store, &fixture->error));
    add_planned(store, fixture, STOP_PILOT, 0);
    add_planned(store, fixture, STOP_FRESH, 1);
    add_planned(store, fixture, STOP_PILOT, 0);
    add_planned(store, fixture, STOP_FRESH, 3);
    add_planned(store, fixture, STOP_FRESH, 1);
    assert_stored(fixture, store_delete(store, 3, &fixture->error));
    assert_stored(fixture, store_resume(store, 2, &fixture->error)); /* one is not packed */
    store_close(&store);
    for (int i = 0; i < 3; i++)
        (void)add_experiment(fixture, fixture->path, i);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_merge(store, other, &merged, &remarks, &fixture->error));
    assert_int_equal(merged.added, 4);
    struct store_entry *entries = NULL;
    assert_stored(fixture, store_entries(store, &entries, &n, &fixture->error));
    static const int64_t planned_from[] = {0, 0, 0, 0, 4, 0, 4};
    assert_int_equal(n, 7);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(entries[i].planned_from, planned_from[i]);
    store_entries_free(&entries, n);
    assert_int_equal(store_planned_from(store, 4), 7); /* the newest */
    assert_int_equal(store_planned_from(store, 5), 0);
    struct experiment_info info;
    assert_stored(fixture, store_find(store, "5", &info, &fixture->error));
    assert_int_equal(info.pilot, 4);
    experiment_info_fini(&info);
    size_t n_defects;
    assert_stored(fixture, store_check(store, NULL, NULL, &n_defects, &fixture->error));
    assert_int_equal(n_defects, 0);
    store_close(&store);
}

/* The other one is brought up to this version first. */
static void merging_an_older_store(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char newer[200];
    struct store_merged merged;
    struct remarks remarks = {0};
    (void)snprintf(newer, sizeof newer, "%s/newer.db", fixture->directory);
    (void)add_experiment(fixture, fixture->path, 100);
    older_make(fixture, 2);
    assert_int_equal(fixture_number(fixture->path, "PRAGMA user_version"), 2);
    assert_stored(fixture, store_open(newer, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_merge(store, fixture->path, &merged, &remarks, &fixture->error));
    assert_int_equal(merged.added, 1);
    assert_int_equal(count_values(fixture, store, 1, NULL), 12);
    store_close(&store);
}

/* Twice the same, and the values are the same in both; experiments of both stay apart. */
static void merging(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    char other[200];
    size_t n_defects;
    struct store_merged merged;
    struct remarks remarks = {0};
    (void)snprintf(other, sizeof other, "%s/other.db", fixture->directory);
    (void)add_experiment(fixture, fixture->path, 100);
    (void)add_experiment(fixture, other, 200);
    (void)add_experiment(fixture, other, 300);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_merge(store, other, &merged, &remarks, &fixture->error));
    assert_int_equal(merged.added, 2);
    assert_int_equal(merged.known, 0);
    assert_stored(fixture, store_merge(store, other, &merged, &remarks, &fixture->error));
    assert_int_equal(merged.added, 0);
    assert_int_equal(merged.known, 2);
    assert_stored(fixture, store_check(store, NULL, NULL, &n_defects, &fixture->error));
    assert_int_equal(n_defects, 0);
    for (int64_t id = 1; id <= 3; id++)
        assert_int_equal(count_values(fixture, store, id, NULL), 12);
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_read(store, 3, dataset, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *series = assay_dataset_find(dataset, "new", "sort", "wall");
    assert_close(series->live.values[0], 301, 0, 0);
    assay_dataset_free(&dataset);
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) + (SELECT sum(executions) FROM"
                                                   " packed_execution) FROM execution"),
                     36);
}

static size_t open_files(void)
{
    size_t n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* An experiment that is known by its name in the world: told from others, complete or not, never twice,
 * and its removal by the handle that wrote another one leaves nothing open. */
static void known_by_uid(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    const unsigned char uid[STORE_UID_BYTES] = "the very content", other[STORE_UID_BYTES] = "other";
    int64_t id = 0, found = -1, again = 0;
    bool complete = true;
    const size_t open_before = open_files();
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){"{}", uid}, &id,
                                       &fixture->error));
    assert_stored(fixture, store_find_uid(store, uid, &found, &complete, &fixture->error));
    assert_true(found == id && !complete);
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    assert_stored(fixture, store_find_uid(store, uid, &found, &complete, &fixture->error));
    assert_true(found == id && complete);
    assert_stored(fixture, store_find_uid(store, other, &found, &complete, &fixture->error));
    assert_true(found == 0 && !complete);
    assert_int_equal(
        store_begin(store, design, &(struct store_beginning){"{}", uid}, &again, &fixture->error),
        ASSAY_SYSTEM);
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){"{}", other},
                                       &again, &fixture->error));
    assert_stored(fixture, store_delete(store, id, &fixture->error));
    assert_stored(fixture, store_begin(store, design, &(struct store_beginning){"{}", uid}, &again,
                                       &fixture->error));
    store_close(&store);
    design_free(&design);
    assert_int_equal(open_files(), open_before);
}

/* One array and one row spoilt: they are told, and the other ten executions are read. */
static void damage(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    sqlite3 *db = NULL;
    size_t n_defects, n_lost;
    (void)add_experiment(fixture, fixture->path, 1);
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE value SET data = zeroblob(9) WHERE execution = 3;"
                                  "UPDATE value SET n = 7 WHERE execution = 5",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_check(store, NULL, NULL, &n_defects, &fixture->error));
    assert_int_equal(n_defects, 4); /* and the execution, and the experiment */
    assert_int_equal(count_values(fixture, store, 1, &n_lost), 10);
    assert_int_equal(n_lost, 2);
    store_close(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(versions),     fixture_test(names_and_removal),
        fixture_test(merging),      fixture_test(merging_planned_runs),
        fixture_test(damage),       fixture_test(merging_an_older_store),
        fixture_test(known_by_uid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

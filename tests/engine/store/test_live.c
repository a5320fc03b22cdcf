/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_live.c -- a warm-up chosen after measuring takes the place of the measured one, and says so.
 */
#include "older.h"
#include "store/schema.h"

/* One execution of old and new on each benchmark: 6 iterations, 1 of them warm-up, 10 ms each. */
static void run_experiment(struct fixture *fixture, struct store **store)
{
    struct design *design = fixture_design(false);
    int64_t id;
    design->levels[1] =
        (struct design_level){.name = design_string(design, "iteration"), .count = 5};
    design->levels[0].name = design_string(design, "execution");
    design->n_levels = 2;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, store, &fixture->error));
    assert_stored(fixture, store_begin(*store, design, NULL, &id, &fixture->error));
    for (uint32_t place = 0; place < 4; place++) {
        const double values[] = {9, 3, 2, 1, 1, 1}, rss = 4096;
        const struct metric_values series[] = {
            {.metric = "wall", .unit = "s", .values = values, .n = 6, .n_warmup = 1},
            {.metric = "max_rss", .unit = "byte", .values = &rss, .n = 1}};
        struct record record =
            fixture_record(fixture_step(place / 2, place % 2, 0, place), series, 2);
        record.cost_s = 0.08;
        record.live_s = 0.05;
        assert_stored(fixture, store_append(*store, id, &record, &fixture->error));
    }
    design_free(&design);
}

static struct assay_dataset *read_back(struct fixture *fixture)
{
    struct store *store = NULL;
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_read(store, 1, dataset, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    store_close(&store);
    return dataset;
}

static void a_choice_moves_the_live_values(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    run_experiment(fixture, &store);
    assert_stored(fixture, store_choose_live(store, 1, "new", "sort", 5, ASSAY_DECIDED_AUTOMATIC,
                                             &fixture->error));
    assert_stored(fixture, store_choose_live(store, 1, "new", "sort", 3, ASSAY_DECIDED_BY_HAND,
                                             &fixture->error));
    store_close(&store);
    struct assay_dataset *dataset = read_back(fixture);
    const struct assay_series *chosen = assay_dataset_find(dataset, "new", "sort", "wall");
    const struct assay_series *other = assay_dataset_find(dataset, "old", "sort", "wall");
    assert_int_equal(chosen->decided, ASSAY_DECIDED_BY_HAND);
    assert_int_equal(chosen->live_from, 3);
    assert_int_equal(assay_shape_units(&chosen->live.shape, 1), 3);
    assert_int_equal(chosen->n_warmup[0], 3);
    assert_close(chosen->cost_s[1], 0.01, 1e-12, 0);
    assert_close(chosen->cost_s[0], 0.05, 1e-12, 0); /* three iterations of 10 ms and 20 ms */
    assert_int_equal(other->decided, ASSAY_DECIDED_NOT);
    assert_int_equal(assay_shape_units(&other->live.shape, 1), 5);
    assert_close(other->cost_s[0], 0.03, 1e-12, 0);
    const struct assay_series *rss = assay_dataset_find(dataset, "new", "sort", "max_rss");
    assert_int_equal(rss->decided, ASSAY_DECIDED_NOT);
    assert_int_equal(assay_shape_units(&rss->live.shape, 0), 1);
    assay_dataset_free(&dataset);
    fixture_sound(fixture);
}

/* One of three executions ends before the warm-up does: it is no unit, and the experiment is complete
 * without it. */
static void an_execution_without_live_values_is_no_unit(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t id;
    design->levels[0].count = 3;
    design->levels[1] =
        (struct design_level){.name = design_string(design, "iteration"), .count = 2, .warmup = 2};
    design->n_levels = 2;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, NULL, &id, &fixture->error));
    for (uint32_t round = 0; round < 3; round++) {
        const double values[] = {9, 8, 1, 2};
        const struct metric_values wall = {.metric = "wall",
                                           .unit = "s",
                                           .values = values,
                                           .n = round == 1 ? 2 : 4,
                                           .n_warmup = 2};
        struct record record = fixture_record(fixture_step(0, 0, round, 0), &wall, 1);
        assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    }
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    store_close(&store);
    for (int packed = 0; packed < 2; packed++) {
        struct assay_dataset *dataset = read_back(fixture);
        const struct assay_series *wall = assay_dataset_find(dataset, "old", "sort", "wall");
        assert_int_equal(assay_shape_units(&wall->live.shape, 0), 2);
        assert_int_equal(assay_shape_units(&wall->all.shape, 1), 8);
        assert_true(wall->warnings == 0);
        assay_dataset_free(&dataset);
        size_t n;
        assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
        assert_stored(fixture, store_pack_all(store, &n, &fixture->error));
        assert_int_equal(n, packed == 0 ? 1 : 0);
        store_close(&store);
    }
    design_free(&design);
}

static void an_unknown_benchmark_is_missing(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    run_experiment(fixture, &store);
    assert_int_equal(
        store_choose_live(store, 1, "new", "no such", 3, ASSAY_DECIDED_BY_HAND, &fixture->error),
        ASSAY_MISSING);
    assert_non_null(strstr(fixture->error.text, "no such"));
    store_close(&store);
}

/* A file of version 2 has no table of choices; it is read as it was, and migrated when written. */
static void an_older_store_has_no_choices(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    run_experiment(fixture, &store);
    store_close(&store);
    older_make(fixture, 2);
    struct assay_dataset *dataset = read_back(fixture);
    assert_int_equal(assay_dataset_find(dataset, "new", "sort", "wall")->decided,
                     ASSAY_DECIDED_NOT);
    assay_dataset_free(&dataset);
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_choose_live(store, 1, "new", "sort", 2, ASSAY_DECIDED_BY_HAND,
                                             &fixture->error));
    store_close(&store);
    assert_int_equal(fixture_number(fixture->path, "PRAGMA user_version"), schema_version);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(a_choice_moves_the_live_values),
        fixture_test(an_execution_without_live_values_is_no_unit),
        fixture_test(an_unknown_benchmark_is_missing),
        fixture_test(an_older_store_has_no_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

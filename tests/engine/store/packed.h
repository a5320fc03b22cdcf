/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed.h -- an experiment that holds everything a run may leave, and its packing. */
#ifndef STORE_PACKED_H
#define STORE_PACKED_H

#include "fixture.h"

#include <math.h>

#include <assay/dataset.h>

enum { ROUNDS = 6, ITERATIONS = 5 };

/* Everything that a run may leave: builds, failures tried again and not, executions that are
 * warm-up, warm-up iterations, two metrics of which one is not always there, draws, last words. */
static inline void append_all(struct fixture *fixture, struct store *store, int64_t id)
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
        const struct metric_values series[] = {
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

static inline int64_t add_experiment(struct fixture *fixture, const char *path)
{
    struct store *store = NULL;
    struct design *design = fixture_design(true);
    int64_t id = 0;
    design->stop = (struct design_stop){.rule = STOP_FRESH, .pilot = 1};
    assert_stored(fixture, store_open(path, STORE_WRITE, &store, &fixture->error));
    const struct store_beginning here = {
        .host_json = "{\"cpu\": 1}", .here = true, .machine = "fixture"};
    assert_stored(fixture, store_begin(store, design, &here, &id, &fixture->error));
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

static inline void pack_all(struct fixture *fixture, size_t expected)
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

static inline struct assay_dataset *read_back(struct fixture *fixture, int64_t id)
{
    struct store *store = NULL;
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_read(store, id, dataset, &fixture->error));
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    store_close(&store);
    return dataset;
}

static inline void same_sample(const struct assay_sample *a, const struct assay_sample *b)
{
    assert_int_equal(a->shape.n_levels, b->shape.n_levels);
    for (size_t k = 0; k < a->shape.n_levels; k++)
        assert_int_equal(assay_shape_units(&a->shape, k), assay_shape_units(&b->shape, k));
    assert_memory_equal(a->values, b->values,
                        assay_shape_units(&a->shape, a->shape.n_levels - 1) * sizeof *a->values);
}

#endif

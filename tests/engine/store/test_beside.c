/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_beside.c -- what was measured side by side comes back as such, and is doubted where too little of it was. */
#include "fixture.h"
#include "packed.h"

enum { LIVE = 5 };

static const double overlaps[2][LIVE] = {{0.9, 0.5, 0.85, 0.81, 0.95},  /* of sort: median 0.85 */
                                         {0.9, 0.79, 0.3, 0.95, 0.75}}; /* 0.79 */

static enum assay_together told = ASSAY_IN_SLICES; /* how the live rounds were measured */

static void append(struct fixture *fixture, struct store *store, struct step step, double overlap)
{
    const double value = 1 + step.round;
    const struct metric_values series = {
        .metric = "user+system", .unit = "s", .values = &value, .n = 1};
    struct record record = fixture_record(step, &series, 1);
    record.draws[0] = (struct draw){"overlap", overlap};
    record.n_draws = overlap > 0;
    if (overlap > 0 && told != ASSAY_IN_SLICES)
        record.draws[record.n_draws++] = (struct draw){
            "cpu", told == ASSAY_IN_DUET ? (step.system + step.round) % 2 : step.round % 2};
    assert_stored(fixture, store_append(store, 1, &record, &fixture->error));
}

/* beside: the live rounds; before them one round each, side by side and not, is warm-up. */
static void measure(struct fixture *fixture, bool beside)
{
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t id;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, NULL, &id, &fixture->error));
    for (uint32_t round = 0; round < LIVE + 2; round++)
        for (uint32_t i = 0; i < 4; i++) {
            struct step step = fixture_step(i % 2, i / 2, round, i);
            const bool live = round >= 2;
            step.warmup = !live;
            append(fixture, store, step,
                   live         ? (beside ? overlaps[i / 2][round - 2] : 0)
                   : round == 0 ? 0.1
                                : 0);
        }
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    store_close(&store);
    design_free(&design);
}

static void check(struct fixture *fixture, bool beside)
{
    struct store *store = NULL;
    enum assay_together together;
    struct assay_dataset *dataset = assay_dataset_new();
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_read(store, 1, dataset, &fixture->error));
    assert_int_equal(assay_dataset_count(dataset), 4);
    for (size_t i = 0; i < 4; i++) {
        const struct assay_series *series = assay_dataset_get(dataset, i);
        const bool little =
            beside && told != ASSAY_IN_LOCKSTEP && strcmp(series->benchmark, "sort") != 0;
        assert_int_equal(series->together, beside ? told : ASSAY_IN_ROUNDS);
        assert_int_equal((series->warnings & ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP)) != 0,
                         little);
    }
    assert_stored(fixture, store_order_of(store, 1, false, &together, &fixture->error));
    assert_int_equal(together, beside ? told : ASSAY_IN_ROUNDS);
    assay_dataset_free(&dataset);
    store_close(&store);
}

static void what_lay_side_by_side(void **state)
{
    measure(*state, true);
    check(*state, true);
    pack_all(*state, 1);
    check(*state, true);
}

/* By who ran where: a duet has two processors in a round; those that take turns are never alone. */
static void check_order(struct fixture *fixture, enum assay_together together)
{
    told = together;
    measure(fixture, true);
    check(fixture, true);
    pack_all(fixture, 1);
    check(fixture, true);
    told = ASSAY_IN_SLICES;
}

static void a_duet(void **state)
{
    check_order(*state, ASSAY_IN_DUET);
}

static void lockstep(void **state)
{
    check_order(*state, ASSAY_IN_LOCKSTEP);
}

static void rounds_behind_a_pilot(void **state)
{
    measure(*state, false);
    check(*state, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(what_lay_side_by_side),
        fixture_test(a_duet),
        fixture_test(lockstep),
        fixture_test(rounds_behind_a_pilot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

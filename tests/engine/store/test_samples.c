/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_samples.c -- samples read alone are those of the whole dataset, in rows and packed. */
#include "packed.h"

struct samples {
    const struct assay_dataset *dataset;
    size_t n;
    const char *only; /* metric; NULL: all */
    bool preferred;   /* wall time */
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
    assert_int_equal(sample->passed_over, samples->preferred && strcmp(sample->metric, "max_rss") == 0);
    samples->n++;
    return true;
}

static void check_samples(struct fixture *fixture, const char *only, const char *prefer, const char *also,
                          size_t n)
{
    struct store *store = NULL;
    struct assay_dataset *dataset = read_back(fixture, 1);
    struct samples samples = {dataset, 0, only, prefer != NULL && strcmp(prefer, "wall") == 0};
    const struct store_filter filter = {
        .prefer = {prefer, "user+system"}, .also = {also}, .wants = wants, .take = take, .context = &samples};
    assert_stored(fixture, store_open(fixture->path, STORE_READ, &store, &fixture->error));
    assert_stored(fixture, store_samples(store, 1, &filter, &fixture->error));
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
        check_samples(fixture, NULL, NULL, NULL, 8);
        check_samples(fixture, "max_rss", NULL, NULL, 4);
        check_samples(fixture, NULL, "wall", NULL, 4);
        check_samples(fixture, NULL, "wall", "max_rss", 8);
        check_samples(fixture, NULL, "wall", "no such", 4);
        check_samples(fixture, NULL, "no such", NULL, 8);
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
    assert_stored(
        fixture, store_begin(store, design, &(struct store_beginning){"{}"}, &id, &fixture->error));
    for (uint32_t i = 0; i < 24; i++) {
        static const uint32_t places[] = {2, 0, 2, 1, 0, 3};
        struct step step = fixture_step(i % 2, i / 2 % 2, i / 4, i % 4);
        double values[ITERATIONS];
        step.unit[0] = places[i / 4];
        for (uint32_t k = 0; k < ITERATIONS; k++)
            values[k] = 1 + 100 * i + k;
        const struct metric_values series = {.metric = "wall",
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
    check_samples(fixture, NULL, NULL, NULL, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(samples_are_those_of_the_dataset),
        fixture_test(places_are_units_in_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

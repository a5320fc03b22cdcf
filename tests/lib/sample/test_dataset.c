/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dataset.c -- values in any order become the same nested samples. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/dataset.h>
#include <assay/random.h>

static const char *const levels[] = {"build", "execution", "iteration"};

static size_t series_of(struct assay_dataset *dataset, const char *system, const char *benchmark,
                        size_t n_levels)
{
    size_t index;
    struct assay_error error;
    const struct assay_series_key key = {.system = system,
                                         .benchmark = benchmark,
                                         .metric = "wall",
                                         .unit = "s",
                                         .n_levels = n_levels,
                                         .level_name = levels + 3 - n_levels};
    if (assay_dataset_series(dataset, &key, &index, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return index;
}

static void add(struct assay_dataset *dataset, size_t series, const char *build,
                const char *execution, const double *values, size_t n, size_t n_warmup)
{
    const char *labels[] = {build, execution};
    assert_int_equal(assay_dataset_add(dataset, series, labels, values, n, n_warmup, NULL),
                     ASSAY_OK);
}

static void assert_values(const struct assay_sample *sample, const double *expected, size_t n)
{
    assert_int_equal(assay_sample_check(sample, NULL), ASSAY_OK);
    assert_int_equal(assay_shape_units(&sample->shape, sample->shape.n_levels - 1), n);
    for (size_t i = 0; i < n; i++)
        assert_true(sample->values[i] == expected[i]);
}

/* Interleaved builds, two executions each, one value at a time, with warm-up. */
static void by_hand(void **state)
{
    (void)state;
    struct assay_dataset *dataset = assay_dataset_new();
    size_t s = series_of(dataset, "old", "fft", 3);
    add(dataset, s, "b2", "e1", (double[]){90, 1, 2}, 3, 1);
    add(dataset, s, "b1", "e1", (double[]){91, 5, 6}, 3, 1);
    add(dataset, s, "b2", "e2", (double[]){92, 3}, 2, 1);
    add(dataset, s, "b1", "e2", (double[]){93, 7}, 2, 1);
    add(dataset, s, "b2", "e2", (double[]){4}, 1, 0);
    add(dataset, s, "b1", "e2", (double[]){8}, 1, 0);
    assert_int_equal(assay_dataset_pair(dataset, s, "b1", 7, NULL), ASSAY_OK);
    assert_int_equal(assay_dataset_pair(dataset, s, "b2", 6, NULL), ASSAY_OK);
    assay_dataset_cost(dataset, s, 0, 12.5);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *series = assay_dataset_find(dataset, "old", "fft", "wall");
    assert_non_null(series);
    assert_values(&series->live, (double[]){1, 2, 3, 4, 5, 6, 7, 8}, 8);
    assert_true(series->live.shape.first[0] == NULL && series->live.shape.count[2] == 2);
    assert_values(&series->all, (double[]){90, 1, 2, 92, 3, 4, 91, 5, 6, 93, 7, 8}, 12);
    assert_int_equal(series->n_warmup[3], 1);
    assert_string_equal(series->unit_label[0][0], "b2");
    assert_string_equal(series->unit_label[1][3], "e2");
    assert_true(series->pair_key[0] == 6 && series->pair_key[1] == 7);
    assert_true(series->cost_s[0] == 12.5 && isnan(series->cost_s[1]));
    assert_int_equal(series->warnings, 0);
    assert_int_equal(assay_dataset_add(dataset, s, NULL, NULL, 0, 0, NULL), ASSAY_INVALID);
    assay_dataset_free(&dataset);
    assert_null(dataset);
}

/* A warm-up that comes behind live values goes to the front of its unit. */
static void late_warmup(void **state)
{
    (void)state;
    struct assay_dataset *dataset = assay_dataset_new();
    size_t s = series_of(dataset, "old", "fft", 3);
    add(dataset, s, "b", "e", (double[]){90, 1}, 2, 1);
    add(dataset, s, "b", "e", (double[]){91, 2, 3}, 3, 1);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *series = assay_dataset_get(dataset, s);
    assert_values(&series->all, (double[]){90, 91, 1, 2, 3}, 5);
    assert_values(&series->live, (double[]){1, 2, 3}, 3);
    assert_int_equal(series->n_warmup[0], 2);
    assay_dataset_free(&dataset);
}

static void units_without_live_values(void **state)
{
    (void)state;
    struct assay_dataset *dataset = assay_dataset_new();
    size_t s = series_of(dataset, "old", "fft", 3);
    add(dataset, s, "b1", "e1", (double[]){9, 9}, 2, 2);
    add(dataset, s, "b2", "e1", (double[]){9, 1}, 2, 1);
    add(dataset, s, "b2", "e2", (double[]){9}, 1, 1);
    assert_int_equal(assay_dataset_pair(dataset, s, "b3", 1, NULL), ASSAY_OK);
    const size_t empty = series_of(dataset, "old", "lu", 3);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *series = assay_dataset_get(dataset, s);
    assert_values(&series->live, (double[]){1}, 1);
    assert_values(&series->all, (double[]){9, 1}, 2);
    assert_string_equal(series->unit_label[0][0], "b2");
    assert_true((series->warnings & ASSAY_WARNING(ASSAY_WARN_INCOMPLETE)) != 0);
    assert_null(series->pair_key);
    assert_int_equal(assay_sample_check(&assay_dataset_get(dataset, empty)->live, NULL),
                     ASSAY_INVALID);
    assay_dataset_free(&dataset);
}

static void one_level(void **state)
{
    (void)state;
    struct assay_dataset *dataset = assay_dataset_new();
    const size_t a = series_of(dataset, "old", "fft", 1), b = series_of(dataset, "new", "fft", 1);
    for (int i = 0; i < 4; i++) {
        double value = i;
        assert_int_equal(assay_dataset_add(dataset, a, NULL, &value, 1, i < 1, NULL), ASSAY_OK);
        assert_int_equal(assay_dataset_pair(dataset, a, NULL, i, NULL), ASSAY_OK);
        if (i >= 1) {
            assert_int_equal(assay_dataset_add(dataset, b, NULL, &value, 1, 0, NULL), ASSAY_OK);
            assert_int_equal(assay_dataset_pair(dataset, b, NULL, i, NULL), ASSAY_OK);
        }
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *old = assay_dataset_get(dataset, a);
    assert_values(&old->live, (double[]){1, 2, 3}, 3);
    assert_values(&old->all, (double[]){0, 1, 2, 3}, 4);
    assert_int_equal(old->n_warmup[0], 1);
    assert_true(old->pair_key[0] == 1 && old->pair_key[2] == 3);
    assert_true(assay_series_paired(old, assay_dataset_get(dataset, b)));
    assay_dataset_free(&dataset);
}

/* Everything but the name is fixed by the first call. */
static void contradictions(void **state)
{
    (void)state;
    static const struct assay_series_key others[] = {{"old", "fft", "wall", "ms", false, 3, levels},
                                                     {"old", "fft", "wall", "s", true, 3, levels},
                                                     {"old", "fft", "wall", "s", false, 2, levels},
                                                     {"old", "fft", "rss", "s", false, 9, levels}};
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error;
    size_t s = series_of(dataset, "old", "fft", 3), other;
    assert_int_equal(series_of(dataset, "old", "fft", 3), s);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(assay_dataset_series(dataset, &others[i], &other, &error), ASSAY_INVALID);
    assert_int_equal(assay_dataset_add(dataset, 9, levels, (double[]){1}, 1, 0, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_dataset_add(dataset, s, levels, (double[]){1}, 1, 2, &error),
                     ASSAY_INVALID);
    const char *half[] = {"b", NULL};
    assert_int_equal(assay_dataset_add(dataset, s, half, (double[]){1}, 1, 0, &error),
                     ASSAY_INVALID);
    assert_string_equal(error.text, "a value has no label for level execution");
    assert_int_equal(assay_dataset_pair(dataset, s, NULL, 1, &error), ASSAY_INVALID);
    assert_null(assay_dataset_find(dataset, "old", "fft", "user"));
    assay_dataset_free(&dataset);
}

static void endless_names(void **state)
{
    (void)state;
    static char name[(1 << 16) + 2];
    memset(name, 'x', sizeof name - 1);
    const struct assay_series_key key = {"old", name, "wall", "s", false, 3, levels};
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error error;
    size_t s;
    assert_int_equal(assay_dataset_series(dataset, &key, &s, &error), ASSAY_INVALID);
    assert_string_equal(error.text,
                        "the name of a benchmark has 65537 bytes; at most 65536 are allowed");
    assert_int_equal(assay_dataset_count(dataset), 0);
    name[sizeof name - 2] = '\0';
    assert_int_equal(assay_dataset_series(dataset, &key, &s, &error), ASSAY_OK);
    assay_dataset_free(&dataset);
}

/* Model: every value carries its place in its own number; whatever the order of arrival, units
 * stand in order of first appearance and values in order of arrival within their unit. */
enum { BUILDS = 5, EXECUTIONS = 4 };

static void check_against_model(const struct assay_series *series, int counts[BUILDS][EXECUTIONS])
{
    const struct assay_sample *live = &series->live;
    assert_int_equal(assay_sample_check(live, NULL), ASSAY_OK);
    size_t unit = 0;
    for (size_t b = 0; b < live->shape.count[0]; b++) {
        long build = strtol(series->unit_label[0][b], NULL, 10);
        size_t begin, end;
        assay_shape_children(&live->shape, 0, b, &begin, &end);
        for (size_t e = begin; e < end; e++, unit++) {
            long execution = strtol(series->unit_label[1][e], NULL, 10);
            size_t from, to;
            assay_shape_values(&live->shape, 1, e, &from, &to);
            assert_int_equal(to - from, counts[build][execution]);
            for (size_t i = from; i < to; i++)
                assert_true(live->values[i] ==
                            (double)(10000 * build + 1000 * execution + (long)(i - from)));
            counts[build][execution] = 0;
        }
    }
    for (int b = 0; b < BUILDS; b++)
        for (int e = 0; e < EXECUTIONS; e++)
            assert_int_equal(counts[b][e], 0);
}

static void any_order(void **state)
{
    (void)state;
    for (uint32_t trial = 0; trial < 300; trial++) {
        struct assay_random random;
        assay_random_init(&random, 41, ASSAY_RANDOM_TEST, trial, 0);
        struct assay_dataset *dataset = assay_dataset_new();
        size_t s = series_of(dataset, "old", "fft", 3);
        int counts[BUILDS][EXECUTIONS] = {{0}};
        for (uint64_t i = assay_random_below(&random, 60) + 1; i > 0; i--) {
            int b = (int)assay_random_below(&random, BUILDS);
            int e = (int)assay_random_below(&random, EXECUTIONS);
            double values[3];
            size_t n = 1 + assay_random_below(&random, 3);
            for (size_t k = 0; k < n; k++)
                values[k] = 10000 * b + 1000 * e + counts[b][e]++;
            char build[8], execution[8];
            (void)snprintf(build, sizeof build, "%d", b);
            (void)snprintf(execution, sizeof execution, "%d", e);
            add(dataset, s, build, execution, values, n, 0);
        }
        assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
        check_against_model(assay_dataset_get(dataset, s), counts);
        assay_dataset_free(&dataset);
    }
}

static void at(struct assay_dataset *dataset, size_t series, int64_t position)
{
    const struct assay_occasion occasion = {1000 * position, position, 0.5};
    assert_int_equal(assay_dataset_occasion(dataset, series, &occasion, NULL), ASSAY_OK);
}

/* They go with their units where these are sorted by parent, and away with those that are left out. */
static void occasions(void **state)
{
    (void)state;
    struct assay_dataset *dataset = assay_dataset_new();
    const size_t s = series_of(dataset, "old", "fft", 3),
                 flat = series_of(dataset, "old", "flat", 1);
    const size_t some = series_of(dataset, "old", "some", 2);
    static const char *const builds[] = {"b2", "b1", "b2", "b1", "b2"};
    static const char *const executions[] = {"e1", "e1", "e2", "e2", "e1"};
    for (int i = 0; i < 5; i++) { /* the last one goes on with the first */
        add(dataset, s, builds[i], executions[i], (double[]){i, i + 0.5}, 2, i == 1 ? 2 : 0);
        at(dataset, s, i);
    }
    for (int i = 0; i < 3; i++) {
        add(dataset, flat, NULL, NULL, (double[]){i}, 1, 0);
        at(dataset, flat, 7 - i);
        add(dataset, some, executions[i], NULL, (double[]){i, i}, 2, 0);
    }
    at(dataset, some, 1); /* of e2 alone */
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *series = assay_dataset_get(dataset, s);
    assert_non_null(series->occasion);
    assert_int_equal(series->occasion[0].position, 0);
    assert_int_equal(series->occasion[1].position, 2);
    assert_int_equal(series->occasion[2].position, 3);
    assert_int_equal(series->occasion[2].start_ns, 3000);
    for (int i = 0; i < 3; i++)
        assert_int_equal(assay_dataset_get(dataset, flat)->occasion[i].position, 7 - i);
    assert_null(assay_dataset_get(dataset, some)->occasion);
    assay_dataset_free(&dataset);
}

/* Of executions that are values each has its own. */
static void occasions_of_values(void **state)
{
    (void)state;
    static const char *const two_levels[] = {"build", "execution"}, *const builds[] = {"1", "2",
                                                                                       "1"};
    const struct assay_series_key key = {"s", "b", "wall", "s", false, 2, two_levels};
    struct assay_dataset *dataset = assay_dataset_new();
    size_t s;
    assert_int_equal(assay_dataset_series(dataset, &key, &s, NULL), ASSAY_OK);
    for (int i = 0; i < 3; i++) {
        add(dataset, s, builds[i], NULL, (double[]){i}, 1, 0);
        at(dataset, s, i);
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    const struct assay_series *series = assay_dataset_get(dataset, s);
    for (int i = 0; i < 3; i++)
        assert_int_equal(series->occasion[i].position, (int64_t)series->all.values[i]);
    assert_int_equal(series->occasion[1].position, 2);
    assay_dataset_free(&dataset);
}

/* Many series and units: the tables grow. */
static void many_names(void **state)
{
    (void)state;
    struct assay_dataset *dataset = assay_dataset_new();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 2000; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "bench%d", i);
            const size_t s = series_of(dataset, "old", name, 2);
            assert_int_equal(s, i);
            double value = i;
            const char *labels[] = {name};
            assert_int_equal(assay_dataset_add(dataset, s, labels, &value, 1, 0, NULL), ASSAY_OK);
            labels[0] = pass == 0 ? "x" : "y";
            assert_int_equal(assay_dataset_add(dataset, 0, labels, &value, 1, 0, NULL), ASSAY_OK);
        }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    assert_int_equal(assay_dataset_count(dataset), 2000);
    const struct assay_series *first = assay_dataset_get(dataset, 0);
    assert_int_equal(first->live.shape.count[0], 3);
    size_t begin, end;
    assay_shape_values(&first->live.shape, 0, 1, &begin, &end);
    assert_int_equal(end - begin, 2000);
    assay_dataset_free(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),        cmocka_unit_test(late_warmup),
        cmocka_unit_test(one_level),      cmocka_unit_test(units_without_live_values),
        cmocka_unit_test(contradictions), cmocka_unit_test(any_order),
        cmocka_unit_test(many_names),     cmocka_unit_test(endless_names),
        cmocka_unit_test(occasions),      cmocka_unit_test(occasions_of_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

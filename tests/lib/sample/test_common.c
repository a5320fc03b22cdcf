/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_common.c -- rounds that only one of two systems has are left out of both, and no other. */
#include "support/oracle.h"

#include <stdio.h>

#include <assay/dataset.h>

static const char *const levels[] = {"build", "execution", "iteration"};

/* A value that tells where it was measured. */
static double value_at(int round, int execution, int iteration)
{
    return 100 * round + 10 * execution + iteration + 1;
}

/* Of each round two executions, of round 3 one; the values of an execution are as many as `iterations`, or one
 * more in round 4 where they are uneven. */
static void add_round(struct assay_dataset *dataset, size_t series, int round, size_t iterations,
                      bool uneven)
{
    char build[16], execution[16];
    const char *labels[] = {build, execution};
    (void)snprintf(build, sizeof build, "b%d", round);
    for (int e = 0; e < (round == 3 && uneven ? 1 : 2); e++) {
        double values[8];
        const size_t n = iterations + (round == 4 && uneven);
        for (size_t i = 0; i < n; i++)
            values[i] = value_at(round, e, (int)i);
        (void)snprintf(execution, sizeof execution, "e%d", e);
        assert_int_equal(assay_dataset_add(dataset, series, labels, values, n, 0, NULL), ASSAY_OK);
    }
    assert_int_equal(assay_dataset_pair(dataset, series, build, round, NULL), ASSAY_OK);
}

static void add_series(struct assay_dataset *dataset, const char *system, const int *rounds,
                       size_t n, bool uneven)
{
    size_t index;
    const struct assay_series_key key = {.system = system,
                                         .benchmark = "b",
                                         .metric = "wall",
                                         .unit = "s",
                                         .n_levels = 3,
                                         .level_name = levels};
    assert_int_equal(assay_dataset_series(dataset, &key, &index, NULL), ASSAY_OK);
    for (size_t i = 0; i < n; i++)
        add_round(dataset, index, rounds[i], 3, uneven);
}

static void assert_same(const struct assay_sample *a, const struct assay_sample *b)
{
    assert_int_equal(assay_sample_check(a, NULL), ASSAY_OK);
    assert_int_equal(assay_shape_balanced(&a->shape), assay_shape_balanced(&b->shape));
    for (size_t level = 0; level < 3; level++) {
        const size_t n = assay_shape_units(&b->shape, level);
        assert_int_equal(assay_shape_units(&a->shape, level), n);
        for (size_t u = 0; level < 2 && u < n; u++) {
            size_t begin[2], end[2];
            assay_shape_values(&a->shape, level, u, &begin[0], &end[0]);
            assay_shape_values(&b->shape, level, u, &begin[1], &end[1]);
            assert_true(begin[0] == begin[1] && end[0] == end[1]);
        }
    }
    for (size_t i = 0, n = assay_shape_units(&b->shape, 2); i < n; i++)
        assert_true(a->values[i] == b->values[i]);
}

/* What is left is what would have been measured without the other rounds. */
static void as_if_they_had_not_been(void **state)
{
    (void)state;
    static const int all[] = {1, 2, 3, 4, 6}, some[] = {1, 3, 4, 5, 6}, both[] = {1, 3, 4, 6};
    for (int uneven = 0; uneven < 2; uneven++) {
        struct assay_dataset *dataset = assay_dataset_new();
        add_series(dataset, "all", all, 5, uneven);
        add_series(dataset, "some", some, 5, false);
        add_series(dataset, "both", both, 4, uneven);
        add_series(dataset, "both, even", both, 4, false);
        assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
        struct assay_common_rounds common;
        assert_int_equal(assay_series_common_rounds(assay_dataset_get(dataset, 0),
                                                    assay_dataset_get(dataset, 1), &common, NULL),
                         ASSAY_OK);
        assert_int_equal(common.n, 4);
        assert_int_equal(common.left_out, 2);
        assert_same(&common.a.sample, &assay_dataset_get(dataset, 2)->live);
        assert_same(&common.b.sample, &assay_dataset_get(dataset, 3)->live);
        assay_common_rounds_fini(&common);
        assay_dataset_free(&dataset);
    }
}

static void nothing_in_common(void **state)
{
    (void)state;
    static const int first[] = {1, 2, 3}, one[] = {3, 4, 5}, turned[] = {2, 1, 3};
    struct assay_dataset *dataset = assay_dataset_new();
    add_series(dataset, "first", first, 3, false);
    add_series(dataset, "one in common", one, 3, false);
    add_series(dataset, "not in order", turned, 3, false);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    for (size_t i = 1; i < 3; i++) {
        struct assay_common_rounds common;
        assert_int_equal(assay_series_common_rounds(assay_dataset_get(dataset, 0),
                                                    assay_dataset_get(dataset, i), &common, NULL),
                         ASSAY_OK);
        assert_int_equal(common.n, 0);
        assay_common_rounds_fini(&common);
    }
    assay_dataset_free(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_if_they_had_not_been),
        cmocka_unit_test(nothing_in_common),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_series_groups.c -- which rows tell of the same. */
#include "source/series_groups.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <assay/random.h>

#include "support/oracle.h"

static size_t n_asked; /* how often rows were looked at */

static const struct assay_series *row_of(const void *series, size_t row)
{
    n_asked++;
    return (const struct assay_series *)series + row;
}

/* Five rows: two systems, two benchmarks, the second one in two units. */
static const struct assay_series rows[] = {
    {.system = "new", .benchmark = "lu", .metric = "wall", .unit = "s"},
    {.system = "old", .benchmark = "fft", .metric = "wall", .unit = "s"},
    {.system = "old", .benchmark = "lu", .metric = "wall", .unit = "s", .live_from = 2},
    {.system = "new", .benchmark = "fft", .metric = "wall", .unit = "ms"},
    {.system = "old", .benchmark = "lu", .metric = "max_rss", .unit = "B"},
};
enum { N = sizeof rows / sizeof rows[0] };

static void groups_by_hand(void **state)
{
    (void)state;
    struct series_groups groups;
    assert_true(series_groups_init(&groups, N, SERIES_BENCHMARK, row_of, rows));
    const size_t of[N] = {0, 1, 0, 1, 0}, member[N] = {0, 2, 4, 1, 3};
    assert_int_equal(groups.n, 2);
    assert_memory_equal(groups.of, of, sizeof of);
    assert_memory_equal(groups.member, member, sizeof member);
    assert_int_equal(groups.start[0], 0);
    assert_int_equal(groups.start[1], 3);
    assert_int_equal(groups.start[2], 5);
    assert_int_equal(series_group_first(&groups, 1), 1);
    assert_int_equal(series_group_size(&groups, 1), 2);
    series_groups_fini(&groups);
}

static void keys_tell_apart(void **state)
{
    (void)state;
    assert_int_equal(series_groups_count(N, SERIES_SYSTEM, row_of, rows), 2);
    assert_int_equal(series_groups_count(N, SERIES_METRIC, row_of, rows), 2);
    assert_int_equal(series_groups_count(N, SERIES_UNIT, row_of, rows), 3);
    assert_int_equal(series_groups_count(N, SERIES_DECISION, row_of, rows), 2);
    assert_int_equal(series_groups_count(N, SERIES_BENCHMARK | SERIES_METRIC, row_of, rows), 3);
    assert_int_equal(
        series_groups_count(N, SERIES_SYSTEM | SERIES_BENCHMARK | SERIES_METRIC, row_of, rows), 5);
    assert_int_equal(series_groups_count(0, SERIES_SYSTEM, row_of, rows), 0);
    assert_int_equal(series_groups_count(1, SERIES_SYSTEM, row_of, rows), 1);
}

enum { MANY = 4096 };

/* As each row compared with every earlier one would have it, in far fewer looks. */
static void many_rows(void **state)
{
    (void)state;
    static struct assay_series many[MANY];
    static char names[MANY][8];
    struct series_groups groups;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t i = 0; i < MANY; i++) {
        (void)snprintf(names[i], sizeof names[i], "b%u", assay_random_u32(&random) % 1000);
        many[i] = (struct assay_series){.benchmark = names[i]};
    }
    n_asked = 0;
    assert_true(series_groups_init(&groups, MANY, SERIES_BENCHMARK, row_of, many));
    assert_true(n_asked < 4 * MANY * 12); /* 2 for each of n log2 n comparisons, twice that */
    size_t seen = 0;
    for (size_t i = 0; i < MANY; i++) {
        size_t j = 0;
        while (strcmp(names[j], names[i]) != 0)
            j++;
        assert_int_equal(groups.of[i], j == i ? seen : groups.of[j]);
        seen += j == i;
        assert_int_equal(series_group_first(&groups, groups.of[i]), j);
    }
    assert_int_equal(groups.n, seen);
    for (size_t k = 1; k < MANY; k++) /* rows keep their order within a group */
        assert_true(groups.of[groups.member[k]] > groups.of[groups.member[k - 1]] ||
                    groups.member[k] > groups.member[k - 1]);
    series_groups_fini(&groups);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_by_hand),
        cmocka_unit_test(keys_tell_apart),
        cmocka_unit_test(many_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

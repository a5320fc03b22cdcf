/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_duet_places.c -- which system of a duet ran on the second processor, as its executions or its draws tell it. */
#include "support/oracle.h"

#include <stdlib.h>

#include "analysis/comparison_parts.h"

enum { ROUNDS = 4 };

static const double values[ROUNDS] = {1, 1.1, 0.9, 1};
static const int64_t rounds[ROUNDS] = {0, 1, 2, 3};

static struct assay_series series_of(const char *system, const struct assay_occasion *occasion)
{
    return (struct assay_series){.system = system,
                                 .benchmark = "b",
                                 .metric = "wall",
                                 .unit = "s",
                                 .level_name = {"execution"},
                                 .live = {values, {.n_levels = 1, .count = {ROUNDS}}},
                                 .pair_key = rounds,
                                 .occasion = occasion};
}

/* On these processors, from 1; 0: not told. */
static void place(struct assay_occasion occasion[ROUNDS], const int64_t processor[ROUNDS])
{
    for (size_t i = 0; i < ROUNDS; i++)
        occasion[i] = (struct assay_occasion){.lane = {.processor = processor[i]}};
}

static void told_by_executions(void **state)
{
    (void)state;
    struct assay_occasion old_at[ROUNDS] = {0}, new_at[ROUNDS] = {0};
    struct input_source source = {.order = {.by = ORDER_DUET}};
    const struct input input = {.sources = &source, .n_sources = 1};
    place(old_at, (int64_t[]){1, 2, 1, 2});
    place(new_at, (int64_t[]){2, 1, 2, 1});
    const struct assay_series a = series_of("old", old_at);
    struct assay_series b = series_of("new", new_at);
    size_t n;
    bool *on_second = duet_places(&input, &a, &b, &n);
    assert_non_null(on_second);
    assert_int_equal(n, ROUNDS);
    for (size_t i = 0; i < ROUNDS; i++)
        assert_int_equal(on_second[i], i % 2 == 0);
    free(on_second);
    /* Of rounds that only one has nothing is said: 0 and 3 are left of 0, 1, 2, 3 and 0, 3, 7, 8. */
    b.pair_key = (const int64_t[]){0, 3, 7, 8};
    on_second = duet_places(&input, &a, &b, &n);
    assert_non_null(on_second);
    assert_int_equal(n, 2);
    assert_true(on_second[0]);  /* 1 and 2 */
    assert_false(on_second[1]); /* 2 and 1 */
    free(on_second);
}

/* One execution whose processor nobody knows, and nothing is known of them all; nor of two on one processor. */
static void unknown(void **state)
{
    (void)state;
    struct assay_occasion old_at[ROUNDS] = {0}, new_at[ROUNDS] = {0};
    struct input_source source = {.order = {.by = ORDER_DUET}};
    const struct input input = {.sources = &source, .n_sources = 1};
    const struct assay_series a = series_of("old", old_at), b = series_of("new", new_at);
    size_t n = 7;
    place(old_at, (int64_t[]){1, 2, 1, 2});
    place(new_at, (int64_t[]){2, 1, 0, 1});
    assert_null(duet_places(&input, &a, &b, &n));
    assert_int_equal(n, 0);
    place(new_at, (int64_t[]){2, 1, 1, 1});
    assert_null(duet_places(&input, &a, &b, &n));
    assert_int_equal(n, 0);
}

/* A store tells it by the draws of each execution: of this system, benchmark and round. */
static void told_by_draws(void **state)
{
    (void)state;
    static char metric[] = "wall", unit[] = "s", benchmark[] = "b", old_name[] = "old",
                new_name[] = "new";
    struct store_draw draws[2 * ROUNDS];
    struct input_source source = {
        .order = {.by = ORDER_DUET, .places = draws, .n_places = 2 * ROUNDS}};
    const struct input input = {.sources = &source, .n_sources = 1};
    const struct assay_series a = series_of("old", NULL), b = series_of("new", NULL);
    size_t n;
    for (size_t i = 0; i < 2 * ROUNDS;
         i++) /* in the order of rounds; in round 1 they changed places */
        draws[i] = (struct store_draw){.system = i % 2 == 0 ? old_name : new_name,
                                       .benchmark = benchmark,
                                       .metric = metric,
                                       .unit = unit,
                                       .round = (int64_t)(i / 2),
                                       .drawn = (i % 2 == 0) == (i / 2 != 1) ? 1 : 2};
    bool *on_second = duet_places(&input, &a, &b, &n);
    assert_non_null(on_second);
    assert_int_equal(n, ROUNDS);
    for (size_t i = 0; i < ROUNDS; i++)
        assert_int_equal(on_second[i], i != 1);
    free(on_second);
    source.order.n_places--; /* of the last execution no place was kept */
    assert_null(duet_places(&input, &a, &b, &n));
}

/* Rounds one after the other, several sources, and units that are no executions have no places. */
static void no_duet(void **state)
{
    (void)state;
    struct assay_occasion old_at[ROUNDS] = {0}, new_at[ROUNDS] = {0};
    struct input_source source = {.order = {.by = ORDER_ROUNDS}};
    struct input input = {.sources = &source, .n_sources = 1};
    const struct assay_series a = series_of("old", old_at);
    struct assay_series b = series_of("new", new_at);
    size_t n = 7;
    place(old_at, (int64_t[]){1, 1, 1, 1});
    place(new_at, (int64_t[]){2, 2, 2, 2});
    assert_null(duet_places(&input, &a, &b, &n));
    assert_int_equal(n, 0);
    source.order.by = ORDER_DUET;
    input.n_sources = 2;
    assert_null(duet_places(&input, &a, &b, &n));
    input.n_sources = 1;
    b.level_name[0] = "build";
    assert_null(duet_places(&input, &a, &b, &n));
    b.level_name[0] = "execution";
    b.pair_key = NULL; /* nobody says which were together */
    assert_null(duet_places(&input, &a, &b, &n));
    b.pair_key = rounds;
    bool *on_second = duet_places(&input, &a, &b, &n);
    assert_non_null(on_second);
    assert_true(on_second[0] && on_second[ROUNDS - 1]);
    free(on_second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_by_executions),
        cmocka_unit_test(unknown),
        cmocka_unit_test(told_by_draws),
        cmocka_unit_test(no_duet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

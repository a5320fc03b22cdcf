/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pool.c -- texts and arrays that share blocks keep what is in them. */
#include "support/oracle.h"

#include <stdio.h>
#include <string.h>

#include "base/pool.h"

enum { N_ARRAYS = 40, N_ITEMS = 12000 }; /* from the smallest piece to memory of its own */

struct list {
    double *items;
    size_t n, capacity;
};

static void fill(struct pool *pool, struct list *list, size_t number, size_t until)
{
    for (; list->n < until; list->n++) {
        assert_true(array_reserve(pool, (void **)&list->items, &list->capacity, list->n, 1,
                                  sizeof *list->items));
        list->items[list->n] = (double)(number * N_ITEMS + list->n);
    }
}

static void assert_filled(const struct list *list, size_t number)
{
    for (size_t i = 0; i < list->n; i++)
        assert_float_equal(list->items[i], (double)(number * N_ITEMS + i), 0);
}

static void arrays_that_grow_in_turn_keep_their_items(void **state)
{
    struct pool pool = {0};
    struct list lists[N_ARRAYS] = {{0}};
    (void)state;
    for (size_t until = 1; until <= N_ITEMS; until = 3 * until + 1)
        for (size_t k = 0; k < N_ARRAYS; k++)
            fill(&pool, &lists[k], k, until / (k + 1)); /* the first leaves most */
    for (size_t k = 0; k < N_ARRAYS; k++) {
        assert_filled(&lists[k], k);
        array_release(&pool, lists[k].items, lists[k].capacity, sizeof(double));
    }
    pool_fini(&pool);
}

static void first_items_get_what_they_ask_for(void **state)
{
    struct pool pool = {0};
    struct list list = {0};
    (void)state;
    assert_true(array_reserve(&pool, (void **)&list.items, &list.capacity, 0, 10000, 8));
    assert_int_equal(list.capacity, 10000);
    memset(list.items, 1, 80000);
    assert_true(array_reserve(&pool, (void **)&list.items, &list.capacity, 10000, 1, 8));
    assert_int_equal(list.capacity, 20000);
    const size_t before = list.capacity;
    assert_false(
        array_reserve(&pool, (void **)&list.items, &list.capacity, 10000, SIZE_MAX / 8, 8));
    assert_int_equal(list.capacity, before);
    array_release(&pool, list.items, list.capacity, 8);
    pool_fini(&pool);
}

static void texts_and_objects_stand_apart(void **state)
{
    enum { N = 20000 };
    static const char *texts[N];
    static size_t *objects[N];
    struct pool pool = {0};
    (void)state;
    for (size_t i = 0; i < N; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "text %zu", i);
        texts[i] = pool_text(&pool, text);
        objects[i] = pool_zeros(&pool, 5 * sizeof(size_t));
        assert_true(texts[i] != NULL && objects[i] != NULL);
        assert_int_equal((uintptr_t)objects[i] % sizeof(size_t), 0);
        for (size_t k = 0; k < 5; k++)
            assert_int_equal(objects[i][k], 0);
        memset(objects[i], 0xff, 5 * sizeof(size_t));
    }
    for (size_t i = 0; i < N; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "text %zu", i);
        assert_string_equal(texts[i], text);
    }
    pool_fini(&pool);
}

static void hashes_differ_by_text_and_seed(void **state)
{
    (void)state;
    assert_true(text_hash("iteration", 0) == text_hash("iteration", 0));
    assert_true(text_hash("iteration", 0) != text_hash("iteration", 1));
    assert_true(text_hash("iteration", 0) != text_hash("iteratioN", 0));
    assert_true(text_hash("a", text_hash("bc", 0)) != text_hash("ab", text_hash("c", 0)));
    assert_true(text_hash("", 0) != text_hash("", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_that_grow_in_turn_keep_their_items),
        cmocka_unit_test(first_items_get_what_they_ask_for),
        cmocka_unit_test(texts_and_objects_stand_apart),
        cmocka_unit_test(hashes_differ_by_text_and_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

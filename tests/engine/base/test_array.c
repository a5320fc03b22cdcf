/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_array.c -- arrays that grow: nothing moves while there is room, nothing is lost when there is
 * no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/array.h"

static void grows_and_keeps(void **state)
{
    (void)state;
    int *items = NULL;
    size_t room = 0, moved = 0;
    for (size_t n = 0; n < 10000; n++) {
        const size_t before = room;
        const int *was = items;
        assert_true(array_more(&items, n, &room));
        assert_non_null(items);
        assert_true(room > n);
        assert_true(room == before ? items == was : room >= 2 * before);
        moved += room != before;
        items[n] = (int)n;
    }
    assert_in_range(moved, 2, 12); /* doubling: as often as the number has digits in base two */
    for (size_t n = 0; n < 10000; n++)
        assert_int_equal(items[n], n);
    free(items);
}

static void refuses_what_no_memory_has(void **state)
{
    (void)state;
    int *items = calloc(1, sizeof *items);
    assert_non_null(items);
    const size_t wraps = SIZE_MAX / 8 + 3; /* twice as many fours of bytes would be sixteen */
    const int *was = items;
    size_t room = wraps;
    assert_false(array_more(&items, room, &room));
    assert_true(room == wraps && items == was);
    room = SIZE_MAX;
    assert_false(array_more_of(&items, 1, SIZE_MAX, &room));
    assert_true(room == SIZE_MAX && items[0] == 0);
    free(items);
}

static void holds_what_is_asked(void **state)
{
    (void)state;
    int *items = NULL;
    size_t room = 0;
    assert_true(array_hold(&items, 3, &room));
    assert_int_equal(room, 3);
    items[0] = 7, items[2] = 9;
    const int *was = items;
    assert_true(array_hold(&items, 2, &room));
    assert_true(items == was && room == 3);
    assert_true(array_hold(&items, 4000, &room));
    assert_true(room == 4000 && items[0] == 7 && items[2] == 9);
    was = items;
    assert_false(array_hold(&items, SIZE_MAX / 2, &room));
    assert_true(room == 4000 && items == was && items[2] == 9);
    assert_true(array_resize(&items, 0));
    assert_non_null(items);
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_keeps),
        cmocka_unit_test(refuses_what_no_memory_has),
        cmocka_unit_test(holds_what_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

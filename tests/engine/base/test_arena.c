/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_arena.c -- memory that ends as a whole: zero, aligned, apart, where it was; and lost for good once it lacked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static void gives_what_is_apart(void **state)
{
    (void)state;
    enum { ITEMS = 300 };
    SCOPED(arena_fini) struct arena arena = {0};
    unsigned char *items[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        const size_t n = i * 37 % 1500;
        items[i] = arena_array(&arena, n, 1);
        assert_non_null(items[i]);
        assert_int_equal((uintptr_t)items[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(items[i][k], 0);
        memset(items[i], (int)(i % 251), n);
    }
    for (size_t i = 0; i < ITEMS; i++)
        for (size_t k = 0; k < i * 37 % 1500; k++)
            assert_int_equal(items[i][k], i % 251);
    assert_false(arena.lost);
    assert_non_null(arena_array(&arena, 1 << 20, sizeof(double))); /* larger than any block */
    arena_fini(&arena);
    assert_null(arena.blocks);
    assert_non_null(arena_array(&arena, 0, sizeof(double)));
}

static void holds_texts(void **state)
{
    (void)state;
    SCOPED(arena_fini) struct arena arena = {0};
    const char *copied = arena_copy(&arena, "zstd"), *empty = arena_copy(&arena, ""),
               *printed = arena_print(&arena, "%s, level=%d", copied, 6),
               *kept = arena_keep(&arena, strdup("kept"));
    assert_string_equal(printed, "zstd, level=6");
    assert_string_equal(copied, "zstd");
    assert_string_equal(empty, "");
    assert_string_equal(kept, "kept");
    assert_false(arena.lost);
    assert_null(arena_keep(&arena, NULL)); /* memory lacked where it was made */
    assert_true(arena.lost);
}

static void refuses_what_no_memory_has(void **state)
{
    (void)state;
    static const size_t wrong[][2] = {
        {SIZE_MAX, 1}, {SIZE_MAX / 2, 2}, {SIZE_MAX / 8 + 3, 16}, {PTRDIFF_MAX, 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        SCOPED(arena_fini) struct arena arena = {0};
        int *kept = arena_array(&arena, 4, sizeof *kept);
        kept[3] = 7;
        assert_null(arena_array(&arena, wrong[i][0], wrong[i][1]));
        assert_true(arena.lost);
        assert_null(arena_array(&arena, 1, 1)); /* for good */
        assert_null(arena_copy(&arena, "text"));
        assert_null(arena_print(&arena, "%d", 1));
        assert_int_equal(kept[3], 7);
        arena_fini(&arena);
        assert_false(arena.lost);
        assert_non_null(arena_array(&arena, 1, 1));
    }
}

/* However many bytes there are: what came before stands, nothing comes after. */
static void ends_at_any_byte(void **state)
{
    (void)state;
    enum { ITEMS = 20, BYTES = 24 };
    size_t few = 0;
    for (size_t most = 1; most < ITEMS * 40; most += 7) {
        SCOPED(arena_fini) struct arena arena = {.most = most};
        size_t n = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            unsigned char *item = arena_array(&arena, BYTES, 1);
            assert_true(item == NULL ? arena.lost : n == i);
            n += item != NULL;
        }
        assert_true(arena.taken <= most && n * BYTES <= arena.taken);
        assert_true(n == ITEMS || arena.lost);
        few = n < ITEMS ? n : few;
    }
    assert_true(few > 5); /* and what there is can be had */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_what_is_apart),
        cmocka_unit_test(holds_texts),
        cmocka_unit_test(refuses_what_no_memory_has),
        cmocka_unit_test(ends_at_any_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

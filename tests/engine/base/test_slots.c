/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_slots.c -- each item is found again, whichever share a hash, and what is none finds a free slot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/slots.h"

enum { ITEMS = 1000, ALIKE = 7 };

struct wanted {
    const uint32_t *items;
    uint32_t item;
};

static bool is_item(const void *wanted, size_t place)
{
    const struct wanted *w = wanted;
    return w->items[place] == w->item;
}

static uint64_t hash_of(const void *items, size_t place)
{
    return ((const uint32_t *)items)[place] / ALIKE;
}

static uint32_t found(const struct slots *slots, const uint32_t *items, uint32_t item)
{
    return *slots_find(slots, item / ALIKE, is_item, &(struct wanted){items, item});
}

static void each_is_found_again(void **state)
{
    (void)state;
    uint32_t items[ITEMS];
    struct slots slots = {0};
    for (uint32_t i = 0; i < ITEMS; i++) {
        items[i] = 3 * i;
        assert_true(slots_more(&slots, i, hash_of, items));
        *slots_find(&slots, items[i] / ALIKE, is_item, &(struct wanted){items, items[i]}) = i + 1;
        assert_true(slots.n >= 2 * (i + 1));
    }
    for (uint32_t i = 0; i < ITEMS; i++) {
        assert_int_equal(found(&slots, items, 3 * i), i + 1);
        assert_int_equal(found(&slots, items, 3 * i + 1), 0);
    }
    free(slots.items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_found_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

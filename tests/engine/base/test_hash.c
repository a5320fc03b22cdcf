/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hash.c -- FNV-1a as its authors' table has it, and texts that are told apart by their ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"

static void known_values(void **state)
{
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(hash_bytes(HASH_START, "\xff\0\0\1", 4) == UINT64_C(0x6961196491cc682d));
}

static void continues(void **state)
{
    (void)state;
    const uint64_t foo = hash_bytes(HASH_START, "foo", 3);
    assert_true(hash_bytes(foo, "bar", 3) == hash_bytes(HASH_START, "foobar", 6));
    assert_true(hash_text(HASH_START, "a") == hash_bytes(HASH_START, "a\0", 2));
    assert_true(hash_text(hash_text(HASH_START, "ab"), "c") !=
                hash_text(hash_text(HASH_START, "a"), "bc"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(continues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

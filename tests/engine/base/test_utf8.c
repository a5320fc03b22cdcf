/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_utf8.c -- each code point is read back, and what RFC 3629 forbids is not UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/utf8.h"

/* The sequence of n bytes for a number, whether or not UTF-8 allows it. */
static void put(char text[5], unsigned code, size_t n)
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    text[n] = '\0';
    for (size_t i = 1; i < n; i++, code >>= 6)
        text[n - i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(heads[n] | code);
}

static void every_code_point(void **state)
{
    (void)state;
    for (unsigned code = 1; code < 0x120000; code++) {
        char text[5];
        unsigned read = 0;
        const size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        const int is_allowed = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        put(text, code, n);
        assert_int_equal(utf8_decode(text, &read), is_allowed ? n : 0);
        assert_int_equal(utf8_is_valid(text), is_allowed);
        if (is_allowed)
            assert_int_equal(read, code);
        if (n < 4) { /* the overlong form */
            put(text, code, n + 1);
            assert_int_equal(utf8_decode(text, &read), 0);
        }
        put(text, code, n);
        text[n - 1] = '\0';
        assert_int_equal(utf8_is_valid(text), n == 1);
    }
}

static void strays(void **state)
{
    (void)state;
    unsigned code;
    for (int byte = 0x80; byte < 0x100; byte++) {
        const char text[] = {(char)byte, 'a', 'b', 'c', '\0'};
        assert_int_equal(utf8_decode(text, &code), 0);
    }
    assert_true(utf8_is_valid("plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"));
    assert_false(utf8_is_valid("caf\xe9"));
}

/* Of characters of one to four bytes between two others; bytes that go on nothing begin at the text's begin. */
static void where_characters_begin(void **state)
{
    (void)state;
    static const char *const texts[] = {"axb", "a\u00e9b", "a\u2026b", "a\U0001f600b"};
    for (size_t n = 1; n <= sizeof texts / sizeof *texts; n++) {
        const char *text = texts[n - 1];
        assert_int_equal(utf8_begin(text, 0), 0);
        for (size_t i = 1; i <= n; i++)
            assert_int_equal(utf8_begin(text, i), 1);
        assert_int_equal(utf8_begin(text, n + 1), n + 1);
        assert_int_equal(utf8_begin(text, n + 2), n + 2); /* its end */
    }
    assert_int_equal(utf8_begin("\x80\x80", 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_characters_begin),
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(strays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

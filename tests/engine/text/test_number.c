/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_number.c -- decimal text is read as strtod reads it, bit for bit. */
#include "text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "support/oracle.h"

static double read_all(const char *text, int power)
{
    double value = 0;
    const char *end = text + strlen(text);
    const char *last = number_read(text, end, power, &value);
    if (last != end)
        fail_msg("\"%s\" is not read to its end", text);
    return value;
}

static void agrees_with_strtod(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "1",
        "0.1",
        "-0.1",
        ".5",
        "5.",
        "123456789.123456789",
        "9007199254740992",
        "9007199254740993",
        "0.00000000000000000000001",
        "1e5",
        "1E-5",
        "1.5e+3",
        "1.7976931348623157e308",
        "4.9e-324",
        "0.30000000000000004",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000000000000123456789012345678901234567890",
        "2.2250738585072011e-308",
        "1e-400",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double expected = strtod(texts[i], NULL), actual = read_all(texts[i], 0);
        assert_memory_equal(&actual, &expected, sizeof expected);
    }
}

static void random_texts_agree_with_strtod(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 20000; i++) {
        char text[64];
        double x = assay_random_uniform(&random) * 1e6;
        (void)snprintf(text, sizeof text, "%.*g", 1 + (int)assay_random_below(&random, 17), x);
        double expected = strtod(text, NULL), actual = read_all(text, 0);
        assert_memory_equal(&actual, &expected, sizeof expected);
    }
}

/* Long mantissas, and ties between two doubles that the last digits decide. */
static void long_mantissas_agree_with_strtod(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 3, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 100000; i++) {
        char text[64], digits[24];
        (void)snprintf(digits, sizeof digits, "%019llu",
                       (unsigned long long)assay_random_below(&random, 10000000000000000000u));
        int point = (int)assay_random_below(&random, 20);
        (void)snprintf(text, sizeof text, "%s%.*s.%s", i % 2 == 0 ? "-" : "", point, digits,
                       digits + point);
        double expected = strtod(text, NULL), actual = read_all(text, 0);
        if (memcmp(&actual, &expected, sizeof expected) != 0)
            fail_msg("%s: %.17g, expected %.17g", text, actual, expected);
    }
    for (uint64_t i = 1; i < 2000; i += 2) {
        char text[64]; /* halfway between two doubles above 2^53, then just beside it */
        for (int beside = -1; beside <= 1; beside++) {
            (void)snprintf(text, sizeof text, "%llu%s",
                           (unsigned long long)((UINT64_C(1) << 53) + i - (beside < 0)),
                           beside == 0  ? ""
                           : beside > 0 ? ".001"
                                        : ".999");
            double expected = strtod(text, NULL), actual = read_all(text, 0);
            assert_memory_equal(&actual, &expected, sizeof expected);
        }
    }
}

/* What repr() of Python and %.17g of C write, with exponents, also beyond the table. */
static void exponents_agree_with_strtod(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 4, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 300000; i++) {
        char text[64];
        const uint64_t digits = assay_random_below(&random, UINT64_C(10000000000000000000)),
                       most = i % 3 == 0 ? 1000 : UINT64_MAX;
        (void)snprintf(text, sizeof text, "%llue%d",
                       (unsigned long long)(digits % most >> assay_random_below(&random, 64)),
                       (int)assay_random_below(&random, 180) - 90);
        double expected = strtod(text, NULL), actual = read_all(text, 0);
        if (memcmp(&actual, &expected, sizeof expected) != 0)
            fail_msg("%s: %.17g, expected %.17g", text, actual, expected);
    }
    for (int i = 0; i < 100000; i++) { /* all digits of doubles; and halves between neighbours */
        char text[64];
        const double x =
            ldexp(1 + assay_random_uniform(&random), (int)assay_random_below(&random, 300) - 150);
        (void)snprintf(text, sizeof text, "%.*g", 16 + i % 4, x);
        double expected = strtod(text, NULL), actual = read_all(text, 0);
        if (memcmp(&actual, &expected, sizeof expected) != 0)
            fail_msg("%s: %.17g, expected %.17g", text, actual, expected);
    }
}

/* A thousand zeros behind the point, and an exponent that takes them back. */
static void zeros_and_exponent_cancel(void **state)
{
    (void)state;
    static char text[200000];
    for (int zeros = 980; zeros <= 1020; zeros++) {
        (void)snprintf(text, sizeof text, "0.%0*d1e%d", zeros, 0, zeros - 10);
        const double expected = 1e-11, actual = read_all(text, 0);
        assert_memory_equal(&actual, &expected, sizeof expected);
    }
    double value = 7;
    (void)snprintf(text, sizeof text, "0.%0*d1e%d", 150000, 0, 150019);
    assert_null(
        number_read(text, text + strlen(text), 0, &value)); /* too long, not something else */
}

/* Neighbours in the table of powers are ten times each other, but for its last bits; the table is
 * the same on all processors. */
static void powers_fit_together(void **state)
{
    (void)state;
#ifndef __SIZEOF_INT128__
    skip();
#else
    for (int k = NUMBER_LOWEST; k < NUMBER_HIGHEST; k++) {
        const struct number_bits a = number_bits[k - NUMBER_LOWEST],
                                 b = number_bits[k - NUMBER_LOWEST + 1];
        const unsigned __int128 x = (unsigned __int128)a.high << 64 | a.low,
                                y = (unsigned __int128)b.high << 64 | b.low;
        assert_true(a.high >> 63 == 1);
        /* 10 x / 8, halved where that takes 129 bits */
        const unsigned __int128 next = y < x ? x / 8 * 5 : x / 8 * 10,
                                gap = next > y ? next - y : y - next;
        if (gap >> 5 != 0)
            fail_msg("10^%d does not follow 10^%d", k + 1, k);
    }
#endif
}

/* A column in ms is the number that the same text times 1e-3 would be if written out. */
static void power_rounds_once(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 2, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 5000; i++) {
        char text[64], written[80];
        (void)snprintf(text, sizeof text, "%.6f", assay_random_uniform(&random) * 1e3);
        (void)snprintf(written, sizeof written, "%se-9", text);
        double expected = strtod(written, NULL), actual = read_all(text, -9);
        assert_memory_equal(&actual, &expected, sizeof expected);
    }
}

static void refuses_what_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    "-",   ".",     "e5",  "nan",
                                        "inf", "abc", "1e999", "--1", "-1e400"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value = 42;
        assert_null(number_read(texts[i], texts[i] + strlen(texts[i]), 0, &value));
        assert_true(value == 42);
    }
}

static void stops_where_the_number_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"1,2", 1}, {"1.5x", 3}, {"0x10", 1}, {"1e", 1}, {"1e+", 1}, {"12 13", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;
        const char *text = cases[i].text;
        assert_ptr_equal(number_read(text, text + strlen(text), 0, &value), text + cases[i].length);
    }
}

/* The text need not end with a zero byte: nothing behind `end` is looked at. */
static void looks_at_nothing_behind_the_end(void **state)
{
    (void)state;
    double value;
    const char *text = "12345";
    assert_ptr_equal(number_read(text, text + 2, 0, &value), text + 2);
    assert_true(value == 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_strtod),
        cmocka_unit_test(random_texts_agree_with_strtod),
        cmocka_unit_test(long_mantissas_agree_with_strtod),
        cmocka_unit_test(exponents_agree_with_strtod),
        cmocka_unit_test(zeros_and_exponent_cancel),
        cmocka_unit_test(powers_fit_together),
        cmocka_unit_test(power_rounds_once),
        cmocka_unit_test(refuses_what_is_no_number),
        cmocka_unit_test(stops_where_the_number_ends),
        cmocka_unit_test(looks_at_nothing_behind_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

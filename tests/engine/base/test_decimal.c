/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_decimal.c -- decimal texts read back as the same double, and are as short as that allows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <assay/random.h>

#include "base/decimal.h"

static void reads_back(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 1, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = assay_random_u64(&random);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x))
            assert_true(strtod(decimal_of(x).text, NULL) == x);
    }
}

static void is_short(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1.0 / 3, "0.3333333333333333"},
                 {-0.0, "-0"},
                 {1e-7, "1e-07"},
                 {5e-324, "4.94065645841247e-324"},
                 {1.7976931348623157e308, "1.7976931348623157e+308"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(decimal_of(cases[i].x).text, cases[i].text);
}

static void times_are_those_that_people_plan_by(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{10, "10 s"},
                 {10.2, "11 s"},
                 {119, "119 s"},
                 {120.4, "2 min"},
                 {600, "10 min"},
                 {600.2, "10 min"},
                 {601, "11 min"},
                 {5940, "99 min"},
                 {3600 * 2 + 0.4, "2 h"},
                 {3600 * 2.5, "2 h 30 min"},
                 {3600 * 72, "3 days"},
                 {3600 * 72 + 1, "3 days 1 h"},
                 {3600 * 73, "3 days 1 h"},
                 {86400 * 1461.0, "4 years"},
                 {NAN, "?"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(long_duration_of(cases[i].seconds).text, cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_back),
        cmocka_unit_test(is_short),
        cmocka_unit_test(times_are_those_that_people_plan_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

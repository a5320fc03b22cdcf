/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_iso_time.c -- dates with and without an offset; expected values from date -ud "…" +%s. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text/iso_time.h"

static void dates(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double ms;
    } cases[] = {{"1970-01-01T00:00:01Z", 1000},
                 {"2024-05-01T12:30:00", 1714566600000},
                 {"2024-05-01T12:30:00.25+02:00", 1714559400000},
                 {"2024-05-01 12:30:00-0330", 1714579200000},
                 {"2024-02-29T23:59:59+00:00", 1709251199000},
                 {"2024-05-01", 1714521600000},
                 {"2024.05.01 12:30:00 +0200", 1714559400000},
                 {"2024/05/01 12:30:00", 1714566600000},
                 {"2024-05-01 12:30", 1714566600000},
                 {"2024-05", 0},
                 {"2024-05-01T25:00", 0},
                 {"2024-05-01T12:30:00 about", 0},
                 {"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(iso_time_ms(cases[i].text) == cases[i].ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

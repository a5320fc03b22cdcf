/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_regex.c -- which expressions are taken: what people write, and nothing on which the C library
 * would work for minutes or take gigabytes. */
#include "support/oracle.h"

#include <string.h>

#include "design/regex.h"

#define FIVE(x) x x x x x
#define FORTY(x) FIVE(x) FIVE(x) FIVE(x) FIVE(x) FIVE(x) FIVE(x) FIVE(x) FIVE(x)

static void takes_what_people_write(void **state)
{
    (void)state;
    static const char *const patterns[] = {
        "time: ([0-9.]+) ms",
        "^ *([0-9.]*)? *$",
        "\\btook[^:]*: *(-?[0-9]+\\.[0-9]*|nan)\\b",
        "^[[:space:]]*[^,]*,[^,]*,([^,]*),",
        "a{,3}b{2,}c{4}(x)",
        "[*?+{}()|]*([0-9])",
        "^$|^#.*$|^.*=([0-9]{1,9})$",
    };
    char problem[200];
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (!regex_check(patterns[i], problem, sizeof problem))
            fail_msg("%s %s", patterns[i], problem);
}

/* Each of these took the C library seconds to minutes, or gigabytes. */
static void refuses_what_grows(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *problem;
    } cases[] = {
        {"(a" FORTY("**") ")", "can be empty"},
        {"(x)" FORTY("(|$|^)"), "can be empty"},
        {"(x)" FORTY("(a*|b)*?"), "can be empty"},
        {"(x)(a*)(\\b($){,3})*?(a*)(\\b($){0,3})*?", "can be empty"},
        {"(x)" FIVE("(\\b(\\B|[$])*)+"), "can be empty"},
        {"((a{,99}){,99})", "9.9e+03 parts"},
        {"((a{99,}){99})", "parts once its repetitions are written out"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char problem[200] = "";
        assert_false(regex_check(cases[i].pattern, problem, sizeof problem));
        if (strstr(problem, cases[i].problem) == NULL)
            fail_msg("%s: %s", cases[i].pattern, problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_people_write),
        cmocka_unit_test(refuses_what_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

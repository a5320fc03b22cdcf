/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_template.c -- placeholders in commands. */
#include "support/oracle.h"

#include <stdlib.h>

#include "design/template.h"

static const struct template_value values[] = {{"a", "1"}, {"bc", "{a}"}, {"a", "2"}};

static void expect(char *(*expand)(const char *, const struct template_value *, size_t),
                   const char *text, const char *expected)
{
    char *result = expand(text, values, 3);
    assert_string_equal(result, expected);
    free(result);
}

static void placeholders_are_replaced_once(void **state)
{
    (void)state;
    expect(template_expand, "x {a}{bc} y",
           "x 2{a} y"); /* the last of equal names; no second pass */
    expect(template_expand, "{{a}} {{}}", "{a} {}");
    expect(template_expand, "{other} { {a", "{other} { {a");
    expect(template_expand, "", "");
}

static void plain_text_keeps_its_braces(void **state)
{
    (void)state;
    static const char awk[] = "awk '{print {a}}' {b";
    expect(template_expand_plain, awk, "awk '{{print 2}}' {{b");
    char *plain = template_expand_plain(awk, values, 3);
    expect(template_expand, plain, "awk '{print 2}' {b");
    free(plain);
}

static void unknown_names_are_found(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "bc"};
    const char *bad = NULL;
    size_t length = 0;
    assert_true(template_check("{a} {{x}} {bc}", names, 2, &bad, &length));
    assert_null(bad);
    static const char text[] = "{a} {b} c";
    assert_false(template_check(text, names, 2, &bad, &length));
    assert_ptr_equal(bad, text + 4);
    assert_int_equal(length, 3);
    static const char open[] = "{a {";
    assert_false(template_check(open, names, 2, &bad, &length));
    assert_ptr_equal(bad, open);
    assert_int_equal(length, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placeholders_are_replaced_once),
        cmocka_unit_test(plain_text_keeps_its_braces),
        cmocka_unit_test(unknown_names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_knob.c -- what a caller can set is named as the caller spells it, in the engine's own sentences alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/failure.h"
#include "base/knob.h"
#include "base/remarks.h"

static const struct knob_style options = {.before = "--", .is = " ", .joint = '-'};
static const struct knob_style fields = {.before = "", .is = "=", .joint = '_'};

static const struct {
    const char *text, *as_option, *as_field;
} cases[] = {
    {"@looks must be 2 to 50", "--looks must be 2 to 50", "looks must be 2 to 50"},
    {"leave out @time-budget, @stop", "leave out --time-budget, --stop",
     "leave out time_budget, stop"},
    {"Name another: @store=FILE.", "Name another: --store FILE.", "Name another: store=FILE."},
    {"@direction=METRIC=less", "--direction METRIC=less", "direction=METRIC=less"},
    {"(@no-shell)", "(--no-shell)", "(no_shell)"},
    {"@quiet-host- and", "--quiet-host- and", "quiet_host- and"},
    {"me@HOME, a@, @ b, @1, @-x", "me@HOME, a@, @ b, @1, @-x", "me@HOME, a@, @ b, @1, @-x"},
    {"", "", ""},
};

static void is_spelt_as_the_caller_says(void **state)
{
    (void)state;
    char text[100];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(knob_spell(cases[i].text, text, sizeof text), cases[i].as_field);
        knob_style_set(options);
        assert_string_equal(knob_spell(cases[i].text, text, sizeof text), cases[i].as_option);
        assert_string_equal(KNOBS(cases[i].text), cases[i].as_option);
        knob_style_set(fields);
    }
}

static void is_cut_to_the_room(void **state)
{
    (void)state;
    char text[8];
    for (size_t size = 1; size <= sizeof text; size++) {
        memset(text, 'x', sizeof text);
        knob_spell("a @store=FILE", text, size);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, "a store=", size - 1);
    }
}

/* A stranger's name is an argument, and stands as it is. */
static void arguments_stand_as_they_are(void **state)
{
    (void)state;
    struct assay_error error;
    struct remarks remarks = {0};
    knob_style_set(options);
    assert_int_equal(fail_naming(&error, ASSAY_USAGE, "%s: @%s=%s: 5%%", "a@store", "sd", "@sd"),
                     ASSAY_USAGE);
    assert_string_equal(error.text, "a@store: --sd @sd: 5%");
    assert_false(error.located);
    assert_int_equal(fail_located(&error, ASSAY_INVALID, "%s: @metric", "@metric=x"),
                     ASSAY_INVALID);
    assert_string_equal(error.text, "@metric=x: --metric");
    assert_true(error.located);
    remark(&remarks, "%s: @metric=%s", "@store", "wall");
    assert_string_equal(remarks.items[0].text, "@store: --metric wall");
    remarks_fini(&remarks);
    knob_style_set(fields);
    assert_int_equal(fail_naming(NULL, ASSAY_USAGE, "@%s", "sd"), ASSAY_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_spelt_as_the_caller_says),
        cmocka_unit_test(is_cut_to_the_room),
        cmocka_unit_test(arguments_stand_as_they_are),
    };
    return cmocka_run_group_tests_name("knob", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_private_directory.c -- fresh directories stand where $TMPDIR says, and are ours alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/private_directory.h"

static void without_an_absolute_path_it_is_tmp(void **state)
{
    (void)state;
    assert_int_equal(unsetenv("TMPDIR"), 0);
    assert_string_equal(temporary_parent(), "/tmp");
    assert_int_equal(setenv("TMPDIR", "here", 1), 0);
    assert_string_equal(temporary_parent(), "/tmp");
    assert_int_equal(setenv("TMPDIR", "", 1), 0);
    assert_string_equal(temporary_parent(), "/tmp");
}

static void fresh_directories_are_ours_alone(void **state)
{
    (void)state;
    struct assay_error error;
    assert_int_equal(unsetenv("TMPDIR"), 0);
    char *outer = temporary_directory(temporary_parent(), &error);
    assert_non_null(outer);
    assert_int_equal(setenv("TMPDIR", outer, 1), 0);
    char *one = temporary_directory(temporary_parent(), &error),
         *other = temporary_directory(temporary_parent(), &error);
    assert_non_null(one);
    assert_non_null(other);
    assert_string_not_equal(one, other);
    assert_int_equal(strncmp(one, outer, strlen(outer)), 0);
    assert_true(private_directory_is(one));
    assert_int_equal(rmdir(one) | rmdir(other) | rmdir(outer), 0);
    free(one);
    free(other);
    free(outer);
}

static void what_cannot_be_made_is_said(void **state)
{
    (void)state;
    struct assay_error error;
    assert_int_equal(setenv("TMPDIR", "/proc/none", 1), 0);
    assert_null(temporary_directory(temporary_parent(), &error));
    assert_int_equal(error.status, ASSAY_SYSTEM);
    assert_non_null(strstr(error.text, "cannot make a directory in /proc/none: "));
}

static void a_path_that_a_shell_parts_is_not_for_commands(void **state)
{
    (void)state;
    static const char *const parted[] = {"/a b", "/a\tb", "/a'b", "/$a",
                                         "/a:b", "/a*",   "/#a",  "/{a}"};
    for (size_t i = 0; i < sizeof parted / sizeof *parted; i++) {
        assert_int_equal(setenv("TMPDIR", parted[i], 1), 0);
        assert_string_equal(temporary_parent(), parted[i]);
        assert_string_equal(temporary_parent_of_commands(), "/tmp");
    }
    assert_int_equal(setenv("TMPDIR", "/var/a-b_c.d,e=f@g+\u00f6", 1), 0);
    assert_string_equal(temporary_parent_of_commands(), "/var/a-b_c.d,e=f@g+\u00f6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_absolute_path_it_is_tmp),
        cmocka_unit_test(fresh_directories_are_ours_alone),
        cmocka_unit_test(what_cannot_be_made_is_said),
        cmocka_unit_test(a_path_that_a_shell_parts_is_not_for_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_private_directory.c -- fresh directories stand where $TMPDIR says, and are ours alone. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* A place of ours, and what somebody may have put there. */
static void only_what_is_ours_alone_is_trusted(void **state)
{
    (void)state;
    struct assay_error error;
    char path[300], other[300], link[300];
    assert_int_equal(unsetenv("TMPDIR"), 0);
    char *place = temporary_directory(temporary_parent(), &error);
    assert_non_null(place);
    assert_int_equal(trusted_directory(place, "Do.", &error), ASSAY_OK);
    (void)snprintf(path, sizeof path, "%s/file", place);
    (void)snprintf(other, sizeof other, "%s/other", place);
    (void)snprintf(link, sizeof link, "%s/link", place);
    assert_int_equal(trusted_open(path, O_RDONLY), -1);
    assert_int_equal(errno, ENOENT);
    FILE *stream = trusted_stream(path, "w");
    assert_non_null(stream);
    assert_true(fputs("longer than the next\n", stream) > 0);
    assert_int_equal(fclose(stream), 0);
    assert_non_null(stream = trusted_stream(path, "w"));
    assert_int_equal(fclose(stream), 0);
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_size, 0);
    assert_int_equal(found.st_mode & 07777, 0600);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(trusted_open(link, O_WRONLY), -1);
    assert_int_equal(errno, ELOOP);
    assert_int_equal(chmod(path, 0620), 0);
    assert_int_equal(trusted_open(path, O_RDONLY), -1);
    assert_int_equal(errno, EPERM);
    assert_int_equal(chmod(path, 0600), 0);
    const int fd = trusted_open(path, O_RDONLY);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink(place, link), 0);
    assert_int_equal(trusted_directory(link, "Do this.", &error), ASSAY_SYSTEM);
    assert_non_null(strstr(error.text, "symbolic link. Do this."));
    assert_int_equal(trusted_directory(other, "Do.", &error), ASSAY_SYSTEM);
    assert_int_equal(trusted_directory(path, "Do.", &error), ASSAY_MISSING);
    assert_int_equal(chmod(place, 0770), 0);
    assert_int_equal(trusted_directory(place, "Do.", &error), ASSAY_SYSTEM);
    assert_non_null(strstr(error.text, "others may write in it"));
    if (geteuid() == 0) { /* who else may give a directory away? */
        assert_int_equal(chmod(place, 0700), 0);
        assert_int_equal(chown(place, 65534, 65534), 0);
        assert_int_equal(trusted_directory(place, "Do.", &error), ASSAY_SYSTEM);
        assert_non_null(strstr(error.text, "it belongs to user 65534"));
    }
    assert_int_equal(unlink(link) | unlink(other) | rmdir(place), 0);
    free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_absolute_path_it_is_tmp),
        cmocka_unit_test(fresh_directories_are_ours_alone),
        cmocka_unit_test(only_what_is_ours_alone_is_trusted),
        cmocka_unit_test(what_cannot_be_made_is_said),
        cmocka_unit_test(a_path_that_a_shell_parts_is_not_for_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

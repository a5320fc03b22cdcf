/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_replace.c -- a file is replaced as a whole, or left as it was with nothing beside it. */
#include "support/oracle.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/replace.h"

static char directory[32], path[64];

static int begin(void **state)
{
    (void)state;
    (void)snprintf(directory, sizeof directory, "/tmp/assay-test-XXXXXX");
    if (mkdtemp(directory) == NULL)
        return -1;
    (void)snprintf(path, sizeof path, "%s/file", directory);
    FILE *file = fopen(path, "w");
    return file != NULL && fputs("as it was", file) >= 0 && fclose(file) == 0 ? chmod(path, 0640)
                                                                              : -1;
}

static int end(void **state)
{
    (void)state;
    return unlink(path) == 0 ? rmdir(directory) : -1; /* fails when something lies beside it */
}

static void assert_holds(const char *text)
{
    char found[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(found, sizeof found, file));
    fclose(file);
    assert_string_equal(found, text);
}

static void as_a_whole(void **state)
{
    (void)state;
    struct replacement replacement;
    struct stat found;
    assert_true(replace_begin(&replacement, path));
    assert_true(fputs("anew", replacement.stream) >= 0);
    assert_holds("as it was");
    assert_true(replace_end(&replacement, true));
    assert_holds("anew");
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
}

static void not_by_what_is_no_good(void **state)
{
    (void)state;
    struct replacement replacement;
    assert_true(replace_begin(&replacement, path));
    assert_true(fputs("ha", replacement.stream) >= 0);
    assert_false(replace_end(&replacement, false));
    assert_holds("as it was");
}

/* The disk takes no more than a part of it. */
static void not_by_a_half(void **state)
{
    (void)state;
    struct replacement replacement;
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 5;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_true(replace_begin(&replacement, path));
    assert_true(fputs("a longer text", replacement.stream) >= 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const bool replaced = replace_end(&replacement, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(replaced);
    assert_holds("as it was");
}

/* A pipe gets the words and stays a pipe. */
static void not_what_is_no_file(void **state)
{
    (void)state;
    struct replacement replacement;
    struct stat found;
    char text[16] = "";
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    const int reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_true(reader >= 0);
    assert_true(replace_begin(&replacement, path));
    assert_true(fputs("anew", replacement.stream) >= 0);
    assert_true(replace_end(&replacement, true));
    assert_int_equal(read(reader, text, sizeof text - 1), 4);
    assert_string_equal(text, "anew");
    assert_int_equal(stat(path, &found), 0);
    assert_true(S_ISFIFO(found.st_mode));
    (void)close(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(as_a_whole, begin, end),
        cmocka_unit_test_setup_teardown(not_by_what_is_no_good, begin, end),
        cmocka_unit_test_setup_teardown(not_by_a_half, begin, end),
        cmocka_unit_test_setup_teardown(not_what_is_no_file, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_create.c -- a new store is whole as soon as it has its name, forced to disk, and alone in its directory, also where
 * whoever makes it is killed on the way or the file system has no files without a name. */
#include "fixture.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "store/schema.h"

/* ---- a system that fails on request, and tells what was forced ---- */

static struct {
    bool without_nameless, without_proc, killed;
    int forced, forced_unnamed; /* calls of fsync; how many of them before the file had its name */
} machine;

int fsync(int fd)
{
    machine.forced++;
    return (int)syscall(SYS_fsync, fd);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    if (machine.without_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
    machine.forced_unnamed = machine.forced;
    if (machine.killed)
        (void)raise(SIGKILL);
    if (machine.without_proc) {
        errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_linkat, from_directory, from, to_directory, to, flags);
}

int link(const char *from, const char *to)
{
    machine.forced_unnamed = machine.forced;
    return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* ---- what is there ---- */

static size_t read_file(const char *path, unsigned char *data, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(data, 1, capacity, file);
    fclose(file);
    return n;
}

static void assert_in_directory(const struct fixture *fixture, const char *names)
{
    char *command = NULL;
    assert_true(asprintf(&command, "test \"$(ls -A %s)\" = '%s'", fixture->directory, names) > 0);
    assert_int_equal(system(command), 0);
    free(command);
}

static void assert_whole(const struct fixture *fixture)
{
    struct stat found;
    sqlite3 *db = NULL;
    assert_int_equal(stat(fixture->path, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0600);
    assert_int_equal(found.st_nlink, 1);
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_true(guard_schema_sum(db) == schema_sums[schema_version - 1]);
    sqlite3_close(db);
    assert_in_directory(fixture, "assay.db");
}

static int setup(void **state)
{
    memset(&machine, 0, sizeof machine);
    return fixture_setup(state);
}

static void under_its_own_name_alone(void **state)
{
    struct fixture *fixture = *state;
    assert_true(store_create(fixture->path));
    assert_int_equal(machine.forced_unnamed, 1);
    assert_int_equal(machine.forced, 2);
    assert_whole(fixture);
}

static void in_the_directory_where_we_are(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(chdir(fixture->directory), 0);
    assert_true(store_create("assay.db"));
    assert_int_equal(chdir("/"), 0);
    assert_whole(fixture);
}

static void one_that_is_there_stays(void **state)
{
    struct fixture *fixture = *state;
    static unsigned char before[1 << 20], after[1 << 20];
    struct stat found;
    struct store *store = NULL;
    assert_int_equal(store_open(fixture->path, STORE_WRITE, &store, &fixture->error), ASSAY_OK);
    store_close(&store);
    const size_t n = read_file(fixture->path, before, sizeof before);
    assert_int_equal(stat(fixture->path, &found), 0);
    const ino_t whole = found.st_ino;
    assert_false(store_create(fixture->path));
    assert_int_equal(read_file(fixture->path, after, sizeof after), n);
    assert_memory_equal(before, after, n);
    assert_int_equal(stat(fixture->path, &found), 0);
    assert_true(found.st_ino == whole);
    assert_in_directory(fixture, "assay.db");
}

static void killed_on_the_way(void **state)
{
    struct fixture *fixture = *state;
    machine.killed = true;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)store_create(fixture->path);
        _exit(0);
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how));
    assert_in_directory(fixture, "");
}

static void without_files_that_have_no_name(void **state)
{
    struct fixture *fixture = *state;
    machine.without_nameless = true;
    assert_true(store_create(fixture->path));
    assert_int_equal(machine.forced_unnamed, 1);
    assert_whole(fixture);
    assert_false(store_create(fixture->path));
    assert_whole(fixture);
}

static void without_proc(void **state)
{
    struct fixture *fixture = *state;
    machine.without_proc = true;
    assert_true(store_create(fixture->path));
    assert_whole(fixture);
}

static void no_directory(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(rmdir(fixture->directory), 0);
    assert_false(store_create(fixture->path));
    assert_int_equal(mkdir(fixture->directory, 0700), 0);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(under_its_own_name_alone),
        TEST(in_the_directory_where_we_are),
        TEST(one_that_is_there_stays),
        TEST(killed_on_the_way),
        TEST(without_files_that_have_no_name),
        TEST(without_proc),
        TEST(no_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

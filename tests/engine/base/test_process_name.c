/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_process_name.c -- a process is told from another one of its number: of a later start, another boot, another host. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_name.h"

static const char boots[2][BOOT_NAME] = {"11111111-2222-3333-4444-555555555555",
                                         "11111111-2222-3333-4444-555555555556"};
static char proc[32];

static void put(const char *name, const char *text)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", proc, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* As the kernel writes it; the program's own name may hold anything. */
static void put_process(char state, const char *start)
{
    char text[256];
    (void)snprintf(
        text, sizeof text,
        "77 (a) Z 1) 2) %c 1 77 77 0 -1 4194560 5 6 7 8 9 10 11 12 13 14 15 16 %s 18 19\n", state,
        start);
    put("77/stat", text);
}

static int begin(void **state)
{
    (void)state;
    (void)snprintf(proc, sizeof proc, "/tmp/assay-test-XXXXXX");
    char path[128];
    if (mkdtemp(proc) == NULL)
        return -1;
    const char *const names[] = {"sys", "sys/kernel", "sys/kernel/random", "77"};
    for (size_t i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", proc, names[i]);
        if (mkdir(path, 0700) != 0)
            return -1;
    }
    put("sys/kernel/random/boot_id", boots[0]);
    put_process('S', "4711");
    return 0;
}

static int end(void **state)
{
    (void)state;
    const char *const names[] = {
        "77/stat", "77", "sys/kernel/random/boot_id", "sys/kernel/random", "sys/kernel", "sys", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s/%s", proc, names[i]);
        (void)remove(path);
    }
    return access(proc, F_OK) == 0 ? -1 : 0;
}

static void as_it_was_written_down(void **state)
{
    (void)state;
    char host[PROCESS_HOST];
    host_name(host);
    const struct process_name name = process_name_of(proc, 77);
    assert_int_equal(name.pid, 77);
    assert_int_equal(name.start, 4711);
    assert_string_equal(name.boot, boots[0]);
    assert_string_equal(name.host, host);
    assert_int_equal(process_life_of(proc, &name), PROCESS_LIVES);
    put_process('Z', "4711");
    assert_int_equal(process_life_of(proc, &name), PROCESS_ENDED);
    put_process('X', "4711");
    assert_int_equal(process_life_of(proc, &name), PROCESS_GONE);
}

static void its_number_is_anothers(void **state)
{
    (void)state;
    struct process_name name = process_name_of(proc, 77);
    put_process('S', "4712");
    assert_int_equal(process_life_of(proc, &name), PROCESS_GONE);
    put_process('S', "4711");
    name.pid = 78;
    assert_int_equal(process_life_of(proc, &name), PROCESS_GONE);
    name.pid = 0;
    assert_int_equal(process_life_of(proc, &name), PROCESS_GONE);
}

static void nobody_here_can_be_asked(void **state)
{
    (void)state;
    const struct process_name name = process_name_of(proc, 77);
    struct process_name other = name;
    (void)strcpy(other.host, "elsewhere");
    assert_int_equal(process_life_of(proc, &other), PROCESS_UNKNOWN);
    other = name;
    other.start = 0;
    assert_int_equal(process_life_of(proc, &other), PROCESS_UNKNOWN);
    put("sys/kernel/random/boot_id", boots[1]);
    assert_int_equal(process_life_of(proc, &name), PROCESS_UNKNOWN);
    put("sys/kernel/random/boot_id", "short");
    other = process_name_of(proc, 77);
    assert_string_equal(other.boot, "");
    assert_int_equal(process_life_of(proc, &other), PROCESS_UNKNOWN);
    assert_int_equal(process_name_of(proc, 78).start, 0);
}

static void of_this_kernel(void **state)
{
    (void)state;
    const struct process_name self = process_name_of("/proc", getpid());
    assert_true(self.start > 0);
    assert_int_equal(process_life_of("/proc", &self), PROCESS_LIVES);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(0);
    siginfo_t ended; /* not asked for: its number stays */
    assert_int_equal(waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT), 0);
    const struct process_name name = process_name_of("/proc", child);
    assert_int_equal(process_life_of("/proc", &name), PROCESS_ENDED);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(process_life_of("/proc", &name), PROCESS_GONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(as_it_was_written_down, begin, end),
        cmocka_unit_test_setup_teardown(its_number_is_anothers, begin, end),
        cmocka_unit_test_setup_teardown(nobody_here_can_be_asked, begin, end),
        cmocka_unit_test(of_this_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

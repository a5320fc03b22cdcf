/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_usage.c -- what a tree of processes has used, beside what the kernel tells of it at its end. */
#include "support/oracle.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/usage.h"

static double seconds(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* As long as that takes, in processor time. */
static void work(double until_s)
{
    struct rusage usage;
    do
        getrusage(RUSAGE_SELF, &usage);
    while (seconds(&usage) < until_s);
}

/* A process that works, with a child that has worked and is waited for, and one that stays: it says when. */
static pid_t start_tree(size_t bytes)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(memory, 1, bytes);
        (void)munmap(memory, bytes);
        if (fork() == 0) {
            work(0.06);
            _exit(0);
        }
        (void)wait(NULL);
        work(0.05);
        if (fork() == 0)
            work(0.04);
        (void)!write(ready[1], "r", 1);
        for (;;)
            pause();
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
}

static struct service_usage usage_of_tree(size_t *n)
{
    pid_t pids[TREE_MOST];
    struct service_usage sum = {0};
    *n = tree_list(0, pids);
    for (size_t i = 0; i < *n; i++) {
        const struct service_usage one = usage_of_process(pids[i]);
        usage_add(&sum, &one);
    }
    return sum;
}

static void living_and_dead_agree(void **state)
{
    (void)state;
    enum { BYTES = 24 << 20 };
    struct rusage end;
    size_t n;
    int status;
    const pid_t pid = start_tree(BYTES);
    const struct service_usage alive = usage_of_tree(&n);
    assert_int_equal(n, 2);
    struct service_usage dead = {0};
    pid_t pids[TREE_MOST];
    for (size_t i = tree_list(0, pids); i-- > 0;)
        assert_int_equal(kill(pids[i], SIGKILL), 0);
    for (int i = 0; i < 2; i++) { /* the second one comes to us */
        const pid_t gone = wait4(-1, &status, 0, &end);
        assert_true(gone > 0);
        const struct service_usage one = usage_of_dead(&end);
        usage_add(&dead, &one);
    }
    assert_true(pid > 0);
    /* Of what was waited for only whole ticks are known; dying takes its time, too. */
    assert_true(alive.processor_s > 0.05 + 0.05 + 0.04 - 0.001);
    assert_true(alive.processor_s <= dead.processor_s + 0.001);
    assert_true(dead.processor_s - alive.processor_s < 0.05);
    assert_true(alive.max_rss_bytes >= BYTES);
    assert_true(alive.voluntary > 0 && alive.voluntary <= dead.voluntary + 1);
}

static void one_is_left_out_with_what_is_below(void **state)
{
    (void)state;
    pid_t pids[TREE_MOST];
    const pid_t pid = start_tree(1 << 12);
    assert_int_equal(tree_list(0, pids), 2);
    assert_int_equal(tree_list(pid, pids), 0);
    (void)kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(tree_list(0, pids), 1); /* adopted */
    (void)kill(pids[0], SIGKILL);
    assert_int_equal(waitpid(pids[0], NULL, 0), pids[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(living_and_dead_agree),
        cmocka_unit_test(one_is_left_out_with_what_is_below),
    };
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

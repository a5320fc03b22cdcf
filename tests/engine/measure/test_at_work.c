/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_at_work.c -- how many threads of a command are seen at work at once, with whatever a machine has to do besides. */
#include "running.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure/at_work.h"

/* Shared with children: how many of them have done their work. */
static _Atomic int *done;

/* Four tenths of a second of its own processor time, enough for some looks where looking is slow, and on until so many have that: who
 * has less of a processor than the other one does not end alone. */
static void spin(int together)
{
    struct timespec used;
    do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    } while (used.tv_sec == 0 && used.tv_nsec < 400000000);
    ++*done;
    while (*done < together)
        ;
}

static void *spin_with_another(void *unused)
{
    spin(2);
    return unused;
}

static void one(void)
{
    spin(1);
}

static void rest(void)
{
    (void)usleep(100000);
}

static void rest_of_a_child(void)
{
    if (fork() == 0) {
        (void)usleep(400000);
        _exit(0);
    }
    (void)wait(NULL);
}

static void two_threads(void)
{
    pthread_t other;
    (void)pthread_create(&other, NULL, spin_with_another, NULL);
    spin(2);
    (void)pthread_join(other, NULL);
}

/* The first waits for both. */
static void two_children(void)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            spin(2);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

static void one_child_after_the_other(void)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            one();
            _exit(0);
        } else {
            (void)wait(NULL);
        }
}

static struct at_work watch(void (*work)(void))
{
    struct at_work seen = {0};
    *done = 0;
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    at_work_watch(child, &seen);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    return seen;
}

static void two_are_seen(void **state)
{
    (void)state;
    /* Who starts two children is ready, too, until it waits for them: for some looks, where others have the processors. */
    const struct {
        void (*work)(void);
        size_t threads; /* there are */
    } works[] = {{two_threads, 2}, {two_children, 3}};
    for (size_t i = 0; i < 2; i++) {
        const struct at_work seen = watch(works[i].work);
        if (i == 0 && seen.looks == 0)
            skip(); /* an old kernel */
        assert_true(at_work_mean(&seen) > 1.25);
        assert_true(seen.ready <= works[i].threads * seen.looks); /* none is counted twice */
    }
}

static void one_at_a_time_is_one(void **state)
{
    (void)state;
    void (*const works[])(void) = {one, one_child_after_the_other};
    for (size_t i = 0; i < 2; i++) {
        const struct at_work seen = watch(works[i]);
        assert_true(at_work_mean(&seen) == 1); /* two, for some looks, as one starts the other */
    }
}

static void who_sleeps_is_not_at_work(void **state)
{
    (void)state;
    const struct at_work seen = watch(rest);
    assert_true(at_work_mean(&seen) == 1);
}

/* A child's sleep is waiting, and work that others hold up is none. */
static void waiting_is_seen(void **state)
{
    (void)state;
    const struct at_work slept = watch(rest_of_a_child), worked = watch(one);
    if (worked.looks == 0)
        skip(); /* an old kernel */
    assert_true(at_work_waiting(&slept) > 0.5);
    assert_true(at_work_waiting(&worked) < 0.1);
    assert_true(at_work_waiting(&(struct at_work){.looks = 9, .still = 1}) == 0);
    assert_true(at_work_waiting(&(struct at_work){.looks = 2, .still = 5}) == 0);
    assert_true(at_work_waiting(&(struct at_work){.looks = 6, .still = 2}) == 0.25);
}

static void few_looks_say_nothing(void **state)
{
    (void)state;
    assert_true(at_work_mean(&(struct at_work){0}) == 1);
    assert_true(at_work_mean(&(struct at_work){.looks = 4, .ready = 8}) == 1);
    assert_true(at_work_mean(&(struct at_work){.looks = 5, .ready = 10}) == 2);
    assert_true(at_work_mean(&(struct at_work){.looks = 10, .ready = 12}) == 1);
    assert_true(at_work_mean(&(struct at_work){.looks = 8, .ready = 10}) == 1.25);
}

int main(void)
{
    done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (done == MAP_FAILED)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_are_seen),
        cmocka_unit_test(one_at_a_time_is_one),
        cmocka_unit_test(who_sleeps_is_not_at_work),
        cmocka_unit_test(waiting_is_seen),
        cmocka_unit_test(few_looks_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_busiest.c -- how much of its time the busiest thread of a load was ready, of loads whose share is known. */
#include "support/oracle.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "service/busiest.h"

static void *spin(void *none)
{
    for (volatile unsigned long i = 0;; i++)
        ;
    return none;
}

/* Waits for nothing that comes, or is ready all the time, in a thread of its own. */
static pid_t start(bool works, bool in_thread)
{
    const pid_t pid = fork();
    pthread_t thread;
    if (pid != 0)
        return pid;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody at work */
    if (works && in_thread)
        (void)pthread_create(&thread, NULL, spin, NULL);
    else if (works)
        (void)spin(NULL);
    for (;;)
        pause();
}

/* As the guard does, for a quarter of a second and ten looks at least. */
static double watch(struct busiest *busiest)
{
    const double end_s = clock_now_s() + 0.25;
    for (int looks = 0; looks < 10 || clock_now_s() < end_s;) {
        const double now_s = clock_now_s();
        if (now_s >= busiest->next_s) {
            busiest_look(busiest, now_s);
            looks++;
        }
        usleep(1000);
    }
    return busiest_share(busiest);
}

static void end(pid_t pid)
{
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static double share_of_who_works(bool in_thread)
{
    struct busiest busiest;
    busiest_begin(&busiest, getpid(), clock_now_s());
    const pid_t idle = start(false, false), busy = start(true, in_thread);
    const double share = watch(&busiest);
    assert_int_equal(busiest.n, in_thread ? 3 : 2);
    end(idle);
    end(busy);
    return share;
}

/* However little of a processor it gets: what it waits for one counts, too. What begins late on a busy machine has done less. */
static void who_is_always_ready(void **state)
{
    (void)state;
    for (int in_thread = 0; in_thread < 2; in_thread++) {
        double share = 0;
        for (int tries = 0; tries < 5 && share <= 0.9; tries++)
            share = share_of_who_works(in_thread == 1);
        assert_true(share > 0.9 && share <= 1);
    }
}

static void who_waits(void **state)
{
    (void)state;
    struct busiest busiest;
    busiest_begin(&busiest, getpid(), clock_now_s());
    const pid_t idle = start(false, false);
    const double share = watch(&busiest);
    assert_true(share >= 0 && share < 0.5);
    end(idle);
}

/* What was there before is no load. */
static void others(void **state)
{
    (void)state;
    struct busiest busiest;
    const pid_t service = start(true, false);
    busiest_begin(&busiest, getpid(), clock_now_s());
    assert_true(watch(&busiest) < 0); /* nobody */
    const pid_t idle = start(false, false);
    assert_true(watch(&busiest) < 0.5);
    end(service);
    end(idle);
}

/* Half of the window each: neither is judged by less than half of it; a long pause is none of theirs. */
static void of_known_times(void **state)
{
    (void)state;
    struct busiest b = {.begin_s = 10, .n = 3};
    b.threads[0] = (struct busiest_thread){1, 10, 20, 0, 4};     /* 0.4 */
    b.threads[1] = (struct busiest_thread){2, 12, 16.9, 1, 5.9}; /* always, but for 4.9 of 10 */
    b.threads[2] = (struct busiest_thread){3, 14, 20, 7, 10.6};  /* 0.6 */
    assert_true(fabs(busiest_share(&b) - 0.6) < 1e-12);
    b.threads[1].until_s = 17;
    assert_true(fabs(busiest_share(&b) - 0.98) < 1e-12);
    b.threads[1].ready_until_s = 6.2; /* clocks are read one after the other */
    assert_true(busiest_share(&b) == 1);
    b.n = 0;
    assert_true(busiest_share(&b) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_always_ready),
        cmocka_unit_test(who_waits),
        cmocka_unit_test(others),
        cmocka_unit_test(of_known_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

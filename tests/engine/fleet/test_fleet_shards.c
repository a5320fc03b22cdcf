/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fleet_shards.c -- where a shard stands, told from its lease, its beat and its end; whether a process still lives, and whose it is. */
#include "scene.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/clock.h"

/* A lease for a process, so old. */
static void lease(size_t shard, size_t attempt, const struct process_name *process, long ago_s)
{
    char line[FLEET_LINE];
    (void)snprintf(line, sizeof line, "%zu %ld started - %s %s %llu", attempt, process->pid,
                   process->host, process->boot, process->start);
    scene_put(shard, "lease", line, ago_s);
}

static pid_t child_begin(void)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        for (;;)
            (void)pause();
    return child;
}

static void child_end(pid_t child)
{
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
}

static void a_process_that_lives_is_asked_for(void **state)
{
    (void)state;
    const pid_t child = child_begin();
    const struct process_name name = process_name_of("/proc", child);
    lease(1, 1, &name, 500);
    assert_int_equal(scene_state(1), FLEET_SUBMITTED); /* it may begin yet */
    lease(1, 1, &name, 1001);
    assert_int_equal(scene_state(1), FLEET_LOST);
    scene_put(1, "beat", "1 here", 20);
    assert_int_equal(scene_state(1), FLEET_RUNNING);
    scene_put(1, "beat", "1 here", 62);
    assert_int_equal(scene_state(1), FLEET_LOST);
    child_end(child);
    scene_put(1, "beat", "1 here", 20); /* worth more than a process that nobody waited for */
    assert_int_equal(scene_state(1), FLEET_RUNNING);
}

/* Not a child of who looks: somebody else began it. */
static void what_another_coordinator_began_runs(void **state)
{
    (void)state;
    int numbers[2];
    pid_t theirs;
    assert_int_equal(pipe(numbers), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const pid_t grandchild = fork();
        if (grandchild == 0)
            for (;;)
                (void)pause();
        _exit(write(numbers[1], &grandchild, sizeof grandchild) == sizeof grandchild ? 0 : 1);
    }
    assert_int_equal(read(numbers[0], &theirs, sizeof theirs), sizeof theirs);
    assert_int_equal(waitpid(child, NULL, 0), child);
    const struct process_name name = process_name_of("/proc", theirs);
    lease(1, 1, &name, 500);
    assert_int_equal(scene_state(1), FLEET_SUBMITTED);
    (void)kill(theirs, SIGKILL);
    while (process_life_of("/proc", &name) == PROCESS_LIVES)
        (void)usleep(1000);
    assert_int_equal(scene_state(1), FLEET_LOST);
    (void)close(numbers[0]);
    (void)close(numbers[1]);
}

static void a_number_given_anew_is_not_life(void **state)
{
    (void)state;
    struct process_name name = process_name_of("/proc", getpid());
    name.start--;
    lease(1, 1, &name, 1);
    assert_int_equal(scene_state(1), FLEET_LOST);
}

/* Of another boot, another host, or a lease from before either was kept: nobody can be asked, and the beat decides. */
static void of_elsewhere_the_beat_decides(void **state)
{
    (void)state;
    const struct process_name self = process_name_of("/proc", getpid());
    struct process_name others[3] = {self, self, self};
    (void)strcpy(others[0].boot, "11111111-2222-3333-4444-555555555555");
    (void)strcpy(others[1].host, "elsewhere");
    others[2].start = 0;
    for (size_t i = 0; i < 3; i++) {
        lease(i + 1, 1, &others[i], 20);
        assert_int_equal(scene_state(i + 1), FLEET_SUBMITTED);
        lease(i + 1, 1, &others[i], 61);
        assert_int_equal(scene_state(i + 1), FLEET_LOST);
        scene_put(i + 1, "beat", "1 there", 20);
        assert_int_equal(scene_state(i + 1), FLEET_RUNNING);
        scene_put(i + 1, "beat", "1 there", 62);
        assert_int_equal(scene_state(i + 1), FLEET_LOST);
    }
    char line[64];
    (void)snprintf(line, sizeof line, "1 %ld started ", (long)getpid());
    scene_put(4, "lease", line, 20);
    assert_int_equal(scene_state(4), FLEET_SUBMITTED);
    scene_put(4, "lease", line, 61);
    assert_int_equal(scene_state(4), FLEET_LOST);
}

static void of_an_older_lease_nothing_counts_but_a_whole_end(void **state)
{
    (void)state;
    scene_put(1, "lease", "2 0 handed a - - 0", 500);
    scene_put(1, "beat", "1 here", 0);
    assert_int_equal(scene_state(1), FLEET_SUBMITTED); /* the beat is of the first */
    assert_string_equal(scene_shards[0].host, "");
    assert_string_equal(scene_shards[0].asked, "a");
    scene_put(1, "end", "1 lost 4 1.5 1.db here", 0);
    assert_int_equal(scene_state(1), FLEET_SUBMITTED);
    scene_put(1, "end", "2 taken 0 1.5 - here", 0);
    assert_int_equal(scene_state(1), FLEET_LOST);
    assert_true(scene_shards[0].taken);
    scene_put(1, "end", "2 failed 2 1.5 1.db here", 0);
    assert_int_equal(scene_state(1), FLEET_FAILED);
    assert_false(scene_shards[0].taken);
    scene_put(1, "end", "1 done 0 1.5 1.db here", 0);
    assert_int_equal(scene_state(1), FLEET_DONE);
    assert_string_equal(scene_shards[0].store, "1.db");
    assert_true(scene_shards[0].seconds == 1.5);
}

static void handed_over_and_not_begun(void **state)
{
    (void)state;
    scene_put(1, "lease", "1 0 handed - - - 0", 700);
    scene_put(2, "lease", "1 0 handed - - - 0", 1002);
    assert_int_equal(scene_state(1), FLEET_SUBMITTED);
    assert_int_equal(scene_shards[1].state, FLEET_LOST);
    assert_int_equal(scene_shards[2].state, FLEET_WAITING);
}

static void time_that_is_left(void **state)
{
    (void)state;
    struct fleet_shard *s = scene_shards;
    assert_true(isnan(fleet_progress_of(&scene).left_s));
    s[0] = (struct fleet_shard){.state = FLEET_DONE, .seconds = 90};
    s[1] = (struct fleet_shard){.state = FLEET_DONE, .seconds = 110};
    s[2] = (struct fleet_shard){.state = FLEET_RUNNING, .seconds = 60};
    s[3] = (struct fleet_shard){.state = FLEET_RUNNING, .seconds = 40};
    s[4] = (struct fleet_shard){.state = FLEET_FAILED, .seconds = 7};
    /* three are left, of which two run: 3 of 100 s, less the 100 s that they have run, two at a time */
    assert_true(fleet_progress_of(&scene).left_s == 100);
    s[2].state = s[3].state = s[5].state = FLEET_DONE;
    assert_true(fleet_progress_of(&scene).left_s == 0);
}

/* ---- what Slurm says ---- */

static void put_jobs(void)
{
    for (size_t k = 1; k <= SCENE_SHARDS; k++)
        scene_put(k, "lease", "1 42 job - - - 0", 500);
    scene.engine = FLEET_BY_SLURM;
    scene.queue_s = clock_now_s(); /* said just now */
    scene.submitted_s = scene.queue_s - 100;
}

static void waits_for_what_will_not_come(void **state)
{
    (void)state;
    put_jobs();
    scene.queue = (char[]){"42 1 PENDING JobHeldUser\n42 2 PENDING BadConstraints\n"
                           "42 3 PENDING QOSMaxWallDurationPerJobLimit\n42 4 REQUEUE_HOLD None\n"
                           "42 5 PENDING Priority\n42 6 PENDING Resources\n"};
    assert_int_equal(scene_state(1), FLEET_LOST);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(scene_shards[i].state, FLEET_LOST);
        assert_true(scene_shards[i].stuck);
    }
    assert_string_equal(scene_shards[0].why, "Slurm: PENDING, JobHeldUser");
    assert_int_equal(scene_shards[4].state, FLEET_SUBMITTED);
    assert_int_equal(scene_shards[5].state, FLEET_SUBMITTED);
    assert_false(scene_shards[4].stuck);
    for (size_t k = 5; k <= 6; k++) /* nor for ever for its turn */
        scene_put(k, "lease", "1 42 job - - - 0", 1002);
    assert_int_equal(scene_state(5), FLEET_LOST);
    assert_false(scene_shards[4].stuck);
}

static void nodes_that_are_down(void **state)
{
    (void)state;
    put_jobs();
    char down[] = "42 1 PENDING ReqNodeNotAvail, UnavailableNodes:n1\n42 2 RUNNING None\n";
    scene.queue = down;
    assert_int_equal(scene_state(1), FLEET_SUBMITTED); /* they may come back */
    const double since_s = scene_shards[0].down_s;
    assert_true(since_s > 0);
    assert_int_equal(scene_state(1), FLEET_SUBMITTED);
    assert_true(scene_shards[0].down_s == since_s);
    scene.lost_s = 0.5; /* the clock of a machine that has just been started is no further on than some seconds */
    scene_shards[0].down_s = clock_now_s() - 10 * scene.lost_s + 4;
    assert_int_equal(scene_state(1), FLEET_SUBMITTED);
    scene_shards[0].down_s = clock_now_s() - 10 * scene.lost_s - 0.1;
    assert_int_equal(scene_state(1), FLEET_LOST);
    assert_true(scene_shards[0].stuck);
    char up[] = "42 1 PENDING Priority\n";
    scene.queue = up;
    assert_int_equal(scene_state(1), FLEET_SUBMITTED);
    assert_true(scene_shards[0].down_s == 0);
}

static void ends_that_slurm_knows(void **state)
{
    (void)state;
    put_jobs();
    scene.queue =
        (char[]){"42 1 CANCELLED None\n42 2 OUT_OF_MEMORY OutOfMemory\n42 3 TIMEOUT TimeLimit\n"
                 "42 4 RUNNING None\n43 5 RUNNING None\n"};
    assert_int_equal(scene_state(1), FLEET_FAILED);
    assert_int_equal(scene_shards[1].state, FLEET_FAILED);
    assert_int_equal(scene_shards[2].state, FLEET_LOST);
    assert_int_equal(scene_shards[3].state, FLEET_SUBMITTED); /* no beat yet */
    assert_int_equal(scene_shards[4].state, FLEET_LOST);      /* another job is not its own */
    assert_string_equal(scene_shards[4].why, "Slurm no longer knows its job");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_process_that_lives_is_asked_for, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(what_another_coordinator_began_runs, scene_begin,
                                        scene_end),
        cmocka_unit_test_setup_teardown(a_number_given_anew_is_not_life, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(of_elsewhere_the_beat_decides, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(of_an_older_lease_nothing_counts_but_a_whole_end,
                                        scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(handed_over_and_not_begun, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(time_that_is_left, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(waits_for_what_will_not_come, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(nodes_that_are_down, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(ends_that_slurm_knows, scene_begin, scene_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

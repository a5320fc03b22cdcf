/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lock.c -- several processes on one store, some of which are killed. */
#include "fixture.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include <assay/random.h>

static const double time_of_one = 0.001;
static const struct metric_values wall = {
    .metric = "wall", .unit = "s", .values = &time_of_one, .n = 1};

/* A child that dies with the test: one that went on after a failure would hold its output open, and
 * who waits for that would wait without end. */
static pid_t fork_child(void)
{
    const pid_t test = getpid(), pid = fork();
    assert_true(pid >= 0);
    if (pid == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != test))
        _exit(14);
    return pid;
}

/* In a child: appends n executions from the first missing one on, telling each on the pipe. */
static _Noreturn void child_runs(const struct fixture *fixture, int64_t experiment, uint32_t n,
                                 int told)
{
    struct assay_error error;
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    if (store_open(fixture->path, STORE_WRITE, &store, &error) != ASSAY_OK ||
        (experiment > 0 ? store_resume(store, experiment, &error)
                        : store_begin(store, design, NULL, &experiment, &error)) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        _exit(10);
    }
    for (uint32_t round = 0; round < n; round++) {
        struct step step = fixture_step(round % 2, 0, round, 0);
        struct record record = fixture_record(step, &wall, 1);
        if (store_has_step(store, experiment, &step))
            continue;
        if (store_append(store, experiment, &record, &error) != ASSAY_OK) {
            fprintf(stderr, "%s\n", error.text);
            _exit(11);
        }
        if (told >= 0 && write(told, "", 1) != 1)
            _exit(12);
    }
    if (store_finish(store, experiment, &error) != ASSAY_OK)
        _exit(13);
    store_close(&store);
    design_free(&design);
    _exit(0);
}

static pid_t start(const struct fixture *fixture, int64_t experiment, uint32_t n, int told)
{
    const pid_t pid = fork_child();
    if (pid == 0)
        child_runs(fixture, experiment, n, told);
    return pid;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static size_t drain(int told)
{
    char bytes[4096];
    size_t n = 0;
    ssize_t got;
    while ((got = read(told, bytes, sizeof bytes)) > 0)
        n += (size_t)got;
    return n;
}

static void make_experiment(struct fixture *fixture)
{
    assert_int_equal(wait_for(start(fixture, 0, 0, -1)), 0);
}

/* Twenty kills: whatever was told to be stored is stored, and the rest follows. */
static void killed_at_any_moment_nothing_is_lost(void **state)
{
    enum { EXECUTIONS = 4000 };
    struct fixture *fixture = *state;
    make_experiment(fixture);
    size_t stored = 0;
    struct assay_random random;
    assay_random_init(&random, 4, ASSAY_RANDOM_TEST, 0, 0);
    for (int kills = 0; kills < 20; kills++) {
        int told[2];
        assert_int_equal(pipe(told), 0);
        pid_t pid = start(fixture, 1, EXECUTIONS, told[1]);
        close(told[1]);
        struct timespec pause = {0, (long)assay_random_below(&random, 12000000)};
        nanosleep(&pause, NULL);
        kill(pid, SIGKILL);
        int end = wait_for(pid);
        assert_true(end == -SIGKILL || end == 0);
        stored += drain(told[0]);
        close(told[0]);
        size_t found = (size_t)fixture_number(fixture->path, "SELECT count(*) FROM execution");
        assert_in_range(found, stored, stored + 1); /* one commit may not have been told */
        stored = found;
    }
    fixture_sound(fixture);
    assert_int_equal(wait_for(start(fixture, 1, EXECUTIONS, -1)), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(DISTINCT round) FROM execution"),
                     EXECUTIONS);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM execution"), EXECUTIONS);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM value"), EXECUTIONS);
    fixture_sound(fixture);
}

static void one_process_runs_an_experiment(void **state)
{
    struct fixture *fixture = *state;
    make_experiment(fixture);
    int told[2];
    assert_int_equal(pipe(told), 0);
    pid_t pid = start(fixture, 1, 1u << 30, told[1]);
    close(told[1]);
    char byte;
    assert_int_equal(read(told[0], &byte, 1), 1); /* it runs */

    struct store *store = NULL;
    struct experiment_info info;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_int_equal(store_resume(store, 1, &fixture->error), ASSAY_SYSTEM);
    char process[32];
    (void)snprintf(process, sizeof process, "process %ld", (long)pid);
    assert_non_null(strstr(fixture->error.text, process));
    assert_stored(fixture, store_find(store, "1", &info, &fixture->error)); /* readers may */
    experiment_info_fini(&info);

    kill(pid, SIGKILL);
    assert_int_equal(wait_for(pid), -SIGKILL);
    assert_stored(fixture, store_resume(store, 1, &fixture->error));
    store_close(&store);
    close(told[0]);
}

static void two_experiments_at_once_lose_nothing(void **state)
{
    enum { EACH = 1500 };
    struct fixture *fixture = *state;
    pid_t pids[3];
    for (size_t i = 0; i < 3; i++) /* the store itself is made by whoever comes first */
        pids[i] = start(fixture, 0, EACH, -1);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(wait_for(pids[i]), 0);
    assert_int_equal(fixture_number(fixture->path, "SELECT count(*) FROM experiment"), 3);
    assert_int_equal(fixture_number(fixture->path,
                                    "SELECT count(*) FROM (SELECT count(*) AS n FROM execution"
                                    " GROUP BY experiment UNION ALL SELECT sum(executions) FROM"
                                    " packed_execution GROUP BY experiment) WHERE n = 1500"),
                     3);
    fixture_sound(fixture);
    char lock[192];
    (void)snprintf(lock, sizeof lock, "%s-run", fixture->path);
    assert_int_not_equal(access(lock, F_OK), 0);
}

/* Opens it as soon as the pipe closes. */
static pid_t start_opening(const char *path, const int gate[2])
{
    const pid_t pid = fork_child();
    if (pid > 0)
        return pid;
    char ignored;
    struct store *store = NULL;
    struct assay_error error;
    (void)close(gate[1]);
    (void)!read(gate[0], &ignored, 1);
    if (store_open(path, STORE_WRITE, &store, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        _exit(1);
    }
    store_close(&store);
    _exit(0);
}

/* Whoever comes while a new store is being made waits. */
static void many_make_one_store(void **state)
{
    enum { STORES = 60, PROCESSES = 6 };
    struct fixture *fixture = *state;
    for (int i = 0; i < STORES; i++) {
        char path[192];
        int gate[2];
        pid_t pids[PROCESSES];
        (void)snprintf(path, sizeof path, "%s-%d", fixture->path, i);
        assert_int_equal(pipe(gate), 0);
        for (size_t p = 0; p < PROCESSES; p++)
            pids[p] = start_opening(path, gate);
        (void)close(gate[0]);
        (void)close(gate[1]);
        for (size_t p = 0; p < PROCESSES; p++)
            assert_int_equal(wait_for(pids[p]), 0);
    }
}

/* A child process, as a launcher is, inherits no lock. */
static void a_forked_child_holds_no_lock(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = NULL;
    struct design *design = fixture_design(false);
    int64_t experiment;
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, NULL, &experiment, &fixture->error));
    const pid_t pid = fork_child();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    store_close(&store);
    assert_int_equal(wait_for(start(fixture, experiment, 3, -1)), 0);
    kill(pid, SIGKILL);
    assert_int_equal(wait_for(pid), -SIGKILL);
    design_free(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(killed_at_any_moment_nothing_is_lost),
        fixture_test(one_process_runs_an_experiment),
        fixture_test(two_experiments_at_once_lose_nothing),
        fixture_test(many_make_one_store),
        fixture_test(a_forked_child_holds_no_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_beside.c -- commands side by side on one processor: that they are, and what is left of them. */
#include "none_alive.h"
#include "running.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

#include "design/value.h"
#include "measure/execution.h"
#include "measure/places.h"

extern char **environ;

enum { PAIR = 2 };

/* What a pair of scripts came to. */
struct pair {
    struct spawn_result results[PAIR];
    struct lane_facts facts[PAIR];
    struct last_output out[PAIR];
    size_t cpu; /* the first that we may use */
};

static size_t first_processor(uint64_t set[16])
{
    assert_int_equal(sched_getaffinity(0, 16 * sizeof *set, (cpu_set_t *)set), 0);
    size_t cpu = 0;
    while ((set[cpu / 64] >> cpu % 64 & 1) == 0)
        cpu++;
    return cpu;
}

static void run_pair(const char *const *scripts, const struct spawn_beside *beside,
                     double timeout_s, struct pair *pair)
{
    char *argv[PAIR][4];
    int pipes[PAIR][2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct spawn spawns[PAIR];
    uint64_t set[16] = {0};
    *pair = (struct pair){.cpu = first_processor(set)};
    for (size_t i = 0; i < PAIR; i++) {
        memcpy(argv[i], ((char *[]){(char *)"sh", (char *)"-c", (char *)scripts[i], NULL}),
               sizeof argv[i]);
        assert_int_equal(pipe2(pipes[i], O_CLOEXEC), 0);
        assert_int_equal(fcntl(pipes[i][0], F_SETFL, O_NONBLOCK), 0);
        spawns[i] = (struct spawn){
            .path = "/bin/sh",
            .argv = argv[i],
            .envp = environ,
            .directory = "/tmp",
            .files = {null, pipes[i][1], null, -1},
            .timeout_s = timeout_s,
            .readers = {{pipes[i][0], last_output_take, &pair->out[i]}, {.fd = -1}},
        };
        spawns[i].place.cpus[pair->cpu / 64] = (uint64_t)1 << pair->cpu % 64;
    }
    struct assay_error error = {ASSAY_OK, ""};
    if (launcher_run_beside(launcher, spawns, PAIR, beside, pair->results, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    memcpy(pair->facts, launcher_burst(launcher)->lanes, sizeof pair->facts);
    for (size_t i = 0; i < PAIR; i++) {
        close(pipes[i][0]);
        close(pipes[i][1]);
    }
    close(null);
}

static double cpu_s(const struct spawn_result *result)
{
    const struct rusage *usage = &result->usage;
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Some tenths of a second of processor time. */
#define SPIN "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"
static const struct spawn_beside once = {.runs = 1};

static void assert_went_well(const struct pair *pair, uint32_t runs)
{
    for (size_t i = 0; i < PAIR; i++) {
        assert_int_equal(pair->results[i].error_number, 0);
        assert_true(pair->results[i].expected);
        assert_int_equal(pair->facts[i].runs, runs);
        assert_false(pair->facts[i].cut_short || pair->facts[i].left_behind ||
                     pair->facts[i].moved);
    }
}

/* Each waits, busy, until the other one is there: that ends only where both are at work at once. */
static void they_are_at_work_at_once(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-beside-XXXXXX", scripts[PAIR][256];
    struct pair pair;
    assert_non_null(mkdtemp(directory));
    for (int i = 0; i < PAIR; i++)
        snprintf(scripts[i], sizeof scripts[i],
                 "cd %s; : >%d; while [ ! -e %d ]; do :; done; " SPIN, directory, i, 1 - i);
    run_pair((const char *[]){scripts[0], scripts[1]}, &once, 0, &pair);
    assert_went_well(&pair, 1);
    const int64_t a = pair.results[0].wall_ns, b = pair.results[1].wall_ns;
    assert_true((double)(a < b ? a : b) > 0.8 * (double)(a < b ? b : a));
    /* One processor has no more than its time; two would have twice that. Starting is in the one, not in the other. */
    assert_true(cpu_s(&pair.results[0]) + cpu_s(&pair.results[1]) <=
                1.2e-9 * (double)(a < b ? b : a));
    assert_true(cpu_s(&pair.results[0]) > 0.01 && cpu_s(&pair.results[1]) > 0.01);
    for (int i = 0; i < PAIR; i++) {
        snprintf(scripts[i], sizeof scripts[i], "%s/%d", directory, i);
        assert_int_equal(unlink(scripts[i]), 0);
    }
    assert_int_equal(rmdir(directory), 0);
}

static void both_have_one_processor(void **state)
{
    (void)state;
    struct pair pair;
    const char *where = "sed -n 's/Cpus_allowed_list:[^0-9]*//p' /proc/self/status";
    run_pair((const char *[]){where, where}, &once, 0, &pair);
    assert_went_well(&pair, 1);
    for (size_t i = 0; i < PAIR; i++)
        assert_int_equal(atoi(last_output_text(&pair.out[i])), (int)pair.cpu);
}

/* Usage is that of all runs, memory the largest of one; what a lane does itself is none of it. */
static void runs_follow_one_another(void **state)
{
    (void)state;
    struct pair pair;
    const struct spawn_beside three = {.runs = 3};
    run_pair((const char *[]){"echo a", "echo bb"}, &three, 0, &pair);
    assert_went_well(&pair, 3);
    assert_string_equal(last_output_text(&pair.out[0]), "a\na\na\n");
    assert_string_equal(last_output_text(&pair.out[1]), "bb\nbb\nbb\n");
    assert_true(pair.results[0].usage.ru_maxrss * 1024 < SMALL_PEAK_BYTES);
}

/* Where the kernel takes the wish, what is started has it too. */
static void slices_are_inherited_or_said_to_be_the_kernels(void **state)
{
    (void)state;
    struct pair pair;
    const struct spawn_beside beside = {.runs = 1, .slice_ns = 7000000};
    const char *show = "sed -n 's/^se.slice[^0-9]*//p' /proc/self/sched";
    run_pair((const char *[]){show, show}, &beside, 0, &pair);
    assert_went_well(&pair, 1);
    for (size_t i = 0; i < PAIR; i++) {
        assert_true(pair.facts[i].slice_ns == 0 || pair.facts[i].slice_ns == beside.slice_ns);
        const char *seen = last_output_text(&pair.out[i]);
        if (pair.facts[i].slice_ns > 0 && *seen != '\0')
            assert_int_equal(atoi(seen), (int)beside.slice_ns);
    }
}

static void one_that_fails_ends_the_round(void **state)
{
    (void)state;
    struct pair pair;
    char flag[] = "/tmp/assay-beside-XXXXXX", scripts[PAIR][128];
    const int file = mkstemp(flag);
    assert_true(file >= 0 && close(file) == 0);
    snprintf(scripts[0], sizeof scripts[0], "echo $$; sleep 60 & echo $!; rm %s; wait", flag);
    snprintf(scripts[1], sizeof scripts[1], "while [ -e %s ]; do sleep 0.01; done; exit 3", flag);
    run_pair((const char *[]){scripts[0], scripts[1]}, &once, 0, &pair);
    assert_int_equal(WEXITSTATUS(pair.results[1].status), 3);
    assert_false(pair.results[1].expected || pair.facts[1].cut_short);
    assert_true(pair.facts[0].cut_short);
    assert_false(pair.results[0].expected || pair.results[0].interrupted);
    assert_none_alive(&pair.out[0], 2);
}

static void one_that_cannot_be_started_ends_it_too(void **state)
{
    (void)state;
    struct pair pair;
    run_pair((const char *[]){"exec /nonexistent", "echo $$; sleep 60"}, &once, 0, &pair);
    assert_int_equal(WEXITSTATUS(pair.results[0].status), 127);
    assert_true(pair.facts[1].cut_short);
}

static void time_limit_ends_both(void **state)
{
    (void)state;
    struct pair pair;
    run_pair((const char *[]){"echo $$; sleep 60 & echo $!; wait", "echo $$; sleep 60"}, &once, 0.1,
             &pair);
    assert_true(pair.results[0].timed_out && pair.results[1].timed_out);
    assert_none_alive(&pair.out[0], 2);
    assert_none_alive(&pair.out[1], 1);
}

static void what_is_left_behind_is_told_and_ended(void **state)
{
    (void)state;
    struct pair pair;
    run_pair((const char *[]){"setsid sleep 60 & echo $!", "true"}, &once, 0, &pair);
    assert_true(pair.results[0].expected && pair.results[1].expected);
    assert_true(pair.facts[0].left_behind && pair.facts[1].left_behind);
    assert_none_alive(&pair.out[0], 1);
}

/* The launcher is killed in the middle of a round: its lanes die with it, and what they started. */
static void nothing_outlives_the_launcher(void **state)
{
    (void)state;
    struct launcher *mine;
    int pipes[2], began[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)"echo $$; echo >&2; " SPIN "; sleep 60",
                    NULL};
    struct last_output out = {.n = 0};
    struct assay_error error;
    uint64_t set[16] = {0};
    const size_t cpu = first_processor(set);
    assert_int_equal(launcher_start(&mine, NULL, &error), ASSAY_OK);
    assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
    assert_int_equal(pipe2(began, O_CLOEXEC), 0);
    assert_int_equal(fcntl(pipes[0], F_SETFL, O_NONBLOCK), 0);
    struct spawn spawn = {.path = "/bin/sh",
                          .argv = argv,
                          .envp = environ,
                          .directory = "/",
                          .files = {null, pipes[1], began[1], -1},
                          .readers = {{pipes[0], last_output_take, &out}, {.fd = -1}}};
    spawn.place.cpus[cpu / 64] = (uint64_t)1 << cpu % 64;
    const struct spawn spawns[PAIR] = {spawn, spawn};
    struct spawn_result results[PAIR];
    const pid_t killer = fork();
    if (killer == 0) {
        char newline;
        for (int i = 0; i < PAIR; i++)
            if (read(began[0], &newline, 1) != 1)
                _exit(1);
        (void)kill(launcher_process(mine), SIGKILL);
        _exit(0);
    }
    assert_int_not_equal(launcher_run_beside(mine, spawns, PAIR, &once, results, &error), ASSAY_OK);
    (void)waitpid(killer, NULL, 0);
    usleep(50000); /* they are killed as orphans, by the kernel */
    char byte[64];
    const ssize_t n = read(pipes[0], byte, sizeof byte); /* what came after the last look */
    last_output_take(&out, byte, n > 0 ? (size_t)n : 0);
    assert_none_alive(&out, PAIR);
    launcher_stop(&mine);
    close(pipes[0]);
    close(pipes[1]);
    close(began[0]);
    close(began[1]);
    close(null);
}

/* ---- rounds of an experiment ----------------------------------------------------------------- */

static void beside_init(struct small *s, const char *run, size_t rounds)
{
    small_init(s, run);
    s->metrics[0] = (char *)"user+system";
    s->design.n_systems = 2;
    s->design.levels[0].count = rounds;
    s->design.order = (struct design_order){.by = ORDER_SLICES, .tried = true, .slice_s = 0.005};
    use_shell(s);
}

static void a_round_is_kept_whole(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    beside_init(&s, "exit 0", 3);
    s.benchmark.batch = 4;
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_int_equal(sink.n, 6);
    for (size_t i = 0; i < sink.n; i++) {
        assert_int_equal(sink.items[i].step.round, i / 2);
        assert_int_equal(sink.items[i].n_series, 1);
        assert_string_equal(sink.items[i].series[0].metric, "user+system");
        assert_int_equal(sink.items[i].series[0].batch, 4);
        assert_true(sink.items[i].series[0].first > 0);
    }
    sink_fini(&sink);
}

/* Its wall time is there, as of every process, and is not kept. */
static void wall_time_is_not_kept(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    beside_init(&s, "exit 0", 1);
    s.metrics[1] = (char *)"wall";
    s.benchmark.n_metrics = s.design.n_metrics = 2;
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_int_equal(sink.n, 2);
    assert_int_equal(sink.items[0].n_series, 1);
    sink_fini(&sink);
}

static double drawn(const struct kept *kept, const char *name)
{
    for (size_t i = 0; i < kept->n_draws; i++)
        if (strcmp(kept->draws[i].name, name) == 0)
            return kept->draws[i].value;
    return -1;
}

/* Each sees where it may run: on a processor that is its own in the round, and both in all. */
static void a_duet_changes_places(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    char text[200];
    size_t on_second[2] = {0};
    beside_init(&s, "n=$(sed -n 's/Cpus_allowed_list:[^0-9]*//p' /proc/self/status); exit $n", 8);
    s.design.order = (struct design_order){.by = ORDER_DUET, .tried = true};
    if (places_refuse(&s.design, text, sizeof text))
        skip();
    s.metrics[0] = (char *)"wall";
    value_read_exit_codes("0-255", &s.benchmark.exit_codes);
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_int_equal(sink.n, 16);
    for (size_t i = 0; i < sink.n; i += 2) {
        const struct kept *one = &sink.items[i], *other = &sink.items[i + 1];
        const double cpu = drawn(one, "cpu"), beside = drawn(other, "cpu");
        assert_true(cpu >= 0 && beside >= 0 && cpu != beside);
        assert_true((int)cpu == one->exit_code && (int)beside == other->exit_code);
        assert_string_equal(one->series[0].metric, "wall");
        assert_true(one->series[0].first > 0 && drawn(one, "slice_ms") < 0);
        on_second[(cpu > beside ? one : other)->step.system]++;
    }
    assert_true(on_second[0] == 4 && on_second[1] == 4);
    sink_fini(&sink);
}

/* The failure is kept alone; a resumed run tries the pair once more, and does not pair what it has with another. */
static void a_failure_takes_its_round_along(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0}, second = {.before = &sink};
    struct experiment_report report;
    beside_init(&s, "[ {system} = old ] || exit 5", 2);
    s.design.ignore_failure = true;
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_int_equal(sink.n, 2);
    assert_int_equal(sink.items[0].outcome, OUTCOME_EXIT);
    assert_int_equal(sink.items[0].exit_code, 5);
    assert_int_equal(report.failures, 2);
    assert_int_equal(report.skipped, 2);
    assert_int_equal(run(&s, &second, &report), ASSAY_OK);
    assert_int_equal(second.n, 0);
    sink_fini(&sink);
    sink_fini(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_at_work_at_once),
        cmocka_unit_test(both_have_one_processor),
        cmocka_unit_test(runs_follow_one_another),
        cmocka_unit_test(slices_are_inherited_or_said_to_be_the_kernels),
        cmocka_unit_test(one_that_fails_ends_the_round),
        cmocka_unit_test(one_that_cannot_be_started_ends_it_too),
        cmocka_unit_test(time_limit_ends_both),
        cmocka_unit_test(what_is_left_behind_is_told_and_ended),
        cmocka_unit_test(nothing_outlives_the_launcher),
        cmocka_unit_test(a_round_is_kept_whole),
        cmocka_unit_test(wall_time_is_not_kept),
        cmocka_unit_test(a_duet_changes_places),
        cmocka_unit_test(a_failure_takes_its_round_along),
    };
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_launcher.c -- every way for a command to end, and nothing left behind. */
#include "fixture.h"
#include "none_alive.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "measure/launcher.h"

static struct launcher *launcher;

extern char **environ;

struct output {
    int pipe[2];
    struct last_output tail;
    size_t bytes;
};

static void count(void *context, const char *bytes, size_t n)
{
    struct output *output = context;
    output->bytes += n;
    last_output_take(&output->tail, bytes, n);
}

static void output_open(struct output *output)
{
    memset(output, 0, sizeof *output);
    assert_int_equal(pipe2(output->pipe, O_CLOEXEC), 0);
    assert_int_equal(fcntl(output->pipe[0], F_SETFL, O_NONBLOCK), 0);
}

static void output_close(struct output *output)
{
    close(output->pipe[0]);
    close(output->pipe[1]);
}

/* Runs a script; its standard output comes into output (NULL: thrown away). */
static struct spawn_result run_script(const char *script, double timeout_s, struct output *output)
{
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct spawn spawn = {
        .path = "/bin/sh",
        .argv = argv,
        .envp = environ,
        .directory = "/",
        .files = {null, output != NULL ? output->pipe[1] : null, null, -1},
        .timeout_s = timeout_s,
        .readers = {{output != NULL ? output->pipe[0] : -1, count, output}, {.fd = -1}},
    };
    struct spawn_result result;
    struct assay_error error = {ASSAY_OK, ""};
    if (launcher_run(launcher, &spawn, &result, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    close(null);
    return result;
}

static void tells_how_it_ended(void **state)
{
    (void)state;
    struct spawn_result r = run_script("exit 0", 0, NULL);
    assert_true(r.error_number == 0 && WIFEXITED(r.status) && WEXITSTATUS(r.status) == 0);
    assert_true(r.wall_ns > 0 && r.start_ns > 0);
    assert_int_equal(WEXITSTATUS(run_script("exit 127", 0, NULL).status), 127);
    r = run_script("kill -SEGV $$", 0, NULL);
    assert_true(WIFSIGNALED(r.status) && WTERMSIG(r.status) == SIGSEGV);
}

/* What the command says with its exit code is up to who asked for it; a signal says nothing. */
static void knows_what_was_expected(void **state)
{
    (void)state;
    char *argv[] = {(char *)"sh", (char *)"-c", NULL, NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct spawn spawn = {.path = "/bin/sh",
                          .argv = argv,
                          .envp = environ,
                          .directory = "/",
                          .files = {null, null, null, -1},
                          .readers = {{.fd = -1}, {.fd = -1}}};
    const struct {
        const char *script;
        struct exit_codes codes;
        bool expected;
    } cases[] = {{"exit 0", {{0}}, true},      {"exit 1", {{0}}, false},
                 {"exit 1", {{2}}, true},      {"exit 0", {{2}}, false},
                 {"exit 64", {{0, 1}}, true},  {"exit 64", {{1}}, false},
                 {"kill -9 $$", {{1}}, false}, {"kill -9 $$", {{512}}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spawn_result result;
        argv[2] = (char *)cases[i].script;
        spawn.exit_codes = cases[i].codes;
        assert_int_equal(launcher_run(launcher, &spawn, &result, NULL), ASSAY_OK);
        assert_int_equal(result.expected, cases[i].expected);
    }
    close(null);
}

/* Nanoseconds ready and waiting, of a script. */
static int64_t runnable_of(const char *script, bool asked)
{
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct spawn spawn = {.path = "/bin/sh",
                          .argv = argv,
                          .envp = environ,
                          .directory = "/",
                          .files = {null, null, null, -1},
                          .place = {.read_runnable = asked},
                          .readers = {{.fd = -1}, {.fd = -1}}};
    struct spawn_result result;
    assert_int_equal(launcher_run(launcher, &spawn, &result, NULL), ASSAY_OK);
    close(null);
    assert_true(result.runnable_ns <= result.wall_ns);
    return result.runnable_ns;
}

static void time_that_it_waited_for_a_processor(void **state)
{
    (void)state;
    const char *work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
    char child[96];
    (void)snprintf(child, sizeof child, "(%s); :", work);
    if (access("/proc/self/schedstat", R_OK) != 0)
        skip();
    assert_true(runnable_of(work, true) >= 0);
    assert_int_equal(runnable_of(work, false), -1);
    assert_int_equal(runnable_of(child, true), -1); /* what the child waited is not known */
}

static void exec_failure_is_not_an_exit_code(void **state)
{
    (void)state;
    char *argv[] = {(char *)"none", NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct spawn spawn = {.path = "/proc/nonexistent/none",
                          .argv = argv,
                          .envp = environ,
                          .directory = "/",
                          .files = {null, null, null, -1},
                          .readers = {{.fd = -1}, {.fd = -1}}};
    struct spawn_result result;
    assert_int_equal(launcher_run(launcher, &spawn, &result, NULL), ASSAY_OK);
    assert_int_equal(result.error_number, ENOENT);
    spawn.path = "/etc/passwd";
    assert_int_equal(launcher_run(launcher, &spawn, &result, NULL), ASSAY_OK);
    assert_int_equal(result.error_number, EACCES);
    spawn.path = "/bin/true";
    spawn.directory = "/proc/nonexistent";
    assert_int_equal(launcher_run(launcher, &spawn, &result, NULL), ASSAY_OK);
    assert_int_equal(result.error_number, ENOENT);
    close(null);
}

static void time_limit_kills(void **state)
{
    (void)state;
    struct spawn_result r =
        run_script("trap '' TERM INT HUP; while :; do sleep 9; done", 0.1, NULL);
    assert_true(r.timed_out && WIFSIGNALED(r.status) && WTERMSIG(r.status) == SIGKILL);
    assert_false(run_script("exit 0", 30, NULL).timed_out);
}

static int lines_of(const struct output *output)
{
    int n = 0;
    for (const char *at = last_output_text((struct last_output *)&output->tail); *at != '\0'; at++)
        n += *at == '\n';
    return n;
}

/* A script that never ends and prints so many process numbers: its limit is reached with all of them
 * printed, which takes a busy machine longer. None of them lives on. */
static void assert_limit_ends_all(const char *script, int numbers)
{
    double limit_s = 0.2;
    struct output output;
    for (int n = 0; n < numbers; limit_s *= 3) {
        output_open(&output);
        assert_true(limit_s < 60);
        assert_true(run_script(script, limit_s, &output).timed_out);
        n = lines_of(&output);
        assert_none_alive(&output.tail, n);
        output_close(&output);
    }
}

static void time_limit_kills_children_too(void **state)
{
    (void)state;
    assert_limit_ends_all("sleep 60 & echo $!; (trap '' TERM; sleep 60) & echo $!; echo $$; wait",
                          3);
}

/* Two that stay, in a session of their own; they let go of their output when they have said who they are. */
#define LEAVES "setsid sh -c 'sleep 60 >/dev/null & echo $$ $!; exec >/dev/null; wait' & "

/* Also those that left for a session of their own, when their parent has gone. */
static void nothing_stays_behind(void **state)
{
    (void)state;
    struct output output;
    output_open(&output);
    assert_int_equal(run_script("echo $(" LEAVES ")", 0, &output).status, 0);
    assert_none_alive(&output.tail, 2);
    output_close(&output);
    assert_limit_ends_all("setsid sh -c 'echo $$; sleep 60' & sleep 60", 1);
}

static void bounded_fork_bomb_is_cleared(void **state)
{
    (void)state;
    struct output output;
    output_open(&output);
    run_script("echo $(for i in 1 2 3 4 5 6 7 8 9 10; do (" LEAVES "); done)", 0, &output);
    assert_none_alive(&output.tail, 20);
    output_close(&output);
}

static void much_output_is_read_on_the_way(void **state)
{
    (void)state;
    struct output output;
    output_open(&output);
    struct spawn_result r =
        run_script("head -c 100000000 /dev/zero | tr '\\0' 'x'; echo end", 60, &output);
    assert_int_equal(r.status, 0);
    assert_int_equal(output.bytes, 100000004);
    assert_string_equal(last_output_text(&output.tail) + output.tail.n - 4, "end\n");
    output_close(&output);
}

/* In pieces that do not fill it, that fill it, and that are longer. */
static void the_last_output_is_the_end_of_all(void **state)
{
    (void)state;
    static char all[7 * LAST_OUTPUT_SIZE];
    const size_t pieces[] = {1, LAST_OUTPUT_SIZE - 1,     1,    100, LAST_OUTPUT_SIZE,
                             3, 2 * LAST_OUTPUT_SIZE + 5, 1000, 3500};
    struct last_output output = {0};
    size_t n = 0;
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = (char)('a' + i * i % 23);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        last_output_take(&output, all + n, pieces[i]);
        n += pieces[i];
        const size_t kept = n < LAST_OUTPUT_SIZE ? n : LAST_OUTPUT_SIZE;
        assert_int_equal(output.n, kept);
        assert_int_equal(output.total, n);
        assert_memory_equal(last_output_text(&output), all + n - kept, kept);
    }
}

static void only_four_descriptors_reach_the_child(void **state)
{
    (void)state;
    struct output output;
    int leak = open("/dev/null", O_RDONLY); /* as a careless caller may hold */
    output_open(&output);
    run_script("for i in 0 1 2 3 4 5 6 7 8 9 10 11 12; do test -e /proc/$$/fd/$i && echo $i; done",
               0, &output);
    assert_string_equal(last_output_text(&output.tail), "0\n1\n2\n");
    output_close(&output);
    close(leak);
}

static void child_leads_its_own_group(void **state)
{
    (void)state;
    struct output output;
    output_open(&output);
    run_script("set -- $(cat /proc/$$/stat); echo $(($1 - $5))", 0, &output);
    assert_string_equal(last_output_text(&output.tail), "0\n");
    output_close(&output);
}

/* The peak of this test program must not become the child's. Filled memory stays filled. */
static void big_parent_does_not_count(void **state)
{
    (void)state;
    const size_t size = (size_t)300 << 20;
    char *block = malloc(size);
    assert_non_null(block);
    memset(block, 1, size);
    struct spawn_result r = run_script("exit 0", 0, NULL);
    assert_true(((volatile char *)block)[size - 1] == 1);
    free(block);
    assert_in_range(r.usage.ru_maxrss, 1, SMALL_PEAK_BYTES / 1024);
}

/* Nor what the program held when it started the launcher: a file and memory that it filled stay what they are, and count no more. */
static void small_commands_have_their_own_peak(void **state)
{
    (void)state;
    const size_t size = (size_t)8 << 20;
    struct launcher *first = launcher;
    char *block = malloc(size);
    assert_non_null(block);
    memset(block, 1, size);
    assert_int_equal(launcher_start(&launcher, NULL, NULL), ASSAY_OK);
    const struct spawn_result r = run_script("exit 0", 0, NULL);
    launcher_stop(&launcher);
    launcher = first;
    free(block);
    assert_false(r.peak_hidden);
    assert_in_range(r.usage.ru_maxrss, 1, OWN_PEAK_BYTES / 1024);
}

static void killed_launcher_is_reported(void **state)
{
    (void)state;
    struct launcher *other;
    struct launcher *usual = launcher;
    assert_int_equal(launcher_start(&other, NULL, NULL), ASSAY_OK);
    launcher = other;
    struct output output;
    output_open(&output);
    run_script("set -- $(cat /proc/$$/stat); echo $4", 0, &output); /* the launcher itself */
    int pid = atoi(last_output_text(&output.tail));
    launcher = usual;
    assert_true(pid > 1);
    char *argv[] = {(char *)"sh", (char *)"-c",
                    (char *)"setsid sleep 60 & echo $! $$; sleep 0.1; kill -KILL $PPID; sleep 60",
                    NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    last_output_clear(&output.tail);
    struct spawn spawn = {.path = "/bin/sh",
                          .argv = argv,
                          .envp = environ,
                          .directory = "/",
                          .files = {null, output.pipe[1], null, -1},
                          .readers = {{output.pipe[0], count, &output}, {.fd = -1}}};
    struct spawn_result result;
    struct assay_error error;
    assert_int_not_equal(launcher_run(other, &spawn, &result, &error), ASSAY_OK);
    assert_non_null(strstr(error.text, "signal 9"));
    assert_none_alive(&output.tail, 2);
    assert_int_not_equal(launcher_run(other, &spawn, &result, &error), ASSAY_OK);
    launcher_stop(&other);
    output_close(&output);
    close(null);
}

/* Waits for what must happen soon; the bound is only there to end a failing test. */
static bool is_gone_soon(int pid)
{
    for (int i = 0; i < 500 && kill(pid, 0) == 0; i++)
        usleep(10000);
    return kill(pid, 0) != 0;
}

/* kill -9 of the program: the launcher ends the command and all that came of it. */
static void launcher_dies_with_the_program(void **state)
{
    (void)state;
    struct output output;
    output_open(&output);
    pid_t program = fork();
    if (program == 0) {
        if (launcher_start(&launcher, NULL, NULL) == ASSAY_OK)
            run_script("(setsid sleep 60) & echo $$ $PPID; wait", 0,
                       &(struct output){{-1, output.pipe[1]}, {0}, 0});
        _exit(1);
    }
    char text[64];
    ssize_t n = -1;
    while (n <= 0) {
        usleep(10000);
        n = read(output.pipe[0], text, sizeof text - 1);
    }
    text[n] = '\0';
    int child = 0, server = 0;
    assert_int_equal(sscanf(text, "%d %d", &child, &server), 2);
    kill(program, SIGKILL);
    (void)waitpid(program, NULL, 0);
    assert_true(is_gone_soon(child));
    (void)waitpid(server, NULL, 0);                  /* it came to us, who are a subreaper */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), 0); /* only the usual launcher is left, alive */
    output_close(&output);
}

/* A time limit or an interrupt may reach it when the command that was meant has just ended. */
static void a_late_signal_ends_nothing(void **state)
{
    (void)state;
    const pid_t process = launcher_process(launcher);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(run_script("exit 0", 0, NULL).status, 0);
        usleep(5000); /* it waits for the next command by now */
        launcher_burst(launcher)->unwanted = 1;
        assert_int_equal(kill(process, i == 0 ? SIGALRM : SIGUSR1), 0);
        usleep(5000);
        const struct spawn_result r = run_script("exit 0", 0, NULL);
        assert_true(r.status == 0 && !r.timed_out && !r.interrupted);
    }
}

/* The program was killed before the launcher could ask to be told: it sees a parent that it does not
 * know, and leaves without waiting for commands. */
static void an_orphan_leaves_at_once(void **state)
{
    (void)state;
    int sockets[2];
    static struct burst burst;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    const pid_t child = fork();
    if (child == 0) {
        close(sockets[0]);
        launcher_serve(sockets[1], getpid(), &burst, NULL);
        _exit(1);
    }
    close(sockets[1]);
    struct pollfd hangup = {sockets[0], POLLIN, 0};
    const int left = poll(&hangup, 1, 5000);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(left, 1);
    close(sockets[0]);
}

static int stop_group(void **state)
{
    (void)state;
    launcher_stop(&launcher);
    launcher_stop(&launcher); /* twice is no harm */
    return 0;
}

int main(void)
{
    struct assay_error error;
    if (launcher_start(&launcher, NULL, &error) != ASSAY_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_how_it_ended),
        cmocka_unit_test(knows_what_was_expected),
        cmocka_unit_test(time_that_it_waited_for_a_processor),
        cmocka_unit_test(exec_failure_is_not_an_exit_code),
        cmocka_unit_test(time_limit_kills),
        cmocka_unit_test(time_limit_kills_children_too),
        cmocka_unit_test(nothing_stays_behind),
        cmocka_unit_test(bounded_fork_bomb_is_cleared),
        cmocka_unit_test(much_output_is_read_on_the_way),
        cmocka_unit_test(the_last_output_is_the_end_of_all),
        cmocka_unit_test(a_late_signal_ends_nothing),
        cmocka_unit_test(an_orphan_leaves_at_once),
        cmocka_unit_test(only_four_descriptors_reach_the_child),
        cmocka_unit_test(child_leads_its_own_group),
        cmocka_unit_test(big_parent_does_not_count),
        cmocka_unit_test(small_commands_have_their_own_peak),
        cmocka_unit_test(killed_launcher_is_reported),
        cmocka_unit_test(launcher_dies_with_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, stop_group);
}

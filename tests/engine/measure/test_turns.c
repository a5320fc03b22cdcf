/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_turns.c -- iterations in turn: never two at once, one of each, also where the numbers are unequal. */
#include "running.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "measure/execution.h"

extern char **environ;

enum { PAIR = 2 };

/* What is measured: so many iterations, whose begin and end stand in a file that all write to. */
static int play(const char *name, const char *iterations, const char *path)
{
    const int file = open(path, O_WRONLY | O_APPEND);
    for (long i = atol(iterations); i > 0; i--) {
        char byte = 't', begin = name[0], end = (char)(name[0] + 1);
        if (write(SPAWN_TURN, &byte, 1) != 1 || read(SPAWN_TURN, &byte, 1) != 1)
            return 3;
        if (write(file, &begin, 1) != 1)
            return 4;
        (void)usleep(1000); /* who does not wait, comes in between */
        if (write(file, &end, 1) != 1)
            return 4;
    }
    return 0;
}

struct played {
    struct spawn_result results[PAIR];
    uint32_t turns[PAIR];
    char text[256];
};

/* Programs a (writes a, b) and p (writes p, q); iterations "-1": it does not ask, and only ends. */
static void run_pair(const char *first, const char *second, struct played *played)
{
    char path[] = "/tmp/assay-turns-XXXXXX", self[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const int file = mkstemp(path), null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const char *names[PAIR] = {"a", "p"}, *iterations[PAIR] = {first, second};
    char *argv[PAIR][6];
    struct spawn spawns[PAIR];
    const struct spawn_beside beside = {.runs = 1, .in_turn = 1};
    struct assay_error error = {ASSAY_OK, ""};
    assert_true(length > 0 && file >= 0 && null >= 0);
    self[length] = '\0';
    for (size_t i = 0; i < PAIR; i++) {
        memcpy(
            argv[i],
            ((char *[]){self, (char *)"play", (char *)names[i], (char *)iterations[i], path, NULL}),
            sizeof argv[i]);
        spawns[i] = (struct spawn){.path = self,
                                   .argv = argv[i],
                                   .envp = environ,
                                   .directory = "/tmp",
                                   .files = {null, null, null, -1},
                                   .timeout_s = 30,
                                   .readers = {{.fd = -1}, {.fd = -1}}};
        assert_int_equal(
            sched_getaffinity(0, sizeof spawns[i].place.cpus, (cpu_set_t *)spawns[i].place.cpus),
            0);
    }
    *played = (struct played){.text = ""};
    if (launcher_run_beside(launcher, spawns, PAIR, &beside, played->results, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < PAIR; i++)
        played->turns[i] = launcher_burst(launcher)->lanes[i].turns;
    assert_true(pread(file, played->text, sizeof played->text - 1, 0) >= 0);
    close(file);
    close(null);
    assert_int_equal(unlink(path), 0);
}

static void iterations_go_in_turn(void **state)
{
    (void)state;
    struct played played;
    run_pair("4", "4", &played);
    assert_true(played.results[0].expected && played.results[1].expected);
    assert_string_equal(played.text, "abpqabpqabpqabpq");
    assert_true(played.turns[0] == 4 && played.turns[1] == 4);
}

/* Who has more of them goes on alone. */
static void the_rest_goes_on_alone(void **state)
{
    (void)state;
    struct played played;
    run_pair("2", "5", &played);
    assert_true(played.results[0].expected && played.results[1].expected);
    assert_string_equal(played.text, "abpqabpqpqpqpq");
    assert_true(played.turns[0] == 2 && played.turns[1] == 5);
}

static void one_that_never_asks_holds_nobody_up(void **state)
{
    (void)state;
    struct played played;
    run_pair("3", "-1", &played);
    assert_true(played.results[0].expected && played.results[1].expected);
    assert_string_equal(played.text, "ababab");
    assert_true(played.turns[0] == 3 && played.turns[1] == 0);
}

/* Two that share no turns run as ever, and find no descriptor. */
static void without_turns_there_is_nobody_to_ask(void **state)
{
    (void)state;
    assert_int_equal(fcntl(SPAWN_TURN, F_GETFD), -1);
    struct small s;
    struct experiment_report report;
    small_init(&s, "[ ! -e /proc/self/fd/9 ]");
    use_shell(&s);
    assert_int_equal(run_once(&s, &report).outcome, OUTCOME_OK);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iterations_go_in_turn),
        cmocka_unit_test(the_rest_goes_on_alone),
        cmocka_unit_test(one_that_never_asks_holds_nobody_up),
        cmocka_unit_test(without_turns_there_is_nobody_to_ask),
    };
    if (argc == 5 && strcmp(argv[1], "play") == 0)
        return play(argv[2], argv[3], argv[4]);
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_experiment_hook.c -- what surrounds units, at each level. */
#include "running.h"

#include <signal.h>

static void hooks_surround(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    struct small s;
    struct experiment_report report;
    small_init(&s, "sh -c 'printf x >>log'");
    s.benchmark.directory = s.design.source = directory;
    char *prepare[] = {(char *)"printf p >>log", (char *)"printf q >>log"};
    char *conclude[] = {(char *)"printf c >>log"};
    s.design.n_systems = 2;
    s.design.hooks = (struct design_hooks){.setup = (char *)"printf s{system} >>log",
                                           .prepare = prepare,
                                           .n_prepare = 2,
                                           .conclude = conclude,
                                           .n_conclude = 1,
                                           .cleanup = (char *)"printf e >>log"};
    struct sink sink = {0};
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    char path[64], text[64] = "";
    snprintf(path, sizeof path, "%s/log", directory);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text,
                        sink.items[0].step.system == 0 ? "soldsnewpxcqxcee" : "soldsnewqxcpxcee");
    sink_fini(&sink);

    prepare[0] = prepare[1] = (char *)"echo not ready >&2; exit 9";
    assert_int_equal(run(&s, &sink, &report), ASSAY_FAILED);
    assert_non_null(strstr(report.error.text, "the prepare command of"));
    assert_non_null(strstr(report.error.text, "ended with exit code 9"));
    assert_string_equal(report.last_words, "not ready\n");
    assert_true(sink.n == 1 && sink.items[0].outcome == OUTCOME_EXIT);
    assert_string_equal(sink.items[0].hook, "prepare");
    assert_true(sink.items[0].cost_s > 0);
    unlink(path);
    rmdir(directory);
    sink_fini(&sink);
}

/* The whole log that a design with hooks at each level writes; what before holds is not run. */
static char *log_of_levels(struct sink *sink, const struct sink *before, size_t refuse_from,
                           const char *fails)
{
    char directory[] = "/tmp/assay-test-XXXXXX", command[64], path[64];
    assert_non_null(mkdtemp(directory));
    struct small s;
    struct experiment_report report;
    small_init(&s, "sh -c 'printf x >>{source}/log'");
    s.design.source = directory;
    char *begin[] = {(char *)"test -z \"$(ls {dir})\" && printf b{system} >>log"};
    char *end[] = {(char *)"test -e {dir}/built && printf B{system} >>log"};
    char *day[] = {(char *)"printf d{system} >>log"};
    snprintf(command, sizeof command, "test {system} != %s && printf z >>log", fails);
    s.design.levels[0] = (struct design_level){.name = (char *)"day",
                                               .count = 2,
                                               .hooks = {.setup = (char *)"printf '<' >>log",
                                                         .prepare = day,
                                                         .n_prepare = 1,
                                                         .cleanup = (char *)"printf '>' >>log"}};
    s.design.levels[1] = (struct design_level){.name = (char *)"build",
                                               .count = 2,
                                               .hooks = {.setup = (char *)"printf '(' >>log",
                                                         .prepare = begin,
                                                         .n_prepare = 1,
                                                         .conclude = end,
                                                         .n_conclude = 1,
                                                         .cleanup = (char *)"printf ')' >>log"}};
    s.design.levels[2] = (struct design_level){
        .name = (char *)"execution",
        .count = 2,
        .hooks = {.setup = (char *)"test -e {dir}/built && printf a >>log", .cleanup = command}};
    s.design.n_levels = 3;
    s.design.n_systems = 2;
    s.systems[0].name = (char *)"O";
    s.systems[1].name = (char *)"N";
    s.systems[0].build = s.systems[1].build = (char *)"touch built";
    sink->before = before;
    sink->refuse_from = refuse_from;
    assert_int_equal(run(&s, sink, &report), refuse_from > 0   ? ASSAY_SYSTEM
                                             : fails[0] != '-' ? ASSAY_FAILED
                                                               : ASSAY_OK);
    snprintf(path, sizeof path, "%s/log", directory);
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1024);
    assert_true(file != NULL && text != NULL && fgets(text, 1024, file) != NULL);
    fclose(file);
    unlink(path);
    rmdir(directory);
    return text;
}

/* The schedule's order within a build is random; what stands around is not. */
static void hooks_surround_each_level(void **state)
{
    (void)state;
    struct sink sink = {0}, resumed = {0}, failed = {0};
    char *text = log_of_levels(&sink, NULL, 0, "-");
    char *b = strstr(text, "bO") < strstr(text, "bN") ? (char *)"bObN" : (char *)"bNbO";
    char expected[64];
    snprintf(expected, sizeof expected, "<<dOdN((%saxaxxxzzBOBN", b);
    assert_memory_equal(text, expected, strlen(expected));
    const char *second = strstr(text, "BOBN") + 4;
    assert_true(second[0] == 'b' && strstr(second, "xxxzzBOBN))dOdN((b") != NULL);
    assert_string_equal(text + strlen(text) - 10, "zzBOBN))>>");
    free(text);
    sink_fini(&sink);

    /* Taken up again in the second build: nothing of the first one is surrounded once more. */
    text = log_of_levels(&sink, NULL, 11, "-");
    free(text);
    text = log_of_levels(&resumed, &sink, 0, "-");
    assert_memory_equal(text, "<<dOdN((b", 9);
    assert_int_equal(sink.n + resumed.n, 2 * 2 * (2 + 4));
    assert_true(strstr(text, "BOBN))dOdN((b") != NULL);
    assert_true(strchr(text, 'x') > strchr(text, 'a'));
    free(text);
    sink_fini(&sink);
    sink_fini(&resumed);

    /* One that fails: what is open is closed all the same, but for itself. */
    text = log_of_levels(&failed, NULL, 0, "O");
    assert_string_equal(text + strlen(text) - 9, "zBOBN))>>");
    assert_string_equal(failed.items[failed.n - 1].hook, "cleanup");
    free(text);
    sink_fini(&failed);
}

/* A server that setup leaves in the background lives through the executions and not longer. */
static void setup_may_leave_a_server(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    struct launcher *own;
    assert_int_equal(launcher_start(&own, NULL, NULL), ASSAY_OK);
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "sh -c 'sleep 50 & kill -0 $(cat pid)'");
    s.benchmark.directory = s.design.source = directory;
    s.design.levels[0].count = 3;
    s.design.hooks.setup = (char *)"sleep 60 & echo $! >pid";
    assert_int_equal(small_run(&s, own, &sink, &report), ASSAY_OK);
    assert_int_equal(sink.n, 3);
    char path[64];
    int pid = 0;
    snprintf(path, sizeof path, "%s/pid", directory);
    FILE *file = fopen(path, "r");
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    assert_int_equal(kill(pid, 0), 0);
    launcher_stop(&own);
    assert_int_not_equal(kill(pid, 0), 0);
    unlink(path);
    rmdir(directory);
    sink_fini(&sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hooks_surround),
        cmocka_unit_test(hooks_surround_each_level),
        cmocka_unit_test(setup_may_leave_a_server),
    };
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_experiment.c -- the whole loop on small commands: values, failures, builds, resume. */
#include "fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>

static struct launcher *launcher;

static enum experiment_status run(struct small *s, struct sink *sink,
                                  struct experiment_report *report)
{
    return small_run(s, launcher, sink, report);
}

/* Runs one command once and returns what was kept of it. */
static struct kept run_once(struct small *s, struct experiment_report *report)
{
    struct sink sink = {0};
    (void)run(s, &sink, report);
    assert_int_equal(sink.n, 1);
    struct kept kept = sink.items[0];
    sink_fini(&sink);
    return kept;
}

static void use_shell(struct small *s)
{
    s->benchmark.shell = true;
}

static void use_iterations(struct small *s, size_t warmup, size_t live)
{
    s->benchmark.source = VALUES_HARNESS;
    s->design.levels[1] = (struct design_level){(char *)"iteration", live, warmup};
    s->design.n_levels = 2;
    use_shell(s);
}

static void process_metrics(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "true");
    char *names[] = {(char *)"wall", (char *)"user", (char *)"system_time", (char *)"max_rss",
                     (char *)"minor_faults"};
    s.benchmark.metrics = names;
    s.benchmark.n_metrics = 5;
    struct kept kept = run_once(&s, &report);
    assert_int_equal(report.status, EXPERIMENT_DONE);
    assert_int_equal(kept.n_series, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(kept.series[i].metric, names[i]);
        assert_true(kept.series[i].n == 1 && kept.series[i].n_warmup == 0);
        assert_true(kept.series[i].first >= 0);
    }
    assert_true(kept.series[0].first > 0 && kept.series[0].first <= kept.cost_s);
    assert_true(kept.series[3].first > 100e3 && kept.series[3].first < SMALL_PEAK_BYTES);
    assert_string_equal(kept.series[3].unit, "byte");
    assert_true(kept.live_s == 0);
}

static void failures_are_told(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "echo out; echo no such luck >&2; exit 3");
    use_shell(&s);
    struct kept kept = run_once(&s, &report);
    assert_int_equal(report.status, EXPERIMENT_FAILED);
    assert_true(kept.outcome == OUTCOME_EXIT && kept.exit_code == 3 && kept.n_series == 0);
    assert_string_equal(kept.last_words, "no such luck\n");
    assert_string_equal(report.last_words, "no such luck\n");
    assert_non_null(strstr(report.text, "bench on old ended with exit code 3 in execution 1"));

    small_init(&s, "echo only this; kill -SEGV $$");
    use_shell(&s);
    kept = run_once(&s, &report);
    assert_true(kept.outcome == OUTCOME_SIGNAL && kept.signal == SIGSEGV);
    assert_string_equal(kept.last_words, "only this\n");
    assert_non_null(strstr(report.text, "died of signal 11 (segmentation fault)"));

    small_init(&s, "sleep 60");
    s.benchmark.timeout_s = 0.05;
    kept = run_once(&s, &report);
    assert_int_equal(kept.outcome, OUTCOME_TIMEOUT);

    small_init(&s, "no-such-program-anywhere --x");
    kept = run_once(&s, &report);
    assert_true(kept.outcome == OUTCOME_NOT_STARTED && kept.error_number == ENOENT);
    assert_non_null(
        strstr(report.text, "(no-such-program-anywhere: there is no such program) in execution 1"));

    small_init(&s, "true");
    s.benchmark.directory = (char *)"/nonexistent";
    kept = run_once(&s, &report);
    assert_true(kept.outcome == OUTCOME_NOT_STARTED && kept.error_number == ENOENT);

    small_init(&s, "cat");
    s.benchmark.input = (char *)"/nonexistent/input";
    kept = run_once(&s, &report);
    assert_int_equal(kept.outcome, OUTCOME_NOT_STARTED);
    assert_non_null(strstr(kept.reason, "/nonexistent/input"));
}

static void failures_can_be_passed_over(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "false");
    s.design.ignore_failure = true;
    s.design.levels[0].count = 3;
    s.design.n_systems = 2;
    s.systems[1].run = (char *)"true";
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_DONE);
    assert_true(sink.n == 6 && report.failures == 3 && report.executions == 3);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(sink.items[i].n_series, sink.items[i].step.system);
    sink_fini(&sink);
}

static void harness_values(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "echo \"value wall ms 9 9 1 2 3\nvalue hits 1 5 6 7 8 9\nmore hits\n"
                   "batch wall 4\nexecution size KiB 12\n# done\" >&$ASSAY_FD");
    use_iterations(&s, 2, 3);
    s.metrics[1] = (char *)"max_rss";
    s.benchmark.n_metrics = 2;
    struct kept kept = run_once(&s, &report);
    assert_string_equal(kept.reason, "");
    assert_int_equal(kept.n_series, 4);
    assert_true(kept.series[0].n == 5 && kept.series[0].n_warmup == 2);
    assert_string_equal(kept.series[0].unit, "s");
    assert_close(kept.series[0].last, 3e-3, 1e-15, 0);
    assert_int_equal(kept.series[0].batch, 4);
    assert_close(kept.live_s, 4 * 6e-3, 1e-15, 0);
    assert_true(kept.series[1].more_is_better && kept.series[1].n_warmup == 2);
    assert_true(kept.series[2].n == 1 && kept.series[2].n_warmup == 0);
    assert_string_equal(kept.series[3].metric, "max_rss");
    assert_true(kept.series[3].n == 1);
}

static void assert_no_values(const char *command, const char *why)
{
    struct small s;
    struct experiment_report report;
    small_init(&s, command);
    use_iterations(&s, 1, 2);
    struct kept kept = run_once(&s, &report);
    assert_int_equal(report.status, EXPERIMENT_FAILED);
    assert_true(kept.outcome == OUTCOME_NO_VALUES && kept.n_series == 0);
    if (strstr(kept.reason, why) == NULL || strstr(report.text, why) == NULL)
        fail_msg("%s: \"%s\" does not hold \"%s\"", command, kept.reason, why);
}

static void bad_harness_values_are_no_values(void **state)
{
    (void)state;
    assert_no_values("true", "gave no values of wall");
    assert_no_values("exec 3>&-", "gave no values of wall");
    assert_no_values("exec 0>&- 1>&- 2>&- 3>&-", "gave no values of wall");
    assert_no_values("echo value wall s 1 2 >&3", "gave 2 values of wall, asked for were 3");
    assert_no_values("echo value wall s 1 2 3 4 >&3", "gave 4 values of wall");
    assert_no_values("echo value wall s 1 2 nan >&3", "not finite");
    assert_no_values("echo value wall s 1 2 1e999 >&3", "not finite");
    assert_no_values("echo value wall h 1 2 1e308 >&3", "not finite");
    assert_no_values("echo value wall s 1 2 3x >&3", "line 1: \"3x\"");
    assert_no_values("echo value other s 1 2 3 >&3", "gave no values of wall");
    assert_no_values("echo vlaue wall s 1 2 3 >&3", "begins with none of");
    assert_no_values("echo error out of luck >&3", "gave up: out of luck");
    assert_no_values("(echo value wall s 1 2 3; head -c 1 /dev/zero) >&3", "zero byte");
    assert_no_values("echo value wall >&3", "should be \"value METRIC UNIT");
    assert_no_values("echo batch wall 0 >&3", "batch METRIC N");
    assert_no_values("(echo value wall s 1 2; echo value wall ms 3; echo value wall byte 3) >&3",
                     "changes the unit");
}

static void regex_values(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(
        &s,
        "echo noise; echo 'a: 10 ms b: 20 ms'; head -c 300000 /dev/zero; echo; printf 'c: 30 ms'");
    use_iterations(&s, 1, 2);
    s.benchmark.source = VALUES_REGEX;
    s.benchmark.regex = (char *)"([0-9.]+) ms";
    s.benchmark.regex_unit = (char *)"ms";
    struct kept kept = run_once(&s, &report);
    assert_string_equal(kept.reason, "");
    assert_true(kept.series[0].n == 3 && kept.series[0].n_warmup == 1);
    assert_close(kept.series[0].first, 10e-3, 1e-15, 0);
    assert_close(kept.series[0].last, 30e-3, 1e-15, 0);
    assert_close(kept.live_s, 50e-3, 1e-15, 0);

    s.benchmark.regex = (char *)"(noise)";
    kept = run_once(&s, &report);
    assert_int_equal(kept.outcome, OUTCOME_NO_VALUES);
    assert_non_null(strstr(kept.reason, "\"noise\" where the regular expression finds a number"));
    s.benchmark.regex = (char *)"([0-9]+) furlongs";
    kept = run_once(&s, &report);
    assert_non_null(strstr(kept.reason, "matches the regular expression"));
}

static void output_goes_where_asked(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    char path[] = "/tmp/assay-test-XXXXXX";
    int fd = mkstemp(path);
    struct stat info;
    small_init(&s, "cat");
    s.benchmark.input = (char *)"/proc/self/mounts";
    s.benchmark.output = path;
    run_once(&s, &report);
    assert_int_equal(report.status, EXPERIMENT_DONE);
    assert_int_equal(fstat(fd, &info), 0);
    assert_true(info.st_size > 0);
    s.benchmark.output = (char *)"null";
    s.benchmark.input = NULL;
    run_once(&s, &report);
    assert_int_equal(report.status, EXPERIMENT_DONE);
    close(fd);
    unlink(path);
}

/* Words, environment and placeholders reach the program as they are meant. */
static void placeholders_and_environment(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s,
               "sh -c 'test \"$0\" = \"a b\" && test \"$1\" = \"old of bench\" && test \"$VAR\" = "
               "/x/old && test $ASSAY_SEED = $2 && test -z \"$MAKEFLAGS\"' 'a b' \"{system} of "
               "{benchmark}\" {seed}");
    char *name = (char *)"VAR", *value = (char *)"/x/{system}";
    s.systems[0].environment = (struct design_environment){&name, &value, 1};
    s.design.levels[0].count = 2;
    setenv("MAKEFLAGS", "CFLAGS=-O0", 1);
    struct sink sink = {0};
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_DONE);
    unsetenv("MAKEFLAGS");
    sink_fini(&sink);
}

static void builds_come_first(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "{dir}/program");
    s.design.levels[0] = (struct design_level){(char *)"build", 2, 0};
    s.design.levels[1] = (struct design_level){(char *)"execution", 2, 1};
    s.design.n_levels = s.design.n_systems = 2;
    for (size_t i = 0; i < 2; i++)
        s.systems[i].build =
            (char *)"test $(pwd) = {dir} && test -z \"$(ls)\" && cp /bin/true program";
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_DONE);
    assert_int_equal(sink.n, 2 * 2 + 2 * 2 * 3);
    for (size_t i = 0; i < sink.n; i++) {
        assert_int_equal(sink.items[i].step.kind, i % 8 < 2 ? STEP_BUILD : STEP_EXECUTE);
        assert_int_equal(sink.items[i].step.unit[0], i / 8);
        assert_true(sink.items[i].cost_s > 0);
    }
    sink_fini(&sink);
}

static void failing_build(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "true");
    s.design.levels[0] = (struct design_level){(char *)"build", 2, 0};
    s.design.levels[1] = (struct design_level){(char *)"execution", 3, 0};
    s.design.n_levels = s.design.n_systems = 2;
    s.systems[0].build = (char *)"echo missing header >&2; exit 2";
    s.systems[1].build = (char *)"true";
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_FAILED);
    assert_string_equal(report.last_words, "missing header\n");
    assert_non_null(strstr(report.text, "the build of old ended with exit code 2 in build 1"));
    sink_fini(&sink);
    s.design.ignore_failure = true;
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_DONE);
    assert_true(report.failures == 2 && report.skipped == 6 && report.executions == 6);
    sink_fini(&sink);
}

/* Whatever the moment of the break, what is kept in the end is what an unbroken run keeps. */
static void resume_completes(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "test -e {dir}/built");
    s.design.levels[0] = (struct design_level){(char *)"build", 2, 0};
    s.design.levels[1] = (struct design_level){(char *)"execution", 2, 0};
    s.design.n_levels = s.design.n_systems = 2;
    s.systems[0].build = s.systems[1].build = (char *)"touch built";
    struct sink whole = {0};
    assert_int_equal(run(&s, &whole, &report), EXPERIMENT_DONE);
    assert_int_equal(whole.n, 12);
    for (size_t broken_at = 1; broken_at <= 12; broken_at++) {
        struct sink first = {.refuse_from = broken_at}, second = {.before = &first};
        assert_int_equal(run(&s, &first, &report), EXPERIMENT_REFUSED);
        assert_int_equal(run(&s, &second, &report), EXPERIMENT_DONE);
        assert_int_equal(first.n + second.n, whole.n);
        for (size_t i = 0; i < whole.n; i++) {
            const struct kept *k = i < first.n ? &first.items[i] : &second.items[i - first.n];
            assert_memory_equal(&k->step, &whole.items[i].step, sizeof k->step);
            assert_int_equal(k->outcome, OUTCOME_OK);
        }
        sink_fini(&first);
        sink_fini(&second);
    }
    sink_fini(&whole);
}

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
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_DONE);
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
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_FAILED);
    assert_non_null(strstr(report.text, "the prepare command of"));
    assert_string_equal(report.last_words, "not ready\n");
    unlink(path);
    rmdir(directory);
    sink_fini(&sink);
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
    assert_int_equal(small_run(&s, own, &sink, &report), EXPERIMENT_DONE);
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

static bool keep_and_interrupt(void *context, const struct record *record)
{
    bool kept = sink_keep(context, record);
    if (((struct sink *)context)->n == 2)
        raise(SIGINT);
    return kept;
}

static bool has_not_and_interrupt(void *context, const struct step *step)
{
    (void)context;
    (void)step;
    raise(SIGTERM);
    return false;
}

static void interrupt_ends_cleanly(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {.context = &sink, .keep = keep_and_interrupt};
    small_init(&s, "true");
    s.design.levels[0].count = 5;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report),
                     EXPERIMENT_INTERRUPTED);
    assert_int_equal(sink.n, 2);
    sink_fini(&sink);

    /* Before the launcher can have started it: the very first thing that the command would do. */
    small_init(&s, "sleep 60");
    const struct experiment_calls early = {
        .context = &sink, .has = has_not_and_interrupt, .keep = sink_keep};
    for (int i = 0; i < 20; i++)
        assert_int_equal(experiment_run(&s.design, launcher, &options, &early, &report),
                         EXPERIMENT_INTERRUPTED);
    assert_int_equal(sink.n, 0);

    /* In the middle of a command: it is killed and not kept. */
    char script[64];
    snprintf(script, sizeof script, "kill -INT %d; exec sleep 60", (int)getpid());
    small_init(&s, script);
    use_shell(&s);
    assert_int_equal(run(&s, &sink, &report), EXPERIMENT_INTERRUPTED);
    assert_int_equal(sink.n, 0);
}

struct watch {
    struct sink sink;
    size_t calls, planned;
    bool open;
};

static bool watch_keep(void *context, const struct record *record)
{
    return sink_keep(&((struct watch *)context)->sink, record);
}

static bool watch_has(void *context, const struct step *step)
{
    return sink_has(&((struct watch *)context)->sink, step);
}

static void watch_progress(void *context, const struct experiment_progress *progress)
{
    struct watch *watch = context;
    watch->calls++;
    watch->planned = progress->planned;
    watch->open = progress->open;
    assert_true(progress->done <= progress->planned || progress->open);
}

static void rounds_are_found(void **state)
{
    (void)state;
    struct small s;
    struct watch watch = {0};
    struct experiment_report report;
    struct experiment_options options = {.find_rounds = true, .min_rounds = 4, .min_time_s = 1e-9};
    const struct experiment_calls calls = {
        .context = &watch, .keep = watch_keep, .progress = watch_progress};
    small_init(&s, "true");
    s.design.n_systems = 2;
    s.design.levels[0].warmup = 1;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report),
                     EXPERIMENT_DONE);
    assert_true(report.rounds == 4 && watch.sink.n == 10 && watch.planned == 10 && !watch.open);
    sink_fini(&watch.sink);
    options.min_time_s = 1e9;
    options.max_rounds = 7;
    assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report),
                     EXPERIMENT_DONE);
    assert_true(report.rounds == 7 && watch.sink.n == 16);
    sink_fini(&watch.sink);

    /* Broken off anywhere, whole rounds stand in the end. */
    options.min_time_s = 1e-9;
    const struct experiment_calls resumed = {
        .context = &watch, .has = watch_has, .keep = watch_keep};
    for (size_t broken_at = 8; broken_at <= 12; broken_at++) {
        struct sink first = {.refuse_from = broken_at};
        const struct experiment_calls breaking = {.context = &first, .keep = sink_keep};
        (void)experiment_run(&s.design, launcher, &options, &breaking, &report);
        watch = (struct watch){.sink = {.before = &first}};
        assert_int_equal(experiment_run(&s.design, launcher, &options, &resumed, &report),
                         EXPERIMENT_DONE);
        assert_int_equal(first.n + watch.sink.n, 2 * (1 + report.rounds));
        sink_fini(&first);
        sink_fini(&watch.sink);
    }
}

static int stop_group(void **state)
{
    (void)state;
    launcher_stop(&launcher);
    return 0;
}

int main(void)
{
    struct assay_error error;
    if (launcher_start(&launcher, NULL, &error) != ASSAY_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_metrics),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(failures_can_be_passed_over),
        cmocka_unit_test(harness_values),
        cmocka_unit_test(bad_harness_values_are_no_values),
        cmocka_unit_test(regex_values),
        cmocka_unit_test(output_goes_where_asked),
        cmocka_unit_test(placeholders_and_environment),
        cmocka_unit_test(builds_come_first),
        cmocka_unit_test(failing_build),
        cmocka_unit_test(resume_completes),
        cmocka_unit_test(hooks_surround),
        cmocka_unit_test(setup_may_leave_a_server),
        cmocka_unit_test(interrupt_ends_cleanly),
        cmocka_unit_test(rounds_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, stop_group);
}

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
    s->design.levels[1] =
        (struct design_level){.name = (char *)"iteration", .count = live, .warmup = warmup};
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

/* "PART METRIC WARMUP VALUE…" in each line. */
static enum assay_status import_lines(const struct design_benchmark *benchmark, const char *text,
                                      size_t size, struct values *values, struct assay_error *error)
{
    (void)benchmark;
    char part[32], metric[32];
    size_t n_warmup;
    double x[4];
    if (size == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "wrote nothing");
    for (const char *line = text; line != NULL && *line != '\0'; line = strchr(line, '\n') + 1) {
        int n = sscanf(line, "%31s %31s %zu %lf %lf %lf %lf", part, metric, &n_warmup, &x[0], &x[1],
                       &x[2], &x[3]);
        if (n < 4)
            return assay_fail(error, ASSAY_INVALID, "wrote what is no line");
        struct values_series *series =
            values_part(values, strcmp(part, "-") == 0 ? NULL : part, metric, "s");
        assert_non_null(series);
        for (int i = 0; i < n - 3; i++)
            assert_true(values_add(series, x[i]));
        series->n_warmup = n_warmup;
    }
    return ASSAY_OK;
}

static struct kept run_framework(struct small *s, const char *file,
                                 struct experiment_report *report)
{
    struct sink sink = {0};
    const struct experiment_options options = {.import = import_lines};
    const struct experiment_calls calls = {.context = &sink, .keep = sink_keep};
    s->benchmark.source = VALUES_FORMAT;
    s->benchmark.values_file = (char *)file;
    (void)experiment_run(&s->design, launcher, &options, &calls, report);
    assert_int_equal(sink.n, 1);
    struct kept kept = sink.items[0];
    sink_fini(&sink);
    return kept;
}

/* From standard output, and from a file below the working directory that is not there before. */
static void framework_values(void **state)
{
    (void)state;
    char directory[] = "/tmp/assay-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/values", directory);
    for (int from_file = 0; from_file < 2; from_file++) {
        struct small s;
        struct experiment_report report;
        small_init(&s, from_file ? "test ! -e values; printf 'a wall 1 9 1 2\nb wall 0 3 4\n- size "
                                   "0 5 5\n' >values"
                                 : "printf 'a wall 1 9 1 2\nb wall 0 3 4\n- size 0 5 5\n'");
        use_iterations(&s, 0, 2);
        s.benchmark.directory = directory;
        char *metrics[] = {(char *)"wall", (char *)"max_rss", (char *)"stdout_bytes"};
        s.benchmark.metrics = metrics;
        s.benchmark.n_metrics = from_file ? 2 : 3;
        struct kept kept = run_framework(&s, from_file ? "values" : NULL, &report);
        assert_string_equal(kept.reason, "");
        assert_int_equal(kept.n_series, from_file ? 4 : 5);
        assert_string_equal(kept.series[0].part, "a");
        assert_true(kept.series[0].n == 3 && kept.series[0].n_warmup == 1);
        assert_true(kept.series[0].first == 9 && kept.series[0].last == 2);
        assert_string_equal(kept.series[1].part, "b");
        assert_true(kept.series[1].n == 2 && kept.series[1].n_warmup == 0);
        assert_string_equal(kept.series[2].part, "");
        assert_string_equal(kept.series[3].metric, "max_rss");
        assert_true(kept.live_s > 0 && kept.live_s == kept.duration_s);
        if (!from_file)
            assert_true(kept.series[4].first == 41);
    }
    unlink(path);
    rmdir(directory);
}

static void framework_values_that_are_none(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"true", "left no file"},
        {": >values", "wrote nothing"},
        {"echo nonsense >values", "wrote what is no line"},
        {"echo 'a wall 0 1 2 3' >values", "gave 3 values of wall of a, asked for were 2"},
        {"echo 'a wall 2 1 2 3' >values", "gave 1 values of wall of a, asked for were 2"},
        {"echo 'a cpu 0 1 2' >values", "gave no values of wall"}};
    char directory[] = "/tmp/assay-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/values", directory);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct small s;
        struct experiment_report report;
        small_init(&s, cases[i][0]);
        use_iterations(&s, 0, 2);
        s.benchmark.directory = directory;
        FILE *stale = fopen(path, "w"); /* of an earlier run: it must not be read */
        assert_true(stale != NULL && fputs("a wall 0 1 2\n", stale) >= 0);
        fclose(stale);
        struct kept kept = run_framework(&s, "values", &report);
        assert_int_equal(kept.outcome, OUTCOME_NO_VALUES);
        if (strstr(kept.reason, cases[i][1]) == NULL)
            fail_msg("%s: \"%s\" does not hold \"%s\"", cases[i][0], kept.reason, cases[i][1]);
    }
    unlink(path);
    rmdir(directory);
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
    s.design.levels[0] = (struct design_level){.name = (char *)"build", .count = 2};
    s.design.levels[1] =
        (struct design_level){.name = (char *)"execution", .count = 2, .warmup = 1};
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

/* Two runs of one scope build once; of another scope, or another command, anew. */
static void builds_are_kept_when_asked(void **state)
{
    (void)state;
    char cache[] = "/tmp/assay-test-XXXXXX", command[400];
    assert_non_null(mkdtemp(cache));
    assert_int_equal(setenv("XDG_CACHE_HOME", cache, 1), 0);
    const struct {
        const char *scope, *build;
        size_t reused;
    } runs[] = {{"a", "echo b >>log; touch p", 0},     {"a", "echo b >>log; touch p", 4},
                {"b", "echo b >>log; touch p", 0},     {"a", "echo b >>log; touch p q", 0},
                {"c", "echo b >>log; rm p; false", 0}, {"c", "echo b >>log; rm p; false", 0}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct small s;
        struct sink sink = {0};
        struct experiment_report report;
        const struct experiment_options options = {.build_scope = runs[i].scope};
        const struct experiment_calls calls = {.context = &sink, .keep = sink_keep};
        small_init(&s, "sh -c 'test -e {dir}/p && test $(cat {dir}/log) = b'");
        s.design.levels[0] = (struct design_level){.name = (char *)"build", .count = 2};
        s.design.levels[1] = (struct design_level){.name = (char *)"execution", .count = 2};
        s.design.n_levels = s.design.n_systems = 2;
        s.design.keep_builds = s.design.ignore_failure = true;
        s.systems[0].build = s.systems[1].build = (char *)runs[i].build;
        assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report),
                         EXPERIMENT_DONE);
        assert_int_equal(report.reused, runs[i].reused);
        assert_int_equal(report.failures, i < 4 ? 0 : 4);
        for (size_t k = 0; k < sink.n; k++)
            assert_true(sink.items[k].cost_s > 0);
        sink_fini(&sink);
    }
    (void)unsetenv("XDG_CACHE_HOME");
    (void)snprintf(command, sizeof command,
                   "test $(ls %s/assay/builds/*.built | wc -l) = 12 && rm -r %s", cache, cache);
    assert_int_equal(system(command), 0);
}

static void failing_build(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "true");
    s.design.levels[0] = (struct design_level){.name = (char *)"build", .count = 2};
    s.design.levels[1] = (struct design_level){.name = (char *)"execution", .count = 3};
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
    s.design.levels[0] = (struct design_level){.name = (char *)"build", .count = 2};
    s.design.levels[1] = (struct design_level){.name = (char *)"execution", .count = 2};
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
    assert_non_null(strstr(report.text, "ended with exit code 9"));
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
    assert_int_equal(run(&s, sink, &report), refuse_from > 0   ? EXPERIMENT_REFUSED
                                             : fails[0] != '-' ? EXPERIMENT_FAILED
                                                               : EXPERIMENT_DONE);
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
        cmocka_unit_test(builds_are_kept_when_asked),
        cmocka_unit_test(failing_build),
        cmocka_unit_test(resume_completes),
        cmocka_unit_test(hooks_surround),
        cmocka_unit_test(hooks_surround_each_level),
        cmocka_unit_test(framework_values),
        cmocka_unit_test(framework_values_that_are_none),
        cmocka_unit_test(setup_may_leave_a_server),
        cmocka_unit_test(interrupt_ends_cleanly),
        cmocka_unit_test(rounds_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, stop_group);
}

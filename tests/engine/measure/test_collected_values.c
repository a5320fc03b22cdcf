/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_collected_values.c -- values of a process, its harness, its output and other frameworks,
 * as they are read and checked. */
#include "running.h"

#include "measure/pattern.h"

#include <math.h>

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
    assert_int_equal(report.error.status, ASSAY_OK);
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

/* Whole ticks of a clock become the double nearest to them, which the store keeps as a whole number. */
static void whole_ticks_stay_whole(void **state)
{
    (void)state;
    struct small s;
    struct experiment_report report;
    small_init(&s, "echo value wall ns 23145 21419 >&$ASSAY_FD");
    use_iterations(&s, 0, 2);
    struct kept kept = run_once(&s, &report);
    assert_true(kept.series[0].first == 23145e-9 && kept.series[0].last == 21419e-9);

    small_init(&s, "echo 20001 us 21419 us");
    use_iterations(&s, 0, 2);
    s.benchmark.source = VALUES_REGEX;
    s.benchmark.regex = (char *)"([0-9]+) us";
    s.benchmark.regex_unit = (char *)"us";
    kept = run_once(&s, &report);
    assert_true(kept.series[0].first == 20001e-6 && kept.series[0].last == 21419e-6);

    small_init(&s, "true");
    kept = run_once(&s, &report);
    const double ns = kept.series[0].last * 1e9;
    assert_true(kept.series[0].last == nearbyint(ns) / 1e9);
}

static void assert_no_values(const char *command, const char *why)
{
    struct small s;
    struct experiment_report report;
    small_init(&s, command);
    use_iterations(&s, 1, 2);
    struct kept kept = run_once(&s, &report);
    assert_int_equal(report.error.status, ASSAY_FAILED);
    assert_true(kept.outcome == OUTCOME_NO_VALUES && kept.n_series == 0);
    if (strstr(kept.reason, why) == NULL || strstr(report.error.text, why) == NULL)
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
    small_init(&s, "echo 1 2 1e999 ms");
    use_iterations(&s, 1, 2);
    s.benchmark.source = VALUES_REGEX;
    s.benchmark.regex_unit = (char *)"ms";
    s.benchmark.regex = (char *)"([0-9.e]+)";
    kept = run_once(&s, &report);
    assert_int_equal(kept.outcome, OUTCOME_NO_VALUES);
    assert_non_null(strstr(kept.reason, "\"1e999\" where the regular expression finds a number"));
    s.benchmark.regex = (char *)"([0-9]+) furlongs";
    kept = run_once(&s, &report);
    assert_non_null(strstr(kept.reason, "matches the regular expression"));
}

/* Of an expression that names no unit: "900.5us" and "1.02 ms" are seconds, whichever is printed. */
static void units_are_read_behind_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *run, *unit, *reason;
        double first, last;
        const char *kept_unit;
    } cases[] = {
        {"echo p 900.5us p 1.02 ms,", NULL, "", 900.5e-6, 1.02e-3, "s"},
        {"echo 'p 3 seconds p 4 s/op'", NULL, "", 3, 4, "s"},
        {"echo p 5 min p 6 h", NULL, "", 5, 6, "1"},
        {"echo p 5 points p 6 MB/s", "points", "", 5, 6, "points"},
        {"echo p 5 p 6 us", "us", "", 5e-6, 6e-6, "s"},
        {"echo p 5 us p 6 ms", "us", "\"6 ms\" though unit: says us", 0, 0, ""},
        {"echo p 5 KiB p 6 MiB", "KiB", "\"6 MiB\" though unit: says KiB", 0, 0, ""},
        {"echo p 5 us p 6", NULL, "\"6\" without a unit of time, and a number before it with one", 0, 0, ""},
        {"echo p 5 p 6 us", NULL, "\"6\" with a unit of time, and a number before it without one", 0, 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct small s;
        struct experiment_report report;
        small_init(&s, cases[i].run);
        use_iterations(&s, 1, 1);
        s.benchmark.source = VALUES_REGEX;
        s.benchmark.regex = (char *)"p ([0-9.]+)";
        s.benchmark.regex_unit = (char *)cases[i].unit;
        const struct kept kept = run_once(&s, &report);
        if (cases[i].reason[0] != '\0') {
            assert_int_equal(kept.outcome, OUTCOME_NO_VALUES);
            assert_non_null(strstr(kept.reason, cases[i].reason));
            continue;
        }
        assert_string_equal(kept.reason, "");
        assert_close(kept.series[0].first, cases[i].first, 1e-15, 0);
        assert_close(kept.series[0].last, cases[i].last, 1e-15, 0);
        assert_string_equal(kept.series[0].unit, cases[i].kept_unit);
    }
}

/* Warm-up executions give a value each like the others; there are no iterations to warm up. */
static void executions_warm_up_with_one_value(void **state)
{
    (void)state;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    small_init(&s, "echo {warmup}{iterations} ms");
    s.benchmark.source = VALUES_REGEX;
    s.benchmark.regex = (char *)"([0-9]+) ms";
    s.benchmark.regex_unit = (char *)"ms";
    s.design.levels[0].warmup = 2;
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_int_equal(sink.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(sink.items[i].step.warmup == (i < 2));
        assert_true(sink.items[i].series[0].n == 1 && sink.items[i].series[0].n_warmup == 0);
        assert_true(sink.items[i].series[0].first == 1e-3);
    }
    sink_fini(&sink);
}

/* A line longer than there is room for is looked at in pieces, and goes on behind; so is text that
 * comes byte by byte or all at once. */
static void long_lines_are_read_in_pieces(void **state)
{
    (void)state;
    enum { SIZE = 3 * PATTERN_LINE };
    struct pattern *pattern = calloc(1, sizeof *pattern);
    char *text = malloc(SIZE);
    assert_true(pattern != NULL && text != NULL);
    assert_int_equal(pattern_init(pattern, "=([0-9]+);", NULL, NULL), ASSAY_OK);
    memset(text, '.', SIZE);
    memcpy(text + 7, "=1;", 3);
    memcpy(text + PATTERN_LINE + 5, "=2;", 3);
    memcpy(text + 2 * PATTERN_LINE + 100, "=3;\n=4;", 7);
    static const size_t steps[] = {1, 1000, SIZE};
    for (size_t k = 0; k < 3; k++) {
        const size_t step = steps[k];
        struct values values = {0};
        pattern_begin(pattern, value_buffer(&values, "wall", "s"));
        for (size_t i = 0; i < SIZE; i += step)
            pattern_take(pattern, text + i, SIZE - i < step ? SIZE - i : step);
        assert_int_equal(pattern_end(pattern, NULL), ASSAY_OK);
        assert_int_equal(values.items[0].n, 4);
        for (size_t i = 0; i < 4; i++)
            assert_true(values.items[0].values[i] == (double)(i + 1));
        values_fini(&values);
    }
    pattern_fini(pattern);
    free(pattern);
    free(text);
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
        struct value_buffer *series =
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_metrics),
        cmocka_unit_test(harness_values),
        cmocka_unit_test(whole_ticks_stay_whole),
        cmocka_unit_test(bad_harness_values_are_no_values),
        cmocka_unit_test(regex_values),
        cmocka_unit_test(units_are_read_behind_numbers),
        cmocka_unit_test(executions_warm_up_with_one_value),
        cmocka_unit_test(long_lines_are_read_in_pieces),
        cmocka_unit_test(framework_values),
        cmocka_unit_test(framework_values_that_are_none),
    };
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}

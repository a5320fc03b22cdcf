/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_experiment_build.c -- builds before executions, kept or not, and failing. */
#include "running.h"

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
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
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
        assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
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
    assert_int_equal(run(&s, &sink, &report), ASSAY_FAILED);
    assert_string_equal(report.last_words, "missing header\n");
    assert_non_null(
        strstr(report.error.text, "the build of old ended with exit code 2 in build 1"));
    sink_fini(&sink);
    s.design.ignore_failure = true;
    assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
    assert_true(report.failures == 2 && report.skipped == 6 && report.executions == 6);
    sink_fini(&sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_come_first),
        cmocka_unit_test(builds_are_kept_when_asked),
        cmocka_unit_test(failing_build),
    };
    return cmocka_run_group_tests(tests, start_launcher, stop_launcher);
}

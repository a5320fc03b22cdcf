/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_host.c -- the facts are there, what is unknown is null, and what is unfit is told. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/health.h"
#include "measure/host.h"
#include "measure/load.h"

static void facts_are_named(void **state)
{
    (void)state;
    static const char *const names[] = {"hostname",
                                        "kernel",
                                        "libc",
                                        "glibc_tunables",
                                        "cpu_model",
                                        "processors_online",
                                        "governor",
                                        "turbo",
                                        "clock_source",
                                        "clock_cost_ns",
                                        "aslr",
                                        "load_1m",
                                        "hypervisor",
                                        "steal_s",
                                        "cpu_pressure_s",
                                        "cgroup_throttled_s",
                                        "transparent_huge_pages",
                                        "swap_used_bytes",
                                        "environment_bytes",
                                        "cgroup_cpu_max"};
    char *text = host_json(NULL, false);
    assert_non_null(text);
    json_t *facts = json_loads(text, 0, NULL);
    assert_true(json_is_object(facts));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_non_null(json_object_get(facts, names[i]));
    assert_int_equal(json_integer_value(json_object_get(facts, "processors_online")),
                     sysconf(_SC_NPROCESSORS_ONLN));
    assert_true(json_real_value(json_object_get(facts, "clock_cost_ns")) > 0);
    const char *name;
    json_t *value;
    json_object_foreach(facts, name, value)
        assert_string_not_equal(json_is_string(value) ? json_string_value(value) : "something", "");
    json_decref(facts);
    free(text);
}

/* The environment's size is a source of bias: it must be seen to change. */
static void environment_is_measured(void **state)
{
    (void)state;
    json_int_t before[2];
    for (size_t i = 0; i < 2; i++) {
        char *text = host_json(NULL, false);
        json_t *facts = json_loads(text, 0, NULL);
        before[i] = json_integer_value(json_object_get(facts, "environment_bytes"));
        json_decref(facts);
        free(text);
        setenv("ASSAY_TEST_PADDING", "0123456789", 1);
    }
    assert_int_equal(before[1] - before[0], strlen("ASSAY_TEST_PADDING=0123456789") + 1);
}

static void assert_compiler(const char *build, const char *own, const char *asked,
                            const char *found)
{
    char *names[] = {(char *)"CC"}, *values[] = {(char *)own};
    struct design_system system = {.name = (char *)"s",
                                   .build = (char *)build,
                                   .compiler = (char *)asked,
                                   .environment = {names, values, own != NULL}};
    struct design_benchmark benchmark = {.name = (char *)"b"};
    struct design design = {.systems = &system,
                            .n_systems = 1,
                            .benchmarks = &benchmark,
                            .n_benchmarks = 1,
                            .source = (char *)"/src",
                            .n_levels = 1,
                            .levels = {{.name = (char *)"execution", .count = 1}}};
    char *name = compiler_of(&design, 0);
    if (found == NULL)
        assert_null(name);
    else
        assert_string_equal(name, found);
    free(name);
}

/* Guessed from what the manifest says; certain when it says so. */
static void compilers_are_found(void **state)
{
    (void)state;
    (void)unsetenv("CC");
    assert_compiler(NULL, NULL, NULL, NULL);
    assert_compiler("make", NULL, NULL, "cc");
    assert_compiler("make -s CC=clang-14 OUT={dir}", NULL, NULL, "clang-14");
    assert_compiler("make -s CC='gcc -m32'", NULL, NULL, "gcc");
    assert_compiler("make", "clang -O2", NULL, "clang");
    assert_compiler("cd x && /opt/bin/gcc-12 -c a.c; ld", NULL, NULL, "/opt/bin/gcc-12");
    assert_compiler("assay cc -- g++ a.cc", NULL, NULL, "g++");
    assert_compiler("make CC=\"assay cc -- clang\"", NULL, NULL, "clang");
    assert_compiler("cargo build --release", NULL, NULL, "cargo");
    assert_compiler("make CC=clang", "gcc", "{source}/bin/mycc", "/src/bin/mycc");
    char line[200];
    assert_true(compiler_version("cc", line, sizeof line) && line[0] != '\0');
    assert_false(compiler_version("/no/such/compiler", line, sizeof line));
    assert_false(compiler_version("it's", line, sizeof line));
}

/* Fewer than a million are busy at once, fewer than none never. */
static void quiet_is_waited_for(void **state)
{
    (void)state;
    double busy = -1;
    assert_int_equal(wait_idle(1e6, 0, &busy), IDLE_YES);
    assert_true(busy >= 0 && busy < 1e6);
    assert_int_equal(wait_idle(0, 0, &busy), IDLE_NO);
}

static enum health_state judged(const char *fact, const char *facts)
{
    struct health_row rows[HEALTH_ROWS];
    json_t *json = json_loads(facts, 0, NULL);
    assert_non_null(json);
    const size_t n = health_judge(json, rows);
    json_decref(json);
    for (size_t i = 0; i < n; i++)
        if (strcmp(rows[i].fact, fact) == 0)
            return rows[i].state;
    fail_msg("no rule for %s", fact);
    return HEALTH_UNKNOWN;
}

/* What a machine that is fit says, and one that is not, of each fact that is judged. */
static void a_machine_is_judged(void **state)
{
    (void)state;
    static const struct {
        const char *fact, *good, *bad;
    } cases[] = {
        {"processors_allowed", "2", "1"},
        {"smt", "false", "true"},
        {"smt", "0", "1"},
        {"governor", "\"performance\"", "\"powersave\""},
        {"turbo", "false", "true"},
        {"throttle_count", "0", "1"},
        {"temperature_c", "85", "86.0"},
        {"load_1m", "1", "1.01"},
        {"hypervisor", "false", "true"},
        {"steal_s", "4", "4.01"},
        {"aslr", "2", "1"},
        {"transparent_huge_pages", "\"madvise\"", "\"always\""},
        {"swap_used_bytes", "1048576", "1048577"},
        {"memory_available_bytes", "100", "99"},
        {"cgroup_cpu_max", "\"max 100000\"", "\"50000 100000\""},
        {"cgroup_memory_max", "\"max\"", "\"1073741824\""},
        {"counters", "true", "false"},
    };
    static const char format[] = "{\"processors_online\": 4, \"uptime_s\": 1000,"
                                 " \"memory_bytes\": 1000, \"%s\": %s}";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char good[200], bad[200], none[200];
        (void)snprintf(good, sizeof good, format, cases[i].fact, cases[i].good);
        (void)snprintf(bad, sizeof bad, format, cases[i].fact, cases[i].bad);
        (void)snprintf(none, sizeof none, format, cases[i].fact, "null");
        if (judged(cases[i].fact, good) != HEALTH_GOOD ||
            judged(cases[i].fact, bad) != HEALTH_ATTENTION ||
            judged(cases[i].fact, none) != HEALTH_UNKNOWN)
            fail_msg("%s is judged wrongly", cases[i].fact);
    }
    assert_int_equal(judged("clock_source", "{\"clock_source\": \"tsc\", \"clock_cost_ns\": 20}"),
                     HEALTH_GOOD);
    assert_int_equal(judged("clock_source", "{\"clock_source\": \"hpet\", \"clock_cost_ns\": 900}"),
                     HEALTH_ATTENTION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compilers_are_found),     cmocka_unit_test(facts_are_named),
        cmocka_unit_test(quiet_is_waited_for),     cmocka_unit_test(a_machine_is_judged),
        cmocka_unit_test(environment_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

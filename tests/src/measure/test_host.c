/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_host.c -- the facts are there, and what is unknown is null. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/host.h"

static void facts_are_named(void **state)
{
    (void)state;
    static const char *const names[] = {"hostname",
                                        "kernel",
                                        "libc",
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
                                        "transparent_huge_pages",
                                        "swap_used_bytes",
                                        "environment_bytes",
                                        "cgroup_cpu_max"};
    char *text = host_json(false);
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
        char *text = host_json(false);
        json_t *facts = json_loads(text, 0, NULL);
        before[i] = json_integer_value(json_object_get(facts, "environment_bytes"));
        json_decref(facts);
        free(text);
        setenv("ASSAY_TEST_PADDING", "0123456789", 1);
    }
    assert_int_equal(before[1] - before[0], strlen("ASSAY_TEST_PADDING=0123456789") + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_named),
        cmocka_unit_test(environment_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

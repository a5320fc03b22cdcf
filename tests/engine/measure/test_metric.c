/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_metric.c -- units: what is read of a process, and what a harness gives in any unit of time. */
#include "support/oracle.h"

#include <math.h>

#include "measure/children.h"
#include "measure/metric.h"
#include "measure/values.h"

static double read_metric(const char *name, const struct spawn_result *result)
{
    const struct metric *metric = metric_find(name);
    assert_non_null(metric);
    return metric->read(result);
}

static void of_a_process(void **state)
{
    (void)state;
    struct spawn_result result = {
        .wall_ns = 1500000000,
        .usage = {.ru_utime = {2, 500000}, .ru_stime = {0, 250000}, .ru_maxrss = 3}};
    assert_close(read_metric("wall", &result), 1.5, 1e-15, 0);
    assert_close(read_metric("user", &result), 2.5, 1e-15, 0);
    assert_close(read_metric("system_time", &result), 0.25, 1e-15, 0);
    assert_close(read_metric("user+system", &result), 2.75, 1e-15, 0);
    assert_close(read_metric("max_rss", &result), 3072, 0, 0);
    result.peak_hidden = true; /* below the launcher's, which the kernel counts in */
    assert_true(isnan(read_metric("max_rss", &result)));
}

/* Nanoseconds waited, of a first thread that ran so long in a process that used 2 s. */
static int64_t waited(int64_t ran_ns)
{
    const struct rusage usage = {.ru_utime = {1, 500000}, .ru_stime = {0, 500000}};
    const struct runnable first = {ran_ns, 700};
    return runnable_alone(&first, &usage);
}

static void runnable_is_known_of_one_thread(void **state)
{
    (void)state;
    assert_true(waited(2000000000) == 700);
    assert_true(waited(1990000000) == 700);
    assert_true(waited(1900000000) == -1); /* others ran, too */
    assert_true(waited(0) == -1);
    assert_true(runnable_read((pid_t)1 << 30).ran_ns == -1);
    const struct spawn_result unknown = {.runnable_ns = -1}, known = {.runnable_ns = 1500000000};
    assert_true(isnan(read_metric("runnable", &unknown)));
    assert_close(read_metric("runnable", &known), 1.5, 1e-15, 0);
}

static void units_of_time(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"s", 1},          {"ms", 1e-3}, {"us", 1e-6}, {"\u00b5s", 1e-6},
                 {"\u03bcs", 1e-6}, {"ns", 1e-9}, {"min", 60},  {"h", 3600}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        assert_close(values_seconds(values_time_unit(units[i].name), 2), 2 * units[i].seconds,
                     1e-15, 0);
    assert_null(values_time_unit("m"));
    assert_true(values_seconds(NULL, 2) == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_process),
        cmocka_unit_test(runnable_is_known_of_one_thread),
        cmocka_unit_test(units_of_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sampled_event.c -- which events are sampled, what is said where they are refused, and how often a sample is taken; of
 * made-up counters. */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <unistd.h>

#include "support/oracle.h"

#include "profile/sampled_event.h"

/* What opening says, of events with the kernel's part and without; 0: they are opened. */
static struct {
    int with_kernel, without;
    int writers[16];
    bool of_user[16];
    size_t n;
} machine;

static void machine_is(int with_kernel, int without)
{
    for (size_t i = 0; i < machine.n; i++)
        close(machine.writers[i]);
    machine = (__typeof__(machine)){.with_kernel = with_kernel, .without = without};
}

static long open_made_up(struct perf_event_attr *attributes, pid_t process, int group)
{
    int ends[2];
    (void)process;
    (void)group;
    errno = attributes->exclude_kernel ? machine.without : machine.with_kernel;
    if (errno != 0 || machine.n == 16 || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
        return -1;
    machine.of_user[machine.n] = attributes->exclude_kernel;
    machine.writers[machine.n++] = ends[1];
    return ends[0];
}

static const struct counter_sources made_up = {open_made_up, "/proc/nonexistent"};

/* What the last two that were opened, all and the user's, have counted in so much of the time. */
static void count(uint64_t all, uint64_t user, uint64_t running)
{
    for (size_t i = machine.n - 2; i < machine.n; i++) {
        const uint64_t raw[3] = {machine.of_user[i] ? user : all, 1000, running};
        assert_int_equal(write(machine.writers[i], raw, sizeof raw), sizeof raw);
    }
}

static void refused(const char *name, enum assay_status status, const char *words)
{
    struct sampled_event event;
    struct assay_error error = {.status = ASSAY_OK};
    assert_int_equal(sampled_event_open(&event, &made_up, name, 0, &error), status);
    sampled_event_close(&event);
    if (strstr(error.text, words) == NULL)
        fail_msg("%s: %s", name, error.text);
}

static void test_what_is_no_event_is_refused(void **state)
{
    (void)state;
    machine_is(0, 0);
    refused("wall", ASSAY_USAGE, "page_faults");
    refused("page-faults", ASSAY_USAGE, "page_faults");
    refused("energy", ASSAY_USAGE, "that functions have");
    refused("context_switches", ASSAY_USAGE, "that functions have");
    refused("cpu_migrations", ASSAY_USAGE, "that functions have");
    refused("event:", ASSAY_USAGE, "libpfm");
    refused("event:no_such", ASSAY_USAGE, "libpfm");
}

static void test_a_refusal_says_what_helps(void **state)
{
    (void)state;
    machine_is(ENOENT, ENOENT);
    refused("cycles", ASSAY_MISSING, "virtual machine");
    refused("cycles", ASSAY_MISSING, "page_faults");
    machine_is(EOPNOTSUPP, EOPNOTSUPP);
    refused("cache_misses", ASSAY_MISSING, "not supported");
    machine_is(EACCES, EACCES);
    refused("page_faults", ASSAY_MISSING, "kernel.perf_event_paranoid=2");
    machine_is(EPERM, EPERM);
    refused("page_faults", ASSAY_MISSING, "PERFMON");
}

static void test_the_kernels_part_is_apart(void **state)
{
    struct sampled_event event;
    struct event_counted counted;
    (void)state;
    machine_is(0, 0);
    assert_int_equal(sampled_event_open(&event, &made_up, "branch_misses", 0, NULL), ASSAY_OK);
    assert_true(event.kernel);
    assert_int_equal(event.config, PERF_COUNT_HW_BRANCH_MISSES);
    sampled_event_begin(&event);
    count(1000, 700, 1000);
    assert_true(sampled_event_end(&event, &counted));
    assert_close(counted.user, 700, 0, 0);
    assert_close(counted.kernel, 300, 0, 0);
    sampled_event_begin(&event);
    count(1000, 700, 800); /* others had the counter */
    assert_false(sampled_event_end(&event, &counted));
    sampled_event_close(&event);
}

static void test_a_kernel_that_hides_has_nothing(void **state)
{
    struct sampled_event event;
    struct event_counted counted;
    (void)state;
    machine_is(EACCES, 0);
    assert_int_equal(sampled_event_open(&event, &made_up, "cycles", 0, NULL), ASSAY_OK);
    assert_false(event.kernel);
    sampled_event_begin(&event);
    count(0, 700, 1000);
    assert_true(sampled_event_end(&event, &counted));
    assert_close(counted.user, 700, 0, 0);
    assert_close(counted.kernel, 0, 0, 0);
    sampled_event_close(&event);
    machine_is(0, 0);
}

static void test_few_are_all_sampled(void **state)
{
    (void)state;
    assert_int_equal(sampled_event_period(0, 0, 4000, 4096), 1); /* none has run yet */
    assert_int_equal(sampled_event_period(4096, 0.1, 4000, 4096), 1);
    assert_int_equal(sampled_event_period(4097, 0.1, 4000, 4096), 2);
    assert_int_equal(sampled_event_period(1e9, 0.1, 4000, 4096), 244141);
    assert_int_equal(sampled_event_period(1e9, 10, 4000, 4096), 25000); /* as often as the clock */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_no_event_is_refused),
        cmocka_unit_test(test_a_refusal_says_what_helps),
        cmocka_unit_test(test_the_kernels_part_is_apart),
        cmocka_unit_test(test_a_kernel_that_hides_has_nothing),
        cmocka_unit_test(test_few_are_all_sampled),
    };
    return cmocka_run_group_tests_name("sampled_event", tests, NULL, NULL);
}

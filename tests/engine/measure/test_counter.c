/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_counter.c -- groups of events, shares of time, and energy from a made-up tree. */
#include "support/oracle.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/counter.h"

/* A processor that counts two events at a time: an event is a pipe, which holds what will be read. */
static struct {
    int fds[64], groups[64], writers[64];
    unsigned types[64];
    size_t n;
    int refuse; /* errno of events of the processor; 0: they are counted */
} processor;

static size_t members(int group)
{
    size_t n = 0;
    for (size_t i = 0; i < processor.n; i++)
        n += processor.fds[i] == group || processor.groups[i] == group;
    return n;
}

static long open_made_up(struct perf_event_attr *attributes, pid_t process, int group)
{
    (void)process;
    int ends[2];
    assert_true(attributes->inherit && attributes->enable_on_exec == (group < 0) &&
                attributes->disabled == (group < 0));
    if (attributes->type == PERF_TYPE_HARDWARE && processor.refuse != 0) {
        errno = processor.refuse;
        return -1;
    }
    if (group >= 0 && members(group) == 2) {
        errno = EINVAL;
        return -1;
    }
    assert_int_equal(pipe(ends), 0);
    processor.types[processor.n] = attributes->type;
    processor.groups[processor.n] = group;
    processor.fds[processor.n] = ends[0];
    processor.writers[processor.n++] = ends[1];
    return ends[0];
}

static void forget(void)
{
    for (size_t i = 0; i < processor.n; i++)
        close(processor.writers[i]);
    memset(&processor, 0, sizeof processor);
}

static void count(size_t event, uint64_t value, uint64_t enabled, uint64_t running)
{
    const uint64_t raw[3] = {value, enabled, running};
    assert_int_equal(write(processor.writers[event], raw, sizeof raw), sizeof raw);
}

static const struct counter_sources made_up = {open_made_up, "/proc/nonexistent"};

static void events_form_groups(void **state)
{
    (void)state;
    char *names[] = {(char *)"wall",        (char *)"instructions", (char *)"page_faults",
                     (char *)"cycles",      (char *)"branches",     (char *)"branch_misses",
                     (char *)"cache_misses"};
    struct counters counters;
    assert_true(counters_open(&counters, &made_up, 0, names, 7));
    assert_int_equal(counters.n, 6);
    assert_int_equal(counters_find(&counters, "instructions")->leader, 0);
    assert_int_equal(counters_find(&counters, "page_faults")->leader, 1); /* the kernel's: alone */
    assert_int_equal(counters_find(&counters, "cycles")->leader, 0);
    assert_int_equal(counters_find(&counters, "branches")->leader, 3);
    assert_int_equal(counters_find(&counters, "branch_misses")->leader, 3);
    assert_int_equal(counters_find(&counters, "cache_misses")->leader, 5);
    assert_null(counters_find(&counters, "wall"));
    counters_close(&counters);
    forget();
}

/* As counters_begin would leave them: what is read from now on. */
static struct counters open_two(void)
{
    static char *names[] = {(char *)"instructions", (char *)"cycles", (char *)"branches"};
    struct counters counters;
    assert_true(counters_open(&counters, &made_up, 0, names, 3));
    return counters;
}

static void shares_scale_or_refuse(void **state)
{
    (void)state;
    struct counters counters = open_two();
    double value, share;
    count(0, 900, 1000, 900);
    count(1, 100, 1000, 890);
    count(2, 100, 1000, 0);
    assert_int_equal(counter_read(&counters, &counters.items[0], &value, &share), COUNTER_OK);
    assert_close(value, 1000, 1e-12, 0);
    assert_close(share, 0.9, 1e-12, 0);
    assert_int_equal(counter_read(&counters, &counters.items[1], &value, &share), COUNTER_TOO_MANY);
    assert_close(share, 0.89, 1e-12, 0);
    assert_int_equal(counter_read(&counters, &counters.items[2], &value, &share), COUNTER_TOO_MANY);
    counters_close(&counters);
    forget();

    /* A lone group that never runs is not counted here at all; nor is what was never enabled. */
    char *names[] = {(char *)"instructions", (char *)"cycles"};
    assert_true(counters_open(&counters, &made_up, 0, names, 2));
    count(0, 0, 1000, 0);
    count(1, 0, 0, 0);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(counter_read(&counters, &counters.items[i], &value, &share),
                         COUNTER_NOT_MEASURED);
    counters_close(&counters);
    forget();
}

static void no_hardware_is_not_measured(void **state)
{
    (void)state;
    const int reasons[] = {ENOENT, EACCES, EOPNOTSUPP};
    for (size_t i = 0; i < 3; i++) {
        processor.refuse = reasons[i];
        char *names[] = {(char *)"instructions", (char *)"page_faults", (char *)"event:NO_SUCH",
                         (char *)"energy"};
        struct counters counters;
        double value = -1, share;
        assert_true(counters_open(&counters, &made_up, 0, names, 4));
        assert_int_equal(counters.items[0].error_number, reasons[i]);
        assert_int_equal(counters.items[1].error_number, 0);
        assert_int_equal(counters.items[2].error_number, ENOENT);
        assert_int_equal(counters.items[3].error_number, ENOENT);
        for (size_t k = 0; k < 4; k++)
            if (k != 1)
                assert_int_equal(counter_read(&counters, &counters.items[k], &value, &share),
                                 COUNTER_NOT_MEASURED);
        assert_true(value == -1);
        counters_close(&counters);
        forget();
    }
}

/* ---- energy ---------------------------------------------------------------------------------- */

static char tree[] = "/tmp/assay-powercap-XXXXXX";

static void put(const char *domain, const char *entry, const char *text)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", tree, domain);
    (void)mkdir(path, 0700);
    (void)snprintf(path, sizeof path, "%s/%s/%s", tree, domain, entry);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "%s\n", text) > 0);
    assert_int_equal(fclose(file), 0);
}

static void put_domain(const char *domain, const char *name, const char *energy)
{
    put(domain, "name", name);
    put(domain, "max_energy_range_uj", "262143328850");
    put(domain, "energy_uj", energy);
}

static void energy_is_of_all_packages(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(tree));
    const struct counter_sources sources = {open_made_up, tree};
    char *names[] = {(char *)"energy"};
    struct counters counters;
    double value, share;
    put_domain("intel-rapl:0", "package-0", "1000000");
    put_domain("intel-rapl:0:0", "core", "7");
    put_domain("intel-rapl:1", "package-1", "262143000000");
    put_domain("intel-rapl:2", "psys", "5");
    assert_true(counters_open(&counters, &sources, 0, names, 1));
    assert_int_equal(counters.items[0].error_number, 0);
    assert_string_equal(counters.items[0].unit, "J");
    assert_int_equal(counters.energy.n, 2);
    counters_begin(&counters);
    put("intel-rapl:0", "energy_uj", "3500000");
    put("intel-rapl:1", "energy_uj", "171150"); /* around its range: 328850 and 171150 */
    put("intel-rapl:2", "energy_uj", "999999999");
    assert_int_equal(counter_read(&counters, &counters.items[0], &value, &share), COUNTER_OK);
    assert_close(value, 3.0, 1e-12, 0);
    counters_close(&counters);

    /* A package without its range could not be told when it wraps. */
    char path[256];
    (void)snprintf(path, sizeof path, "%s/intel-rapl:1/max_energy_range_uj", tree);
    assert_int_equal(unlink(path), 0);
    assert_true(counters_open(&counters, &sources, 0, names, 1));
    assert_true(counters.items[0].error_number != 0);
    assert_int_equal(counter_read(&counters, &counters.items[0], &value, &share),
                     COUNTER_NOT_MEASURED);
    counters_close(&counters);
    char command[300];
    (void)snprintf(command, sizeof command, "rm -r %s", tree);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_form_groups),
        cmocka_unit_test(shares_scale_or_refuse),
        cmocka_unit_test(no_hardware_is_not_measured),
        cmocka_unit_test(energy_is_of_all_packages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

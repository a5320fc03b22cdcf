/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_counting.c -- which source counts, and what cachegrind's files say. */
#include "support/oracle.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/counter.h"
#include "measure/counting.h"

/* What the event holds, as it would be read: value, time enabled, time running. */
static uint64_t held[3];

static long open_counting(struct perf_event_attr *attributes, pid_t process, int group)
{
    int ends[2];
    assert_true(process == 0 && group == -1 && !attributes->disabled);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], held, sizeof held), (int)sizeof held);
    close(ends[1]);
    return ends[0];
}

static long open_nothing(struct perf_event_attr *attributes, pid_t process, int group)
{
    (void)attributes;
    (void)process;
    (void)group;
    errno = ENOENT;
    return -1;
}

static const struct counter_sources counting = {open_counting, "/"}, nothing = {open_nothing, "/"};

static char wall[] = "wall", counted[] = "instructions";
static char *instructions[] = {wall, counted};

static char execution[] = "execution", iteration[] = "iteration", build[] = "build";

static struct design design_by(enum design_counts_by by)
{
    struct design design = {.metrics = instructions, .n_metrics = 2, .counts = {.by = by}};
    design.levels[0].name = execution;
    design.levels[0].count = 30;
    design.n_levels = 1;
    return design;
}

static void processors_counters_come_first(void **state)
{
    (void)state;
    struct counting found;
    struct assay_error error;
    const struct design design = design_by(COUNTS_AUTO);
    memcpy(held, (uint64_t[]){41234, 900, 900}, sizeof held);
    assert_int_equal(counting_choose(&design, &counting, &found, &error), ASSAY_OK);
    assert_int_equal(found.by, COUNTS_PERF);
    assert_string_equal(found.source, "perf");
}

/* A virtual machine may offer events that it never counts. */
static void an_event_that_stands_still_counts_nothing(void **state)
{
    (void)state;
    memcpy(held, (uint64_t[]){0, 900, 0}, sizeof held);
    assert_false(counters_can_count(&counting, "instructions"));
    memcpy(held, (uint64_t[]){0, 900, 900}, sizeof held);
    assert_false(counters_can_count(&counting, "instructions"));
    assert_false(counters_can_count(&nothing, "instructions"));
    memcpy(held, (uint64_t[]){7, 900, 900}, sizeof held);
    assert_true(counters_can_count(&counting, "instructions"));
}

/* A path without any program, then one with a valgrind of another release. */
static void without_counters_valgrind_counts(void **state)
{
    (void)state;
    char place[] = "/tmp/assay-counting-XXXXXX", program[64];
    struct counting found;
    struct assay_error error;
    struct design design = design_by(COUNTS_AUTO);
    char *path = strdup(getenv("PATH"));
    assert_non_null(mkdtemp(place));
    setenv("PATH", place, 1);
    assert_int_equal(counting_choose(&design, &nothing, &found, &error), ASSAY_OK);
    assert_int_equal(found.by, COUNTS_AUTO);
    design.counts.by = COUNTS_VALGRIND;
    assert_int_equal(counting_choose(&design, &nothing, &found, &error), ASSAY_USAGE);
    assert_non_null(strstr(error.text, "the package valgrind"));
    (void)snprintf(program, sizeof program, "%s/valgrind", place);
    FILE *out = fopen(program, "w");
    assert_non_null(out);
    fputs("#!/bin/sh\necho valgrind-3.99.9\n", out);
    fclose(out);
    assert_int_equal(chmod(program, 0700), 0);
    design.counts.by = COUNTS_AUTO;
    assert_int_equal(counting_choose(&design, &nothing, &found, &error), ASSAY_OK);
    assert_int_equal(found.by, COUNTS_VALGRIND);
    assert_string_equal(found.source, "valgrind-3.99.9");
    setenv("PATH", path, 1);
    free(path);
    unlink(program);
    rmdir(place);
}

static void a_batch_found_by_the_clock_is_not_counted(void **state)
{
    (void)state;
    struct counting found;
    struct assay_error error;
    struct design design = design_by(COUNTS_AUTO);
    design.levels[1].name = iteration;
    design.levels[1].batch = DESIGN_BATCH_AUTO;
    design.levels[1].count = 3;
    design.n_levels = 2;
    assert_int_equal(counting_choose(&design, &nothing, &found, &error), ASSAY_OK);
    assert_int_equal(found.by, COUNTS_AUTO);
}

static void write_file(const char *place, const char *name, const char *text)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", place, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void remove_file(const char *place, const char *name)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", place, name);
    unlink(path);
}

static void counts_of_all_processes_are_one(void **state)
{
    (void)state;
    char place[] = "/tmp/assay-counting-XXXXXX";
    double n = -1;
    assert_non_null(mkdtemp(place));
    assert_false(counting_read(place, &n));
    write_file(place, "1", "cmd: sh x\nevents: Ir\nfl=x\nfn=main\n1 700\nsummary: 730400\n");
    assert_true(counting_read(place, &n));
    assert_true(n == 730400);
    write_file(place, "2", "events: Ir\nsummary: 12\n");
    assert_true(counting_read(place, &n));
    assert_true(n == 730412);
    write_file(place, "3", "events: Ir\nfn=main\n1 7"); /* cut short */
    assert_false(counting_read(place, &n));
    write_file(place, "3", "events: Dr\nsummary: 12\n");
    assert_false(counting_read(place, &n));
    remove_file(place, "1");
    remove_file(place, "2");
    remove_file(place, "3");
    rmdir(place);
}

static void callgrind_has_its_sum_behind_all_parts(void **state)
{
    (void)state;
    char place[] = "/tmp/assay-counting-XXXXXX";
    double n = -1;
    assert_non_null(mkdtemp(place));
    write_file(place, "1",
               "creator: callgrind-3.19.0\nevents: Ir\nsummary: 0\nfn=main\n1 7\ntotals: 7\n"
                           "part: 2\nevents: Ir\ntotals: 5\n");
    assert_true(counting_read_callgrind(place, &n));
    assert_true(n == 12);
    write_file(place, "2",
               "creator: callgrind-3.19.0\nevents: Ir\nsummary: 5\nfn=main\n1"); /* cut short */
    assert_false(counting_read_callgrind(place, &n));
    remove_file(place, "1");
    remove_file(place, "2");
    rmdir(place);
}

static void iterations_are_those_of_a_harness_under_valgrind(void **state)
{
    (void)state;
    struct counting found;
    struct assay_error error;
    struct design_benchmark benchmark = {.source = VALUES_PROCESS};
    struct design design = design_by(COUNTS_PERF);
    design.counts.of_iterations = true;
    design.benchmarks = &benchmark;
    design.n_benchmarks = 1;
    assert_int_equal(counting_choose(&design, &counting, &found, &error), ASSAY_USAGE);
    assert_non_null(strstr(error.text, "values: harness"));
    benchmark.source = VALUES_HARNESS;
    assert_int_equal(counting_choose(&design, &counting, &found, &error), ASSAY_USAGE);
    assert_non_null(strstr(error.text, "by: valgrind"));
}

/* One for each build; without builds as many as an exact verdict needs; never more than are timed. */
static void few_executions_are_counted(void **state)
{
    (void)state;
    struct design design = design_by(COUNTS_VALGRIND);
    assert_int_equal(design_counted(&design), 5);
    design.levels[0].count = 3;
    assert_int_equal(design_counted(&design), 3);
    assert_int_equal(design_counted_most(&design), 3);
    design.levels[0].count = 30;
    assert_int_equal(design_counted_most(&design), 20);
    design.levels[0].count = 3;
    design.counts.by = COUNTS_PERF;
    assert_int_equal(design_counted(&design), 0);
    design.counts.by = COUNTS_VALGRIND;
    design.levels[1] = design.levels[0];
    design.levels[0] = (struct design_level){.name = build, .count = 4};
    design.n_levels = 2;
    assert_int_equal(design_counted(&design), 1);
    assert_int_equal(design_counted_most(&design), 1);
    design.counts.executions = 2;
    assert_int_equal(design_counted(&design), 2);
    assert_int_equal(design_counted_most(&design), 2);
    design.n_systems = 2;
    design.benchmarks = &(struct design_benchmark){.metrics = instructions, .n_metrics = 2};
    design.n_benchmarks = 1;
    assert_int_equal(design_counted_in_all(&design, COUNTED_BY_VALGRIND), 16);
    design.n_metrics = 1;
    assert_int_equal(design_counted(&design), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processors_counters_come_first),
        cmocka_unit_test(an_event_that_stands_still_counts_nothing),
        cmocka_unit_test(without_counters_valgrind_counts),
        cmocka_unit_test(a_batch_found_by_the_clock_is_not_counted),
        cmocka_unit_test(counts_of_all_processes_are_one),
        cmocka_unit_test(callgrind_has_its_sum_behind_all_parts),
        cmocka_unit_test(iterations_are_those_of_a_harness_under_valgrind),
        cmocka_unit_test(few_executions_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

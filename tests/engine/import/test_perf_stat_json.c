/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_perf_stat_json.c -- `perf stat -j`, which must mean what perf's CSV means. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "json_lines.h"

#define RUNNING ",'event-runtime' : 12500000,'pcnt-running' : 100.00"

static void assert_same_perf(const char *csv, const char *text)
{
    struct assay_dataset *a = import("perf-stat", csv);
    const struct format_summary of_csv = summary;
    struct assay_dataset *b = import_json("perf-stat-json", text);
    assert_same(a, b);
    assert_int_equal(summary.n_summaries, of_csv.n_summaries);
    for (size_t i = 0; i < of_csv.n; i++)
        assert_int_equal(skipped(&summary, of_csv.skipped[i].reason), of_csv.skipped[i].n);
    assert_int_equal(summary.n, of_csv.n);
    assay_dataset_free(&a);
    assay_dataset_free(&b);
}

static void events(void **state)
{
    (void)state;
    assert_same_perf(
        "# started on Mon\n\n"
        "12.5,msec,task-clock,12500000,100.00,0.9,CPUs\n"
        "1000,,cycles:u,12500000,100.00,,\n"
        ",,,,,29.2,%  tma_frontend_bound\n"
        "1500,ns,duration_time,1500,100.00,,\n"
        "<not supported>,,cache-misses,0,100.00,,\n"
        "<not counted>,,branches,0,100.00,,\n"
        "13.5,msec,task-clock,12500000,100.00,0.9,CPUs\n",
        "# started on Mon\n\n"
        "{'counter-value' : '12.500000', 'unit' : 'msec', 'event' : 'task-clock'" RUNNING
        ", 'metric-value' : 0.9, 'metric-unit' : 'CPUs'}\n"
        "{'counter-value' : '1000.000000', 'unit' : '', 'event' : 'cycles:u'" RUNNING
        ", 'metric-value' : '0.000000', 'metric-unit' : '(null)'}\n"
        "{'metric-value' : '29.2', 'metric-unit' : '%  tma_frontend_bound', "
        "'metric-threshold' : 'bad'}\n"
        "{'counter-value' : '1500.000000','event' : 'duration_time'" RUNNING "}\n"
        "{'counter-value' : '<not supported>', 'unit' : '', 'event' : 'cache-misses'"
        ", 'event-runtime' : 0, 'pcnt-running' : 100.00}\n"
        "{'counter-value' : '<not counted>', 'unit' : '', 'event' : 'branches'}\n"
        "{'counter-value' : 13.5, 'unit' : 'msec', 'event' : 'task-clock'}\n");
    assert_same_perf("1000;;cycles;0.5%;12500000;100.00;;\n",
                     "{'counter-value' : '1000.000000', 'unit' : '', 'event' : 'cycles', "
                     "'variance' : 0.50" RUNNING "}\n");
    struct assay_dataset *d =
        import_json("perf-stat-json",
                    "{'counter-value' : '1', 'event' : 'a'}{'counter-value':'nan','event':'a'}");
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assay_dataset_free(&d);
}

static void parts(void **state)
{
    (void)state;
    assert_same_perf("  1.000123456,1000.05,msec,task-clock,1000050000,100.00,1.0,CPUs\n"
                     "  2.000223456,1001.05,msec,task-clock,1001050000,100.00,1.0,CPUs\n"
                     "  2.000223456,<not counted>,,cycles,0,0.00,,\n"
                     "      summary,2001.1,msec,task-clock,2001100000,100.00,1.0,CPUs\n"
                     "      summary,<not counted>,,cycles,0,0.00,,\n",
                     "{'interval' : 1.000123456, 'counter-value' : '1000.050000', 'unit' : 'msec', "
                     "'event' : 'task-clock'" RUNNING "}\n"
                     "{'interval' : 2.000223456, 'counter-value' : '1001.050000', 'unit' : 'msec', "
                     "'event' : 'task-clock'" RUNNING "}\n"
                     "{'interval' : 2.000223456, 'counter-value' : '<not counted>', 'unit' : '', "
                     "'event' : 'cycles'" RUNNING "}\n"
                     "{'counter-value' : '2001.100000', 'unit' : 'msec', 'event' : 'task-clock'}\n"
                     "{'counter-value' : '<not counted>', 'unit' : '', 'event' : 'cycles'}\n");
    assert_same_perf("CPU0,1050.5,msec,cpu-clock,1050500000,100.00,1.0,CPUs utilized\n"
                     "CPU1,1050.25,msec,cpu-clock,1050500000,100.00,1.0,CPUs utilized\n",
                     "{'cpu' : '0', 'counter-value' : '1050.500000', 'unit' : 'msec', "
                     "'event' : 'cpu-clock'" RUNNING "}\n"
                     "{'cpu' : '1', 'counter-value' : '1050.250000', 'unit' : 'msec', "
                     "'event' : 'cpu-clock'" RUNNING "}\n");
    assert_same_perf("S0-D0-C1,2,3000,,cycles:u,100,99.50,,\n",
                     "{'core' : 'S0-D0-C1', 'aggregate-number' : 2, 'counter-value' : '3000.000000'"
                     ", 'unit' : '', 'event' : 'cycles:u'" RUNNING "}\n");
    assert_same_perf("ls-17,5,,cycles:u,100,99.50,,\n",
                     "{'thread' : 'ls-17', 'counter-value' : '5.000000', 'unit' : '', "
                     "'event' : 'cycles:u'" RUNNING "}\n");
    struct assay_dataset *d =
        import_json("perf-stat-json", "{'cpu' : '0', 'counter-value' : '7', 'unit' : '', "
                                      "'event' : 'cycles', 'cgroup' : 'a/b'}\n");
    assert_values(find(d, "file", "file (CPU0, a/b)", "cycles"), (const double[]){7}, 1);
    assay_dataset_free(&d);
}

/* What older versions and other languages write is no JSON. */
static void commas(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "perf-stat-json",
        "{'interval' : 1,000123456, 'counter-value' : '12,500000', 'unit' : 'msec', "
        "'event' : 'task-clock', 'event-runtime' : 818770, 'pcnt-running' : 100,00, "
        "'metric-value' : 0,005397, 'metric-unit' : 'CPUs utilized'}\n"
        "{'interval' : 2,000123456, 'core' : 'S0-D0-C0''counter-value' : '3112.000000', 'unit' : "
        "'', "
        "'event' : 'branch-misses', 'event-runtime' : 20699340, 'pcnt-running' : 100,00, }\n");
    assert_values(find(d, "file", "file", "task-clock"), (const double[]){12.5e-3}, 1);
    assert_values(find(d, "file", "file (S0-D0-C0)", "branch-misses"), (const double[]){3112}, 1);
    assay_dataset_free(&d);
}

static void broken(void **state)
{
    (void)state;
    static const char text[] = "{'counter-value' : '5', 'unit' : '', 'event' : 'cycles'}\n"
                               "{'counter-value' : '6', 'unit' : '', 'event' : 'cyc";
    assert_refused("perf-stat-json", json(text), 2, "cut short");
    summary = (struct format_summary){0};
    struct assay_dataset *d =
        import_text(json(text), sizeof text - 1, "perf-stat-json", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "file", "file", "cycles"), (const double[]){5}, 1);
    assert_int_equal(summary.cut_line, 2);
    assay_dataset_free(&d);
    assert_refused("perf-stat-json",
                   json("{'counter-value' : '5', 'event' : 'a'}\n"
                        "{'counter-value' : 'many', 'event' : 'a'}\n"),
                   2, "a count is expected, \"many\" stands here");
    assert_string_equal(error.field, "counter-value");
    assert_refused("perf-stat-json", json("{'counter-value' : '5', ,'event' : 'a'}\n"), 1,
                   "a key in quotes is expected");
    assert_refused("perf-stat-json", json("{'counter-value' : '5'}\n"), 0,
                   "left out: 1 line that is no event");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events),
        cmocka_unit_test(parts),
        cmocka_unit_test(commas),
        cmocka_unit_test(broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text.c -- formats of lines, by small texts whose values are known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/import/read.h"

static void go(void **state)
{
    (void)state;
    struct assay_dataset *d = import("go", "goos: linux\n"
                                           "pkg: x/a\n"
                                           "Unit widgets/op better=higher\n"
                                           "BenchmarkAlone\n"
                                           "BenchmarkEncode/n=1-8  \t 100\t 1726.5 ns/op\t 8 B/op\t"
                                           " 3 allocs/op\t 5 widgets/op\n"
                                           "BenchmarkEncode/n=1-8  100  12 ns/op 20 MB/s\r\n"
                                           "BenchmarkBroken 1 x ns/op\n"
                                           "PASS\n"
                                           "ok  x/a 1.2s\n");
    const struct assay_series *wall = find(d, "file", "Encode/n=1-8", "wall");
    assert_values(wall, (const double[]){1726.5e-9, 12e-9}, 2);
    assert_string_equal(wall->level_name[0], "iteration");
    assert_string_equal(find(d, "file", "Encode/n=1-8", "allocated")->unit, "byte");
    assert_true(find(d, "file", "Encode/n=1-8", "throughput")->more_is_better);
    assert_true(find(d, "file", "Encode/n=1-8", "widgets/op")->more_is_better);
    assert_false(find(d, "file", "Encode/n=1-8", "allocations")->more_is_better);
    assert_int_equal(skipped(&summary, "lines like a result without one"), 1);
    assay_dataset_free(&d);
    d = import("go", "toolchain: Tip\npkg: a\nBenchmarkX 1 5 build-real-ns/op\n"
                     "pkg: b\nBenchmarkX 1 6 text-bytes\n");
    assert_values(find(d, "Tip", "a.X", "build-real"), (const double[]){5e-9}, 1);
    assert_string_equal(find(d, "Tip", "b.X", "text-bytes")->unit, "byte");
    assay_dataset_free(&d);
    d = import("go", "BenchmarkX 1 NaN a/op +Inf b/op 5 ns/op\n"
                     "BenchmarkX 1 6 ns/op and what was logged\n");
    assert_values(find(d, "file", "X", "wall"), (const double[]){5e-9, 6e-9}, 2);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 2);
    assert_int_equal(skipped(&summary, "ends of lines that are no value with a unit"), 1);
    assay_dataset_free(&d);
}

static void assert_bare(const char *text, size_t size, const char *expected)
{
    char *made;
    char *copy = malloc(size); /* what is read behind it is found by the sanitizer */
    memcpy(copy, text, size);
    const struct format_text whole = {copy, size, false};
    const struct format_text bare = format_text_bare(&whole, &made);
    assert_non_null(made);
    assert_int_equal(bare.size, strlen(expected));
    assert_memory_equal(bare.text, expected, bare.size);
    free(made);
    free(copy);
}

/* In the form of mblink/routing: results.txt (sbt), wooooooooooook/homenet2mqtt : bench_output.txt. */
static void bare(void **state)
{
    (void)state;
    static const char sbt[] = "[info] # Run\n[info] \nplain\n a [info] b\n[inf";
    assert_bare(sbt, sizeof sbt - 1, "# Run\n\nplain\n a [info] b\n[inf");
    static const char runner[] = "2026-01-02T03:04:05.1234567Z goos: x\n2026-01-02 y\n2026-01";
    assert_bare(runner, sizeof runner - 1, "goos: x\n2026-01-02 y\n2026-01");
    static const char coloured[] = "\033[1mA\033[0m \033[38;5;1m12\033[mms\033[0K\n\033\033[";
    assert_bare(coloured, sizeof coloured - 1, "A 12ms\n\033");
    char *made;
    const struct format_text plain = {"a\033b\n", 4, false};
    assert_ptr_equal(format_text_bare(&plain, &made).text, plain.text);
    assert_null(made);
}

static void jmh_log(void **state)
{
    (void)state;
    static const char text[] = "# JMH version: 1.33\n"
                               "# Benchmark mode: Throughput, ops/time\n"
                               "# Benchmark: a.B.run\n"
                               "# Parameters: (dim = 10, lib = X)\n"
                               "\n"
                               "# Fork: 1 of 2\n"
                               "# Warmup Iteration   1: 1.5 ops/min\n"
                               "Iteration   1: INFO: 3 of 5 loaded\n"
                               "7 apples\n"
                               "2.5 ops/min\n"
                               "Iteration   2: 3,5 ops/min\n"
                               "# Fork: 2 of 2\n"
                               "# Warmup Iteration   1: 4.5 ops/min\n"
                               "Iteration   1: 5.5 ±(99.9%) 0.1 ops/min\n"
                               "Iteration   2: \xe2\x89\x88 10\xe2\x81\xbb\xc2\xb3 ops/min\n"
                               "Result \"a.B.run\":\n"
                               "# Benchmark mode: Average time, time/op\n"
                               "# Benchmark: a.B.t\n"
                               "# Fork: 1 of 1\n"
                               "Iteration   1: 7 us/op\n"
                               "# Fork: 2 of 2\n"
                               "# Warmup Iteration   1: 8 us/op\n";
    struct assay_dataset *d = import("jmh-log", text);
    const struct assay_series *s = find(d, "file", "a.B.run (dim=10, lib=X)", "throughput");
    assert_values(s, (const double[]){2.5, 3.5, 5.5}, 3);
    assert_true(s->more_is_better);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_int_equal(s->n_warmup[1], 1);
    assert_values(find(d, "file", "a.B.t", "wall"), (const double[]){7e-6}, 1);
    assert_int_equal(skipped(&summary, "iterations without an exact score"), 1);
    assert_int_equal(skipped(&summary, "forks without a measured iteration"), 1);
    assay_dataset_free(&d);
}

/* Two runs of a suite, one behind the other: further forks, each with its own warm-up. */
static void jmh_logs_joined(void **state)
{
    (void)state;
    static const char text[] = "# Benchmark: a.A.run\n"
                               "# Fork: 1 of 1\n"
                               "# Warmup Iteration   1: 9 us/op\n"
                               "Iteration   1: 1 us/op\n"
                               "Iteration   2: 2 us/op\n"
                               "# Benchmark: a.B.run\n"
                               "# Fork: 1 of 1\n"
                               "Iteration   1: 3 us/op\n"
                               "# Benchmark: a.A.run\n"
                               "# Fork: 1 of 1\n"
                               "# Warmup Iteration   1: 8 us/op\n"
                               "Iteration   1: 4 us/op\n"
                               "Iteration   2: 5 us/op\n";
    struct assay_dataset *d = import("jmh-log", text);
    const struct assay_series *s = find(d, "file", "a.A.run", "wall");
    assert_values(s, (const double[]){1e-6, 2e-6, 4e-6, 5e-6}, 4);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(s->n_warmup[1], 1);
    assay_dataset_free(&d);
}

static void rebench(void **state)
{
    (void)state;
    static const char text[] =
        "#!/usr/bin/rebench x.conf\n"
        "# Execution Start: 2024-01-01\n"
        "invocation\titeration\tvalue\tunit\tcriterion\tbenchmark\texecutor\tsuite\textraArgs\t"
        "cores\tinputSize\tvarValue\n"
        "1\t1\t10.5\tms\ttotal\tQueens\tvm\ts\t\t1\t\t\n"
        "1\t2\t11.5\tms\ttotal\tQueens\tvm\ts\t\t1\t\t\n"
        "# Execution Start: 2024-01-02\n"
        "2\t1\t12.5\tms\ttotal\tQueens\tvm\ts\t\t1\t\t\n"
        "2\t1\t64\tbyte\ttrace\tQueens\tvm\ts\t\t1\t\t\n"
        "1\t1\t13.5\tms\ttotal\tQueens\tvm\tother\t\t1\t\t\n"
        "1\t1\t14.5\tms\ttotal\tQueens\tvm2\tother\t\t1\t\t\n";
    struct assay_dataset *d = import("rebench", text);
    const struct assay_series *s = find(d, "vm", "Queens (cores=1)", "wall");
    assert_values(s, (const double[]){10.5e-3, 11.5e-3, 12.5e-3}, 3);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_values(find(d, "vm", "Queens (cores=1)", "trace"), (const double[]){64}, 1);
    assert_values(find(d, "vm", "other/Queens (cores=1)", "wall"), (const double[]){13.5e-3}, 1);
    assert_values(find(d, "vm2", "Queens (cores=1)", "wall"), (const double[]){14.5e-3}, 1);
    assay_dataset_free(&d);
    static const char cut[] = "invocation\titeration\tvalue\tunit\tcriterion\tbenchmark\texecutor\n"
                              "1\t1\t1\tms\ttotal\tQ\tvm\n"
                              "1\t2\t2\tm";
    assert_null(import_text(cut, sizeof cut - 1, "rebench", false, &summary, &error));
    assert_int_equal(error.line, 3);
    d = import_text(cut, sizeof cut - 1, "rebench", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "vm", "Q", "wall"), (const double[]){1e-3}, 1);
    assert_int_equal(summary.cut_line, 3);
    assay_dataset_free(&d);
}

static void dacapo(void **state)
{
    (void)state;
    static const char text[] = "===== DaCapo 9.12-MR1 fop starting warmup 1 =====\n"
                               "===== DaCapo 9.12-MR1 fop completed warmup 1 in 1500 msec =====\n"
                               "===== DaCapo 9.12-MR1 fop starting =====\n"
                               "===== DaCapo 9.12-MR1 fop PASSED in 1000 msec =====\n"
                               "===== DaCapo 9.12-MR1 fop starting =====\n"
                               "===== DaCapo 9.12-MR1 fop PASSED in 1100 msec =====\n"
                               "===== DaCapo 9.12-MR1 fop starting =====\n"
                               "===== DaCapo 9.12-MR1 fop FAILED =====\n"
                               "===== DaCapo 9.12-MR1 fop starting =====\n";
    struct assay_dataset *d = import("dacapo", text);
    const struct assay_series *s = find(d, "file", "fop", "wall");
    assert_values(s, (const double[]){1, 1.1}, 2);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(skipped(&summary, "failed executions"), 1);
    assert_int_equal(skipped(&summary, "executions without an end"), 1);
    assay_dataset_free(&d);
}

static void perf_stat(void **state)
{
    (void)state;
    struct assay_dataset *d = import("perf-stat", "# started on Mon\n\n"
                                                  "12.5,msec,task-clock,12500000,100.00,0.9,CPUs\n"
                                                  "1000,,cycles:u,12500000,100.00,,\n"
                                                  "<not supported>,,cache-misses,0,100.00,,\n");
    assert_values(find(d, "file", "file", "task-clock"), (const double[]){12.5e-3}, 1);
    assert_values(find(d, "file", "file", "cycles:u"), (const double[]){1000}, 1);
    assert_int_equal(skipped(&summary, "events that were not counted"), 1);
    assay_dataset_free(&d);
    d = import("perf-stat", "1000;;cycles;0.5%;12500000;100.00;;\n");
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
}

/* Fields before the value: times of intervals, parts of the machine. */
static void perf_stat_parts(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("perf-stat", "     1.000123456,1000.05,msec,task-clock,1000050000,100.00,1.0,CPUs\n"
                            "     1.000123456,3000000,,cycles,1000000,100.00,3.0,GHz\n"
                            "     2.000223456,1001.05,msec,task-clock,1001050000,100.00,1.0,CPUs\n"
                            "     2.000223456,<not counted>,,cycles,0,0.00,,\n"
                            "         summary,2001.1,msec,task-clock,2001100000,100.00,1.0,CPUs\n");
    const struct assay_series *clock = find(d, "file", "file", "task-clock");
    assert_values(clock, (const double[]){1.00005, 1.00105}, 2);
    assert_string_equal(clock->level_name[0], "iteration");
    assert_int_equal(skipped(&summary, "events that were not counted"), 1);
    assert_int_equal(skipped(&summary, "sums of intervals"), 1);
    assay_dataset_free(&d);
    d = import("perf-stat", "CPU0,1050.5,msec,cpu-clock,1050500000,100.00,1.0,CPUs utilized\n"
                            "CPU1,1050.25,msec,cpu-clock,1050500000,100.00,1.0,CPUs utilized\n");
    assert_values(find(d, "file", "file (CPU1)", "cpu-clock"), (const double[]){1.05025}, 1);
    assay_dataset_free(&d);
    d = import("perf-stat", "1,5;S0;4;3000;;cycles:u;100;99,50;;\n"
                            "1,5;S1;4;12,5;msec;task-clock;100;100,00;;\n");
    assert_values(find(d, "file", "file (S0)", "cycles:u"), (const double[]){3000}, 1);
    assert_values(find(d, "file", "file (S1)", "task-clock"), (const double[]){12.5e-3}, 1);
    assay_dataset_free(&d);
}

static void spec(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("spec", "spec.cpu2017.results.505_mcf_r.base.000.reported_time: 345.5\n"
                       "spec.cpu2017.results.505_mcf_r.base.001.reported_time: 346.5\n"
                       "spec.cpu2017.results.505_mcf_r.peak.000.reported_time: --\n");
    assert_values(find(d, "base", "505.mcf_r", "wall"), (const double[]){345.5, 346.5}, 2);
    assert_int_equal(skipped(&summary, "runs without success"), 1);
    assay_dataset_free(&d);
    d = import("spec", "\"valid\",1\n\n\"Full Results Table\"\n\n"
                       "Benchmark,\"Base # Copies\",\"Est. Base Run Time\",\"Base Status\","
                       "\"Est. Peak Run Time\",\"Peak Status\"\n"
                       "400.perlbench,1,512.5,S,500.5,S\n"
                       "401.bzip2,1,600,RE,,\n\n\"Selected Results Table\"\n400.perlbench,1,1,S\n");
    assert_int_equal(assay_dataset_count(d), 2);
    assert_values(find(d, "base", "400.perlbench", "wall"), (const double[]){512.5}, 1);
    assert_values(find(d, "peak", "400.perlbench", "wall"), (const double[]){500.5}, 1);
    assay_dataset_free(&d);
}

static void tables(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("table", "command,mean,stddev,median,user,system,min,max\nls,1.5,,1,1,1,1,1\n"
                        "\"a \"\"b\"\"\",2.5,,1,1,1,1,1\n");
    assert_values(find(d, "ls", "file", "wall"), (const double[]){1.5}, 1);
    assert_values(find(d, "a \"b\"", "file", "wall"), (const double[]){2.5}, 1);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
    d = import("table", "group,function,value,throughput_num,throughput_type,"
                        "sample_measured_value,unit,iteration_count\n"
                        "g,f,3,,,10,ns,2\n");
    assert_values(find(d, "file", "g/f/3", "wall"), (const double[]){10e-9 / 2}, 1);
    assay_dataset_free(&d);
    d = import("table", "process_exec_idx,bench_name,0,1\n0,b:V:x,1.5,2.5\n1,b:V:x,crash\n"
                        "2,b:V:x,3.5,4.5\n");
    const struct assay_series *s = find(d, "V:x", "b", "wall");
    assert_values(s, (const double[]){1.5, 2.5, 3.5, 4.5}, 4);
    assert_int_equal(skipped(&summary, "crashed executions"), 1);
    assay_dataset_free(&d);
    d = import("columns", "index,metric\n0,5\n1,6\n");
    assert_values(find(d, "file", "file", "value"), (const double[]){5, 6}, 2);
    assay_dataset_free(&d);
    d = import("csv", "execution,seconds\n1,5\n2,6\n");
    assay_dataset_free(&d);
    d = import("rows", "401.bzip2 5 6\n\"two words\" 7\n");
    assert_values(find(d, "file", "401.bzip2", "value"), (const double[]){5, 6}, 2);
    assert_values(find(d, "file", "two words", "value"), (const double[]){7}, 1);
    assay_dataset_free(&d);
}

/* JMH's CSV holds means; Google Benchmark's the repetitions and what was made of them. */
static void tables_of_harnesses(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "table",
        "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error (99.9%)\",\"Unit\","
        "\"Param: n\"\n"
        "\"a.B.t\",\"thrpt\",8,5,381240.5,4250.1,\"ops/s\",10\n"
        "\"a.B.t\",\"avgt\",8,5,\"2,5\",NaN,\"us/op\",10\n"
        "\"a.B.t:\xc2\xb7gc.alloc.rate\",\"avgt\",8,5,99,1,\"MB/sec\",10\n"
        "\"a.B.s\",\"sample\",1,1271834,0.5,0.001,\"ms/op\",\n"
        "\"a.B.u\",\"thrpt\",1,1,NaN,NaN,\"ops/s\",\n");
    const struct assay_series *s = find(d, "file", "a.B.t (n=10, threads=8)", "throughput");
    assert_values(s, (const double[]){381240.5}, 1);
    assert_true(s->more_is_better);
    assert_values(find(d, "file", "a.B.t (n=10, threads=8)", "wall"), (const double[]){2.5e-6}, 1);
    s = find(d, "file", "a.B.t (n=10, threads=8)", "\xc2\xb7gc.alloc.rate");
    assert_values(s, (const double[]){99}, 1);
    assert_false(s->more_is_better);
    assert_values(find(d, "file", "a.B.s (sample)", "wall"), (const double[]){0.5e-3}, 1);
    assert_int_equal(summary.n_summaries, 4);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assay_dataset_free(&d);
    d = import("table",
               "\"Benchmark\";\"Mode\";\"Threads\";\"Samples\";\"Score\";\"Unit\";\"Param: n\"\n"
               "\"a.B.t\";\"avgt\";1;5;2,5;\"us/op\";1,5\n");
    assert_values(find(d, "file", "a.B.t (n=1,5)", "wall"), (const double[]){2.5e-6}, 1);
    assay_dataset_free(&d);
    d = import(
        "table",
        "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,"
        "error_occurred,error_message,\"hits\"\n"
        "\"BM_A/8\",100,1.5,1.25,us,4e9,,\"x, y\",,,3\n"
        "\"BM_A/8\",100,2.5,1.75,us,2e9,,,,,4\n"
        "\"BM_A/8_mean\",2,2,1.5,us,3e9,,,,,\n"
        "\"BM_E\",,,,,,,,true,\"boom, \"\"bad\"\"\",\n");
    assert_values(find(d, "file", "BM_A/8", "wall"), (const double[]){1.5e-6, 2.5e-6}, 2);
    assert_values(find(d, "file", "BM_A/8", "cpu"), (const double[]){1.25e-6, 1.75e-6}, 2);
    s = find(d, "file", "BM_A/8", "bytes_per_second");
    assert_values(s, (const double[]){4e9, 2e9}, 2);
    assert_true(s->more_is_better);
    assert_values(find(d, "file", "BM_A/8", "hits"), (const double[]){3, 4}, 2);
    assert_int_equal(assay_dataset_count(d), 4);
    assert_int_equal(skipped(&summary, "aggregates"), 1);
    assert_int_equal(skipped(&summary, "rows with an error"), 1);
    assert_int_equal(summary.n_summaries, 0);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(go),
        cmocka_unit_test(bare),
        cmocka_unit_test(jmh_log),
        cmocka_unit_test(jmh_logs_joined),
        cmocka_unit_test(rebench),
        cmocka_unit_test(dacapo),
        cmocka_unit_test(perf_stat),
        cmocka_unit_test(perf_stat_parts),
        cmocka_unit_test(spec),
        cmocka_unit_test(tables),
        cmocka_unit_test(tables_of_harnesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

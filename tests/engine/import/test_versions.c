/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_versions.c -- what older and newer versions of a tool write otherwise, by texts of the shapes
 * that real files have. */
#include <math.h>

#include "import/rebench_run.h"
#include "read.h"

static void pyperf(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("pyperf", "{\"benchmarks\":[{\"common_metadata\":{\"name\":\"call_simple\","
                         "\"performance_version\":\"0.3\"},\"runs\":[{\"samples\":[1.5,2.5],"
                         "\"warmups\":[9]},{\"samples\":[3.5,4.5],\"warmups\":[[1,8]]}]}],"
                         "\"version\":4}");
    const struct assay_series *s = find(d, "file", "call_simple", "wall");
    assert_values(s, (const double[]){1.5, 2.5, 3.5, 4.5}, 4);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(skipped(&summary, "calibration runs"), 0);
    assay_dataset_free(&d);
}

/* Before 1.0 there was no header; each row begins with the time at which it was written. */
static void rebench_without_header(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "rebench",
        "#!/usr/local/bin/rebench -d x.conf all\n"
        "[2014-04-29T13:37:09]\t10.5\tms\ttotal\tDelta\tSOM-graal\tsteady\t140 0\t40\t1\t\t\n"
        "[2014-04-29T13:37:09]\t11.5\tms\ttotal\tDelta\tSOM-graal\tsteady\t140 0\t40\t1\t\t\n"
        "#!/usr/local/bin/rebench -d x.conf SOM\n"
        "[2014-04-29T13:40:03]\t12.5\tms\ttotal\tDelta\tSOM-graal\tsteady\t140 0\t40\t1\t\t\n"
        "[2014-04-29T13:40:03]\t13.5\tms\ttotal\tDelta\tSOM-graal\tsteady\t140 0\t40\t1\t\t\n"
        "[2014-04-29T13:41:30]\t99\tms\ttotal\tQ\tSOM\tstartup\t\t0\t8\t2\tx\n");
    const struct assay_series *s = find(d, "SOM-graal", "Delta (extraArgs=140 0, cores=1)", "wall");
    assert_values(s, (const double[]){10.5e-3, 11.5e-3, 12.5e-3, 13.5e-3}, 4);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_values(find(d, "SOM", "Q (cores=8, inputSize=2, varValue=x)", "wall"),
                  (const double[]){99e-3}, 1);
    assay_dataset_free(&d);
    d = import("rebench", "[2018-01-02T03:04:05]\t1\t1\t5\tms\ttotal\tQ\tvm\ts\t\t1\t\t\n"
                          "[2018-01-02T03:04:05]\t1\t2\t6\tms\ttotal\tQ\tvm\ts\t\t1\t\t\n"
                          "[2018-01-02T03:04:05]\t2\t1\t7\tms\ttotal\tQ\tvm\ts\t\t1\t\t\n"
                          "[2018-01-02T03:04:05]\t2\t2\t8\tms\ttotal\tQ\tvm\ts\t\t1\t\t\n");
    s = find(d, "vm", "Q (cores=1)", "wall");
    assert_values(s, (const double[]){5e-3, 6e-3, 7e-3, 8e-3}, 4);
    assert_int_equal(s->live.shape.count[0], 2);
    assay_dataset_free(&d);
}

/* The metadata of 1.3 tell how many iterations are warm-up, each benchmark's; not those that cannot
 * be read. */
static void rebench_warmup(void **state)
{
    (void)state;
    static const char rows[] =
        "#!/usr/bin/rebench x.conf\n"
        "# Execution Start: 2025-01-01T00:00:00\n"
        "# benchmark: 0={\"name\":\"A\",\"runDetails\":{\"warmup\":2,\"iterations\":3},\"suite\":{"
        "\"name\":\"s\",\"executor\":{\"name\":\"vm\"}}}\n"
        "# run_id: "
        "1={\"benchmark\":{\"name\":\"B\",\"runDetails\":{\"warmup\":1},\"suite\":{\"name\":\"s\","
        "\"executor\":{\"name\":\"vm\"}}},\"cores\":1,\"inputSize\":\"9\"}\n"
        "# run_id: 2={\"benchmark\": 0}\n"
        "# benchmark: 3={\"name\":\n"
        "invocation\titeration\tvalue\tunit\tcriterion\tbenchmark\texecutor\tsuite\tcores\n"
        "1\t1\t90\tms\ttotal\tA\tvm\ts\t1\n1\t1\t9\tkbyte\tmem\tA\tvm\ts\t1\n"
        "1\t2\t80\tms\ttotal\tA\tvm\ts\t1\n1\t2\t8\tkbyte\tmem\tA\tvm\ts\t1\n"
        "1\t3\t70\tms\ttotal\tA\tvm\ts\t1\n1\t3\t7\tkbyte\tmem\tA\tvm\ts\t1\n"
        "1\t1\t60\tms\ttotal\tB\tvm\ts\t1\n1\t2\t50\tms\ttotal\tB\tvm\ts\t1\n"
        "2\t1\t65\tms\ttotal\tB\tvm\ts\t1\n2\t2\t55\tms\ttotal\tB\tvm\ts\t1\n"
        "1\t1\t40\tms\ttotal\tB\tother\ts\t1\n"
        "2\t1\t5\tms\ttotal\tA\tvm\ts\t1\n2\t3\t4\tms\ttotal\tA\tvm\ts\t1\n"
        "2\t2\t3\tms\ttotal\tA\tvm\ts\t1\n2\t4\t3.5\tms\ttotal\tA\tvm\ts\t1";
    struct assay_dataset *d = import("rebench", rows);
    const struct assay_series *s = find(d, "vm", "A (cores=1)", "wall");
    assert_values(s, (const double[]){70e-3, 4e-3, 3.5e-3}, 3);
    assert_int_equal(s->n_warmup[0], 2);
    assert_int_equal(s->n_warmup[1], 1);
    s = find(d, "vm", "A (cores=1)", "mem");
    assert_int_equal(n_values(&s->live), 1);
    assert_int_equal(s->n_warmup[0], 2);
    s = find(d, "vm", "B (cores=1)", "wall");
    assert_values(s, (const double[]){50e-3, 55e-3}, 2);
    assert_int_equal(s->n_warmup[0], 1);
    assert_values(find(d, "other", "B (cores=1)", "wall"), (const double[]){40e-3}, 1);
    assert_int_equal(skipped(&summary, REBENCH_LATE_WARMUP), 1);
    assay_dataset_free(&d);
    summary = (struct format_summary){0}; /* the last row cut short: what is whole before it */
    d = import_text(rows, sizeof rows - 20, "rebench", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "vm", "A (cores=1)", "wall"), (const double[]){70e-3, 4e-3}, 2);
    assay_dataset_free(&d);
}

static void rebench_db(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("rebench-db",
               "{\"data\":[{\"d\":[{\"m\":[{\"c\":0,\"v\":383.5}],\"it\":1,\"in\":1},"
               "{\"m\":[{\"c\":0,\"v\":432.5}],\"it\":1,\"in\":2}],\"run_id\":{"
               "\"var_value\":\"v\",\"input_size\":7,\"cores\":1,\"cmdline\":\"som -t1\","
               "\"benchmark\":{\"suite\":{\"name\":\"macro\",\"executor\":{\"name\":\"som\"}},"
               "\"name\":\"NBody\",\"run_details\":{\"warmup\":null}}}}],"
               "\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"ms\"}]}");
    assert_values(find(d, "som", "NBody (varValue=v, inputSize=7, cores=1)", "wall"),
                  (const double[]){0.3835, 0.4325}, 2);
    assay_dataset_free(&d);
    d = import("rebench-db", /* warm-up as configured, in both layouts, the iteration behind */
               "{\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"ms\"}],\"data\":[{\"runId\":{"
               "\"benchmark\":"
               "{\"name\":\"A\",\"runDetails\":{\"warmup\":2,\"minIterationTime\":50}}},\"d\":["
               "{\"in\":1,\"it\":1,\"m\":[{\"c\":0,\"v\":90}]},{\"in\":1,\"m\":[{\"c\":0,\"v\":80}]"
               ",\"it\":2},"
               "{\"in\":1,\"it\":3,\"m\":[{\"c\":0,\"v\":70}]},{\"in\":1,\"it\":1,\"m\":[{\"c\":0,"
               "\"v\":60}]},"
               "{\"in\":2,\"it\":1,\"m\":[{\"c\":0,\"v\":50}]}]},{\"runId\":{\"benchmark\":{"
               "\"name\":\"B\","
               "\"runDetails\":{\"warmup\":1}}},\"d\":[{\"in\":1,\"m\":[[9,8,7]]},{\"in\":2,\"m\":["
               "[6,5,4]]}]},"
               "{\"runId\":{\"benchmark\":{\"name\":\"C\",\"runDetails\":null}},\"d\":[{\"in\":1,"
               "\"m\":[[3]]}]}]}");
    const struct assay_series *s = find(d, "file", "A", "wall");
    assert_values(s, (const double[]){70e-3}, 1);
    assert_int_equal(s->n_warmup[0], 2);
    assert_int_equal(skipped(&summary, "warm-up iterations behind measured ones"), 1);
    assert_int_equal(skipped(&summary, "units with warm-up only"), 1);
    s = find(d, "file", "B", "wall");
    assert_values(s, (const double[]){8e-3, 7e-3, 5e-3, 4e-3}, 4);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(s->n_warmup[1], 1);
    assert_values(find(d, "file", "C", "wall"), (const double[]){3e-3}, 1);
    assay_dataset_free(&d);
    static const char profile[] =
        "{\"data\":[{\"p\":[{\"d\":[{\"p\":6.34,\"m\":\"walk\"}],\"nit\":10,\"in\":1}],\"runId\":"
        "{\"benchmark\":{\"name\":\"D\"}}}]}";
    summary = (struct format_summary){0};
    assert_null(import_text(profile, sizeof profile - 1, "rebench-db", false, &summary, &error));
    assert_string_equal(error.text, "it holds no value that can be used; left out: 1 run with "
                                    "a profile only");
}

/* Processes that were killed have begun iterations that are none of the next one's. */
static void dacapo(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("dacapo", "===== DaCapo 9.12-MR1 avrora starting warmup 1 =====\n"
                         "===== DaCapo 9.12-MR1 avrora completed warmup 1 in 3420 msec =====\n"
                         "===== DaCapo 9.12-MR1 avrora starting =====\n"
                         "Killed\n"
                         "===== DaCapo 9.12-MR1 avrora starting warmup 1 =====\n"
                         "===== DaCapo 9.12-MR1 avrora completed warmup 1 in 3400 msec =====\n"
                         "===== DaCapo 9.12-MR1 avrora starting warmup 2 =====\n"
                         "===== DaCapo 9.12-MR1 avrora completed warmup 2 in 2500 msec =====\n"
                         "===== DaCapo 9.12-MR1 avrora starting =====\n"
                         "===== DaCapo 9.12-MR1 avrora PASSED in 2400 msec =====\n"
                         "===== DaCapo 9.12-MR1 h2 starting warmup 1 =====\n"
                         "===== DaCapo 9.12-MR1 h2 completed warmup 1 in 1000 msec =====\n"
                         "===== DaCapo fop starting warmup =====\n" /* of 2006: no version */
                         "===== DaCapo fop completed warmup in 700 msec =====\n"
                         "===== DaCapo fop starting =====\n"
                         "===== DaCapo fop PASSED in 300 msec =====\n");
    const struct assay_series *s = find(d, "file", "avrora", "wall");
    assert_values(s, (const double[]){2.4}, 1);
    assert_int_equal(s->n_warmup[0], 2);
    s = find(d, "file", "fop", "wall");
    assert_values(s, (const double[]){0.3}, 1);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(skipped(&summary, "executions without an end"), 2);
    assay_dataset_free(&d);
    d = import("dacapo",
               "===== DaCapo fop starting =====\n===== DaCapo fop PASSED in 752 msec =====\n"
               "===== DaCapo simple tail latency: 50% 382 usec, max 47028 usec =====\n"
               "===== DaCapo 9.12 fop starting =====\n"
               "===== DaCapo 9.12 fop PASSED in 221 msec =====\n");
    assert_values(find(d, "file", "fop", "wall"), (const double[]){0.752}, 1);
    assert_values(find(d, "file", "9.12 fop", "wall"), (const double[]){0.221}, 1);
    assert_int_equal(skipped(&summary, "lines of tail latencies"), 1);
    assay_dataset_free(&d);
    d = import("dacapo", "===== DaCapo starting =====\n===== DaCapo PASSED in 752 msec =====\n"
                         "===== DaCapo starting =====\n===== DaCapo PASSED in 221 msec =====\n");
    assert_int_equal(assay_dataset_count(d), 1); /* without a name */
    assay_dataset_free(&d);
}

static void benchmarkdotnet(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "benchmarkdotnet",
        "{\"HostEnvironmentInfo\":{\"BenchmarkDotNetVersion\":\"0.10.3.0\"},\"Benchmarks\":["
        "{\"Namespace\":\"N\",\"Type\":\"T\",\"Method\":\"M\",\"Parameters\":\"n=1\","
        "\"Statistics\":{\"N\":2,\"Mean\":11},\"Measurements\":["
        "{\"IterationMode\":\"IdleTarget\",\"LaunchIndex\":1,\"Operations\":4,\"Nanoseconds\":4},"
        "{\"IterationMode\":\"MainWarmup\",\"LaunchIndex\":1,\"Operations\":4,\"Nanoseconds\":60},"
        "{\"IterationMode\":\"MainTarget\",\"LaunchIndex\":1,\"Operations\":4,\"Nanoseconds\":44},"
        "{\"IterationMode\":\"Result\",\"LaunchIndex\":1,\"Operations\":4,\"Nanoseconds\":40},"
        "{\"IterationMode\":\"Result\",\"LaunchIndex\":1,\"Operations\":4,\"Nanoseconds\":48}]},"
        "{\"Namespace\":null,\"Type\":\"T\",\"Method\":\"Brief\",\"Parameters\":\"\","
        "\"Statistics\":{\"N\":20,\"Mean\":12.5,\"ConfidenceInterval\":{\"Mean\":1}}}]}");
    const struct assay_series *s = find(d, "file", "N.T.M(n=1)", "wall");
    assert_values(s, (const double[]){10e-9, 12e-9}, 2);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(skipped(&summary, "measurements of overhead, pilot and raw stages"), 2);
    assert_values(find(d, "file", "T.Brief", "wall"), (const double[]){12.5e-9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
}

/* Benchmarks of two jobs have one name. */
static void benchmarkdotnet_jobs(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("benchmarkdotnet",
               "{\"HostEnvironmentInfo\":{},\"Benchmarks\":["
               "{\"DisplayInfo\":\"P.Parse: .NET 6.0(Runtime=.NET 6.0) [n=1]\",\"FullName\":"
               "\"N.P.Parse(n: 1)\",\"Statistics\":{\"OriginalValues\":[10,11]},"
               "\"Memory\":{\"Gen0Collections\":1,\"BytesAllocatedPerOperation\":64}},"
               "{\"DisplayInfo\":\"P.Parse: Job-ABCDEF(Server=True) [n=1]\",\"FullName\":"
               "\"N.P.Parse(n: 1)\",\"Statistics\":{\"OriginalValues\":[8,9]},"
               "\"Memory\":{\"BytesAllocatedPerOperation\":null}}]}");
    const char *first = ".NET 6.0(Runtime=.NET 6.0)";
    assert_values(find(d, first, "N.P.Parse(n: 1)", "wall"), (const double[]){10e-9, 11e-9}, 2);
    assert_values(find(d, "Server=True", "N.P.Parse(n: 1)", "wall"), (const double[]){8e-9, 9e-9},
                  2);
    const struct assay_series *memory = find(d, first, "N.P.Parse(n: 1)", "allocated");
    assert_string_equal(memory->unit, "byte");
    assert_values(memory, (const double[]){64}, 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
}

/* More of a profiler's rate is not better; of an auxiliary counter's operations it is. */
static void jmh_secondary(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("jmh", "[{\"benchmark\":\"B.run\",\"mode\":\"thrpt\",\"threads\":1,"
                      "\"primaryMetric\":{\"rawData\":[[1,2]],\"scoreUnit\":\"ops/s\"},"
                      "\"secondaryMetrics\":{\"gc.alloc.rate\":{\"scoreUnit\":\"MB/sec\","
                      "\"rawData\":[[3,4]]},\"hits\":{\"scoreUnit\":\"ops/s\",\"rawData\":[[5,6]]},"
                      "\"asm\":{\"score\":\"NaN\",\"scoreUnit\":\"---\",\"rawData\":[[],[]]}}}]");
    assert_true(find(d, "file", "B.run", "throughput")->more_is_better);
    assert_false(find(d, "file", "B.run", "gc.alloc.rate")->more_is_better);
    assert_true(find(d, "file", "B.run", "hits")->more_is_better);
    assert_int_equal(skipped(&summary, "metrics without raw data"), 1);
    assay_dataset_free(&d);
}

/* One case was timed before samples were kept, one failed. */
static void asv_without_some_samples(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "asv",
        "{\"commit_hash\":\"0123456789\",\"params\":{},\"result_columns\":[\"result\","
        "\"params\",\"samples\"],\"results\":{\"time_f\":[[1,2.5,null],[[\"a\",\"b\",\"c\"]],"
        "[[1,1.5],null,null]],\"time_g\":[[4],[]]}}");
    assert_values(find(d, "01234567", "time_f(a)", "wall"), (const double[]){1, 1.5}, 2);
    assert_values(find(d, "01234567", "time_f(b)", "wall"), (const double[]){2.5}, 1);
    assert_values(find(d, "01234567", "time_g", "wall"), (const double[]){4}, 1);
    assert_int_equal(summary.n_summaries, 2);
    assert_int_equal(skipped(&summary, "cases without a result"), 1);
    assay_dataset_free(&d);
}

/* Threads and mode are told in the log, and named as in the JSON. */
static void jmh_log_names(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("jmh-log", "# Threads: 8 threads, will synchronize iterations\n"
                          "# Benchmark mode: Sampling time\n"
                          "# Benchmark: a.B.t\n"
                          "# Parameters: (n = 1)\n"
                          "# Fork: 1 of 1\n"
                          "Iteration   1: 2.5 ms/op\n"
                          "# Threads: 1 thread, will synchronize iterations\n"
                          "# Benchmark mode: Throughput, ops/time\n"
                          "# Benchmark: a.B.t\n"
                          "# Fork: 1 of 1\n"
                          "Iteration   1: 3.5 ops/s\n");
    assert_values(find(d, "file", "a.B.t (n=1, threads=8, sample)", "wall"),
                  (const double[]){2.5e-3}, 1);
    assert_values(find(d, "file", "a.B.t", "throughput"), (const double[]){3.5}, 1);
    assay_dataset_free(&d);
}

/* Of a log only the end was kept, or its file of results. */
static void jmh_table(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("jmh-log",
               "Benchmark          (dim)  (lib)    Mode  Cnt   Score     Error  Units\n"
               "B.run                100      a   thrpt   25  12225,5 \u00b1  11,5  ops/s\n"
               "B.run:\u00b7gc.alloc.rate 100   a   thrpt   25  99.5 \u00b1  0.1  MB/sec\n"
               "\n"
               "B.s                  N/A      a  sample  127   0.75 \u00b1  0.002  ms/op\n"
               "B.s:s\u00b7p0.50         N/A      a  sample        0.5          ms/op\n"
               "B.t                  N/A      b    avgt    5  \u2248 10\u207b\u2077          s/op\n"
               "B.u                  N/A    b x    avgt    5  1 \u00b1 2  s/op\n"
               "\n"
               "Process finished with exit code 0\n");
    const struct assay_series *s = find(d, "file", "B.run (dim=100, lib=a)", "throughput");
    assert_values(s, (const double[]){12225.5}, 1);
    assert_true(s->more_is_better);
    assert_false(find(d, "file", "B.run (dim=100, lib=a)", "\u00b7gc.alloc.rate")->more_is_better);
    assert_values(find(d, "file", "B.s (lib=a, sample)", "wall"), (const double[]){0.75e-3}, 1);
    assert_values(find(d, "file", "B.s (lib=a, sample)", "s\u00b7p0.50"), (const double[]){0.5e-3},
                  1);
    assert_int_equal(summary.n_summaries, 4);
    assert_int_equal(skipped(&summary, "scores that are not exact"), 1);
    assert_int_equal(skipped(&summary, "rows that cannot be told apart"), 1);
    assay_dataset_free(&d);
}

/* gilmar-sales/freyr-benchmarks : bench.csv: both streams of Google Benchmark in one file. */
static void google_benchmark_context(void **state)
{
    (void)state;
    static const char text[] =
        "2024-08-09T23:09:15-03:00\nRunning a.exe\nRun on (28 X 2594 MHz CPU s)\nCPU Caches:\n"
        "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second\n"
        "\"BM/1\",263529412,2.51591,2.49,ns,,\n";
    struct assay_dataset *d = import("table", text);
    assert_values(find(d, "file", "BM/1", "wall"), (const double[]){2.51591e-9}, 1);
    assay_dataset_free(&d);
    assert_refused("table",
                   "Run on (2 X 9 MHz CPU s)\nname,iterations,real_time,cpu_time,time_unit\n\n"
                   "BM,1,soon,2,ns\n",
                   4, "\"soon\" is not a finite decimal number");
}

/* Until 1.2 no sign stood before the error (in the form that README.md of HikariCP keeps), and
 * that of a Windows console is a byte of its code page (suhininalex/KotlinSequenceBenchmark :
 * benchmark_grow.txt). */
static void jmh_table_errors(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "jmh-log", "Benchmark        (pool)   Mode  Samples      Score  Score error   Units\n"
                   "B.cycle          hikari  thrpt       16  10928.401      165.642  ops/ms\n"
                   "Benchmark      Mode Thr     Count  Sec         Mean   Mean error    Units\n"
                   "B.citm        thrpt   8         5    1      873.970       94.240    ops/s\n"
                   "B.sin         thrpt   8         5    1      500.5           NaN    ops/s\n"
                   "Benchmark (n)  Mode  Cnt        Score       Error  Units\n"
                   "B.grow   1000  avgt   10      115,553 \xb1    27,862  us/op\n"
                   "B.near   1000  avgt   10      ? 10?3           us/op\n"
                   "B.one    1000  avgt           7.5              us/op\n");
    assert_values(find(d, "file", "B.cycle (pool=hikari)", "throughput"),
                  (const double[]){10928.401}, 1);
    assert_values(find(d, "file", "B.citm", "throughput"), (const double[]){873.97}, 1);
    assert_values(find(d, "file", "B.sin", "throughput"), (const double[]){500.5}, 1);
    assert_values(find(d, "file", "B.grow (n=1000)", "wall"), (const double[]){115.553e-6}, 1);
    assert_values(find(d, "file", "B.one (n=1000)", "wall"), (const double[]){7.5e-6}, 1);
    assert_int_equal(skipped(&summary, "scores that are not exact"), 1);
    assay_dataset_free(&d);
}

/* Before 4.0: totals of all iterations; title and batch stand once, here behind what they are of. */
static void nanobench_totals(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "nanobench",
        "{\"benchmarks\":[{\"name\":\"a\",\"median_sec_per_unit\":2.5e-9,\"results\":["
        "{\"sec_per_unit\":2.5e-9,\"iters\":4,\"elapsed_ns\":10000,\"instructions\":8000,"
        "\"cpucycles\":18446744073709551615,\"pagefaults\":0},{\"elapsed_ns\":15000,\"iters\":5,"
        "\"instructions\":10005,\"cpucycles\":18446744073709551615,\"pagefaults\":0}]},"
        "{\"name\":\"b\",\"results\":[{\"iters\":2,\"elapsed_ns\":3000},{\"iters\":0,"
        "\"elapsed_ns\":3000}]}],\"title\":\"sort\",\"unit\":\"number\",\"batch\":1000}");
    assert_int_equal(assay_dataset_count(d), 3);
    assert_values(find(d, "file", "sort/a", "wall"), (const double[]){2.5e-6, 3e-6}, 2);
    assert_values(find(d, "file", "sort/a", "instructions"), (const double[]){2000, 2001}, 2);
    assert_values(find(d, "file", "sort/b", "wall"), (const double[]){1.5e-6}, 1);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assay_dataset_free(&d);
}

/* nanobench writes its numbers by a stream of C++. */
static void nanobench_without_numbers(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("nanobench",
               "{\"results\":[{\"name\":\"n\",\"medianAbsolutePercentError(elapsed)\":nan,"
               "\"median(branchmisses)\":inf,\"x\":-nan,\"y\":-inf,\"measurements\":["
               "{\"elapsed\":1e-9},{\"elapsed\":-nan},{\"elapsed\":inf},{\"elapsed\":2e-9}]}]}");
    assert_values(find(d, "file", "n", "wall"), (const double[]){1e-9, 2e-9}, 2);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 2);
    assay_dataset_free(&d);
}

/* A file of which nothing can be used says every reason. */
static void reasons(void **state)
{
    (void)state;
    static const char text[] =
        "# JMH version: 1.36\n"
        "# Benchmark mode: Average time, time/op\n"
        "# Benchmark: org.sample.B.t\n"
        "# Warmup Fork: 1 of 1\n"
        "Iteration   1: 5.5 s/op\n"
        "# Fork: 1 of 1\n"
        "# Warmup Iteration   1: \xe2\x89\x88 10\xe2\x81\xbb\xe2\x81\xb6 s/op\n"
        "Iteration   1: \xe2\x89\x88 10\xe2\x81\xbb\xe2\x81\xb6 s/op\n";
    summary = (struct format_summary){0};
    assert_null(import_text(text, sizeof text - 1, "jmh-log", false, &summary, &error));
    assert_non_null(strstr(error.text, "1 warm-up fork, 2 iterations without an exact score"));
}

/* Launches in turn, more of them than anybody would run: each is a unit, its warm-up in front. */
static void benchmarkdotnet_launches(void **state)
{
    (void)state;
    enum { LAUNCHES = 150, ITERATIONS = 3 };
    static char text[LAUNCHES * ITERATIONS * 192];
    double expected[2 * LAUNCHES];
    size_t n =
        (size_t)(stpcpy(text, "{\"HostEnvironmentInfo\":{},\"Benchmarks\":[{\"FullName\":\"B\","
                              "\"Statistics\":{\"OriginalValues\":[") -
                 text);
    for (int i = 0; i < 2 * LAUNCHES; i++)
        n += (size_t)sprintf(text + n, "%s%d", i > 0 ? "," : "", i);
    n = (size_t)(stpcpy(text + n,
                        "]},\"Measurements\":[{\"IterationMode\":\"Overhead\",\"Nanoseconds\":1}") -
                 text);
    for (int i = ITERATIONS; i-- > 0;)
        for (int launch = 1; launch <= LAUNCHES; launch++) {
            n += (size_t)sprintf(text + n,
                                 ",{\"IterationMode\":\"Workload\",\"IterationStage\":\"%s\","
                                 "\"LaunchIndex\":%d,\"Operations\":2,\"Nanoseconds\":%d}",
                                 i == 1 ? "Warmup" : "Result", launch, 2 * (1000 * i + launch));
            if (i != 1)
                expected[2 * (launch - 1) + (i == 0)] = (1000 * i + launch) * 1e-9;
        }
    (void)strcpy(text + n, "]}]}");
    struct assay_dataset *d = import("benchmarkdotnet", text);
    const struct assay_series *wall = find(d, "file", "B", "wall");
    assert_int_equal(wall->live.shape.n_levels, 2);
    assert_int_equal(wall->live.shape.count[0], LAUNCHES);
    assert_int_equal(n_values(&wall->all), ITERATIONS * LAUNCHES);
    assert_true(wall->n_warmup != NULL && wall->n_warmup[LAUNCHES - 1] == 1);
    for (int i = 0; i < 2 * LAUNCHES; i++)
        assert_true(fabs(wall->live.values[i] - expected[i]) <= 1e-15 * expected[i]);
    assert_int_equal(skipped(&summary, "measurements of overhead, pilot and raw stages"), 1);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pyperf),
        cmocka_unit_test(rebench_without_header),
        cmocka_unit_test(rebench_warmup),
        cmocka_unit_test(rebench_db),
        cmocka_unit_test(dacapo),
        cmocka_unit_test(benchmarkdotnet),
        cmocka_unit_test(benchmarkdotnet_jobs),
        cmocka_unit_test(benchmarkdotnet_launches),
        cmocka_unit_test(jmh_secondary),
        cmocka_unit_test(reasons),
        cmocka_unit_test(asv_without_some_samples),
        cmocka_unit_test(jmh_log_names),
        cmocka_unit_test(jmh_table),
        cmocka_unit_test(jmh_table_errors),
        cmocka_unit_test(google_benchmark_context),
        cmocka_unit_test(nanobench_totals),
        cmocka_unit_test(nanobench_without_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

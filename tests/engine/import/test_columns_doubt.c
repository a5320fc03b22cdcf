/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_columns_doubt.c -- what columns of people's tables are not to be taken for. Each was found by tests/fuzz/tables. */
#include "finding/finding.h"
#include "read.h"

static void assert_direction(const char *metric, enum assay_teller unit,
                             enum assay_teller direction, bool more_is_better)
{
    char text[96];
    (void)snprintf(text, sizeof text, "name,%s\na,1.5\na,1.7\n", metric);
    struct assay_dataset *d = import("columns", text);
    const struct assay_series *series = assay_dataset_get(d, 0);
    if (series->told.unit != unit || series->told.direction != direction ||
        series->more_is_better != more_is_better)
        fail_msg("%s: %d %d %d", metric, series->told.unit, series->told.direction,
                 series->more_is_better);
    assay_dataset_free(&d);
}

/* Words stand for themselves, not in others; rates of what nobody wants say nothing. */
static void words_in_words(void **state)
{
    (void)state;
    static const char *const untold[] = {"sentiment",   "sometimes-not", "default",
                                         "submissions", "permission",    "inaccuracy",
                                         "loss_rate",   "abort rate",    "lifetime"};
    for (size_t i = 0; i < sizeof untold / sizeof untold[0]; i++)
        assert_direction(untold[i], ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("aborts/s", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("page faults [1/s]", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
    assert_direction("gc_pauses_per_sec", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("foo/s", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("lookups_per_sec", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, true);
    assert_direction("time_saved_ms", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NOBODY, false);
    struct assay_dataset *d = import("columns", "name,unit,uptime\na,s,1.5\na,s,1.7\n");
    assert_int_equal(find(d, "file", "a", "uptime")->told.direction, ASSAY_TOLD_BY_NOBODY);
    assay_dataset_free(&d);
    assert_direction("uptime_s", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("majfaults", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
    assert_direction("l1-misses", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
    assert_direction("cpuTimeTotal", ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NAME, false);
    assert_direction("requestRate", ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NAME, true);
}

/* Millionths are of whatever the name says: of money, too (profiles of KareemJandali/itchbook). */
static void prefixes_alone(void **state)
{
    (void)state;
    static const char *const money[] = {"equity_micros", "equityMicros", "price_nanos", "cpu_millis", "avg price micros"};
    static const char *const times[] = {"latency_micros", "latencyMicros", "p99_micros", "mean_nanos",
                                        "time_millis",    "wall millis",   "micros",     "max_micros"};
    for (size_t i = 0; i < sizeof money / sizeof money[0]; i++)
        assert_direction(money[i], ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NOBODY, false);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        assert_direction(times[i], ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
}

/* A rate is no less wanted for what its name speaks of: "instructions/s", "alloc ops/s"; of a miss or a fault it is, unless
 * operations that miss are counted (baseline.json of PhenX/Treequel). */
static void rates_of_words_for_less(void **state)
{
    (void)state;
    static const char *const untold[] = {"alloc_ops_per_sec", "memory_MB/s",      "time_MB/s",
                                         "instructions/s",    "cycles_per_sec",   "overhead_MB/s",
                                         "delayed_jobs/s",    "elapsed_frames/s", "latency_ops/s"};
    for (size_t i = 0; i < sizeof untold / sizeof untold[0]; i++)
        assert_direction(untold[i], ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("missOpsPerSec", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, true);
    assert_direction("missOps", ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NOBODY, false);
    assert_direction("cache misses [1/s]", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
    assert_direction("cache_miss", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
    assert_direction("instructions", ASSAY_TOLD_BY_NAME, ASSAY_TOLD_BY_NAME, false);
}

/* How long a test was made to last is no result of it (results.jsonl of AakrishtSP/reverse-proxy). */
static void lengths_of_tests(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "stage,duration,req_per_sec\na,30s,6014.03\na,30s,5780.24\n");
    assert_values(find(d, "file", "a", "req"), (const double[]){6014.03, 5780.24}, 2);
    assert_int_equal(assay_dataset_count(d), 1);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 1);
    assay_dataset_free(&d);
    d = import("columns", "stage,duration_ms,rps\na,10000,60.5\nb,10000,57.5\n");
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    static const char *const lasted[] = {
        "stage,duration,latency_ms\na,30s,6.5\na,30s,5.5\n", /* without a rate */
        "stage,duration,rps\na,30s,6.5\na,31s,5.5\n",        /* which differs */
        "stage,duration_ms,rps\na,1500,6.5\na,1500,5.5\n",   /* broken seconds */
        "stage,elapsed_s,rps\na,3,6.5\n"};                   /* once, and not so called */
    for (size_t i = 0; i < sizeof lasted / sizeof lasted[0]; i++) {
        d = import("columns", lasted[i]);
        (void)find(d, "file", "a", "wall");
        assay_dataset_free(&d);
    }
}

/* The unit stands before what it is of, as perf stat prints it (kingpfogel/ex1-hash-basics, perf.csv). */
static void units_before_names(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "columns", "algo,seconds time elapsed,seconds user, seconds sys\na,1.5,2,3\na,2.5,4,5\n");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5, 2.5}, 2);
    assert_values(find(d, "file", "a", "user"), (const double[]){2, 4}, 2);
    assert_string_equal(find(d, "file", "a", "sys")->unit, "s");
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
}

/* A letter in brackets is what a text calls a size (MouseTrap-codes/options-pricing, benchmarks/results.csv). */
static void sizes_in_brackets(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "columns", "Time Steps (N),Naive Time (us),Fast Time (us)\n1,4.5,17.5\n2,7.5,18.5\n");
    assert_values(find(d, "file", "file (Time Steps (N)=2)", "Fast Time"),
                  (const double[]){18.5e-6}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assay_dataset_free(&d);
}

/* What stands beside a rate was chosen where it comes again, wherever the word stands (ElTinmar/ipc_tools, timings.csv). */
static void rates_within_names(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "shm,ncons,fps_in,frame_sz\na,1,4144.5,512\na,2,559.5,512\n"
                          "a,1,4143.5,1024\na,2,557.5,1024\n");
    assert_values(find(d, "file", "a (ncons=2, frame_sz=1024)", "fps_in"), (const double[]){557.5},
                  1);
    assert_int_equal(assay_dataset_count(d), 4);
    assay_dataset_free(&d);
    assert_direction("cpu_hz_max", ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NOBODY, false);
    d = import("columns", "variant,median_seconds,spread_percent\na,1.5,7.5\na,1.75,8.5\n");
    assert_int_equal(assay_dataset_count(d), 1); /* sweep-load.json of KareemJandali/itchbook */
    assay_dataset_free(&d);
}

/* The system that is called older is the first, wherever its column stands. */
static void older_systems_first(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "case,after_ms,count,before_ms\na,1,7,2\na,1.5,9,2.5\n");
    assert_string_equal(assay_dataset_get(d, 0)->system, "before");
    assert_values(find(d, "after", "a", "wall"), (const double[]){1e-3, 1.5e-3}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 1);
    assay_dataset_free(&d);
    d = import(
        "columns",
        "system,case,time_ms\nafter,a,1\nafter,b,3\nbefore,a,2\nbefore,b,4\n"); /* as sorted */
    assert_string_equal(assay_dataset_get(d, 0)->system, "before");
    assert_values(find(d, "after", "b", "wall"), (const double[]){3e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assay_dataset_free(&d);
}

/* Seeds, exit codes and places are no results, nor what a result belongs to. */
static void settings(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "version,pid,seed,exit_code,run,foo,note\n"
                          "v1,4711,99,0,1,1.5,cold\nv1,4722,98,0,2,1.6,cold\n"
                          "v2,4733,97,0,1,1.7,cold\nv2,4744,96,0,2,1.8,cold\n");
    assert_values(find(d, "v2", "file", "foo"), (const double[]){1.7, 1.8}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 4);
    assert_int_equal(skipped(&summary, "columns of text"), 1);
    assay_dataset_free(&d);
    d = import("columns", "name,timeout_ms,latency_ms,time limit\na,60,1.5,9s\na,60,1.6,9s\n");
    assert_values(find(d, "file", "a", "latency"), (const double[]){1.5e-3, 1.6e-3}, 2);
    assert_int_equal(assay_dataset_count(d), 1);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 2);
    assay_dataset_free(&d);
    d = import("columns", "iterations,overhead,runtime\n10,1069,1087\n10,1136,1166\n");
    assert_values(find(d, "file", "file", "runtime"), (const double[]){1087, 1166}, 2);
    assay_dataset_free(&d);
}

/* How a row ended names nothing, and what it had to reach was not measured. */
static void outcomes(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "algorithm,threshold_s,took_s,pass_time,passed\n"
                                                "a,5,1.5,1,true\na,5,1.6,0,false\n"
                                                "b,5,1.7,1,true\nb,5,1.8,1,true\n");
    assert_values(find(d, "file", "a", "took"), (const double[]){1.5, 1.6}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"),
                     2);
    assert_int_equal(skipped(&summary, "columns of text"), 1);
    assay_dataset_free(&d);
    d = import("columns", "name,ok,ms\na,10,1.5\na,20,1.6\n"); /* neither 0 nor 1 */
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"),
                     1);
    assay_dataset_free(&d);
}

/* What was counted behind the times belongs to no name, where names tell the rows apart without it. */
static void counted_behind(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "algorithm,size,time_ns,matches,bp\n"
                                                "a,100,1.5,7,3\nb,100,1.6,7,3\n"
                                                "a,200,1.7,9,4\nb,200,1.8,9,4\n");
    assert_values(find(d, "file", "b (size=200)", "wall"), (const double[]){1.8e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"),
                     2);
    assay_dataset_free(&d);
    d = import("columns", "algorithm,time_ns,knob\na,1.5,7\na,1.6,7\na,1.7,9\na,1.8,9\n");
    assert_values(find(d, "file", "a (knob=9)", "wall"), (const double[]){1.7e-9, 1.8e-9}, 2);
    assay_dataset_free(&d);
}

/* Fractions that were tried in steps are settings, not one thing that was measured again. */
static void fractions_in_steps(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "probability,latency_ms\n0.001,1.5\n0.01,1.6\n0.5,1.7\n");
    assert_values(find(d, "file", "file (probability=0.01)", "latency"), (const double[]){1.6e-3},
                  1);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
    d = import("columns", "ratio,latency_ms\n0.9,1.5\n0.9,1.6\n0.5,1.7\n0.5,1.8\n");
    assert_values(find(d, "file", "file (ratio=0.5)", "latency"), (const double[]){1.7e-3, 1.8e-3},
                  2);
    assay_dataset_free(&d);
    d = import("columns", "cpu,latency_ms\n10.2,1.5\n10.8,1.6\n11.9,1.7\n"); /* three that rise by chance */
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import("columns", "dropped,latency_ms\n0.11,1.5\n0.11,1.6\n0.12,1.7\n0.11,1.8\n"); /* that come again by rounding */
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import("columns", "abort rate\ttest_name\tp99\n10 996,1\tfft\t1.5\n11 280,0\tfft\t1.6\n"); /* no names */
    assert_values(find(d, "file", "fft", "p99"), (const double[]){1.5, 1.6}, 2);
    assay_dataset_free(&d);
    d = import("columns", "t,latency_ms\n0.1,1.5\n0.2,1.6\n0.3,1.7\n"); /* a course */
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import("columns", "blip,latency_ms\n0.3,1.5\n0.1,1.6\n0.2,1.7\n"); /* no steps */
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
}

/* Nobody measures memory in bits. */
static void memory(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "name,ms,peak_mem_mb,link_mb\na,1,1.5,2\n");
    assert_values(find(d, "file", "a", "peak_mem"), (const double[]){1.5e6}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
}

/* What repeats because a row has several metrics belongs to none of them. */
static void rows_of_metrics(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "name,job,metric,value\n"
                                                "a,71,latency_ms,1.5\na,71,foo,7.5\n"
                                                "a,72,latency_ms,1.6\na,72,foo,7.6\n");
    assert_values(find(d, "file", "a", "foo"), (const double[]){7.5, 7.6}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    d = import(
        "columns",
        "tool,benchmark,unit,metric,value\ngcc,a,ms,t,1\nclang,a,ms,t,2\n"); /* no levels of ours */
    assert_values(find(d, "clang", "a", "t"), (const double[]){2e-3}, 1);
    assay_dataset_free(&d);
}

/* Counts are no levels, whose equal labels are one unit. */
static void counts_are_no_levels(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "columns", "system,metric,count,value\na,cycles,7,10\na,cycles,8,11\na,cycles,7,12\n");
    assert_values(find(d, "a", "file", "cycles"), (const double[]){10, 11, 12}, 3);
    assay_dataset_free(&d);
}

/* In tables of semicolons points and commas may part thousands. */
static void thousands(void **state)
{
    (void)state;
    assert_refused("columns", "name;latency_ms\na;12,345\na;9,810\n", 2, "may part thousands");
    assert_refused("columns", "name;latency_ms\na;12.345\na;9.810\n", 2, "may part thousands");
    assert_refused("columns", "name;latency\na;12,345ms\na;9,810 ms\n", 2, "may part thousands");
    assert_refused("columns", "stddev;latency_ms\n0.125;12,345\n0.250;9,810\n", 2,
                   "may part thousands");
    struct assay_dataset *d =
        import("columns", "name;latency_ms\na;12,345\na;0,810\n"); /* none begins with 0 */
    assert_values(find(d, "file", "a", "latency"), (const double[]){12.345e-3, 0.81e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns", "name,latency_ms\na,12.345\na,9.810\n");
    assert_values(find(d, "file", "a", "latency"), (const double[]){12.345e-3, 9.81e-3}, 2);
    assay_dataset_free(&d);
}

static void units_in_cells(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "load;name;mean\n1,1e+01 ops/s;a;0,5ms\n12 ops/s;a;0,25 ms\n");
    assert_values(find(d, "file", "a", "load"), (const double[]){11, 12}, 2);
    assert_values(find(d, "file", "a", "mean"), (const double[]){0.5e-3, 0.25e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns",
               "version;avg\n2.0;0,5s\n2.0;0,7s\n"); /* a version's point is no decimal one */
    assert_values(find(d, "2.0", "file", "avg"), (const double[]){0.5, 0.7}, 2);
    assay_dataset_free(&d);
    assert_refused("columns", "name,mean\na,473us\na,7\na,474us\n", 3,
                   "\"7\" is no number"); /* of which unit? */
    assert_refused("columns", "name;time\na;11 174 MB\na;11 175 MB\n", 2, "\"11 174 MB\"");
}

/* A head that begins with # is one, and what follows is no event of perf. */
static void head_of_places(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "#,name,latency_ms\n1,a,1.5\n2,a,1.6\n");
    assert_values(find(d, "file", "a", "latency"), (const double[]){1.5e-3, 1.6e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns",
               "#|unit|name|size|value|metric\n1||sort big|8|10.5|foo\n2||a/b|8|11.5|foo\n");
    assert_values(find(d, "file", "a/b (size=8)", "foo"), (const double[]){11.5}, 1);
    assay_dataset_free(&d);
    d = import("columns", "\"latency_ms\"\n\"11.5\"\n");
    assert_values(find(d, "file", "file", "latency"), (const double[]){11.5e-3}, 1);
    assay_dataset_free(&d);
}

/* What was measured beside the values labels no units of a level, and nothing with a fraction does; more levels than there may
 * be are told, not taken for metrics. */
static void measured_is_no_level(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "benchmark,cycles,seconds\na,100,1.5\na,101,1.75\n");
    assert_values(find(d, "file", "a", "cycles"), (const double[]){100, 101}, 2);
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5, 1.75}, 2);
    assay_dataset_free(&d);
    d = import("columns", "benchmark,ipc,seconds\na,1.25,1.5\na,1.5,1.75\n");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5, 1.75}, 2);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 1);
    assay_dataset_free(&d);
    d = import("columns", "benchmark,relative,seconds\na,0.96x,1.5\na,1.02x,1.75\n");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5, 1.75}, 2);
    assay_dataset_free(&d);
    d = import("columns", "benchmark,relative,seconds\na,1.00x,1.5\nb,1.00x,1.75\na,1.00x,1.625\nb,1.05x,1.875\n");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5, 1.625}, 2); /* nor names it, where it repeats */
    assay_dataset_free(&d);
    d = import("columns", "value,count,metric,scenario,tool\n11.5,1030,hit ratio (%),fft,gcc\n10.1,1030,gc pauses [1/s],fft,gcc\n"
                          "17.5,1030,hit ratio (%),fft,clang\n15.0,1030,gc pauses [1/s],fft,clang\n");
    assert_values(find(d, "clang", "fft", "hit ratio (%)"), (const double[]){17.5}, 1); /* a count of what was done was not chosen */
    assay_dataset_free(&d);
    d = import("csv", "benchmark,pilot,seconds\na,1,1.5\na,2,1.75\n");
    assert_string_equal(find(d, "file", "a", "wall")->level_name[0], "pilot");
    assay_dataset_free(&d);
    char text[512] = "system,benchmark";
    for (int i = 0; i < 64; i++)
        (void)snprintf(text + strlen(text), 8, ",l%d", i);
    (void)strcat(text, ",value\na,b");
    for (int i = 0; i < 64; i++)
        (void)strcat(text, ",1");
    (void)strcat(text, ",1.5\n");
    assert_refused("csv", text, 1, "at most 8 columns name levels");
    assert_string_equal(error.field, "l8");
}

/* Numbers that stand for something, and say which row it is, are no results; a share has a unit, and nobody says which way. */
static void marks_and_shares(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "version,fft,run_id,job id,port,rank,epoch,relative\n"
                          "a,1.5,91,7,8080,1,1709287200,1.05x\n"
                          "b,2.5,92,8,8080,2,1709287201,1.10x\n");
    assert_values(find(d, "b", "file", "fft"), (const double[]){2.5}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 5);
    assert_int_equal(skipped(&summary, "columns of text"), 1);
    assay_dataset_free(&d);
    d = import("columns", "version,test_id,time_ms\na,1,5\na,2,6\nb,1,7\nb,2,8\n");
    assert_values(find(d, "b", "file (test_id=2)", "wall"), (const double[]){8e-3}, 1);
    assay_dataset_free(&d);
    d = import("columns", "metric,value,errors\nlatency,1.5,0\nlatency,2.5,0\n");
    assert_values(find(d, "file", "file", "latency"), (const double[]){1.5, 2.5}, 2);
    assay_dataset_free(&d);
    d = import("columns", "uuid,name,time_ms\n8e865e43-508d,fft,5\n217e9619-969b,fft,6\n");
    assert_values(find(d, "file", "fft", "wall"), (const double[]){5e-3, 6e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns", "name,cpu_percent\nfft,5.5\n");
    assert_string_equal(find(d, "file", "fft", "cpu")->unit, "%");
    assert_int_equal(find(d, "file", "fft", "cpu")->told.direction, ASSAY_TOLD_BY_NOBODY);
    assay_dataset_free(&d);
}

/* jabirali/bodge, AlanD20/mvmctl, iuioiua/r2d2, izelnakri/actorboy: what a word names is no unit of a level, a threshold is no
 * result, and a word in brackets is perhaps a unit, which nobody knows. */
static void words_that_name(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "Atoms,Package,Seconds\n4,Bodge,1.5\n4,Kwant,2.5\n"
                                                "8,Bodge,3.5\n8,Kwant,4.5\n");
    assert_values(find(d, "file", "Kwant (Atoms=8)", "wall"), (const double[]){4.5}, 1);
    assay_dataset_free(&d);
    d = import("csv", "pilot,seconds\n1,1.5\n2,2.5\n"); /* numbers may be labels */
    assert_string_equal(find(d, "file", "file", "wall")->level_name[0], "pilot");
    assay_dataset_free(&d);
    d = import("columns", "name,threshold_s,create_s\na,5,1.5\n");
    assert_values(find(d, "file", "a", "create"), (const double[]){1.5}, 1);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import("columns", "name,latency (cold)\na,5.5\n");
    assert_int_equal(find(d, "file", "a", "latency")->told.unit, ASSAY_TOLD_BY_NOBODY);
    assay_dataset_free(&d);
    d = import(
        "deno",
        "{\"runtime\": \"Deno/1.37.1\", \"cpu\": \"M2\", \"benches\": [{\"origin\": \"a.ts\", "
        "\"group\": null, \"name\": \"r\", \"results\": [{\"ok\": {\"n\": 7, \"min\": 1, "
        "\"avg\": 708}}]}]}");
    assert_values(find(d, "file", "r", "wall"), (const double[]){708e-9}, 1);
    assay_dataset_free(&d);
}

/* metaborg/benchmark-data, famartinrh/apicurio-perf-results: when something began and ended is no time that it took; how often it
 * did well or failed, and how it was rated, tells no benchmarks apart. */
static void moments_and_outcomes(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "RUNTYPE,STARTTIME,ENDTIME,DURATION,SUCCESS\n"
                          "WARMUP,445043480435536,445043962347550,481912014, 1\n"
                          "REPETITION,445043962355456,445044002279322,39923866, 1\n"
                          "REPETITION,445044002283313,445044019938605,17655292, 1\n");
    assert_int_equal(assay_dataset_count(d), 2);
    assert_values(find(d, "file", "REPETITION", "DURATION"), (const double[]){39923866, 17655292},
                  2);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 3);
    assay_dataset_free(&d);
    d = import(
        "columns",
        "request,start,duration,end,successCount,errorCount,Number of Measurements,rating,threads\n"
        "_all,1633367262623,354.25,1633367616872,6015,73,32,Excellent,8\n"
        "_all,1633420753623,355.25,1633421108872,6015,73,32,Good,8\n");
    assert_int_equal(assay_dataset_count(d), 1);
    assert_values(find(d, "file", "_all (threads=8)", "duration"), (const double[]){354.25, 355.25},
                  2);
    assay_dataset_free(&d);
    d = import("columns",
               "name,startup_ms,end_ms,thread_count\na,1.5,2,4\na,1.6,3,4\nb,1.5,2,8\nb,1.6,3,8\n");
    assert_values(find(d, "file", "a (thread_count=4)", "startup"),
                  (const double[]){1.5e-3, 1.6e-3}, 2);
    assay_dataset_free(&d);
}

/* JulianKunkel/md-workbench-results: of the course of a run the time is its axis; that of sizes is not. */
static void course_of_a_run(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "time,runtime\n0.0004,0.2\n0.0038,0.1\n0.0062,0.3\n0.0096,0.1\n"
                          "0.0125,0.2\n0.0158,0.1\n0.0192,0.2\n");
    assert_int_equal(assay_dataset_count(d), 1);
    assert_string_equal(assay_dataset_get(d, 0)->metric, "runtime");
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"), 1);
    assay_dataset_free(&d);
    d = import(
        "columns",
        "size,time,memory_kb\n1,0.1,9\n2,0.2,8\n4,0.4,9\n8,0.8,8\n16,1.6,9\n32,3.2,8\n64,6.4,9\n");
    assert_int_equal(assay_dataset_count(d), 14); /* memory, too */
    assert_string_equal(assay_dataset_get(d, 0)->metric, "time");
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_in_words),
        cmocka_unit_test(prefixes_alone),
        cmocka_unit_test(rates_of_words_for_less),
        cmocka_unit_test(lengths_of_tests),
        cmocka_unit_test(units_before_names),
        cmocka_unit_test(sizes_in_brackets),
        cmocka_unit_test(rates_within_names),
        cmocka_unit_test(older_systems_first),
        cmocka_unit_test(settings),
        cmocka_unit_test(rows_of_metrics),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(counted_behind),
        cmocka_unit_test(fractions_in_steps),
        cmocka_unit_test(memory),
        cmocka_unit_test(thousands),
        cmocka_unit_test(units_in_cells),
        cmocka_unit_test(measured_is_no_level),
        cmocka_unit_test(marks_and_shares),
        cmocka_unit_test(words_that_name),
        cmocka_unit_test(moments_and_outcomes),
        cmocka_unit_test(course_of_a_run),
        cmocka_unit_test(head_of_places),
        cmocka_unit_test(counts_are_no_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

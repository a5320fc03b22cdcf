/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_columns.c -- tables with a column a metric, as people and tools write them. */
#include "read.h"

static struct assay_dataset *choose(const struct column_choices *choices, const char *text)
{
    const struct format_options options = {
        .system = "file", .benchmark = "file", .columns = choices, .summary = &summary};
    const struct format_text whole = {text, strlen(text), false};
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error cause;
    error = (struct assay_error){.status = ASSAY_OK};
    summary = (struct format_summary){0};
    if (format_read(&format_columns, &whole, &options, dataset, &error) != ASSAY_OK)
        assay_dataset_free(&dataset);
    else
        assert_int_equal(assay_dataset_finish(dataset, &cause), ASSAY_OK);
    return dataset;
}

/* Otava's examples: dates, commits, metrics. */
static void metrics_of_commits(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "time,commit,metric1,metric2\n"
                                                "2024.01.01 3:00:00 +0100,aaa0,154023,10.43\n"
                                                "2024.01.02 3:00:00 +0100,aaa1,138455,NA\n"
                                                "2024.01.03 3:00:00 +0100,aaa2,143112,10.29\n");
    assert_values(find(d, "aaa1", "file", "metric1"), (const double[]){138455}, 1);
    assert_values(find(d, "aaa2", "file", "metric2"), (const double[]){10.29}, 1);
    assert_null(assay_dataset_find(d, "aaa1", "file", "metric2"));
    assert_int_equal(skipped(&summary, "missing values"), 1);
    assay_dataset_free(&d);
    d = import("csv", "commit,ms\na1,1\na1,2\nb2,3\nb2,NaN\n"); /* the same in our own */
    assert_values(find(d, "a1", "file", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assert_values(find(d, "b2", "file", "wall"), (const double[]){3e-3}, 1);
    assert_int_equal(skipped(&summary, "missing values"), 1);
    assay_dataset_free(&d);
}

static void units_of_names(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "Version;Laufzeit (ms);time_us;Speicher [KiB];n;Bemerkung\n"
                          "v1;1,5;2;1;10;kalt\nv1;2,5;3;1;20;warm\n");
    assert_values(find(d, "v1", "file (n=10)", "Laufzeit"), (const double[]){1.5e-3}, 1);
    assert_values(find(d, "v1", "file (n=20)", "wall"), (const double[]){3e-6}, 1);
    assert_values(find(d, "v1", "file (n=20)", "Speicher"), (const double[]){1024}, 1);
    assert_int_equal(skipped(&summary, "columns of text"), 1);
    assay_dataset_free(&d);
    d = import("columns", "Name,Execution time in second\na,0.5\n"); /* DaCapo.artifacts */
    assert_values(find(d, "file", "a", "Execution time"), (const double[]){0.5}, 1);
    assay_dataset_free(&d);
}

/* A comma may part thousands: without a word of the user's it is a decimal one in a table of
 * semicolons only, and never beside points. */
static void commas(void **state)
{
    (void)state;
    assert_refused("columns", "version\ttime (ms)\nv1\t1,234\n", 2, "dialect");
    assert_refused("columns", "version;time (ms)\nv1;1.234\nv2;1,5\n", 3, "dialect");
    assert_refused("columns", "version;time (ms)\nv1;1.234,5\n", 2, "dialect");
    const struct column_choices choices = {.dialect = DIALECT_TAB_COMMA};
    struct assay_dataset *d = choose(&choices, "version\ttime (ms)\nv1\t1,234\n");
    assert_values(find(d, "v1", "file", "wall"), (const double[]){1.234e-3}, 1);
    assay_dataset_free(&d);
}

static void choices_of_the_user(void **state)
{
    (void)state;
    static const char text[] = "when,who,what,a,b\nx,gcc,sort,1,2\ny,gcc,sort,3,4\n";
    const char *values[] = {"b=ms"}, *none[] = {"c"};
    struct column_choices choices = {
        .values = {values, 1}, .version = "when", .system = "who", .benchmark = "what"};
    struct assay_dataset *d = choose(&choices, text);
    assert_values(find(d, "y", "sort (system=gcc)", "b"), (const double[]){4e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    choices.values = (struct name_list){none, 1};
    assert_null(choose(&choices, text));
    assert_non_null(strstr(error.text, "no column \"c\""));
}

static void levels(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "build;execution;iteration;x;y\n"
                                                "1;1;1;1;5\n1;1;2;2;6\n1;2;1;3;7\n1;2;2;4;8\n"
                                                "2;1;1;1;5\n2;1;2;2;6\n2;2;1;3;7\n2;2;2;4;9\n");
    const struct assay_series *s = find(d, "file", "file", "y");
    assert_int_equal(s->live.shape.n_levels, 3);
    assert_string_equal(s->level_name[0], "build");
    assert_values(s, (const double[]){5, 6, 7, 8, 5, 6, 7, 9}, 8);
    assay_dataset_free(&d);
}

static void tools(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "\"expr\",\"time\"\n\"f(x)\",1500\n\"f(x)\",1600\n");
    assert_values(find(d, "file", "f(x)", "wall"), (const double[]){1.5e-6, 1.6e-6}, 2);
    assay_dataset_free(&d);
    d = import("columns",
               "\"name\",\"ops\",\"margin\",\"percentSlower\"\n\"a\",190073807,6.77,0\n");
    assert_values(find(d, "file", "a", "throughput"), (const double[]){190073807}, 1);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import("columns", "\"title\"; \"name\"; \"unit\"; \"batch\"; \"elapsed\"; \"error %\"; "
                          "\"instructions\"; \"total\"\n"
                          "\"t\"; \"a; b\"; \"op\"; 1; 1.5e-06; 0.1; 20; 1\n");
    assert_values(find(d, "file", "t/a; b", "wall"), (const double[]){1.5e-6}, 1);
    assert_values(find(d, "file", "t/a; b", "instructions"), (const double[]){20}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
    d = import("columns", "timeStamp,elapsed,label,responseCode,Latency,Connect\n"
                          "1700000000000,12,GET /,200,10,1\n1700000000100,13,GET /,200,11,1\n");
    assert_values(find(d, "file", "GET /", "wall"), (const double[]){12e-3, 13e-3}, 2);
    assert_values(find(d, "file", "GET /", "latency"), (const double[]){10e-3, 11e-3}, 2);
    assay_dataset_free(&d);
}

/* Haskell's: means, and bounds and spreads of these. */
static void means_of_haskell(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "Name,Mean,MeanLB,MeanUB,Stddev,StddevLB,StddevUB\n"
                                                "f/9,1.25e-7,1.2e-7,1.3e-7,2e-9,1e-9,3e-9\n");
    assert_values(find(d, "file", "f/9", "wall"), (const double[]){1.25e-7}, 1);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import("columns", "Name,Mean (ps),2*Stdev (ps),Allocated,Copied,Peak Memory\n"
                          "All.fib,63041,1500,128,0,7340032\n");
    assert_values(find(d, "file", "All.fib", "wall"), (const double[]){63041e-12}, 1);
    assert_values(find(d, "file", "All.fib", "memory"), (const double[]){7340032}, 1);
    assert_int_equal(summary.n_summaries, 4);
    assay_dataset_free(&d);
}

/* What a row says of its values: several columns do not become one, nor are other numbers values. */
static void units_of_rows(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "name,unit,real,user\na,ms,10,3\na,ms,11,4\n");
    assert_values(find(d, "file", "a", "real"), (const double[]){10e-3, 11e-3}, 2);
    assert_values(find(d, "file", "a", "user"), (const double[]){3e-3, 4e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns", "name,metric,unit,mean,p95\na,latency,ms,10,30\n");
    assert_values(find(d, "file", "a", "latency mean"), (const double[]){10e-3}, 1);
    assert_values(find(d, "file", "a", "latency p95"), (const double[]){30e-3}, 1);
    assay_dataset_free(&d);
    d = import("columns", "name,unit,old,new\na,ms,10,8\na,ms,11,9\n");
    assert_values(find(d, "new", "a", "wall"), (const double[]){8e-3, 9e-3}, 2);
    assay_dataset_free(&d);
    /* royalcat/osmpbfdb, benchmarks/data/master.json: processors are no time */
    d = import("columns", "name,value,unit,procs\na,10,ns/op,4\na,12,ns/op,4\n");
    assert_values(find(d, "file", "a (procs=4)", "wall"), (const double[]){10e-9, 12e-9}, 2);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
}

/* Sizes are not repetitions, not even where they count rows. */
static void parameters(void **state)
{
    (void)state;
    static const char counted[] = "n,seconds\n1,0.5\n2,0.75\n3,2\n",
                      levelled[] = "benchmark,size,metric,value,unit\nb,1,m,1,ms\n";
    const struct format_text whole = {counted, sizeof counted - 1},
                             ours = {levelled, sizeof levelled - 1};
    assert_string_equal(format_recognise(&whole, "file")->name, "columns");
    assert_string_equal(format_recognise(&ours, "file")->name, "csv");
    struct assay_dataset *d = import("columns", counted);
    assert_values(find(d, "file", "file (n=2)", "wall"), (const double[]){0.75}, 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assert_non_null(strstr(summary.note, "call it iteration"));
    assay_dataset_free(&d);
    d = import("columns", "n,elapsed_secs\n1,0.5\n1,0.75\n");
    assert_values(find(d, "file", "file (n=1)", "wall"), (const double[]){0.5, 0.75}, 2);
    assert_null(summary.note);
    assay_dataset_free(&d);
}

/* Numbers that were chosen, not measured; statistics of what is not there; a comma too many. */
static void chosen_numbers(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "operation,blockSize,durationInMs,mean,stddev,p99,\n"
                          "write,500,33,1.5,0.1,2.5\nwrite,50,66,1.5,0.1,2.5\n"
                          "read,500,3,1.5,0.1,2.5\nread,50,6,1.5,0.1,2.5\n");
    assert_values(find(d, "file", "read (blockSize=50)", "wall"), (const double[]){6e-3}, 1);
    assert_values(find(d, "file", "read (blockSize=50)", "p99"), (const double[]){2.5}, 1);
    assert_int_equal(assay_dataset_count(d), 12);
    assert_int_equal(summary.n_summaries, 8);
    assay_dataset_free(&d);
    d = import("columns", "commit,binary_size\na,500\nb,500\nc,600\nd,600\n");
    assert_values(find(d, "c", "file", "binary_size"), (const double[]){600}, 1);
    assay_dataset_free(&d);
}

/* The last part of a name says its unit; "US" of a sale and "PS" of items do not, nor do words that end alike. */
static void units_in_camel_case(void **state)
{
    (void)state;
    static const struct {
        const char *name, *metric, *unit;
        double x; /* of 3 */
    } cases[] = {
        {"executionTimeMillis", "executionTime", "s", 3e-3},
        {"durationNanos", "wall", "s", 3e-9},
        {"parseDurationMicros", "parseDuration", "s", 3e-6},
        {"totalSeconds", "total", "s", 3},
        {"latencyMs", "latency", "s", 3e-3},
        {"responseMS", "response", "s", 3e-3},
        {"peakMemoryMB", "peakMemory", "byte", 3e6},
        {"heapKB", "heap", "byte", 3e3},
        {"heapUsedMiB", "heapUsed", "byte", 3145728},
        {"bytesSentKBytes", "bytesSentKBytes", "1", 3},
        {"throughputMBps", "throughput", "MB/s", 3},
        {"linkMbps", "link", "bit/s", 3e6},
        {"salesUS", "salesUS", "1", 3},
        {"itemsPS", "itemsPS", "1", 3},
        {"accessNS", "accessNS", "1", 3},
        {"maxItems", "maxItems", "1", 3},
        {"bigPrograms", "bigPrograms", "1", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "version,%s\na,3\n", cases[i].name);
        struct assay_dataset *d = import("columns", text);
        const struct assay_series *series = find(d, "a", "file", cases[i].metric);
        assert_string_equal(series->unit, cases[i].unit);
        assert_values(series, (const double[]){cases[i].x}, 1);
        assay_dataset_free(&d);
    }
}

/* Found by tables of a grammar: a metric "90%" of a row a metric; a share that stays is no setting; what a "/" stands in and has
 * its unit behind it. */
static void names_like_others(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "version,metric,result\n2.0,90%,11.5\n2.0,90%,12.5\n"
                                                "2.1,90%,16.5\n2.1,90%,17.5\n");
    assert_values(find(d, "2.1", "file", "90%"), (const double[]){16.5, 17.5}, 2);
    assay_dataset_free(&d);
    d = import("columns", "utilization,size,uptime_ms\n0.5,1,2.5\n0.5,1,3.5\n0.5,1,4.5\n");
    assert_values(find(d, "file", "file (size=1)", "uptime"), (const double[]){2.5e-3, 3.5e-3, 4.5e-3}, 3);
    assert_int_equal(summary.n, 1);
    assay_dataset_free(&d);
    d = import("columns", "gc_pauses,p99\n10.25,1.5\n10.8340,2.5\n10.8736,3.5\n");
    assert_values(find(d, "file", "file", "p99"), (const double[]){1.5, 2.5, 3.5}, 3);
    assay_dataset_free(&d);
    d = import("columns", "hit rate,tool,time_ms\n10’829.2 %,gcc,1'234'567.5\n11'836 %,gcc,2’345\n");
    assert_values(find(d, "gcc", "file", "hit rate"), (const double[]){10829.2, 11836}, 2);
    assert_values(find(d, "gcc", "file", "wall"), (const double[]){1234.5675, 2.345}, 2);
    assay_dataset_free(&d);
    assert_refused("columns", "time_ms,tool\n10'8291,gcc\n", 2, "\"10'8291\" is not a finite decimal number");
    d = import("columns", "tool,read,wall_ms\ngcc,11\u202f458 ops/s,1\u00a0234.5\ngcc,11\u2009459 ops/s,2\u202f345\n");
    assert_values(find(d, "gcc", "file", "read"), (const double[]){11458, 11459}, 2);
    assert_values(find(d, "gcc", "file", "wall"), (const double[]){1.2345, 2.345}, 2);
    assay_dataset_free(&d);
    d = import("columns", "wall\telapsed\ttool\n10 us\t11 sec\tgcc\n12 us\t13 sec\tgcc\n");
    assert_values(find(d, "gcc", "file", "wall"), (const double[]){10e-6, 12e-6}, 2);
    assert_values(find(d, "gcc", "file", "elapsed"), (const double[]){11, 13}, 2);
    assay_dataset_free(&d);
    static const char two_digits[] = "tool,read\ngcc,11\u202f46op/s\ngcc,11\u202f46op/s\n";
    assert_null(format_recognise(&(struct format_text){two_digits, sizeof two_digits - 1, false}, "file")); /* nobody parts so few */
    d = import("columns", "Benchmark;cpu;stddev;stalls;cpu (%);timeout_ms\nfft;AMD EPYC;0.190;0,1115;0,1194;500\n"
                          "fft;AMD EPYC;0.191;0,1053;0,1063;500\nfft;AMD EPYC;0.146;0,1155;0,1000;500\n");
    assert_values(find(d, "file", "fft (cpu=AMD EPYC)", "cpu"), (const double[]){0.1194, 0.1063, 0.1}, 3); /* numbers of another dialect name nothing */
    assay_dataset_free(&d);
    d = import("columns", "operating,p99\n11.5,1.5\n10.5,2.5\n");
    assert_values(find(d, "file", "file", "p99"), (const double[]){1.5, 2.5}, 2);
    assay_dataset_free(&d);
    d = import("columns", "shift,p99\n+0.5,1.5\n+0.75,2.5\n+0.5,3.5\n+0.5,4.5\n");
    assert_values(find(d, "file", "file", "p99"), (const double[]){1.5, 2.5, 3.5, 4.5}, 4);
    assay_dataset_free(&d);
    d = import("columns", "sometimes-not,p99\n1.149911E+01,1.5\n1.159912E+01,2.5\n1.169913E+01,3.5\n");
    assert_values(find(d, "file", "file", "p99"), (const double[]){1.5, 2.5, 3.5}, 3);
    assay_dataset_free(&d);
    d = import("columns", "alpha,p99\n0.5,1.5\n0.25,2.5\n0.03125,3.5\n0.015625,4.5\n");
    assert_values(find(d, "file", "file (alpha=0.015625)", "p99"), (const double[]){4.5}, 1);
    assay_dataset_free(&d);
    d = import("columns", "commit,errors,alpha\na,0,\"0,1milliseconds\"\nb,0,\"0,2milliseconds\"\n"
                          "a,0,\"0,1milliseconds\"\nb,0,\"0,2milliseconds\"\n");
    assert_values(find(d, "a", "file", "errors"), (const double[]){0, 0}, 2);
    assert_int_equal(skipped(&summary, "columns of text"), 1);
    assay_dataset_free(&d);
    d = import("columns", "spread,count,system,case_ms\n10\u202f938msec,3,before,1.5\n11\u202f492msec,4,after,2.5\n");
    assert_values(find(d, "after", "file", "case"), (const double[]){2.5e-3}, 1);
    assay_dataset_free(&d);
    /* what decides stands first, whatever people put before it */
    d = import("columns", "rev;Durchlauf;Dauer [ms]\na;1;12,5\na;2;12,75\nb;1;13,5\nb;2;13,75\n");
    assert_string_equal(assay_dataset_get(d, 0)->metric, "Dauer");
    assert_values(find(d, "b", "file", "Durchlauf"), (const double[]){1, 2}, 2);
    assay_dataset_free(&d);
    d = import("columns", "loss,p99\n0.1,1.5\n0.5,2.5\n0.75,3.5\n"); /* tried in steps */
    assert_values(find(d, "file", "file (loss=0.5)", "p99"), (const double[]){2.5}, 1);
    assay_dataset_free(&d);
    d = import("columns", "a/b_ms,fft in ms,read_MB/s\n0.5,0.75,1.5\n0.5,0.25,2.5\n");
    assert_values(find(d, "file", "file", "a/b"), (const double[]){0.5e-3, 0.5e-3}, 2);
    assert_values(find(d, "file", "file", "read"), (const double[]){1.5, 2.5}, 2);
    assay_dataset_free(&d);
}

static void faults(void **state)
{
    (void)state;
    assert_refused("columns", "name,x_ms,y\na,1,2\nb,1\n", 3, "2 fields in \"b,1\"; the header names 3");
    assert_refused("columns", "name,x (ms)\na,1\nb,one\n", 3, "\"one\"");
    assert_refused("columns", "name,median\na,2.41s\n# b\nc,3.1ms\nd,4m2s\n", 5, "\"4m2s\"");
    struct assay_dataset *d =
        import_text("name,x_ms\na,1\nb", 15, "columns", true, &summary, &error); /* cut */
    assert_non_null(d);
    assay_dataset_free(&d);
}

/* One column is called as in assay CSV, and more stand behind it. */
static void more_behind_the_values(void **state)
{
    (void)state;
    static const char text[] = "release,benchmark,ms,allocs\n1.0,b,15,3\n1.0,b,16,3\n1.1,b,20,4\n";
    const struct format_text whole = {text, sizeof text - 1};
    assert_string_equal(format_recognise(&whole, "file")->name, "columns");
    struct assay_dataset *d = import("columns", text);
    assert_values(find(d, "1.0", "b", "wall"), (const double[]){15e-3, 16e-3}, 2);
    assert_values(find(d, "1.1", "b", "allocs"), (const double[]){4}, 1);
    assay_dataset_free(&d);
}

/* A row a value, with a name of what was measured; names of columns as programmers write them. */
static void long_tables(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "Size,RunIndex,MetricName,Tool,MetricValue,CaseName\n"
                          "64,3,Time,T,230883,Low\n64,3,Memory,T,11194944,Low\n"
                          "64,4,Time,T,230884,Low\n64,4,Memory,T,11194945,Low\n");
    assert_values(find(d, "T", "Low (Size=64)", "Time"), (const double[]){230883, 230884}, 2);
    assert_values(find(d, "T", "Low (Size=64)", "Memory"), (const double[]){11194944, 11194945}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    d = import("columns", "CommitHash,TestName,DurationMs,peak memory\naaa,x,1.5,4\nbbb,x,2,5\n");
    assert_values(find(d, "bbb", "x", "peak memory"), (const double[]){5}, 1);
    assay_dataset_free(&d);
}

/* IgrisBRC/jedis, Akgithub2028's store: so many a second are no seconds. */
static void rates(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "columns", "name,requests_per_sec,throughput_req_sec,rps,opsPerSecond,read_MB/s,Hits/s,"
                   "elapsed_s,t/ms,Zeit / s,us_per_iter,latency.p50_ms,samples_per_mb\n"
                   "a,1,2,3,4,5,6,7,8,9,10,11,12\n");
    static const char *const metrics[] = {"requests", "throughput_req", "rps", "ops", "Hits"};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        const struct assay_series *s = find(d, "file", "a", metrics[i]);
        assert_true(s->more_is_better);
        assert_string_equal(s->unit, "1/s");
    }
    assert_string_equal(find(d, "file", "a", "read")->unit, "MB/s");
    assert_values(find(d, "file", "a", "wall"), (const double[]){7}, 1);
    assert_values(find(d, "file", "a", "t"), (const double[]){8e-3}, 1);
    assert_values(find(d, "file", "a", "Zeit"), (const double[]){9}, 1);
    assert_values(find(d, "file", "a", "us_per_iter"), (const double[]){10e-6}, 1);
    assert_values(find(d, "file", "a", "latency.p50"), (const double[]){11e-3}, 1);
    assert_values(find(d, "file", "a", "samples_per_mb"), (const double[]){12}, 1);
    assay_dataset_free(&d);
}

/* Ali-Yazdanpanah's convolution: what was chosen tells rows apart, what was counted is left out;
 * beside a version all are metrics. */
static void untold(void **state)
{
    (void)state;
    static const char title[] = "columns of numbers without a unit (@value names them)";
    struct assay_dataset *d = import("columns", "H,K,repeats,cpu_ms,speedup,total\n"
                                                "1024,7,3,72.5,360.5,9\n2048,7,3,269.5,476.25,9\n");
    assert_values(find(d, "file", "file (H=1024, K=7)", "cpu"), (const double[]){72.5e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, title), 3);
    assay_dataset_free(&d);
    d = import("columns", "commit,size_of,cpu_ms,lines\na,7,1,90\nb,7,2,95\n");
    assert_values(find(d, "b", "file", "lines"), (const double[]){95}, 1);
    assert_values(find(d, "b", "file", "size_of"), (const double[]){7}, 1);
    assay_dataset_free(&d);
    /* blue-plum-cloud/cpu2017data: row names that were sorted are no values */
    d = import("columns", ",test,Peak Result\n0,a,21.5\n4,a,22.5\n2,b,19.5\n");
    assert_values(find(d, "file", "a (row=4)", "Peak Result"), (const double[]){22.5}, 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
    d = import("columns", "lib,ms,batch_size\na,1,32\na,2,64\n");
    assert_values(find(d, "file", "a (batch_size=64)", "wall"), (const double[]){2e-3}, 1);
    assay_dataset_free(&d);
    d = import("columns", "Type,Name,Request Count,Average Response Time,Requests/s,50%\n"
                          "GET,/a,5,15.5,2.5,14\n"); /* Locust */
    assert_values(find(d, "file", "GET//a", "wall"), (const double[]){15.5e-3}, 1);
    assert_values(find(d, "file", "GET//a", "p50"), (const double[]){14e-3}, 1);
    assert_true(find(d, "file", "GET//a", "throughput")->more_is_better);
    assay_dataset_free(&d);
}

/* A column a system: both sides are named, or the user names them; what is left is the metric. */
/* In the form of 03-Andrew/cognodb : benchmark_results.csv, goosewobbler/zubridge: baseline.json
 * and jtollet/vpp-mlx5-benchmark-results : data: any word of a name may say what its values are. */
static void words_of_statistics(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "db,lookup_p50,lookup_p95,latencyAvg,time_std,rate_sd_mpps,std_latency,"
                          "std_sort_ms,max_depth\nA,275.5,351,3,1,2,3,1.5,4\nB,2,3,4,5,6,7,8,5\n");
    assert_values(find(d, "file", "A (max_depth=4)", "lookup_p50"), (const double[]){275.5}, 1);
    assert_values(find(d, "file", "A (max_depth=4)", "lookup_p95"), (const double[]){351}, 1);
    assert_values(find(d, "file", "A (max_depth=4)", "latencyAvg"), (const double[]){3}, 1);
    assert_values(find(d, "file", "A (max_depth=4)", "std_sort"), (const double[]){1.5e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 8);
    assert_int_equal(summary.n_summaries, 6);
    assay_dataset_free(&d);
    d = import("columns", "mode,read.samples,read.mean,write.samples,write.timeInMs,heapBytes\n"
                          "a,500,18.5,3,5,6\n");
    assert_values(find(d, "file", "a", "write.time"), (const double[]){5e-3}, 1);
    assert_string_equal(find(d, "file", "a", "heap")->unit, "byte");
    assert_values(find(d, "file", "a", "read.mean"), (const double[]){18.5}, 1);
    assert_values(find(d, "file", "a", "write.samples"), (const double[]){3}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assay_dataset_free(&d);
    d = import("columns", "driver,window_seconds,throughput_mpps\na,12,49.5\nb,12,44\n");
    assert_values(find(d, "file", "b (window_seconds=12)", "throughput_mpps"), (const double[]){44},
                  1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    /* AbdelazizSahnoun/Matrix-Multiply-Optimization, KultanJuraj/Bakal-rska_pr-ca */
    d = import("columns", "run,Time (12 threads/6 cores),match\n0,3.5,True\n1,4.5,True\n");
    assert_values(find(d, "file", "file (match=True)", "Time (12 threads/6 cores)"),
                  (const double[]){3.5, 4.5}, 2);
    assay_dataset_free(&d);
    d = import("columns",
               "Number of processes,1 images (9px)\n4,0.5\n5,0.25\n"); /* MagicTINTIN/MPIFarm */
    assert_values(find(d, "file", "file (Number of processes=5)", "1 images (9px)"),
                  (const double[]){0.25}, 1);
    assay_dataset_free(&d);
    d = import("columns", "name,old_mean,new_mean\na,1.5,2\n");
    assert_values(find(d, "new", "a", "mean"), (const double[]){2}, 1);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
}

/* In the form of leventov/java-word-count : size-results.txt. */
static void sizes_beside_values(void **state)
{
    (void)state;
    assert_refused("rows", "hppc 1 4194368\ntrove 1 4194368\nhppc 2 2097216\n", 3,
                   "\"hppc\" stands in several lines of several numbers");
    assert_refused("rows", "allocated: 5\nsmall: 3\nby-size:\n  mid: 1\n", 4,
                   "belongs to the line above");
    assert_refused("rows", "allocated: 5\nsmall: 3\n16: 1\n", 3, "a name is expected");
    static const char scraped[] = "# TYPE http_requests_total counter\nhttp_requests_total 7\n";
    assert_null(format_recognise(&(struct format_text){scraped, strlen(scraped), false},
                                 "file")); /* of a server, for Prometheus */
    struct assay_dataset *d = import("rows", "a 1\nb 2\na 3\n");
    assert_values(find(d, "file", "a", "value"), (const double[]){1, 3}, 2);
    assay_dataset_free(&d);
}

static void systems_in_columns(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "run,old_ms,new_ms\n1,1,3\n2,2,4\n");
    assert_values(find(d, "old", "file", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assert_values(find(d, "new", "file", "wall"), (const double[]){3e-3, 4e-3}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    d = import("columns", "test,rss_before [MB],rss_after [MB]\na,5,6\n");
    assert_values(find(d, "before", "a", "rss"), (const double[]){5e6}, 1);
    assert_values(find(d, "after", "a", "rss"), (const double[]){6e6}, 1);
    assay_dataset_free(&d);
    d = import("columns",
               "old error_count,new error_count\n1,3\n2,4\n"); /* what was counted in both */
    assert_values(find(d, "old", "file", "error_count"), (const double[]){1, 2}, 2);
    assert_values(find(d, "new", "file", "error_count"), (const double[]){3, 4}, 2);
    assay_dataset_free(&d);
    d = import("columns", "old_ms,sample_count,new_ms\n1,9,3\n2,9,4\n"); /* of neither */
    assert_values(find(d, "new", "file", "wall"), (const double[]){3e-3, 4e-3}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    d = import("columns", "test,p99 (us) (before),p99 (us) (after)\na,5,6\n");
    assert_values(find(d, "before", "a", "p99"), (const double[]){5e-6}, 1);
    assay_dataset_free(&d);
    d = import("columns", "time_ms_old,time_ms_new\n1.5,2.5\n");
    assert_values(find(d, "new", "file", "wall"), (const double[]){2.5e-3}, 1);
    assay_dataset_free(&d);
    d = import("columns", "before: speed [MB/s],after: speed [MB/s]\n5,6\n");
    assert_string_equal(find(d, "after", "file", "speed")->unit, "MB/s");
    assay_dataset_free(&d);
    d = import("columns", "old,control\n1.5,2.5\n2.5,3.5\n"); /* one side alone: metrics */
    assert_values(find(d, "file", "file", "old"), (const double[]){1.5, 2.5}, 2);
    assay_dataset_free(&d);
    d = import("columns", "system,base,new\nx,1,2\n");
    assert_values(find(d, "x", "file", "base"), (const double[]){1}, 1);
    assay_dataset_free(&d);
    const struct column_choices choices = {.system = "gcc,clang"};
    d = choose(&choices, "gcc,clang,note\n1,2,3\n4,5,6\n");
    assert_values(find(d, "clang", "file", "value"), (const double[]){2, 5}, 2);
    assay_dataset_free(&d);
    const struct column_choices missing = {.system = "gcc,icc"};
    d = choose(&missing, "gcc,clang\n1,2\n");
    assert_null(d);
    assert_non_null(strstr(error.text, "it has no column \"icc\""));
}

static void one_column(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "time_ms\n1\n2\n");
    assert_values(find(d, "file", "file", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns", "Response Time (ms)\n12.5\n13\n");
    assert_values(find(d, "file", "file", "Response Time"), (const double[]){12.5e-3, 13e-3}, 2);
    assay_dataset_free(&d);
    const struct format_text words = {"a word\nmore\n", 12};
    assert_null(format_recognise(&words, "file"));
}

/* White space between columns; R names rows and not their column. */
static void spaced(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "# host\n\nname   time_ms\na  1\n\na 2\n");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assay_dataset_free(&d);
    d = import("columns", "\"test name\" \"ms\"\n\"1\" \"a b\" 1\n\"2\" \"a b\" 2\n");
    assert_values(find(d, "file", "a b", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    assert_refused("columns", "name ms\na 1\n\nb 2x\n", 4, "2x");
    assert_refused("columns", "name ms\na 1\nb 2 \"c d\n", 3, "quote");
    static const char with_zero[] = "name ms\na 1\nb 2\0\nc 3\n";
    assert_null(import_text(with_zero, sizeof with_zero - 1, "columns", false, &summary, &error));
    assert_int_equal(error.line, 3);
    const struct format_text words = {"some total time\nwas 5 seconds\n", 30};
    assert_null(format_recognise(&words, "file"));
}

/* A time tells when, and is no level. */
static void times_of_rows(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "ts,ms\n2024-01-01,1\n2024-01-02,2\n");
    const struct assay_series *series = find(d, "file", "file", "wall");
    assert_values(series, (const double[]){1e-3, 2e-3}, 2);
    assert_string_equal(series->level_name[0], "execution");
    assay_dataset_free(&d);
}

/* One column without a name. */
/* Values of a series stand as their rows do, whatever else tells these apart. */
static void order_of_rows(void **state)
{
    (void)state;
    struct assay_dataset *d = import("columns", "expr,unit,time\nf,ms,1\nf,s,2\nf,ms,3\n");
    assert_values(find(d, "file", "f", "wall"), (const double[]){1e-3, 2, 3e-3}, 3);
    assay_dataset_free(&d);
    d = import("columns", "expr,unit,time,latency\nf,s,1,2\nf,s,3,4\n");
    assert_values(find(d, "file", "f", "time"), (const double[]){1, 3}, 2);
    assert_values(find(d, "file", "f", "latency"), (const double[]){2, 4}, 2);
    assay_dataset_free(&d);
    d = import("columns",
               "expr,time_s,time_s,time_s\nf,1,2,3\nf,4,5,6\n"); /* names that stand again */
    assert_values(find(d, "file", "f", "time_s"), (const double[]){2, 3, 5, 6}, 4);
    assay_dataset_free(&d);
    d = import("columns", "expr,time_s\nf,1\ng,2\n\"f\",3\nf,4\n f,5\ng,6\n");
    assert_values(find(d, "file", "f", "wall"), (const double[]){1, 3, 4, 5}, 4);
    assert_values(find(d, "file", "g", "wall"), (const double[]){2, 6}, 2);
    assay_dataset_free(&d);
}

/* More names than may wait, and more rows. */
static void many_names(void **state)
{
    enum { NAMES = 70, ROWS = 10000 };
    (void)state;
    char *text = malloc(ROWS * 16), *end = text + sprintf(text, "expr,time_s\n"), name[8];
    for (int i = 0; i < ROWS; i++)
        end += sprintf(end, "f%d,%d\n", i < 200 ? i % NAMES : i % 3, i);
    struct assay_dataset *d = import("columns", text);
    free(text);
    assert_int_equal(assay_dataset_count(d), NAMES);
    for (int f = 0; f < NAMES; f++) {
        sprintf(name, "f%d", f);
        const struct assay_series *series = find(d, "file", name, "wall");
        const double *x = series->live.values;
        const size_t n = assay_sample_size(&series->live);
        assert_true(n >= (f < 3 ? 3267 : 2));
        for (size_t i = 0; i < n; i++) {
            assert_int_equal((int)x[i] % (x[i] < 200 ? NAMES : 3), f);
            assert_true(i == 0 || x[i] > x[i - 1]);
        }
    }
    assay_dataset_free(&d);
}

static void plain_times(void **state)
{
    (void)state;
    struct assay_dataset *d = import("plain", "1.5ms 950 us\n2\tseconds\n");
    assert_values(find(d, "file", "file", "wall"), (const double[]){1.5e-3, 950e-6, 2}, 3);
    assay_dataset_free(&d);
    assert_refused("plain", "1.5 ms\n2\n", 2, "\"2\" stands beside times");
    assert_refused("plain", "1\n2ms\n", 2, "\"2ms\" stands beside numbers");
    assert_refused("plain", "1.5 MB\n", 1, "MB");
    assert_refused("plain", "# size time\n10 1.5\n", 1, "lines hold several numbers");
    assert_refused("plain", "# \"a b\" c\n10 1.5\n", 1, "lines hold several numbers");
    d = import("plain", "# times\n1.5 2.5\n3.5\n");
    assert_values(find(d, "file", "file", "value"), (const double[]){1.5, 2.5, 3.5}, 3);
    assay_dataset_free(&d);
    assert_refused("plain", "1\n-ms\n", 2, "-ms");
}

/* Lines of several numbers, of which the first says what the others belong to (threadmaster/memaccess :
 * times.dat; metopa/lru_benchmark : p4_1000_1_t.tsv). */
static void plain_tables(void **state)
{
    (void)state;
    assert_refused("plain", "50 712  2400\n100 786 2700\n\n200 800 2500\n", 1,
                   "an index or a size");
    assert_refused("plain", "0 25\n1 29\n2 42\n", 1, "an index or a size");
    assert_refused("plain", "64 25\n128 29\n256 42\n", 1, "an index or a size");
    assert_refused("plain", "1 9\n2 8\n4 7\n5 9\n9 7\n11 8\n12 7\n", 1, "an index or a size");
    assert_refused("plain", "\t0.1\t0.4\n0.1\t7\t8\n0.4\t9\t9\n", 1, "name rows and columns");
    static const char *const wide[] = {"1 2\n3 4\n5 6\n", "1 9\n3 8\n",
                                       "1 9\n3 8\n2 7\n", "9\n3 8 9\n4 5\n",
                                       " 1 2\n1 2\n",     "1.2 1.5\n1.3 1.1\n1.45 1.6\n",
                                       "9 1\n8 2\n7 4\n"};
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        assert_refused("plain", wide[i], 1, "lines hold several numbers");
    struct assay_dataset *d = import("plain", "1 2 3\n");
    assert_values(find(d, "file", "file", "value"), (const double[]){1, 2, 3}, 3);
    assay_dataset_free(&d);
}

/* simonrozsival/bsharp : raw-20260603-131025.csv; tools and tests are no levels. */
static void tools_are_no_levels(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "tool,scenario,run,ms\nnew,clean,1,1201\nold,clean,1,1894\n"
                          "new,noop,1,127\nnew,clean,2,1202\nold,clean,2,1890\n");
    assert_values(find(d, "new", "clean", "wall"), (const double[]){1.201, 1.202}, 2);
    assert_values(find(d, "old", "clean", "wall"), (const double[]){1.894, 1.89}, 2);
    assert_values(find(d, "new", "noop", "wall"), (const double[]){0.127}, 1);
    assay_dataset_free(&d);
}

/* Rates whose unit nobody names, units in capitals, sizes as pandas writes them, nanoseconds that are
 * no date (metopa/lru_benchmark : meta.csv, EthanCornell/HazardLFQ-EBRLFQ, basbossink/hdf5-benchmark,
 * xeptore/grayscaler-benchmarks). */
static void names_of_people(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "columns", "version,throughput,Duration_Sec,Time (MS)\nv1,100,5.5,7\nv2,200,6.5,8\n");
    assert_true(find(d, "v1", "file", "throughput")->more_is_better);
    assert_values(find(d, "v1", "file", "wall"), (const double[]){5.5}, 1);
    assert_false(find(d, "v1", "file", "wall")->more_is_better);
    assert_values(find(d, "v1", "file", "Time (MS)"), (const double[]){7e-3}, 1);
    assay_dataset_free(&d);
    d = import("columns", "NumberOfDataSets,AverageTime\n100.0,0.5\n200.0,1.5\n");
    assert_values(find(d, "file", "file (NumberOfDataSets=200.0)", "AverageTime"),
                  (const double[]){1.5}, 1);
    assay_dataset_free(&d);
    d = import("columns", "Percentile,Latency (ms)\n50.0,9.303\n99.219,32.959\n");
    assert_values(find(d, "file", "file (Percentile=99.219)", "Latency"),
                  (const double[]){32.959e-3}, 1);
    assay_dataset_free(&d);
    d = import("columns", "threads,time\n1,44869891889\n2,2734824610\n");
    assert_values(find(d, "file", "file (threads=2)", "time"), (const double[]){2734824610}, 1);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_of_commits),
        cmocka_unit_test(units_of_names),
        cmocka_unit_test(commas),
        cmocka_unit_test(choices_of_the_user),
        cmocka_unit_test(levels),
        cmocka_unit_test(tools),
        cmocka_unit_test(means_of_haskell),
        cmocka_unit_test(units_of_rows),
        cmocka_unit_test(parameters),
        cmocka_unit_test(faults),
        cmocka_unit_test(units_in_camel_case),
        cmocka_unit_test(names_like_others),
        cmocka_unit_test(chosen_numbers),
        cmocka_unit_test(more_behind_the_values),
        cmocka_unit_test(long_tables),
        cmocka_unit_test(rates),
        cmocka_unit_test(untold),
        cmocka_unit_test(words_of_statistics),
        cmocka_unit_test(sizes_beside_values),
        cmocka_unit_test(systems_in_columns),
        cmocka_unit_test(one_column),
        cmocka_unit_test(plain_times),
        cmocka_unit_test(order_of_rows),
        cmocka_unit_test(many_names),
        cmocka_unit_test(plain_tables),
        cmocka_unit_test(tools_are_no_levels),
        cmocka_unit_test(names_of_people),
        cmocka_unit_test(spaced),
        cmocka_unit_test(times_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

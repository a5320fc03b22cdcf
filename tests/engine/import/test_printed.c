/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_printed.c -- lines that tools print, reports of tests, and logs of requests. */
#include "read.h"

/* One value under this name and metric. */
static void assert_line(const char *text, const char *benchmark, const char *metric, double value)
{
    struct assay_dataset *d = import("printed", text);
    assert_values(find(d, "file", benchmark, metric), &value, 1);
    assert_int_equal(summary.n_summaries, assay_dataset_count(d));
    assay_dataset_free(&d);
}

static void lines(void **state)
{
    (void)state;
    assert_line("running 1 test\ntest b::fib_20 ... bench:      18,149 ns/iter (+/- 755)\n",
                "b::fib_20", "wall", 18149e-9);
    struct assay_dataset *both =
        import("printed", "test a ... bench:          18 ns/iter (+/- 0) = 21666 MB/s\n"
                          "test b ... bench:       3,242 ns/iter (+/- 1,079) = 845 MB/s\n");
    assert_int_equal(assay_dataset_count(both), 4);
    assert_values(find(both, "file", "b", "wall"), (const double[]){3242e-9}, 1);
    assert_values(find(both, "file", "a", "throughput"), (const double[]){21666}, 1);
    assert_true(find(both, "file", "a", "throughput")->more_is_better);
    assay_dataset_free(&both);
    assert_line("test cmov ... bench:       2,835 cycles/iter (+/- 10)\n", "cmov", "cycles", 2835);
    assert_line("fib 20                  time:   [26.029 us 26.251 us 26.505 us]\n"
                "                        change: [-5.1% -4.9% -4.8%] (p = 0.00 < 0.05)\n",
                "fib 20", "wall", 26.251e-6);
    assert_line("a_very_long_name/of a benchmark\n"
                "                        time:   [323.75 ps 323.91 ps 324.1 ps]\n",
                "a_very_long_name/of a benchmark", "wall", 323.91e-12);
    assert_line("benchmarking Double Line/No Intersection\n"
                "time                 250.2 ns   (249.3 ns .. 251.2 ns)\n"
                "                     1.000 R\u00b2   (1.000 R\u00b2 .. 1.000 R\u00b2)\n"
                "mean                 250.1 ns   (249.3 ns .. 251.4 ns)\n",
                "Double Line/No Intersection", "wall", 250.2e-9);
    assert_line("RegExp#test x 6,190,508 ops/sec \u00b10.75% (88 runs sampled)\n", "RegExp#test",
                "throughput", 6190508);
    assert_line(
        "[ 35.00%] \u00b7\u00b7\u00b7 b.TimeSuite.time_keys           11.1\u00b10.01\u03bcs\n"
        "[ 40.00%] \u00b7\u00b7\u00b7 b.TimeSuite.time_k2             failed\n",
        "b.TimeSuite.time_keys", "wall", 11.1e-6);
    assert_line("Template(RunTime): 1.5 us.\n", "Template", "wall", 1.5e-6);
    assert_line("benchmark 3: The Third - timer/timerEnd: 8827ms - timer ended\n",
                "benchmark 3: The Third - timer/timerEnd", "wall", 8.827);
    assert_line("bench_short\n  Instructions:                1735\n  L1 Accesses:  2364\n",
                "bench_short", "instructions", 1735);
    assert_line("Requests/sec: 1234.5\n", "file", "throughput", 1234.5);
    /* vek199/mlops-docker-k8s-CD, wrk_test_results.txt: what a script of wrk prints itself */
    assert_line("Average latency: 512985.5ms\nMax latency: 1435982ms\nRequests/sec: 92.25\n",
                "file", "throughput", 92.25);
    assert_line("size: 1024\nRequests/sec: 92.25\n", "size: 1024", "throughput", 92.25);
    assert_line("tps = 2134.5 (without initial connection time)\n", "file", "throughput", 2134.5);
    assert_line("====== SET ======\n  100000 requests completed in 0.95 seconds\n\n0.000% <= 0.143 "
                "milliseconds\n\nSummary:\n  throughput summary: 105263.16 requests per second\n",
                "SET", "throughput", 105263.16);
    assert_refused("printed", "Summary:\n  throughput summary: 5 requests per second\n", 0,
                   "1 rate without a name");
    struct assay_dataset *d = import(
        "printed", "Rehearsal ------\nsort   1.490000   0.010000   1.500000 (  1.490520)\n"
                   "------ total: 2.960000sec\n\n            user     system      total   real\n"
                   "sort   1.460000   0.000000   1.460000 (  1.460465)\n");
    assert_values(find(d, "file", "sort", "wall"), (const double[]){1.460465}, 1);
    assert_int_equal(skipped(&summary, "rehearsals"), 1);
    assay_dataset_free(&d);
}

static void wrk(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "printed", "Running 30s test @ http://127.0.0.1:8080/\n  12 threads and 400 connections\n"
                   "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                   "    Latency   635.91us    0.89ms  12.92ms   93.69%\n"
                   "    Req/Sec    56.20k     8.07k   62.00k    86.54%\n"
                   "  22464657 requests in 30.00s, 17.76GB read\nRequests/sec: 748868.53\n");
    const struct assay_series *s = assay_dataset_get(d, 0);
    assert_string_equal(s->metric, "wall");
    assert_values(s, (const double[]){635.91e-6}, 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assert_values(find(d, "file", "http://127.0.0.1/ (connections=400)", "requests"),
                  (const double[]){22464657}, 1);
    assay_dataset_free(&d);
}

/* In the form of adhithyasash1/Observable-k8s-Pipeline : wrk_results.txt, and of wrk2; notes of people are
 * no latencies (zhzhsx/benchhello : wrk-results.txt). */
static void wrk_latencies(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "printed", "Running 30s test @ http://a/\n  4 threads and 100 connections\n"
                   "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                   "    Latency     1.05m    25.20s    1.50m    74.28%\n  Latency Distribution\n"
                   "     50%  673.64ms\n     90%    1.50h \n     99%    1.36s \n"
                   " 99.900%    1.50m \n99% 261MiB\n99% + 2\nRequests/sec:    141.27\n");
    const char *name = "http://a/ (connections=100)";
    assert_values(find(d, "file", name, "wall"), (const double[]){63}, 1);
    assert_values(find(d, "file", name, "p50"), (const double[]){673.64e-3}, 1);
    assert_values(find(d, "file", name, "p90"), (const double[]){5400}, 1);
    assert_values(find(d, "file", name, "p99"), (const double[]){1.36}, 1);
    assert_values(find(d, "file", name, "p99.9"), (const double[]){90}, 1);
    assert_string_equal(find(d, "file", name, "wall")->unit, "s");
    assert_int_equal(assay_dataset_count(d), 6);
    assay_dataset_free(&d);
    d = import("printed", "Requests per second:    5 [#/sec] (mean)\n  50%     12\n  95%     34\n"
                          " 100%     99 (longest request)\n");
    assert_values(find(d, "file", "file", "p50"), (const double[]){12e-3}, 1);
    assert_values(find(d, "file", "file", "p95"), (const double[]){34e-3}, 1);
    assay_dataset_free(&d);
    d = import("printed", "  Requests/sec: 5\n  50% in 0.0025 secs\n  99%% in 0.0125 secs\n");
    assert_values(find(d, "file", "file", "p50"), (const double[]){0.0025}, 1);
    assert_values(find(d, "file", "file", "p99"), (const double[]){0.0125}, 1);
    assay_dataset_free(&d);
    /* oha, in the form of retrokiller543/tosic-http : benchmarks/axum-bench/README.md, and as it is since 1.4 */
    d = import("printed",
               "  Average:\t0.0015 secs\n  Requests/sec:\t3364.7592\n\n  50.00% in 0.0015 secs\n"
               "  95.00% in 0.0016 secs\n  99.90% in 0.0071 secs\n");
    assert_values(find(d, "file", "file", "wall"), (const double[]){0.0015}, 1);
    assert_values(find(d, "file", "file", "p50"), (const double[]){0.0015}, 1);
    assert_values(find(d, "file", "file", "p95"), (const double[]){0.0016}, 1);
    assert_values(find(d, "file", "file", "p99.9"), (const double[]){0.0071}, 1);
    assay_dataset_free(&d);
    d = import("printed",
               "  Average:\t1.5000 ms\n  Requests/sec:\t3364.7592\n\n  90.00% in 1.6000 ms\n"
               "  99.00% in 0.2500 sec\n");
    assert_values(find(d, "file", "file", "wall"), (const double[]){1.5e-3}, 1);
    assert_values(find(d, "file", "file", "p90"), (const double[]){1.6e-3}, 1);
    assert_values(find(d, "file", "file", "p99"), (const double[]){0.25}, 1);
    assay_dataset_free(&d);
    /* pasted without its last character, as in rw3iss/web-framework-benchmarks */
    d = import("printed", "Requests per second:    12882.78 [#/sec] (mean\n");
    assert_values(find(d, "file", "file", "throughput"), (const double[]){12882.78}, 1);
    assay_dataset_free(&d);
}

static void assert_named(const char *text, const char *benchmark, const char *metric, double value)
{
    struct assay_dataset *d = import("printed", text);
    assert_values(find(d, "file", benchmark, metric), &value, 1);
    assay_dataset_free(&d);
}

/* In the form of ChocolaterToba/WebBasics : ab_results.txt (two servers, the same page), of pgbench 12, of
 * zencharcoal/Recovery : sysbench_results.txt and of joined logs without headings. */
static void names_of_runs(void **state)
{
    (void)state;
    static const char ab[] = "Server Hostname:        localhost\nServer Port:            80\n\n"
                             "Document Path:          /a\nDocument Length:        368 bytes\n\n"
                             "Concurrency Level:      100\nHTML transferred:       368000 bytes\n"
                             "Requests per second:    1470.81 [#/sec] (mean)\n"
                             "Time per request:       67.990 [ms] (mean)\n\n"
                             "Server Hostname:        localhost\nServer Port:            8000\n\n"
                             "Document Path:          /a\n\nConcurrency Level:      100\n"
                             "HTML transferred:       368000 bytes\n"
                             "Requests per second:    810.64 [#/sec] (mean)\n";
    assert_named(ab, "localhost:80/a (concurrency=100)", "throughput", 1470.81);
    assert_named(ab, "localhost:80/a (concurrency=100)", "wall", 67.99e-3);
    assert_named(ab, "localhost:8000/a (concurrency=100)", "throughput", 810.64);
    static const char pgbench[] =
        "transaction type: <builtin: select only>\nscaling factor: 10\nnumber of clients: 4\n"
        "progress: 5.0 s, 1300.5 tps, lat 3.1 ms stddev 0.8\n"
        "number of transactions actually processed: 36450\nlatency average = 3.290 ms\n"
        "tps = 1215.067 (including connections establishing)\n"
        "tps = 1216.5 (excluding connections establishing)\n";
    assert_named(pgbench, "<builtin: select only> (scale=10, clients=4)", "wall", 3.29e-3);
    assert_named(pgbench, "<builtin: select only> (scale=10, clients=4)", "throughput", 1216.5);
    assert_named(pgbench, "<builtin: select only> (scale=10, clients=4)", "tps", 1300.5);
    static const char sysbench[] =
        "Preparing ...\nsysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
        "Running CPU test...\nsysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
        "Running the test with following options:\nPrime numbers limit: 10000\nCPU speed:\n    events per second:  1354.93\n"
        "Threads fairness:\n    execution time (avg/stddev):   9.9/0.00\n"
        "Running the test with following options:\nPrime numbers limit: 10000\nCPU speed:\n    events per second:  7.5\n";
    assert_named(sysbench, "Running CPU test... cpu", "throughput", 1354.93);
    assert_named(sysbench, "cpu", "throughput", 7.5);
}

/* In the form of lukeed/polka: results.txt, sabiwara/jason: results.txt (benchee) and
 * donejs/ssr-perf : siege.txt. */
static void scopes(void **state)
{
    (void)state;
    static const char wrk[] = "######### NODE v9.1.0 #########\n\n#=> POLKA\n"
                              "Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                              "    Latency     1.92ms  358.56us  28.83ms   94.34%\n"
                              "Requests/sec:  50145.93\nTransfer/sec:      5.16MB\n\n#=> EXPRESS\n"
                              "Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                              "    Latency     2.79ms  545.98us  30.95ms   92.04%\n"
                              "######### NODE v6 #########\n##################\n#=> EXPRESS\n"
                              "Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                              "    Latency     3.96ms  545.98us  30.95ms   92.04%\n";
    assert_named(wrk, "NODE v9.1.0/#=> POLKA", "wall", 1.92e-3);
    assert_named(wrk, "NODE v9.1.0/#=> POLKA", "throughput", 50145.93);
    assert_named(wrk, "NODE v9.1.0/#=> EXPRESS", "wall", 2.79e-3);
    static const char benchee[] =
        "##### With input Small #####\n"
        "Name              ips        average  deviation         median         99th %\n"
        "Jason          1.71 M      584.94 ns \u00b115061.47%         416 ns        1375 ns\n"
        "Jason 2        521.43      421.81 \u03bcs    \u00b110.18%      404.98 \u03bcs      589.29 "
        "\u03bcs\n\n"
        "Comparison: \nJason          1.71 M\nJason 2        521.43 - 1.02x slower +10.54 ns\n";
    assert_line(benchee, "With input Small/Jason", "wall", 584.94e-9);
    assert_line(benchee, "With input Small/Jason 2", "wall", 421.81e-6);
    static const char siege[] =
        "** SIEGE 4.0.1\nHTTP/1.1 200     0.06 secs:     395 bytes ==> GET  /\n"
        "Lifting the server siege...\nTransactions:\t\t        3002 hits\n"
        "Response time:\t\t        1.76 secs\n"
        "Transaction rate:\t       16.77 trans/sec\n";
    assert_line(siege, "siege", "wall", 1.76);
    /* y-yagi/hello_phoenix : siege.txt */
    assert_line("You can disable this annoying message by editing\nthe .siegerc file; change\n"
                "the directive 'show-logfile' to false.\n\nTransactions:\t\t         100 hits\n"
                "Response time:\t\t        6.65 secs\nTransaction rate: 1.48 trans/sec\n",
                "siege", "wall", 6.65);
    /* KoroLion/tp_web_dev : bench_results.txt */
    static const char two[] =
        "wrk -c 100 http://a\n\n--- without cache\nRunning 10s test @ http://a\n"
        "  6 threads and 100 connections\n"
        "    Latency   196.18ms   25.22ms 309.89ms   82.32%\n"
        "Requests/sec:    474.38\nTransfer/sec:    131.10KB\n\n--- with cache\n"
        "Running 10s test @ http://a\n  6 threads and 100 connections\n"
        "    Latency     9.22ms   18.18ms 226.21ms   97.93%\n";
    assert_named(two, "without cache/http://a (connections=100)", "wall", 196.18e-3);
    assert_named("rust\n## go\nRequests/sec: 5\n", "go", "throughput", 5);
    /* sharmina-lina/plugable_framework : redis_benchmark_result.txt */
    assert_named(" SET: rps=0.0 (overall: 0.0)\r        \rSET: rps=908.4\r====== SET ======    \n"
                 "  throughput summary: 925.5 requests per second\n",
                 "SET", "throughput", 925.5);
    static const char redis[] =
        "====== SET ======\n  throughput summary: 925.5 requests per second\n"
        "  latency summary (msec):\n          avg       min       p50       p95       p99       "
        "max\n"
        "       11.586     0.840    10.111    20.5    30.1    99.9\n";
    assert_named(redis, "SET", "wall", 11.586e-3);
    assert_named(redis, "SET", "p50", 10.111e-3);
    assert_named(redis, "SET", "p95", 20.5e-3);
    assert_named(redis, "SET", "p99", 30.1e-3);
    assert_named(two, "with cache/http://a (connections=100)", "wall", 9.22e-3);
    /* danielpclark/combinatorics : benchmark-results.txt */
    static const char ips[] = "# Permutations\n\n(500, 160) in Rust  35.517k (± 0.4%) i/s -  180k\n"
                              "(500, 160) in Ruby  954.776 (±2.4%) i/s  (1.05 ms/i) -  4.8k\n"
                              "# Count\n(500, 160) in Rust  1.5M (± 5.1%) i/s - 2.3M\n";
    assert_line(ips, "Permutations/(500, 160) in Rust", "throughput", 35517);
    assert_line(ips, "Permutations/(500, 160) in Ruby", "throughput", 954.776);
    assert_line(ips, "Count/(500, 160) in Rust", "throughput", 1.5e6);
    assert_line(siege, "siege", "throughput", 16.77);
}

/* In the form of Percona-Lab/benchmark-results (0.5), yokogawa-k/sysbench-output-parser (1.0): what is
 * said of all windows stands behind them, at their level. */
static void sysbench(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("printed", "OLTP test statistics:\n    queries performed:\n        total:  16466\n"
                          "    transactions:                        1029   (3430.50 per sec.)\n"
                          "    read/write requests:                 14408  (48026.95 per sec.)\n"
                          "    response time:\n         min:                         4.08ms\n"
                          "         avg:                                4.66ms\n"
                          "         approx.  95 percentile:             4.98ms\n");
    assert_values(find(d, "file", "file", "throughput"), (const double[]){3430.5}, 1);
    assert_values(find(d, "file", "file", "queries"), (const double[]){48026.95}, 1);
    assert_values(find(d, "file", "file", "wall"), (const double[]){4.66e-3}, 1);
    assert_values(find(d, "file", "file", "p95"), (const double[]){4.98e-3}, 1);
    assert_int_equal(summary.n_summaries, assay_dataset_count(d));
    assay_dataset_free(&d);
    d = import("printed", "Threads started!\n\n"
                          "[ 5s ] thds: 8 tps: 355.03 qps: 9952.34 (r/w/o: 4550.27/4687.20/714.87) "
                          "lat (ms,95%): 48.34 err/s 1.20 reconn/s: 0.00\n"
                          "[ 10s] threads: 8, tps: 338.50, reads: 47763.39, errors: 0.00\n"
                          "    transactions:                        103832 (346.07 per sec.)\n"
                          "Latency (ms):\n         avg:                   23.11\n"
                          "         95th percentile:       50.11\n");
    assert_values(find(d, "file", "file", "tps"), (const double[]){355.03, 338.5}, 2);
    assert_values(find(d, "file", "file", "qps"), (const double[]){9952.34}, 1);
    assert_values(find(d, "file", "file", "read queries"), (const double[]){4550.27, 47763.39}, 2);
    assert_values(find(d, "file", "file", "write queries"), (const double[]){4687.2}, 1);
    assert_values(find(d, "file", "file", "other queries"), (const double[]){714.87}, 1);
    assert_values(find(d, "file", "file", "window p95"), (const double[]){48.34e-3}, 1);
    assert_values(find(d, "file", "file", "window errors"), (const double[]){1.2, 0}, 2);
    assert_values(find(d, "file", "file", "reconnects"), (const double[]){0}, 1);
    assert_values(find(d, "file", "file", "wall"), (const double[]){23.11e-3}, 1);
    assert_string_equal(find(d, "file", "file", "p95")->level_name[0], "iteration");
    assert_int_equal(summary.n_summaries, 3);
    assay_dataset_free(&d);
    /* TonyHuanSheng/sysbench_stress_test_Note : sysbench.log: runs of several numbers of threads */
    d = import("printed", "Running the test with following options:\nNumber of threads: 8\n"
                          "[ 5s ] thds: 8 tps: 269.67 qps: 5\n         avg:   36.00\n"
                          "Threads fairness:\n    events (avg/stddev):  5/0\n"
                          "Running the test with following options:\nNumber of threads: 16\n"
                          "[ 5s ] thds: 16 tps: 290.5 qps: 6\n         avg:   66.87\n");
    assert_values(find(d, "file", "threads=8", "tps"), (const double[]){269.67}, 1);
    assert_values(find(d, "file", "threads=16", "tps"), (const double[]){290.5}, 1);
    assert_values(find(d, "file", "threads=16", "wall"), (const double[]){66.87e-3}, 1);
    assay_dataset_free(&d);
}

/* In the form of vicovaro/LOG8430e-Big-Data-NoSQL-comparison, and of YCSB before 0.2. */
static void ycsb(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "printed", "[OVERALL], RunTime(ms), 7726\n[OVERALL], Throughput(ops/sec), 129.5\n"
                   "[READ], Operations, 491\n[READ], AverageLatency(us), 4746.5\n"
                   "[READ],95thPercentileLatency(us),7231\n[READ], Return=OK, 491\n"
                   "[READ], 99thPercentileLatency(us), 11207\n[SCAN], AverageLatency(ms), 2.5\n");
    assert_values(find(d, "file", "READ", "wall"), (const double[]){4746.5e-6}, 1);
    assert_values(find(d, "file", "READ", "p95"), (const double[]){7231e-6}, 1);
    assert_values(find(d, "file", "READ", "p99"), (const double[]){11207e-6}, 1);
    assert_values(find(d, "file", "SCAN", "wall"), (const double[]){2.5e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 5);
    assay_dataset_free(&d);
}

/* In the form of zephyrchien/boring-relay-bench: iperf3 chooses the unit of each line. */
static void iperf(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("printed",
               "[ ID] Interval           Transfer     Bitrate         Retr  Cwnd\n"
               "[  5]   0.00-1.00   sec  1.43 GBytes  12.3 Gbits/sec    2   1.98 MBytes       \n"
               "[  5]   1.00-2.00   sec   862 MBytes   723 Mbits/sec    5   2.00 MBytes\n"
               "[SUM]   1.00-2.00   sec   862 MBytes   723 Mbits/sec\n"
               "[  5]   0.00-2.00   sec  2.27 GBytes  9.76 Gbits/sec    7             sender\n"
               "[  5]   0.00-2.00   sec  2.27 GBytes  9.75 Gbits/sec                  receiver\n");
    assert_values(find(d, "file", "5", "throughput"), (const double[]){12.3e9, 723e6}, 2);
    assert_values(find(d, "file", "SUM", "throughput"), (const double[]){723e6}, 1);
    assert_values(find(d, "file", "5", "sent"), (const double[]){9.76e9}, 1);
    assert_values(find(d, "file", "5", "received"), (const double[]){9.75e9}, 1);
    assert_true(find(d, "file", "5", "throughput")->more_is_better);
    assay_dataset_free(&d);
    /* sigusr1/parse-iperf-result : iperf1.txt; of two streams (iperf 2) */
    d = import("printed", "[  3]  0.0- 1.0 sec  2.25 MBytes  18.9 Mbits/sec\n"
                          "[  4]  0.0- 1.0 sec  2.25 MBytes  17.5 Mbits/sec\n"
                          "[  3]  1.0- 2.0 sec  1.00 MBytes  8.39 Mbits/sec\n"
                          "[  4]  9.0-10.0 sec  1.00 MBytes  7.5 Mbits/sec\n"
                          "[  3]  0.0-10.0 sec  3.25 MBytes  13.1 Mbits/sec\n"
                          "[  4]  0.0-10.1 sec  3.25 MBytes  13.2 Mbits/sec  0.008 ms  0/893 (0%)\n"
                          "[  3]  0.0- 1.0 sec  2.25 MBytes  5 Mbits/sec\n");
    assert_values(find(d, "file", "3", "throughput"), (const double[]){18.9e6, 8.39e6, 5e6}, 3);
    assert_values(find(d, "file", "4", "throughput"), (const double[]){17.5e6, 7.5e6}, 2);
    assert_int_equal(skipped(&summary, "sums of windows"), 2);
    assay_dataset_free(&d);
    /* tinoslr/Thesis : 1UE5G.txt */
    d = import(
        "printed",
        "[  6]   0.00-1.00   sec  26 MBytes  221 Mbits/sec  0.074 ms  0/18920 (0%)\n"
        "[  6]   0.00-600.00 sec  15 GBytes  226 Mbits/sec  0.000 ms  0/18 (0%)  sender\n"
        "[  6]   0.00-600.04 sec  15 GBytes  225 Mbits/sec  0.067 ms  1/11 (0.1%)  receiver\n");
    assert_values(find(d, "file", "6", "throughput"), (const double[]){221e6}, 1);
    assert_values(find(d, "file", "6", "sent"), (const double[]){226e6}, 1);
    assert_values(find(d, "file", "6", "received"), (const double[]){225e6}, 1);
    assay_dataset_free(&d);
    /* Mejtus1/Iperf : iperf_2_upload_download.txt */
    d = import(
        "printed",
        "Connecting to host 10.0.0.1, port 5201\n[  4]   0.00-1.00   sec  1 MBytes  55.8 "
        "Mbits/sec\n"
        "Connecting to host 10.0.0.1, port 5201\nReverse mode, remote host 10.0.0.1 is sending\n"
        "[  4]   0.00-1.00   sec  1 MBytes  6.11 Mbits/sec\n"
        "Connecting to host 10.0.0.1, port 5201\n[  4]   0.00-1.00   sec  1 MBytes  55.5 "
        "Mbits/sec\n");
    assert_values(find(d, "file", "4", "throughput"), (const double[]){55.8e6, 55.5e6}, 2);
    assert_values(find(d, "file", "4 (reverse)", "throughput"), (const double[]){6.11e6}, 1);
    assay_dataset_free(&d);
    /* thomascastroneto/lab2-ces35 : item2_part2.txt */
    d = import("printed", "PING 10.0.0.2 (10.0.0.2) 56(84) bytes of data.\n"
                          "64 bytes from 10.0.0.2: icmp_seq=1 ttl=64 time=23.3 ms\n"
                          "64 bytes from 10.0.0.2: icmp_seq=2 ttl=64 time=21.7 ms\n");
    assert_values(find(d, "file", "10.0.0.2", "wall"), (const double[]){23.3e-3, 21.7e-3}, 2);
    assert_int_equal(summary.n_summaries, 0);
    assay_dataset_free(&d);
}

static void junit(void **state)
{
    (void)state;
    static const char text[] =
        "<?xml version=\"1.0\"?>\n<testsuites><testsuite name=\"s\" tests=\"4\">\n"
        "<testcase classname=\"a.B\" name=\"one &amp; two\" time=\"1,234.5\"/>\n"
        "<testcase name=\"bare\" time=\"0.25\"><system-out>x</system-out></testcase>\n"
        "<testcase classname=\"a.B\" name=\"bad\" time=\"9\"><failure message=\"m\"/></testcase>\n"
        "<testcase classname=\"a.B\" name=\"off\" time=\"0\"><skipped/></testcase>\n"
        "</testsuite></testsuites>\n";
    struct assay_dataset *d = import("junit", text);
    assert_values(find(d, "file", "a.B/one & two", "wall"), (const double[]){1234.5}, 1);
    assert_values(find(d, "file", "bare", "wall"), (const double[]){0.25}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "tests that failed"), 1);
    assert_int_equal(skipped(&summary, "tests that were skipped"), 1);
    assay_dataset_free(&d);
    assert_refused("junit", "<testsuite>\n<testcase name=\"a\" time=\"soon\"/></testsuite>", 2,
                   "\"soon\"");
    assert_refused("junit", "<testsuite>\n<testcase name=\"a\" time=\"1\"></testsuite>", 2,
                   "an element ends here that is not the last one begun");
    d = import_text(text, 190, "junit", true, &summary, &error); /* cut in the second test */
    assert_non_null(d);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
}

/* As Catch2 2.13.10 wrote it, shortened. */
static void catch2(void **state)
{
    (void)state;
    static const char text[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Catch name=\"cb\">\n<Group name=\"cb\">\n"
        "<TestCase name=\"a &lt; b\"><BenchmarkResults name=\"sort\" samples=\"20\">\n"
        "<!--All values in nano seconds-->\n<mean value=\"7372.2\" lowerBound=\"6909.64\"/>\n"
        "<standardDeviation value=\"1989.68\"/></BenchmarkResults>\n"
        "<Section name=\"s\"><BenchmarkResults name=\"copy\"><mean value=\"1.5e+09\"/>"
        "</BenchmarkResults></Section>\n"
        "<BenchmarkResults name=\"breaks\"><failed message=\"no\"/></BenchmarkResults></TestCase>\n"
        "</Group></Catch>\n";
    struct assay_dataset *d = import("catch2", text);
    assert_values(find(d, "file", "a < b/sort", "wall"), (const double[]){7372.2e-9}, 1);
    assert_values(find(d, "file", "a < b/s/copy", "wall"), (const double[]){1.5}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "benchmarks that failed"), 1);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
    assert_refused("catch2",
                   "<Catch>\n<TestCase><BenchmarkResults><mean "
                   "value=\"x\"/></BenchmarkResults></TestCase></Catch>",
                   2, "\"x\"");
    assert_refused("catch2", "<Catch><TestCase name=\"a\"/></Catch>", 0, "no measured value");
}

static void logs(void **state)
{
    (void)state;
    struct assay_dataset *d = import("request-log", "0 1 2312 0 1700000000 123456\n"
                                                    "1 1 skipped 0 1700000000 123999\n"
                                                    "0 2 2400 1 1700000000 125999 12\n");
    assert_values(find(d, "file", "script 0", "wall"), (const double[]){2312e-6}, 1);
    assert_values(find(d, "file", "script 1", "wall"), (const double[]){2400e-6}, 1);
    assert_int_equal(skipped(&summary, "transactions without a time"), 1);
    assay_dataset_free(&d);
    d = import("request-log", "0, 115000, 0, 4096, 0\n1, 95500, 1, 4096, 8192, 0\n"
                              "1, 96500, 1, 4096, 8192, 0\n");
    assert_values(find(d, "file", "read", "wall"), (const double[]){115000e-9}, 1);
    assert_values(find(d, "file", "write", "wall"), (const double[]){95500e-9, 96500e-9}, 2);
    assay_dataset_free(&d);
    d = import("request-log", "0, 115000, 0, 4096, 0, 0x4001\n");
    assert_values(find(d, "file", "read", "wall"), (const double[]){115000e-9}, 1);
    assay_dataset_free(&d);
    static const char *const wrong[] = {"-4", "-300", "0.5", "3", "1e30", "read", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[128];
        (void)snprintf(text, sizeof text,
                       "0, 1, 0, 4096\n1, 2, 1, 4096\n2, 3, 2, 4096\n3, 4, %s, 4096\n", wrong[i]);
        assert_refused("request-log", text, 4, "a request is expected");
    }
}

/* Gatling 3.7, as AbhijeetJawale01/Performance_Report has it, and 3.0, with users and groups. */
static void gatling(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("request-log",
               "RUN\tr.Rates\trates\t1662461289902\t \t3.7.4\nUSER\ta\tSTART\t1662461290069\n"
               "REQUEST\t\tPOST /login\t1662461295167\t1662461295937\tOK\t \n"
               "REQUEST\t\tPOST /login\t1662461295167\t1662461295937\tKO\tstatus\n"
               "REQUEST\t7\tshop\tGET /\t1662461295167\t1662461295187\tOK\t \n");
    assert_values(find(d, "file", "POST /login", "wall"), (const double[]){0.77}, 1);
    assert_values(find(d, "file", "shop/GET /", "wall"), (const double[]){0.02}, 1);
    assert_int_equal(skipped(&summary, "requests that failed"), 1);
    assay_dataset_free(&d);
    assert_refused("request-log", "RUN\tr\nREQUEST\t\ta\tb\tc\tOK\n", 2, "a request is expected");
    d = import("printed",
               "[OVERALL], RunTime(ms), 15\n[OVERALL], Throughput(ops/sec), 66.5\n"
               "[READ], AverageLatency(us), 115.5\n[READ], 99thPercentileLatency(us), 7\n");
    assert_values(find(d, "file", "READ", "wall"), (const double[]){115.5e-6}, 1);
    assert_true(find(d, "file", "OVERALL", "throughput")->more_is_better);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),  cmocka_unit_test(wrk),      cmocka_unit_test(names_of_runs),
        cmocka_unit_test(scopes), cmocka_unit_test(sysbench), cmocka_unit_test(ycsb),
        cmocka_unit_test(iperf),  cmocka_unit_test(junit),    cmocka_unit_test(catch2),
        cmocka_unit_test(logs),   cmocka_unit_test(gatling),  cmocka_unit_test(wrk_latencies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_load.c -- what load generators print, recorded in tests/data/load (its README says where), each number as it
 * stands there. */
#include "read.h"

struct expected {
    const char *benchmark, *metric;
    double value;
};

static char *text_of(const char *name)
{
    const char *directory = getenv("ASSAY_TEST_DATA");
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/load/%s", directory != NULL ? directory : "tests/data", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    char *text = calloc(1, 1 << 16);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return text;
}

/* These series and no others, one value each. */
static void assert_all(const char *name, const char *format, const struct expected *expected)
{
    char *text = text_of(name);
    struct assay_dataset *d = import(format, text);
    size_t n = 0;
    for (; expected[n].metric != NULL; n++) {
        const char *benchmark = expected[n].benchmark != NULL ? expected[n].benchmark : "file";
        const struct assay_series *s = assay_dataset_find(d, "file", benchmark, expected[n].metric);
        if (s == NULL)
            fail_msg("%s: no %s of %s", name, expected[n].metric, benchmark);
        if (n_values(&s->live) != 1 || s->live.values[0] != expected[n].value)
            fail_msg("%s: %s is %.17g, not %.17g", name, s->metric, s->live.values[0], expected[n].value);
        assert_true(s->told.direction == ASSAY_TOLD_BY_FORMAT);
        if (strstr(s->unit, "/s") == NULL)
            assert_int_equal(s->more_is_better, strcmp(s->metric, "requests") == 0);
        else
            assert_true(s->more_is_better || strstr(s->metric, "errors") != NULL || strcmp(s->metric, "reconnects") == 0);
    }
    if (assay_dataset_count(d) != n)
        fail_msg("%s: %zu series, not %zu; the last is %s", name, assay_dataset_count(d), n,
                 assay_dataset_get(d, assay_dataset_count(d) - 1)->metric);
    assay_dataset_free(&d);
    free(text);
}

#define READS(name, ...) assert_all(name, "printed", (const struct expected[]){__VA_ARGS__, {0}})

static void wrk(void **state)
{
    (void)state;
    static const char eight[] = "http://127.0.0.1/ (connections=8)",
                      four[] = "http://127.0.0.1/bad (connections=4)";
    READS("wrk.txt", {eight, "wall", 2.17e-3}, {eight, "throughput", 14668.47}, {eight, "requests", 29470});
    READS("wrk-latency.txt", {eight, "wall", 1.26e-3}, {eight, "p50", 117e-6}, {eight, "p75", 1.83e-3},
          {eight, "p90", 3.91e-3}, {eight, "p99", 8.8e-3}, {eight, "throughput", 22670.88},
          {eight, "requests", 45792});
    READS("wrk-bad.txt", {four, "wall", 1.09e-3}, {four, "p50", 39e-6}, {four, "p75", 1.47e-3},
          {four, "p90", 3.68e-3}, {four, "p99", 8.58e-3}, {four, "throughput", 30279.73},
          {four, "requests", 30368}, {four, "errors", 30368});
}

static void ab(void **state)
{
    (void)state;
    static const char name[] = "127.0.0.1/ (concurrency=8)", bad[] = "127.0.0.1/bad (concurrency=8)";
    READS("ab.txt", {name, "wall", 1e-3}, {name, "throughput", 8003.69}, {name, "p50", 0},
          {name, "p75", 1e-3}, {name, "p90", 3e-3}, {name, "p95", 4e-3}, {name, "p99", 7e-3},
          {name, "requests", 20000});
    READS("ab-bad.txt", {bad, "wall", 0.403e-3}, {bad, "throughput", 19834.78}, {bad, "p50", 0},
          {bad, "p75", 0}, {bad, "p90", 1e-3}, {bad, "p95", 2e-3}, {bad, "p99", 7e-3},
          {bad, "requests", 2000}, {bad, "errors", 2000});
}

static void hey(void **state)
{
    (void)state;
    READS("hey.txt", {NULL, "wall", 0.0011}, {NULL, "throughput", 7005.2347}, {NULL, "p50", 0.0004},
          {NULL, "p75", 0.0009}, {NULL, "p90", 0.0035}, {NULL, "p95", 0.0046}, {NULL, "p99", 0.0080},
          {NULL, "requests", 20000});
    READS("hey-bad.txt", {NULL, "wall", 0.0009}, {NULL, "throughput", 8488.1732}, {NULL, "p50", 0.0002},
          {NULL, "p75", 0.0005}, {NULL, "p90", 0.0032}, {NULL, "p95", 0.0042}, {NULL, "p99", 0.0089},
          {NULL, "requests", 2000}, {NULL, "errors", 2000});
    READS("hey-refused.txt", {NULL, "throughput", 15535.0303}, {NULL, "requests", 20},
          {NULL, "errors", 20});
}

static void redis(void **state)
{
    (void)state;
    READS("redis.txt", {"SET", "wall", 0.396e-3}, {"SET", "p50", 0.087e-3}, {"SET", "p95", 2.959e-3},
          {"SET", "p99", 6.183e-3}, {"SET", "throughput", 21929.82}, {"SET", "requests", 20000},
          {"GET", "wall", 0.418e-3}, {"GET", "p50", 0.087e-3}, {"GET", "p95", 2.855e-3},
          {"GET", "p99", 7.215e-3}, {"GET", "throughput", 20964.36}, {"GET", "requests", 20000});
    READS("redis-q.txt", {"SET", "throughput", 19305.02}, {"SET", "p50", 0.087e-3},
          {"GET", "throughput", 21953.9}, {"GET", "p50", 0.079e-3}, {"MSET (10 keys)", "throughput", 20682.52},
          {"MSET (10 keys)", "p50", 0.071e-3});
}

static void pgbench(void **state)
{
    (void)state;
    static const char mixed[] = "<builtin: TPC-B (sort of)> (scale=1, clients=4)",
                      reads[] = "<builtin: select only> (scale=1, clients=4)";
    READS("pgbench.txt", {mixed, "wall", 5.5e-3}, {mixed, "throughput", 724.878954}, {mixed, "requests", 1426});
    READS("pgbench-rate.txt", {mixed, "wall", 12.893e-3}, {mixed, "throughput", 194.423408},
          {mixed, "requests", 353});
    READS("pgbench-t.txt", {reads, "wall", 0.355e-3}, {reads, "throughput", 11270.621716},
          {reads, "requests", 800});
}

/* Windows of a run stand beside what is said of all of it, under one name. */
static void sysbench(void **state)
{
    (void)state;
    char *text = text_of("sysbench-cpu.txt");
    struct assay_dataset *d = import("printed", text);
    assert_values(find(d, "file", "threads=1 cpu", "eps"), (const double[]){719.89, 725.09}, 2);
    assert_values(find(d, "file", "threads=1 cpu", "window p95"), (const double[]){8.74e-3, 8.43e-3}, 2);
    assert_values(find(d, "file", "threads=1 cpu", "wall"), (const double[]){1.38e-3}, 1);
    assert_values(find(d, "file", "threads=1 cpu", "p95"), (const double[]){8.58e-3}, 1);
    assert_values(find(d, "file", "threads=1 cpu", "requests"), (const double[]){1446}, 1);
    assay_dataset_free(&d);
    free(text);
    READS("sysbench-oltp.txt", {"threads=1", "tps", 43.9}, {"threads=1", "qps", 702.38},
          {"threads=1", "window p95", 43.39e-3}, {"threads=1", "read queries", 614.58},
          {"threads=1", "write queries", 0}, {"threads=1", "other queries", 87.8},
          {"threads=1", "window errors", 0}, {"threads=1", "reconnects", 0},
          {"threads=1", "throughput", 54.4}, {"threads=1", "queries", 870.43},
          {"threads=1", "requests", 109}, {"threads=1", "wall", 18.36e-3}, {"threads=1", "p95", 43.39e-3});
}

static bool is_closed(const char *name, const char *format, const char *benchmark, const char *metric)
{
    char *text = text_of(name);
    struct assay_dataset *d = import(format, text);
    const assay_warnings warnings = find(d, "file", benchmark, metric)->warnings;
    assay_dataset_free(&d);
    free(text);
    return (warnings & ASSAY_WARNING(ASSAY_WARN_CLOSED_LOOP)) != 0;
}

/* Latencies of a closed loop alone are doubted; each line that opens one is seen. */
static void loops(void **state)
{
    (void)state;
    static const char *const mixed = "<builtin: TPC-B (sort of)> (scale=1, clients=4)";
    assert_true(is_closed("wrk.txt", "printed", "http://127.0.0.1/ (connections=8)", "wall"));
    assert_false(is_closed("wrk.txt", "printed", "http://127.0.0.1/ (connections=8)", "throughput"));
    assert_false(is_closed("wrk-paced.txt", "printed", "http://127.0.0.1/ (connections=100)", "p99"));
    assert_false(is_closed("wrk2.txt", "printed", "http://localhost (connections=64)", "p99"));
    assert_true(is_closed("ab.txt", "printed", "127.0.0.1/ (concurrency=8)", "p99"));
    assert_true(is_closed("hey.txt", "printed", "file", "p99"));
    assert_true(is_closed("redis.txt", "printed", "SET", "p99"));
    assert_true(is_closed("redis-q.txt", "printed", "SET", "p50"));
    assert_true(is_closed("pgbench.txt", "printed", mixed, "wall"));
    assert_false(is_closed("pgbench-rate.txt", "printed", mixed, "wall"));
    assert_false(is_closed("sysbench-cpu.txt", "printed", "threads=1 cpu", "wall"));
    assert_true(is_closed("sysbench-oltp.txt", "printed", "threads=1", "p95"));
    assert_false(is_closed("vegeta.txt", "printed", "file", "p99"));
    assert_true(is_closed("k6.txt", "printed", "file", "p95"));
    assert_false(is_closed("k6-1.txt", "printed", "file", "p95"));
    assert_true(is_closed("memtier.txt", "memtier", "Gets", "p99"));
}

/* Latencies counted from when requests were sent are left out. */
static void wrk2(void **state)
{
    (void)state;
    static const char name[] = "http://localhost (connections=64)";
    READS("wrk2.txt", {name, "wall", 1.82e-3}, {name, "p50", 1.51e-3}, {name, "p75", 2.21e-3},
          {name, "p90", 2.99e-3}, {name, "p99", 7.99e-3}, {name, "p99.9", 25.45e-3},
          {name, "throughput", 9953.77}, {name, "requests", 597227});
    assert_int_equal(skipped(&summary, "latencies counted from when it was sent"), 5);
}

static void vegeta(void **state)
{
    (void)state;
    READS("vegeta.txt", {NULL, "wall", 770.339e-6}, {NULL, "p50", 738.765e-6}, {NULL, "p90", 831.688e-6},
          {NULL, "p95", 874.957e-6}, {NULL, "p99", 1.028e-3}, {NULL, "throughput", 999.99},
          {NULL, "requests", 30000});
    READS("vegeta-failed.txt", {NULL, "wall", 90.5}, {NULL, "p50", 30.001}, {NULL, "p90", 30.001},
          {NULL, "p95", 30.001}, {NULL, "p99", 30.001}, {NULL, "throughput", 0}, {NULL, "requests", 6000},
          {NULL, "errors", 5902});
    struct assay_dataset *d = import(
        "printed", "Requests [total, rate, throughput] 5, 1.5, 2.5\n"
                   "Latencies [min, mean, 50, 90, 95, 99, max] 1s, ytes, 1.5parsecs, 2m3, 4s, 1m1m1s, 9s\n");
    assert_values(find(d, "file", "file", "p95"), (const double[]){4}, 1);
    assert_values(find(d, "file", "file", "p99"), (const double[]){121}, 1);
    assert_int_equal(assay_dataset_count(d), 4); /* no mean, p50, p90 */
    assay_dataset_free(&d);
}

static void k6(void **state)
{
    (void)state;
    READS("k6.txt", {NULL, "wall", 1.17e-3}, {NULL, "p50", 798.87e-6}, {NULL, "p90", 2.08e-3},
          {NULL, "p95", 3.06e-3}, {NULL, "throughput", 2421.506268}, {NULL, "requests", 48450},
          {NULL, "errors", 3});
    READS("k6-1.txt", {NULL, "wall", 4.05e-3}, {NULL, "p50", 3.55e-3}, {NULL, "p90", 7.02e-3},
          {NULL, "p95", 8.88e-3}, {NULL, "throughput", 24354.579205}, {NULL, "requests", 243631});
}

static void memtier(void **state)
{
    (void)state;
    assert_all("memtier.txt", "memtier",
               (const struct expected[]){
                   {"Sets", "throughput", 43106.18}, {"Sets", "wall", 0.42322e-3}, {"Sets", "p50", 0.407e-3},
                   {"Sets", "p99", 0.879e-3}, {"Sets", "p99.9", 3.871e-3}, {"Gets", "throughput", 431042.64},
                   {"Gets", "wall", 0.42162e-3}, {"Gets", "p50", 0.407e-3}, {"Gets", "p99", 0.871e-3},
                   {"Gets", "p99.9", 3.759e-3}, {NULL, "throughput", 474148.82}, {NULL, "wall", 0.42176e-3},
                   {NULL, "p50", 0.407e-3}, {NULL, "p99", 0.871e-3}, {NULL, "p99.9", 3.775e-3}, {0}});
    /* of several runs the average alone; an older head */
    struct assay_dataset *d = import(
        "memtier", "BEST RUN RESULTS\n=====\nType   Ops/sec  Hits/sec  Misses/sec  Latency  KB/sec\n-----\n"
                   "Totals  9.0  ---  ---  0.1  3.0\n\nWORST RUN RESULTS\n=====\n"
                   "Type   Ops/sec  Hits/sec  Misses/sec  Latency  KB/sec\n-----\nTotals  1.0  ---  ---  0.9  3.0\n\n"
                   "AGGREGATED AVERAGE RESULTS (2 runs)\n=====\n"
                   "Type   Ops/sec  Hits/sec  Misses/sec  Latency  KB/sec\n-----\nTotals  5.0  ---  ---  0.5  3.0\n");
    assert_values(find(d, "file", "file", "throughput"), (const double[]){5}, 1);
    assert_values(find(d, "file", "file", "wall"), (const double[]){0.5e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
}

/* A quantile is the value below which as many values lie, by their number; nobody tells a unit but vegeta. */
static void hgrm(void **state)
{
    (void)state;
    assert_all("aeron.hgrm", "hgrm",
               (const struct expected[]){{NULL, "mean", 15.195}, {NULL, "p50", 15.647}, {NULL, "p90", 17.935},
                                         {NULL, "p99", 5013.503}, {NULL, "p99.9", 5013.503},
                                         {NULL, "requests", 100000}, {0}});
    struct assay_dataset *d =
        import("hgrm", "Value(ms)  Percentile  TotalCount  1/(1-Percentile)\n1.5  0.5  5  2.0\n2.5  0.9  9  10\n"
                       "3.5  1.0  10  inf\n");
    assert_values(find(d, "file", "file", "p50"), (const double[]){1.5e-3}, 1);
    assert_int_equal(skipped(&summary, "quantiles with fewer than three values beyond them"), 3);
    assay_dataset_free(&d);
    assert_refused("hgrm", "Value  Percentile  TotalCount  1/(1-Percentile)\n\n#[Mean = 1.5]\n", 0, "");
}

/* Answers of other statuses, and none at all, are errors; what oha gave up because its time was over is none. */
static void json(void **state)
{
    (void)state;
    char *text = text_of("oha.json");
    struct assay_dataset *d = import("oha", text);
    assert_values(find(d, "file", "file", "requests"), (const double[]){19990}, 1);
    assert_values(find(d, "file", "file", "errors"), (const double[]){8, 2}, 2);
    assay_dataset_free(&d);
    free(text);
    text = text_of("vegeta.json");
    d = import("vegeta-report", text);
    assert_values(find(d, "file", "file", "requests"), (const double[]){2000}, 1);
    assert_values(find(d, "file", "file", "errors"), (const double[]){2, 8}, 2);
    assay_dataset_free(&d);
    free(text);
    d = import("k6-summary", "{\"metrics\": {\"http_req_duration\": {\"avg\": 1.5, \"med\": 1.25},"
                             "\"http_reqs\": {\"count\": 200, \"rate\": 20.5},"
                             "\"http_req_failed\": {\"passes\": 3, \"fails\": 197, \"value\": 0.015}}}");
    assert_values(find(d, "file", "file", "requests"), (const double[]){200}, 1);
    assert_values(find(d, "file", "file", "errors"), (const double[]){3}, 1);
    assay_dataset_free(&d);
}

/* What k6 calls default is whatever a script adds: the metric's name says its unit, or nobody does. */
static void k6_of_scripts(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "k6-summary", "{\"metrics\": {\"http_req_duration\": {\"contains\": \"time\", \"values\": {\"avg\": 1.5}},"
                      "\"queue_seconds\": {\"contains\": \"default\", \"values\": {\"avg\": 2.5}},"
                      "\"draw_ms\": {\"contains\": \"default\", \"values\": {\"avg\": 4}},"
                      "\"trip_duration\": {\"contains\": \"default\", \"values\": {\"avg\": 8}},"
                      "\"draw_ms_in_time\": {\"contains\": \"time\", \"values\": {\"avg\": 6}}}}");
    static const struct {
        const char *metric, *unit;
        double value;
    } metrics[] = {{"wall", "s", 1.5e-3}, {"queue_seconds", "s", 2.5}, {"draw_ms", "s", 4e-3},
                   {"trip_duration", "1", 8}, {"draw_ms_in_time", "s", 6e-3}};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        const struct assay_series *series = find(d, "file", "file", metrics[i].metric);
        assert_values(series, (const double[]){metrics[i].value}, 1);
        assert_string_equal(series->unit, metrics[i].unit);
    }
    assay_dataset_free(&d);
}

/* Two ports in one text tell two servers apart; of several runs each has its own requests. */
static void several(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "printed", "Running 2s test @ http://a:80/\n  5 requests in 2.0s, 1KB read\nRequests/sec: 2.5\nTransfer/sec: 1KB\n"
                   "Running 2s test @ http://a:81/\n  7 requests in 2.0s, 1KB read\n  Non-2xx or 3xx responses: 2\n"
                   "Requests/sec: 3.5\nTransfer/sec: 1KB\n");
    assert_values(find(d, "file", "http://a:80/", "requests"), (const double[]){5}, 1);
    assert_values(find(d, "file", "http://a:81/", "requests"), (const double[]){7}, 1);
    assert_values(find(d, "file", "http://a:81/", "errors"), (const double[]){2}, 1);
    assert_int_equal(assay_dataset_count(d), 5);
    assay_dataset_free(&d);
    d = import("printed", "Running 2s test @ http://[::1]:80/a?b=c:9\nRequests/sec: 2.5\nTransfer/sec: 1KB\n"
                          "Running 2s test @ http://u:p@b:80\nRequests/sec: 3.5\nTransfer/sec: 1KB\n");
    assert_values(find(d, "file", "http://[::1]/a?b=c:9", "throughput"), (const double[]){2.5}, 1);
    assert_values(find(d, "file", "http://u:p@b", "throughput"), (const double[]){3.5}, 1);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrk),   cmocka_unit_test(ab),      cmocka_unit_test(hey),
        cmocka_unit_test(redis), cmocka_unit_test(pgbench), cmocka_unit_test(sysbench),
        cmocka_unit_test(loops), cmocka_unit_test(wrk2),    cmocka_unit_test(vegeta),
        cmocka_unit_test(k6), cmocka_unit_test(k6_of_scripts),    cmocka_unit_test(memtier), cmocka_unit_test(hgrm),
        cmocka_unit_test(json),  cmocka_unit_test(several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrk),   cmocka_unit_test(ab),      cmocka_unit_test(hey),
        cmocka_unit_test(redis), cmocka_unit_test(pgbench), cmocka_unit_test(sysbench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_load_doubts.c -- which values of a load are doubted: latencies of a closed loop or of a rate that was missed, and all where requests failed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source/input_parts.h"

static const assay_warnings closed = ASSAY_WARNING(ASSAY_WARN_CLOSED_LOOP),
                            failed = ASSAY_WARNING(ASSAY_WARN_FAILED_REQUESTS),
                            missed = ASSAY_WARNING(ASSAY_WARN_RATE_MISSED);

static struct assay_dataset *with(const char *const (*keys)[3], size_t n, double value)
{
    static const char *const level[] = {"execution"};
    struct assay_dataset *dataset = assay_dataset_new();
    for (size_t i = 0; i < n; i++) {
        const struct assay_series_key key = {.system = "a", .benchmark = keys[i][0], .metric = keys[i][1],
                                             .unit = keys[i][2], .n_levels = 1, .level_name = level};
        size_t index;
        assert_int_equal(assay_dataset_series(dataset, &key, &index, NULL), ASSAY_OK);
        assert_int_equal(assay_dataset_add(dataset, index, NULL, &value, 1, 0, NULL), ASSAY_OK);
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    return dataset;
}

static bool warns(const struct assay_dataset *dataset, size_t index, assay_warnings which)
{
    return (assay_dataset_get(dataset, index)->warnings & which) != 0;
}

static void assert_closed(const char *run, const char *format, bool expected)
{
    static const char *const keys[][3] = {{"load", "p99", "s"}, {"load/SET", "wall", "s"}, {"load", "throughput", "req/s"},
                                          {"loader", "p99", "s"}, {"load", "server.user+system", "s"}};
    struct design_benchmark benchmark = {.name = (char[]){"load"}, .run = (char *)(uintptr_t)run,
                                         .format = (char *)(uintptr_t)format, .source = VALUES_FORMAT};
    const struct design design = {.benchmarks = &benchmark, .n_benchmarks = 1};
    struct assay_dataset *dataset = with(keys, 5, 1);
    closed_loops_doubt(&design, dataset);
    assert_int_equal(warns(dataset, 0, closed), expected);
    assert_int_equal(warns(dataset, 1, closed), expected);
    for (size_t i = 2; i < 5; i++)
        assert_false(warns(dataset, i, closed));
    assay_dataset_free(&dataset);
}

static void loops(void **state)
{
    (void)state;
    assert_closed("wrk -c8 http://a/", "wrk", true);
    assert_closed("wrk -R100 http://a/", "wrk", false);
    assert_closed("./load.sh", "wrk", true);
    assert_closed("./load.sh", NULL, false);
    assert_closed("pgbench -T 5", NULL, true);
    assert_closed("pgbench --rate=5 -T 5", "pgbench", false);
    assert_closed("sysbench cpu run", "sysbench", false);
    assert_closed("sysbench oltp_read_only run", "sysbench", true);
}

static void assert_failed(const char *beside, double errors, bool expected)
{
    const char *const keys[][3] = {{"load", "wall", "s"}, {"load", "errors", "1"}, {"load", beside, "1"}};
    struct assay_dataset *dataset = with(keys, 3, errors);
    struct assay_series series = *assay_dataset_get(dataset, 0);
    failed_requests_doubt(dataset, &series);
    assert_int_equal((series.warnings & failed) != 0, expected);
    assay_dataset_free(&dataset);
}

static void failures(void **state)
{
    (void)state;
    assert_failed("requests", 1, true);
    assert_failed("requests", 0, false);
    assert_failed("rows", 1, false); /* errors of what is no load */
}

/* Of a benchmark "load" with a part and a parameter `rate` of 2000 requests a second, of which `reached` were. */
static void assert_missed(const char *run, const char *unit, double reached, bool expected)
{
    static const char *const level[] = {"execution"};
    const char *const keys[][3] = {{"load", "p99", "s"}, {"load/SET", "wall", "s"}, {"load", "throughput", unit},
                                   {"load", "requests", "1"}, {"other", "p99", "s"}};
    char *names[] = {(char[]){"rate"}, (char[]){"most"}}, *values[] = {(char[]){"2000"}, (char[]){"4000"}};
    struct design_benchmark benchmark = {.name = (char[]){"load"}, .run = (char *)(uintptr_t)run,
                                         .source = VALUES_FORMAT, .parameters = {.names = names, .values = values, .n = 2}};
    const struct design design = {.benchmarks = &benchmark, .n_benchmarks = 1};
    struct assay_dataset *dataset = assay_dataset_new();
    for (size_t i = 0; i < 5; i++) {
        const struct assay_series_key key = {"a", keys[i][0], keys[i][1], keys[i][2], false, 1, level};
        size_t index;
        assert_int_equal(assay_dataset_series(dataset, &key, &index, NULL), ASSAY_OK);
        for (int window = -1; window <= 1; window++) {
            const double value = i == 2 ? reached + window : i == 3 ? 3333 : 1;
            assert_int_equal(assay_dataset_add(dataset, index, NULL, &value, 1, 0, NULL), ASSAY_OK);
        }
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    missed_rates_doubt(&design, dataset);
    for (size_t i = 0; i < 5; i++)
        if (warns(dataset, i, missed) != (expected && i < 2))
            fail_msg("%s, %g %s: series %zu", run, reached, unit, i);
    assay_dataset_free(&dataset);
}

static void rates(void **state)
{
    (void)state;
    assert_missed("wrk2 -R{rate} http://a/", "req/s", 1979, true);
    assert_missed("wrk2 -R{rate} http://a/", "req/s", 1981, false);
    assert_missed("wrk2 -R1k http://a/", "req/s", 1979, false); /* the command knows better than the parameter's name */
    assert_missed("wrk2 -R{most} http://a/", "req/s", 2000, true);
    assert_missed("k6 run -e RATE={rate} script.js", "req/s", 1979, true);
    assert_missed("wrk -c8 http://a/{rate}", "req/s", 10, false); /* a closed loop has no plan */
    assert_missed("wrk2 -R{rate} http://a/", "B/s", 10, false);
    /* 9999 arrivals are drawn, of which one hundredth is the standard error */
    assert_missed("pgbench --rate {rate}", "op/s", 1941, false);
    assert_missed("pgbench --rate {rate}", "op/s", 1939, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops), cmocka_unit_test(failures), cmocka_unit_test(rates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

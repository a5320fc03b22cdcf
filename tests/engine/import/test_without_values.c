/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_without_values.c -- a benchmark that is named but holds no value is not left out in silence. */
#include "json_lines.h"

static const struct {
    const char *format, *text, *reason;
    size_t n, n_series;
} cases[] = {
    {"hyperfine",
     "{'results': [{'command': 'a', 'times': [1, 2], 'exit_codes': [0, 0]},"
     " {'command': 'b', 'times': [], 'exit_codes': []}, {'command': 'c', 'mean': 1}]}",
     "results without times", 2, 1},
    {"criterion",
     "{'reason': 'benchmark-complete', 'id': 'a', 'iteration_count': [1], 'measured_values': [3],"
     " 'unit': 'ns'}\n"
     "{'reason': 'benchmark-complete', 'id': 'b', 'iteration_count': [], 'measured_values': [],"
     " 'unit': 'ns'}\n"
     "{'reason': 'benchmark-complete', 'id': 'c', 'mean': {'estimate': 1}}\n"
     "{'reason': 'group-complete', 'group_name': 'g', 'benchmarks': ['a', 'b', 'c']}\n",
     "benchmarks without values", 2, 1},
    {"krun", "{'wallclock_times': {'a:vm:v': [[1, 2], []], 'b:vm:v': [[]], 'c:vm:v': []}}",
     "crashed executions", 2, 1},
    {"krun", "{'wallclock_times': {'a:vm:v': [[1, 2], []], 'b:vm:v': [[]], 'c:vm:v': []}}",
     "benchmarks without executions", 1, 1},
    {"jmh",
     "[{'benchmark': 'a', 'mode': 'avgt', 'forks': 1, 'primaryMetric':"
     " {'score': 1, 'scoreUnit': 'ns/op', 'rawData': [[1, 2]]}},"
     " {'benchmark': 'b', 'mode': 'avgt', 'forks': 1, 'primaryMetric':"
     " {'score': 1, 'scoreUnit': 'ns/op', 'rawData': []}},"
     " {'benchmark': 'c', 'mode': 'avgt', 'forks': 1, 'primaryMetric':"
     " {'score': 1, 'scoreUnit': 'ns/op', 'rawData': [[]]}}]",
     "metrics without raw data", 2, 1},
    {"pyperf",
     "{'version': '1.0', 'benchmarks': [{'metadata': {'name': 'a'}, 'runs': [{'values': [1]},"
     " {'values': []}, {'warmups': [[1, 2]]}]}, {'metadata': {'name': 'b'}, 'runs': []}]}",
     "runs without values", 1, 1},
    {"pyperf",
     "{'version': '1.0', 'benchmarks': [{'metadata': {'name': 'a'}, 'runs': [{'values': [1]}]},"
     " {'metadata': {'name': 'b'}, 'runs': []}]}",
     "benchmarks without runs", 1, 1},
    {"nanobench",
     "{'results': [{'title': 't', 'name': 'a', 'unit': 'op', 'batch': 1, 'measurements':"
     " [{'iterations': 1, 'elapsed': 0.5}]},"
     " {'title': 't', 'name': 'b', 'unit': 'op', 'batch': 1, 'measurements': []}]}",
     "results without a time", 1, 1},
    {"renaissance",
     "{'format_version': 5, 'benchmarks': ['a', 'b'], 'environment': {}, 'data':"
     " {'a': {'results': [{'duration_ns': 100}]}, 'b': {'results': []}, 'c': {}}}",
     "benchmarks without results", 2, 1},
    {"benchmark-tools",
     "[{'Julia': '1.9', 'BenchmarkTools': '1.0.0'}, [['BenchmarkGroup', {'data':"
     " {'a': ['BenchmarkTools.Trial', {'times': [10, 11]}],"
     "  'b': ['BenchmarkTools.Trial', {'times': []}]}, 'tags': []}]]]",
     "trials without times", 1, 1},
};

static void are_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct assay_dataset *d = import_json(cases[i].format, cases[i].text);
        if (skipped(&summary, cases[i].reason) != cases[i].n ||
            assay_dataset_count(d) != cases[i].n_series)
            fail_msg("%s: %zu %s, %zu series", cases[i].format, skipped(&summary, cases[i].reason),
                     cases[i].reason, assay_dataset_count(d));
        assay_dataset_free(&d);
    }
}

/* Samples that are an empty list say nothing: the result beside them does. */
static void asv_result_beside_no_samples(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "asv", "{'commit_hash': '0123456789abcdef', 'params': {'machine': 'm'}, 'date': 1,"
               " 'version': 2, 'result_columns': ['result', 'params', 'version', 'samples'],"
               " 'results': {'m.time_a': [[1.5], [], 'v', [[1, 2]]],"
               " 'm.time_b': [[2.5], [], 'v', [[]]], 'm.time_c': [[null], [], 'v', [null]]}}");
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(summary.n_summaries, 1);
    assert_int_equal(skipped(&summary, "cases without a result"), 1);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_counted),
        cmocka_unit_test(asv_result_beside_no_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_renaissance.c -- the JSON and CSV of Renaissance, by small texts whose values are known. */
#include "json_lines.h"

static void assert_unit(const struct assay_series *series, const char *unit, size_t n_executions)
{
    assert_string_equal(series->unit, unit);
    assert_int_equal(series->live.shape.n_levels, 2);
    assert_string_equal(series->level_name[0], "execution");
    assert_int_equal(series->live.shape.count[0], n_executions);
}

static void repetitions(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "renaissance",
        "{'benchmarks':['fj','als','log'],'format_version':6,'data':{"
        "'fj':{'results':[{'duration_ns':452502416,'uptime_ns':466213959,'gc_total_ms':3,'hits':7},"
        "{'uptime_ns':966213959,'duration_ns':400000000,'gc_total_ms':0}],'termination':'normal'},"
        "'als':{'termination':'failure','results':[{'duration_ns':1,'uptime_ns':2}]},"
        "'log':{'termination':'normal'}},"
        "'environment':{'vm':{'termination':'normal','start_ns':5}},'suite':{'version':'0.16'}}");
    assert_int_equal(assay_dataset_count(d), 3);
    const struct assay_series *wall = find(d, "file", "fj", "wall");
    assert_values(wall, (const double[]){0.452502416, 0.4}, 2);
    assert_unit(wall, "s", 1);
    assert_false(wall->more_is_better);
    assert_values(find(d, "file", "fj", "gc_total_ms"), (const double[]){3e-3, 0}, 2);
    assert_unit(find(d, "file", "fj", "hits"), "1", 1);
    assert_int_equal(skipped(&summary, "benchmarks that failed"), 1);
    assert_int_equal(skipped(&summary, "benchmarks without results"), 1);
    assay_dataset_free(&d);
}

/* Versions 2 and 4: nanos, and moments of other names. */
static void earlier_versions(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{'format_version':2,'benchmarks':['x'],'environment':{},'results':{'x':["
        "{'nanos':5,'unixts.before':1,'unixts.after':2,'PAPI:L1':7},{'nanos':6}]}}",
        "{'data':{'x':{'results':[{'nanos':5,'PAPI:L1':7,'unixts.before':1},{'nanos':6}],"
        "'termination':'normal'}},'format_version':4,'benchmarks':['x']}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct assay_dataset *d = import_json("renaissance", texts[i]);
        assert_int_equal(assay_dataset_count(d), 2);
        assert_values(find(d, "file", "x", "wall"), (const double[]){5e-9, 6e-9}, 2);
        assert_values(find(d, "file", "x", "PAPI:L1"), (const double[]){7}, 1);
        assay_dataset_free(&d);
    }
}

static void tables(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("table", "benchmark,duration_ns,hits,uptime_ns,vm_start_unix_ms\n"
                        "fj,911379929,4,2515700351,1636206612905\n"
                        "fj,529459711,5,3750527761,1636206612905\n"
                        "als,3,NA,1,1636206612905\n"
                        "benchmark,duration_ns,hits,uptime_ns,vm_start_unix_ms\n"
                        "fj,911379928,6,2515700351,1636206612999\n");
    const struct assay_series *wall = find(d, "file", "fj", "wall");
    assert_values(wall, (const double[]){0.911379929, 0.529459711, 0.911379928}, 3);
    assert_unit(wall, "s", 2);
    assert_values(find(d, "file", "fj", "hits"), (const double[]){4, 5, 6}, 3);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
    d = import("table", "benchmark,nanos,unixts.before,unixts.after\nfj,5,1,2\nfj,6,3,4\n");
    assert_values(find(d, "file", "fj", "wall"), (const double[]){5e-9, 6e-9}, 2);
    assert_unit(find(d, "file", "fj", "wall"), "s", 1);
    assay_dataset_free(&d);
}

static void broken(void **state)
{
    (void)state;
    assert_refused("renaissance",
                   json("{'format_version':5,'benchmarks':['x'],\n"
                        "'data':{'x':{'results':[\n{'duration_ns':[1]}]}}}"),
                   3, "a number is expected");
    assert_refused("renaissance",
                   json("{'format_version':5,'benchmarks':['x'],'data':{'x':{'termination':"
                        "'failure','results':[{'duration_ns':1}]}}}"),
                   0, "left out: 1 benchmark that failed");
    assert_refused("table",
                   "benchmark,duration_ns,uptime_ns,vm_start_unix_ms\n"
                   "fj,1,2,3\nfj,soon,2,3\n",
                   3, "\"soon\" is not a finite decimal number");
    assert_string_equal(error.field, "duration_ns");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repetitions),
        cmocka_unit_test(earlier_versions),
        cmocka_unit_test(tables),
        cmocka_unit_test(broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

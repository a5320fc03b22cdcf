/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_benchmark_tools.c -- the JSON of BenchmarkTools.jl, by small texts whose values are known. */
#include "json_lines.h"

#define FILE_OF(values) "[{'Julia':'1.10.0','BenchmarkTools':'1.0.0'},[" values "]]"
#define PARAMETERS "['Parameters',{'seconds':5.0,'samples':10000,'evals':390}]"

static void groups(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "benchmark-tools",
        FILE_OF(
            "['BenchmarkGroup',{'tags':['t'],'data':{"
            "'fib':['BenchmarkGroup',{'data':{"
            "'(20, :x)':['Trial',{'allocs':3,'gctimes':[0.0,5.0,0.0],'memory':64,"
            "'params':" PARAMETERS ",'times':[246.03846153846155,250,260.5]}],"
            "'half':['TrialEstimate',{'time':31028.0,'allocs':0,'memory':0,'gctime':0.0,"
            "'params':" PARAMETERS "}]},'tags':[]}],"
            "'old':['BenchmarkTools.Trial',{'times':[7.0],'gctimes':[0],'memory':1,'allocs':1}],"
            "'ratio':['TrialRatio',{'time':1.5}],'odd':null}}]"));
    const struct assay_series *wall = find(d, "file", "fib/(20, :x)", "wall");
    assert_values(wall, (const double[]){246.03846153846155e-9, 250e-9, 260.5e-9}, 3);
    assert_string_equal(wall->unit, "s");
    assert_int_equal(wall->live.shape.n_levels, 1);
    assert_string_equal(wall->level_name[0], "iteration");
    assert_values(find(d, "file", "fib/(20, :x)", "gctime"), (const double[]){0, 5e-9, 0}, 3);
    assert_values(find(d, "file", "fib/(20, :x)", "allocated"), (const double[]){64}, 1);
    assert_values(find(d, "file", "fib/(20, :x)", "allocations"), (const double[]){3}, 1);
    assert_values(find(d, "file", "fib/half", "wall"), (const double[]){31028e-9}, 1);
    assert_values(find(d, "file", "old", "wall"), (const double[]){7e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 12);
    assert_int_equal(summary.n_summaries, 1);
    assert_int_equal(skipped(&summary, "values that are no trial"), 2);
    assay_dataset_free(&d);
}

static void single(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "benchmark-tools", FILE_OF("['Trial',{'times':[1,2]}],'name',['Parameters',{}]"));
    assert_values(find(d, "file", "file", "wall"), (const double[]){1e-9, 2e-9}, 2);
    assert_int_equal(skipped(&summary, "values that are no trial"), 2);
    assay_dataset_free(&d);
}

static void broken(void **state)
{
    (void)state;
    assert_refused("benchmark-tools",
                   json("[{'Julia':'1','BenchmarkTools':'1'},[['BenchmarkGroup',\n{'data':{'a':['"
                        "Trial',{'times':[1,2"),
                   2, "cut short");
    assert_refused("benchmark-tools", json(FILE_OF("['Parameters',{}]")), 0,
                   "left out: 1 value that is no trial");
    assert_refused("benchmark-tools", json(FILE_OF("['Trial',{'times':{'a':1}}]")), 1,
                   "a number is expected");
}

/* Names of groups within groups are bounded together: texts of a megabyte must not become ones of
 * hundreds. */
static void long_names(void **state)
{
    (void)state;
    enum { DEPTH = 9, LONG = 8192 };
    static const char head[] = "[{'Julia':'1','BenchmarkTools':'1'},[",
                      group[] = "['BenchmarkGroup',{'data':{'";
    char *text = malloc((size_t)DEPTH * (LONG + sizeof group + 8) + sizeof head), *p = text;
    assert_non_null(text);
    p = stpcpy(p, json(head));
    for (int i = 0; i < DEPTH; i++) {
        p = stpcpy(p, json(group));
        memset(p, 'g', LONG);
        p = stpcpy(p + LONG, "\":");
    }
    *p = '\0';
    assert_refused("benchmark-tools", text, 1, "more than 65536 bytes together");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups),
        cmocka_unit_test(single),
        cmocka_unit_test(broken),
        cmocka_unit_test(long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

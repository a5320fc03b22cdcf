/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_benchmark_action.c -- the data.js of github-action-benchmark, by small texts whose values are
 * known. */
#include "json_lines.h"

#define ENTRY(commit, date, tool, benches)                                                         \
    "{'commit':{'author':{'name':'a'},'id':'" commit "00000000','message':'m'},'date':" date       \
    ",'tool':'" tool "','benches':[" benches "]}"
#define BENCH(name, value, unit)                                                                   \
    "{'name':'" name "','value':" value ",'range':'± 5','unit':'" unit "','extra':'9 times'}"
#define DATA(entries) "{'lastUpdate':5,'repoUrl':'r','entries':{" entries "}}"

static void one_suite(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "benchmark-action",
        "window.BENCHMARK_DATA = " DATA(
            "'Rust':[" ENTRY("aaaaaaaa", "1", "cargo",
                             BENCH("fib", "374", "ns/iter") "," BENCH(
                                 "io", "2.5", "MB/s") "," BENCH("n", "7", "")) "," //
            ENTRY("bbbbbbbb", "2", "cargo", BENCH("fib", "380.5", "ns/iter") ",{'name':'x'}") "]"));
    assert_values(find(d, "aaaaaaaa", "fib", "wall"), (const double[]){374e-9}, 1);
    assert_values(find(d, "bbbbbbbb", "fib", "wall"), (const double[]){380.5e-9}, 1);
    assert_values(find(d, "aaaaaaaa", "io", "throughput"), (const double[]){2.5}, 1);
    assert_true(find(d, "aaaaaaaa", "io", "throughput")->more_is_better);
    assert_values(find(d, "aaaaaaaa", "n", "value"), (const double[]){7}, 1);
    assert_string_equal(find(d, "aaaaaaaa", "fib", "wall")->level_name[0], "execution");
    assert_int_equal(assay_dataset_count(d), 4);
    assert_int_equal(summary.n_summaries, 4);
    assert_int_equal(skipped(&summary, "benchmarks without a value"), 1);
    assay_dataset_free(&d);
}

/* Commits of all suites in the order of their dates; those of one date as they stand. */
static void order(void **state)
{
    (void)state;
    struct assay_dataset *d = import_json(
        "benchmark-action",
        DATA("'C':[" ENTRY("cccccccc", "30", "go", BENCH("f", "1", "ns/op\\t 16 B/op")) "," //
             ENTRY("aaaaaaaa", "10", "go",
                   BENCH("f", "2", "B/op")) "]," //
                                            "'D':[" ENTRY("bbbbbbbb", "20", "pytest",
                                                          BENCH("f", "3", "iter/sec")) "," //
             ENTRY("eeeeeeee", "30", "customBiggerIsBetter",
                   BENCH("f", "4", "points")) "," //
                                              "{'commit':{},'date':40}]"));
    static const char *const expected[][3] = {{"aaaaaaaa", "C/f", "value"},
                                              {"bbbbbbbb", "D/f", "throughput"},
                                              {"cccccccc", "C/f", "wall"},
                                              {"eeeeeeee", "D/f", "throughput"}};
    assert_int_equal(assay_dataset_count(d), 4);
    for (size_t i = 0; i < 4; i++) {
        const struct assay_series *series = assay_dataset_get(d, i);
        assert_string_equal(series->system, expected[i][0]);
        assert_string_equal(series->benchmark, expected[i][1]);
        assert_string_equal(series->metric, expected[i][2]);
        assert_int_equal(series->more_is_better, i % 2 == 1);
    }
    assert_string_equal(assay_dataset_get(d, 0)->unit, "byte");
    assert_values(assay_dataset_get(d, 2), (const double[]){1e-9}, 1);
    assert_int_equal(skipped(&summary, "entries without results"), 1);
    assay_dataset_free(&d);
}

/* Eight characters, or as many more as tell all commits apart. */
static void names(void **state)
{
    (void)state;
    static const struct {
        const char *ids[3], *expected[3];
    } cases[] = {
        {{"aaaaaaaa1", "baaaaaaa1", "caaaaaaa1"}, {"aaaaaaaa", "baaaaaaa", "caaaaaaa"}},
        {{"commit-010x", "commit-0110", "commit-010y"},
         {"commit-010x", "commit-0110", "commit-010y"}},
        {{"commit-9", "commit-911", "commit-9111"}, {"commit-9", "commit-911", "commit-9111"}},
        {{"cafecafe01", "cafecafe11", "cafe"}, {"cafecafe0", "cafecafe1", "cafe"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        size_t n = (size_t)snprintf(text, sizeof text, "{'lastUpdate':5,'entries':{'R':[");
        for (size_t k = 0; k < 3; k++)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "%s{'commit':{'id':'%s'},'date':%zu,'tool':'go',"
                                  "'benches':[{'name':'f','value':1,'unit':'ns'}]}",
                                  k > 0 ? "," : "", cases[i].ids[k], k);
        (void)snprintf(text + n, sizeof text - n, "]}}");
        struct assay_dataset *d = import_json("benchmark-action", text);
        assert_int_equal(assay_dataset_count(d), 3);
        for (size_t k = 0; k < 3; k++)
            assert_string_equal(assay_dataset_get(d, k)->system, cases[i].expected[k]);
        assay_dataset_free(&d);
    }
}

static void broken(void **state)
{
    (void)state;
    static const char text[] = "window.BENCHMARK_DATA = {'lastUpdate':5,'entries':{'R':[\n" ENTRY(
        "aaaaaaaa", "1", "go", BENCH("f", "5", "ns/op")) ",\n{'commit':{'id':'b";
    assert_refused("benchmark-action", json(text), 3, "cut short");
    summary = (struct format_summary){0};
    struct assay_dataset *d =
        import_text(json(text), sizeof text - 1, "benchmark-action", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "aaaaaaaa", "f", "wall"), (const double[]){5e-9}, 1);
    assert_int_equal(summary.cut_line, 3);
    assay_dataset_free(&d);
    static const char wrong[] = "{'lastUpdate':5,'entries':{'R':[" ENTRY(
        "a", "1", "go",
        BENCH("f", "5", "ns/op")) ",\n" ENTRY("b", "2", "go",
                                              BENCH("f", "[5]", "ns/op")) ",\n{'commit':{'id':'b";
    assert_null(
        import_text(json(wrong), sizeof wrong - 1, "benchmark-action", true, &summary, &error));
    assert_int_equal(error.line, 2);
    assert_string_equal(error.field, "value");
    assert_refused("benchmark-action",
                   json(DATA("'R':[" ENTRY("a", "1", "go", BENCH("f", "[1]", "ns")) "]")), 1,
                   "a number is expected");
    assert_string_equal(error.field, "value");
    assert_refused("benchmark-action", json(DATA("'R':[]")), 0, "no measured value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_suite),
        cmocka_unit_test(order),
        cmocka_unit_test(names),
        cmocka_unit_test(broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

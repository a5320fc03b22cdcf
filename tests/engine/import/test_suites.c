/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_suites.c -- files of suites and of what runs them, by texts of the forms that the tools write. */
#include "read.h"

static void nvbench(void **state)
{
    (void)state;
#define SUMMARY(tag, value)                                                                        \
    "{\"tag\":\"" tag "\",\"data\":[{\"name\":\"value\",\"type\":\"float64\",\"value\":\"" value   \
    "\"}]}"
    struct assay_dataset *d = import(
        "nvbench", "{\"meta\":{\"version\":{\"json\":{\"major\":1}}},\"devices\":[{\"id\":0}],"
                   "\"benchmarks\":[{\"name\":"
                   "\"copy\",\"axes\":null,\"states\":[{\"name\":\"Device=0 "
                   "T=I32\",\"axis_values\":[{\"value\":\"7\"}],"
                   "\"summaries\":[" SUMMARY("nv/cold/sample_size", "499") "," SUMMARY(
                       "nv/cold/time/gpu/mean",
                       "0.0010034715849794225") "," SUMMARY("nv/cold/time/gpu/stdev/relative",
                                                            "0.01") "," SUMMARY("nv/cold/bw/"
                                                                                "item_rate",
                                                                                "5e9") "]}]}]}");
    assert_values(find(d, "file", "copy/Device=0 T=I32", "wall"),
                  (const double[]){0.0010034715849794225}, 1);
    assert_true(find(d, "file", "copy/Device=0 T=I32", "items")->more_is_better);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "summaries that count, or are spreads and shares"), 2);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
}

static void llvm(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "lnt", "{\"format_version\":\"2\",\"machine\":{\"name\":\"m\"},\"run\":{\"llvm_project_"
               "revision\":\"r7\"},"
               "\"tests\":[{\"name\":\"b1\",\"execution_time\":[0.1056,0.1055],\"hash\":\"49\"},"
               "{\"name\":\"b2\",\"compile_time\":13.12,\"execution_time\":0.2135,\"score\":9,"
               "\"code_size\":402}]}");
    assert_values(find(d, "r7", "b1", "wall"), (const double[]){0.1056, 0.1055}, 2);
    assert_values(find(d, "r7", "b2", "compile time"), (const double[]){13.12}, 1);
    assert_true(find(d, "r7", "b2", "score")->more_is_better);
    assert_string_equal(find(d, "r7", "b2", "code size")->unit, "byte");
    assay_dataset_free(&d);
    d = import("lnt-old", "{\"Machine\":{},\"Run\":{},\"Tests\":[{\"Data\":[1.5],\"Info\":{},"
                          "\"Name\":\"nts.a.exec\"},"
                          "{\"Data\":[0],\"Info\":{},\"Name\":\"nts.a.exec.status\"},"
                          "{\"Data\":[0.5],\"Info\":{},\"Name\":\"compile.b(j=1).user\"}]}");
    assert_values(find(d, "file", "compile.b(j=1).user", "user"), (const double[]){0.5}, 1);
    assert_values(find(d, "file", "nts.a.exec", "wall"), (const double[]){1.5}, 1);
    assert_int_equal(skipped(&summary, "tests that are no times"), 1);
    assay_dataset_free(&d);
    d = import("lit",
               "{\"__version__\":[0,1],\"elapsed\":9,\"tests\":[{\"name\":\"a\",\"code\":\"PASS\","
               "\"output\":\"\","
               "\"elapsed\":2.5,\"metrics\":{\"exec_time\":0.5,\"hash\":\"x\",\"size..text\":100}},"
               "{\"name\":\"b\",\"code\":\"FAIL\",\"output\":\"\",\"elapsed\":1.5},"
               "{\"name\":\"c\",\"code\":\"PASS\",\"output\":\"\",\"elapsed\":0.5}]}");
    assert_values(find(d, "file", "a", "wall"), (const double[]){0.5}, 1);
    assert_values(find(d, "file", "a", "size of text"), (const double[]){100}, 1);
    assert_values(find(d, "file", "c", "wall"), (const double[]){0.5}, 1);
    assert_int_equal(skipped(&summary, "tests that failed or did not run"), 1);
    assay_dataset_free(&d);
}

static void check_sightglass(struct assay_dataset *d)
{
    const struct assay_series *s = find(d, "wasmtime", "noop.wasm/Execution", "cycles");
    assert_values(s, (const double[]){100, 110, 120}, 3);
    assert_int_equal(s->live.shape.n_levels, 2);
    assert_string_equal(s->level_name[0], "execution");
    assert_false(s->more_is_better);
    assert_values(find(d, "wasmtime", "noop.wasm/Execution", "wall"), (const double[]){5e-9}, 1);
    assay_dataset_free(&d);
}

static void sightglass(void **state)
{
    (void)state;
#define ROW(process, event, count)                                                                 \
    "{\"arch\":\"x86_64\",\"engine\":\"wasmtime\",\"wasm\":\"noop.wasm\",\"process\":" process     \
    ",\"iteration\":0,\"phase\":\"Execution\",\"event\":\"" event "\",\"count\":" count "}"
    check_sightglass(
        import("sightglass", "[" ROW("17", "cycles", "100") "," ROW("17", "cycles", "110") "," ROW(
                                 "18", "cycles", "120") "," ROW("18",
                                                                "nanoseco"
                                                                "nds",
                                                                "5") "]"));
#define LINE(process, event, count)                                                                \
    "x86_64,wasmtime,,noop.wasm," process ",0,Execution," event "," count "\n"
    check_sightglass(import(
        "columns", "arch,engine,engine_flags,wasm,process,iteration,phase,event,count\n" LINE(
                       "17", "cycles", "100") LINE("17", "cycles", "110")
                       LINE("18", "cycles", "120") LINE("18", "nanoseconds", "5")));
}

static void techempower(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "techempower",
        "{\"rawData\":{\"json\":{\"actix\":[{\"latencyAvg\":\"1.48ms\",\"latencyStdev\":\"9us\","
        "\"totalRequests\":700,\"startTime\":1576275874},{\"latencyAvg\":\"350us\","
        "\"totalRequests\":900}]},"
        "\"slocCounts\":{\"actix\":12}},\"concurrencyLevels\":[16,32]}");
    assert_values(find(d, "actix", "json (#1)", "latency"), (const double[]){1.48e-3}, 1);
    assert_values(find(d, "actix", "json (#2)", "latency"), (const double[]){350e-6}, 1);
    assert_values(find(d, "actix", "json (#2)", "requests"), (const double[]){900}, 1);
    assert_true(find(d, "actix", "json (#2)", "requests")->more_is_better);
    assert_int_equal(assay_dataset_count(d), 4);
    assay_dataset_free(&d);
}

static void perfherder(void **state)
{
    (void)state;
#define SUITES                                                                                     \
    "{\"framework\":{\"name\":\"talos\"},\"suites\":[{\"name\":\"tp5\",\"lowerIsBetter\":true,"    \
    "\"unit\":\"ms\","                                                                             \
    "\"value\":9,\"subtests\":[{\"name\":\"a\",\"replicates\":[1,2,3],\"value\":2}]},"             \
    "{\"name\":\"score\",\"lowerIsBetter\":false,\"value\":7.5,\"subtests\":[]}]}"
    struct assay_dataset *d = import("perfherder", SUITES);
    assert_values(find(d, "file", "tp5/a", "wall"), (const double[]){1e-3, 2e-3, 3e-3}, 3);
    assert_true(find(d, "file", "score", "value")->more_is_better);
    assert_false(find(d, "file", "tp5/a", "wall")->more_is_better);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
    d = import("perfherder",
               "22:31:05 INFO - a line\n[vcs 21:13] PERFHERDER_DATA: " SUITES "\nthe end\n");
    assert_values(find(d, "file", "tp5/a", "wall"), (const double[]){1e-3, 2e-3, 3e-3}, 3);
    assay_dataset_free(&d);
}

static void caliper(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("caliper", "[{\"id\":\"1\",\"instrumentSpec\":{\"className\":\"x\"},\"scenario\":{"
                          "\"benchmarkSpec\":{\"className\":\"Sort\","
                          "\"methodName\":\"quick\",\"parameters\":{\"n\":\"10\"}}},"
                          "\"measurements\":[{\"value\":{\"magnitude\":3000.0,"
                          "\"unit\":\"ns\"},\"weight\":100.0,\"description\":\"runtime\"},{"
                          "\"value\":{\"magnitude\":8000.0,\"unit\":"
                          "\"ns\"},\"weight\":200.0,\"description\":\"runtime\"}]}]");
    const struct assay_series *s = find(d, "file", "Sort/quick (n=10)", "wall");
    assert_int_equal(n_values(&s->live), 2);
    assert_true(s->live.values[0] == 3000e-9 / 100 && s->live.values[1] == 8000e-9 / 200);
    assay_dataset_free(&d);
}

static void rebar(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "columns", "name,model,rebar_version,engine,engine_version,err,haystack_len,iters,total,"
                   "median,mad,mean\n"
                   "a/b,count,0.0.1,rust/regex,1.7,,594933,6326,4.56s,473.00us,0.00ns,474.19us\n"
                   "a/b,count,0.0.1,go/regexp,1.7,timeout,594933,0,0.00ns,0.00ns,0.00ns,0.00ns\n");
    assert_values(find(d, "rust/regex", "a/b", "wall"), (const double[]){474.19e-6}, 1);
    assert_values(find(d, "rust/regex", "a/b", "p50"), (const double[]){473e-6}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(skipped(&summary, "rows with an error"), 1);
    assert_int_equal(summary.n_summaries, 2);
    assay_dataset_free(&d);
    assert_refused("columns", "name,rebar_version,engine,err,median,mean\na,1,x,,3,4\n", 2,
                   "is not a finite");
}

static void renaissance_log(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "printed",
        "====== mnemonics (functional) [default], iteration 0 started ======\n"
        "GC before operation: completed in 4.812 ms, heap usage 121.567 MB -> 3.935 MB.\n"
        "====== mnemonics (functional) [default], iteration 0 completed (1575.265 ms) ======\n"
        "====== mnemonics (functional) [default], iteration 1 completed (1400.5 ms) ======\n");
    const struct assay_series *s = find(d, "file", "mnemonics", "wall");
    assert_values(s, (const double[]){1575.265e-3, 1400.5e-3}, 2);
    assert_string_equal(s->level_name[0], "iteration");
    assert_int_equal(summary.n_summaries, 0);
    assay_dataset_free(&d);
}

#define T "\xe2\x94\x9c\xe2\x94\x80 "
#define L "\xe2\x95\xb0\xe2\x94\x80 "
#define B "\xe2\x94\x82"
static void divan(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "divan",
        "sort/10\n    time:   [1 ns 2 ns 3 ns]\nTimer precision: 20 ns\n"
        "search              fastest       " B " slowest       " B " median        " B
        " mean          " B " samples " B " iters\n" T "dir (1000 files)  696.5 \xc2\xb5s      " B
        " 1.885 ms      " B " 840.9 \xc2\xb5s      " B " 914 \xc2\xb5s        " B " 100     " B
        " 100\n" B "                   1.435 Mitem/s " B " 530.3 Kitem/s " B " 1.189 Mitem/s " B
        " 1.094 Mitem/s " B "         " B "\n" B "                   max alloc:    " B
        "               " B "               " B "               " B "         " B "\n" B
        "                     289 B       " B " 289 B         " B " 289 B         " B
        " 302.4 B       " B "         " B "\n" L "group                           " B
        "               " B "               " B "               " B "         " B "\n"
        "   " L "10          2.966 ns      " B " 2.985 ns      " B " 2.977 ns      " B
        " 2.97 ns      " B " 100     " B " 51200\n\n");
    assert_values(find(d, "file", "search/dir (1000 files)", "wall"), (const double[]){914e-6}, 1);
    assert_values(find(d, "file", "search/dir (1000 files)", "p50"), (const double[]){840.9e-6}, 1);
    assert_values(find(d, "file", "search/dir (1000 files)", "throughput"),
                  (const double[]){1.094e6}, 1);
    assert_values(find(d, "file", "search/group/10", "wall"), (const double[]){2.97e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 5);
    assert_int_equal(skipped(&summary, "lines of allocations"), 2);
    assert_int_equal(skipped(&summary, "lines of no tree"), 2);
    assay_dataset_free(&d);
}

#define HEAD "        fastest " B " slowest " B " median " B " mean " B " samples " B " iters\n"
#define DIVAN_ROW(name, mean) L name "  1 ns " B " 9 ns " B " 2 ns " B " " mean " ns " B " 100 " B " 100\n"
/* A README with the numbers of two machines (conradludgate/measured): they are no repetitions. */
static void divan_of_machines(void **state)
{
    (void)state;
    struct assay_dataset *d = import("divan", "# Numbers\n#### Ryzen 9\ncounters" HEAD DIVAN_ROW("inc", "3")
                                              "sums" HEAD DIVAN_ROW("all", "5")
                                              "\n#### M2 Max\ncounters" HEAD DIVAN_ROW("inc", "4"));
    assert_values(find(d, "file", "Ryzen 9/counters/inc", "wall"), (const double[]){3e-9}, 1);
    assert_values(find(d, "file", "Ryzen 9/sums/all", "wall"), (const double[]){5e-9}, 1);
    assert_values(find(d, "file", "M2 Max/counters/inc", "wall"), (const double[]){4e-9}, 1);
    assay_dataset_free(&d);
    d = import("divan", "# Numbers\ncounters" HEAD DIVAN_ROW("inc", "3") "# Others\nsums" HEAD DIVAN_ROW("all", "5")
                        "sums" HEAD DIVAN_ROW("all", "6"));
    assert_values(find(d, "file", "counters/inc", "wall"), (const double[]){3e-9}, 1);
    assert_values(find(d, "file", "sums/all", "wall"), (const double[]){5e-9, 6e-9}, 2);
    assay_dataset_free(&d);
}

static void dotnet_markdown(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "dotnet-markdown", "``` ini\n\nBenchmarkDotNet=v0.13\n```\n"
                           "|   Method |    Job | WarmupCount |   N |      Mean |    Error | Ratio "
                           "|  Gen0 | Allocated |\n"
                           "|--------- |------- |------------ |---- "
                           "|----------:|---------:|------:|------:|----------:|\n"
                           "| **Sort** | **Short** |        3 | **10** | **1,234.5 us** | 1.8 us | "
                           "**1.00** | - | **1.5 KB** |\n"
                           "| 'A b' | Long |        5 | 10 | 14.54 ns | 0.1 ns | ? | - | - |\n"
                           "| Sort | Long |        5 | 20 | NA | NA | ? | - | 64 B |\n");
    assert_values(find(d, "Short", "Sort (N=10)", "wall"), (const double[]){1234.5e-6}, 1);
    assert_values(find(d, "Short", "Sort (N=10)", "allocated"), (const double[]){1536}, 1);
    assert_values(find(d, "Long", "A b (N=10)", "wall"), (const double[]){14.54e-9}, 1);
    assert_values(find(d, "Long", "A b (N=10)", "allocated"), (const double[]){0}, 1);
    assert_int_equal(skipped(&summary, "cells without a value"), 1);
    assay_dataset_free(&d);
    d = import("dotnet-markdown",
               " Method | N | Mean |\n------- |-- |-----:|\n Sort | 5 | 133.8 ns |\n");
    assert_values(find(d, "file", "Sort (N=5)", "wall"), (const double[]){133.8e-9}, 1);
    assay_dataset_free(&d);
    assert_refused("dotnet-markdown", "| Method | Mean |\n|---|---|\n| a | 1 ns | 2 |\n", 3,
                   "3 cells; the head has 2");
}

static void phoronix(void **state)
{
    (void)state;
#define RESULT(scale, proportion, graph, entry)                                                    \
    "<Result><Identifier>pts/x-1</Identifier><Title>Zip &amp; Go</Title><Description>Level: "      \
    "3</Description>"                                                                              \
    "<Scale>" scale "</Scale><Proportion>" proportion "</Proportion><DisplayFormat>" graph         \
    "</DisplayFormat><Data><Entry><Identifier>gcc 12</Identifier>" entry                           \
    "</Entry></Data></Result>"
    struct assay_dataset *d = import(
        "phoronix",
        "<?xml version=\"1.0\"?>\n<PhoronixTestSuite><Generated><Title>t</Title></Generated>"
        "<System><Identifier>gcc 12</Identifier></System>" RESULT(
            "Seconds", "LIB", "BAR_GRAPH", "<Value>1.5</Value><RawString>1.25:1.75</RawString>")
            RESULT("MIPS", "HIB", "BAR_GRAPH", "<Value>77</Value><RawString></RawString>")
                RESULT("Watts", "LIB", "LINE_GRAPH", "<Value>1,2,3</Value>")
                    RESULT("Frames", "HIB", "BAR_GRAPH", "<Value></Value>") "</PhoronixTestSuite>");
    assert_values(find(d, "gcc 12", "Zip & Go (Level: 3)", "wall"), (const double[]){1.25, 1.75},
                  2);
    assert_true(find(d, "gcc 12", "Zip & Go (Level: 3)", "MIPS")->more_is_better);
    assert_int_equal(summary.n_summaries, 1);
    assert_int_equal(skipped(&summary, "graphs, and what passed or failed"), 1);
    assert_int_equal(skipped(&summary, "entries without a value"), 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvbench),    cmocka_unit_test(llvm),
        cmocka_unit_test(sightglass), cmocka_unit_test(techempower),
        cmocka_unit_test(perfherder), cmocka_unit_test(caliper),
        cmocka_unit_test(rebar),      cmocka_unit_test(renaissance_log),
        cmocka_unit_test(divan_of_machines), cmocka_unit_test(divan),      cmocka_unit_test(dotnet_markdown),
        cmocka_unit_test(phoronix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

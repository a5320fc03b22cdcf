/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json.c -- the JSON of each tool, by small texts whose values are known; and the reader of
 * JSON itself, by texts that are broken. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/random.h>

#include "import/format.h"
#include "read.h"
#include "text/json_pull.h"

static void hyperfine(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("hyperfine", "{\"results\":[{\"command\":\"a\",\"mean\":1.5,\"times\":[1,2,9],"
                            "\"memory_usage_byte\":[10,20,30],\"exit_codes\":[0,0,1]},"
                            "{\"command\":\"b \\u00e9\\n\",\"times\":[3.25]}]}");
    assert_int_equal(assay_dataset_count(d), 3);
    const struct assay_series *a = find(d, "a", "file", "wall");
    assert_values(a, (const double[]){1, 2}, 2);
    assert_string_equal(a->level_name[0], "execution");
    assert_true((a->warnings & ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS)) != 0);
    assert_values(find(d, "a", "file", "max_rss"), (const double[]){10, 20}, 2);
    assert_values(find(d, "b \xc3\xa9\n", "file", "wall"), (const double[]){3.25}, 1);
    assert_int_equal(skipped(&summary, "failed executions"), 1);
    assay_dataset_free(&d);
}

static void hyperfine_parameters(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "hyperfine", "{\"results\":["
                     "{\"command\":\"old 10\",\"times\":[1],\"parameters\":{\"n\":\"10\"}},"
                     "{\"command\":\"new 10\",\"times\":[2],\"parameters\":{\"n\":\"10\"}},"
                     "{\"command\":\"old 20\",\"times\":[3],\"parameters\":{\"n\":\"20\"}},"
                     "{\"command\":\"new 20\",\"times\":[4],\"parameters\":{\"n\":\"20\"}}]}");
    assert_values(find(d, "old {n}", "n=10", "wall"), (const double[]){1}, 1);
    assert_values(find(d, "new {n}", "n=20", "wall"), (const double[]){4}, 1);
    assay_dataset_free(&d);
    assert_refused("hyperfine", "{\"a\":{\"results\":[{\"command\":\"b\",\"times\":[1]}]}}", 0,
                   "it looks like hyperfine JSON, but no measured value stands where");
    d = import("hyperfine",
               "{\"results\":["
               "{\"command\":\"sort 1\",\"times\":[1],\"parameters\":{\"n\":\"1\"}},"
               "{\"command\":\"sort 2\",\"times\":[2],\"parameters\":{\"n\":\"2\"}}]}");
    assert_values(find(d, "n=2", "file", "wall"), (const double[]){2}, 1);
    assay_dataset_free(&d);
}

/* hyperfine a a: two commands, as it compares them; what differs in its parameters is told by them. */
static void hyperfine_twice(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "hyperfine", "{\"results\":[{\"command\":\"a\",\"times\":[1]},"
                     "{\"command\":\"b\",\"times\":[2]},"
                     "{\"command\":\"a\",\"times\":[3]},{\"command\":\"a\",\"times\":[4]}]}");
    assert_int_equal(assay_dataset_count(d), 4);
    assert_values(find(d, "a", "file", "wall"), (const double[]){1}, 1);
    assert_values(find(d, "a (2)", "file", "wall"), (const double[]){3}, 1);
    assert_values(find(d, "a (3)", "file", "wall"), (const double[]){4}, 1);
    assay_dataset_free(&d);
    d = import("hyperfine", "{\"results\":["
                            "{\"command\":\"a\",\"times\":[1],\"parameters\":{\"n\":\"1\"}},"
                            "{\"command\":\"a\",\"times\":[2],\"parameters\":{\"n\":\"2\"}},"
                            "{\"command\":\"a\",\"times\":[3],\"parameters\":{\"n\":\"2\"}}]}");
    assert_values(find(d, "n=2", "file", "wall"), (const double[]){2}, 1);
    assert_values(find(d, "n=2 (2)", "file", "wall"), (const double[]){3}, 1);
    assay_dataset_free(&d);
}

static void google_benchmark(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "google-benchmark",
        "{\"context\":{},\"benchmarks\":["
        "{\"name\":\"BM/8\",\"run_name\":\"BM/8\",\"run_type\":\"iteration\",\"iterations\":7,"
        "\"real_time\":1.5,\"cpu_time\":1.25,\"time_unit\":\"us\",\"items_per_second\":4e6},"
        "{\"name\":\"BM/8\",\"run_name\":\"BM/8\",\"run_type\":\"iteration\",\"iterations\":7,"
        "\"real_time\":2.5,\"cpu_time\":NaN,\"time_unit\":\"us\",\"items_per_second\":2e6},"
        "{\"name\":\"BM/8_mean\",\"run_name\":\"BM/8\",\"run_type\":\"aggregate\","
        "\"real_time\":2,\"cpu_time\":1,\"time_unit\":\"us\"},"
        "{\"name\":\"bad\",\"run_name\":\"bad\",\"run_type\":\"iteration\","
        "\"error_occurred\":true,\"error_message\":\"no\",\"real_time\":0,\"cpu_time\":0,"
        "\"time_unit\":\"ns\"},"
        "{\"name\":\"old_BigO\",\"real_time\":0,\"time_unit\":\"ns\"}]}");
    const struct assay_series *wall = find(d, "file", "BM/8", "wall");
    assert_values(wall, (const double[]){1.5e-6, 2.5e-6}, 2);
    assert_string_equal(wall->level_name[0], "iteration");
    assert_values(find(d, "file", "BM/8", "cpu"), (const double[]){1.25e-6}, 1);
    const struct assay_series *items = find(d, "file", "BM/8", "items_per_second");
    assert_true(items->more_is_better);
    assert_string_equal(items->unit, "item/s");
    assert_int_equal(skipped(&summary, "aggregates"), 2);
    assert_int_equal(skipped(&summary, "rows with an error"), 1);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assay_dataset_free(&d);
}

/* Metadata stand behind the runs here, as sorted keys put them. */
static void pyperf(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("pyperf", "{\"benchmarks\":[{\"runs\":["
                         "{\"warmups\":[[1,9],[2,8]]},"
                         "{\"values\":[1,2],\"warmups\":[[4,5]]},"
                         "{\"values\":[3,4],\"warmups\":[[4,6]]}]}],"
                         "\"metadata\":{\"name\":\"telco\"},\"version\":\"1.0\"}");
    const struct assay_series *s = find(d, "file", "telco", "wall");
    assert_values(s, (const double[]){1, 2, 3, 4}, 4);
    assert_int_equal(s->live.shape.n_levels, 2);
    assert_string_equal(s->level_name[0], "execution");
    assert_string_equal(s->level_name[1], "iteration");
    assert_int_equal(n_values(&s->all), 6);
    assert_int_equal(s->n_warmup[0], 1);
    assert_int_equal(skipped(&summary, "calibration runs"), 1);
    assay_dataset_free(&d);
    d = import("pyperf", "{\"benchmarks\":[{\"metadata\":{\"name\":\"w\"},\"runs\":["
                         "{\"values\":[],\"warmups\":[[1,2]]},{\"values\":[3]}]}]}");
    assert_values(find(d, "file", "w", "wall"), (const double[]){3}, 1);
    assert_int_equal(skipped(&summary, "units with warm-up only"), 1);
    assay_dataset_free(&d);
    d = import("pyperf", "{\"benchmarks\":[{\"metadata\":{\"name\":\"m\",\"unit\":\"byte\"},"
                         "\"runs\":[{\"values\":[1024]}]}],\"version\":\"1.0\"}");
    assert_string_equal(find(d, "file", "m", "memory")->unit, "byte");
    assay_dataset_free(&d);
}

static void jmh(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "jmh", "[{\"benchmark\":\"B.run\",\"mode\":\"thrpt\",\"threads\":2,"
               "\"params\":{\"dim\":\"10\"},"
               "\"primaryMetric\":{\"rawData\":[[1,2],[3,4]],\"scoreUnit\":\"ops/ms\"},"
               "\"secondaryMetrics\":{\"gc\":{\"scoreUnit\":\"B/op\",\"rawData\":[[8],[\"NaN\"]]}"
               "}},{\"benchmark\":\"B.t\",\"mode\":\"avgt\",\"threads\":1,"
               "\"primaryMetric\":{\"scoreUnit\":\"us/op\",\"rawData\":[[5,6,7],[8]]}},"
               "{\"benchmark\":\"B.s\",\"mode\":\"sample\",\"primaryMetric\":{\"scoreUnit\":"
               "\"ms/op\",\"rawDataHistogram\":[[[[1,3],[2,1]]]]}}]");
    const struct assay_series *run = find(d, "file", "B.run (dim=10, threads=2)", "throughput");
    assert_true(run->more_is_better);
    assert_string_equal(run->unit, "ops/ms");
    assert_values(run, (const double[]){1, 2, 3, 4}, 4);
    assert_int_equal(run->live.shape.count[0], 2);
    assert_values(find(d, "file", "B.run (dim=10, threads=2)", "gc"), (const double[]){8}, 1);
    const struct assay_series *t = find(d, "file", "B.t", "wall");
    assert_false(t->more_is_better);
    assert_values(t, (const double[]){5e-6, 6e-6, 7e-6, 8e-6}, 4);
    const struct assay_series *s = find(d, "file", "B.s (sample)", "wall");
    assert_true(fabs(s->live.values[0] - 1.25e-3) < 1e-18);
    assay_dataset_free(&d);
}

/* Two modes of one benchmark have the profiler's metrics twice: other forks, no further iterations. */
static void jmh_twice(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "jmh",
        "[{\"benchmark\":\"B.t\",\"mode\":\"thrpt\","
        "\"primaryMetric\":{\"rawData\":[[1,2],[3,4]],\"scoreUnit\":\"ops/ms\"},"
        "\"secondaryMetrics\":{\"gc\":{\"scoreUnit\":\"B/op\",\"rawData\":[[8,9],[10,11]]}}},"
        "{\"benchmark\":\"B.t\",\"mode\":\"avgt\","
        "\"primaryMetric\":{\"scoreUnit\":\"us/op\",\"rawData\":[[5,6]]},"
        "\"secondaryMetrics\":{\"gc\":{\"scoreUnit\":\"B/op\",\"rawData\":[[12,13]]}}}]");
    const struct assay_series *gc = find(d, "file", "B.t", "gc");
    assert_int_equal(gc->live.shape.count[0], 3);
    assert_values(gc, (const double[]){8, 9, 10, 11, 12, 13}, 6);
    assert_string_equal(gc->unit_label[0][2], "3");
    assert_int_equal(find(d, "file", "B.t", "wall")->live.shape.count[0], 1);
    assay_dataset_free(&d);
}

static void rebench_db(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "rebench-db",
        "{\"data\":[{\"runId\":{\"benchmark\":{\"name\":\"Queens\",\"suite\":{\"name\":\"s\","
        "\"executor\":{\"name\":\"vm\"}}},\"cores\":1,\"extraArgs\":null},\"d\":["
        "{\"in\":1,\"it\":1,\"m\":[{\"c\":0,\"v\":5},{\"v\":100,\"c\":1}]},"
        "{\"in\":1,\"it\":2,\"m\":[{\"c\":0,\"v\":6}]},"
        "{\"in\":2,\"it\":1,\"m\":[{\"c\":0,\"v\":7}]}]}],"
        "\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"ms\"},"
        "{\"i\":1,\"c\":\"trace\",\"u\":\"byte\"}]}");
    const struct assay_series *s = find(d, "vm", "Queens (cores=1)", "wall");
    assert_values(s, (const double[]){5e-3, 6e-3, 7e-3}, 3);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_values(find(d, "vm", "Queens (cores=1)", "trace"), (const double[]){100}, 1);
    assay_dataset_free(&d);
    d = import("rebench-db",
               "{\"criteria\":[{\"i\":0,\"c\":\"total\",\"u\":\"us\"}],\"data\":[{\"runId\":"
               "{\"benchmark\":{\"name\":\"Q\"}},\"d\":[{\"in\":1,\"m\":[[4,5]]}]}]}");
    assert_values(find(d, "file", "Q", "wall"), (const double[]){4e-6, 5e-6}, 2);
    assay_dataset_free(&d);
}

static void krun(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "krun", "{\"audit\":{\"x\":\"y\"},\"wallclock_times\":{\"nbody:Java:graal\":[[1,2],[],"
                "[3]]},\"core_cycle_counts\":{\"nbody:Java:graal\":[[[1]]]}}");
    const struct assay_series *s = find(d, "Java:graal", "nbody", "wall");
    assert_values(s, (const double[]){1, 2, 3}, 3);
    assert_int_equal(s->live.shape.count[0], 2);
    assert_string_equal(s->unit_label[0][1], "3");
    assert_int_equal(skipped(&summary, "crashed executions"), 1);
    assert_int_equal(skipped(&summary, "series of cycle counts by core"), 1);
    assay_dataset_free(&d);
}

static void asv(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("asv", "{\"results\":{\"m.C.time_f\":[[1,2,null],[[\"1\",\"2\",\"3\"]],\"v\",0,"
                      "[[1,1.5],[2],null]],\"m.peakmem_g\":[[4096],[],\"v\",0,null]},"
                      "\"commit_hash\":\"0123456789abcdef\",\"params\":{},"
                      "\"result_columns\":[\"result\",\"params\",\"version\",\"x\",\"samples\"]}");
    assert_values(find(d, "01234567", "m.C.time_f(1)", "wall"), (const double[]){1, 1.5}, 2);
    assert_values(find(d, "01234567", "m.C.time_f(2)", "wall"), (const double[]){2}, 1);
    assert_values(find(d, "01234567", "m.peakmem_g", "memory"), (const double[]){4096}, 1);
    assert_int_equal(skipped(&summary, "cases without a result"), 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
}

static void benchmarkdotnet(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("benchmarkdotnet",
               "{\"HostEnvironmentInfo\":{},\"Benchmarks\":[{\"FullName\":\"A.B\",\"Statistics\":"
               "{\"OriginalValues\":[5,6]},\"Measurements\":["
               "{\"IterationMode\":\"Overhead\",\"IterationStage\":\"Jitting\",\"LaunchIndex\":1,"
               "\"Operations\":1,\"Nanoseconds\":999},"
               "{\"IterationMode\":\"Workload\",\"IterationStage\":\"Warmup\",\"LaunchIndex\":1,"
               "\"Operations\":2,\"Nanoseconds\":20},"
               "{\"IterationMode\":\"Workload\",\"IterationStage\":\"Result\",\"LaunchIndex\":1,"
               "\"Operations\":2,\"Nanoseconds\":10},"
               "{\"IterationMode\":\"Workload\",\"IterationStage\":\"Result\",\"LaunchIndex\":2,"
               "\"Operations\":2,\"Nanoseconds\":12}]},"
               "{\"FullName\":\"A.C\",\"Statistics\":{\"OriginalValues\":[7,8]}},"
               "{\"FullName\":\"A.D\",\"Statistics\":null}]}");
    const struct assay_series *b = find(d, "file", "A.B", "wall");
    assert_values(b, (const double[]){5e-9, 6e-9}, 2);
    assert_int_equal(b->live.shape.n_levels, 2);
    assert_int_equal(b->n_warmup[0], 1);
    assert_values(find(d, "file", "A.C", "wall"), (const double[]){7e-9, 8e-9}, 2);
    assert_int_equal(skipped(&summary, "benchmarks without results"), 1);
    assay_dataset_free(&d);
}

/* Commit, times and machine of pytest-benchmark, which tell versions and environments apart. */
static void origins(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        struct format_origin origin;
        const char *commit;
        double time_ms;
    } cases[] = {
        {"\"machine_info\":{\"node\":\"host\",\"cpu\":{},\"python_implementation\":\"CPython\","
         "\"python_version\":\"3.11.2\"},\"commit_info\":{\"id\":\"abc123\",\"time\":"
         "\"2024-05-01T12:30:00+02:00\",\"dirty\":false},\"datetime\":\"2025-01-01T00:00:00.5\",",
         {1714559400e3, "host", "CPython 3.11.2"},
         "abc123",
         1714559400e3},
        {"\"commit_info\":{\"id\":\"d\",\"time\":null},\"datetime\":\"2024-05-01T10:30:00."
         "123456\",",
         {1714559400e3, "", ""},
         "d",
         0},
        {"\"commit_info\":null,\"datetime\":\"yesterday\",", {0, "", ""}, NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        (void)snprintf(text, sizeof text,
                       "{%s\"benchmarks\":[{\"name\":\"n\",\"stats\":{\"rounds\":1,\"mean\":9,"
                       "\"data\":[1]}}]}",
                       cases[i].head);
        struct format_versions versions = {0};
        const struct format_text whole = {text, strlen(text)};
        const struct format_options options = {
            .system = "file", .benchmark = "file", .summary = &summary, .versions = &versions};
        struct assay_dataset *d = assay_dataset_new();
        summary = (struct format_summary){0};
        assert_int_equal(format_read(format_named("pytest-benchmark"), &whole, &options, d, &error),
                         ASSAY_OK);
        assert_true(summary.origin.version_ms == cases[i].origin.version_ms);
        assert_string_equal(summary.origin.machine, cases[i].origin.machine);
        assert_string_equal(summary.origin.environment, cases[i].origin.environment);
        const struct format_version *version = format_versions_find(&versions, "file");
        assert_int_equal(version != NULL, cases[i].commit != NULL);
        if (version != NULL) {
            assert_string_equal(version->commit, cases[i].commit);
            assert_true(version->time_ms == cases[i].time_ms);
        }
        format_versions_fini(&versions);
        assay_dataset_free(&d);
    }
}

/* A line for each benchmark; the unit may stand behind the values, and other lines between. */
static void cargo_criterion(void **state)
{
    (void)state;
    static const char text[] =
        "   Compiling fib v0.1.0\n"
        "{\"reason\":\"benchmark-complete\",\"id\":\"fib/20\",\"iteration_count\":[2,4],"
        "\"measured_values\":[10.0,40.0],\"unit\":\"ns\",\"mean\":{\"estimate\":7}}\n"
        "{\"reason\":\"group-complete\",\"group_name\":\"fib\",\"benchmarks\":[\"fib/20\"]}\n"
        "{\"reason\":\"benchmark-complete\",\"id\":\"old\",\"mean\":{\"estimate\":7}}\n"
        "{\"reason\":\"benchmark-complete\",\"measured_values\":[9,3],\"iteration_count\":[3,0],"
        "\"unit\":\"cycles\",\"id\":\"norm\"}\n"
        "{\"reason\":\"benchmark-complete\",\"id\":\"norm\",\"iteration_count\":[2],"
        "\"measured_values\":[8],\"unit\":\"cycles\"}\n";
    struct assay_dataset *d = import("criterion", text);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_values(find(d, "file", "fib/20", "wall"), (const double[]){10e-9 / 2, 40e-9 / 4}, 2);
    assert_values(find(d, "file", "norm", "value"), (const double[]){3, 4}, 2);
    assert_string_equal(find(d, "file", "norm", "value")->level_name[0], "iteration");
    assert_int_equal(skipped(&summary, "benchmarks without values"), 1);
    assert_int_equal(skipped(&summary, "samples without iterations"), 1);
    assay_dataset_free(&d);
    summary = (struct format_summary){0};
    d = import_text(text, sizeof text - 40, "criterion", true, &summary, &error);
    assert_values(find(d, "file", "norm", "value"), (const double[]){3}, 1);
    assert_int_equal(summary.cut_line, 6);
    assay_dataset_free(&d);
    assert_refused("criterion",
                   "{\"reason\":\"benchmark-complete\",\"id\":\"a\",\"iteration_count\":[2],\n"
                   "\"measured_values\":[8,9],\"unit\":\"ns\"}\n",
                   2, "1 counts of iterations and 2 times");
}

static void others(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("pytest-benchmark",
               "{\"benchmarks\":[{\"name\":\"n\",\"fullname\":\"f::n\",\"stats\":{\"rounds\":2,"
               "\"mean\":9,\"data\":[1,2,\"...\"]}},{\"name\":\"m\",\"stats\":{\"mean\":9}}]}");
    assert_values(find(d, "file", "f::n", "wall"), (const double[]){1, 2}, 2);
    assert_values(find(d, "file", "m", "wall"), (const double[]){9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
    d = import("criterion", "{\"sampling_mode\":\"Flat\",\"iters\":[2,4],\"times\":[10,40]}");
    assert_values(find(d, "file", "file", "wall"), (const double[]){10e-9 / 2, 40e-9 / 4}, 2);
    assay_dataset_free(&d);
    d = import("criterion", "[[2],[10]]");
    assert_values(find(d, "file", "file", "wall"), (const double[]){10e-9 / 2}, 1);
    assay_dataset_free(&d);
    d = import("nanobench", "{\"results\":[{\"title\":\"t\",\"name\":\"n\",\"measurements\":["
                            "{\"iterations\":3,\"elapsed\":1e-9},{\"elapsed\":2e-9}]}]}");
    assert_values(find(d, "file", "t/n", "wall"), (const double[]){1e-9, 2e-9}, 2);
    assay_dataset_free(&d);
    d = import("nanobench", "{\"results\":[{\"name\":\"n\",\"measurements\":["
                            "{\"elapsed\":1e-9,\"instructions\":5,\"pagefaults\":0},"
                            "{\"elapsed\":2e-9,\"instructions\":0,\"pagefaults\":0}]},"
                            "{\"name\":\"m\",\"measurements\":[{\"elapsed\":3e-9}]}]}");
    assert_int_equal(assay_dataset_count(d), 3);
    assert_values(find(d, "file", "n", "instructions"), (const double[]){5, 0}, 2);
    assert_values(find(d, "file", "m", "wall"), (const double[]){3e-9}, 1);
    assay_dataset_free(&d);
    d = import("series", "{\"series\":[1,2.5],\"expected\":3}");
    assert_values(find(d, "file", "file", "value"), (const double[]){1, 2.5}, 2);
    assay_dataset_free(&d);
}

/* ---- broken texts ---- */

static void messages(void **state)
{
    (void)state;
    assert_refused("hyperfine", "{\"results\":[{\"command\":\"a\",\n\"times\":[1,2", 2,
                   "cut short");
    assert_string_equal(error.field, "times");
    assert_refused("hyperfine", "{\"results\":[{\"command\":\"a\",\n\"times\":[1 2]}]}", 2,
                   "a comma or the end of the array is expected, \"2]}]}\" stands here");
    assert_refused("hyperfine", "{\"results\":[{\"command\":\"a\",\"times\":[1,{}]}]}", 1,
                   "a number is expected");
    assert_refused("hyperfine", "{\"results\":[{\"command\":\"a\",\"times\":[]}]}", 0,
                   "left out: 1 result without times");
    assert_refused("hyperfine",
                   "{\"results\":[{\"command\":\"a\",\"times\":[1],\"exit_codes\":[1]}]}", 0,
                   "left out: 1 failed execution");
    assert_refused("hyperfine", "{\"results\":[{\"command\":\"a\",\"times\":[1]}]} x", 1,
                   "the end of the file");
    assert_refused("series", "[1,2}", 1, "a comma or the end");
    assert_refused("series", "[1,0x10]", 1, "a number is expected");
}

static void partial(void **state)
{
    (void)state;
    static const char text[] = "{\"benchmarks\":[{\"metadata\":{\"name\":\"b\"},\"runs\":["
                               "{\"values\":[1,2]},\n{\"values\":[3,4]},{\"values\":[5,";
    summary = (struct format_summary){0};
    struct assay_dataset *d = import_text(text, sizeof text - 1, "pyperf", true, &summary, &error);
    assert_non_null(d);
    assert_int_equal(summary.cut_line, 2);
    assert_values(find(d, "file", "b", "wall"), (const double[]){1, 2, 3, 4}, 4);
    assay_dataset_free(&d);
    static const char other[] = "{\"results\":[{\"command\":\"a\",\"times\":[1,2]},{\"comm";
    d = import_text(other, sizeof other - 1, "hyperfine", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "a", "file", "wall"), (const double[]){1, 2}, 2);
    assay_dataset_free(&d);
    assert_null(import_text(other, 38, "hyperfine", true, &summary, &error));
    assert_string_equal(error.text, "the file is cut short here, before any run or row is whole");
}

/* What makes readers crash: depth, endless numbers, doubled keys, zeros, broken UTF-8. */
static void hostile(void **state)
{
    (void)state;
    enum { DEPTH = 100000, DIGITS = 1000000 };
    static char text[DIGITS + 100];
    (void)strcpy(text, "{\"results\":[{\"command\":\"a\",\"times\":[1]}],\"deep\":");
    size_t n = strlen(text);
    memset(text + n, '[', DEPTH);
    text[n + DEPTH] = '\0';
    assert_refused("hyperfine", text, 1, "nested deeper than 1024");
    (void)strcpy(text, "[1,");
    memset(text + 3, '9', DIGITS);
    (void)strcpy(text + 3 + DIGITS, ",2]");
    assert_refused("series", text, 1, "a number or word of more than 1100 characters");
    n = (size_t)sprintf(text, "{\"values\":[1],\"deep\":");
    memset(text + n, '9', DIGITS);
    (void)strcpy(text + n + DIGITS, "}");
    assert_refused("series", text, 1, "a number or word of more than 1100 characters");
    (void)strcpy(text, "[1,");
    memset(text + 3, '9', 1000);
    (void)strcpy(text + 1003, ",2]");
    struct assay_dataset *d = import("series", text);
    assert_values(find(d, "file", "file", "value"), (const double[]){1, 2}, 2);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assay_dataset_free(&d);
    d = import("series", "[1e999,-Infinity,1]");
    assert_int_equal(skipped(&summary, "values that are no finite number"), 2);
    assay_dataset_free(&d);
    d = import("hyperfine", "{\"results\":[{\"parameters\":{\"a\\nb\":\"\\n\"},"
                            "\"command\":\"x\",\"times\":[7]}]}");
    assay_dataset_free(&d);
    d = import("hyperfine", "{\"results\":[{\"command\":\"\xff\\u0000\\ud800\",\"times\":[7]}]}");
    assert_values(assay_dataset_get(d, 0), (const double[]){7}, 1);
    assay_dataset_free(&d);
    /* Half of a pair of surrogates is none, whatever follows it. */
    d = import("hyperfine", "{\"results\":[{\"command\":\"\\ud83d\\ue000\",\"times\":[7]}]}");
    assert_string_equal(assay_dataset_get(d, 0)->system, "\xef\xbf\xbd\xee\x80\x80");
    assay_dataset_free(&d);
    d = import("hyperfine", "{\"results\":[{\"command\":\"\\ud83d\\ude00\",\"times\":[7]}]}");
    assert_string_equal(assay_dataset_get(d, 0)->system, "\xf0\x9f\x98\x80");
    assay_dataset_free(&d);
    static const char zero[] = "[1,\0,2]";
    assert_null(import_text(zero, sizeof zero - 1, "series", false, &summary, &error));
    assert_string_equal(error.text, "a number is expected, \"?\" stands here");
}

/* Of two values one would be lost, or both would count. The same keys in other objects are fine,
 * also where a reader goes back; some objects have more keys than the table at first. */
static void doubled_keys(void **state)
{
    (void)state;
    assert_refused("hyperfine",
                   "{\"results\":[{\"command\":\"a\",\"times\":[7]}],\n"
                   "\"results\":[{\"command\":\"a\",\"times\":[7]}]}",
                   2, "this key stands twice in its object");
    assert_refused("hyperfine", "{\"results\":[{\"command\":\"a\",\"times\":[7],\"times\":[1]}]}",
                   1, "stands twice");
    assert_refused("pyperf",
                   "{\"benchmarks\":[{\"metadata\":{\"name\":\"a\",\"name\":\"b\"},"
                   "\"runs\":[{\"values\":[1]}]}]}",
                   1, "stands twice");
    assert_refused("criterion", "{\"iters\":[1],\"times\":[1],\"iters\":[2]}", 1, "stands twice");
    enum { KEYS = 1000 };
    static char text[64 * KEYS];
    char *p = stpcpy(text, "{\"wallclock_times\":{");
    for (int i = 0; i < KEYS; i++)
        p += sprintf(p, "\"b%d:VM:v\":[[1]],\n", i);
    (void)strcpy(p, "\"b:VM:v\":[[1]]},\"b1:VM:v\":0}");
    struct assay_dataset *d = import("krun", text);
    assert_int_equal(assay_dataset_count(d), KEYS + 1);
    assay_dataset_free(&d);
    (void)strcpy(p, "\"b7:VM:v\":[[1]]}}");
    assert_refused("krun", text, KEYS + 1, "stands twice");
}

/* Where a value ends, found character by character. */
static size_t naive_end(const char *text, size_t size)
{
    int depth = 0;
    bool string = false;
    for (size_t i = 0; i < size; i++) {
        if (string) {
            if (text[i] == '\\')
                i++;
            else if (text[i] == '"')
                string = false;
            continue;
        }
        string = text[i] == '"';
        depth += text[i] == '{' || text[i] == '[';
        depth -= text[i] == '}' || text[i] == ']';
        if (depth == 0)
            return i + 1;
    }
    return 0;
}

/* Strings, escapes and brackets at every place of blocks of 64, cut at every place too. */
static void skipping(void **state)
{
    (void)state;
    static const char *const parts[] = {"[",
                                        "]",
                                        "\"\"",
                                        "\"a]\"",
                                        "\"\\\\\"",
                                        "{}",
                                        "\"\\\"\"",
                                        " 1,",
                                        " -2.5e+3,",
                                        "null,",
                                        "  ",
                                        "\"[{\\\\\\\"\"",
                                        "[]",
                                        "\"\\n\"",
                                        "\"long enough to reach the next block of characters\""};
    struct assay_random random;
    assay_random_init(&random, 6, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 20000; round++) {
        char text[512] = "[";
        size_t n = 1;
        int depth = 1;
        size_t n_numbers = 0;
        for (int i = (int)assay_random_below(&random, 24); i > 0 && depth > 0; i--) {
            const size_t part = (size_t)assay_random_below(&random, sizeof parts / sizeof *parts);
            if (part == 1 && depth == 1)
                continue;
            depth += (part == 0) - (part == 1);
            n_numbers += parts[part][0] == ' ' && parts[part][1] != ' ';
            n = (size_t)(stpcpy(text + n, parts[part]) - text);
        }
        while (depth-- > 0)
            text[n++] = ']';
        const size_t size = n + 3 - (size_t)assay_random_below(&random, 6);
        (void)strcpy(text + n, " ,9");
        const struct format_text whole = {text, size, false};
        struct assay_error why = {.status = ASSAY_OK};
        struct pull json;
        pull_init(&json, &whole, &why);
        pull_skip(&json);
        const size_t end = naive_end(text, size);
        if (json.failed != (end == 0) || json.cut != (end == 0) ||
            (end > 0 && (size_t)(json.p - text) != end))
            fail_msg("%.*s: %zu, expected %zu", (int)size, text, (size_t)(json.p - text), end);
        pull_fini(&json);
        pull_init(&json, &whole, &why);
        const size_t counted = pull_skip_numbers(&json);
        if (end > 0 && (counted != n_numbers || (size_t)(json.p - text) != end))
            fail_msg("%.*s: %zu numbers, expected %zu", (int)size, text, counted, n_numbers);
        pull_fini(&json);
    }
}

/* What is shorter than the character that stands for what is no escape must not run into the next
 * string: found by fuzzing. */
static void escapes_that_are_none(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("nanobench",
               "{\"results\":[{\"title\":\"\\u\\u\\u\\u\\u\\u\\u12\",\"name\":\"\\ud800n\\u0041\","
               "\"measurements\":[{\"elapsed\":1e-9}]}]}");
    find(d, "file", "???????12/\xef\xbf\xbdnA", "wall");
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hyperfine),
        cmocka_unit_test(hyperfine_parameters),
        cmocka_unit_test(hyperfine_twice),
        cmocka_unit_test(google_benchmark),
        cmocka_unit_test(pyperf),
        cmocka_unit_test(jmh),
        cmocka_unit_test(jmh_twice),
        cmocka_unit_test(rebench_db),
        cmocka_unit_test(krun),
        cmocka_unit_test(asv),
        cmocka_unit_test(benchmarkdotnet),
        cmocka_unit_test(origins),
        cmocka_unit_test(cargo_criterion),
        cmocka_unit_test(others),
        cmocka_unit_test(messages),
        cmocka_unit_test(partial),
        cmocka_unit_test(hostile),
        cmocka_unit_test(doubled_keys),
        cmocka_unit_test(skipping),
        cmocka_unit_test(escapes_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

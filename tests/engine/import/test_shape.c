/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shape.c -- formats of JSON that are tables of paths, by texts of the shapes that the tools
 * write. */
#include "read.h"

/* github-action-benchmark, test/data/extract/custom*IsBetter_output*.json */
static void custom(void **state)
{
    (void)state;
    static const char text[] =
        "[{\"name\":\"a\",\"unit\":\"ns/iter\",\"value\":90.5,\"range\":\"5\"},"
        "{\"value\":70,\"name\":\"b\",\"unit\":\"req/s\"},"
        "{\"name\":\"c\",\"unit\":\"Megabytes\",\"value\":150,\"extra\":\"x\"},"
        "{\"name\":\"d\",\"unit\":\"Percent\",\"value\":null},"
        "{\"name\":\"e\",\"unit\":\"Seconds\",\"value\":4.5}]"; /* awslabs/soci-snapshotter */
    struct assay_dataset *d = import("custom-smaller-is-better", text);
    assert_values(find(d, "file", "a", "wall"), (const double[]){90.5e-9}, 1);
    const struct assay_series *b = find(d, "file", "b", "throughput");
    assert_true(b->more_is_better);
    assert_values(find(d, "file", "c", "value"), (const double[]){150e6}, 1);
    assert_false(find(d, "file", "c", "value")->more_is_better);
    assert_int_equal(skipped(&summary, "values that are no finite number"), 1);
    assert_values(find(d, "file", "e", "wall"), (const double[]){4.5}, 1);
    assert_int_equal(summary.n_summaries, 4);
    assay_dataset_free(&d);
    const struct format_options options = {.system = "file", .benchmark = "file"};
    const struct format_text whole = {text, strlen(text), false};
    d = assay_dataset_new();
    assert_int_equal(
        format_read(format_named("custom-bigger-is-better"), &whole, &options, d, &error),
        ASSAY_OK);
    assert_int_equal(assay_dataset_finish(d, &error), ASSAY_OK);
    assert_true(find(d, "file", "c", "throughput")->more_is_better);
    assay_dataset_free(&d);
}

/* jdx/tak's notes in git */
static void tak(void **state)
{
    (void)state;
    static const char text[] = "{\"v\":1,\"bench\":\"help\",\"tool\":\"self\",\"runner\":\"x\","
                               "\"ts\":\"2026-08-17T07:13:44Z\","
                               "\"metrics\":{\"instructions\":943711.0,\"wall_max_ms\":0.9,\"wall_"
                               "mean_ms\":0.75,\"wall_n\":10.0}}\n"
                               "{\"v\":1,\"bench\":\"help\",\"tool\":\"npm\",\"runner\":\"x\","
                               "\"ts\":\"2026-08-17T07:13:44Z\","
                               "\"metrics\":{\"wall_mean_ms\":1.5}}\n";
    struct assay_dataset *d = import("tak", text);
    assert_values(find(d, "file", "help/self (runner=x)", "instructions"), (const double[]){943711},
                  1);
    assert_values(find(d, "file", "help/self (runner=x)", "wall"), (const double[]){0.75e-3}, 1);
    assert_values(find(d, "file", "help/npm (runner=x)", "wall"), (const double[]){1.5e-3}, 1);
    assert_int_equal(summary.n_summaries, 3);
    assay_dataset_free(&d);
}

/* CodSpeedHQ's plugins, schema of walltime results */
static void codspeed(void **state)
{
    (void)state;
    static const char text[] = "{\"creator\":{\"name\":\"codspeed-rust\",\"version\":\"4.1.0\","
                               "\"pid\":7},\"instrument\":{\"type\":\"walltime\"},"
                               "\"benchmarks\":[{\"name\":\"add[8]\",\"uri\":\"benches/"
                               "lib.rs::add[8]\",\"config\":{},\"stats\":{\"min_ns\":1000,"
                               "\"mean_ns\":2500,\"rounds\":50,\"total_time\":0.125,\"iter_per_"
                               "round\":1,\"warmup_iters\":5}}]}";
    struct assay_dataset *d = import("codspeed", text);
    assert_values(find(d, "file", "benches/lib.rs::add[8]", "wall"), (const double[]){2500e-9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
}

/* bencherdev/bencher, tool_output/json */
static void bmf(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("bmf", "{\"a::b\":{\"latency\":{\"value\":3247.0,\"lower_value\":1044.0},"
                      "\"Max Bytes\":{\"value\":9}},\"c\":{\"throughput\":{\"value\":3}}}");
    assert_values(find(d, "file", "a::b", "wall"), (const double[]){3247e-9}, 1);
    assert_values(find(d, "file", "a::b", "Max Bytes"), (const double[]){9}, 1);
    assert_true(find(d, "file", "c", "throughput")->more_is_better);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
}

/* smarr/ReBenchDB: the rows that it compares */
static void rebench_rows(void **state)
{
    (void)state;
#define ROW(commit, invocation, iteration, value)                                                  \
    "{\"commitid\":\"" commit "\",\"bench\":\"NBody\",\"exe\":\"som\",\"varvalue\":null,"          \
    "\"cores\":\"1\",\"invocation\":" invocation ",\"iteration\":" iteration                       \
    ",\"criterion\":\"total\",\"unit\":\"ms\",\"value\":" value "}"
    struct assay_dataset *d = import(
        "rebench-rows",
        "{\"results\":[" ROW("4d", "1", "1", "158.311") "," ROW("4d", "1", "2", "93") "," ROW(
            "4d", "2", "1", "150") "," ROW("4d", "2", "2", "94") "," ROW("bc", "1", "1",
                                                                         "1") "],\"envs\":1}");
    const struct assay_series *s = find(d, "4d", "NBody (exe=som, cores=1)", "wall");
    assert_values(s, (const double[]){158.311e-3, 93e-3, 150e-3, 94e-3}, 4);
    assert_int_equal(s->live.shape.n_levels, 2);
    assert_string_equal(s->level_name[0], "execution");
    assay_dataset_free(&d);
}

static void javascript(void **state)
{
    (void)state;
#define BENCH(samples)                                                                             \
    "{\"id\":\"0\",\"name\":\"add\",\"rank\":1,\"sampleCount\":2,\"samples\":" samples             \
    ",\"mean\":1.5,\"median\":1.25}"
#define VITEST(samples)                                                                            \
    "{\"files\":[{\"filepath\":\"/m.ts\",\"groups\":[{\"benchmarks\":[" BENCH(                     \
        samples) "],\"fullName\":\"m.ts > math\"}]}]}"
    struct assay_dataset *d = import("vitest", VITEST("[1,2]"));
    assert_values(find(d, "file", "m.ts > math/add", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assert_int_equal(summary.n_summaries, 0);
    assay_dataset_free(&d);
    d = import("vitest", VITEST("[]"));
    assert_values(find(d, "file", "m.ts > math/add", "wall"), (const double[]){1.5e-3}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
    /* of version 3, which keeps the former place, too */
    d = import("tinybench",
               "[{\"name\":\"sort\",\"result\":{\"samples\":[1,2],\"latency\":{\"samples\":[1,2],"
               "\"rme\":1,\"sem\":1},\"throughput\":{\"samples\":[1000,500]}}},"
               "{\"name\":\"map\",\"result\":{\"samples\":[3,4],\"rme\":1,\"sem\":2}}]");
    assert_values(find(d, "file", "sort", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assert_values(find(d, "file", "map", "wall"), (const double[]){3e-3, 4e-3}, 2);
    assay_dataset_free(&d);
    d = import("mitata",
               "{\"context\":{},\"benchmarks\":[{\"alias\":\"fib $n\",\"runs\":[{\"stats\":"
               "{\"kind\":\"fn\",\"samples\":[5,6]},\"args\":{\"n\":10},\"name\":\"fib 10\"},"
               "{\"error\":\"x\",\"name\":\"fib 20\"}]}]}");
    assert_values(find(d, "file", "fib 10 (n=10)", "wall"), (const double[]){5e-9, 6e-9}, 2);
    assay_dataset_free(&d);
    d = import("mitata",
               "{\"context\":{},\"benchmarks\":[{\"alias\":\"add\",\"runs\":[{\"stats\":"
               "{\"kind\":\"fn\",\"samples\":null,\"min\":1,\"avg\":2.5},\"args\":{},\"name\":\"add\"}]}]}");
    assert_values(find(d, "file", "add", "wall"), (const double[]){2.5e-9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
}

static void rust(void **state)
{
    (void)state;
#define COUNT(name, value) "\"" name "\":{\"diffs\":null,\"metrics\":" value "}"
    struct assay_dataset *d = import(
        "gungraun",
        "running 0 tests\n\ntest result: ok. 0 passed\n"
        "{\"benchmark_exe\":\"/"
        "x\",\"function_name\":\"f\",\"id\":\"one\",\"profiles\":[{\"summaries\":"
        "{\"parts\":[{\"metrics_summary\":{\"Callgrind\":{" COUNT(
            "Ir",
            "{\"Left\":{\"Int\":1}}") "}}}],"
                                      "\"total\":{\"summary\":{\"Callgrind\":"
                                      "{" COUNT(
                                          "Ir",
                                          "{\"Both\":[{\"Int\":7},{"
                                          "\"Int\":8}]}") "," COUNT("D1MissRate",
                                                                    "{\"Left\":{\"Float\":0.5}"
                                                                    "}") "," COUNT("L1hits",
                                                                                   "{\"Right\":"
                                                                                   "{\"Int\":6}"
                                                                                   "}") "}}}},"
                                                                                        "\"tool"
                                                                                        "\":"
                                                                                        "\"Call"
                                                                                        "grind"
                                                                                        "\"}],"
                                                                                        "\"modu"
                                                                                        "le_"
                                                                                        "path\""
                                                                                        ":\"m::"
                                                                                        "g::"
                                                                                        "f\","
                                                                                        "\"vers"
                                                                                        "ion\":"
                                                                                        "\"6\"}"
                                                                                        "\n");
    assert_values(find(d, "file", "m::g::f/one", "Ir"), (const double[]){7}, 1);
    assert_values(find(d, "file", "m::g::f/one", "D1MissRate"), (const double[]){0.5}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    d = import(
        "libtest",
        "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 2 }\n"
        "{ \"type\": \"test\", \"event\": \"started\", \"name\": \"t::a\" }\n"
        "{ \"type\": \"test\", \"name\": \"t::a\", \"event\": \"ok\", \"exec_time\": 0.25 }\n"
        "{ \"type\": \"bench\", \"name\": \"b\", \"median\": 1234, \"deviation\": 56 }\n");
    assert_values(find(d, "file", "t::a", "wall"), (const double[]){0.25}, 1);
    assert_values(find(d, "file", "b", "wall"), (const double[]){1234e-9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
}

static void load(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "k6", "{\"type\":\"Metric\",\"data\":{\"name\":\"http_req_duration\",\"type\":\"trend\"},"
              "\"metric\":\"http_req_duration\"}\n"
              "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\"2026\","
              "\"value\":"
              "12.5,\"tags\":{\"name\":\"/a\",\"scenario\":\"default\"}}}\n"
              "{\"type\":\"Point\",\"data\":{\"value\":13.5,\"tags\":{\"name\":\"/a\",\"scenario\":"
              "\"default\"}},\"metric\":\"http_req_duration\"}\n");
    assert_values(find(d, "file", "default//a", "wall"), (const double[]){12.5e-3, 13.5e-3}, 2);
    assay_dataset_free(&d);
    d = import("k6-summary",
               "{\"metrics\":{\"data_sent\":{\"contains\":\"data\",\"values\":{\"rate\":1}},"
               "\"http_req_duration\":{\"values\":{\"avg\":19.25,\"max\":20},\"type\":\"trend\","
               "\"contains\":\"time\"},\"group_duration\":{\"avg\":2,\"min\":1},"
               "\"metrics\":{\"values\":{\"metrics\":0,\"values\":0,\"avg\":5}}},\"avg\":6}");
    assert_values(find(d, "file", "file", "wall"), (const double[]){19.25e-3}, 1);
    assert_values(find(d, "file", "file", "group_duration"), (const double[]){2e-3}, 1);
    assert_values(find(d, "file", "file", "metrics"), (const double[]){5}, 1); /* no key twice */
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
    /* NikoyanGar/ApiGatewayBenchmarks, k6/summary.json */
    d = import("k6-summary",
               "{\"metrics\":{\"http_req_duration\":{\"p(90)\":21.25,\"p(95)\":83.5,\"avg\":23.5,"
               "\"med\":0.5,\"max\":99},\"http_reqs\":{\"count\":9,\"rate\":1334.5},"
               "\"http_req_waiting\":{\"p(90)\":20,\"avg\":23},\"checks\":{\"rate\":1}}}");
    assert_values(find(d, "file", "file", "wall"), (const double[]){23.5e-3}, 1);
    assert_values(find(d, "file", "file", "p50"), (const double[]){0.5e-3}, 1);
    assert_values(find(d, "file", "file", "p90"), (const double[]){21.25e-3}, 1);
    assert_values(find(d, "file", "file", "p95"), (const double[]){83.5e-3}, 1);
    assert_values(find(d, "file", "file", "throughput"), (const double[]){1334.5}, 1);
    assert_int_equal(skipped(&summary, "other numbers beside what was measured"), 3);
    assert_true(find(d, "file", "file", "throughput")->more_is_better);
    assert_int_equal(assay_dataset_count(d), 7);
    assay_dataset_free(&d);
    d = import("k6-summary", "{\"metrics\":{\"http_reqs\":{\"values\":{\"rate\":2.5}},"
                             "\"http_req_duration\":{\"values\":{\"avg\":7,\"med\":1,\"p(90)\":2,"
                             "\"p(95)\":3,\"p(99)\":4}}}}");
    assert_values(find(d, "file", "file", "p99"), (const double[]){4e-3}, 1);
    assert_values(find(d, "file", "file", "throughput"), (const double[]){2.5}, 1);
    assert_int_equal(assay_dataset_count(d), 6);
    assay_dataset_free(&d);
    /* ruveyharuzgar/search-engine-service, k6-results.json: what passed, and what failed */
    d = import("k6",
               "{\"metric\":\"checks\",\"type\":\"Point\",\"data\":{\"value\":1}}\n"
               "{\"metric\":\"http_req_failed\",\"type\":\"Point\",\"data\":{\"value\":0}}\n");
    assert_true(find(d, "file", "file", "checks")->more_is_better);
    assert_false(find(d, "file", "file", "http_req_failed")->more_is_better);
    assay_dataset_free(&d);
    d = import("vegeta",
               "{\"attack\":\"x\",\"seq\":0,\"code\":200,\"latency\":3117625,\"error\":\"\","
               "\"method\":\"GET\"}\n{\"attack\":\"x\",\"seq\":1,\"code\":0,\"latency\":9,"
               "\"error\":\"refused\",\"method\":\"GET\"}\n");
    assert_values(find(d, "file", "x/GET", "wall"), (const double[]){3117625e-9}, 1);
    assert_int_equal(skipped(&summary, "requests that failed"), 1);
    assay_dataset_free(&d);
    d = import(
        "fio",
        "{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"j\",\"read\":{\"iops\":8500.5,"
        "\"lat_ns\":{\"mean\":117000.5}},\"write\":{\"iops\":0,\"lat_ns\":{\"mean\":0}}}]}");
    assert_values(find(d, "file", "j", "read latency"), (const double[]){117000.5e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
    d = import("oha", "{\"summary\":{\"average\":0.0087,\"requestsPerSec\":1149.5},"
                      "\"latencyPercentiles\":{\"p50\":0.008,\"p99\":null}}");
    assert_values(find(d, "file", "file", "wall"), (const double[]){0.0087}, 1);
    assert_values(find(d, "file", "file", "throughput"), (const double[]){1149.5}, 1);
    assay_dataset_free(&d);
    /* of a run in which no request was answered */
    static const char none[] =
        "{\"details\":{\"DNSLookup\":{\"average\":0.0}},\"latencyPercentiles\":{\"p50\":null},"
        "\"summary\":{\"average\":null,\"requestsPerSec\":1.5}}";
    const struct format_text whole = {none, strlen(none), false};
    assert_string_equal(format_recognise(&whole, "file")->name, "oha");
    d = import("oha", none);
    assert_values(find(d, "file", "file", "throughput"), (const double[]){1.5}, 1);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
    d = import(
        "ghz",
        "{\"average\":5,\"fastest\":4,\"rps\":9,\"latencyDistribution\":["
        "{\"percentage\":50,\"latency\":95194883},{\"percentage\":99,\"latency\":153339606}]}");
    assert_values(find(d, "file", "file", "p99"), (const double[]){0.153339606}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assay_dataset_free(&d);
}

static void conbench(void **state)
{
    (void)state;
#define RESULT                                                                                     \
    "{\"stats\":{\"data\":[1.5,2.5],\"times\":[],\"unit\":\"s\",\"mean\":2},\"tags\":{\"id\":7,"   \
    "\"name\":\"read\",\"size\":null},\"commit\":{\"sha\":\"abc\"}}"
    static const char *const texts[] = {RESULT, "[" RESULT "]",
                                        "{\"data\":[" RESULT "],\"metadata\":{}}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct assay_dataset *d = import("conbench", texts[i]);
        assert_values(find(d, "abc", "read (id=7)", "wall"), (const double[]){1.5, 2.5}, 2);
        assay_dataset_free(&d);
    }
}

/* What has the keys and not the shape is not taken; what is broken on the way is said. */
static void others(void **state)
{
    (void)state;
    static const char *const texts[] = {"{\"name\":1,\"unit\":2,\"value\":3}",
                                        "{\"a\":{\"value\":1}}",
                                        "[{\"name\":\"a\",\"unit\":\"b\",\"value\":\"c\"}]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const struct format_text text = {texts[i], strlen(texts[i]), false};
        const struct format *format = format_recognise(&text, "x");
        if (format != NULL)
            fail_msg("%s is %s", texts[i], format->name);
    }
    assert_refused(
        "custom-smaller-is-better",
        "[{\"name\":\"a\",\"unit\":\"ns\",\"value\":1},\n{\"name\":\"b\",\"unit\":\"ns\",", 2,
        "cut short");
    assert_refused("bmf", "{\"a\":{\"b\":{\"value\":1}},\n\"c\":{\"d\":{\"value\":}}}", 2, "");
}

/* deno bench --json; gobenchdata; fio, which says of a signal before its JSON. */
static void later_ones(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "deno", "{\"version\": 1, \"runtime\": \"Deno/2.4.3\", \"benches\": [{\"origin\": \"f\", "
                "\"group\": \"timing\", \"name\": \"now\", \"baseline\": true, \"results\": ["
                "{\"ok\": {\"n\": 1577, \"min\": 30.7709, \"avg\": 31.925}}]}]}");
    assert_values(find(d, "file", "timing/now", "wall"), (const double[]){31.925e-9}, 1);
    assert_int_equal(summary.n_summaries, 1);
    assay_dataset_free(&d);
    d = import(
        "gobenchdata",
        "[{\"Date\": 17, \"Suites\": [{\"Goos\": \"linux\", \"Pkg\": \"p\", \"Benchmarks\": ["
        "{\"Name\": \"BenchmarkA-4\", \"Runs\": 9, \"NsPerOp\": 77.32, \"Mem\": "
        "{\"BytesPerOp\": 8, \"AllocsPerOp\": 1}}]}]}]");
    assert_values(find(d, "17", "p/BenchmarkA-4", "wall"), (const double[]){77.32e-9}, 1);
    assert_values(find(d, "17", "p/BenchmarkA-4", "allocated"), (const double[]){8}, 1);
    assay_dataset_free(&d);
    d = import("fio", "\nfio: terminating on signal 2\n{\n  \"fio version\" : \"fio-3.33\",\n"
                      "  \"jobs\" : [\n    {\n      \"jobname\" : \"a\",\n"
                      "      \"read\" : {\"iops\" : 7662.5}\n    }\n  ]\n}\n");
    assert_values(find(d, "file", "a", "read"), (const double[]){7662.5}, 1);
    assay_dataset_free(&d);
}

/* iperf3 3.12: the seconds that --omit leaves out are no values; both directions of --bidir are. */
static void intervals(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "iperf3",
        "{\"start\": {}, \"intervals\": [{\"streams\": [], \"sum\": {\"bits_per_second\": 9.5, "
        "\"omitted\": true}}, {\"streams\": [], \"sum\": {\"bits_per_second\": 2.5, \"omitted\": "
        "false}, \"sum_bidir_reverse\": {\"bits_per_second\": 1.5, \"omitted\": false}}]}");
    assert_values(find(d, "file", "file", "throughput"), (const double[]){2.5}, 1);
    assert_values(find(d, "file", "file", "reverse throughput"), (const double[]){1.5}, 1);
    assert_int_equal(skipped(&summary, "intervals left out by --omit"), 1);
    assay_dataset_free(&d);
}

/* One text of each, cut from public files (docs/formats.md names them) or from the tools' manuals. */
/* Each number is a value or a name, or is said to be left out: of artillery 1 what no path names, windows and errors; zeros of
 * what was not run; means where values stand; what stands in what is left out without a word for it. */
static void accounts(void **state)
{
    (void)state;
    static const char artillery[] =
        "{\"aggregate\":{\"timestamp\":\"x\",\"scenariosCreated\":10,\"latency\":{\"min\":1.5,"
        "\"max\":30,"
        "\"median\":5.5,\"p95\":20.5,\"p99\":29},\"rps\":{\"count\":20,\"mean\":4.5},"
        "\"scenarioDuration\":{\"min\":10,\"max\":50,\"median\":25},\"errors\":{\"ECONNRESET\":3,"
        "\"EPIPE\":1},"
        "\"codes\":{\"200\":20},\"customStats\":{\"a\":[1,-2e+5,[3,\"4\",{\"5\":6}]]}},"
        "\"intermediate\":[{\"latency\":{\"min\":1}},{\"latency\":{\"min\":2}}]}";
    struct assay_dataset *d = import("artillery", artillery);
    assert_int_equal(assay_dataset_count(d), 4);
    assert_int_equal(skipped(&summary, "windows of the run"), 2);
    assert_int_equal(skipped(&summary, "kinds of errors"), 2);
    assert_int_equal(skipped(&summary, "other numbers beside what was measured"), 3);
    assert_int_equal(skipped(&summary, "numbers elsewhere in the file"), 9);
    assay_dataset_free(&d);
    d = import("fio", "{\"fio version\":\"3\",\"jobs\":[{\"jobname\":\"j\",\"read\":{\"iops\":8.5},"
                      "\"write\":{\"iops\":0}}]}");
    assert_int_equal(skipped(&summary, "zeros where nothing was measured"), 1);
    assay_dataset_free(&d);
    d = import(
        "ghz",
        "{\"count\":2,\"average\":5,\"fastest\":4,\"rps\":9,\"latencyDistribution\":"
        "[{\"percentage\":50,\"latency\":7}],\"details\":[{\"latency\":500,\"error\":\"\"}]}");
    assert_values(find(d, "file", "file", "wall"), (const double[]){500e-9}, 1);
    assert_int_equal(skipped(&summary, "other numbers beside what was measured"), 6);
    assay_dataset_free(&d);
    /* what leads to no value on the way of the first rank is counted once */
    d = import("ghz",
               "{\"count\":2,\"average\":5,\"fastest\":4,\"rps\":9,\"latencyDistribution\":[],"
               "\"details\":[{\"status\":3,\"error\":\"\"}]}");
    assert_values(find(d, "file", "file", "throughput"), (const double[]){9}, 1);
    assert_int_equal(skipped(&summary, "other numbers beside what was measured"), 3);
    assay_dataset_free(&d);
    d = import("k6", "{\"type\":\"Metric\",\"data\":{\"value\":7,\"n\":[1,2]},\"metric\":\"x\"}\n"
                     "{\"metric\":\"x\",\"type\":\"Point\",\"data\":{\"value\":12.5}}\n");
    assert_int_equal(skipped(&summary, "numbers elsewhere in the file"), 3);
    assay_dataset_free(&d);
}

static void of_each_tool(void **state)
{
    (void)state;
    static const struct {
        const char *format, *text, *system, *benchmark, *metric;
        double value;
        size_t n;
    } cases[] = {
        {"jmeter",
         "{\"Total\" : {\"transaction\" : \"Total\", \"sampleCount\" : 9, \"meanResTime\" : 9166.5,"
         " \"throughput\" : 2.5}}",
         "file", "Total", "wall", 9.1665, 2},
        {"gatling",
         "{\"type\": \"GROUP\", \"name\": \"Global Information\", \"stats\": "
         "{\"numberOfRequests\": "
         "{\"ok\": 5}, \"meanResponseTime\": {\"ok\": 939}}, \"contents\": {\"g\": {\"type\": "
         "\"GROUP\", \"name\": \"shop\", \"contents\": {\"r\": {\"name\": \"GET /\", \"stats\": "
         "{\"meanResponseTime\": {\"total\": 9, \"ok\": 404}, \"percentiles1\": {\"ok\": 0}}}}}}}",
         "file", "shop/GET /", "wall", 0.404, 1},
        {"artillery",
         "{\"aggregate\": {\"counters\": {\"x\": 6000}, \"rates\": {\"http.request_rate\": 42}, "
         "\"summaries\": {\"http.response_time\": {\"min\": 1, \"mean\": 211.5, \"p50\": 8.5}}}, "
         "\"intermediate\": []}",
         "file", "http.response_time", "wall", 0.2115, 3},
        {"k6",
         "{\"type\":\"Point\",\"metric\":\"translation_ms\",\"data\":{\"value\":12.5,\"tags\":{\"name\":\"a\"}}}\n",
         "file", "a", "translation_ms", 12.5e-3, 1},
        {"artillery", /* Rohanpatel08/Quirrel, artillery-report.json: no request was answered */
         "{\"aggregate\": {\"counters\": {\"http.requests\": 300, \"errors.ECONNREFUSED\": 300, "
         "\"vusers.failed\": 299}, \"rates\": {\"http.request_rate\": 5}, \"summaries\": {}}, "
         "\"intermediate\": []}",
         "file", "file", "errors", 299, 3},
        {"locust", /* imzhimolost/7lab-test, load-test-results.json */
         "[{\"name\": \"/login\", \"method\": \"POST\", \"start_time\": 1758727101.35, "
         "\"num_requests\": 4, \"num_none_requests\": 0, \"num_failures\": 1, "
         "\"total_response_time\": 33.5, \"response_times\": {\"20\": 1, \"6\": 3}, "
         "\"num_reqs_per_sec\": {\"1758727101\": 4}, \"num_fail_per_sec\": {}}]",
         "file", "POST//login", "wall", 0.008375, 2},
        {"ghz",
         "{\"count\": 2, \"average\": 5, \"fastest\": 4, \"rps\": 9, \"latencyDistribution\": [], "
         "\"details\": [{\"latency\": 500, \"error\": \"\"}, {\"latency\": 7, \"error\": \"x\"}]}",
         "file", "file", "wall", 500e-9, 1},
        {"bombardier",
         "{\"spec\": {\"url\": \"http://h/\"}, \"result\": {\"bytesRead\": 1, "
         "\"timeTakenSeconds\": "
         "1, \"req2xx\": 3, \"latency\": {\"mean\": 125.5, \"percentiles\": {\"90\": 9, \"95\": "
         "8}}, \"rps\": {\"mean\": 7}}}",
         "file", "http://h/", "wall", 125.5e-6, 4},
        {"k6-summary", /* 1.5 and later, --new-machine-readable-summary */
         "{\"version\":\"1.0.0\",\"results\":{\"metrics\":[{\"name\":\"http_req_duration\","
         "\"type\":"
         "\"trend\",\"contains\":\"time\",\"values\":{\"avg\":129.5,\"max\":130,\"p(95)\":130}}]}}",
         "file", "file", "wall", 0.1295, 1},
        {"postgres-explain",
         "[{\"Plan\": {\"Node Type\": \"Nested Loop\", \"Actual Total Time\": 0.165, \"Plans\": "
         "[{\"Node Type\": "
         "\"Seq Scan\", \"Actual Total Time\": 0.1}]}, \"Planning Time\": 0.05, \"Triggers\": [], "
         "\"Execution Time\": 0.25}]",
         "file", "file", "wall", 0.25e-3, 2},
        {"mongodb-explain",
         "{\"queryPlanner\": {\"plannerVersion\": 1}, \"executionStats\": {\"nReturned\": 5, "
         "\"executionTimeMillis\": 12, \"executionStages\": {\"executionTimeMillisEstimate\": "
         "10}}, \"ok\": 1}",
         "file", "file", "wall", 0.012, 1},
        {"iperf3",
         "{\"start\": {}, \"intervals\": [{\"streams\": [], \"sum\": {\"bits_per_second\": 2.5}}]}",
         "file", "file", "throughput", 2.5, 1},
        {"android",
         "{\"context\": {}, \"benchmarks\": [{\"name\": \"startup\", \"params\": {}, "
         "\"className\": "
         "\"C\", \"metrics\": {\"timeToInitialDisplayMs\": {\"median\": 411, \"runs\": [411.25]}, "
         "\"timeNs\": {\"runs\": [7.5]}}, \"repeatIterations\": 1}]}",
         "file", "C/startup", "wall", 7.5e-9, 2},
        {"benchee",
         "[{\"name\": \"map\", \"input_name\": \"big\", \"run_time_data\": {\"statistics\": "
         "{\"ips\": 3}, \"samples\": [420.5]}}]",
         "file", "map (input_name=big)", "wall", 420.5e-9, 1},
        {"benchmark-ips",
         "[{\"name\":\"a\",\"ips\":17.5,\"stddev\":1,\"microseconds\":5e6,\"cycles\":2}]", "file",
         "a", "throughput", 17.5, 1},
        {"yjit-bench",
         "{\"metadata\": {}, \"raw_data\": {\"jit\": {\"fib\": {\"warmup\": [9], \"bench\": [0.5], "
         "\"rss\": 7}}}}",
         "jit", "fib", "wall", 0.5, 2},
        {"llama-bench",
         "[{\"build_commit\": \"247e\", \"model_type\": \"m\", \"n_prompt\": 8, \"n_gen\": 0, "
         "\"avg_ns\": 9, \"samples_ns\": [ 2705 ], \"samples_ts\": [ 3 ]}]",
         "247e", "m (n_prompt=8, n_gen=0)", "wall", 2705e-9, 2},
        {"tinybench",
         "[{\"name\":\"sort\",\"latency\":{\"mean\":1.5,\"rme\":1,\"sem\":2},\"throughput\":"
         "{\"mean\":3}}]",
         "file", "sort", "wall", 1.5e-3, 1},
        {"benny", /* 3.7, save({details: true}) */
         "{\"name\": \"s\", \"results\": [{\"name\": \"a\", \"ops\": 5, \"details\": {\"mean\": 7, "
         "\"sampleResults\": [0.25]}, \"percentSlower\": 0}], \"fastest\": {}, \"slowest\": {}}",
         "file", "s/a", "wall", 0.25, 1},
        {"benny",
         "{\"name\": \"s\", \"results\": [{\"name\": \"a\", \"ops\": 5, \"margin\": 1, "
         "\"percentSlower\": 0}], \"fastest\": {\"name\": \"a\"}, \"slowest\": {\"name\": \"a\"}}",
         "file", "s/a", "throughput", 5, 1},
        {"conbench",
         "{\"status_code\": 200, \"data\": {\"data\": [{\"stats\":{\"data\":[1.5],\"unit\":\"s\"},"
         "\"tags\":{\"name\":\"read\"}}], \"metadata\": {}}}",
         "file", "read", "wall", 1.5, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct format_text text = {cases[i].text, strlen(cases[i].text), false};
        assert_string_equal(format_recognise(&text, "x")->name, cases[i].format);
        struct assay_dataset *d = import(cases[i].format, cases[i].text);
        assert_values(find(d, cases[i].system, cases[i].benchmark, cases[i].metric),
                      &cases[i].value, 1);
        if (assay_dataset_count(d) != cases[i].n)
            fail_msg("%s: %zu series", cases[i].format, assay_dataset_count(d));
        assay_dataset_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tak),       cmocka_unit_test(codspeed),     cmocka_unit_test(custom),
        cmocka_unit_test(bmf),       cmocka_unit_test(rebench_rows), cmocka_unit_test(javascript),
        cmocka_unit_test(rust),      cmocka_unit_test(load),         cmocka_unit_test(conbench),
        cmocka_unit_test(others),    cmocka_unit_test(later_ones),   cmocka_unit_test(of_each_tool),
        cmocka_unit_test(intervals), cmocka_unit_test(accounts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

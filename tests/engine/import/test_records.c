/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_records.c -- JSON of people's own, in the shapes of public files: which are in the head of
 * each case. */
#include "read.h"

static const char *recognised(const char *text)
{
    const struct format_text whole = {text, strlen(text), false};
    const struct format *format = format_recognise(&whole, "x");
    return format != NULL ? format->name : "none";
}

static struct assay_dataset *take(const char *text)
{
    assert_string_equal(recognised(text), "records");
    return import("records", text);
}

/* As --format records does, where no key says what was measured. */
static struct assay_dataset *take_as_records(const char *text)
{
    const struct format_options options = {
        .system = "file", .benchmark = "file", .alone = true, .summary = &summary};
    const struct format_text whole = {text, strlen(text), false};
    struct assay_dataset *d = assay_dataset_new();
    assert_string_equal(recognised(text), "none");
    summary = (struct format_summary){0};
    if (format_read(format_named("records"), &whole, &options, d, &error) != ASSAY_OK ||
        assay_dataset_finish(d, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return d;
}

/* 0xcjun/talib-rs, Eigenresearch/Eigen: a speed-up has no unit, what repeats is a parameter. */
static void lists_of_objects(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take("{\"1000\": [{\"name\": \"AD\", \"c_us\": 0.9, \"rs_us\": 1.0, \"speedup\": 0.88}],\n"
             " \"10000\": [{\"name\": \"AD\", \"c_us\": 9, \"rs_us\": 11, \"speedup\": 0.8}]}\n");
    assert_values(find(d, "file", "1000/AD", "c"), (const double[]){0.9e-6}, 1);
    assert_values(find(d, "file", "10000/AD", "rs"), (const double[]){11e-6}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"),
                     1);
    assay_dataset_free(&d);
    d = take("{\"when\": \"now\", \"results\": [\n"
             "{\"H\": 1024, \"size\": 7, \"repeats\": 3, \"gpu\": {\"naive_ms\": 0.5}},\n"
             "{\"H\": 2048, \"size\": 9, \"repeats\": 4, \"gpu\": {\"naive_ms\": 1.5}}]}");
    assert_values(find(d, "file", "file (H=2048, size=9)", "gpu.naive"), (const double[]){1.5e-3},
                  1);
    assay_dataset_free(&d);
    /* royalcat/osmpbfdb, benchmarks/data/master.json: the unit of one operation */
    d = take(
        "[{\"commit\": {\"sha\": \"c54f\"}, \"benches\": [{\"name\": \"Get\", \"value\": 1845, "
        "\"unit\": \"ns/op\"}, {\"name\": \"Get - B/op\", \"value\": 112, \"unit\": "
        "\"B/op\"}]}]");
    assert_values(find(d, "file", "1/Get", "wall"), (const double[]){1845e-9}, 1);
    assert_values(find(d, "file", "1/Get - B/op", "value"), (const double[]){112}, 1);
    assay_dataset_free(&d);
}

/* 4thel00z/pdfboss, ALJainProjects/TurboLoader: keys name what was measured. */
static void named_objects(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take("{\"corpus\": \"pdfs\", \"operations\": {\"open\": {\"files\": 40, \"libraries\": {"
             "\"a\": {\"time\": 0.5, \"ok\": 40}, \"b\": {\"time\": 1.5, \"ok\": 40}}}, \"text\": {"
             "\"libraries\": {\"a\": {\"time\": 2.5, \"ok\": 39}}}}}");
    assert_values(find(d, "file", "open/b", "time"), (const double[]){1.5}, 1);
    assert_values(find(d, "file", "text/a", "time"), (const double[]){2.5}, 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
    d = take("{\"Day01\": 9.151224, \"Day\\u0032\": 14}"); /* guibou/AdventOfCode2023 */
    assert_values(find(d, "file", "Day01", "value"), (const double[]){9.151224}, 1);
    assert_values(find(d, "file", "Day2", "value"), (const double[]){14}, 1);
    assay_dataset_free(&d);
}

/* 99991/ParallelZipFile, Apex-Engineers-Inc/rustest: arrays are values, and what sums them up is none. */
static void arrays(void **state)
{
    (void)state;
    struct assay_dataset *d = take("[{\"threads\": 1, \"timings\": [1.5, 2.5], \"mean\": 2},\n"
                                   "{\"threads\": 2, \"timings\": [0.5], \"mean\": 0.5}]");
    assert_values(find(d, "file", "file (threads=1)", "timings"), (const double[]){1.5, 2.5}, 2);
    assert_values(find(d, "file", "file (threads=2)", "timings"), (const double[]){0.5}, 1);
    assert_int_equal(assay_dataset_count(d), 2);
    assert_int_equal(summary.n_summaries, 0);
    assert_int_equal(skipped(&summary, "means and other summaries beside their values"), 2);
    assay_dataset_free(&d);
    d = take("{\"suites\": [{\"test_count\": 5, \"a\": {\"median\": 1, \"runs\": [1, 2, 3]}, "
             "\"b\": {\"median\": 4, \"runs\": [4, 5]}, \"speedup\": 3.5}]}");
    assert_values(find(d, "file", "file (test_count=5)", "a.samples"), (const double[]){1, 2, 3},
                  3);
    assert_values(find(d, "file", "file (test_count=5)", "b.samples"), (const double[]){4, 5}, 2);
    assert_int_equal(assay_dataset_count(d), 2);
    assay_dataset_free(&d);
}

/* Its-Satyajit/benchmark-v2: lists of lists, with names and without. */
static void lists_in_lists(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take("{\"raw\": [{\"target_name\": \"egui\", \"runs\": [{\"ms\": 1}]},\n"
             "{\"target_name\": \"gtk\", \"runs\": [{\"ms\": 2}, {\"ms\": 3}]},\n"
             "{\"runs\": [{\"ms\": 4, \"cached\": true}]}]}");
    assert_values(find(d, "file", "gtk", "wall"), (const double[]){2e-3, 3e-3}, 2);
    assert_values(find(d, "file", "3", "wall"), (const double[]){4e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
}

/* Keys that all say which version it is are systems; what else stands among them, a benchmark. */
static void versions(void **state)
{
    (void)state;
    struct assay_dataset *d = take("{\"date\": \"now\", \"old\": {\"sort\": [1.5, 1.25]},"
                                   " \"new\": {\"sort\": [0.5]}}");
    assert_values(find(d, "old", "sort", "value"), (const double[]){1.5, 1.25}, 2);
    assert_values(find(d, "new", "sort", "value"), (const double[]){0.5}, 1);
    assay_dataset_free(&d);
    d = take("{\"Baseline\": {\"mean_ms\": 2.5}, \"optimized\": {\"mean_ms\": 1.5}}");
    assert_values(find(d, "Baseline", "file", "mean"), (const double[]){2.5e-3}, 1);
    assay_dataset_free(&d);
    d = take(
        "{\"before\": [{\"name\": \"a\", \"t_ms\": 1}], \"after\": [{\"name\": \"a\", \"t_ms\": "
        "2}]}");
    assert_values(find(d, "after", "a", "t"), (const double[]){2e-3}, 1);
    assay_dataset_free(&d);
    d = take("{\"new\": 1.5, \"delete\": 0.5, \"old\": 2.5}");
    assert_values(find(d, "file", "new", "value"), (const double[]){1.5}, 1);
    assay_dataset_free(&d);
}

/* A value that is null is missing, one whose key is absent is not; a word is no value. */
static void missing(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take("{\"name\": \"a\", \"ms\": 1.5}\n{\"name\": \"b\", \"ns\": 7}\n"
             "{\"name\": \"c\", \"ms\": null}\n{\"name\": \"d\", \"ms\": \"x\", \"ns\": 8}\n"
             "{\"name\": \"f\", \"ms\": -Infinity, \"ns\": 1e999}\n"
             "{\"name\": \"say \\\"e\\\", f\", \"ms\": 2}\n");
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5e-3}, 1);
    assert_values(find(d, "file", "say \"e\", f", "wall"), (const double[]){2e-3}, 1);
    assert_values(find(d, "file", "b", "ns"), (const double[]){7e-9}, 1);
    assert_int_equal(assay_dataset_count(d), 4);
    assert_int_equal(skipped(&summary, "missing values"), 3);
    assert_int_equal(skipped(&summary, "objects without numbers"), 1);
    assay_dataset_free(&d);
}

/* What holds lists is called as its label says, else by its place. */
static void labels(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "records",
        "[{\"tag\": \"cold\", \"results\": [{\"name\": \"x\", \"took_s\": 1.5}, "
        "{\"name\": \"y\", \"took_s\": 2.5}]},"
        "{\"tag\": \"warm\", \"results\": [{\"name\": \"x\", \"took_s\": 1.25}]},"
        "{\"results\": [{\"name\": \"x\", \"took_s\": 1.75}]}]");
    assert_values(find(d, "file", "cold/x", "took"), (const double[]){1.5}, 1);
    assert_values(find(d, "file", "warm/x", "took"), (const double[]){1.25}, 1);
    assert_values(find(d, "file", "3/x", "took"), (const double[]){1.75}, 1);
    assay_dataset_free(&d);
}

/* What was measured once stands once beside an array, a mean in quotes sums it up; words in a list part names. */
static void beside_arrays(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take("[{\"suite\": [\"Make\", \"Same\"], \"average\": \"2.5\", \"times_ms\": [1, 2, 3],"
             " \"rate_per_sec\": 7.5, \"errors\": []},"
             "{\"suite\": [\"Make\", \"Other\"], \"average\": \"3.5\", \"times_ms\": [2, 3, 4],"
             " \"rate_per_sec\": 8.5, \"errors\": []}]");
    assert_int_equal(assay_dataset_count(d), 4);
    assert_values(find(d, "file", "Make/Same", "times"), (const double[]){1e-3, 2e-3, 3e-3}, 3);
    assert_values(find(d, "file", "Make/Other", "times"), (const double[]){2e-3, 3e-3, 4e-3}, 3);
    assert_values(find(d, "file", "Make/Same", "rate"), (const double[]){7.5}, 1);
    assert_int_equal(skipped(&summary, "means and other summaries beside their values"), 2);
    assert_int_equal(skipped(&summary, "lists of other things"), 0);
    assay_dataset_free(&d);
}

/* As hyperfine's results under keys of one's own (rosetta-rs/parse-rosetta-rs, runs): of its seconds of the processor, which no
 * word calls times, there is one a benchmark, not as many as laps. What was chosen is of all rows. */
static void once_beside_arrays(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take_as_records("[{\"name\": \"a\", \"n\": 8, \"user\": 7.5491, \"system\": "
                        "0.8903, \"maxrss\": 12, \"laps\": [4.95, 4.94]},"
                        "{\"name\": \"b\", \"n\": 8, \"user\": 6.5491, \"system\": "
                        "0.7903, \"maxrss\": 13, \"laps\": [3.95, 3.94]}]");
    assert_values(find(d, "file", "a (n=8)", "user"), (const double[]){7.5491}, 1);
    assert_values(find(d, "file", "b (n=8)", "system"), (const double[]){0.7903}, 1);
    assert_values(find(d, "file", "b (n=8)", "maxrss"), (const double[]){13}, 1);
    assert_values(find(d, "file", "b (n=8)", "laps"), (const double[]){3.95, 3.94}, 2);
    assay_dataset_free(&d);
    d = take("[{\"name\": \"a\", \"load\": 0.5, \"threads\": 2, \"times_ms\": [1, 2]},"
             "{\"name\": \"a\", \"load\": 0.5, \"threads\": 4, \"times_ms\": [3, 4]}]");
    assert_values(find(d, "file", "a (threads=4)", "times"), (const double[]){3e-3, 4e-3}, 2);
    assay_dataset_free(&d);
}

/* RiverDave/polybench-results: times without a unit are not left out where a size has one. */
static void times_beside_sizes(void **state)
{
    (void)state;
    struct assay_dataset *d = take("[{\"benchmark\": \"2mm\", \"binary_bytes\": 26864, \"times\": "
                                   "[0.5, 0.25], \"wall_times\": [7.5, 6.5]},"
                                   "{\"benchmark\": \"adi\", \"binary_bytes\": 59880, \"times\": "
                                   "[1.5, 1.25], \"wall_times\": [8.5, 9.5]}]");
    assert_values(find(d, "file", "2mm", "times"), (const double[]){0.5, 0.25}, 2);
    assert_values(find(d, "file", "adi", "wall_times"), (const double[]){8.5, 9.5}, 2);
    assert_values(find(d, "file", "adi", "binary"), (const double[]){59880}, 1);
    assay_dataset_free(&d);
}

/* Words of which few come again tell rows apart; what counts, remarks and hashes do not. */
static void words_that_differ(void **state)
{
    (void)state;
    struct assay_dataset *d = take(
        "[{\"kind\": \"x\", \"lang\": \"c\", \"run\": \"run-1\", \"note\": \"cold\", \"ms\": 1.5},"
        "{\"kind\": \"x\", \"lang\": \"go\", \"run\": \"run-2\", \"note\": \"warm\", \"ms\": 2.5},"
        "{\"kind\": \"x\", \"lang\": \"rust\", \"run\": \"run-3\", \"note\": \"hot\", \"ms\": 3.5},"
        "{\"kind\": \"x\", \"lang\": \"c\", \"run\": \"run-4\", \"note\": \"old\", \"ms\": 4.5}]");
    assert_int_equal(assay_dataset_count(d), 3);
    assert_values(find(d, "file", "x (lang=c)", "wall"), (const double[]){1.5e-3, 4.5e-3}, 2);
    assert_values(find(d, "file", "x (lang=rust)", "wall"), (const double[]){3.5e-3}, 1);
    assert_int_equal(skipped(&summary, "columns of text"), 2);
    assay_dataset_free(&d);
}

/* What an object of settings holds was chosen; how often something was done, and spreads, are passed and counted. */
static void chosen(void **state)
{
    (void)state;
    struct assay_dataset *d =
        take("[{\"testConfig\": {\"blockTimeMilliseconds\": 1000, \"kind\": \"reth\"},"
             " \"runtime\": {\"mean_ms\": 2.5, \"stddev_ms\": 0.5, \"runs\": 30}},"
             "{\"testConfig\": {\"blockTimeMilliseconds\": 1000, \"kind\": \"geth\"},"
             " \"runtime\": {\"mean_ms\": 3.5, \"stddev_ms\": 0.5, \"runs\": 31}}]");
    assert_int_equal(assay_dataset_count(d), 2);
    assert_string_equal(assay_dataset_get(d, 0)->metric, "runtime.mean");
    assert_non_null(strstr(assay_dataset_get(d, 0)->benchmark, "testConfig.kind=reth"));
    assert_non_null(strstr(assay_dataset_get(d, 1)->benchmark, "testConfig.kind=geth"));
    assert_int_equal(skipped(&summary, "columns of spreads and counts"), 1);
    assert_int_equal(skipped(&summary, "columns of numbers without a unit (@value names them)"),
                     1);
    assay_dataset_free(&d);
}

/* Settings, schemas, lists of other things are no results; what is cut is said. */
static void others(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"name\": \"p\", \"version\": 2, \"engines\": {\"node\": 18}}",
        "[]",
        "{}",
        "[[1, 2], [3]]",
        "{\"retries\": 3, \"port\": 80}",
        "[{\"ms\": []}]",
        "[null, {\"ms\": null}]",
        "{\"benchmarks\": [{\"name\": \"x\"}]}",
        "{\"arch\": \"x86\", \"cpus\": 4, \"ram\": 1.5}",
        "{\"f\": {\"min_run_count\": 2, \"timeout\": 60.5}, \"g\": {\"time\": 2}}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(recognised(texts[i]), "records") == 0)
            fail_msg("%s", texts[i]);
    assert_refused("records", "[{\"name\": \"a\", \"ms\": 1.5},\n{\"name\": ", 2, "cut short");
    const char cut[] = "[{\"name\": \"a\", \"ms\": 1.5},\n{\"name\": \"b\", \"ms\": 2";
    summary = (struct format_summary){0};
    struct assay_dataset *d = import_text(cut, sizeof cut - 1, "records", true, &summary, &error);
    assert_non_null(d);
    assert_values(find(d, "file", "a", "wall"), (const double[]){1.5e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
}

/* What a load is made of, and what results are held against, is no result (workload.throughput.v1.json and
 * targets.sqlite.v1.json of themixednuts/drizzle-rs; fio_runner.json of kenkenful/AutoVal). */
static void plans(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"stages\": [{\"sec\": 5, \"vus\": 200}, {\"sec\": 15, \"vus\": 200}], \"warmup_s\": 10}",
        "{\"name\": \"x\", \"stages\": [{\"sec\": 5, \"vus\": 200}, {\"sec\": 15, \"vus\": 200}]}",
        "{\"stages\": [{\"duration\": \"30s\", \"target\": 20}, {\"duration\": \"1m\", \"target\": "
        "0}]}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(recognised(texts[i]), "records") == 0)
            fail_msg("%s", texts[i]);
    assert_refused(
        "records",
        "[{\"metric\": \"read\", \"value\": 0.025, \"unit\": \"s\", \"comparison\": \"<\"},"
        "{\"metric\": \"write\", \"value\": 0.1, \"unit\": \"s\", \"comparison\": \"<=\"}]",
        0, "\"<\"");
    assert_refused("records",
                   "[{\"id\": \"a\", \"pool\": {\"max\": 8, \"acquire_ms\": 50}},"
                   "{\"id\": \"b\", \"pool\": {\"max\": 8, \"acquire_ms\": 50}},"
                   "{\"id\": \"c\", \"pool\": {\"max\": 8, \"acquire_ms\": 50}}]",
                   1, "the same in all rows");
    static const char *const results[] = {
        "[{\"name\": \"a\", \"ms\": 5.5, \"vus\": 3, \"p95_ms\": 7}]",
        "[{\"name\": \"a\", \"ms\": 5, \"note\": \"<\"}, {\"name\": \"b\", \"ms\": 6, \"note\": "
        "\"fast\"}]",
        "[{\"name\": \"a\", \"ms\": 5}, {\"name\": \"a\", \"ms\": 5}, {\"name\": \"a\", \"ms\": "
        "5}]",
        "[{\"name\": \"a\", \"ms\": 5}, {\"name\": \"b\", \"ms\": 5}, {\"name\": \"c\", \"ms\": "
        "5.5}]"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        struct assay_dataset *d = import("records", results[i]);
        assert_non_null(d);
        assay_dataset_free(&d);
    }
}

/* A total beside the records is said; what stands too deep for columns, too. */
static void accounts(void **state)
{
    (void)state;
    struct assay_dataset *d = import(
        "records", "{\"total_seconds\":55.5,\"runs\":[1,2],\"results\":[{\"name\":\"a\",\"time_ms\":1.5},"
                   "{\"name\":\"b\",\"time_ms\":2.5,\"times\":[3,[4,5]]},7]}");
    assert_non_null(d);
    assert_int_equal(skipped(&summary, "numbers beside the lists of records"), 6);
    assay_dataset_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_objects),
        cmocka_unit_test(accounts),
        cmocka_unit_test(named_objects),
        cmocka_unit_test(arrays),
        cmocka_unit_test(missing),
        cmocka_unit_test(versions),
        cmocka_unit_test(others),
        cmocka_unit_test(plans),
        cmocka_unit_test(lists_in_lists),
        cmocka_unit_test(labels),
        cmocka_unit_test(beside_arrays),
        cmocka_unit_test(once_beside_arrays),
        cmocka_unit_test(times_beside_sizes),
        cmocka_unit_test(chosen),
        cmocka_unit_test(words_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

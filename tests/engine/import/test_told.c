/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_told.c -- who says what a series is, and what is refused because nobody does. */
#include "finding/finding.h"
#include "import/direct.h"
#include "read.h"

static const struct assay_series *only(struct assay_dataset *d)
{
    assert_int_equal(assay_dataset_count(d), 1);
    return assay_dataset_get(d, 0);
}

static void assert_told(const char *format, const char *text, enum assay_teller direction,
                        bool more_is_better)
{
    struct assay_dataset *d = import(format, text);
    const struct assay_series *series = only(d);
    assert_int_equal(series->told.direction, direction);
    assert_int_equal(series->more_is_better, more_is_better);
    const assay_warnings unknown =
        ASSAY_WARNING(ASSAY_WARN_DIRECTION_UNKNOWN) | ASSAY_WARNING(ASSAY_WARN_UNIT_UNKNOWN);
    const struct sample_finding sample = {.series = series};
    const struct comparison_finding comparison = {.old_series = series, .new_series = series};
    const bool counted = series->told.unit != ASSAY_TOLD_BY_NOBODY;
    const assay_warnings said =
        direction == ASSAY_TOLD_BY_NOBODY             ? ASSAY_WARNING(ASSAY_WARN_DIRECTION_UNKNOWN)
        : direction == ASSAY_TOLD_BY_NAME && !counted ? ASSAY_WARNING(ASSAY_WARN_UNIT_UNKNOWN)
                                                      : 0;
    assert_int_equal(told_warnings(&series->told), said);
    assert_int_equal(comparison_warnings(&comparison) & unknown, said);
    assert_int_equal(sample_warnings(&sample) & unknown, 0); /* nothing is compared */
    assay_dataset_free(&d);
}

static void directions(void **state)
{
    (void)state;
    assert_told("csv", "system,ms\na,1.5\na,2.5\n", ASSAY_TOLD_BY_FORMAT, false);
    assert_told("csv", "system,value,unit\na,1.5,op/s\n", ASSAY_TOLD_BY_FORMAT, true);
    assert_told("csv", "system,value\na,1.5\n", ASSAY_TOLD_BY_NOBODY, false);
    assert_told("csv", "system,metric,value\na,throughput,1.5\n", ASSAY_TOLD_BY_NAME, true);
    assert_told("columns", "metric,value\nread_MB/s,100\n", ASSAY_TOLD_BY_NAME, true);
    assert_told("columns", "metric,value\nrate,100\n", ASSAY_TOLD_BY_NAME, true);
    assert_told("columns", "metric,value\nerror_rate,100\n", ASSAY_TOLD_BY_NOBODY, false);
    assert_told("columns", "collected,value,metric\n2020-08-30 21:02:32.2,5,max_latency\n",
                ASSAY_TOLD_BY_NAME, false);
    assert_told("columns", "name,latency_ms\na,1.5\na,1.6\n", ASSAY_TOLD_BY_NAME, false);
    assert_told("columns", "name,errors/s\na,1.5\na,1.6\n", ASSAY_TOLD_BY_NOBODY, false);
    assert_told("columns", "name,foo\na,1.5\na,1.6\n", ASSAY_TOLD_BY_NOBODY, false);
    assert_told("plain", "1.5\n1.6\n", ASSAY_TOLD_BY_NOBODY, false);
    assert_told("plain", "1.5 ms\n1.6 ms\n", ASSAY_TOLD_BY_FORMAT, false);
    assert_told("records", "[{\"name\": \"a\", \"score_mean\": 1.5}]", ASSAY_TOLD_BY_NOBODY, false);
}

/* A word that says only the direction leaves the unit to nobody; one that is a count of its own tells both. */
static void units_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        enum assay_teller unit;
    } heads[] = {{"time", ASSAY_TOLD_BY_NOBODY},  {"throughput", ASSAY_TOLD_BY_NOBODY},
                 {"time_ms", ASSAY_TOLD_BY_NAME}, {"tps", ASSAY_TOLD_BY_NAME},
                 {"cycles", ASSAY_TOLD_BY_NAME},  {"speedup", ASSAY_TOLD_BY_NAME}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "%s\n1.5\n1.6\n", heads[i].head);
        struct assay_dataset *d = import("columns", text);
        assert_int_equal(only(d)->told.unit, heads[i].unit);
        assert_int_equal(only(d)->told.direction, ASSAY_TOLD_BY_NAME);
        assert_int_equal(assay_told_decides(&only(d)->told), heads[i].unit != ASSAY_TOLD_BY_NOBODY);
        assay_dataset_free(&d);
    }
}

/* rebar's CSV: numbers with their units. */
static void units_in_cells(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "name,engine,haystack_len,iters,total,median,mean\n"
                          "sherlock,memchr,594933,6322,4.56s,473.17us,474.49us\n"
                          "sherlock,naive,594933,900,4.5s,3.1ms,3.2ms\n"
                          "sherlock,memchr,594934,6322,4.56s,473.17us,474.49us\n"
                          "sherlock,naive,594934,900,4.5s,3.1ms,3.2ms\n");
    const char *name = "sherlock (engine=memchr, haystack_len=594933)";
    assert_values(find(d, "file", name, "median"), (const double[]){473.17e-6}, 1);
    assert_values(find(d, "file", "sherlock (engine=naive, haystack_len=594933)", "mean"),
                  (const double[]){3.2e-3}, 1);
    assert_int_equal(assay_dataset_count(d), 8);
    assay_dataset_free(&d);
    struct assay_dataset *queries =
        import("columns", "which,cold_sec,notes\n0,0.5,\n1,0.25,slow disk\n2,4,\n");
    assert_int_equal(assay_dataset_count(queries), 3);
    assert_values(find(queries, "file", "file (which=1)", "cold"), (const double[]){0.25}, 1);
    assay_dataset_free(&queries);
    assert_refused("columns", "name,iters,median\na,10,fast\nb,12,slow\n", 2, "\"fast\"");
    assert_refused("columns", "name,iters,median\na,10,1.5ms\nb,12,3 parsecs\n", 3,
                   "\"3 parsecs\" is no number");
}

/* iostat calls the processor's time for users "us", in %; two letters name no unit. */
static void short_names(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("columns", "collected,value,metric\n2020-08-30 21:02:32.2,5,us\n"
                          "2020-08-30 21:02:32.2,7,s\n2020-08-30 21:02:32.2,9,nanoseconds\n");
    const struct assay_series *users = find(d, "file", "file", "us");
    assert_values(users, (const double[]){5}, 1);
    assert_string_equal(users->unit, "1");
    assert_int_equal(users->told.direction, ASSAY_TOLD_BY_NOBODY);
    assert_values(find(d, "file", "file", "s"), (const double[]){7}, 1);
    assert_values(find(d, "file", "file", "wall"), (const double[]){9e-9}, 1);
    assay_dataset_free(&d);
}

static void descriptions(void **state)
{
    (void)state;
    struct assay_dataset *counted =
        import("columns", "name;iterations;unit;load\na;1000;ns;10.5\na;1000;ns;11.5\n");
    assert_values(find(counted, "file", "a", "wall"), (const double[]){10.5e-9, 11.5e-9}, 2);
    assert_int_equal(assay_dataset_count(counted), 1);
    assay_dataset_free(&counted);
    struct assay_dataset *numbered = import("columns", "index,metric1,metric_2\n0,5,7\n1,6,8\n");
    assert_values(find(numbered, "file", "file", "metric1"), (const double[]){5, 6}, 2);
    assert_int_equal(assay_dataset_count(numbered), 2);
    assay_dataset_free(&numbered);
    static const char none[] = "no column says that it holds a time or a rate";
    assert_refused("columns", "task,data,nrow,k\ngroupby,G1,1e7,2\njoin,J1,1e7,3\n", 1, none);
    assert_refused("records", "{\"show\": false, \"longRunningTestSeconds\": 30}", 0, "settings");
    assert_refused(
        "records",
        "{\"a\": [{\"name\": \"x\", \"time\": 1.5}], \"b\": [{\"name\": \"y\", \"size\": 3}]}", 0,
        "1 of its 2 objects");
    assert_refused("plain", "1000000 1616.6\n100000 6921.5\n10000 21759.9\n", 1, "several numbers");
    assert_refused("plain", "1 2\n2 1\n", 1, "several numbers");
    struct assay_dataset *d = import("plain", "1 2 3\n");
    assert_values(find(d, "file", "file", "value"), (const double[]){1, 2, 3}, 3);
    assay_dataset_free(&d);
}

/* What stands beside values of another record is no summary of them; their own is, and is counted. */
static void beside_values(void **state)
{
    (void)state;
    struct assay_dataset *d =
        import("records",
               "{\"tests\": [{\"name\": \"b1\", \"execution_time\": [0.1, 0.11], \"mean\": 0.105},"
               " {\"name\": \"b2\", \"compile_time\": 13.12, \"execution_time\": 0.2135}]}");
    assert_values(find(d, "file", "b2", "compile_time"), (const double[]){13.12}, 1);
    assert_values(find(d, "file", "b2", "execution_time"), (const double[]){0.2135}, 1);
    assert_int_equal(skipped(&summary, "means and other summaries beside their values"), 1);
    assert_int_equal(assay_dataset_count(d), 3);
    assay_dataset_free(&d);
}

static void the_user_says(void **state)
{
    (void)state;
    const char *const words[] = {"more", "foo=less"}, *const wrong[] = {"foo=up"};
    const struct name_list list = {(const char **)words, 2}, bad = {(const char **)wrong, 1};
    bool more = false;
    assert_true(direct_tells(&list, "bar", &more) && more);
    assert_true(direct_tells(&list, "foo", &more) && !more);
    assert_int_equal(direct_check(&list, &error), ASSAY_OK);
    assert_int_equal(direct_check(&bad, &error), ASSAY_USAGE);
    struct assay_dataset *d = assay_dataset_new();
    static const char *const levels[] = {"execution"};
    const struct assay_series_key key = {.system = "a",
                                         .benchmark = "b",
                                         .metric = "foo",
                                         .unit = "1",
                                         .more_is_better = true,
                                         .n_levels = 1,
                                         .level_name = levels,
                                         .told = {.direction = ASSAY_TOLD_BY_NOBODY}};
    size_t at;
    assert_int_equal(assay_dataset_series(d, &key, &at, &error), ASSAY_OK);
    assert_int_equal(assay_dataset_add(d, at, NULL, (const double[]){1}, 1, 0, &error), ASSAY_OK);
    direct_dataset(&list, d);
    assert_int_equal(assay_dataset_finish(d, &error), ASSAY_OK);
    assert_int_equal(only(d)->told.direction, ASSAY_TOLD_BY_USER);
    assert_false(only(d)->more_is_better);
    assert_int_equal(told_warnings(&only(d)->told), 0);
    assay_dataset_free(&d);
}

/* fio's logs of five kinds differ by their names alone. */
static struct assay_dataset *read_text_log(const char *file, const char *log)
{
    const struct format_text text = {log, strlen(log), false};
    const struct format_options options = {
        .system = "s", .benchmark = "b", .summary = &summary, .file = file};
    struct assay_dataset *d = assay_dataset_new();
    if (format_read(format_named("request-log"), &text, &options, d, &error) != ASSAY_OK ||
        assay_dataset_finish(d, &error) != ASSAY_OK)
        assay_dataset_free(&d);
    return d;
}

static struct assay_dataset *read_log(const char *file)
{
    return read_text_log(file, "0, 23, 1, 131072\n877, 46, 1, 131072\n1542, 69, 1, 131072\n");
}

/* Of times the priority of commands tells that they are fio 3's, in nanoseconds: else they may be microseconds. */
static void fio_versions(void **state)
{
    (void)state;
    static const struct {
        const char *file, *text;
        enum assay_teller unit, direction;
    } logs[] = {
        {"a_lat.log", "0, 23, 1, 4096\n", ASSAY_TOLD_BY_NOBODY, ASSAY_TOLD_BY_NAME},
        {"a_lat.log", "0, 23, 1, 4096, 0\n9, 24, 1, 4096, 8192\n", ASSAY_TOLD_BY_NOBODY,
         ASSAY_TOLD_BY_NAME},
        {"a_lat.log", "0, 23, 1, 4096, 0\n9, 24, 1, 4096, 1\n", ASSAY_TOLD_BY_FORMAT,
         ASSAY_TOLD_BY_FORMAT},
        {"a_lat.log", "0, 23, 1, 4096, 8192, 0x4001\n", ASSAY_TOLD_BY_FORMAT, ASSAY_TOLD_BY_FORMAT},
        {"a_bw.log", "0, 23, 1, 4096\n", ASSAY_TOLD_BY_FORMAT, ASSAY_TOLD_BY_FORMAT}};
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        summary = (struct format_summary){0};
        struct assay_dataset *d = read_text_log(logs[i].file, logs[i].text);
        assert_non_null(d);
        const struct assay_told told = assay_dataset_get(d, 0)->told;
        assert_int_equal(told.unit, logs[i].unit);
        assert_int_equal(told.direction, logs[i].direction);
        assert_int_equal(assay_told_decides(&told), logs[i].unit == ASSAY_TOLD_BY_FORMAT);
        assert_int_equal(summary.note != NULL, logs[i].unit == ASSAY_TOLD_BY_NOBODY);
        assay_dataset_free(&d);
    }
}

static void fio_logs(void **state)
{
    (void)state;
    static const struct {
        const char *file, *metric, *unit;
        double first;
        bool more_is_better;
    } logs[] = {{"x/job_iops.1.log", "iops", "op/s", 23, true},
                {"job_bw.log", "bandwidth", "byte/s", 23 * 1024, true},
                {"job_clat.12.log", "completion", "s", 23e-9, false},
                {"job_slat.log", "submission", "s", 23e-9, false},
                {"a.results_lat.log", "wall", "s", 23e-9, false}};
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct assay_dataset *d = read_log(logs[i].file);
        assert_non_null(d);
        const struct assay_series *series = find(d, "s", "write", logs[i].metric);
        assert_string_equal(series->unit, logs[i].unit);
        assert_true(series->live.values[0] == logs[i].first);
        assert_int_equal(series->more_is_better, logs[i].more_is_better);
        assay_dataset_free(&d);
    }
    assert_null(read_log("job.log"));
    assert_non_null(strstr(error.text, "the file's name tells"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions),     cmocka_unit_test(units_by_name),
        cmocka_unit_test(units_in_cells), cmocka_unit_test(descriptions),
        cmocka_unit_test(beside_values),  cmocka_unit_test(the_user_says),
        cmocka_unit_test(fio_logs),       cmocka_unit_test(fio_versions),
        cmocka_unit_test(short_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

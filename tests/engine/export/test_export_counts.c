/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_export_counts.c -- files for tools that count: what they say, and that reading them gives the same numbers. */
#include "engine/import/read.h"
#include "export/export.h"

/* What the exporter writes of assay CSV with these rows, below the names of columns. */
static char *written(const char *exporter, const char *rows, struct export_report *report,
                     enum assay_status expected)
{
    static const struct export_options options = {.confidence = 0.95};
    char csv[2048], *text = NULL;
    struct assay_series series[8];
    size_t size;
    (void)snprintf(csv, sizeof csv, "system,benchmark,metric,unit,execution,value\n%s", rows);
    struct assay_dataset *dataset = import("csv", csv);
    const size_t n = assay_dataset_count(dataset);
    assert_true(n <= 8);
    for (size_t i = 0; i < n; i++)
        series[i] = *assay_dataset_get(dataset, i);
    FILE *stream = open_memstream(&text, &size);
    *report = (struct export_report){0};
    assert_int_equal(exporter_named(exporter)->write(stream, series, n, &options, report, &error),
                     expected);
    assert_int_equal(fclose(stream), 0);
    assay_dataset_free(&dataset);
    return text;
}

static const char counted[] = "a,parse,instructions,1,1,120034\na,parse,instructions,1,2,120034\n"
                              "a,parse,allocations,1,1,17\na,parse,allocations,1,2,17\n"
                              "a,print,instructions,1,1,9007199254740991\n"
                              "a,print,allocations,1,1,0\n";

static void assert_one(const struct assay_dataset *d, const char *benchmark, const char *metric,
                       double value)
{
    assert_values(find(d, "file", benchmark, metric), (const double[]){value}, 1);
}

static void counts_come_back(void **state)
{
    (void)state;
    static const char *const formats_of_valgrind[] = {"callgrind", "cachegrind"};
    for (size_t i = 0; i < 2; i++) {
        struct export_report report;
        char *text = written(formats_of_valgrind[i], counted, &report, ASSAY_OK);
        assert_int_equal(report.n_series + report.n_rounded, 0);
        struct assay_dataset *d = import("valgrind", text);
        assert_int_equal(assay_dataset_count(d), 4);
        assert_one(d, "parse", "instructions", 120034);
        assert_one(d, "parse", "allocations", 17);
        assert_one(d, "print", "instructions", 9007199254740991);
        assert_one(d, "print", "allocations", 0);
        assay_dataset_free(&d);
        free(text);
    }
}

/* Of each length but the whole one, from where its head is whole. */
static void what_is_cut_short_is_refused(void **state)
{
    (void)state;
    struct export_report report;
    char *text = written("cachegrind", counted, &report, ASSAY_OK);
    const size_t head = (size_t)(strstr(text, "fl=") - text);
    for (size_t n = strlen(text) - 1; n > head; n--) {
        struct assay_dataset *d = import_text(text, n, "valgrind", false, &summary, &error);
        if (d != NULL)
            fail_msg("%.*s", (int)n, text);
    }
    free(text);
}

static void callgrind_says(void **state)
{
    (void)state;
    struct export_report report;
    char *text = written("callgrind", "a,one two,instructions,1,1,5\na,b,instructions,1,1,7\n",
                         &report, ASSAY_OK);
    static const char head[] = "# callgrind format\nversion: 1\ncreator: assay-";
    assert_true(strncmp(text, head, sizeof head - 1) == 0);
    assert_non_null(strstr(text, "\nevents: Ir\nsummary: 12\n\nfl=???\nfn=one two\n0 5\nfn=b\n0 7\n"
                                 "\ntotals: 12\n"));
    free(text);
}

/* Of 5 and 8 there is 7; fractions, times, and what one benchmark lacks have no column. */
static void what_has_no_place_is_counted(void **state)
{
    (void)state;
    struct export_report report;
    char *text = written("cachegrind",
                         "a,b,instructions,1,1,5\na,b,instructions,1,2,8\na,b,wall,s,1,1\n"
                         "a,b,share,1,1,0.5\na,b,faults,1,1,3\na,c,instructions,1,1,2\n",
                         &report, ASSAY_OK);
    assert_int_equal(report.n_rounded, 1);
    assert_int_equal(report.n_series, 3);
    assert_non_null(strstr(text, "\nevents: Ir\nfl=???\nfn=b\n0 7\nfn=c\n0 2\nsummary: 9\n"));
    free(text);
}

static void of_several_systems_one_is_asked_for(void **state)
{
    (void)state;
    static const char *const one_system[] = {"callgrind", "cachegrind", "codspeed"};
    for (size_t i = 0; i < 3; i++) {
        struct export_report report;
        free(written(one_system[i], "a,b,wall,s,1,1\nc,b,wall,s,1,2\n", &report, ASSAY_INVALID));
        assert_non_null(strstr(error.text, "have one system"));
    }
}

static void records_of_tak(void **state)
{
    (void)state;
    struct export_report report;
    char *text = written("tak",
                         "a,b,wall,s,1,0.003\na,b,wall,s,2,0.001\na,b,wall,s,3,0.002\n"
                         "a,b,wall,s,4,0.006\na,b,instructions,1,1,943711\n"
                         "a,b,instructions,1,2,943712\na,b,user,s,1,0.5\n",
                         &report, ASSAY_OK);
    assert_int_equal(report.n_series, 1);
    assert_string_equal(text,
                        "{\"v\":1,\"bench\":\"b\",\"tool\":\"self\",\"runner\":\"assay\","
                        "\"ts\":\"1970-01-01T00:00:00Z\",\"metrics\":{\"instructions\":943711,"
                        "\"wall_max_ms\":6,\"wall_mean_ms\":3,\"wall_min_ms\":1,"
                        "\"wall_n\":4,\"wall_p50_ms\":3}}\n");
    struct assay_dataset *d = import("tak", text);
    assert_values(assay_dataset_get(d, 0), (const double[]){943711}, 1);
    assert_values(assay_dataset_get(d, 1), (const double[]){0.003}, 1);
    assay_dataset_free(&d);
    free(text);
}

static void tak_tells_systems_by_its_tool(void **state)
{
    (void)state;
    struct export_report report;
    char *text =
        written("tak", "new,b,instructions,1,1,5\nold,b,instructions,1,1,7\n", &report, ASSAY_OK);
    assert_non_null(strstr(text, "\"tool\":\"new\""));
    assert_non_null(strstr(text, "\"tool\":\"old\""));
    free(text);
}

/* Quartiles, deviation and outliers as Python's statistics and a count by hand give them. */
static void results_of_codspeed(void **state)
{
    (void)state;
    struct export_report report;
    char *text =
        written("codspeed",
                "a,b,wall,s,1,1\na,b,wall,s,2,2\na,b,wall,s,3,3\na,b,wall,s,4,4\na,b,wall,s,5,5\n"
                "a,b,wall,s,6,6\na,b,wall,s,7,70\na,b,instructions,1,1,5\n",
                &report, ASSAY_OK);
    assert_int_equal(report.n_series, 1);
    assert_non_null(strstr(text, "\"instrument\":{\"type\":\"walltime\"}"));
    assert_non_null(strstr(text,
                           "\"min_ns\":1000000000,\"max_ns\":70000000000,\"mean_ns\":13000000000,"
                           "\"stdev_ns\":2519259150"));
    assert_non_null(strstr(text,
                           "\"q1_ns\":2000000000,\"median_ns\":4000000000,\"q3_ns\":6000000000,"
                           "\"rounds\":7,\"total_time\":91,\"iqr_outlier_rounds\":1,"
                           "\"stdev_outlier_rounds\":1,\"iter_per_round\":1,\"warmup_iters\":0"));
    struct assay_dataset *d = import("codspeed", text);
    assert_int_equal(assay_dataset_count(d), 1);
    assert_values(assay_dataset_get(d, 0), (const double[]){13}, 1);
    assay_dataset_free(&d);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_come_back),
        cmocka_unit_test(what_is_cut_short_is_refused),
        cmocka_unit_test(callgrind_says),
        cmocka_unit_test(what_has_no_place_is_counted),
        cmocka_unit_test(of_several_systems_one_is_asked_for),
        cmocka_unit_test(records_of_tak),
        cmocka_unit_test(tak_tells_systems_by_its_tool),
        cmocka_unit_test(results_of_codspeed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

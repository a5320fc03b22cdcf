/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_export.c -- what is exported and imported again has the same values and the same shape. */
#include <math.h>

#include <assay/random.h>

#include "engine/import/support.h"
#include "export/export.h"

static struct format_summary summary;
static struct assay_error error;

static struct assay_dataset *import(const char *format, const char *text, size_t size)
{
    summary = (struct format_summary){0};
    struct assay_dataset *dataset = import_text(text, size, format, false, &summary, &error);
    if (dataset == NULL)
        fail_msg("%zu:%s: %s\n%.*s", error.line, error.field, error.text, (int)size, text);
    return dataset;
}

/* The series by value, as verbs hand them over. */
static struct assay_series *series_of(const struct assay_dataset *dataset)
{
    size_t n = assay_dataset_count(dataset);
    struct assay_series *series = malloc(n * sizeof *series);
    assert_non_null(series);
    for (size_t i = 0; i < n; i++)
        series[i] = *assay_dataset_get(dataset, i);
    return series;
}

static char *export_to(const char *name, const struct assay_dataset *dataset, size_t *size,
                       struct export_report *report)
{
    static const struct export_options options = {.confidence = 0.95};
    const struct exporter *exporter = exporter_named(name);
    struct assay_series *series = series_of(dataset);
    char *text = NULL;
    FILE *stream = open_memstream(&text, size);
    assert_non_null(exporter);
    assert_non_null(stream);
    *report = (struct export_report){0};
    const enum assay_status status =
        exporter->write(stream, series, assay_dataset_count(dataset), &options, report, &error);
    assert_int_equal(fclose(stream), 0);
    if (status != ASSAY_OK)
        fail_msg("%s: %s", name, error.text);
    free(series);
    return text;
}

static void assert_same_sample(const struct assay_sample *a, const struct assay_sample *b)
{
    assert_int_equal(a->shape.n_levels, b->shape.n_levels);
    for (size_t k = 0; k < a->shape.n_levels; k++) {
        assert_int_equal(assay_shape_units(&a->shape, k), assay_shape_units(&b->shape, k));
        for (size_t u = 0; k + 1 < a->shape.n_levels && u < assay_shape_units(&a->shape, k); u++) {
            size_t begin[2], end[2];
            assay_shape_children(&a->shape, k, u, &begin[0], &end[0]);
            assay_shape_children(&b->shape, k, u, &begin[1], &end[1]);
            assert_int_equal(begin[0], begin[1]);
            assert_int_equal(end[0], end[1]);
        }
    }
    for (size_t i = 0; i < n_values(a); i++)
        if (a->values[i] != b->values[i])
            fail_msg("value %zu: %.17g and %.17g", i, a->values[i], b->values[i]);
}

static const char *reader_of(const char *exporter)
{
    return strcmp(exporter, "json") == 0 ? "values" : exporter;
}

static void assert_round_trip(const char *format, const struct assay_dataset *dataset,
                              bool warmup_too)
{
    size_t size;
    struct export_report report;
    char *text = export_to(format, dataset, &size, &report);
    struct assay_dataset *again = import(reader_of(format), text, size);
    assert_int_equal(assay_dataset_count(dataset), assay_dataset_count(again));
    for (size_t i = 0; i < assay_dataset_count(dataset); i++) {
        const struct assay_series *a = assay_dataset_get(dataset, i),
                                  *b = assay_dataset_get(again, i);
        assert_string_equal(a->unit, b->unit);
        assert_string_equal(a->metric, b->metric);
        assert_int_equal(a->more_is_better, b->more_is_better);
        assert_same_sample(&a->live, &b->live);
        if (warmup_too)
            assert_same_sample(&a->all, &b->all);
    }
    assay_dataset_free(&again);
    free(text);
}

/* Times over thirty decades with all their digits, in executions of different sizes. */
static struct assay_dataset *make_nested(size_t n_warmup)
{
    static const char *const levels[2] = {"execution", "iteration"};
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_random random;
    size_t series;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (int b = 0; b < 3; b++) {
        char name[16];
        (void)snprintf(name, sizeof name, "Bench%d, \"x\"", b);
        const struct assay_series_key key = {"file", name, "wall", "s", false, 2, levels};
        assert_int_equal(assay_dataset_series(dataset, &key, &series, NULL), ASSAY_OK);
        for (size_t e = 0; e < 4; e++) {
            double values[8];
            char label[24];
            const char *labels[1] = {label};
            (void)snprintf(label, sizeof label, "%zu", e + 1);
            for (size_t i = 0; i < 8; i++)
                values[i] = pow(10, 30 * assay_random_uniform(&random) - 15);
            assert_int_equal(
                assay_dataset_add(dataset, series, labels, values, 4 + e, n_warmup, NULL),
                ASSAY_OK);
        }
    }
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    return dataset;
}

static void nested(void **state)
{
    (void)state;
    struct assay_dataset *plain = make_nested(0), *warm = make_nested(2);
    size_t size;
    struct export_report report;
    assert_round_trip("csv", plain, true);
    assert_round_trip("csv", warm, false);
    assert_round_trip("pyperf", plain, true);
    assert_round_trip("pyperf", warm, true);
    assert_round_trip("json", plain, true);
    assert_round_trip("json", warm, true);
    free(export_to("csv", warm, &size, &report));
    assert_int_equal(report.n_warmup, 24);
    free(export_to("go", warm, &size, &report));
    assert_true(report.flattened);
    assay_dataset_free(&plain);
    assay_dataset_free(&warm);
}

static struct assay_dataset *make_flat(const char *level, const char *system)
{
    static const double values[] = {1.9120000000000001e-3, 4.9e-324, 1e22, 0.1, 123456789.123};
    struct assay_dataset *dataset = assay_dataset_new();
    size_t series;
    const struct assay_series_key key = {system, "file", "wall", "s", false, 1, &level};
    assert_int_equal(assay_dataset_series(dataset, &key, &series, NULL), ASSAY_OK);
    assert_int_equal(assay_dataset_add(dataset, series, NULL, values, 5, 0, NULL), ASSAY_OK);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    return dataset;
}

static void flat(void **state)
{
    (void)state;
    struct assay_dataset *executions = make_flat("execution", "command"),
                         *iterations = make_flat("iteration", "file");
    assert_round_trip("hyperfine", executions, true);
    assert_round_trip("go", iterations, true);
    assert_round_trip("csv", executions, true);
    assert_round_trip("json", executions, true);
    assert_round_trip("json", iterations, true);
    assay_dataset_free(&executions);
    assay_dataset_free(&iterations);
}

static struct assay_dataset *make_rounds(size_t n_levels, const char *const *levels)
{
    struct assay_dataset *d = assay_dataset_new();
    for (int system = 0; system < 2; system++) {
        size_t series;
        const struct assay_series_key key = {
            system == 0 ? "old" : "new", "file", "wall", "s", false, n_levels, levels};
        assert_int_equal(assay_dataset_series(d, &key, &series, NULL), ASSAY_OK);
        for (int64_t round = 0; round < 5; round++) {
            const double values[3] = {9, (double)round + 0.5, (double)(7 * round % 5) + system};
            const char *label = (const char *const[]){"a", "b", "c", "d", "e"}[round];
            const size_t n = n_levels == 1 ? 1 : 3;
            assert_int_equal(assay_dataset_add(d, series, &label, values + 3 - n, n,
                                               n_levels == 1 ? 0 : 1, NULL),
                             ASSAY_OK);
            assert_int_equal(
                assay_dataset_pair(d, series, n_levels == 1 ? NULL : label, 10 * round + 3, NULL),
                ASSAY_OK);
        }
    }
    assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
    return d;
}

/* What pairs two systems, and warm-up, come back. */
static void assert_rounds_back(const char *format, const struct assay_dataset *d)
{
    static const struct export_options options = {.confidence = 0.95, .with_warmup = true};
    struct export_report report = {0};
    struct assay_series *series = series_of(d);
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_int_equal(exporter_named(format)->write(stream, series, 2, &options, &report, &error),
                     ASSAY_OK);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(report.n_warmup, 0);
    struct assay_dataset *again = import(reader_of(format), text, size);
    const struct assay_series *a = assay_dataset_get(again, 0), *b = assay_dataset_get(again, 1);
    assert_true(assay_series_paired(a, b));
    for (int i = 0; i < 5; i++)
        assert_int_equal(a->pair_key[i], 10 * i + 3);
    assert_same_sample(&series[1].live, &b->live);
    assert_same_sample(&series[1].all, &b->all);
    if (b->live.shape.n_levels == 2)
        assert_int_equal(b->n_warmup[4], 1);
    assay_dataset_free(&again);
    free(series);
    free(text);
}

static void rounds(void **state)
{
    (void)state;
    static const char *const levels[2] = {"execution", "iteration"};
    struct assay_dataset *made[] = {make_rounds(1, levels), make_rounds(2, levels),
                                    make_rounds(1, levels + 1)};
    for (size_t i = 0; i < 3; i++) {
        assert_rounds_back("csv", made[i]);
        assert_rounds_back("json", made[i]);
        assay_dataset_free(&made[i]);
    }
}

/* Five rounds of a duet, the last one with hardly any overlap: each execution comes back with its lane. */
static struct assay_dataset *make_lanes(size_t n_levels, enum assay_together together)
{
    static const char *const levels[2] = {"execution", "iteration"};
    struct assay_dataset *d = assay_dataset_new();
    for (int system = 0; system < 2; system++) {
        size_t series;
        const struct assay_series_key key = {
            system == 0 ? "old" : "new", "b", "user+system", "s", false, n_levels, levels};
        assert_int_equal(assay_dataset_series(d, &key, &series, NULL), ASSAY_OK);
        assay_dataset_together(d, series, together);
        for (int64_t round = 0; round < 5; round++) {
            const double values[2] = {(double)round + 0.5, 2};
            const char *label = (const char *const[]){"1", "2", "3", "4", "5"}[round];
            const struct assay_occasion occasion = {.cost_s = (double)NAN,
                                                    .lane = {round == 4 ? 0.3 : 0.9,
                                                             together == ASSAY_IN_SLICES ? 0.01 : 0,
                                                             1 + (round + system) % 2}};
            assert_int_equal(assay_dataset_add(d, series, &label, values, n_levels, 0, NULL),
                             ASSAY_OK);
            assert_int_equal(
                assay_dataset_pair(d, series, n_levels == 1 ? NULL : label, round, NULL), ASSAY_OK);
            assert_int_equal(assay_dataset_occasion(d, series, &occasion, NULL), ASSAY_OK);
        }
    }
    assert_int_equal(assay_dataset_finish(d, NULL), ASSAY_OK);
    return d;
}

static void assert_lanes_back(const char *format, size_t n_levels, enum assay_together together)
{
    size_t size;
    struct export_report report;
    struct assay_dataset *d = make_lanes(n_levels, together);
    char *text = export_to(format, d, &size, &report);
    struct assay_dataset *again = import(reader_of(format), text, size);
    for (size_t i = 0; i < 2; i++) {
        const struct assay_series *series = assay_dataset_get(again, i);
        assert_int_equal(series->together, together);
        assert_non_null(series->occasion);
        for (size_t round = 0; round < 5; round++) {
            const struct assay_lane *lane = &series->occasion[round].lane;
            assert_true(lane->overlap == (round == 4 ? 0.3 : 0.9));
            assert_true(lane->slice_s == (together == ASSAY_IN_SLICES ? 0.01 : 0));
            assert_int_equal(lane->processor, 1 + (round + i) % 2);
        }
    }
    assay_dataset_free(&again);
    assay_dataset_free(&d);
    free(text);
}

static void lanes(void **state)
{
    (void)state;
    for (size_t n_levels = 1; n_levels <= 2; n_levels++) {
        assert_lanes_back("json", n_levels, ASSAY_IN_SLICES);
        assert_lanes_back("json", n_levels, ASSAY_IN_DUET);
        assert_lanes_back("json", n_levels, ASSAY_IN_LOCKSTEP);
    }
}

/* What no lane can be is refused with its place. */
static void impossible_lanes(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"\"order\": \"waltz\", \"rows\": [{\"labels\": {}, \"values\": [1]}]", "waltz"},
        {"\"rows\": [{\"labels\": {}, \"overlap\": 1.5, \"values\": [1]}]", "overlap"},
        {"\"rows\": [{\"labels\": {}, \"overlap\": -0.5, \"values\": [1]}]", "overlap"},
        {"\"rows\": [{\"labels\": {}, \"processor\": 0.5, \"values\": [1]}]", "whole number"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        const int n = snprintf(text, sizeof text,
                               "{\"schema\": \"assay.values/1\", \"series\": [{\"system\": \"a\", "
                               "\"benchmark\": \"b\", \"levels\": [\"execution\"], %s}]}",
                               wrong[i][0]);
        assert_null(import_text(text, (size_t)n, "values", false, &summary, &error));
        if (strstr(error.text, wrong[i][1]) == NULL)
            fail_msg("%s: %s", wrong[i][1], error.text);
    }
}

/* Keys in another order, as jq -S leaves them; and what is no document of ours. */
static void values_by_others(void **state)
{
    (void)state;
    static const char text[] =
        "{\"assay\": \"0\", \"schema\": \"assay.values/1\", \"series\": [{\"benchmark\": \"b\", "
        "\"levels\": [\"execution\", \"iteration\"], \"metric\": \"wall\", \"rows\": ["
        "{\"labels\": {\"execution\": \"1\"}, \"values\": [2, 3], \"warm_up\": [9]}], "
        "\"system\": \"a\", \"unit\": \"s\"}]}";
    struct assay_dataset *d = import("values", text, sizeof text - 1);
    const struct assay_series *series = assay_dataset_get(d, 0);
    assert_string_equal(series->system, "a");
    assert_int_equal(series->n_warmup[0], 1);
    assert_true(series->live.values[0] == 2 && series->all.values[0] == 9);
    assay_dataset_free(&d);
    static const char unlabelled[] =
        "{\"schema\":\"assay.values/"
        "1\",\"series\":[{\"system\":\"a\",\"benchmark\":\"b\",\"levels\":"
        "[\"execution\",\"iteration\"],\"rows\":[{\"values\":[1]}]}]}";
    assert_null(import_text(unlabelled, sizeof unlabelled - 1, "values", false, &summary, &error));
    assert_non_null(strstr(error.text, "\"execution\""));
    assert_null(import_text(text, sizeof text - 9, "values", false, &summary, &error));
}

/* Metrics with fewer levels stand in the same table. */
static void mixed_levels(void **state)
{
    (void)state;
    static const char text[] = "{\"results\":[{\"command\":\"a\",\"times\":[1,2],"
                               "\"memory_usage_byte\":[10,20]}]}";
    struct assay_dataset *d = import("hyperfine", text, sizeof text - 1);
    assert_round_trip("csv", d, true);
    assert_round_trip("hyperfine", d, true);
    size_t size;
    struct export_report report;
    char *text_of_pyperf = export_to("pyperf", d, &size, &report);
    struct assay_dataset *again = import("pyperf", text_of_pyperf, size);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(assay_dataset_get(d, i)->metric, assay_dataset_get(again, i)->metric);
    assay_dataset_free(&again);
    free(text_of_pyperf);
    assay_dataset_free(&d);
}

static void bmf(void **state)
{
    (void)state;
    static const char text[] = "system,benchmark,execution,seconds\n"
                               "o_1,a|b,1,1\no_1,a|b,2,1.01\nn&2,a|b,1,2\nn&2,a|b,2,2.02\n";
    struct assay_dataset *d = import("csv", text, sizeof text - 1);
    size_t size;
    struct export_report report;
    char *table = export_to("bmf", d, &size, &report);
    assert_non_null(strstr(table, "\"o_1: a|b\": {\"latency\": {\"value\": 100"));
    free(table);
    assay_dataset_free(&d);
}

/* A command line may be long; none of it is cut. */
static void long_names(void **state)
{
    (void)state;
    enum { LENGTH = 3000 };
    static const char *const exported[] = {"hyperfine", "pyperf", "bmf"};
    char name[LENGTH + 1], text[LENGTH + 200];
    memset(name, 'x', LENGTH);
    name[LENGTH] = '\0';
    (void)snprintf(text, sizeof text,
                   "system,benchmark,execution,seconds\nold,%s,1,1\nnew,%s,1,2\n", "b", name);
    for (size_t i = 0; i < sizeof exported / sizeof *exported; i++) {
        struct assay_dataset *d = import("csv", text, strlen(text));
        struct export_report report;
        size_t size;
        char *out = export_to(exported[i], d, &size, &report);
        assert_non_null(strstr(out, name));
        free(out);
        assay_dataset_free(&d);
    }
}

static void json_text(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a\"\\\n", "\"a\\\"\\\\\\u000a\""},
        {"\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\""},
        {"\xff\xc3", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}};
    for (size_t i = 0; i < 4; i++) {
        char *text = NULL;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        assert_non_null(stream);
        export_json_text(stream, cases[i][0]);
        assert_int_equal(fclose(stream), 0);
        assert_string_equal(text, cases[i][1]);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested),           cmocka_unit_test(flat),
        cmocka_unit_test(rounds),           cmocka_unit_test(lanes),
        cmocka_unit_test(impossible_lanes), cmocka_unit_test(values_by_others),
        cmocka_unit_test(mixed_levels),     cmocka_unit_test(bmf),
        cmocka_unit_test(long_names),       cmocka_unit_test(json_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

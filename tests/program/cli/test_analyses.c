/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_analyses.c -- what analyses find, and how they fail, asked without a command line. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/describe.h"
#include "analysis/history_analyse.h"
#include "analysis/steady_analyse.h"
#include "export/export.h"

static char directory[] = "/tmp/assay-analyses-XXXXXX";
static struct assay_error error;

/* A file of n values: `first` of them around `before`, the others around `after`. */
static const char *file_of(const char *name, size_t first, double before, size_t n, double after)
{
    static char path[2][64];
    static size_t which;
    char *out = path[which++ % 2];
    (void)snprintf(out, sizeof path[0], "%s/%s", directory, name);
    FILE *file = fopen(out, "w");
    assert_non_null(file);
    fputs("seconds\n", file);
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%.9f\n",
                (i < first ? before : after) * (1 + 1e-3 * (double)(i * i * 7 % 11)));
    assert_int_equal(fclose(file), 0);
    return out;
}

static struct input read_file(const char *path, const char *level)
{
    const struct source_request request = {.arguments = {&path, 1}, .level = level};
    struct input input;
    assert_int_equal(input_read(&request, &input, NULL, &error), ASSAY_OK);
    assert_int_equal(input.n, 1);
    return input;
}

static void a_step_is_found(void **state)
{
    (void)state;
    const char *path = file_of("step.csv", 20, 1, 40, 2);
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    struct history history;
    struct remarks remarks = {0};
    request.source.arguments = (struct name_list){&path, 1};
    assert_int_equal(history_analyse(&request, &history, &remarks, &error), ASSAY_OK);
    assert_int_equal(history.finding.n_versions, 40);
    assert_int_equal(history.finding.n, 1);
    const struct history_row *series = &history.finding.series[0];
    assert_int_equal(series->finding.n, 1);
    assert_int_equal(series->finding.changes[0].at, 20);
    assert_int_equal(history_verdict(series, &series->finding.changes[0]), ASSAY_SLOWER);
    assert_true(history_is_slower(&history.finding, 20));
    assert_false(history_is_slower(&history.finding, 19));
    assert_string_equal(history.finding.adjustment, "holm");
    assert_int_equal(remarks.n, 0);
    history_fini(&history);
}

static void a_history_without_noise_is_an_error(void **state)
{
    (void)state;
    const char *path = file_of("short.csv", 3, 1, 3, 1);
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    struct history history;
    request.source.arguments = (struct name_list){&path, 1};
    assert_int_equal(history_analyse(&request, &history, NULL, &error), ASSAY_UNDEFINED);
    assert_int_equal(error.status, ASSAY_UNDEFINED);
    assert_true(error.text[0] != '\0' && history.finding.series[0].trouble[0] != '\0');
    history_fini(&history);
    request.rule.confidence = 95;
    assert_int_equal(history_analyse(&request, &history, NULL, &error), ASSAY_USAGE);
    history_fini(&history);
}

static void the_order_of_files_is_remarked(void **state)
{
    (void)state;
    const char *paths[2];
    paths[0] = file_of("v10.csv", 10, 1, 10, 1);
    paths[1] = file_of("v2.csv", 10, 1, 10, 1);
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    struct history history;
    struct remarks remarks = {0};
    request.source.arguments = (struct name_list){paths, 2};
    assert_int_equal(history_analyse(&request, &history, &remarks, &error), ASSAY_OK);
    assert_int_equal(remarks.n, 1);
    assert_non_null(strstr(remarks.items[0].text, "v10.csv stands before v2.csv"));
    remarks_fini(&remarks);
    history_fini(&history);
}

static void warm_ups(void **state)
{
    (void)state;
    struct steady_request request = STEADY_REQUEST_DEFAULTS;
    struct steady_finding finding;
    struct input input = read_file(file_of("warm.csv", 10, 2, 80, 1), "iteration");
    assert_int_equal(steady_analyse(&input, &request, &finding, &error), ASSAY_OK);
    assert_int_equal(finding.n, 1);
    assert_int_equal(finding.n_short, 0);
    assert_int_equal(finding.rows[0].state.warmup, 10);
    steady_finding_fini(&finding);
    input_fini(&input);
    input = read_file(file_of("few.csv", 2, 1, 2, 1), "iteration");
    assert_int_equal(steady_analyse(&input, &request, &finding, &error), ASSAY_OK);
    assert_int_equal(finding.n_short, 1);
    assert_int_equal(finding.rows[0].problem.status, ASSAY_UNDEFINED);
    steady_finding_fini(&finding);
    input_fini(&input);
}

static void descriptions(void **state)
{
    (void)state;
    struct input input = read_file(file_of("plain.csv", 8, 1, 16, 3), NULL);
    struct describe_request request = {.confidence = 0.9, .n_threads = 1};
    struct sample_finding *samples, *again;
    assert_int_equal(describe_input(&input, &request, &samples, &error), ASSAY_OK);
    assert_int_equal(samples[0].description.n, 16);
    assert_true(samples[0].description.interval.confidence == 0.9);
    const struct assay_description *known = &samples[0].description;
    request = (struct describe_request){.confidence = 0.5, .known = &known};
    assert_int_equal(describe_input(&input, &request, &again, &error), ASSAY_OK);
    assert_true(again[0].description.interval.lower == samples[0].description.interval.lower);
    free(samples);
    free(again);
    request = (struct describe_request){.confidence = 95};
    assert_int_equal(describe_input(&input, &request, &samples, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, input.series[0].benchmark));
    input_fini(&input);
}

static void groups_of_draws(void **state)
{
    (void)state;
    struct input input = read_file(file_of("drawn.csv", 4, 1, 4, 1), NULL);
    const struct assay_series *series = &input.series[0];
    struct store_draw draws[5];
    for (size_t i = 0; i < 5; i++)
        draws[i] = (struct store_draw){.system = (char *)(uintptr_t)series->system,
                                       .benchmark = (char *)(uintptr_t)series->benchmark,
                                       .metric = (char *)(uintptr_t)series->metric,
                                       .drawn = i < 4 ? (double)(i % 2) : 9,
                                       .mean = i < 4 ? 1 + (double)(i % 2) : 5};
    struct grouping_finding *groupings;
    input.record.draws = draws;
    input.record.n_draws = 5;
    assert_int_equal(describe_by_draw(&input, 0.95, &groupings, &error), ASSAY_OK);
    assert_int_equal(groupings[0].grouping.n_groups, 3);
    assert_true(groupings[0].grouping.share == 1);
    assert_true(groupings[0].has_interval[0] && !groupings[0].has_interval[2]);
    assert_true(groupings[0].interval[1].lower == 2 && groupings[0].interval[1].upper == 2);
    free(groupings);
    input.record.n_draws = 0;
    assert_int_equal(describe_by_draw(&input, 0.95, &groupings, &error), ASSAY_OK);
    assert_int_equal(groupings[0].grouping.n, 0);
    free(groupings);
    input.record.draws = NULL;
    input_fini(&input);
}

/* pyperf has no place for a metric in joules: alone, that is an error; beside times, a remark. */
static void what_an_export_leaves_out(void **state)
{
    (void)state;
    struct input input = read_file(file_of("export.csv", 4, 1, 4, 1), NULL);
    struct assay_series series[2] = {input.series[0], input.series[0]};
    const struct export_options options = {.confidence = 0.95};
    const struct exporter *pyperf = exporter_named("pyperf");
    struct remarks remarks = {0};
    char *text = NULL;
    size_t size;
    series[0].metric = "energy";
    series[0].unit = "J";
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_int_equal(export_series(pyperf, stream, series, 1, &options, &remarks, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(remarks.n, 0);
    assert_int_equal(export_series(pyperf, stream, series, 2, &options, &remarks, &error),
                     ASSAY_OK);
    assert_int_equal(remarks.n, 1);
    assert_int_equal(fclose(stream), 0);
    stream = fopen("/dev/full", "w");
    assert_non_null(stream);
    assert_int_equal(export_series(pyperf, stream, series, 2, &options, NULL, &error),
                     ASSAY_SYSTEM);
    (void)fclose(stream);
    remarks_fini(&remarks);
    free(text);
    input_fini(&input);
}

static int begin(void **state)
{
    (void)state;
    return mkdtemp(directory) != NULL ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"step.csv",  "short.csv", "v10.csv",
                                        "v2.csv",    "warm.csv",  "few.csv",
                                        "plain.csv", "drawn.csv", "export.csv"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        (void)unlink(path);
    }
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_found),
        cmocka_unit_test(a_history_without_noise_is_an_error),
        cmocka_unit_test(the_order_of_files_is_remarked),
        cmocka_unit_test(warm_ups),
        cmocka_unit_test(descriptions),
        cmocka_unit_test(groups_of_draws),
        cmocka_unit_test(what_an_export_leaves_out),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
